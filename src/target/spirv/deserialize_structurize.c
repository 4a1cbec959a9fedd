// Gives control flow its structure: each header block with its merge instruction becomes a spirv.mlir.loop or
// spirv.mlir.selection that holds the blocks up to the merge block, whose ops then follow the op.
//
//   ^h: ops                                    ^h: ops
//       BranchConditional %c, ^then, ^merge        spirv.mlir.selection {
//   ^then: ...                          ==>          BranchConditional %c, ^then, ^m
//       Branch ^merge                              ^then: ...
//   ^merge: rest                                     Branch ^m
//                                                  ^m: spirv.mlir.merge
//                                                  }
//                                                  rest
//
// Inner constructs come first: headers are visited in post-order, so that a construct's inside is already plain. Values
// that leave go through the merge. A selection from whose inside a loop is left (`if (c) break;`) has no such form: it
// stays blocks and branches in the region of the loop, for which the serializer finds a merge block again.
//
// A loop's continue block has to be one block that branches back, and nothing else branches to the header; where the
// binary has it otherwise (`do {} while (c)`), a block is put in between.

#include "base/arena.h"
#include "ir/context.h"
#include "rewrite/branch.h"
#include "target/spirv/deserialize_private.h"

typedef TERN_VEC(tern_block_t *) blocks_t;

// What is known of the function.
typedef struct shape {
  tern_map_t constructs;  // header block to its construct
  tern_map_t reachable;   // blocks
  blocks_t order;         // the same in post-order
  tern_map_t depths;      // structured op to how deep such ops stand in it
  blocks_t outers;        // blocks made to hold a loop
} shape_t;

// A construct being turned into an op.
typedef struct work {
  tern_spirv_deserializer_t *d;
  shape_t *shape;
  tern_spirv_construct_t *construct;
  blocks_t blocks;  // of the construct, header first, without the merge block; in order of discovery
  tern_map_t set;   // the same
} work_t;

// --- helpers ---

static tern_op_t *make_op(tern_spirv_deserializer_t *d, const tern_op_row_t *row, const tern_attr_t *loc,
                          tern_values_t operands, tern_block_t *successor) {
  tern_op_state_t state = {.def = tern_op_def_of(d->context, row),
                           .loc = loc,
                           .operands = operands,
                           .successors = &successor,
                           .successor_count = successor ? 1 : 0};
  return tern_op_create(d->context, &state);
}

// Points all branches of the blocks in `set` (NULL: of blocks that are not in `except`) from one block to another.
static void redirect(tern_block_t *from, tern_block_t *to, const tern_map_t *set, const tern_map_t *except) {
  for (tern_successor_t *use = from->first_use, *next; use; use = next) {
    next = use->next;
    const tern_block_t *block = use->owner->block;
    bool is_meant = set ? tern_map_contains(set, block) : !tern_map_contains(except, block);
    if (is_meant) tern_successor_set(use, to);
  }
}

// A block with arguments like those of `block`.
static tern_block_t *block_like(tern_spirv_deserializer_t *d, const tern_block_t *block) {
  tern_block_t *copy = tern_block_create(d->context);
  for (size_t i = 0; i < block->arg_count; ++i) tern_block_add_arg(copy, block->args[i]->type, block->args[i]->arg_loc);
  return copy;
}

static tern_values_t args_of(const tern_block_t *block) { return (tern_values_t){block->args, block->arg_count}; }

// A construct that is named by a block is named by another one now.
static void rename_block(tern_spirv_deserializer_t *d, const tern_block_t *from, tern_block_t *to) {
  for (size_t i = 0; i < d->constructs.count; ++i) {
    tern_spirv_construct_t *construct = &d->constructs.values[i];
    if (construct->is_done) continue;
    if (construct->merge == from) construct->merge = to;
    if (construct->continue_target == from) construct->continue_target = to;
  }
}

// --- which blocks ---

// Successors of a block, and what its merge instruction names: these belong to it even where nothing branches to them.
static size_t next_count(const shape_t *shape, const tern_block_t *block) {
  return block->last_op->successor_count + (tern_map_contains(&shape->constructs, block) ? 2 : 0);
}

