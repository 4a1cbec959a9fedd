// Kernels that are launched with addresses and numbers, such as those of Triton: no interface of buffers, no host program. The
// caller says how many programs there are and what each argument is, as with the launch functions of a GPU's own API.
//
//   tern_module_t *module;
//   tern_kernel_t *kernel;
//   TERN_RETURN_IF_ERROR(tern_module_load_file("add.tern", &module));
//   TERN_RETURN_IF_ERROR(tern_kernel_load(device, module, "add_kernel", &kernel));
//   const uint32_t grid[3] = {(count + 1023) / 1024, 1, 1};
//   const void *arguments[] = {&x, &y, &sum, &count};  // float *x, *y, *sum: addresses on the device
//   TERN_RETURN_IF_ERROR(tern_kernel_launch(kernel, grid, arguments, NULL));
//   TERN_RETURN_IF_ERROR(tern_device_wait_idle(device));
//   tern_kernel_release(kernel);
//
// A module may have a kernel several times, each compiled for arguments that are known to be divisible by some number, or to be 1:
// the first that fits is taken at each launch. So the one that is compiled for anything stands last.

#ifndef TERN_KERNEL_H_
#define TERN_KERNEL_H_

#include "tern/module.h"
#include "tern/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tern_kernel_argument_kind_t {
  TERN_KERNEL_ARGUMENT_NUMBER = 0,
  TERN_KERNEL_ARGUMENT_POINTER = 1,
  TERN_KERNEL_ARGUMENT_DESCRIPTOR = 2,
} tern_kernel_argument_kind_t;

#define TERN_KERNEL_RANK_MAX 5
// The code reads through addresses, as on chips that have no tensor maps: a kernel of CUDA takes the address, the sizes, the
// strides and how to fill as parameters.
#define TERN_KERNEL_WITHOUT_TENSOR_MAP UINT32_MAX

// An argument of a kernel. Immutable. The numbers are part of the format of modules.
typedef struct tern_kernel_argument_t {
  uint32_t kind;          // tern_kernel_argument_kind_t
  uint32_t element_type;  // tern_element_type_t: of the number, of what lies at the address, or of the tensor
  // Code relies on it: this number divides the number, or the address in bytes; 0: the number is 1.
  uint32_t divisibility;
  // Of descriptors: the rank, the size in each dimension of what one copy takes, and how a block is swizzled in workgroup memory (as
  // cuTensorMapEncodeTiled() has it), or TERN_KERNEL_WITHOUT_TENSOR_MAP.
  uint32_t rank;
  uint32_t block[TERN_KERNEL_RANK_MAX];
  uint32_t swizzle;
} tern_kernel_argument_t;

// How an entry point is launched. Immutable.
typedef struct tern_kernel_signature_t {
  const tern_kernel_argument_t *arguments;
  uint32_t argument_count;
  // Memory of the device that each workgroup of a GPU has for itself: bytes, and the alignment.
  uint32_t scratch_size, scratch_alignment;
} tern_kernel_signature_t;

// What a descriptor is made of: a dense tensor, or a part of one, in memory. The last dimension is contiguous.
typedef struct tern_kernel_tensor_t {
  uint64_t address;                       // of the first element, on the device
  int64_t dims[TERN_KERNEL_RANK_MAX];     // in elements
  int64_t strides[TERN_KERNEL_RANK_MAX];  // in elements; that of the last dimension is 1
  uint32_t fills_with_nan;                // what lies outside reads as NaN (1) or as zero (0)
} tern_kernel_tensor_t;

//---- Launching ----

// Does the module have kernels?
TERN_API bool tern_module_holds_kernels(const tern_module_t *module);

// A kernel, loaded for one device. Immutable; thread-safe.
typedef struct tern_kernel_t tern_kernel_t;

// Loads the kernel `name` from all executables of `module` for the device; NULL: the only kernel there is. `*out_kernel` has one
// reference, the caller's, and keeps the device and the module.
// Errors: TERN_NOT_FOUND if the module has no kernel of that name for the device, with those it has; TERN_UNSUPPORTED if the
// device cannot run its code; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_kernel_load(tern_device_t *device, tern_module_t *module, const char *name,
                                        tern_kernel_t **out_kernel);
TERN_API void tern_kernel_retain(tern_kernel_t *kernel);
// The caller waits for launches first. NULL is ignored.
TERN_API void tern_kernel_release(tern_kernel_t *kernel);

TERN_API const char *tern_kernel_name(const tern_kernel_t *kernel);
TERN_API size_t tern_kernel_argument_count(const tern_kernel_t *kernel);
// The `index`-th argument as the last variant has it, which asks for the least; NULL behind the last. Lives as long as the kernel.
TERN_API const tern_kernel_argument_t *tern_kernel_argument_at(const tern_kernel_t *kernel, size_t index);

// Runs the programs of the grid, whose sizes are in x, y and z; nothing if one of them is 0. `arguments[i]` is the address of
// argument i: of a number, in as many bytes as its type takes in an array; of a uint64_t or a pointer, an address on the device
// (on the CPU: of the process); of a tern_kernel_tensor_t. They are read before the call returns.
//
// On the CPU the call returns when all programs have ended. A GPU runs them later, behind what was launched on the same stream
// before: `stream` is a CUstream, or NULL for the stream of the device's submissions. A launch waits for copies to buffers that
// were begun before; copies do not wait for launches: tern_device_wait_idle() does, for the stream of the device. Until it has,
// buffers whose addresses were given are kept.
// Errors: TERN_INVALID_ARGUMENT if no variant is for these arguments, or for a tensor that no descriptor can be made of, with the
// number that is wrong: GPUs want an address and strides in bytes that 16 divides, and 1 as the last stride;
// TERN_OUT_OF_RANGE for a grid beyond the device's; TERN_INTERNAL if a program failed, such as by an assertion, on the CPU;
// TERN_UNSUPPORTED for a stream of a device that has none; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_kernel_launch(const tern_kernel_t *kernel, const uint32_t grid[3],
                                          const void *const *arguments, void *stream);

//---- Kernels that are a part of the program ----

// A module file in the memory of the program. `tern-compile kernels.py -o NAME.o` makes an object file that defines one,
// `NAME_library`, and NAME.h with a function for each of its kernels, which calls what follows. Thread-safe.
typedef struct tern_kernel_library_t {
  const void *data;  // the module file
  uint64_t size;     // bytes
  void *loaded;      // what was made of it so far; NULL at first
} tern_kernel_library_t;

// tern_kernel_launch() of the kernel `name`, which is loaded for the device when it is first asked for, and stays so.
// Errors: those of tern_module_load(), tern_kernel_load() and tern_kernel_launch().
TERN_API tern_status_t tern_kernel_library_launch(tern_kernel_library_t *library, tern_device_t *device,
                                                  const char *name, const uint32_t grid[3],
                                                  const void *const *arguments, void *stream);
// Gives back what is loaded, devices among it; the next launch loads again. The caller waits for launches first.
TERN_API void tern_kernel_library_unload(tern_kernel_library_t *library);

#ifdef __cplusplus
}
#endif

#endif  // TERN_KERNEL_H_
