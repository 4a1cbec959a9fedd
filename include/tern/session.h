// Running whole programs: instances, sessions and calls.
//
//   tern_instance_t *instance;   // registered functions and the allocator; one for a process is enough
//   tern_device_t *device;       // tern/runtime.h
//   tern_module_t *module;       // tern/module.h
//   tern_session_t *session;     // the module bound to the device, with its state
//   tern_tensor_t *results; size_t result_count;
//   TERN_RETURN_IF_ERROR(tern_instance_create(NULL, &instance));
//   TERN_RETURN_IF_ERROR(tern_device_create("cpu", NULL, &device));
//   TERN_RETURN_IF_ERROR(tern_module_load_file("model.tern", &module));
//   TERN_RETURN_IF_ERROR(tern_session_create(instance, &(tern_session_params_t){
//       .modules = &module, .module_count = 1, .devices = &device, .device_count = 1}, &session));
//   TERN_RETURN_IF_ERROR(tern_session_run(session, "main", inputs, input_count, &results, &result_count));
//
// The conventions of tern/runtime.h hold: objects are reference-counted, outputs come last.
//
// The small runtime, libternrt-cpu, has what this header and tern/buffer_view.h declare, and of the others what goes with
// it: devices are created, and are "cpu"; buffers, tensors without their text; modules and their functions, from files
// that can be mapped; parameters from memory. Its failures tell their place in our sources. It does not have the functions
// of `check` and what they found, traces, names of element types, fences from semaphores, and queries and lists of any kind.
//
// Threads. One session may be called by many threads at once: each call has a stack of its own. What calls share is the
// state of the program, its global variables: a program that changes them in its functions (a cache, say) computes what
// the order of the calls makes of it, each single load and store is whole, and who needs more than that orders the
// calls, or makes a session for each thread: sessions share nothing but the module, whose memory they do not copy.

#ifndef TERN_SESSION_H_
#define TERN_SESSION_H_

#include "tern/buffer_view.h"
#include "tern/module.h"
#include "tern/parameters.h"
#include "tern/runtime.h"
#include "tern/status.h"
#include "tern/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// What sessions have in common: registered functions and the allocator of the host. Thread-safe.
typedef struct tern_instance_t tern_instance_t;
// Modules bound to devices, with their state. Thread-safe, see above.
typedef struct tern_session_t tern_session_t;
// One call: its arguments, its stack and its results. May be used again and again. Thread-compatible.
typedef struct tern_call_t tern_call_t;

//---- Values ----

// A value as functions take and give it. Who gives a variant away says whether the reference in it goes along.
typedef struct tern_variant_t {
  tern_variant_kind_t kind;
  union {
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
    tern_buffer_view_t *buffer_view;
    tern_fence_t *fence;
    void *object;
  } as;
} tern_variant_t;

static inline tern_variant_t tern_variant_i32(int32_t value) {
  tern_variant_t variant = {TERN_VARIANT_I32, {0}};
  variant.as.i32 = value;
  return variant;
}
static inline tern_variant_t tern_variant_i64(int64_t value) {
  tern_variant_t variant = {TERN_VARIANT_I64, {0}};
  variant.as.i64 = value;
  return variant;
}
static inline tern_variant_t tern_variant_f32(float value) {
  tern_variant_t variant = {TERN_VARIANT_F32, {0}};
  variant.as.f32 = value;
  return variant;
}
static inline tern_variant_t tern_variant_f64(double value) {
  tern_variant_t variant = {TERN_VARIANT_F64, {0}};
  variant.as.f64 = value;
  return variant;
}
// Does not add a reference.
static inline tern_variant_t tern_variant_buffer_view(tern_buffer_view_t *view) {
  tern_variant_t variant = {TERN_VARIANT_NONE, {0}};
  if (view) variant.kind = TERN_VARIANT_BUFFER_VIEW;
  variant.as.buffer_view = view;
  return variant;
}
// Gives back the reference in a variant, if there is one, and leaves TERN_VARIANT_NONE.
TERN_API void tern_variant_reset(tern_variant_t *variant);

//---- Instances ----

// Memory of the host, for the objects of sessions and calls. All functions may be called by any thread.
typedef struct tern_allocator_t {
  // Returns `size` bytes (above 0) aligned to 16, or NULL.
  void *(*allocate)(void *user_data, size_t size);
  // Frees what `allocate` gave; `size` is the size it was asked for. Never called with NULL.
  void (*free)(void *user_data, void *block, size_t size);
  void *user_data;
} tern_allocator_t;

