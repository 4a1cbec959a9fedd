// Kernels that others wrote: object files in the place of code that the compiler generates (docs/custom_kernels.md).
//
// There is a reader for each form of code. It finds the kernel of a name, and holds what the code says of it against what the
// dispatch hands over: bindings, push constants, workgroup, memory. What a form does not say cannot be checked.

#ifndef TERN_TARGET_OBJECT_OBJECT_H_
#define TERN_TARGET_OBJECT_OBJECT_H_

#include "base/string.h"
#include "dialect/spirv/target_env.h"
#include "ir/op_def.h"

// What an object file is for.
typedef struct tern_object_target {
  unsigned machine;                  // CPUs: EM_* of its ELF files
  const char *chips;                 // CUDA: "sm_80,sm_90a"
  const tern_spirv_target_t *spirv;  // Vulkan
} tern_object_target_t;

// A file. Borrowed.
typedef struct tern_object {
  tern_str_t path;  // for messages
  tern_str_t code;
  const tern_object_target_t *target;
} tern_object_t;

// A kernel: what the dispatch says of it, to which the reader adds what the code says.
typedef struct tern_object_kernel {
  const tern_op_t *export_op;  // hal.executable.export: its layout, and the place of errors
  tern_str_t name;
  size_t binding_count, constant_count;
  uint32_t workgroup_size[3];  // all 0: nobody has said it
  uint32_t shared_size;        // bytes of workgroup memory that the launch adds
  bool has_grid;               // the code has a constant or function for the number of workgroups
  uint32_t grid[3];            // of a constant
  uint32_t architecture;       // CUDA: what the code is for, 90 for sm_90a
  char suffix;                 // 'a', 'f' or 0
} tern_object_kernel_t;

typedef struct tern_object_reader {
  const char *backend;  // "cuda": as in #hal.executable.target
  const char *name;     // "PTX"
  // By the first bytes.
  bool (*recognizes)(tern_str_t code);
  // False after an error at the export.
  bool (*check)(const tern_object_t *object, tern_object_kernel_t *kernel);
} tern_object_reader_t;

extern const tern_object_reader_t tern_object_reader_cpu;     // relocatable ELF
extern const tern_object_reader_t tern_object_reader_ptx;     // text
extern const tern_object_reader_t tern_object_reader_cubin;   // ELF
extern const tern_object_reader_t tern_object_reader_fatbin;  // several of the two, which are not looked into
extern const tern_object_reader_t tern_object_reader_spirv;

// Whose form the code has; NULL: nobody's.
const tern_object_reader_t *tern_object_reader_find(tern_str_t code);

// --- for readers ---

// Emits that the kernel is not in the file, with a note of those that are: `names`, with commas. Returns false.
bool tern_object_lacks_kernel(const tern_object_t *object, const tern_object_kernel_t *kernel, const char *what,
                              tern_str_t names);
// Takes what the code says of the workgroup. False after an error: the dispatch says something else.
bool tern_object_set_workgroup_size(const tern_object_t *object, tern_object_kernel_t *kernel, const uint32_t size[3]);
// A note on what a kernel of CUDA takes.
void tern_object_note_parameters(const tern_object_kernel_t *kernel);
// `NAME_workgroup_count`, NUL-terminated.
void tern_object_grid_name(const tern_object_kernel_t *kernel, tern_string_builder_t *out);

#endif  // TERN_TARGET_OBJECT_OBJECT_H_
