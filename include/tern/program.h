// Whole programs: from what JAX, PyTorch/XLA or TFLite export to one module file.
//
//   tern_compiler_load_file(compiler, "model.mlir");
//   char *data;
//   size_t size;
//   TERN_RETURN_IF_ERROR(tern_compiler_compile_program(compiler, NULL, &data, &size));
//   ...  // tern_module_load() of tern/module.h, tern_session_create() of tern/session.h
//   free(data);
//
// A compiler is used by one thread at a time.

#ifndef TERN_PROGRAM_H_
#define TERN_PROGRAM_H_

#include "tern/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

// What one call of each function of a program costs, counted from its IR. What is done once, when the program is loaded, does not count.
typedef struct tern_program_cost_t {
  double operations;        // on elements: an op in the body of a kernel's loop is one for each turn
  double transcendentals;   // of these, exponentials, logarithms, powers, roots and functions of angles
  double bytes;             // that kernels read and write
  int64_t temporary_bytes;  // of a device's memory, that are allocated beside the results; at most all at one time
  bool is_lower_bound;      // there is more: loops of the host, sizes that arguments decide, or ops that nobody counts
} tern_program_cost_t;

// How to compile a program. Zero-initialise for the cpu of the machine that runs the compiler. All pointers are borrowed for
// the call.
typedef struct tern_program_options_t {
  const char *targets;     // "cpu", "vulkan", "cuda", or several: "cpu,vulkan"; the module holds code for each, and the
                           // first whose device is there is used. NULL: what the module says, else "cpu"
  const char *devices;     // the same as devices, in IREE's words: "local", "vulkan[1],local", or the text of a
                           // #hal.device attribute; NULL: `targets` says it
  const char *input_type;  // "stablehlo", "tosa", "tm_tensor", "none"; "auto", also if NULL: by the dialects in use
  const char *compile_from;  // phase that the input has been through: see tern_program_phase_at(); NULL: none
  const char *compile_to;    // phase to stop after; NULL: the last, which gives a module file
  const char
      *invocation_model;  // "sync" (also if NULL), or "coarse-fences": exported functions take a fence to wait for and
                          // one to signal
  // Parameters (tern/parameters.h), before dispatches are formed. Archives are written `[scope=]path`, .safetensors or .irpa.
  const char *import_parameters;      // archives whose parameters become constants, with commas between them; or NULL
  const char *import_parameter_keys;  // keys of those, with commas between them; or NULL
  int64_t import_parameter_size_max;  // and all parameters of at most so many bytes; 0: only those of the keys
  const char *export_parameters;      // archive to write constants to, which become parameters; or NULL
  int64_t export_parameter_size_min;  // those of at least so many bytes; 0: 256
  const char *splat_parameters;       // archive to write with zeros for each parameter of the program; or NULL
  bool
      allow_nondeterminism;  // scatters may add up floats on GPUs in an order that differs from run to run, where that is faster
  const char *const
      *switches;  // options of the pipelines, as `iree-flow-split-reduction=4`: see tern_program_option_at()
  size_t switch_count;
  const char *pipeline_options;  // further passes to run before dispatches are formed, as a textual pipeline; or NULL
  const char *cache_dir;  // folder to keep compiled executables in, and to take those from whose IR and options are
                          // the same, if this build of tern put them there; made if need be; NULL: none
  int64_t
      compile_budget;  // milliseconds that generating the machine code of an executable for CPUs may take, as estimated
                       // for one processor; its heaviest kernels are done without optimizations until the rest fits.
                       // 0: as long as it takes
  // Receives texts for people about the compiled program: at its end one that fits a screen, with the costliest dispatches
  // and fusion boundaries, memory, and compile time by phases. NULL: nothing of this.
  void (*explain)(const char *text, void *user);
  void *explain_user;
  // And behind it everything: why each dispatch ends where it does and what tuning files call its products, as remarks at the
  // places of the user's ops; the memory of each function, each executable, and the time of each pass.
  bool explains_all;
  tern_program_cost_t *cost;  // receives what a call costs, if the program is compiled to its end; NULL: nobody asks
  tern_compile_options_t target;  // processor, Vulkan device and the like; `target.target` is not looked at
} tern_program_options_t;

// Names of the phases in order, as `compile_from` and `compile_to` take them: "input", "abi", "flow", "stream", "hal", "vm"
// and others. NULL behind the last. Static storage.
TERN_API const char *tern_program_phase_at(size_t index, const char **out_summary);

// Options of the pipelines that a program goes through, without what they start with, which goes to `*out_prefix`:
// "iree-flow-", "iree-stream-" or "iree-hal-". NULL behind the last. Static storage.
TERN_API const char *tern_program_option_at(size_t index, const char **out_prefix, const char **out_summary);

// Is the loaded module a program? False: it is a lone dispatch, as tern_compiler_compile() takes it, or nothing is loaded.
TERN_API bool tern_compiler_holds_program(const tern_compiler_t *compiler);

// Makes a program of the loaded module if that is a lone dispatch which needs temporary buffers between its ops, or which would
// compute an element of an operand many times over to do without: the program has several dispatches, and its own plan of
// temporaries. Its functions are those of the dispatch; their arguments are the bindings that are read, their results those
// that are written. False if nothing was changed: it is no such dispatch, or has parts that no program can have, such as
// views of a part of a binding. Emits no diagnostics.
TERN_API bool tern_compiler_make_program(tern_compiler_t *compiler);

// Compiles the loaded module. Consumes it; load again to compile again.
//
// `*out_data` holds `*out_size` bytes, owned by the caller (free()): a module file (tern/module.h), or, with `compile_to` an
// earlier phase, the IR as text.
// Errors: TERN_INVALID_IR after diagnostics; TERN_INVALID_ARGUMENT for an unknown target, phase, input type or model, and for an
// option that would not be heeded, because its target or phase is not there;
// TERN_FAILED_PRECONDITION if nothing is loaded; TERN_NOT_FOUND if the part that makes machine code is not installed.
TERN_API tern_status_t tern_compiler_compile_program(tern_compiler_t *compiler, const tern_program_options_t *options,
                                                     char **out_data, size_t *out_size);

// The same, written to the file `path` ("-": standard output), whole or not at all. Constants go there from where they were
// read, so that a program takes less memory than it has constants.
//
// Errors: as above; TERN_IO_ERROR or TERN_NOT_FOUND if the file cannot be written.
TERN_API tern_status_t tern_compiler_compile_program_to_file(tern_compiler_t *compiler,
                                                             const tern_program_options_t *options, const char *path);

#ifdef __cplusplus
}
#endif

#endif  // TERN_PROGRAM_H_
