// Scans that are written as their recursion: the values on each level, and what combines them. See raise_associative_scans.c.

#ifndef TERN_CONVERT_STABLEHLO_SCANS_RECURSIVE_SCAN_H_
#define TERN_CONVERT_STABLEHLO_SCANS_RECURSIVE_SCAN_H_

#include "convert/stablehlo/lowering.h"

enum {
  TERN_RECURSIVE_SCAN_MAX_VALUES = 7,  // that are combined at a time; with one more, as many as scans take
  TERN_RECURSIVE_SCAN_MAX_LEVELS = 40,
};

// Of each value: what is scanned (x), the result at odd places (NULL: nobody needs a result), the result at even places behind the first
// one (NULL also if there is only one), and the whole result.
typedef struct tern_scan_level {
  int64_t size;
  size_t count;
  tern_value_t *x[TERN_RECURSIVE_SCAN_MAX_VALUES];
  tern_value_t *odd[TERN_RECURSIVE_SCAN_MAX_VALUES];
  tern_value_t *even[TERN_RECURSIVE_SCAN_MAX_VALUES];
  tern_value_t *result[TERN_RECURSIVE_SCAN_MAX_VALUES];
} tern_scan_level_t;

typedef struct tern_recursive_scan {
  size_t dim, level_count;
  tern_scan_level_t levels[TERN_RECURSIVE_SCAN_MAX_LEVELS];
  // What the function makes of pairs of the first level, for each of its values: a tree of element-wise ops, splats and
  // arguments.
  tern_value_t *function[TERN_RECURSIVE_SCAN_MAX_VALUES];
  size_t op_count;
} tern_recursive_scan_t;

enum { TERN_SCAN_NO_ARGUMENT = -1 };

// Does the op compute each element from the elements at the same place?
bool tern_scan_is_elementwise(const tern_op_t *op);
// The number that all elements are, where it is a constant; else NULL.
const tern_attr_t *tern_scan_splat(const tern_value_t *value);
// Is the value the sum of two tensors with zeros between their elements, the second one's behind the first one's, as results of a level are?
bool tern_scan_is_interleaved(const tern_value_t *value);
// Reads the scan whose result is `result`. False: it is none, it is of few elements, or its levels do not all do the same.
bool tern_recursive_scan_read(tern_value_t *result, tern_recursive_scan_t *out_scan);
// Which argument of the function a value in `function` is: i is value i of what comes first, TERN_RECURSIVE_SCAN_MAX_VALUES + i of what
// follows, TERN_SCAN_NO_ARGUMENT: it is computed.
int tern_recursive_scan_argument(const tern_recursive_scan_t *scan, const tern_value_t *value);

#endif  // TERN_CONVERT_STABLEHLO_SCANS_RECURSIVE_SCAN_H_
