// The functions of Vulkan that the driver calls, and statuses made of its results.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_API_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_API_H_

#include "runtime/drivers/vulkan/vulkan_extensions.h"
#include "tern/status.h"

#define TERN_VULKAN_INSTANCE_FUNCTIONS(X)   \
  X(DestroyInstance)                        \
  X(EnumeratePhysicalDevices)               \
  X(GetPhysicalDeviceProperties)            \
  X(GetPhysicalDeviceProperties2)           \
  X(GetPhysicalDeviceFeatures2)             \
  X(GetPhysicalDeviceMemoryProperties)      \
  X(GetPhysicalDeviceQueueFamilyProperties) \
  X(EnumerateDeviceExtensionProperties)     \
  X(CreateDevice)                           \
  X(GetDeviceProcAddr)

#define TERN_VULKAN_DEVICE_FUNCTIONS(X) \
  X(DestroyDevice)                      \
  X(GetDeviceQueue)                     \
  X(DeviceWaitIdle)                     \
  X(QueueSubmit)                        \
  X(AllocateMemory)                     \
  X(FreeMemory)                         \
  X(MapMemory)                          \
  X(CreateBuffer)                       \
  X(DestroyBuffer)                      \
  X(GetBufferMemoryRequirements)        \
  X(BindBufferMemory)                   \
  X(CreateShaderModule)                 \
  X(DestroyShaderModule)                \
  X(CreateDescriptorSetLayout)          \
  X(DestroyDescriptorSetLayout)         \
  X(CreatePipelineLayout)               \
  X(DestroyPipelineLayout)              \
  X(CreateComputePipelines)             \
  X(DestroyPipeline)                    \
  X(CreatePipelineCache)                \
  X(DestroyPipelineCache)               \
  X(GetPipelineCacheData)               \
  X(CreateDescriptorPool)               \
  X(DestroyDescriptorPool)              \
  X(AllocateDescriptorSets)             \
  X(UpdateDescriptorSets)               \
  X(CreateCommandPool)                  \
  X(DestroyCommandPool)                 \
  X(AllocateCommandBuffers)             \
  X(BeginCommandBuffer)                 \
  X(EndCommandBuffer)                   \
  X(CmdBindPipeline)                    \
  X(CmdBindDescriptorSets)              \
  X(CmdPushConstants)                   \
  X(CmdDispatch)                        \
  X(CmdPipelineBarrier)                 \
  X(CmdFillBuffer)                      \
  X(CmdCopyBuffer)                      \
  X(CmdUpdateBuffer)                    \
  X(CmdResetQueryPool)                  \
  X(CmdWriteTimestamp)                  \
  X(CreateQueryPool)                    \
  X(DestroyQueryPool)                   \
  X(GetQueryPoolResults)                \
  X(CreateSemaphore)                    \
  X(DestroySemaphore)                   \
  X(GetSemaphoreCounterValue)           \
  X(SignalSemaphore)                    \
  X(WaitSemaphores)

// Functions of an instance. Constant once loaded.
typedef struct tern_vulkan_instance_api_t {
#define X(name) PFN_vk##name name;
  TERN_VULKAN_INSTANCE_FUNCTIONS(X)
#undef X
  // NULL where the extension is missing:
  PFN_vkCreateDebugUtilsMessengerEXT CreateDebugUtilsMessengerEXT;
  PFN_vkDestroyDebugUtilsMessengerEXT DestroyDebugUtilsMessengerEXT;
  tern_vk_get_cooperative_matrix_properties_fn_t GetPhysicalDeviceCooperativeMatrixPropertiesKHR;
} tern_vulkan_instance_api_t;

// Functions of a device. Constant once loaded.
typedef struct tern_vulkan_device_api_t {
#define X(name) PFN_vk##name name;
  TERN_VULKAN_DEVICE_FUNCTIONS(X)
#undef X
  // NULL where the extension is missing:
  PFN_vkCmdPushDescriptorSetKHR CmdPushDescriptorSetKHR;
  PFN_vkGetMemoryHostPointerPropertiesEXT GetMemoryHostPointerPropertiesEXT;
} tern_vulkan_device_api_t;

// Errors: TERN_UNSUPPORTED if the driver lacks a function that it has to have.
tern_status_t tern_vulkan_instance_api_load(PFN_vkGetInstanceProcAddr get, VkInstance instance,
                                            tern_vulkan_instance_api_t *out_api);
tern_status_t tern_vulkan_device_api_load(PFN_vkGetDeviceProcAddr get, VkDevice device,
                                          tern_vulkan_device_api_t *out_api);

// The status for a result; `what` says what was tried, such as "creating a buffer".
tern_status_t tern_vulkan_status(VkResult result, const char *what);

// Returns from the calling function if `expr` is not VK_SUCCESS.
#define TERN_VULKAN_RETURN_IF_ERROR(expr, what) TERN_RETURN_IF_ERROR(tern_vulkan_status((expr), (what)))

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_API_H_
