// The Vulkan loader, an instance, and the messages of the validation layers.

#include "runtime/drivers/vulkan/vulkan_instance.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"

static const char validation_layer[] = "VK_LAYER_KHRONOS_validation";

static bool wants_validation(void) {
  const char *value = getenv("TERN_VULKAN_VALIDATION");
  return value && strcmp(value, "1") == 0;
}

//---- Messages ----

static VKAPI_ATTR VkBool32 VKAPI_CALL receive_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                      VkDebugUtilsMessageTypeFlagsEXT types,
                                                      const VkDebugUtilsMessengerCallbackDataEXT *data,
                                                      void *user_data) {
  (void)types;
  tern_vulkan_messages_t *messages = user_data;
  char *text = data && data->pMessage ? strdup(data->pMessage) : NULL;
  pthread_mutex_lock(&messages->mutex);
  if (text) {
    free(messages->last);
    messages->last = text;
  }
  ++messages->count;
  if (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) ++messages->error_count;
  pthread_mutex_unlock(&messages->mutex);
  return VK_FALSE;
}

tern_status_t tern_vulkan_instance_check(tern_vulkan_instance_t *instance) {
  tern_vulkan_messages_t *messages = &instance->messages;
  if (!messages->error_count) return tern_ok();
  tern_status_t status = tern_ok();
  pthread_mutex_lock(&messages->mutex);
  if (messages->error_count > messages->reported_count) {
    messages->reported_count = messages->error_count;
    status = tern_status_make(TERN_INTERNAL, "the Vulkan validation layers say: %s",
                              messages->last ? messages->last : "an error without words");
  }
  pthread_mutex_unlock(&messages->mutex);
  return status;
}

static VkDebugUtilsMessengerCreateInfoEXT describe_messenger(tern_vulkan_instance_t *instance) {
  return (VkDebugUtilsMessengerCreateInfoEXT){
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .messageSeverity =
          VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
      .pfnUserCallback = receive_message,
      .pUserData = &instance->messages,
  };
}

//---- Creation ----

static tern_status_t open_loader(tern_vulkan_instance_t *instance, PFN_vkGetInstanceProcAddr *out_get) {
  // The drivers behind the loader do not take well to being unloaded.
  instance->library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!instance->library) instance->library = dlopen("libvulkan.so", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!instance->library) {
    return tern_status_make(TERN_NOT_FOUND,
                            "the Vulkan loader libvulkan.so.1 cannot be opened (%s): install it, as package libvulkan1 "
                            "or vulkan-loader, with the driver of the GPU",
                            dlerror());
  }
  void *symbol = dlsym(instance->library, "vkGetInstanceProcAddr");
  if (!symbol) return tern_status_make(TERN_NOT_FOUND, "libvulkan.so.1 has no function 'vkGetInstanceProcAddr'");
  memcpy(out_get, &symbol, sizeof(*out_get));
  return tern_ok();
}

static tern_status_t check_version(PFN_vkGetInstanceProcAddr get) {
  PFN_vkEnumerateInstanceVersion enumerate = (PFN_vkEnumerateInstanceVersion)get(NULL, "vkEnumerateInstanceVersion");
  uint32_t version = VK_API_VERSION_1_0;
  if (enumerate) enumerate(&version);
  if (version >= VK_API_VERSION_1_2) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED, "expected a Vulkan loader of version 1.2 or later but got 1.%u",
                          VK_API_VERSION_MINOR(version));
}

// The variables that name the only drivers which the loader may look at, the stronger one first. An empty text names none,
// which is something else than a variable that is not set.
static tern_status_t fail_without_driver(void) {
  static const char *const names[] = {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const char *value = getenv(names[i]);
    if (!value) continue;
    return tern_status_make(TERN_NOT_FOUND,
                            "the Vulkan loader finds no driver where %s has it look ('%.200s'): unset the variable, or "
                            "set it to the .json file of a driver",
                            names[i], value);
  }
  return tern_status_make(TERN_NOT_FOUND,
                          "the Vulkan loader finds no driver: install the one of the GPU, or lavapipe "
                          "(package mesa-vulkan-drivers)");
}

