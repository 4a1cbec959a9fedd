// Scans along one dimension of tensors by many invocations: what all elements up to each one come to.

#ifndef TERN_CONVERT_STABLEHLO_SCAN_TILES_H_
#define TERN_CONVERT_STABLEHLO_SCAN_TILES_H_

#include "convert/stablehlo/running.h"

// Values that a body combines at a time.
enum { TERN_SCAN_MAX_VALUES = 8 };

typedef struct tern_scan {
  const tern_monoid_t *monoid;  // of at most TERN_SCAN_MAX_VALUES
  tern_value_t *const *inputs;  // of one static shape without empty dimensions, of at most TERN_HLO_MAX_LOOPS
  size_t dim;
  bool is_reverse;  // up to each one from the last
  // Of each result, whether anybody needs it; NULL: all are needed.
  const bool *is_wanted;
} tern_scan_t;

// The results have the types of the inputs; in the place of those that nobody needs, the inputs are given.
void tern_build_scan(tern_builder_t *b, const tern_scan_t *scan, tern_value_t **out_results);

#endif  // TERN_CONVERT_STABLEHLO_SCAN_TILES_H_
