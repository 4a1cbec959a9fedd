// The file of the pipeline cache: $TERN_CACHE_DIR/vulkan-UUID.cache, or below $XDG_CACHE_HOME/tern or ~/.cache/tern. An
// empty $TERN_CACHE_DIR turns it off. The UUID is the driver's, and changes with its version.
//
// Drivers are known to trust what they are given, so the data is behind a header of ours with a checksum.

#include "runtime/drivers/vulkan/vulkan_pipeline_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/checksum.h"
#include "base/file.h"

static const char magic[8] = {'t', 'e', 'r', 'n', 'v', 'k', 'p', 'c'};
enum { HEADER_SIZE = 24 };  // magic, size of the data, checksum of the data

static char *find_folder(void) {
  tern_string_builder_t folder = {0};
  const char *own = getenv("TERN_CACHE_DIR"), *shared = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (own) {
    if (!*own) return NULL;
    tern_string_builder_append_cstr(&folder, own);
  } else if (shared && *shared == '/') {
    tern_string_builder_append_format(&folder, "%s/tern", shared);
  } else if (home && *home == '/') {
    tern_string_builder_append_format(&folder, "%s/.cache/tern", home);
  } else {
    return NULL;
  }
  return tern_string_builder_take(&folder);
}

static char *make_path(const tern_vulkan_context_t *context) {
  char *folder = find_folder();
  if (!folder) return NULL;
  tern_string_builder_t path = {0};
  tern_string_builder_append_format(&path, "%s/vulkan-", folder);
  for (size_t i = 0; i < VK_UUID_SIZE; ++i) {
    tern_string_builder_append_format(&path, "%02x", context->profile->properties.properties.pipelineCacheUUID[i]);
  }
  tern_string_builder_append_cstr(&path, ".cache");
  free(folder);
  return tern_string_builder_take(&path);
}

// True if the bytes are a whole file of ours with data of this device's driver.
static bool check_file(const tern_vulkan_context_t *context, const char *bytes, size_t size) {
  uint64_t data_size, checksum;
  VkPipelineCacheHeaderVersionOne header;
  if (size < HEADER_SIZE + sizeof(header) || memcmp(bytes, magic, sizeof(magic)) != 0) return false;
  memcpy(&data_size, bytes + 8, sizeof(data_size));
  memcpy(&checksum, bytes + 16, sizeof(checksum));
  if (data_size != size - HEADER_SIZE || checksum != tern_checksum(bytes + HEADER_SIZE, data_size)) return false;
  memcpy(&header, bytes + HEADER_SIZE, sizeof(header));
  const VkPhysicalDeviceProperties *properties = &context->profile->properties.properties;
  return header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE && header.vendorID == properties->vendorID &&
         header.deviceID == properties->deviceID &&
         memcmp(header.pipelineCacheUUID, properties->pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

tern_status_t tern_vulkan_pipeline_cache_create(tern_vulkan_context_t *context) {
  context->pipeline_cache_path = make_path(context);
  char *bytes = NULL;
  size_t size = 0;
  bool is_known = context->pipeline_cache_path &&
                  tern_status_is_ok(tern_file_read(context->pipeline_cache_path, &bytes, &size)) &&
                  check_file(context, bytes, size);
  VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                    .initialDataSize = is_known ? size - HEADER_SIZE : 0,
                                    .pInitialData = is_known ? bytes + HEADER_SIZE : NULL};
  VkResult result = context->api.CreatePipelineCache(context->device, &info, NULL, &context->pipeline_cache);
  context->pipeline_cache_hash = is_known ? tern_checksum(bytes + HEADER_SIZE, size - HEADER_SIZE) : 0;
  free(bytes);
  return tern_vulkan_status(result, "creating a pipeline cache");
}

// Creates the folders above the file.
static bool make_folders(const char *path) {
  char *copy = strdup(path);
  bool is_made = copy != NULL;
  for (char *slash = copy ? strchr(copy + 1, '/') : NULL; slash && is_made; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    is_made = mkdir(copy, 0700) == 0 || errno == EEXIST;
    *slash = '/';
  }
  free(copy);
  return is_made;
}

static void write_file(const tern_vulkan_context_t *context) {
  size_t size = 0;
  VkResult result = context->api.GetPipelineCacheData(context->device, context->pipeline_cache, &size, NULL);
  // A cache without pipelines has nothing but its header.
  if (result != VK_SUCCESS || size <= sizeof(VkPipelineCacheHeaderVersionOne)) return;
  char *bytes = calloc(1, HEADER_SIZE + size);
  if (!bytes) return;
  result = context->api.GetPipelineCacheData(context->device, context->pipeline_cache, &size, bytes + HEADER_SIZE);
  uint64_t data_size = size, checksum = tern_checksum(bytes + HEADER_SIZE, size);
  memcpy(bytes, magic, sizeof(magic));
  memcpy(bytes + 8, &data_size, sizeof(data_size));
  memcpy(bytes + 16, &checksum, sizeof(checksum));
  bool is_new = result == VK_SUCCESS && checksum != context->pipeline_cache_hash;
  if (is_new && make_folders(context->pipeline_cache_path)) {
    tern_status_t status =
        tern_file_write(context->pipeline_cache_path, tern_str_make(bytes, HEADER_SIZE + (size_t)data_size));
    (void)status;
  }
  free(bytes);
}

void tern_vulkan_pipeline_cache_destroy(tern_vulkan_context_t *context) {
  if (context->pipeline_cache) {
    if (context->pipeline_cache_path) write_file(context);
    context->api.DestroyPipelineCache(context->device, context->pipeline_cache, NULL);
  }
  free(context->pipeline_cache_path);
}
