// Modules of many kernels in parts, each with a code generation level of its own, that are compiled at the same time.

#ifndef TERN_TARGET_LLVM_PARTS_H_
#define TERN_TARGET_LLVM_PARTS_H_

#include "base/map.h"
#include "ir/op.h"
#include "target/llvm/backend.h"

enum { TERN_LLVM_MAX_PARTS = 16 };

typedef struct tern_llvm_part {
  unsigned level;  // as tern_llvm_options_t has it
  size_t weight;   // about how long it takes, in ops
} tern_llvm_part_t;

typedef struct tern_llvm_plan {
  tern_llvm_part_t parts[TERN_LLVM_MAX_PARTS];  // those that take longest first
  size_t count;
  tern_map_t part_of;  // llvm.func -> number of its part plus one
} tern_llvm_plan_t;

// Decides by what is in `module` alone, so that the same module always gives the same code. False if it cannot be cut: its
// symbols need each other. With a budget (may be NULL), which is filled in, the heaviest kernels go to a lower level until the
// rest fits, or all are there.
bool tern_llvm_plan_make(const tern_op_t *module, tern_llvm_budget_t *budget, tern_llvm_plan_t *out_plan);
void tern_llvm_plan_deinitialize(tern_llvm_plan_t *plan);

#endif  // TERN_TARGET_LLVM_PARTS_H_