static tern_block_t *next_at(const shape_t *shape, const tern_block_t *block, size_t index) {
  size_t count = block->last_op->successor_count;
  if (index < count) return block->last_op->successors[index].block;
  const tern_spirv_construct_t *construct = tern_map_get(&shape->constructs, block);
  return index == count || !construct->continue_target ? construct->merge : construct->continue_target;
}

// Blocks that control may go to from the header before it comes to the merge block. False if it comes to a block that a
// construct around names: then it leaves that one from inside.
static bool collect_blocks(work_t *work, const tern_map_t *bounds) {
  tern_spirv_construct_t *construct = work->construct;
  tern_vec_push(&work->blocks, construct->header);
  tern_map_set(&work->set, construct->header, NULL);
  for (size_t i = 0; i < work->blocks.count; ++i) {
    const tern_block_t *block = work->blocks.values[i];
    for (size_t k = 0; k < next_count(work->shape, block); ++k) {
      tern_block_t *next = next_at(work->shape, block, k);
      if (next == construct->merge || tern_map_contains(&work->set, next)) continue;
      if (tern_map_contains(bounds, next)) return false;
      tern_map_set(&work->set, next, NULL);
      tern_vec_push(&work->blocks, next);
    }
  }
  return true;
}

static bool is_entered_from_outside(const work_t *work, const tern_block_t *block) {
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    if (!tern_map_contains(&work->set, use->owner->block)) return true;
  }
  return false;
}

// Control enters a construct by its header alone.
static bool has_one_entry(const work_t *work) {
  for (size_t i = 1; i < work->blocks.count; ++i) {
    if (is_entered_from_outside(work, work->blocks.values[i])) return false;
  }
  return !is_entered_from_outside(work, work->construct->merge);
}

// --- values that leave ---

static bool is_inside(const tern_op_t *op, const tern_region_t *region) {
  for (const tern_block_t *block = op->block; block;
       block = tern_block_parent_op(block) ? tern_block_parent_op(block)->block : NULL) {
    if (block->parent == region) return true;
  }
  return false;
}

static bool leaves(const tern_value_t *value, const tern_region_t *region) {
  for (const tern_operand_t *use = value->first_use; use; use = use->next) {
    if (!is_inside(use->owner, region)) return true;
  }
  return false;
}

typedef TERN_VEC(tern_value_t *) values_t;

// Values that are defined in the region's blocks and used outside.
static void collect_leaving(const tern_region_t *region, values_t *out_values) {
  tern_region_for_each_block(region, block) {
    for (size_t i = 0; i < block->arg_count; ++i) {
      if (leaves(block->args[i], region)) tern_vec_push(out_values, block->args[i]);
    }
    tern_block_for_each_op(block, op) {
      for (size_t i = 0; i < op->result_count; ++i) {
        if (leaves(&op->results[i], region)) tern_vec_push(out_values, &op->results[i]);
      }
    }
  }
}

// Ends the region with a merge block, and replaces the op by one that gives what leaves the region and what the block
// after it took as arguments.
static tern_op_t *finish_region(tern_spirv_deserializer_t *d, tern_op_t *op, tern_block_t *merge, tern_block_t *after) {
  tern_region_t *region = &op->regions[0];
  values_t yielded = {0};
  for (size_t i = 0; i < merge->arg_count; ++i) tern_vec_push(&yielded, merge->args[i]);
  tern_block_insert(merge, region, NULL);
  collect_leaving(region, &yielded);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < yielded.count; ++i) tern_vec_push(&types, yielded.values[i]->type);
  tern_op_state_t state = {.def = op->def,
                           .loc = op->loc,
                           .result_types = {types.values, types.count},
                           .dictionary = tern_op_attr_dictionary(op),
                           .region_count = 1};
  tern_op_t *final = tern_op_create(d->context, &state);
  tern_op_insert(final, op->block, op);
  tern_region_take_blocks(&final->regions[0], region);
  tern_op_destroy(op);
  for (size_t i = 0; i < yielded.count; ++i) {
    bool is_arg = i < after->arg_count;
    tern_value_t *value = is_arg ? after->args[i] : yielded.values[i];
    for (tern_operand_t *use = value->first_use, *next; use; use = next) {
      next = use->next;
      if (is_arg || !is_inside(use->owner, &final->regions[0])) tern_operand_set(use, tern_op_result(final, i));
    }
  }
  tern_values_t operands = {yielded.values, yielded.count};
  tern_op_insert(make_op(d, TERN_SPIRV(MLIR_MERGE), final->loc, operands, NULL), merge, NULL);
  tern_vec_deinitialize(&yielded);
  tern_vec_deinitialize(&types);
  return final;
}

