// Attributes between StableHLO and VHLO: those that are the same thing in both, those that one keeps together and the
// other apart, and those that StableHLO leaves out. Private to src/convert/vhlo.

#ifndef TERN_CONVERT_VHLO_VHLO_ATTRS_H_
#define TERN_CONVERT_VHLO_VHLO_ATTRS_H_

#include "base/vec.h"
#include "dialect/vhlo/vhlo.h"

typedef TERN_VEC(tern_named_attr_t) tern_named_attr_list_t;

// One attribute in the other form; NULL if it has none. Attributes of other dialects stay if `keeps_others`, else they
// have none.
const tern_attr_t *tern_vhlo_attr_of(const tern_attr_t *attr, bool keeps_others);
const tern_attr_t *tern_vhlo_attr_to_builtin(const tern_attr_t *attr, bool keeps_others);

// All attributes of a StableHLO op, function or call, as the op `vhlo` that it becomes has them. False if one has no form
// there: `*out_culprit` is its name.
bool tern_vhlo_attrs_of_op(const tern_op_t *op, tern_vhlo_t vhlo, bool keeps_others, tern_named_attr_list_t *out_attrs,
                           const char **out_culprit);
// The other way, for the op of row `target` that a VHLO op becomes.
bool tern_vhlo_attrs_to_op(const tern_op_t *op, const tern_op_row_t *target, bool keeps_others,
                           tern_named_attr_list_t *out_attrs, const char **out_culprit);

#endif  // TERN_CONVERT_VHLO_VHLO_ATTRS_H_
