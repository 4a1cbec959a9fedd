// What the compilation of a dispatch has in common for all targets, and what a target adds.

#ifndef TERN_PIPELINE_DISPATCH_COMPILATION_H_
#define TERN_PIPELINE_DISPATCH_COMPILATION_H_

#include "base/arena.h"
#include "ir/op.h"
#include "pipeline/dispatch/dispatch_info.h"
#include "pipeline/dispatch/dispatch_stages.h"
#include "tern/compile.h"

typedef struct tern_compilation {
  tern_compiler_t *compiler;
  tern_context_t *context;
  tern_op_t *module;                      // the dispatch's own module
  const tern_compile_options_t *options;  // never NULL
  bool is_program;                        // an executable of a whole program, not a lone dispatch
  bool explains;                          // remarks say what was decided
  const char *stage_prefix;               // goes before the names of stages, with a dot; or NULL
  int64_t budget;                         // milliseconds that code generation may take; 0: as long as it takes
} tern_compilation_t;

// Compiled kernels: the tables, and the code in the form that a device takes.
struct tern_kernels_t {
  tern_arena_t arena;  // holds the tables
  tern_dispatch_info_t info;
  const char *target;  // "cpu", "vulkan", "interpreter"
  const char *format;  // as tern_executable_params_t names it
  char *code;          // owned; NULL for "entry-points"
  size_t code_size;    // bytes
  char note[128];      // what is to be said of the compilation; or ""
  void *state;         // the target's own
  void (*release)(void *state);
};

enum { TERN_TARGET_NAME_COUNT = 4 };

// A target. Each function takes the module as the front half of the pipeline left it (linalg on buffers).
typedef struct tern_compile_target {
  const char *names[TERN_TARGET_NAME_COUNT];  // the first is what the runtime calls it
  // Fills `kernels` (whose `info` was read) with code. Errors: as tern_compiler_compile().
  tern_status_t (*compile)(tern_compilation_t *compilation, tern_kernels_t *kernels);
  // Makes an artifact. Errors: as tern_compiler_emit().
  tern_status_t (*emit)(tern_compilation_t *compilation, tern_kernels_t *kernels, tern_artifact_t artifact,
                        char **out_data, size_t *out_size);
  // The same in two halves, so that the caller goes on with other things meanwhile; NULL: there is no such way. The module
  // is not needed after the first, `kernels` until the second, which frees the job.
  tern_status_t (*emit_begin)(tern_compilation_t *compilation, tern_kernels_t *kernels, tern_artifact_t artifact,
                              void **out_job);
  tern_status_t (*emit_finish)(void *job, char **out_data, size_t *out_size);
  // Is the module past the front half of the pipeline, which is then left out? NULL: never.
  bool (*is_lowered)(const tern_op_t *module);
} tern_compile_target_t;

extern const tern_compile_target_t tern_compile_target_cpu;
extern const tern_compile_target_t tern_compile_target_vulkan;
extern const tern_compile_target_t tern_compile_target_cuda;
extern const tern_compile_target_t tern_compile_target_interpreter;

// Gives the IR as it is to the caller's `stage` function, if there is one.
void tern_compilation_show_ir(const tern_compilation_t *compilation, const char *stage);
// The same for any text.
void tern_compilation_show(const tern_compilation_t *compilation, const char *stage, const char *text);
// Puts the name of one of several processors before the names of stages that follow; it lies in `arena`.
void tern_compilation_name_processor(tern_compilation_t *compilation, const char *processor, tern_arena_t *arena);
// Runs a part of the dispatch's way on its module. `values` may be NULL.
tern_status_t tern_compilation_run(const tern_compilation_t *compilation, tern_dispatch_part_t part,
                                   const tern_dispatch_values_t *values);

// Do functions of `module` reach their buffers as those of a whole program do (hal.interface.binding.subspan)?
bool tern_compilation_is_of_program(tern_op_t *module);
// Lowers such a module to linalg on buffers, and reads what callers must know of it into `kernels->info`.
tern_status_t tern_compilation_bufferize(const tern_compilation_t *compilation, tern_kernels_t *kernels);

// Empty kernels, to be freed by tern_kernels_destroy().
tern_kernels_t *tern_kernels_create(void);

#endif  // TERN_PIPELINE_DISPATCH_COMPILATION_H_
