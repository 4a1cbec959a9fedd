// The runtime: devices, buffers, executables, command buffers and semaphores.
//
// A *device* runs *command buffers*, recorded lists of dispatches, copies and fills, over *buffers* in memory that it
// can see, with kernels out of *executables*. *Semaphores* order submissions among each other and with the host. The
// same calls drive every kind of device; what a kind cannot do is refused with TERN_UNSUPPORTED.
//
//   tern_device_t *device = NULL;
//   TERN_RETURN_IF_ERROR(tern_device_create("cpu", NULL, &device));
//   ... tern_buffer_wrap(device, ...), tern_executable_create(device, ...) ...
//   tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, bindings, 3);
//   tern_command_buffer_end(commands);
//   tern_device_execute(device, commands);
//
// Conventions, for every declaration below unless it says otherwise:
// - Objects are reference-counted. `create`, `allocate` and `wrap` give one reference to the caller; `retain` adds one,
//   `release` gives one back and destroys the object with the last; both are thread-safe and ignore NULL. A
//   command buffer keeps alive what was recorded into it. Objects may outlive their device, but it runs nothing any
//   more. A release callback of the user's must not give back the last reference to a device.
// - Outputs come last, named `out_x`; they are NULL or 0 after a failure. Other pointers are borrowed for the call.
// - All objects of one call belong to the same device; others are refused with TERN_INVALID_ARGUMENT where they can be
//   told apart.
// - Sizes and offsets are in bytes. Times are in nanoseconds.
// - Thread-safe objects may be used by any thread at any time; thread-compatible ones by one thread at a time.

#ifndef TERN_RUNTIME_H_
#define TERN_RUNTIME_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/dispatch.h"
#include "tern/status.h"
#include "tern/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// A processor with its memory and its queue. Thread-safe.
typedef struct tern_device_t tern_device_t;
// A run of bytes that a device can see. The object is thread-safe; the contents are the callers' to order.
typedef struct tern_buffer_t tern_buffer_t;
// Kernels in the form a device runs, with a description of each entry point. Immutable, thread-safe.
typedef struct tern_executable_t tern_executable_t;
// A recorded list of commands. Thread-compatible while it is recorded, immutable and thread-safe after its end.
typedef struct tern_command_buffer_t tern_command_buffer_t;
// A counter that only grows, which host and devices signal and wait for (a Vulkan timeline semaphore). Thread-safe.
typedef struct tern_semaphore_t tern_semaphore_t;

// Stands for "from the offset to the end of the buffer".
#define TERN_WHOLE_BUFFER ((size_t)-1)
// Stands for "as long as it takes".
#define TERN_TIMEOUT_INFINITE UINT64_MAX

//---- Devices ----

// Names of the drivers in this build, in the order of preference: the `index`-th, or NULL behind the last. Static
// storage.
TERN_API const char *tern_driver_name_at(size_t index);

enum tern_device_flag_bits_t {
  // Fill the memory of new buffers with 0xFF bytes (NaN in every float format, -1 in integers), so that elements that a
  // kernel forgets to write are noticed.
  TERN_DEVICE_FLAG_POISON_BUFFERS = 1u << 0,
};
typedef uint32_t tern_device_flags_t;

// How to create a device. Zero-initialise for the defaults.
//
// Pinned threads. With `cpu_ids` or `numa_nodes` (not both) the threads of a CPU device run on the processors chosen for them
// and on no others. They are chosen out of the affinity mask of the thread that creates the device. The submitting
// thread counts as the first one, whose processors are left free for it, but the device never changes its mask: it runs
// where the caller lets it run, or on them after tern_device_pin_thread(). Submissions that have to wait for semaphores run
// on a thread of the device's instead, which is pinned to them.
//
// Memory is not placed: the system takes each page of a buffer from the NUMA node of the thread that first writes to it. With
// TERN_DEVICE_FLAG_POISON_BUFFERS that is always the thread that allocates.
typedef struct tern_device_options_t {
  uint32_t thread_count;      // host threads that run kernels, the submitting one included; 0: one per online
                              // processor that the process may use. Ignored by devices that run no host code.
  tern_device_flags_t flags;  // tern_device_flag_bits_t
  const char *cpu_variant;    // of a CPU: the name of the code to run, as tern-compile's --target-cpu has it, of
                              // executables that have code for several processors; NULL: the best that runs. Borrowed
                              // for the call. Ignored by other devices, and by libternrt-cpu.
  // The next two pin the threads of a CPU; NULL: they are not. Borrowed for the call. Ignored by other devices, and by
  // libternrt-cpu.
  //
  // A processor for each thread, in order: numbers of the system and ranges of them, such as "0-3,8", none twice.
  // `thread_count` is at most as many as are listed, and 0 stands for that.
  const char *cpu_ids;
  // NUMA nodes: such a list, "all", or "current" for that of the calling thread. Each thread may run on all processors of one
  // node. Nodes have threads in proportion to their processors, first those of the first node. `thread_count` is at most the
  // number of processors, and 0 stands for that.
  const char *numa_nodes;
} tern_device_options_t;

