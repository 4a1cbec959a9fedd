// The kinds of targets that gpu.modules are compiled for.

#include "target/gpu/serializers.h"

const tern_gpu_serializer_t tern_gpu_serializers[] = {
    {.target = "nvvm.target", .lower = tern_gpu_lower_for_nvvm, .serialize = tern_gpu_serialize_nvvm},
    {.target = "rocdl.target",
     .lower = tern_gpu_lower_for_rocdl,
     .serialize = tern_gpu_serialize_rocdl,
     .create_object = tern_gpu_create_rocdl_object},
    {.target = "spirv.target_env", .lower = tern_gpu_lower_for_spirv, .serialize = tern_gpu_serialize_spirv},
    {.target = "tern.cpu_target", .lower = tern_gpu_lower_for_cpu, .serialize = tern_gpu_serialize_cpu},
    {.target = "xevm.target", .serialize = tern_gpu_serialize_xevm},
};
const size_t tern_gpu_serializer_count = sizeof(tern_gpu_serializers) / sizeof(tern_gpu_serializers[0]);
