// The kinds of targets that gpu.modules are compiled for.

#include "target/gpu/serializers.h"

const tern_gpu_serializer_t tern_gpu_serializers[] = {
    {.target = "nvvm.target", .serialize = tern_gpu_serialize_nvvm},
    {.target = "rocdl.target", .serialize = tern_gpu_serialize_rocdl, .create_object = tern_gpu_create_rocdl_object},
    {.target = "spirv.target_env", .serialize = tern_gpu_serialize_spirv},
    {.target = "xevm.target", .serialize = tern_gpu_serialize_xevm},
};
const size_t tern_gpu_serializer_count = sizeof(tern_gpu_serializers) / sizeof(tern_gpu_serializers[0]);
