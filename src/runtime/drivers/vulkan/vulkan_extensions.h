// What the Vulkan headers of 1.3.239 do not declare yet: VK_KHR_cooperative_matrix and VK_KHR_shader_bfloat16.
// Source: the registry of the Khronos group, vk.xml. The names differ from the registry's, so that newer headers do no
// harm.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_EXTENSIONS_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_EXTENSIONS_H_

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan_core.h>

#define TERN_VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_FEATURES ((VkStructureType)1000506000)
#define TERN_VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES ((VkStructureType)1000506001)
#define TERN_VK_STRUCTURE_TYPE_SHADER_BFLOAT16_FEATURES ((VkStructureType)1000141000)

typedef struct tern_vk_cooperative_matrix_features_t {
  VkStructureType sType;
  void *pNext;
  VkBool32 cooperativeMatrix;
  VkBool32 cooperativeMatrixRobustBufferAccess;
} tern_vk_cooperative_matrix_features_t;

// One shape. Types are numbered 0 to 2 for f16, f32, f64, 3 to 6 for si8 to si64, 7 to 10 for ui8 to ui64, and
// 1000141000 for bf16; the scope as in SPIR-V.
typedef struct tern_vk_cooperative_matrix_properties_t {
  VkStructureType sType;
  void *pNext;
  uint32_t MSize, NSize, KSize;
  uint32_t AType, BType, CType, ResultType;
  VkBool32 saturatingAccumulation;
  uint32_t scope;
} tern_vk_cooperative_matrix_properties_t;

typedef VkResult(VKAPI_PTR *tern_vk_get_cooperative_matrix_properties_fn_t)(
    VkPhysicalDevice device, uint32_t *count, tern_vk_cooperative_matrix_properties_t *properties);

typedef struct tern_vk_shader_bfloat16_features_t {
  VkStructureType sType;
  void *pNext;
  VkBool32 shaderBFloat16Type;
  VkBool32 shaderBFloat16DotProduct;
  VkBool32 shaderBFloat16CooperativeMatrix;
} tern_vk_shader_bfloat16_features_t;

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_EXTENSIONS_H_
