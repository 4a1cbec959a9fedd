// What the part of tern that knows LLVM offers, as one table of functions, usable without LLVM's headers. The part is
// loaded when it is first asked for: see target/llvm_loader.h.
//
// Stages: llvm dialect -> LLVM IR (verified) -> passes, if any are asked for -> object, assembly, text or bitcode; and
// objects -> functions in this process.
//
// Every call is thread-safe for different modules and different JITs: nothing is shared between calls.

#ifndef TERN_TARGET_LLVM_BACKEND_H_
#define TERN_TARGET_LLVM_BACKEND_H_

#include "ir/op.h"
#include "tern/device_code.h"
#include "tern/status.h"

typedef enum tern_llvm_output {
  TERN_LLVM_OBJECT,
  TERN_LLVM_ASSEMBLY,
  TERN_LLVM_IR,  // text
  TERN_LLVM_BITCODE,
} tern_llvm_output_t;

// What code generation may cost, and what it came to. Estimated from the ops of each kernel, on one processor: the same
// program gives the same code on every machine, however busy it is.
typedef struct tern_llvm_budget {
  double limit;          // milliseconds
  double estimate;       // of what is done
  size_t kernel_count;   // functions with a body
  size_t reduced_count;  // those of them that are done at a lower level than without a limit
} tern_llvm_budget_t;

// How to make machine code. Zero-initialised: for this machine, codegen level 2, no passes.
typedef struct tern_llvm_options {
  const char *triple;    // NULL: the module's `llvm.target_triple`, or the host's
  const char *cpu;       // NULL: the host's for the host's triple, else "generic"
  const char *features;  // "+avx2,-fma"; NULL: the host's where `cpu` is NULL, else none
  unsigned level;        // of code generation, plus one: 1 is none, 4 aggressive; 0: the default (2)
  const char *passes;    // textual pipeline of LLVM's new pass manager, "default<O2>"; NULL: none
  bool is_program;  // the kernels of a whole program: compile time matters, and `level` 0 is chosen kernel by kernel
  tern_llvm_budget_t *budget;     // of programs; NULL: none. Filled in when the compilation begins
  bool flushes_subnormals;        // of f32, on NVIDIA's GPUs
  bool writes_ptx;                // without LLVM's code generator where all of the module can be (target/llvm/ptx/)
  const char *const *link_files;  // bitcode, of which is taken what the module calls
  size_t link_count;
} tern_llvm_options_t;

// On a module: the code of each gpu.binary @b is loaded by calling `void b_load(void)` and unloaded by `void b_unload(void)`, which
// are no constructors: the JIT runs none.
#define TERN_LLVM_PLAIN_CONSTRUCTORS "tern.plain_constructors"

// Bytes that the caller frees with free(). Text is NUL-terminated beyond its size.
typedef struct tern_llvm_buffer {
  char *data;
  size_t size;
} tern_llvm_buffer_t;

typedef struct tern_llvm_jit tern_llvm_jit_t;
typedef struct tern_llvm_job tern_llvm_job_t;  // a compilation under way

typedef struct tern_llvm_backend {
  size_t struct_size;  // of this struct where it was compiled: a part of another build is refused

  // Translates a module of llvm-dialect ops to LLVM IR as text, as it stands: no target is asked for.
  // TERN_INVALID_IR: diagnostics say what cannot be translated or what LLVM's verifier rejects.
  tern_status_t (*translate_to_text)(tern_op_t *module, tern_llvm_buffer_t *out_text);
  // Translates, runs the passes and emits. TERN_INVALID_IR as above; TERN_INVALID_ARGUMENT for an unknown triple or
  // pipeline.
  tern_status_t (*compile)(tern_op_t *module, const tern_llvm_options_t *options, tern_llvm_output_t output,
                           tern_llvm_buffer_t *out_buffer);

  // The same in two halves: the first translates, and leaves the rest to threads where there is more than one processor;
  // the second does what is left, waits for the threads and frees the job. In between the module may be changed or gone,
  // its context not; the texts in `options` have to stay. Never NULL: errors come with the second half.
  tern_llvm_job_t *(*compile_begin)(tern_op_t *module, const tern_llvm_options_t *options, tern_llvm_output_t output);
  tern_status_t (*compile_finish)(tern_llvm_job_t *job, tern_llvm_buffer_t *out_buffer);

  // Compiles a little function and forgets it: what LLVM sets up when it is first used for a target is then there. For a thread
  // beside the one that will need it.
  void (*warm_up)(const tern_llvm_options_t *options, tern_llvm_output_t output);

  // A JIT for this process. Symbols that objects leave undefined are looked for in the process (libm, libc).
  tern_status_t (*jit_create)(tern_llvm_jit_t **out_jit);
  // Adds an object of the host's format; its bytes are copied.
  tern_status_t (*jit_add_object)(tern_llvm_jit_t *jit, const void *data, size_t size);
  // Address of a symbol. TERN_NOT_FOUND if no object has it.
  tern_status_t (*jit_lookup)(tern_llvm_jit_t *jit, const char *name, void **out_address);
  // Frees the code too. NULL is ignored.
  void (*jit_destroy)(tern_llvm_jit_t *jit);

  // Kernels in bitcode to an object for the host: tern_device_code_compile() without its object's type.
  tern_status_t (*compile_device)(const tern_device_code_input_t *inputs, size_t input_count,
                                  const tern_device_code_options_t *options, tern_llvm_buffer_t *out_object,
                                  char **out_notes);

  // What the host is, as strings that the caller frees with free().
  char *(*host_triple)(void);
  char *(*host_cpu)(void);
  char *(*host_features)(void);
} tern_llvm_backend_t;

// The one exported function of the loaded part. The table lives as long as the part.
const void *tern_llvm_backend(void);

#endif  // TERN_TARGET_LLVM_BACKEND_H_