// Number of devices that `driver` can create. Errors: TERN_NOT_FOUND if there is no such driver, or if what it needs is
// not installed (a Vulkan loader, say), with what to do in the message.
TERN_API tern_status_t tern_driver_device_count(const char *driver, size_t *out_count);

// One limit or feature of a device, as text.
typedef struct tern_device_row_t {
  const char *key;    // such as "shared memory"
  const char *value;  // such as "32768 bytes", "yes" or "no"
} tern_device_row_t;

// What a device is and can do. Immutable; thread-safe.
typedef struct tern_device_description_t {
  const char *uri;          // what tern_device_create() takes
  const char *driver;       // the driver's name
  const char *name;         // the device's name
  const char *type;         // such as "cpu" or "discrete gpu"
  const char *api_version;  // of the API that the driver uses; empty if there is none
  const tern_device_row_t *rows;
  size_t row_count;
} tern_device_description_t;

// Describes the `ordinal`-th device of `driver` without creating it. `*out_description` is owned by the caller:
// tern_device_description_destroy(). Errors: TERN_NOT_FOUND if there is no such driver or device; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_driver_describe_device(const char *driver, size_t ordinal,
                                                   tern_device_description_t **out_description);
// NULL is ignored.
TERN_API void tern_device_description_destroy(tern_device_description_t *description);
// Renders the descriptions of all devices of `driver` (NULL: of all drivers) as a table for people. A driver whose system
// part is not installed is a line that says so. `*out_text` is owned by the caller: free().
// Errors: TERN_NOT_FOUND if there is no such driver; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_device_list(const char *driver, char **out_text);

// Creates a device.
//
// `uri` is a driver's name, or "NAME://ORDINAL" (or "NAME:ORDINAL") for one of several devices. `options` may be NULL.
// CUDA devices are those that CUDA_VISIBLE_DEVICES lets the driver see, in its order.
// Vulkan devices read the environment: with TERN_VULKAN_VALIDATION=1 the validation layers check every call; compiled
// pipelines are kept in $TERN_CACHE_DIR, or else $XDG_CACHE_HOME/tern or ~/.cache/tern; an empty TERN_CACHE_DIR keeps none.
// Errors: TERN_NOT_FOUND if there is no such driver, device, processor or NUMA node; TERN_INVALID_ARGUMENT for a malformed uri
// or list, processors that may not be used or are too few; TERN_OUT_OF_MEMORY; TERN_UNSUPPORTED if the system refuses
// threads, or to pin them.
TERN_API tern_status_t tern_device_create(const char *uri, const tern_device_options_t *options,
                                          tern_device_t **out_device);
// Pins the calling thread, for good, to the processors that a device with pinned threads left for the submitting one.
// Threads that it creates inherit that, and so do the defaults of devices: create them, and compile, before. Does nothing if the
// device's threads are not pinned. Not in libternrt-cpu. Errors: TERN_UNSUPPORTED if the system refuses.
TERN_API tern_status_t tern_device_pin_thread(const tern_device_t *device);
TERN_API void tern_device_retain(tern_device_t *device);
// The last release waits for submissions that run, and fails those that still wait for a semaphore.
TERN_API void tern_device_release(tern_device_t *device);

// The name of the device's driver, such as "cpu". Static storage.
TERN_API const char *tern_device_driver_name(const tern_device_t *device);

