// Streams, events and graphs. What is put into a stream is done at once, or, while the stream is captured, added to a graph; a graph
// does its work in the order in which it was added, which is an order of its dependencies.

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/cudart/cpu/cpu.h"

typedef enum work_kind { WORK_NONE, WORK_COPY, WORK_FILL, WORK_LAUNCH, WORK_HOST, WORK_RECORD, WORK_GRAPH } work_kind_t;

typedef struct graph graph_t;
typedef struct event {
  unsigned flags;
  bool is_recorded;
  struct timespec time;
  graph_t *graph;  // of the capture that it was recorded in
} event_t;

typedef struct work {
  work_kind_t kind;
  union {
    driver_copy_t copy;
    driver_memset_node_t fill;
    struct {
      cpu_launch_t launch;
      bool is_cooperative;
      void **arguments;  // owned, with what they point to
    } kernel;
    driver_host_node_t host;
    event_t *event;
    graph_t *graph;
  };
  struct work *next;
} work_t;

struct graph {
  work_t *first, **last;
  size_t count;
};

typedef struct stream {
  unsigned flags;
  int priority;
  graph_t *capture;  // owned until the capture ends; NULL: none
  bool is_origin;
} stream_t;

static stream_t default_stream;

static stream_t *stream_of(handle_t handle) { return (uintptr_t)handle <= 2 ? &default_stream : handle; }

// --- Work

static void fill_now(const driver_memset_node_t *fill) {
  for (size_t y = 0; y < fill->height; y++) {
    char *row = (char *)fill->target + y * fill->pitch;
    if (fill->element_size == 1) {
      memset(row, (int)fill->value, fill->width);
    } else {
      for (size_t x = 0; x < fill->width; x++) memcpy(row + x * fill->element_size, &fill->value, fill->element_size);
    }
  }
}

static result_t launch_graph(const graph_t *graph);

static result_t do_now(work_t *work) {
  if (cpu_fault()) return cpu_fault();
  switch (work->kind) {
    case WORK_COPY: cpu_copy_now(&work->copy); break;
    case WORK_FILL: fill_now(&work->fill); break;
    case WORK_LAUNCH: return cpu_run(&work->kernel.launch, work->kernel.is_cooperative);
    case WORK_HOST: work->host.function(work->host.data); break;
    case WORK_RECORD:
      clock_gettime(CLOCK_MONOTONIC, &work->event->time);
      work->event->is_recorded = true;
      break;
    case WORK_GRAPH: return launch_graph(work->graph);
    case WORK_NONE: break;
  }
  return cudaSuccess;
}

static result_t launch_graph(const graph_t *graph) {
  for (work_t *work = graph->first; work; work = work->next) {
    result_t result = do_now(work);
    if (result != cudaSuccess) return result;
  }
  return cudaSuccess;
}

// A graph's own copy of a kernel's arguments. Their sizes are not known here, so as many bytes are copied as any parameter that
// fits a register may have; what is larger is not captured.
static work_t *add_work(graph_t *graph, const work_t *work) {
  work_t *copy = malloc(sizeof *copy);
  if (!copy) return NULL;
  *copy = *work;
  copy->next = NULL;
  if (copy->kind == WORK_LAUNCH) {
    const tern_device_kernel_t *kernel = copy->kernel.launch.function->kernel;
    size_t bytes = 0;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) bytes += (kernel->parameter_sizes[i] + 15u) / 16 * 16;
    char *memory = malloc(kernel->parameter_count * sizeof(void *) + 16 + bytes);
    if (!memory) {
      free(copy);
      return NULL;
    }
    void **arguments = (void **)(void *)memory;
    char *values = memory + (kernel->parameter_count * sizeof(void *) + 15) / 16 * 16;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
      arguments[i] = values;
      memcpy(values, work->kernel.launch.arguments[i], kernel->parameter_sizes[i]);
      values += (kernel->parameter_sizes[i] + 15u) / 16 * 16;
    }
    copy->kernel.arguments = arguments;
    copy->kernel.launch.arguments = arguments;
  }
  *graph->last = copy;
  graph->last = &copy->next;
  graph->count++;
  return copy;
}

static result_t submit(handle_t handle, work_t *work) {
  stream_t *stream = stream_of(handle);
  if (stream->capture) return add_work(stream->capture, work) ? cudaSuccess : cudaErrorMemoryAllocation;
  return do_now(work);
}

