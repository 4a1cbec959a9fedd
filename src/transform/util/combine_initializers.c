// --iree-util-combine-initializers: one initializer instead of many.
//
// Source: upstream's pass of the same name. Initializers run in the order of the module, and so do their bodies one after
// the other, in the place of the last one. Combined, their work can be scheduled as one.

#include "dialect/cf/cf.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// What a body's returns do instead: go on.
static void continue_at(tern_op_t *initializer, tern_block_t *next) {
  tern_region_for_each_block(&initializer->regions[0], block) {
    tern_op_t *end = block->last_op;
    if (!end || !tern_op_is(end, TERN_UTIL(RETURN))) continue;
    tern_builder_t builder = tern_builder_before(end);
    tern_build(&builder, TERN_CF(BR), .successors = (tern_block_t *const[]){next}, .successor_count = 1);
    tern_op_destroy(end);
  }
}

static bool is_single_block(const tern_op_t *initializer) {
  return initializer->regions[0].first_block == initializer->regions[0].last_block;
}

// Puts the ops of `other`, a single block, behind those of `target`, a single block.
static void append_block(tern_op_t *target, tern_op_t *other) {
  tern_block_t *body = tern_op_body(target, 0), *source = tern_op_body(other, 0);
  tern_op_destroy(body->last_op);
  tern_block_for_each_op_safe(source, op) {
    tern_op_remove(op);
    tern_op_insert(op, body, NULL);
  }
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_op_list_t initializers = {0};
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_UTIL(INITIALIZER)) && !tern_region_is_empty(&op->regions[0])) {
      tern_vec_push(&initializers, op);
    }
  }
  if (initializers.count > 1) {
    tern_op_t *first = initializers.values[0], *last = initializers.values[initializers.count - 1];
    for (size_t i = 1; i < initializers.count; ++i) {
      tern_op_t *other = initializers.values[i];
      if (is_single_block(first) && is_single_block(other)) {
        append_block(first, other);
      } else {
        continue_at(first, tern_op_body(other, 0));
        tern_region_take_blocks(&first->regions[0], &other->regions[0]);
      }
      tern_pass_count(pass, 0, 1);
    }
    // All globals that they load are there by now.
    if (first != last) tern_op_move_before(first, last);
    for (size_t i = 1; i < initializers.count; ++i) tern_op_destroy(initializers.values[i]);
  }
  tern_vec_deinitialize(&initializers);
  return true;
}

const tern_pass_def_t tern_util_combine_initializers_pass = {
    .flag = "iree-util-combine-initializers",
    .name = "CombineInitializersPass",
    .anchor = "builtin.module",
    .summary = "Make one initializer of all, in their order",
    .statistics = (const char *const[]){"num-combined - Number of initializers that were put behind others", NULL},
    .run = run,
};
