// Private to src/dialect/vhlo: hooks that the tables name, and what the files of this folder share.

#ifndef TERN_DIALECT_VHLO_HOOKS_H_
#define TERN_DIALECT_VHLO_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "bytecode/dialect_encoding.h"
#include "dialect/vhlo/vhlo.h"

#define V(MAJOR, MINOR) TERN_VHLO_VERSION(MAJOR, MINOR, 0)

extern const tern_dialect_encoding_t tern_vhlo_encoding;

// --- functions (syntax.c) ---
tern_parse_hook_t tern_vhlo_parse_func;
tern_print_hook_t tern_vhlo_print_func;

// --- quantized types ---
// What quant_v1 and quant_per_axis_v1 are made of.
typedef struct tern_vhlo_quant {
  uint64_t flags;
  const tern_type_t *storage, *expressed;
  int64_t storage_min, storage_max;
  bool is_per_axis;
  int64_t dimension;      // if it is
  size_t count;           // 1 if it is not
  const double *scales;   // `count` of them
  const int64_t *points;  // zero points, `count` of them
} tern_vhlo_quant_t;
// NULL if the parts do not fit together.
const tern_type_t *tern_vhlo_quant_type_get(tern_context_t *context, const tern_vhlo_quant_t *quant);
// The views live as long as the type.
void tern_vhlo_quant_type_read(const tern_type_t *type, tern_vhlo_quant_t *out_quant);

#endif  // TERN_DIALECT_VHLO_HOOKS_H_
