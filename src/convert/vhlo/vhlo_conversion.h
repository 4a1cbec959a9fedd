// What the conversions between StableHLO and VHLO share: op becomes op, one to one. Private to src/convert/vhlo.

#ifndef TERN_CONVERT_VHLO_VHLO_CONVERSION_H_
#define TERN_CONVERT_VHLO_VHLO_CONVERSION_H_

#include "convert/vhlo/vhlo_attrs.h"
#include "rewrite/conversion.h"

// One conversion: which way, and why the last op that did not go could not.
typedef struct tern_vhlo_conversion {
  bool to_vhlo;
  bool keeps_others;  // types, attributes and ops of other dialects stay as they are
  const tern_attr_t *loc;
  const char *culprit;      // name of the attribute that has no other form; NULL: none
  const tern_attr_t *attr;  // its value
  const tern_type_t *type;  // the type that has no other form; NULL: none
} tern_vhlo_conversion_t;

// Makes the op of row `target` with converted types and these attributes in place of `op`, and moves its regions.
bool tern_vhlo_convert_op(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                          const tern_op_row_t *target, const tern_named_attr_list_t *attrs);
// Converts all ops inside `root` that the illegal dialects name. False after errors.
bool tern_vhlo_convert(tern_op_t *root, tern_vhlo_conversion_t *state, const tern_legality_entry_t *legality,
                       size_t legality_count, const tern_conversion_pattern_t *pattern);

#endif  // TERN_CONVERT_VHLO_VHLO_CONVERSION_H_
