// Running a conversion to the llvm dialect: what the passes under upstream's names have in common.

#ifndef TERN_CONVERT_LLVM_RUN_H_
#define TERN_CONVERT_LLVM_RUN_H_

#include "convert/llvm/lowering.h"
#include "pass/pass.h"

typedef struct tern_llvm_run {
  const tern_llvm_options_t *options;
  const tern_conversion_pattern_t *const *tables;  // NULL-terminated
  const tern_legality_entry_t *entries;            // besides llvm, which is legal; 22 at most
  size_t entry_count;
  bool is_full;
  bool keeps_others;   // ops without an entry are legal: not even folded
  bool refuses_casts;  // a pattern that makes unrealized casts does not apply
  void *user;          // of the patterns
} tern_llvm_run_t;
bool tern_llvm_run(tern_op_t *op, const tern_llvm_run_t *run);

// The option that most passes have.
#define TERN_LLVM_INDEX_BITWIDTH_OPTION \
  {.name = "index-bitwidth",            \
   .kind = TERN_OPTION_INT,             \
   .default_text = "0",                 \
   .help = "Bits of index; 0: those of the data layout"}

#endif  // TERN_CONVERT_LLVM_RUN_H_