static driver_copy_t flat_copy(void *target, const void *source, size_t size) {
  driver_copy_t copy = {.width_in_bytes = size, .height = 1, .depth = 1};
  copy.source = (driver_copy_side_t){.memory_type = 4, .device = (void *)source, .pitch = size, .height = 1};
  copy.target = (driver_copy_side_t){.memory_type = 4, .device = target, .pitch = size, .height = 1};
  return copy;
}

result_t cpu_copy_async(void *target, const void *source, size_t size, handle_t stream) {
  work_t work = {.kind = WORK_COPY, .copy = flat_copy(target, source, size)};
  return submit(stream, &work);
}
result_t cpu_copy_3d_async(const driver_copy_t *copy, handle_t stream) {
  work_t work = {.kind = WORK_COPY, .copy = *copy};
  return submit(stream, &work);
}
result_t cpu_fill_2d_async(void *address, size_t pitch, unsigned char value, size_t width, size_t height,
                           handle_t stream) {
  work_t work = {.kind = WORK_FILL, .fill = {address, pitch, value, 1, width, height}};
  return submit(stream, &work);
}
result_t cpu_fill_async(void *address, unsigned char value, size_t count, handle_t stream) {
  return cpu_fill_2d_async(address, count, value, count, 1, stream);
}
result_t cpu_stream_call_host(handle_t stream, void (*function)(void *), void *data) {
  work_t work = {.kind = WORK_HOST, .host = {function, data}};
  return submit(stream, &work);
}

// --- Launches

static result_t prepare(work_t *work, handle_t handle, const unsigned *grid, const unsigned *block,
                        unsigned shared_size, void **parameters) {
  const cpu_function_t *function = handle;
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  int most = 0;
  cpu_function_attribute(&most, 0, handle);
  if (threads > CPU_MAX_THREADS_OF_BLOCK) return cudaErrorInvalidValue;
  if (threads > (uint64_t)most) return cudaErrorLaunchOutOfResources;
  if (shared_size > (unsigned)function->dynamic_limit) return cudaErrorInvalidValue;
  *work = (work_t){.kind = WORK_LAUNCH};
  work->kernel.launch = (cpu_launch_t){.function = function, .shared_size = shared_size, .arguments = parameters};
  memcpy(work->kernel.launch.grid, grid, 3 * sizeof *grid);
  memcpy(work->kernel.launch.block, block, 3 * sizeof *block);
  return cudaSuccess;
}

static result_t launch(handle_t function, const unsigned *grid, const unsigned *block, unsigned shared_size,
                       handle_t stream, void **parameters, bool is_cooperative) {
  work_t work;
  result_t result = cpu_fault();
  if (result == cudaSuccess) result = prepare(&work, function, grid, block, shared_size, parameters);
  if (result != cudaSuccess) return result;
  work.kernel.is_cooperative = is_cooperative;
  return submit(stream, &work);
}

result_t cpu_launch(handle_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                    unsigned block_y, unsigned block_z, unsigned shared_size, handle_t stream, void **parameters,
                    void **extra) {
  if (extra) return cudaErrorNotSupported;
  return launch(function, (unsigned[]){grid_x, grid_y, grid_z}, (unsigned[]){block_x, block_y, block_z}, shared_size,
                stream, parameters, false);
}
result_t cpu_launch_cooperative(handle_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                unsigned block_y, unsigned block_z, unsigned shared_size, handle_t stream,
                                void **parameters) {
  unsigned grid[] = {grid_x, grid_y, grid_z}, block[] = {block_x, block_y, block_z};
  int blocks = 0;
  cpu_occupancy(&blocks, function, (int)(block_x * block_y * block_z), shared_size, 0);
  if ((uint64_t)grid_x * grid_y * grid_z > (uint64_t)blocks * (uint64_t)cpu_thread_count())
    return cudaErrorCooperativeLaunchTooLarge;
  return launch(function, grid, block, shared_size, stream, parameters, true);
}
result_t cpu_launch_extended(const driver_launch_t *config, handle_t function, void **parameters, void **extra) {
  const cudaLaunchAttribute *attributes = config->attributes;
  bool is_cooperative = false;
  if (extra) return cudaErrorNotSupported;
  for (unsigned i = 0; i < config->attribute_count; i++) {
    const cudaLaunchAttributeValue *value = &attributes[i].val;
    if (attributes[i].id == cudaLaunchAttributeCooperative) is_cooperative = value->cooperative;
    if (attributes[i].id == cudaLaunchAttributeClusterDimension &&
        value->clusterDim.x * value->clusterDim.y * value->clusterDim.z > 1) {
      return cudaErrorInvalidClusterSize;  // blocks have no memory of each other's
    }
  }
  return launch(function, config->grid, config->block, config->shared_size, config->stream, parameters, is_cooperative);
}

