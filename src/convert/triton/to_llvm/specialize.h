// What --convert-warp-specialize-to-llvm is made of besides its control flow: checks, types, barriers, captures.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_SPECIALIZE_H_
#define TERN_CONVERT_TRITON_TO_LLVM_SPECIALIZE_H_

#include "dialect/ttg/ttg.h"
#include "dialect/ttg/warp_specialize.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// A kernel, and the ttg.warp_specialize in it.
typedef struct specialization {
  tern_op_t *function;
  tern_block_t *entry, *loop;  // where the body starts; where warps wait
  tern_op_list_t ops;
  int64_t warp_size, default_warps, total_warps;
  int64_t registers, low,
      high;  // of a thread: at the start (0: they stay); while it waits; of the function's own warps
  int32_t exit_state;
} specialization_t;

// All threads of the block meet, those that wait, too.
void tern_specialize_meet_all(tern_builder_t *b);

// Gives values that go in and out of ttg.warp_specialize the types that they have for a thread. False after an error.
bool tern_specialize_convert_types(tern_op_t *module, tern_pass_t *pass);
// False after an error: something is missing that other passes allocate, or there is no room for so many partitions.
bool tern_specialize_check(const tern_op_t *module, const specialization_t *s);
// Lets the threads of each partition meet at a barrier of their own.
void tern_specialize_name_barriers(const specialization_t *s);
// Computes captures again in the partitions where only arguments of the function are needed for it.
void tern_specialize_elide_captures(const specialization_t *s);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_SPECIALIZE_H_
