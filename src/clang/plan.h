// What one command line of tern-cc comes to: the steps, and what they are made with. Private to src/clang.

#ifndef TERN_CLANG_PLAN_H_
#define TERN_CLANG_PLAN_H_

#include "clang/architectures.h"
#include "clang/steps.h"

// Stages of the steps, in the order in which they run.
typedef enum tern_stage {
  TERN_STAGE_PREPROCESS,   // split mode
  TERN_STAGE_DEVICE,       // bitcode for the device
  TERN_STAGE_PTX,          // of bitcode, as kernels for the CPU are
  TERN_STAGE_ASSEMBLE,     // machine code for the device
  TERN_STAGE_BUNDLE,       // fatbinaries
  TERN_STAGE_EMBED,        // what the host's source has them as
  TERN_STAGE_HOST,         // objects of the host's side
  TERN_STAGE_MERGE,        // objects of both sides
  TERN_STAGE_DEVICE_LINK,  // relocatable device code; the stages behind it are those of a source, once more
  TERN_STAGE_LINK = TERN_STAGE_DEVICE_LINK + TERN_STAGE_MERGE + 1,
} tern_stage_t;

typedef enum tern_language {
  TERN_LANGUAGE_OF_LINKER,  // an object, an archive, a word
  TERN_LANGUAGE_C,
  TERN_LANGUAGE_CPP,
  TERN_LANGUAGE_CUDA,
} tern_language_t;

typedef struct tern_source {
  const char *path;
  const char *stem;  // of files that are made of it: no two sources have the same
  tern_language_t language;
  const char *object;  // what the linker gets
} tern_source_t;

typedef struct tern_plan {
  const tern_cc_options_t *options;
  tern_steps_t steps;
  tern_cuda_image_requests_t requests;
  TERN_VEC(tern_source_t) sources;  // the inputs, in order
  TERN_VEC(const char *) made;      // files that steps make once
  const char *clang, *assembler;    // programs; `assembler` NULL: there is none
  const char *compiler;             // the host's; NULL: clang
  const char *tools, *libraries;    // our folders
  const char *headers;              // folder of our CUDA headers
  const char *device_library;       // bitcode of the functions that the device's side may call
} tern_plan_t;

// --- programs.c ---
// Finds what the steps need. TERN_NOT_FOUND with what to install.
tern_status_t tern_plan_find_programs(tern_plan_t *plan);

// --- device.c ---
// Notes that a step makes the file. False if one does already.
bool tern_plan_note_made(tern_plan_t *plan, const char *path);
// A compilation of one source for the device.
typedef struct tern_device_compilation {
  const tern_source_t *source;
  const char *input;     // the source, or what was made of it
  bool is_preprocessed;  // the headers are in it
} tern_device_compilation_t;
// The first words of a compilation by clang of one side, the device's for `architecture` or the host's.
tern_step_t *tern_plan_add_clang(tern_plan_t *plan, tern_stage_t stage, const tern_device_compilation_t *compilation,
                                 tern_cuda_architecture_t architecture, bool is_device);
// A step that makes bitcode, before any pass ran, unless there is one already; its path. Of it are made PTX, and code for the CPU.
const char *tern_plan_add_bitcode(tern_plan_t *plan, const tern_device_compilation_t *compilation,
                                  tern_cuda_architecture_t architecture);
// Steps that make PTX; its path. `output` NULL: a file between steps.
const char *tern_plan_add_ptx(tern_plan_t *plan, const tern_device_compilation_t *compilation,
                              tern_cuda_architecture_t architecture, const char *output);
// Steps from PTX to machine code.
const char *tern_plan_add_cubin(tern_plan_t *plan, const tern_source_t *source, const char *ptx,
                                tern_cuda_architecture_t architecture, const char *output);
// Steps from the inputs that `compilation_of` gives for virtual architectures to a fatbinary with all images.
typedef tern_device_compilation_t (*tern_compilation_fn_t)(tern_plan_t *plan, const tern_source_t *source,
                                                           tern_cuda_architecture_t architecture);
const char *tern_plan_add_fatbinary(tern_plan_t *plan, const tern_source_t *source,
                                    tern_compilation_fn_t compilation_of, const char *output);
// Steps that make an object with the kernels for the CPU. NULL: they are not wanted.
const char *tern_plan_add_cpu_object(tern_plan_t *plan, const tern_source_t *source,
                                     tern_compilation_fn_t compilation_of);
// A step from the objects of both sides to one.
void tern_plan_add_merge(tern_plan_t *plan, const char *host, const char *cpu, const char *output);

// --- merged.c ---
// clang reads both sides of the source each time.
tern_device_compilation_t tern_plan_merged_compilation(tern_plan_t *plan, const tern_source_t *source,
                                                       tern_cuda_architecture_t architecture);
void tern_plan_add_merged_object(tern_plan_t *plan, const tern_source_t *source);

// --- split.c ---
// The device's side is preprocessed first, and the host's side is a source of its own.
tern_device_compilation_t tern_plan_split_compilation(tern_plan_t *plan, const tern_source_t *source,
                                                      tern_cuda_architecture_t architecture);
void tern_plan_add_split_object(tern_plan_t *plan, const tern_source_t *source);

// --- driver.c ---
// The first words of a compilation of C or C++ by clang.
tern_step_t *tern_plan_add_plain(tern_plan_t *plan, const tern_source_t *source);

// --- link.c ---
void tern_plan_add_link(tern_plan_t *plan);

#endif  // TERN_CLANG_PLAN_H_
