// The driver of the CPU device: the driver's functions on the host's memory and processors.
//
// Work in streams is done when it is asked for, by all threads of a pool, and is over when the call returns; what goes wrong in a
// kernel is told by the calls that follow, as of a GPU. Graphs are lists of such work.
//
//   driver.c   the table, the device's attributes, limits
//   memory.c   memory, and what is known of addresses
//   streams.c  streams, events, graphs
//   modules.c  kernels and variables compiled ahead of time (base/device_module.h), and whose they are
//   grid.c     a launch: blocks dealt to threads of the pool
//   block.c    a block: which of its threads run next, from point to point
//   warp.c     what the threads of a warp do together
//   library.c  what code of kernels calls
//
// Thread-safe.

#ifndef TERN_RUNTIME_CUDART_CPU_CPU_H_
#define TERN_RUNTIME_CUDART_CPU_CPU_H_

#include <cuda/cuda_runtime_api.h>

#include "base/device_module.h"
#include "runtime/cudart/driver.h"

enum { CPU_MAX_THREADS_OF_BLOCK = 1024, CPU_SHARED_SIZE = 48 << 10, CPU_SHARED_SIZE_OPT_IN = 227 << 10 };

// --- modules.c
typedef struct cpu_function {
  const tern_device_kernel_t *kernel;
  int dynamic_limit;  // bytes that a launch may ask for
  int carveout;
  struct cpu_function *next;
} cpu_function_t;

// Binds the next module that has `name`, and that no binary has, to `binary`, unless one is bound.
void cudart_cpu_bind(void *binary, const char *name);
void cudart_cpu_forget(void *binary);
result_t cudart_cpu_module(void *binary, handle_t *out_module);
result_t cpu_module_function(handle_t *function, handle_t module, const char *name);
result_t cpu_module_variable(void **address, size_t *size, handle_t module, const char *name);
result_t cpu_function_attribute(int *value, int attribute, handle_t function);
result_t cpu_function_set_attribute(handle_t function, int attribute, int value);
result_t cpu_occupancy(int *blocks, handle_t function, int block_size, size_t shared_size, unsigned flags);
result_t cpu_occupancy_shared(size_t *size, handle_t function, int blocks, int block_size);

// --- grid.c
typedef struct cpu_launch {
  const cpu_function_t *function;
  uint32_t grid[3], block[3], shared_size;
  void *const *arguments;
} cpu_launch_t;
// Runs a launch to its end. An error of the kernel is kept as the device's fault.
result_t cpu_run(const cpu_launch_t *launch, bool is_cooperative);
int cpu_thread_count(void);

// The fault of the device: what a kernel did wrong. 0: nothing. All calls give it until the device is reset.
result_t cpu_fault(void);
void cpu_set_fault(result_t fault);

// --- block.c
typedef struct cpu_block {
  tern_device_block_t view;  // what the kernel's code sees; first
  const tern_device_kernel_t *kernel;
  int32_t point;  // of all threads, or TERN_DEVICE_POINT_MIXED
  size_t frame_capacity, shared_capacity, thread_capacity;
  char *frame, *shared;
} cpu_block_t;
// Makes room for the block sizes of a launch, which may be larger than before. False: no memory.
bool cpu_block_prepare(cpu_block_t *block, const cpu_launch_t *launch);
void cpu_block_free(cpu_block_t *block);
typedef enum cpu_block_state { CPU_BLOCK_ENDED, CPU_BLOCK_AT_GRID_BARRIER, CPU_BLOCK_STUCK } cpu_block_state_t;
// Runs the block's threads from `block->point` until they ended or wait for other blocks.
cpu_block_state_t cpu_block_run(cpu_block_t *block);

// --- warp.c
// The operation of a point for the threads of a warp, which begins at thread `base`, whose bits are set in `group`.
void cpu_warp_operate(tern_device_block_t *block, tern_device_point_kind_t kind, uint32_t base, uint32_t group);

// --- library.c
// Ends the kernel that the thread runs with a fault. Does not return.
_Noreturn void cpu_abandon(result_t fault);
// Runs `work` so that cpu_abandon(), and accesses of memory that is not there, end it. Gives the fault.
result_t cpu_guarded(void (*work)(void *user), void *user);

// --- memory.c, streams.c: functions of the table
// clang-format off
#define CPU_FUNCTIONS(X)                                                                                              \
  X(memory_allocate)                                                                                                  \
  X(memory_allocate_managed) X(memory_allocate_pitch) X(memory_free) X(memory_info) X(memory_advise)                  \
      X(memory_prefetch) X(host_allocate) X(host_free) X(host_register) X(host_unregister) X(host_device_pointer)     \
          X(host_flags) X(pointer_attributes) X(copy) X(copy_async) X(copy_3d) X(copy_3d_async) X(fill) X(fill_async) \
              X(fill_2d_async) X(pool_default) X(pool_current) X(pool_set_current) X(pool_create) X(pool_destroy)     \
                  X(pool_trim) X(pool_set_attribute) X(pool_attribute) X(memory_allocate_async)                       \
                      X(memory_allocate_from) X(memory_free_async) X(stream_create) X(stream_destroy)                 \
                          X(stream_synchronize) X(stream_query) X(stream_wait) X(stream_flags) X(stream_priority)     \
                              X(stream_attach) X(stream_call_host) X(stream_begin_capture) X(stream_end_capture)      \
                                  X(stream_is_capturing) X(event_create) X(event_destroy) X(event_record)             \
                                      X(event_query) X(event_synchronize) X(event_elapsed) X(launch)                  \
                                          X(launch_cooperative) X(launch_extended) X(graph_create) X(graph_destroy)   \
                                              X(graph_add_kernel) X(graph_add_copy) X(graph_add_fill)                 \
                                                  X(graph_add_host) X(graph_add_empty) X(graph_nodes)                 \
                                                      X(graph_instantiate) X(graph_launch) X(graph_upload)            \
                                                          X(graph_exec_destroy)
// clang-format on
// Each is declared with the type that the table has for it.
#define X(name) extern __typeof__(*((driver_t *)0)->name) cpu_##name;
CPU_FUNCTIONS(X)
#undef X

void cpu_copy_now(const driver_copy_t *copy);
void cpu_forget_memory(void);

#endif  // TERN_RUNTIME_CUDART_CPU_CPU_H_