static tern_status_t create_handle(tern_vulkan_instance_t *instance, PFN_vkGetInstanceProcAddr get) {
  PFN_vkCreateInstance create = (PFN_vkCreateInstance)get(NULL, "vkCreateInstance");
  if (!create) return tern_status_make(TERN_UNSUPPORTED, "the Vulkan loader has no function 'vkCreateInstance'");
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .pApplicationName = "tern",
                                   .pEngineName = "tern",
                                   .apiVersion = VK_API_VERSION_1_3};
  const char *layers[] = {validation_layer};
  const char *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  VkDebugUtilsMessengerCreateInfoEXT messenger = describe_messenger(instance);
  bool is_validated = wants_validation();
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pNext = is_validated ? &messenger : NULL,
                               .pApplicationInfo = &application,
                               .enabledLayerCount = is_validated,
                               .ppEnabledLayerNames = layers,
                               .enabledExtensionCount = is_validated,
                               .ppEnabledExtensionNames = extensions};
  VkResult result = create(&info, NULL, &instance->handle);
  if (result == VK_ERROR_LAYER_NOT_PRESENT || (is_validated && result == VK_ERROR_EXTENSION_NOT_PRESENT)) {
    return tern_status_make(TERN_NOT_FOUND,
                            "TERN_VULKAN_VALIDATION is 1, but the layer %s is not installed (package "
                            "vulkan-validationlayers)",
                            validation_layer);
  }
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) return fail_without_driver();
  return tern_vulkan_status(result, "creating a Vulkan instance");
}

static tern_status_t create_messenger(tern_vulkan_instance_t *instance) {
  if (!wants_validation() || !instance->api.CreateDebugUtilsMessengerEXT) return tern_ok();
  VkDebugUtilsMessengerCreateInfoEXT info = describe_messenger(instance);
  VkResult result = instance->api.CreateDebugUtilsMessengerEXT(instance->handle, &info, NULL, &instance->messenger);
  return tern_vulkan_status(result, "creating a messenger for the validation layers");
}

static tern_status_t find_physical_devices(tern_vulkan_instance_t *instance) {
  uint32_t count = 0;
  VkResult result = instance->api.EnumeratePhysicalDevices(instance->handle, &count, NULL);
  if (result == VK_SUCCESS && count) {
    instance->physical_devices = calloc(count, sizeof(*instance->physical_devices));
    if (!instance->physical_devices) return tern_no_memory("a list of devices");
    result = instance->api.EnumeratePhysicalDevices(instance->handle, &count, instance->physical_devices);
  }
  // The loader says so when no driver that it knows of has a device.
  if (result == VK_ERROR_INITIALIZATION_FAILED) return tern_ok();
  instance->physical_device_count = result == VK_SUCCESS || result == VK_INCOMPLETE ? count : 0;
  return result == VK_INCOMPLETE ? tern_ok() : tern_vulkan_status(result, "listing the Vulkan devices");
}

static tern_status_t initialize(tern_vulkan_instance_t *instance) {
  PFN_vkGetInstanceProcAddr get = NULL;
  TERN_RETURN_IF_ERROR(open_loader(instance, &get));
  TERN_RETURN_IF_ERROR(check_version(get));
  TERN_RETURN_IF_ERROR(create_handle(instance, get));
  TERN_RETURN_IF_ERROR(tern_vulkan_instance_api_load(get, instance->handle, &instance->api));
  TERN_RETURN_IF_ERROR(create_messenger(instance));
  return find_physical_devices(instance);
}

tern_status_t tern_vulkan_instance_create(tern_vulkan_instance_t **out_instance) {
  *out_instance = NULL;
  tern_vulkan_instance_t *instance = calloc(1, sizeof(*instance));
  if (!instance) return tern_no_memory("a Vulkan instance");
  pthread_mutex_init(&instance->messages.mutex, NULL);
  tern_status_t status = initialize(instance);
  if (tern_status_is_ok(status)) {
    *out_instance = instance;
  } else {
    tern_vulkan_instance_destroy(instance);
  }
  return status;
}

void tern_vulkan_instance_destroy(tern_vulkan_instance_t *instance) {
  if (!instance) return;
  if (instance->messenger) {
    instance->api.DestroyDebugUtilsMessengerEXT(instance->handle, instance->messenger, NULL);
  }
  if (instance->handle && instance->api.DestroyInstance) instance->api.DestroyInstance(instance->handle, NULL);
  if (instance->library) dlclose(instance->library);
  free(instance->physical_devices);
  free(instance->messages.last);
  pthread_mutex_destroy(&instance->messages.mutex);
  free(instance);
}
