// Loading the functions of Vulkan by name, and statuses made of its results.

#include "runtime/drivers/vulkan/vulkan_api.h"

#include <stddef.h>
#include <string.h>

// A function's name, and where its address goes.
typedef struct function_row {
  const char *name;
  size_t offset;  // bytes, in the table
} function_row_t;

#define X(function) {"vk" #function, offsetof(tern_vulkan_instance_api_t, function)},
static const function_row_t instance_functions[] = {TERN_VULKAN_INSTANCE_FUNCTIONS(X)};
#undef X
#define X(function) {"vk" #function, offsetof(tern_vulkan_device_api_t, function)},
static const function_row_t device_functions[] = {TERN_VULKAN_DEVICE_FUNCTIONS(X)};
#undef X

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static tern_status_t store(void *api, const function_row_t *row, PFN_vkVoidFunction function) {
  if (!function) return tern_status_make(TERN_UNSUPPORTED, "the Vulkan driver has no function '%s'", row->name);
  memcpy((char *)api + row->offset, &function, sizeof(function));
  return tern_ok();
}

tern_status_t tern_vulkan_instance_api_load(PFN_vkGetInstanceProcAddr get, VkInstance instance,
                                            tern_vulkan_instance_api_t *out_api) {
  for (size_t i = 0; i < COUNT(instance_functions); ++i) {
    TERN_RETURN_IF_ERROR(store(out_api, &instance_functions[i], get(instance, instance_functions[i].name)));
  }
  out_api->CreateDebugUtilsMessengerEXT =
      (PFN_vkCreateDebugUtilsMessengerEXT)get(instance, "vkCreateDebugUtilsMessengerEXT");
  out_api->DestroyDebugUtilsMessengerEXT =
      (PFN_vkDestroyDebugUtilsMessengerEXT)get(instance, "vkDestroyDebugUtilsMessengerEXT");
  out_api->GetPhysicalDeviceCooperativeMatrixPropertiesKHR = (tern_vk_get_cooperative_matrix_properties_fn_t)get(
      instance, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR");
  return tern_ok();
}

tern_status_t tern_vulkan_device_api_load(PFN_vkGetDeviceProcAddr get, VkDevice device,
                                          tern_vulkan_device_api_t *out_api) {
  for (size_t i = 0; i < COUNT(device_functions); ++i) {
    TERN_RETURN_IF_ERROR(store(out_api, &device_functions[i], get(device, device_functions[i].name)));
  }
  out_api->CmdPushDescriptorSetKHR = (PFN_vkCmdPushDescriptorSetKHR)get(device, "vkCmdPushDescriptorSetKHR");
  out_api->GetMemoryHostPointerPropertiesEXT =
      (PFN_vkGetMemoryHostPointerPropertiesEXT)get(device, "vkGetMemoryHostPointerPropertiesEXT");
  return tern_ok();
}

//---- Results ----

typedef struct result_row {
  VkResult result;
  tern_status_code_t code;
  const char *words;
} result_row_t;

static const result_row_t results[] = {
    {VK_ERROR_OUT_OF_HOST_MEMORY, TERN_OUT_OF_MEMORY, "the host has no memory left"},
    {VK_ERROR_OUT_OF_DEVICE_MEMORY, TERN_OUT_OF_MEMORY, "the device has no memory left"},
    {VK_ERROR_OUT_OF_POOL_MEMORY, TERN_OUT_OF_MEMORY, "a pool has no memory left"},
    {VK_ERROR_FRAGMENTED_POOL, TERN_OUT_OF_MEMORY, "a pool is fragmented"},
    {VK_ERROR_TOO_MANY_OBJECTS, TERN_OUT_OF_MEMORY, "too many objects"},
    {VK_ERROR_INITIALIZATION_FAILED, TERN_UNSUPPORTED, "the driver cannot be initialized"},
    {VK_ERROR_DEVICE_LOST, TERN_INTERNAL, "the device was lost"},
    {VK_ERROR_MEMORY_MAP_FAILED, TERN_OUT_OF_MEMORY, "memory cannot be mapped"},
    {VK_ERROR_LAYER_NOT_PRESENT, TERN_NOT_FOUND, "a layer is not installed"},
    {VK_ERROR_EXTENSION_NOT_PRESENT, TERN_UNSUPPORTED, "an extension is missing"},
    {VK_ERROR_FEATURE_NOT_PRESENT, TERN_UNSUPPORTED, "a feature is missing"},
    {VK_ERROR_INCOMPATIBLE_DRIVER, TERN_UNSUPPORTED, "no installed driver is compatible"},
    {VK_ERROR_INVALID_SHADER_NV, TERN_INVALID_ARGUMENT, "the driver refuses the code"},
    {VK_ERROR_INVALID_EXTERNAL_HANDLE, TERN_UNSUPPORTED, "the device cannot see this memory"},
};

tern_status_t tern_vulkan_status(VkResult result, const char *what) {
  if (result == VK_SUCCESS) return tern_ok();
  for (size_t i = 0; i < COUNT(results); ++i) {
    if (results[i].result == result) return tern_status_make(results[i].code, "%s: %s", what, results[i].words);
  }
  return tern_status_make(TERN_INTERNAL, "%s: Vulkan error %d", what, (int)result);
}