// What can be asked about a device.
typedef enum tern_device_property_t {
  TERN_DEVICE_PROPERTY_THREAD_COUNT,              // host threads that run kernels
  TERN_DEVICE_PROPERTY_BUFFER_ALIGNMENT,          // bytes, a power of two: alignment of every allocated buffer
  TERN_DEVICE_PROPERTY_VALIDATION_MESSAGE_COUNT,  // errors and warnings of the API's validation layers so far
  TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT,   // allocations that the device's API sees now; cpu: all that were made
                                                  // for buffers so far
  TERN_DEVICE_PROPERTY_QUEUE_COUNT,               // queues that run submissions
  TERN_DEVICE_PROPERTY_ARCHITECTURE,              // CUDA: compute capability, 90 for 9.0
  // Not in libternrt-cpu: bytes of the buffers that were allocated and not released, those that sessions keep for later
  // included; and the most that there were. Buffers that wrap memory are not counted.
  TERN_DEVICE_PROPERTY_MEMORY_LIVE,
  TERN_DEVICE_PROPERTY_MEMORY_PEAK,
} tern_device_property_t;

// Stores the value of `property` to `*out_value`. Errors: TERN_NOT_FOUND if the device knows no such property.
TERN_API tern_status_t tern_device_query(const tern_device_t *device, tern_device_property_t property,
                                         int64_t *out_value);

// Renders the device's limits and features as the attribute `#spirv.target_env<...>`, for the compiler to compile for
// this device. `*out_text` is owned by the caller: free(). Errors: TERN_UNSUPPORTED for a device that takes no SPIR-V.
TERN_API tern_status_t tern_device_target_env(const tern_device_t *device, char **out_text);

// Copies the latest message of the API's validation layers to `*out_text` (owned by the caller: free()); empty if there
// was none. Errors: TERN_UNSUPPORTED for a device whose API has no such layers.
TERN_API tern_status_t tern_device_validation_message(const tern_device_t *device, char **out_text);

// A list of semaphores with a value for each: what a submission waits for or signals. Zero-initialise for none.
typedef struct tern_semaphore_list_t {
  tern_semaphore_t *const *semaphores;
  const uint64_t *values;
  size_t count;
} tern_semaphore_list_t;

// Submits ended command buffers.
//
// They run one after the other, as if recorded as one with barriers between them, once every semaphore of `wait` has
// reached its value; then every semaphore of `signal` is set to its value. Submissions that do not wait for one
// another may run in any order or at the same time. `command_buffer_count` may be 0: then the call only joins
// semaphores. The lists are copied; the objects in them are retained until the submission is over. A device may do
// the work before the call returns.
//
// A failure of the work, or of a semaphore waited for, makes the semaphores of `signal` fail; if there are none,
// tern_device_wait_idle() reports it.
// Errors: TERN_FAILED_PRECONDITION for a command buffer that has not ended; TERN_INVALID_ARGUMENT for objects of
// another driver; TERN_OUT_OF_MEMORY. After an error nothing was submitted.
TERN_API tern_status_t tern_device_submit(tern_device_t *device, tern_semaphore_list_t wait,
                                          tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                                          tern_semaphore_list_t signal);
// Submits one command buffer and waits for its end. Errors: those of tern_device_submit(), or why the work failed.
TERN_API tern_status_t tern_device_execute(tern_device_t *device, tern_command_buffer_t *command_buffer);
// Waits until no submission is left. Reports the first failure of a submission without semaphores to signal since the
// last call.
TERN_API tern_status_t tern_device_wait_idle(tern_device_t *device);

//---- Buffers ----

// What a buffer may be used for. A device may place it better the less is asked.
enum tern_buffer_usage_bits_t {
  TERN_BUFFER_USAGE_TRANSFER = 1u << 0,  // commands may copy, fill and update it
  TERN_BUFFER_USAGE_DISPATCH = 1u << 1,  // kernels may use it
  TERN_BUFFER_USAGE_MAPPING = 1u << 2,   // the host may map it
  TERN_BUFFER_USAGE_DEFAULT = TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_DISPATCH | TERN_BUFFER_USAGE_MAPPING,
};
typedef uint32_t tern_buffer_usage_t;