// --- Streams

result_t cpu_stream_create(handle_t *stream, unsigned flags, int priority) {
  stream_t *made = calloc(1, sizeof *made);
  if (!made) return cudaErrorMemoryAllocation;
  made->flags = flags;
  made->priority = priority < -5 ? -5 : priority > 0 ? 0 : priority;
  *stream = made;
  return cpu_fault();
}
result_t cpu_stream_destroy(handle_t stream) {
  free(stream);
  return cpu_fault();
}
result_t cpu_stream_synchronize(handle_t stream) {
  return stream_of(stream)->capture ? cudaErrorStreamCaptureUnsupported : cpu_fault();
}
result_t cpu_stream_query(handle_t stream) { return cpu_stream_synchronize(stream); }
result_t cpu_stream_wait(handle_t handle, handle_t event, unsigned flags) {
  (void)flags;
  stream_t *stream = stream_of(handle);
  // A stream that waits for a captured event is captured, too.
  if (((event_t *)event)->graph && !stream->capture) stream->capture = ((event_t *)event)->graph;
  return cpu_fault();
}
result_t cpu_stream_flags(handle_t stream, unsigned *flags) {
  *flags = stream_of(stream)->flags;
  return cpu_fault();
}
result_t cpu_stream_priority(handle_t stream, int *priority) {
  *priority = stream_of(stream)->priority;
  return cpu_fault();
}
result_t cpu_stream_attach(handle_t stream, void *address, size_t size, unsigned flags) {
  (void)stream, (void)address, (void)size, (void)flags;
  return cpu_fault();
}

// --- Events

result_t cpu_event_create(handle_t *event, unsigned flags) {
  event_t *made = calloc(1, sizeof *made);
  if (!made) return cudaErrorMemoryAllocation;
  made->flags = flags;
  *event = made;
  return cpu_fault();
}
result_t cpu_event_destroy(handle_t event) {
  free(event);
  return cpu_fault();
}
result_t cpu_event_record(handle_t event, handle_t stream) {
  ((event_t *)event)->graph = stream_of(stream)->capture;
  if (stream_of(stream)->capture) return cpu_fault();  // an edge of the graph, whose order has it already
  work_t work = {.kind = WORK_RECORD, .event = event};
  return submit(stream, &work);
}
result_t cpu_event_query(handle_t event) {
  (void)event;
  return cpu_fault();
}
result_t cpu_event_synchronize(handle_t event) { return cpu_event_query(event); }
result_t cpu_event_elapsed(float *milliseconds, handle_t start, handle_t end) {
  const event_t *from = start, *to = end;
  if (!from->is_recorded || !to->is_recorded || ((from->flags | to->flags) & cudaEventDisableTiming))
    return cudaErrorInvalidResourceHandle;
  double seconds = difftime(to->time.tv_sec, from->time.tv_sec);
  *milliseconds = (float)(seconds * 1e3 + (double)(to->time.tv_nsec - from->time.tv_nsec) * 1e-6);
  return cpu_fault();
}

// --- Graphs

result_t cpu_graph_create(handle_t *graph, unsigned flags) {
  (void)flags;
  graph_t *made = calloc(1, sizeof *made);
  if (!made) return cudaErrorMemoryAllocation;
  made->last = &made->first;
  *graph = made;
  return cpu_fault();
}
result_t cpu_graph_destroy(handle_t handle) {
  graph_t *graph = handle;
  for (work_t *work = graph->first, *next; work; work = next) {
    next = work->next;
    if (work->kind == WORK_LAUNCH) free(work->kernel.arguments);
    if (work->kind == WORK_GRAPH) cpu_graph_destroy(work->graph);
    free(work);
  }
  free(graph);
  return cpu_fault();
}