// How to create an instance. Zero-initialise for the defaults.
typedef struct tern_instance_options_t {
  tern_allocator_t allocator;  // must live as long as the instance; zeros: malloc()
} tern_instance_options_t;

// `options` may be NULL. Errors: TERN_OUT_OF_MEMORY; TERN_INVALID_ARGUMENT for half an allocator.
TERN_API tern_status_t tern_instance_create(const tern_instance_options_t *options, tern_instance_t **out_instance);
TERN_API void tern_instance_retain(tern_instance_t *instance);
TERN_API void tern_instance_release(tern_instance_t *instance);

// A function of the host that programs call, such as what stablehlo.custom_call names. `arguments` are borrowed;
// `results` are TERN_VARIANT_NONE and are to be set to the kinds that the program declares; their references go to the
// caller. Buffer views among the arguments are complete when the function is called, and the function must not return
// before its own are. A failure ends the call with that status. Called by any thread, by several at once.
typedef tern_status_t (*tern_host_function_t)(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                                              size_t argument_count, tern_variant_t *results, size_t result_count);

// Makes `function` known as `name`: a whole name with a module, such as "custom.my_softmax"; a custom_call whose target
// has no module is called as "custom.<target>". Sessions that are made from now on may use it. `function` and what
// `user_data` is must live as long as the instance. A name that is known already gets the new function.
// Errors: TERN_INVALID_ARGUMENT for a name without a module; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_instance_register(tern_instance_t *instance, const char *name,
                                              tern_host_function_t function, void *user_data);

//---- Sessions ----

// Memory of devices for what programs allocate: results and transients. `allocate` is tern_buffer_allocate() with
// `user_data`; a program gives a buffer back by releasing it.
typedef struct tern_buffer_allocator_t {
  tern_status_t (*allocate)(void *user_data, tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                            tern_buffer_t **out_buffer);
  void *user_data;
} tern_buffer_allocator_t;

// Called with what a program traces or prints, a line without its end. Called by any thread, by several at once.
typedef void (*tern_trace_fn_t)(void *user_data, const char *text);

// What to bind. Lists and options are borrowed for the call; modules and devices are retained.
typedef struct tern_session_params_t {
  // Modules in the order in which they are bound: one may call functions of those before it by "<module>.<function>".
  tern_module_t *const *modules;
  size_t module_count;
  // Devices that programs may choose from, in the order of preference.
  tern_device_t *const *devices;
  size_t device_count;
  // Zeros: buffers that a program no longer uses are kept for its next allocations, so that a call that was made once
  // allocates no memory of the device any more.
  tern_buffer_allocator_t buffer_allocator;
  // Bytes of unused memory that are kept, at most, for each device; 0: 1 GiB. Ignored if `buffer_allocator` is given.
  size_t kept_memory_size;
  // The most instructions that one call may run, so that an unknown program ends; 0: no limit. One that works on many bytes
  // counts as one for each 4096 of them.
  uint64_t instruction_limit;
  // Receives what the program traces; NULL: nobody does.
  tern_trace_fn_t trace;
  void *trace_user_data;
  // Archives that hold the parameters which programs load. Names are copied, archives are retained.
  const tern_parameter_scope_t *parameter_scopes;
  size_t parameter_scope_count;
  // Folder for what is made of parameters in files when a program is loaded, for the next time: the CPU's code wants some
  // weights laid out otherwise, and maps them from there. It is made if it is not there; an entry counts as long as size and times
  // of the file are the same, and is checked. NULL: no folder. Not in the small runtime.
  const char *cache_folder;
} tern_session_params_t;

// Binds modules to devices: resolves what they import, sets their globals and runs their initialisers.
// Errors: TERN_NOT_FOUND if something imported does not exist, with its name and what it should have been;
// TERN_INVALID_ARGUMENT if it has another signature, or for a module without functions; TERN_UNSUPPORTED if no device
// takes the executables of a module; why an initialiser failed, such as TERN_NOT_FOUND for a parameter that no archive
// has, or TERN_INVALID_ARGUMENT for one that is another array there; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_session_create(tern_instance_t *instance, const tern_session_params_t *params,
                                           tern_session_t **out_session);
TERN_API void tern_session_retain(tern_session_t *session);
TERN_API void tern_session_release(tern_session_t *session);