// Allocates `size` bytes of memory for `usage` (0 is TERN_BUFFER_USAGE_DEFAULT). The contents are undefined.
// Errors: TERN_OUT_OF_MEMORY, TERN_OUT_OF_RANGE if the device has no buffers of that size.
TERN_API tern_status_t tern_buffer_allocate(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                            tern_buffer_t **out_buffer);

// Called when the memory of a wrapped buffer is no longer used, on whichever thread gives the last reference back.
typedef void (*tern_buffer_release_fn_t)(void *user_data, void *data);

// Makes a buffer of memory of the caller's, without a copy. `data` (`size` bytes) must live until `release` is called
// with `user_data`; with `release` NULL, until the buffer is destroyed. On failure `release` is not called.
// Errors: TERN_INVALID_ARGUMENT if `data` is NULL and `size` is not 0; TERN_UNSUPPORTED if the device cannot see such
// memory; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_buffer_wrap(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                                        tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer);
TERN_API void tern_buffer_retain(tern_buffer_t *buffer);
TERN_API void tern_buffer_release(tern_buffer_t *buffer);
// Size in bytes, as it was asked for.
TERN_API size_t tern_buffer_size(const tern_buffer_t *buffer);
// The address of its first byte on the device, for kernels that take addresses (tern/kernel.h). Lives as long as the buffer.
// Errors: TERN_UNSUPPORTED if buffers of the device have none.
TERN_API tern_status_t tern_buffer_address(const tern_buffer_t *buffer, uint64_t *out_address);

// What the host does with mapped memory.
enum tern_map_access_bits_t {
  TERN_MAP_ACCESS_READ = 1u << 0,
  TERN_MAP_ACCESS_WRITE = 1u << 1,
};
typedef uint32_t tern_map_access_t;

// Makes the bytes from `offset` on visible to the host at `*out_data`, `size` of them (TERN_WHOLE_BUFFER: to the end).
// What the device wrote before the map is seen, and what the host writes is seen by submissions after the unmap; the
// caller keeps the device from the range in between. A map for writing only shows undefined bytes, and all of them count
// as written: add TERN_MAP_ACCESS_READ to keep what the host does not touch. A range of no bytes may give any address.
// Errors: TERN_OUT_OF_RANGE; TERN_FAILED_PRECONDITION if the buffer was not made with TERN_BUFFER_USAGE_MAPPING.
TERN_API tern_status_t tern_buffer_map(tern_buffer_t *buffer, tern_map_access_t access, size_t offset, size_t size,
                                       void **out_data);
// Ends a map: `offset`, `size` and `access` are those of the map.
TERN_API tern_status_t tern_buffer_unmap(tern_buffer_t *buffer, tern_map_access_t access, size_t offset, size_t size);
// Copies host memory into the buffer from `offset` on, or out of it. As a map, a copy and an unmap; same errors.
TERN_API tern_status_t tern_buffer_write(tern_buffer_t *buffer, size_t offset, const void *data, size_t size);
TERN_API tern_status_t tern_buffer_read(tern_buffer_t *buffer, size_t offset, void *data, size_t size);

//---- Executables ----

// Called when an executable no longer needs what it was made from, on whichever thread gives the last reference back.
typedef void (*tern_executable_release_fn_t)(void *user_data);

// What an executable is made from.
typedef struct tern_executable_params_t {
  // Form of the code: "entry-points" for function pointers in this process (CPU: compiled in process or linked in).
  // "spirv": `data` is a SPIR-V module of 32-bit words in the byte order of the host (Vulkan). The entry points have no
  // `fn`; each runs its `kernels` in order, or, if it has none, the one function of its own name, with the grid of
  // `workgroup_count` or of the caller.
  // "cuda-nvptx-fb": `data` is PTX, a cubin, a fatbin, or an image of several of them (CUDA). The entry points have no
  // `fn`; each runs its `kernels` in order.
  const char *format;
  const void *data;  // the code in a form that needs loading; borrowed for the call; NULL for "entry-points"
  size_t data_size;  // bytes
  // The entry points. The table and all it refers to must live until `release` is called, or, without `release`, until
  // the executable is destroyed; it is not copied.
  const tern_entry_point_t *entry_points;
  size_t entry_point_count;
  tern_executable_release_fn_t release;  // may be NULL
  void *user_data;                       // passed to `release`; keeps, say, the JIT session alive
  // What each entry point costs, for tern/profile.h: as many as there are entry points, and borrowed like them; NULL if nobody
  // knows.
  const tern_cost_info_t *costs;
  // How each is launched with addresses and numbers (tern/kernel.h), likewise; NULL for dispatches.
  const struct tern_kernel_signature_t *signatures;
} tern_executable_params_t;

