// What devices there are, without a client.

#include <string.h>

#include "pjrt/client.h"

// Topologies belong to their client.
TERN_PJRT_DEFINE(TopologyDescription_Destroy) {
  (void)args;
  return NULL;
}

TERN_PJRT_DEFINE(TopologyDescription_PlatformName) {
  args->platform_name = TERN_PJRT_PLATFORM;
  args->platform_name_size = sizeof TERN_PJRT_PLATFORM - 1;
  return NULL;
}

TERN_PJRT_DEFINE(TopologyDescription_PlatformVersion) {
  args->platform_version = tern_pjrt_platform_version();
  args->platform_version_size = strlen(args->platform_version);
  return NULL;
}

TERN_PJRT_DEFINE(TopologyDescription_GetDeviceDescriptions) {
  args->descriptions = args->topology->descriptions;
  args->num_descriptions = args->topology->count;
  return NULL;
}

TERN_PJRT_DEFINE(TopologyDescription_Attributes) {
  args->attributes = NULL;
  args->num_attributes = 0;
  return NULL;
}

TERN_PJRT_DEFINE(TopologyDescription_Fingerprint) {
  // FNV-1a over what code depends on.
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < args->topology->count; ++i) {
    for (const char *c = args->topology->descriptions[i]->kind; *c; ++c) hash = (hash ^ (uint8_t)*c) * 0x100000001b3u;
    hash = (hash ^ 0xff) * 0x100000001b3u;
  }
  args->fingerprint = hash;
  return NULL;
}

TERN_PJRT_DEFINE(TopologyDescription_GetMemorySpaceKindIds) {
  static const int ids[TERN_PJRT_MEMORY_KIND_COUNT] = {0, 1, 2};
  args->memory_space_kind_ids = ids;
  args->num_memory_space_kind_ids = TERN_PJRT_MEMORY_KIND_COUNT;
  return NULL;
}
