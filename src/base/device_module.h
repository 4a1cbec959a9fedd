// What code of kernels that was compiled for the CPU ahead of time (src/target/llvm/device/) and the runtime that runs it
// (src/runtime/cudart/) agree on. Both sides read this file; the generated code has offsets of it inside.
//
// A kernel is one function. It runs some threads of a block from one *point* to the next: a place where they wait for others, or
// where they ended. All threads of a call are at the same point. Nothing is on the stack between calls: what lives across points
// lies in the frame, for each variable an array with an element for each thread of the block.

#ifndef TERN_BASE_DEVICE_MODULE_H_
#define TERN_BASE_DEVICE_MODULE_H_

#include <stddef.h>
#include <stdint.h>

enum {
  TERN_DEVICE_VERSION = 1,
  TERN_DEVICE_POINT_START = 0,
  TERN_DEVICE_POINT_MIXED = -1,  // result of a call: each thread's point stands in `next_points`
  TERN_DEVICE_POINT_END = -2,    // the threads have ended
};

// What the threads at a point do before they go on.
typedef enum tern_device_point_kind {
  TERN_DEVICE_JOIN,  // nothing: the start, or a place where paths meet
  TERN_DEVICE_BARRIER,
  TERN_DEVICE_BARRIER_COUNT,  // of threads whose value is not 0
  TERN_DEVICE_BARRIER_AND,
  TERN_DEVICE_BARRIER_OR,
  TERN_DEVICE_GRID_BARRIER,
  TERN_DEVICE_WARP_SYNC,
  TERN_DEVICE_ACTIVE_MASK,
  TERN_DEVICE_SHUFFLE_IDX,
  TERN_DEVICE_SHUFFLE_UP,
  TERN_DEVICE_SHUFFLE_DOWN,
  TERN_DEVICE_SHUFFLE_XOR,
  TERN_DEVICE_VOTE_ALL,
  TERN_DEVICE_VOTE_ANY,
  TERN_DEVICE_VOTE_SAME,
  TERN_DEVICE_BALLOT,
  TERN_DEVICE_MATCH_ANY,
  TERN_DEVICE_MATCH_ALL,
  TERN_DEVICE_REDUCE_ADD,
  TERN_DEVICE_REDUCE_MIN,
  TERN_DEVICE_REDUCE_MAX,
  TERN_DEVICE_REDUCE_UMIN,
  TERN_DEVICE_REDUCE_UMAX,
  TERN_DEVICE_REDUCE_AND,
  TERN_DEVICE_REDUCE_OR,
  TERN_DEVICE_REDUCE_XOR,
} tern_device_point_kind_t;

// A block while it runs. The arrays have an element for each thread, in the order of threadIdx, x fastest.
typedef struct tern_device_block {
  uint32_t grid[3], block[3], index[3], thread[3];  // `thread`: the one that calls a function that was not inlined
  uint32_t dynamic_shared_size, unused;
  void *const *arguments;  // the address of each parameter
  char *shared;            // the kernel's shared memory, then the launch's
  char *frame;             // variable v of a thread: frame + v.offset * thread_count + v.size * thread
  uint64_t thread_count;
  int32_t *next_points;
  // Of the operation of a warp that the thread waits at.
  uint64_t *values;
  uint32_t *lanes, *clamps, *masks;
  uint64_t *results;
  uint32_t *flags;
} tern_device_block_t;

// Runs threads x_begin <= x < x_end, and so on, from `point`. They are all at that point.
typedef int32_t (*tern_device_kernel_code_t)(tern_device_block_t *block, int32_t point, uint32_t x_begin,
                                             uint32_t x_end, uint32_t y_begin, uint32_t y_end, uint32_t z_begin,
                                             uint32_t z_end);

typedef struct tern_device_kernel {
  const char *name;
  tern_device_kernel_code_t code;
  const uint8_t *point_kinds;       // `point_count` of tern_device_point_kind_t
  const uint32_t *parameter_sizes;  // bytes, of `parameter_count`
  uint32_t point_count, parameter_count;
  uint64_t frame_size;   // bytes of all variables of a thread
  uint64_t shared_size;  // static
  uint32_t max_threads;  // of __launch_bounds__; 0: not said
  uint32_t has_grid_barriers;
} tern_device_kernel_t;

typedef struct tern_device_variable {
  const char *name;
  void *address;
  uint64_t size;
} tern_device_variable_t;

typedef struct tern_device_module {
  uint32_t version, kernel_count, variable_count, unused;
  const tern_device_kernel_t *kernels;
  const tern_device_variable_t *variables;
  struct tern_device_module *next;  // the runtime's
  void *owner;                      // the runtime's: the fat binary that this is the code of
} tern_device_module_t;

#endif  // TERN_BASE_DEVICE_MODULE_H_
