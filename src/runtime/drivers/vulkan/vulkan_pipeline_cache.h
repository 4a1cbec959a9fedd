// The cache of compiled pipelines, and its file.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_PIPELINE_CACHE_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_PIPELINE_CACHE_H_

#include "runtime/drivers/vulkan/vulkan_context.h"

// Creates the cache of a context with what is in the file. A file that is missing, damaged or of another driver is
// ignored; where no folder is known, nothing is kept.
tern_status_t tern_vulkan_pipeline_cache_create(tern_vulkan_context_t *context);
// Writes the file if there is something new, and destroys the cache. A folder that cannot be written is no failure.
void tern_vulkan_pipeline_cache_destroy(tern_vulkan_context_t *context);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_PIPELINE_CACHE_H_
