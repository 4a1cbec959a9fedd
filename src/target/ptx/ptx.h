// Code for NVIDIA's GPUs: llvm and nvvm ops to PTX through LLVM, PTX to machine code through ptxas, where it is there.
// Without it the driver compiles the PTX.

#ifndef TERN_TARGET_PTX_PTX_H_
#define TERN_TARGET_PTX_PTX_H_

#include "base/string.h"
#include "ir/op.h"
#include "target/llvm/backend.h"

enum { TERN_PTX_CHIP_SIZE = 16 };  // bytes of a chip's name

typedef struct tern_ptx_options {
  const char *triple;             // NULL: nvptx64-nvidia-cuda
  const char *chip;               // "sm_90a"; NULL: sm_80
  const char *features;           // for LLVM, "+ptx83"; without a version: the lowest that has what the module uses
  unsigned level;                 // of optimisation, 0 to 3
  bool flushes_subnormals;        // of f32
  const char *const *link_files;  // bitcode, of which is taken what is called
  size_t link_count;
  const char *toolkit;                   // folder that has bin/ptxas; NULL: as tern_cuda_program_find() looks
  const char *const *assembler_options;  // more for ptxas
  size_t assembler_option_count;
  bool is_of_many;  // kernels: they are assembled at the same time, where ptxas can do that
} tern_ptx_options_t;

// The functions and globals in the body of `module` (a builtin.module or gpu.module of llvm and nvvm ops) as PTX. The
// text is freed with free(). TERN_INVALID_IR after diagnostics; TERN_INVALID_ARGUMENT for a level above 3, or what
// LLVM or the linked files do not know.
tern_status_t tern_ptx_compile(tern_op_t *module, const tern_ptx_options_t *options, tern_llvm_buffer_t *out_text);

// The lowest PTX version (times ten) that knows a chip, "sm_90a"; 0: there is no such chip.
unsigned tern_ptx_version_of_chip(const char *chip);

// The chips that are known, in order: "sm_90a", and its version of PTX. False behind the last.
bool tern_ptx_chip_at(size_t index, char out_name[TERN_PTX_CHIP_SIZE], unsigned *out_version);

// PTX to machine code for the chip (an ELF file), freed with free(). TERN_NOT_FOUND without ptxas; TERN_INVALID_IR with
// what ptxas says if it refuses the text. `out_log` (may be NULL) gets what it says otherwise, NULL or to be freed.
tern_status_t tern_ptx_assemble(tern_str_t text, const tern_ptx_options_t *options, tern_llvm_buffer_t *out_cubin,
                                char **out_log);

// Appends what tells one ptxas from another, which decides about the machine code. False, with nothing appended, if there is none.
bool tern_ptx_describe_assembler(tern_string_builder_t *out);

#endif  // TERN_TARGET_PTX_PTX_H_
