// The extensions Shardings and MemoryDescriptions.

#include <string.h>

#include "pjrt/device.h"
#include "pjrt/executable/executable.h"
#include "pjrt/extensions.h"

// ---- Shardings: everything is replicated, which is the sharding of no bytes ----

static PJRT_Error *shardings_of_parameters(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args *args) {
  args->num_parameters = args->executable->function->argument_count;
  args->shardings = args->executable->kinds;
  args->sharding_sizes = args->executable->sharding_sizes;
  return NULL;
}

static PJRT_Error *shardings_of_outputs(PJRT_Shardings_PJRT_Executable_OutputShardings_Args *args) {
  args->num_outputs = args->executable->function->result_count;
  // Without results there are none: jaxlib takes an empty list for a mistake.
  args->shardings = args->num_outputs ? args->executable->kinds : NULL;
  args->sharding_sizes = args->executable->sharding_sizes;
  return NULL;
}

PJRT_Shardings_Extension tern_pjrt_shardings_extension = {
    .base = {.struct_size = PJRT_Shardings_Extension_STRUCT_SIZE,
             .type = PJRT_Extension_Type_Shardings,
             .next = &tern_pjrt_memory_descriptions_extension.base},
    .PJRT_Shardings_PJRT_Executable_ParameterShardings = shardings_of_parameters,
    .PJRT_Shardings_PJRT_Executable_OutputShardings = shardings_of_outputs,
};

// ---- Memories without a client ----

struct PJRT_MemoryDescription {
  const char *kind;
  int kind_id;
};

static PJRT_Error *describe_memories(PJRT_DeviceDescription_MemoryDescriptions_Args *args) {
  static const PJRT_MemoryDescription all[TERN_PJRT_MEMORY_KIND_COUNT] = {
      {"device", 0}, {"pinned_host", 1}, {"unpinned_host", 2}};
  static const PJRT_MemoryDescription *const list[TERN_PJRT_MEMORY_KIND_COUNT] = {&all[0], &all[1], &all[2]};
  args->memory_descriptions = list;
  args->num_memory_descriptions = TERN_PJRT_MEMORY_KIND_COUNT;
  args->default_memory_index = 0;
  return NULL;
}

static PJRT_Error *describe_kind(PJRT_MemoryDescription_Kind_Args *args) {
  args->kind = args->memory_description->kind;
  args->kind_size = strlen(args->kind);
  args->kind_id = args->memory_description->kind_id;
  return NULL;
}

PJRT_MemoryDescriptions_Extension tern_pjrt_memory_descriptions_extension = {
    .base = {.struct_size = PJRT_MemoryDescriptions_Extension_STRUCT_SIZE,
             .type = PJRT_Extension_Type_MemoryDescriptions,
             .next = &tern_pjrt_host_calls_extension.base},
    .PJRT_DeviceDescription_MemoryDescriptions = describe_memories,
    .PJRT_MemoryDescription_Kind = describe_kind,
};
