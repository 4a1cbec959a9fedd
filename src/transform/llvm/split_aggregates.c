// --llvm-split-aggregates: structs go from block to block as their members.
//
//   ^loop(%s: struct<(f32, f32)>):             ^loop(%x: f32, %y: f32):
//     %x = extractvalue %s[0]                    ...
//     ...                                        br ^loop(%p, %q)
//     %t = insertvalue %p, ...[0]
//     %u = insertvalue %q, %t[1]
//     br ^loop(%u)
//
// What is extracted of a struct that an op makes is extracted behind that op, also for other blocks.
//
// LLVM selects instructions block by block. Where a block reads one member of a struct that came from outside, all members are
// copied, so what a loop carries in a struct of n members costs n * n copies, before they are found to be needless: that was a fifth of
// the time that a product of matrices takes to compile. (LLVM's SROA does the same behind it, among much else.)

#include "base/vec.h"
#include "dialect/llvm/llvm.h"
#include "pass/pass.h"
#include "rewrite/branch.h"
#include "transform/llvm/functions.h"

static bool is_struct(const tern_type_t *type) {
  return tern_type_is_llvm(type, TERN_LLVM_STRUCT) && tern_llvm_struct_elements(type).count > 0;
}

// The member that `op` extracts or inserts. False: it is part of a member.
static bool member_of(const tern_op_t *op, size_t *out_member) {
  const tern_attr_t *position = tern_op_attr(op, "position");
  *out_member = (size_t)tern_dense_array_attr_int(position, 0);
  return tern_dense_array_attr_count(position) == 1;
}

// --- what is handed to a block ---

// All branches to a block say what they hand to it.
static bool can_split(const tern_block_t *block, size_t which) {
  if (!is_struct(block->args[which]->type) || !block->first_use) return false;
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count;
    size_t index = (size_t)(use - use->owner->successors);
    if (!tern_branch_successor_operands(use->owner, index, &start, &count) || count != block->arg_count) return false;
  }
  return true;
}

typedef TERN_VEC(tern_value_t *) members_t;

// The members of `value` for use by `user`: what was put into it, else what is extracted.
static void read_members(tern_value_t *value, tern_op_t *user, members_t *out_members) {
  size_t count = tern_llvm_struct_elements(value->type).count, member;
  out_members->count = 0;
  for (size_t i = 0; i < count; ++i) tern_vec_push(out_members, NULL);
  for (const tern_op_t *op; (op = tern_value_defined_by(value, TERN_LLVM(INSERTVALUE))) && member_of(op, &member);
       value = tern_op_operand(op, 0)) {
    if (!out_members->values[member]) out_members->values[member] = tern_op_operand(op, 1);
  }
  tern_builder_t b = tern_builder_before(user);
  for (size_t i = 0; i < count; ++i) {
    if (!out_members->values[i])
      out_members->values[i] = tern_llvm_build_extract(&b, value, (int64_t[]){(int64_t)i}, 1);
  }
}

static void hand_members(tern_block_t *block, size_t which) {
  members_t members = {0};
  for (tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count, index = (size_t)(use - use->owner->successors);
    tern_branch_successor_operands(use->owner, index, &start, &count);
    read_members(tern_op_operand(use->owner, start + which), use->owner, &members);
    tern_branch_append_successor_operands(use->owner, index, (tern_values_t){members.values, members.count});
    tern_branch_erase_successor_operand(use->owner, index, which);
  }
  tern_vec_deinitialize(&members);
}

// Extractions of members become the members; for what else uses the struct it is put together again.
static void replace_struct(tern_value_t *value, const members_t *members) {
  tern_block_t *block = tern_value_arg_block(value);
  for (tern_operand_t *use = value->first_use, *next; use; use = next) {
    size_t member;
    tern_op_t *user = use->owner;
    next = use->next;
    if (!tern_op_is(user, TERN_LLVM(EXTRACTVALUE)) || !member_of(user, &member)) continue;
    tern_value_replace_all_uses(tern_op_result(user, 0), members->values[member]);
    tern_op_destroy(user);
  }
  if (!tern_value_has_uses(value)) return;
  tern_builder_t b = tern_builder_at_start(block, tern_value_loc(value));
  tern_value_t *whole = tern_build_value(&b, TERN_LLVM(MLIR_POISON), .types = TERN_TYPES(value->type));
  for (size_t i = 0; i < members->count; ++i)
    whole = tern_llvm_build_insert(&b, whole, members->values[i], (int64_t[]){(int64_t)i}, 1);
  tern_value_replace_all_uses(value, whole);
}

static void split_argument(tern_block_t *block, size_t which) {
  tern_value_t *value = block->args[which];
  tern_types_t types = tern_llvm_struct_elements(value->type);
  members_t members = {0};
  hand_members(block, which);
  for (size_t i = 0; i < types.count; ++i)
    tern_vec_push(&members, tern_block_add_arg(block, types.values[i], tern_value_loc(value)));
  replace_struct(value, &members);
  tern_block_erase_arg(block, which);
  tern_vec_deinitialize(&members);
}

// --- what is used in other blocks ---

// Returns how many extractions moved.
static int64_t extract_at_definition(tern_op_t *op) {
  int64_t count = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_struct(tern_op_result(op, i)->type)) continue;
    tern_value_for_each_use(tern_op_result(op, i), use) {
      if (use->owner->block == op->block || !tern_op_is(use->owner, TERN_LLVM(EXTRACTVALUE))) continue;
      tern_op_move_before(use->owner, op->next);
      ++count;
    }
  }
  return count;
}

static void run_on_function(tern_op_t *function, tern_pass_t *pass) {
  int64_t split_count = 0, moved_count = 0;
  tern_region_for_each_block(&function->regions[0], block) {
    if (tern_block_is_entry(block)) continue;
    // Members come behind the others, where those that are structs themselves are met again.
    for (size_t i = 0; i < block->arg_count;) {
      if (!can_split(block, i)) {
        ++i;
        continue;
      }
      split_argument(block, i);
      ++split_count;
    }
  }
  tern_region_for_each_block(&function->regions[0], block) {
    // What is moved behind `op` comes next: it may be a struct itself.
    for (tern_op_t *op = block->first_op; op && op->next; op = op->next) moved_count += extract_at_definition(op);
  }
  tern_pass_count(pass, 0, split_count);
  tern_pass_count(pass, 1, moved_count);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_llvm_functions_run(root, pass, run_on_function);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_llvm_split_aggregates_pass = {
    .flag = "llvm-split-aggregates",
    .name = "LLVMSplitAggregates",
    .anchor = "builtin.module",
    .summary = "Hand structs from block to block as their members",
    .description =
        "Arguments of blocks that are structs become one argument for each member, and members of other structs are "
        "extracted in the block that makes the struct. LLVM copies all members of a struct for each one that "
        "another block reads.",
    .statistics = (const char *const[]){"num-split - arguments of blocks that became several",
                                        "num-moved - extractions that moved to their struct", NULL},
    .dialects = dialects,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