// Calls function `name`: "main", of the last module that has it, or "<module>.main". `arguments` are borrowed. On
// success `results` (`result_count` of them, as many as the function has) are owned by the caller:
// tern_variant_reset(). Waits for the end, also of a function that is asynchronous.
// Errors: TERN_NOT_FOUND; TERN_INVALID_ARGUMENT for other numbers or kinds of arguments and results; those of the
// program, with the function where it failed; TERN_OUT_OF_RANGE at the limit of instructions or of the depth of calls.
TERN_API tern_status_t tern_session_call(tern_session_t *session, const char *name, const tern_variant_t *arguments,
                                         size_t argument_count, tern_variant_t *results, size_t result_count);
// The same with tensors of the host: copies `inputs` to the first device, and the results from theirs. A scalar argument
// takes a tensor of rank 0. On success `*out_outputs` holds `*out_output_count` tensors, owned by the caller:
// tern_session_free_outputs().
TERN_API tern_status_t tern_session_run(tern_session_t *session, const char *name, const tern_tensor_t *inputs,
                                        size_t input_count, tern_tensor_t **out_outputs, size_t *out_output_count);
// Frees what tern_session_run() gave. NULL is ignored.
TERN_API void tern_session_free_outputs(tern_tensor_t *outputs, size_t output_count);

// The `index`-th device of the session; NULL behind the last. Lives as long as the session.
TERN_API tern_device_t *tern_session_device_at(const tern_session_t *session, size_t index);

// Expectations of the program (the `check` functions) that did not hold, since the session was made: how many, and the
// message of the `index`-th of them, NULL behind the last that was kept (the first 256 are). Messages live as long as the
// session. A failed expectation does not end a call.
TERN_API size_t tern_session_failure_count(const tern_session_t *session);
TERN_API const char *tern_session_failure_at(const tern_session_t *session, size_t index);
// Expectations that were looked at so far, held or not.
TERN_API size_t tern_session_expectation_count(const tern_session_t *session);

//---- Calls ----

// Prepares calls of function `name`, as tern_session_call() takes it. Retains the session.
// Errors: TERN_NOT_FOUND; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_call_create(tern_session_t *session, const char *name, tern_call_t **out_call);
// Frees the call; one that runs is waited for. NULL is ignored.
TERN_API void tern_call_destroy(tern_call_t *call);
// What is called. Lives as long as the session.
TERN_API const tern_function_info_t *tern_call_function(const tern_call_t *call);

// Sets the `index`-th argument, which stays for all following calls until it is set again. The call retains what is in
// the variant. Errors: TERN_OUT_OF_RANGE for an argument that does not exist; TERN_INVALID_ARGUMENT for another kind;
// TERN_FAILED_PRECONDITION while the call runs.
TERN_API tern_status_t tern_call_set(tern_call_t *call, size_t index, tern_variant_t argument);
// The same with a buffer view, and with a tensor that is copied to the session's first device.
TERN_API tern_status_t tern_call_set_buffer_view(tern_call_t *call, size_t index, tern_buffer_view_t *view);
TERN_API tern_status_t tern_call_set_tensor(tern_call_t *call, size_t index, const tern_tensor_t *tensor);

// Runs the function and waits for its end; results of an earlier run are given back first. Errors: those of
// tern_session_call().
TERN_API tern_status_t tern_call_invoke(tern_call_t *call);
// Runs the function once `wait` is reached, and reaches `signal` at its end or makes it fail; both may be NULL. May
// return before: a function that is not asynchronous itself runs on a thread of the call's. Results may be taken at
// once if the function is asynchronous (their contents count from `signal` on), else from `signal` on.
// Errors: those known before the function runs; TERN_FAILED_PRECONDITION if the call runs already;
// TERN_UNSUPPORTED if the system refuses a thread.
TERN_API tern_status_t tern_call_submit(tern_call_t *call, tern_fence_t *wait, tern_fence_t *signal);
// Waits until the call that was submitted last is over, and returns how it went; TERN_OK if there was none.
TERN_API tern_status_t tern_call_wait(tern_call_t *call);

// Lends the `index`-th result of the last run, which lives until the next run: NULL if there is none.
TERN_API const tern_variant_t *tern_call_result(const tern_call_t *call, size_t index);
// Lends a result that is a buffer view, or copies it to a tensor that the caller owns (a scalar becomes one of rank 0).
// Errors: TERN_OUT_OF_RANGE if there is no such result; TERN_INVALID_ARGUMENT if it is of another kind.
TERN_API tern_status_t tern_call_result_buffer_view(const tern_call_t *call, size_t index,
                                                    tern_buffer_view_t **out_view);
TERN_API tern_status_t tern_call_result_tensor(const tern_call_t *call, size_t index, tern_tensor_t *out_tensor);

#ifdef __cplusplus
}
#endif

#endif  // TERN_SESSION_H_