// Makes an executable. On failure `release` is not called.
// Errors: TERN_UNSUPPORTED for a format the device does not take; TERN_INVALID_ARGUMENT for an entry point without a
// name or code, or whose description is inconsistent; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                              tern_executable_t **out_executable);
TERN_API void tern_executable_retain(tern_executable_t *executable);
TERN_API void tern_executable_release(tern_executable_t *executable);
TERN_API size_t tern_executable_entry_point_count(const tern_executable_t *executable);
// The description of the `ordinal`-th entry point, or NULL behind the last. Lives as long as the executable.
TERN_API const tern_entry_point_t *tern_executable_entry_point_at(const tern_executable_t *executable, size_t ordinal);
// Finds an entry point by name. Errors: TERN_NOT_FOUND.
TERN_API tern_status_t tern_executable_find(const tern_executable_t *executable, const char *name, size_t *out_ordinal);

//---- Command buffers ----

// Part of a buffer: `size` bytes (TERN_WHOLE_BUFFER: to the end) from `offset` on.
typedef struct tern_buffer_range_t {
  tern_buffer_t *buffer;
  size_t offset;
  size_t size;
} tern_buffer_range_t;

// The whole of `buffer`.
static inline tern_buffer_range_t tern_buffer_whole(tern_buffer_t *buffer) {
  tern_buffer_range_t range = {buffer, 0, TERN_WHOLE_BUFFER};
  return range;
}

// Stages of execution, for barriers.
enum tern_stage_bits_t {
  TERN_STAGE_TRANSFER = 1u << 0,  // fills, copies, updates
  TERN_STAGE_DISPATCH = 1u << 1,  // kernels
  TERN_STAGE_HOST = 1u << 2,      // accesses by the host to mapped memory
  TERN_STAGE_ALL = TERN_STAGE_TRANSFER | TERN_STAGE_DISPATCH | TERN_STAGE_HOST,
};
typedef uint32_t tern_stages_t;

// Creates an empty command buffer, open for recording. It may be submitted any number of times after its end.
// Errors: TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer);
TERN_API void tern_command_buffer_retain(tern_command_buffer_t *command_buffer);
TERN_API void tern_command_buffer_release(tern_command_buffer_t *command_buffer);

// The calls from here to tern_command_buffer_end() record one command each. A command may run at the same time as the
// others recorded since the last barrier, or in any order with them. All check their arguments when they record: a
// refused command leaves the command buffer as it was. Common errors: TERN_FAILED_PRECONDITION after the end, or
// for a buffer not made for the use; TERN_OUT_OF_RANGE for a range that leaves its buffer.

// Records a dispatch of entry point `ordinal` of `executable`.
//
// `workgroup_count` is the grid, or NULL to have the entry point compute it from the push constants; a count of 0
// records nothing. A grid that is given is that of all kernels of an entry point. `push_constants` are `push_constant_count` words, copied. `bindings` are `binding_count` ranges in
// the order of the entry point's list; each must hold the array that the list describes, dynamic dimensions included,
// and be aligned as it says.
// Errors: TERN_INVALID_ARGUMENT for a wrong number of push constants or bindings, a misaligned binding, or arrays that
// overlap in a buffer and of which the kernel writes one; TERN_OUT_OF_RANGE for an ordinal that does not exist or a
// binding that is too small, with the binding's name, type and sizes in the message.
TERN_API tern_status_t tern_command_buffer_dispatch(tern_command_buffer_t *command_buffer,
                                                    tern_executable_t *executable, size_t ordinal,
                                                    const uint32_t workgroup_count[3], const uint32_t *push_constants,
                                                    size_t push_constant_count, const tern_buffer_range_t *bindings,
                                                    size_t binding_count);