// What stood in the merge block follows the op. The block is gone then.
static void splice_after(tern_spirv_deserializer_t *d, tern_block_t *block, tern_block_t *after) {
  while (after->first_op) {
    tern_op_t *op = after->first_op;
    tern_op_remove(op);
    tern_op_insert(op, block, NULL);
  }
  rename_block(d, after, block);
  while (after->arg_count) tern_block_erase_arg(after, after->arg_count - 1);
  tern_block_remove(after);
  tern_block_destroy(after, d->context);
}

static tern_op_t *make_structured(tern_spirv_deserializer_t *d, const tern_op_row_t *row, const char *control_name,
                                  const tern_attr_t *control, const tern_attr_t *loc) {
  const tern_named_attr_t attr = {control_name, control};
  tern_op_state_t state = {.def = tern_op_def_of(d->context, row), .loc = loc, .attrs = {&attr, 1}, .region_count = 1};
  return tern_op_create(d->context, &state);
}

static void move_block(tern_block_t *block, tern_region_t *region) {
  tern_block_remove(block);
  tern_block_insert(block, region, NULL);
}

// --- selections ---

static tern_op_t *structure_selection(work_t *work) {
  tern_spirv_deserializer_t *d = work->d;
  tern_spirv_construct_t *construct = work->construct;
  tern_block_t *outer = construct->header, *after = construct->merge;
  tern_op_t *terminator = outer->last_op;
  const tern_attr_t *control = tern_enum_attr_get(d->context, TERN_SPIRV_ENUM(SELECTION_CONTROL), construct->control);
  tern_op_t *op = make_structured(d, TERN_SPIRV(MLIR_SELECTION), "selection_control", control, terminator->loc);
  tern_op_insert(op, outer, terminator);
  // Only the branch goes in: what stands before it in the header is for all to see.
  tern_block_t *header = tern_region_add_block(&op->regions[0]), *merge = block_like(d, after);
  tern_op_remove(terminator);
  tern_op_insert(terminator, header, NULL);
  tern_map_set(&work->set, header, NULL);
  for (size_t i = 1; i < work->blocks.count; ++i) move_block(work->blocks.values[i], &op->regions[0]);
  redirect(after, merge, &work->set, NULL);
  op = finish_region(d, op, merge, after);
  splice_after(d, outer, after);
  return op;
}

// --- loops ---

// The block that branches back, alone: the binary's own if it is like that, or a new one.
static tern_block_t *make_continue(work_t *work, tern_block_t *header) {
  tern_spirv_deserializer_t *d = work->d;
  tern_block_t *only = NULL;
  size_t count = 0;
  for (const tern_successor_t *use = header->first_use; use; use = use->next) {
    if (!tern_map_contains(&work->set, use->owner->block)) continue;
    only = use->owner->block;
    ++count;
  }
  bool fits = count == 1 && only != header && only == work->construct->continue_target &&
              tern_op_is(only->last_op, TERN_SPIRV(BRANCH));
  if (fits) return only;
  tern_block_t *block = block_like(d, header);
  redirect(header, block, &work->set, NULL);
  tern_op_insert(make_op(d, TERN_SPIRV(BRANCH), header->last_op->loc, args_of(block), header), block, NULL);
  return block;
}

