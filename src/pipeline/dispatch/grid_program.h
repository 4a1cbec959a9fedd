// From the function that computes a kernel's grid (`@NAME_workgroup_count`) to the program that the runtime evaluates
// (runtime/grid.h).

#ifndef TERN_PIPELINE_DISPATCH_GRID_PROGRAM_H_
#define TERN_PIPELINE_DISPATCH_GRID_PROGRAM_H_

#include "base/arena.h"
#include "ir/op.h"

// Translates `func`: straight-line arithmetic on constants and push constants that returns three indices. The words live
// in `arena`. False after an error at the op that has no counterpart.
bool tern_grid_program_build(const tern_op_t *func, tern_arena_t *arena, const uint32_t **out_words,
                             uint32_t *out_word_count);

#endif  // TERN_PIPELINE_DISPATCH_GRID_PROGRAM_H_