// Records a barrier: what earlier commands of the stages `source` did is over and visible before later commands of the
// stages `target` begin. Errors: TERN_INVALID_ARGUMENT for unknown stages.
TERN_API tern_status_t tern_command_buffer_barrier(tern_command_buffer_t *command_buffer, tern_stages_t source,
                                                   tern_stages_t target);
// Records a fill of `target` with the `pattern_size` bytes at `pattern`, repeated. `pattern_size` is 1, 2, 4 or 8;
// offset and size of the range must be multiples of it (TERN_INVALID_ARGUMENT).
TERN_API tern_status_t tern_command_buffer_fill(tern_command_buffer_t *command_buffer, tern_buffer_range_t target,
                                                const void *pattern, size_t pattern_size);
// Records a copy. Both ranges must have the same size and not overlap (TERN_INVALID_ARGUMENT).
TERN_API tern_status_t tern_command_buffer_copy(tern_command_buffer_t *command_buffer, tern_buffer_range_t source,
                                                tern_buffer_range_t target);
// The most bytes that one update can carry.
#define TERN_UPDATE_SIZE_MAX ((size_t)65536)
// Records a copy of `data` into `target`. The data (as many bytes as the range has, at most TERN_UPDATE_SIZE_MAX, else
// TERN_OUT_OF_RANGE) is captured now.
TERN_API tern_status_t tern_command_buffer_update(tern_command_buffer_t *command_buffer, const void *data,
                                                  tern_buffer_range_t target);
// Time stamps that one command buffer can hold.
#define TERN_TIMESTAMP_COUNT_MAX 64u
// Records that the time is to be written to slot `slot` once all commands recorded before are over. Errors:
// TERN_OUT_OF_RANGE for a slot from TERN_TIMESTAMP_COUNT_MAX on; TERN_UNSUPPORTED if the device has no clock.
TERN_API tern_status_t tern_command_buffer_timestamp(tern_command_buffer_t *command_buffer, uint32_t slot);
// Stores the nanoseconds on the device's clock between the time stamps in two slots, as the latest submission that is
// over wrote them, to `*out_nanoseconds`. The caller has waited for that submission and has no other one running.
// Errors: TERN_FAILED_PRECONDITION if one of the two was not written; TERN_OUT_OF_RANGE for a slot that does not exist.
TERN_API tern_status_t tern_command_buffer_elapsed(tern_command_buffer_t *command_buffer, uint32_t start_slot,
                                                   uint32_t end_slot, uint64_t *out_nanoseconds);
// Ends the recording; from now on the command buffer can be submitted.
TERN_API tern_status_t tern_command_buffer_end(tern_command_buffer_t *command_buffer);

//---- Semaphores ----

// Creates a semaphore that holds `initial_value`. Errors: TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_semaphore_create(tern_device_t *device, uint64_t initial_value,
                                             tern_semaphore_t **out_semaphore);
TERN_API void tern_semaphore_retain(tern_semaphore_t *semaphore);
TERN_API void tern_semaphore_release(tern_semaphore_t *semaphore);
// Stores the value reached so far to `*out_value`. If the semaphore failed, returns why instead.
TERN_API tern_status_t tern_semaphore_query(tern_semaphore_t *semaphore, uint64_t *out_value);
// Sets the value from the host. Errors: TERN_INVALID_ARGUMENT if `value` is not above the present one;
// TERN_FAILED_PRECONDITION if the semaphore failed.
TERN_API tern_status_t tern_semaphore_signal(tern_semaphore_t *semaphore, uint64_t value);
// Makes the semaphore fail for good: whoever waits for it, now or later, gets `status`. A semaphore that failed already
// keeps its first status. TERN_OK is taken as TERN_INTERNAL.
TERN_API void tern_semaphore_fail(tern_semaphore_t *semaphore, tern_status_t status);
// Waits until the value is at least `value`, for at most `timeout` nanoseconds (0: only look; TERN_TIMEOUT_INFINITE).
// `*out_reached` (may be NULL) tells success from timeout. If the semaphore failed, returns why instead.
TERN_API tern_status_t tern_semaphore_wait(tern_semaphore_t *semaphore, uint64_t value, uint64_t timeout,
                                           bool *out_reached);

#ifdef __cplusplus
}
#endif

#endif  // TERN_RUNTIME_H_