static tern_op_t *structure_loop(work_t *work) {
  tern_spirv_deserializer_t *d = work->d;
  tern_spirv_construct_t *construct = work->construct;
  tern_block_t *header = construct->header, *after = construct->merge;
  const tern_attr_t *loc = header->last_op->loc;
  tern_region_t *parent = header->parent;
  // Before the loop: a block that takes what the header took from outside.
  tern_block_t *outer = block_like(d, header);
  tern_block_insert(outer, parent, header);
  redirect(header, outer, NULL, &work->set);
  const tern_attr_t *control = tern_enum_attr_get(d->context, TERN_SPIRV_ENUM(LOOP_CONTROL), construct->control);
  tern_op_t *op = make_structured(d, TERN_SPIRV(MLIR_LOOP), "loop_control", control, loc);
  tern_op_insert(op, outer, NULL);
  tern_block_t *continue_block = make_continue(work, header);
  tern_block_t *entry = tern_region_add_block(&op->regions[0]), *merge = block_like(d, after);
  tern_op_insert(make_op(d, TERN_SPIRV(BRANCH), loc, args_of(outer), header), entry, NULL);
  for (size_t i = 0; i < work->blocks.count; ++i) {
    if (work->blocks.values[i] != continue_block) move_block(work->blocks.values[i], &op->regions[0]);
  }
  if (continue_block->parent) tern_block_remove(continue_block);
  tern_block_insert(continue_block, &op->regions[0], NULL);
  redirect(after, merge, &work->set, NULL);
  rename_block(d, header, outer);
  op = finish_region(d, op, merge, after);
  splice_after(d, outer, after);
  tern_vec_push(&work->shape->outers, outer);
  return op;
}

// --- order ---

// False after an error: a block branches back to one that is no loop's header, which the specification forbids shaders (2.16.1).
static bool order_blocks(tern_spirv_deserializer_t *d, shape_t *shape) {
  typedef struct frame {
    tern_block_t *block;
    size_t next;
  } frame_t;
  TERN_VEC(frame_t) stack = {0};
  tern_map_t open = {0};  // blocks on the stack
  bool is_ok = true;
  tern_block_t *entry = d->function->regions[0].first_block;
  tern_map_set(&shape->reachable, entry, NULL);
  tern_map_set(&open, entry, entry);
  tern_vec_push(&stack, (frame_t){entry, 0});
  while (stack.count) {
    frame_t *frame = &stack.values[stack.count - 1];
    if (frame->next == next_count(shape, frame->block)) {
      tern_vec_push(&shape->order, frame->block);
      tern_map_remove(&open, frame->block);
      --stack.count;
      continue;
    }
    bool is_branch = frame->next < frame->block->last_op->successor_count;
    tern_block_t *next = next_at(shape, frame->block, frame->next++);
    const tern_spirv_construct_t *construct = tern_map_get(&shape->constructs, next);
    bool is_loop = construct && construct->continue_target;
    if (is_branch && !is_loop && tern_map_contains(&open, next)) is_ok = false;
    if (!tern_map_set(&shape->reachable, next, NULL)) continue;
    tern_map_set(&open, next, next);
    tern_vec_push(&stack, (frame_t){next, 0});
  }
  tern_vec_deinitialize(&stack);
  tern_map_deinitialize(&open);
  // Kernels need no merge instructions: their loops may stay blocks and branches.
  for (size_t i = 0; i < d->capabilities.count; ++i) {
    if (d->capabilities.values[i] == TERN_SPIRV_CAPABILITY_KERNEL) return true;
  }
  if (!is_ok) tern_spirv_error(d, "the function branches back to a block that is no loop's header");
  return is_ok;
}

static bool is_used(const tern_block_t *block) {
  for (size_t i = 0; i < block->arg_count; ++i) {
    if (block->args[i]->first_use) return true;
  }
  tern_block_for_each_op(block, op) {
    if (!tern_op_has_no_uses(op)) return true;
  }
  return false;
}

