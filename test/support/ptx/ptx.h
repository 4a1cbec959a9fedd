// Runs PTX on the host: the text that tern makes for NVIDIA's GPUs, one thread after the other, for tests on machines without one.
//
// It is strict where a GPU is fast. What goes on by itself, copies to shared memory and products of wgmma, happens as late as it
// may, or as early, so that a wait that is missing shows; threads run in an order of choice, so that a barrier that is missing
// shows; and accesses outside of memory end the launch with the line of the instruction. Source: PTX ISA 8.7.

#ifndef TERN_TEST_SUPPORT_PTX_PTX_H_
#define TERN_TEST_SUPPORT_PTX_PTX_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ptx_module ptx_module_t;

typedef struct ptx_launch {
  unsigned grid[3], block[3], cluster[3];  // cluster: 0 or the number of blocks
  unsigned shared_size;                    // bytes of dynamic shared memory
  const char *parameters;                  // as they lie in constant memory
  size_t parameter_size;
  bool is_early;   // do copies and products happen when they are issued? Otherwise when somebody waits
  unsigned order;  // of threads: 0 as they are numbered, 1 backwards, others by chance
  bool
      has_races;  // is it looked for loads and stores of shared memory by two warps with no bar.sync of all between them?
  // Is all of this memory of the device? For accesses that are neither to shared memory nor to a thread's own.
  bool (*is_memory)(uint64_t address, size_t size);
} ptx_launch_t;

// NULL, and what is wrong in `error`.
ptx_module_t *ptx_read(const char *text, char *error, size_t error_size);
void ptx_free(ptx_module_t *module);

// Bytes of static shared memory of a kernel; -1 if there is none of this name.
long ptx_shared_size(const ptx_module_t *module, const char *kernel);

// False, and what is wrong in `error`.
bool ptx_run(const ptx_module_t *module, const char *kernel, const ptx_launch_t *launch, char *error,
             size_t error_size);

// What the 128 bytes of a tensor map hold here. On a GPU nobody knows.
typedef struct ptx_tensor_map {
  uint64_t address;
  uint32_t type;  // CUtensorMapDataType
  uint32_t rank;
  uint32_t dims[5];
  uint32_t box[5];
  uint64_t strides[4];  // bytes, of dimensions from 1 on
  uint32_t steps[5];    // element strides
  uint8_t interleave, swizzle, fill;
} ptx_tensor_map_t;

#endif  // TERN_TEST_SUPPORT_PTX_PTX_H_
