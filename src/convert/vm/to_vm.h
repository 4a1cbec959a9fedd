// The conversion of host programs to the vm dialect: what its parts share.
//
// Integers of up to 32 bits live in an i32, longer ones and indices in an i64. The bits above a type's width are undefined,
// so ops that look at them extend first; an i1 is always 0 or 1.

#ifndef TERN_CONVERT_VM_TO_VM_H_
#define TERN_CONVERT_VM_TO_VM_H_

#include "dialect/vm/vm.h"
#include "rewrite/conversion.h"

// Patterns, ended by a NULL name.
extern const tern_conversion_pattern_t tern_arith_to_vm_patterns[];
extern const tern_conversion_pattern_t tern_arith_cast_to_vm_patterns[];
extern const tern_conversion_pattern_t tern_math_to_vm_patterns[];
extern const tern_conversion_pattern_t tern_cf_to_vm_patterns[];
extern const tern_conversion_pattern_t tern_util_to_vm_patterns[];
extern const tern_conversion_pattern_t tern_util_value_to_vm_patterns[];
extern const tern_conversion_pattern_t tern_util_buffer_to_vm_patterns[];
extern const tern_conversion_pattern_t tern_hal_to_vm_patterns[];
extern const tern_conversion_pattern_t tern_io_parameters_to_vm_patterns[];

// What the patterns are given as `user`.
typedef struct tern_vm_conversion {
  tern_op_t *module;  // the vm.module
} tern_vm_conversion_t;

// The type a value is held in: i32, i64, f32, f64 or a reference; NULL if the machine cannot hold it.
const tern_type_t *tern_vm_convert_type(const tern_type_t *type);

// A new op of vm's row `id` with one result.
tern_value_t *tern_vm_build(tern_builder_t *b, int id, const tern_type_t *type, tern_values_t operands);
// Constants. `type` is i32 or i64.
tern_value_t *tern_vm_build_int(tern_builder_t *b, const tern_type_t *type, int64_t value);
tern_value_t *tern_vm_build_i32(tern_builder_t *b, int64_t value);
tern_value_t *tern_vm_build_i64(tern_builder_t *b, int64_t value);
tern_value_t *tern_vm_build_null(tern_builder_t *b, const tern_type_t *type);
// A buffer with the text's bytes.
tern_value_t *tern_vm_build_text(tern_builder_t *b, tern_str_t text);
// `value`, which holds a `type`, with all bits defined.
tern_value_t *tern_vm_extend(tern_builder_t *b, tern_value_t *value, const tern_type_t *type, bool is_signed);
// `value` (i32 or i64) as the other one of them, by zero- or sign-extension.
tern_value_t *tern_vm_resize(tern_builder_t *b, tern_value_t *value, const tern_type_t *type, bool is_signed);
// The one of these op ids that goes with a type of a register: for i32, i64, f32, f64, references. -1: none.
int tern_vm_by_type(const tern_type_t *type, const int ids[5]);

// The vm.import `name` of the module, declared by base/hal_imports.def if it is not there. NULL: no such import.
tern_op_t *tern_vm_import_get(tern_op_t *module, const char *name, const tern_attr_t *loc);

#endif  // TERN_CONVERT_VM_TO_VM_H_