// Blocks that nothing leads to go: they could branch into constructs. False if what they define is used elsewhere.
static bool drop_unreachable(tern_spirv_deserializer_t *d, const shape_t *shape) {
  blocks_t dead = {0};
  bool is_ok = true;
  tern_region_for_each_block(&d->function->regions[0], block) {
    if (tern_map_contains(&shape->reachable, block)) continue;
    tern_vec_push(&dead, block);
    tern_block_for_each_op(block, op) {
      tern_op_drop_all_uses_of_operands(op);
      for (size_t i = 0; i < op->successor_count; ++i) tern_successor_set(&op->successors[i], NULL);
    }
  }
  for (size_t i = 0; i < dead.count && is_ok; ++i) {
    is_ok = !is_used(dead.values[i]);
    // Kernels need no merge instructions: their loops may stay blocks and branches.
    for (size_t i = 0; i < d->capabilities.count; ++i) {
      if (d->capabilities.values[i] == TERN_SPIRV_CAPABILITY_KERNEL) return true;
    }
    if (!is_ok) tern_spirv_error(d, "the function uses a value of a block that nothing branches to");
  }
  for (size_t i = 0; i < dead.count && is_ok; ++i) {
    tern_block_remove(dead.values[i]);
    tern_block_destroy(dead.values[i], d->context);
  }
  tern_vec_deinitialize(&dead);
  return is_ok;
}

// --- one construct ---

static void collect_bounds(const tern_spirv_deserializer_t *d, const tern_spirv_construct_t *construct,
                           tern_map_t *out_bounds) {
  for (size_t i = 0; i < d->constructs.count; ++i) {
    const tern_spirv_construct_t *other = &d->constructs.values[i];
    if (other == construct || other->is_done) continue;
    tern_map_set(out_bounds, other->header, NULL);
    tern_map_set(out_bounds, other->merge, NULL);
    if (other->continue_target) tern_map_set(out_bounds, other->continue_target, NULL);
  }
}

// A merge block that a construct around names too gets one in front that is this construct's own.
static void split_merge(work_t *work) {
  tern_spirv_deserializer_t *d = work->d;
  tern_block_t *shared = work->construct->merge, *own = block_like(d, shared);
  tern_block_insert(own, shared->parent, shared);
  redirect(shared, own, &work->set, NULL);
  tern_op_insert(make_op(d, TERN_SPIRV(BRANCH), work->construct->header->last_op->loc, args_of(own), shared), own,
                 NULL);
  work->construct->merge = own;
}

static bool note_depth(work_t *work, tern_op_t *op) {
  size_t depth = 1;
  tern_region_for_each_block(&op->regions[0], block) {
    tern_block_for_each_op(block, inner) {
      size_t below = (size_t)(uintptr_t)tern_map_get(&work->shape->depths, inner);
      if (below >= depth) depth = below + 1;
    }
  }
  tern_map_set(&work->shape->depths, op, (void *)(uintptr_t)depth);
  return depth <= TERN_SPIRV_MAX_CONTROL_DEPTH ||
         tern_spirv_error_at(work->d, work->construct->position, "control flow is nested more than %d deep",
                             TERN_SPIRV_MAX_CONTROL_DEPTH);
}

static bool structure(tern_spirv_deserializer_t *d, shape_t *shape, tern_spirv_construct_t *construct) {
  work_t work = {.d = d, .shape = shape, .construct = construct};
  tern_map_t bounds = {0};
  collect_bounds(d, construct, &bounds);
  construct->is_done = true;
  bool is_loop = construct->continue_target != NULL;
  bool fits = construct->merge != construct->header && construct->merge != construct->continue_target &&
              collect_blocks(&work, &bounds);
  if (fits && tern_map_contains(&bounds, construct->merge)) {
    tern_op_t *terminator = construct->header->last_op;
    fits = terminator->successor_count > 0;
    if (fits) split_merge(&work);
  }
  fits = fits && has_one_entry(&work);
  bool is_ok = true;
  if (fits) {
    const tern_block_t *header = construct->header;
    tern_map_remove(&shape->constructs, header);
    tern_op_t *op = is_loop ? structure_loop(&work) : structure_selection(&work);
    is_ok = note_depth(&work, op);
  }
  tern_map_deinitialize(&bounds);
  tern_vec_deinitialize(&work.blocks);
  tern_map_deinitialize(&work.set);
  return is_ok;
}

// --- tidying ---

