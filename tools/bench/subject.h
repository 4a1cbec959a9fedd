// What is measured: a program bound to a device, or a lone dispatch.

#ifndef TERN_TOOLS_BENCH_SUBJECT_H_
#define TERN_TOOLS_BENCH_SUBJECT_H_

#include "options.h"
#include "tern/compile.h"
#include "tern/session.h"

// A file that was compiled or loaded for a device.
typedef struct bench_subject {
  const bench_options_t *options;              // borrowed
  tern_device_t *device;                       // owned
  tern_module_t *module;                       // owned; NULL for kernels
  tern_kernels_t *kernels;                     // owned; NULL for a module
  tern_executable_params_t executable_params;  // of a lone dispatch
  bool is_dispatch;
  double compile_seconds;  // 0 for a module
} bench_subject_t;

// Functions of a subject, ready to be called again and again: arguments are on the device.
typedef struct bench_session {
  const bench_subject_t *subject;
  tern_session_t *session;  // owned; NULL for a dispatch
  tern_executable_t *executable;
  tern_tensor_t inputs[BENCH_MAX_VALUES];
  uint32_t push_constants[BENCH_MAX_VALUES];
  double load_seconds;
} bench_session_t;

// One function of a session, or one entry point.
typedef struct bench_call {
  bench_session_t *session;
  const char *name;
  size_t ordinal;  // of an entry point
  bool is_async;
  tern_call_t **calls;  // owned; as many as run at the same time
  size_t call_count;
} bench_call_t;

// Creates the device, and compiles or loads the file. False after a message.
bool bench_subject_open(const bench_options_t *options, bench_subject_t *out_subject);
void bench_subject_close(bench_subject_t *subject);

// Binds the program. On the device command buffers are recorded now: a profile has to be begun before.
bool bench_session_open(const bench_subject_t *subject, bench_session_t *out_session);
void bench_session_close(bench_session_t *session);

// The `index`-th function that is asked for; NULL behind the last.
const char *bench_session_function(const bench_session_t *session, size_t index);
bool bench_call_open(bench_session_t *session, const char *name, bench_call_t *out_call);
// One iteration: as many calls as --batch_size says.
bool bench_call_run(bench_call_t *call);
void bench_call_close(bench_call_t *call);

// The compiler's options for a device. `*out_target_env` is to be freed after them.
tern_compile_options_t bench_target_options(const bench_options_t *options, tern_device_t *device,
                                            char **out_target_env);

#endif  // TERN_TOOLS_BENCH_SUBJECT_H_
