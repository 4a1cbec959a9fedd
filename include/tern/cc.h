// Compiling CUDA programs: what `tern-cc` does, for programs.
//
// clang reads C, C++ and CUDA, as a process of its own; the images of kernels, the code for the CPU and the order of the steps are
// tern's. No CUDA toolkit is needed. docs/cuda.md has the two ways that a file goes.

#ifndef TERN_CC_H_
#define TERN_CC_H_

#include <stdbool.h>
#include <stddef.h>

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Receives text that is meant for the user: what the programs say, notes, and the commands of a dry run. `text` is `size` bytes,
// borrowed.
typedef void (*tern_cc_message_fn_t)(const char *text, size_t size, void *user);

// Words of a command line, borrowed.
typedef struct tern_cc_words_t {
  const char *const *values;
  size_t count;
} tern_cc_words_t;

// What is made of the inputs.
typedef enum tern_cc_goal_t {
  TERN_CC_PROGRAM,       // one program (or shared library) of all
  TERN_CC_OBJECTS,       // an object of each source
  TERN_CC_PREPROCESSED,  // the text of each source, preprocessed for the host
  TERN_CC_DEPENDENCIES,  // rules for make
  TERN_CC_PTX,           // PTX of each source, for one architecture
  TERN_CC_CUBIN,         // machine code of each source, for one architecture
  TERN_CC_FATBINARY,     // a fatbinary of each source
  TERN_CC_DEVICE_LINK,   // an object with the linked device code of relocatable objects
} tern_cc_goal_t;

// What to do. Zero-initialise and fill in. All pointers are borrowed until tern_cc_run() returns. Plain data.
typedef struct tern_cc_options_t {
  tern_cc_goal_t goal;
  tern_cc_words_t inputs;    // sources, objects, archives, and words for the linker, such as -lm, in order
  const char *output;        // NULL: a.out, or the name of the source with another ending
  const char *language;      // "cuda", "c++" or "c" of all sources; NULL: by their endings
  const char *architecture;  // of -arch; NULL: sm_75
  tern_cc_words_t codes;     // of -code, each of them a list with commas
  tern_cc_words_t gencodes;  // "arch=compute_80,code=sm_80"
  bool is_split;             // the host's side is a source of its own, for a C++ compiler that knows nothing of CUDA
  bool is_relocatable;       // device code of several sources is linked
  bool lacks_cpu_kernels;    // the program runs on GPUs only
  bool is_checked;           // kernels run on the CPU, which tells of races and of accesses out of bounds
  bool keeps_files;          // what lies between the steps stays in `keep_folder` (NULL: here)
  const char *keep_folder;
  bool is_dry_run;       // the steps are shown, and not run
  bool is_verbose;       // the steps are shown, and run
  unsigned job_count;    // steps at a time; 0: as many as there are processors
  const char *runtime;   // "shared" (or NULL), "static" or "none": how libtern_cudart is linked
  const char *clang;     // a program; NULL: TERN_CLANG of the environment, or clang-22 in PATH
  const char *compiler;  // the host's C++ compiler: of split mode, and for linking; NULL: clang
  const char *toolkit;   // folder of bin/ptxas; NULL: as the environment says
  const char *level;     // of optimisation of the host's side, such as "-O2"; NULL: the compiler's
  bool debugs_host, debugs_device, has_lines;
  tern_cc_words_t both_options;       // for the compilers of both sides
  tern_cc_words_t host_options;       // for that of the host's
  tern_cc_words_t device_options;     // for clang, of the device's side
  tern_cc_words_t assembler_options;  // for ptxas
  tern_cc_words_t link_options;       // in front of the inputs
  tern_cc_words_t rule_options;       // of make: -MD, -MF and the like
  tern_cc_message_fn_t message;
  void *user;
} tern_cc_options_t;

// Does it. Errors: TERN_INVALID_IR after a compiler's messages were handed to `message`; TERN_INVALID_ARGUMENT for inputs,
// architectures and options that do not go together; TERN_NOT_FOUND for programs and files that are not there, with what to
// install; TERN_INTERNAL for what cannot be run. Thread-safe: calls share nothing.
TERN_API tern_status_t tern_cc_run(const tern_cc_options_t *options);

// One step, as a dry run shows those that no other program does: `--step=NAME -o OUTPUT INPUT...`. Errors: TERN_INVALID_ARGUMENT for a
// step that there is not and for wrong inputs; those of reading and writing files.
TERN_API tern_status_t tern_cc_step(const char *name, const char *output, tern_cc_words_t inputs);

#ifdef __cplusplus
}
#endif

#endif  // TERN_CC_H_