// Joins a block that was made to hold a loop with the only block that branches to it.
static void join_with_parent(tern_spirv_deserializer_t *d, tern_block_t *block) {
  const tern_successor_t *use = block->first_use;
  if (!use || use->next || !tern_op_is(use->owner, TERN_SPIRV(BRANCH))) return;
  tern_block_t *parent = use->owner->block;
  bool is_loop = tern_op_is(block->parent->parent, TERN_SPIRV(MLIR_LOOP));
  // Entry and continue block of a loop are what they are by their places.
  if (parent == block ||
      (is_loop && (parent == block->parent->first_block || block->next == block->parent->last_block))) {
    return;
  }
  tern_op_t *branch = use->owner;
  for (size_t i = 0; i < block->arg_count; ++i) {
    tern_value_replace_all_uses(block->args[i], tern_op_operand(branch, i));
  }
  tern_op_destroy(branch);
  splice_after(d, parent, block);
}

static tern_walk_result_t collect_unreachable(tern_op_t *op, void *user) {
  blocks_t *blocks = user;
  bool is_end = tern_op_is(op, TERN_SPIRV(UNREACHABLE)) && (tern_block_is_entry(op->block) || op->block->first_use);
  if (is_end) tern_vec_push(blocks, op->block);
  return TERN_WALK_ADVANCE;
}

// A merge block that nothing reaches follows its op now, in a block that something does reach. spirv.Unreachable may not
// stand there; as it is never come to, a return does as well.
static void replace_unreachable(tern_spirv_deserializer_t *d) {
  blocks_t blocks = {0};
  tern_op_walk_pre(d->function, collect_unreachable, &blocks);
  tern_types_t results = tern_function_type_results(tern_type_attr_value(tern_op_attr(d->function, "function_type")));
  for (size_t i = 0; i < blocks.count; ++i) {
    tern_op_t *old = blocks.values[i]->last_op, *end;
    if (results.count) {
      tern_op_state_t state = {
          .def = tern_op_def_of(d->context, TERN_SPIRV(UNDEF)), .loc = old->loc, .result_types = {results.values, 1}};
      tern_op_t *undefined = tern_op_create(d->context, &state);
      tern_op_insert(undefined, old->block, old);
      end = make_op(d, TERN_SPIRV(RETURNVALUE), old->loc, TERN_VALUES(tern_op_result(undefined, 0)), NULL);
    } else {
      end = make_op(d, TERN_SPIRV(RETURN), old->loc, (tern_values_t){0}, NULL);
    }
    tern_op_insert(end, old->block, old);
    tern_op_destroy(old);
  }
  tern_vec_deinitialize(&blocks);
}

static void deinitialize(shape_t *shape) {
  tern_map_deinitialize(&shape->constructs);
  tern_map_deinitialize(&shape->reachable);
  tern_map_deinitialize(&shape->depths);
  tern_vec_deinitialize(&shape->order);
  tern_vec_deinitialize(&shape->outers);
}

bool tern_spirv_structurize(tern_spirv_deserializer_t *d) {
  shape_t shape = {0};
  for (size_t i = 0; i < d->constructs.count; ++i) {
    tern_map_set(&shape.constructs, d->constructs.values[i].header, &d->constructs.values[i]);
  }
  if (!order_blocks(d, &shape)) {
    deinitialize(&shape);
    return false;
  }
  for (size_t i = 0; i < d->constructs.count; ++i) {
    tern_spirv_construct_t *construct = &d->constructs.values[i];
    construct->is_done = !tern_map_contains(&shape.reachable, construct->header);
  }
  bool is_ok = drop_unreachable(d, &shape);
  for (size_t i = 0; is_ok && i < shape.order.count; ++i) {
    // Blocks that are gone are no headers: a merge block comes before the header in this order.
    tern_spirv_construct_t *construct = tern_map_get(&shape.constructs, shape.order.values[i]);
    if (construct && !construct->is_done) is_ok = structure(d, &shape, construct);
  }
  for (size_t i = 0; is_ok && i < shape.outers.count; ++i) join_with_parent(d, shape.outers.values[i]);
  if (is_ok) replace_unreachable(d);
  deinitialize(&shape);
  return is_ok;
}
