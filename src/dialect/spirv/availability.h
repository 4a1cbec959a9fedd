// Which version, capabilities and extensions SPIR-V needs for what a module holds.

#ifndef TERN_DIALECT_SPIRV_AVAILABILITY_H_
#define TERN_DIALECT_SPIRV_AVAILABILITY_H_

#include "dialect/spirv/grammar.h"
#include "ir/op_def.h"

// The instruction that an op becomes, and, if that is OpExtInst, the extended instruction (else `*out_ext` is NULL).
// NULL: the op has none of its own (spirv.module, spirv.mlir.loop ...).
const tern_spirv_instruction_t *tern_spirv_instruction_of_op(const tern_op_t *op,
                                                             const tern_spirv_ext_instruction_t **out_ext,
                                                             tern_spirv_ext_set_t *out_set);

// What a #spirv.vce allows, with what its version and capabilities bring along.
bool tern_spirv_vce_allows_capability(const tern_attr_t *vce, uint32_t capability);
bool tern_spirv_vce_allows_extension(const tern_attr_t *vce, uint32_t extension);

// Gives a spirv.module its `vce_triple`: the least version, and the capabilities and extensions, that what is inside
// needs, of those that `allowed` (#spirv.vce) has. False after errors that name what the target lacks.
bool tern_spirv_module_update_vce(tern_op_t *module, const tern_attr_t *allowed);

#endif  // TERN_DIALECT_SPIRV_AVAILABILITY_H_
