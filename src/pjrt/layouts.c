// The extension Layouts: arrays lie densely, the last dimension innermost. A layout says that as XLA writes it, "{2,1,0}".

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/executable/executable.h"
#include "pjrt/extensions.h"

// A layout is its text.
struct PJRT_Layouts_MemoryLayout {
  size_t size;
  char text[];
};

static PJRT_Error *make_layout(size_t rank, PJRT_Layouts_MemoryLayout **out_layout) {
  size_t capacity = 3 + rank * 3;
  PJRT_Layouts_MemoryLayout *layout = malloc(sizeof(*layout) + capacity);
  *out_layout = layout;
  if (!layout) return tern_pjrt_no_memory();
  char *end = layout->text;
  *end++ = '{';
  for (size_t i = rank; i-- > 0;) {
    end += snprintf(end, capacity - (size_t)(end - layout->text), i ? "%zu," : "%zu", i);
  }
  *end++ = '}';
  layout->size = (size_t)(end - layout->text);
  return NULL;
}

static PJRT_Error *destroy(PJRT_Layouts_MemoryLayout_Destroy_Args *args) {
  free(args->layout);
  return NULL;
}

static void keep(PJRT_Layouts_SerializedLayout *layout) { (void)layout; }  // the layout's own bytes

static PJRT_Error *serialize(PJRT_Layouts_MemoryLayout_Serialize_Args *args) {
  args->serialized_bytes = args->layout->text;
  args->serialized_bytes_size = args->layout->size;
  args->serialized_layout = NULL;
  args->serialized_layout_deleter = keep;
  return NULL;
}

static PJRT_Error *layout_of_client(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args *args) {
  return make_layout(args->num_dims, &args->layout);
}

static PJRT_Error *layout_of_topology(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args *args) {
  return make_layout(args->num_dims, &args->layout);
}

static PJRT_Error *layout_of_buffer(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args *args) {
  return make_layout(args->buffer->rank, &args->layout);
}

void tern_pjrt_layouts_free(PJRT_Layouts_MemoryLayout **layouts, size_t count) {
  for (size_t i = 0; layouts && i < count; ++i) free(layouts[i]);
  free(layouts);
}

// Layouts of `count` values. They live as long as the executable, and are made when they are first asked for.
static PJRT_Error *make_layouts(PJRT_Layouts_MemoryLayout ***kept, const tern_parameter_info_t *infos, size_t count) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  PJRT_Error *error = NULL;
  pthread_mutex_lock(&mutex);
  PJRT_Layouts_MemoryLayout **made = *kept ? NULL : calloc(count + 1, sizeof(*made));
  if (!*kept && !made) error = tern_pjrt_no_memory();
  for (size_t i = 0; made && !error && i < count; ++i) error = make_layout(infos[i].rank, &made[i]);
  if (made && error) {
    tern_pjrt_layouts_free(made, count);
  } else if (made) {
    *kept = made;
  }
  pthread_mutex_unlock(&mutex);
  return error;
}

static PJRT_Error *layouts_of_outputs(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args *args) {
  PJRT_Executable *executable = args->executable;
  args->num_outputs = executable->function->result_count;
  PJRT_Error *error =
      make_layouts(&executable->result_layouts, executable->function->results, executable->function->result_count);
  args->layouts = executable->result_layouts;
  return error;
}

static PJRT_Error *layouts_of_parameters(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args *args) {
  PJRT_Executable *executable = args->executable;
  args->num_parameters = executable->function->argument_count;
  PJRT_Error *error = make_layouts(&executable->argument_layouts, executable->function->arguments,
                                   executable->function->argument_count);
  args->layouts = executable->argument_layouts;
  return error;
}

PJRT_Layouts_Extension tern_pjrt_first_extension = {
    .base = {.struct_size = PJRT_Layouts_Extension_STRUCT_SIZE,
             .type = PJRT_Extension_Type_Layouts,
             .next = &tern_pjrt_shardings_extension.base},
    .PJRT_Layouts_MemoryLayout_Destroy = destroy,
    .PJRT_Layouts_MemoryLayout_Serialize = serialize,
    .PJRT_Layouts_PJRT_Client_GetDefaultLayout = layout_of_client,
    .PJRT_Layouts_PJRT_Buffer_MemoryLayout = layout_of_buffer,
    .PJRT_Layouts_PJRT_Topology_GetDefaultLayout = layout_of_topology,
    .PJRT_Layouts_PJRT_Executable_GetOutputLayouts = layouts_of_outputs,
    .PJRT_Layouts_PJRT_Executable_GetParameterLayouts = layouts_of_parameters,
};
