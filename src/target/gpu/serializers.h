// The kinds of targets that gpu.modules are compiled for. Private to src/target/gpu.

#ifndef TERN_TARGET_GPU_SERIALIZERS_H_
#define TERN_TARGET_GPU_SERIALIZERS_H_

#include "transform/gpu/targets/serialize.h"

// What the llvm dialect's conversions do not take along, as the beginning of a pipeline.
#define TERN_GPU_LOWER_CONTROL_FLOW "convert-vector-to-scf,convert-scf-to-cf,expand-strided-metadata,lower-affine,"

// As tern_gpu_serializer_t has them.
void tern_gpu_lower_for_cpu(const tern_attr_t *target, tern_string_builder_t *out);
void tern_gpu_lower_for_nvvm(const tern_attr_t *target, tern_string_builder_t *out);
void tern_gpu_lower_for_rocdl(const tern_attr_t *target, tern_string_builder_t *out);
void tern_gpu_lower_for_spirv(const tern_attr_t *target, tern_string_builder_t *out);
bool tern_gpu_serialize_cpu(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                            tern_gpu_compiled_t *out);
bool tern_gpu_serialize_nvvm(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                             tern_gpu_compiled_t *out);
bool tern_gpu_serialize_rocdl(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                              tern_gpu_compiled_t *out);
bool tern_gpu_serialize_spirv(tern_op_t *module, const tern_attr_t *target, const tern_gpu_serialization_t *how,
                              tern_gpu_compiled_t *out);
bool tern_gpu_serialize_xevm(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                             tern_gpu_compiled_t *out);
const tern_attr_t *tern_gpu_create_rocdl_object(const tern_op_t *module, const tern_attr_t *target,
                                                const tern_gpu_serialization_t *how,
                                                const tern_gpu_compiled_t *compiled);

#endif  // TERN_TARGET_GPU_SERIALIZERS_H_