result_t cpu_stream_begin_capture(handle_t handle, int mode) {
  stream_t *stream = stream_of(handle);
  (void)mode;
  if (stream == &default_stream) return cudaErrorStreamCaptureUnsupported;
  if (stream->capture) return cudaErrorIllegalState;
  handle_t graph;
  result_t result = cpu_graph_create(&graph, 0);
  if (result == cudaSuccess) stream->capture = graph, stream->is_origin = true;
  return result;
}
result_t cpu_stream_end_capture(handle_t handle, handle_t *graph) {
  stream_t *stream = stream_of(handle);
  if (!stream->capture) return cudaErrorIllegalState;
  if (!stream->is_origin) return cudaErrorStreamCaptureUnmatched;
  *graph = stream->capture;
  stream->capture = NULL, stream->is_origin = false;
  return cpu_fault();
}
result_t cpu_stream_is_capturing(handle_t stream, int *status) {
  *status = stream_of(stream)->capture ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cpu_fault();
}

static result_t add_node(handle_t *node, handle_t graph, const work_t *work) {
  *node = add_work(graph, work);
  return *node ? cpu_fault() : cudaErrorMemoryAllocation;
}
result_t cpu_graph_add_kernel(handle_t *node, handle_t graph, const handle_t *before, size_t count,
                              const driver_kernel_node_t *parameters) {
  work_t work;
  (void)before, (void)count;
  if (parameters->extra) return cudaErrorNotSupported;
  result_t result = prepare(&work, parameters->function, parameters->grid, parameters->block, parameters->shared_size,
                            parameters->parameters);
  return result == cudaSuccess ? add_node(node, graph, &work) : result;
}
result_t cpu_graph_add_copy(handle_t *node, handle_t graph, const handle_t *before, size_t count,
                            const driver_copy_t *copy, handle_t context) {
  (void)before, (void)count, (void)context;
  return add_node(node, graph, &(work_t){.kind = WORK_COPY, .copy = *copy});
}
result_t cpu_graph_add_fill(handle_t *node, handle_t graph, const handle_t *before, size_t count,
                            const driver_memset_node_t *fill, handle_t context) {
  (void)before, (void)count, (void)context;
  if (fill->element_size != 1 && fill->element_size != 2 && fill->element_size != 4) return cudaErrorInvalidValue;
  return add_node(node, graph, &(work_t){.kind = WORK_FILL, .fill = *fill});
}
result_t cpu_graph_add_host(handle_t *node, handle_t graph, const handle_t *before, size_t count,
                            const driver_host_node_t *call) {
  (void)before, (void)count;
  return add_node(node, graph, &(work_t){.kind = WORK_HOST, .host = *call});
}
result_t cpu_graph_add_empty(handle_t *node, handle_t graph, const handle_t *before, size_t count) {
  (void)before, (void)count;
  return add_node(node, graph, &(work_t){.kind = WORK_NONE});
}
result_t cpu_graph_nodes(handle_t handle, handle_t *nodes, size_t *count) {
  const graph_t *graph = handle;
  size_t at = 0;
  for (work_t *work = graph->first; nodes && work && at < *count; work = work->next) nodes[at++] = work;
  *count = nodes ? at : graph->count;
  return cpu_fault();
}

// What runs is a copy, so that the graph may be changed or destroyed.
result_t cpu_graph_instantiate(handle_t *exec, handle_t handle, unsigned long long flags) {
  const graph_t *graph = handle;
  (void)flags;
  result_t result = cpu_graph_create(exec, 0);
  for (const work_t *work = graph->first; result == cudaSuccess && work; work = work->next) {
    if (!add_work(*exec, work)) result = cudaErrorMemoryAllocation;
  }
  return result;
}
result_t cpu_graph_launch(handle_t exec, handle_t stream) {
  if (stream_of(stream)->capture) return cudaErrorStreamCaptureUnsupported;
  work_t work = {.kind = WORK_GRAPH, .graph = exec};
  return do_now(&work);
}
result_t cpu_graph_upload(handle_t exec, handle_t stream) {
  (void)exec, (void)stream;
  return cpu_fault();
}
result_t cpu_graph_exec_destroy(handle_t exec) { return cpu_graph_destroy(exec); }
