// Serializes control flow. Structured ops become merge instructions, block arguments become OpPhi.
//
//   ^bb:                                     %bb = OpLabel
//     spirv.mlir.loop {                            OpBranch %header          (the entry block is inlined)
//       spirv.Branch ^header(%a)             %header = OpLabel
//     ^header(%i):                             %i = OpPhi %a %bb, %next %continue
//       ...                                        OpLoopMerge %merge %continue None
//     }                                            ...
//     ops                                    %merge = OpLabel
//                                                  ops                       (the rest of ^bb)
//
// So one block of the IR may be several of the binary. Which of them a branch ends is known when it is emitted; the
// parents of OpPhi are filled in after that.

#include "ir/diagnostic.h"
#include "rewrite/branch.h"
#include "target/spirv/serialize_private.h"

// The region whose blocks are being serialized.
typedef struct scope {
  tern_spirv_blocks_t blocks;
  tern_block_t *loop_header, *loop_continue, *loop_merge;  // NULL: the region is no loop's
  tern_block_t *selection_header, *selection_merge;        // the same of a selection's
} scope_t;

static bool serialize_block(tern_spirv_serializer_t *s, const scope_t *scope, tern_block_t *block);

static uint32_t label_of(tern_spirv_serializer_t *s, const tern_block_t *block) {
  return tern_spirv_id_or_new(s, &s->labels, block);
}

static void start_label(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t label) {
  TERN_SPIRV_EMIT(op, &s->body, TERN_SPIRV_OPCODE_LABEL, label);
  s->current_label = label;
  s->current_line = NULL;  // a line holds until the end of its block
}

static bool is_structured(const tern_op_t *op) {
  return tern_op_is(op, TERN_SPIRV(MLIR_LOOP)) || tern_op_is(op, TERN_SPIRV(MLIR_SELECTION));
}

// --- order ---

void tern_spirv_order_blocks(tern_block_t *entry, tern_spirv_blocks_t *out_blocks) {
  typedef struct frame {
    tern_block_t *block;
    size_t next;  // successors still to visit
  } frame_t;
  for (tern_block_t *block = entry->parent->first_block; block; block = block->next) block->scratch = UINT32_MAX;
  TERN_VEC(frame_t) stack = {0};
  out_blocks->count = 0;
  // The last successor is visited first, so that the first one comes first in the order.
  entry->scratch = 0;
  tern_vec_push(&stack, (frame_t){entry, entry->last_op ? entry->last_op->successor_count : 0});
  while (stack.count) {
    frame_t *frame = &stack.values[stack.count - 1];
    if (frame->next == 0) {
      tern_vec_push(out_blocks, frame->block);
      --stack.count;
      continue;
    }
    tern_block_t *successor = frame->block->last_op->successors[--frame->next].block;
    if (successor->scratch != UINT32_MAX) continue;
    successor->scratch = 0;
    tern_vec_push(&stack, (frame_t){successor, successor->last_op ? successor->last_op->successor_count : 0});
  }
  tern_vec_deinitialize(&stack);
  for (size_t i = 0, k = out_blocks->count; i + 1 < k; ++i) {
    tern_block_t *block = out_blocks->values[i];
    out_blocks->values[i] = out_blocks->values[--k];
    out_blocks->values[k] = block;
  }
  for (size_t i = 0; i < out_blocks->count; ++i) out_blocks->values[i]->scratch = (uint32_t)i;
}

// --- block arguments ---

static const tern_value_t *incoming(const tern_successor_t *use, size_t arg) {
  size_t start, count;
  size_t index = (size_t)(use - use->owner->successors);
  if (!tern_branch_successor_operands(use->owner, index, &start, &count) || arg >= count) return NULL;
  return tern_op_operand(use->owner, start + arg);
}

// One entry of each branch that is emitted. A branch that comes here by two ways must bring the same.
static bool collect_branches(const tern_block_t *block, const tern_spirv_blocks_t *blocks,
                             tern_spirv_blocks_t *out_parents) {
  for (size_t i = 0; i < blocks->count; ++i) {
    const tern_op_t *terminator = blocks->values[i]->last_op;
    const tern_successor_t *first = NULL;
    for (size_t k = 0; terminator && k < terminator->successor_count; ++k) {
      const tern_successor_t *use = &terminator->successors[k];
      if (use->block != block) continue;
      for (size_t arg = 0; first && arg < block->arg_count; ++arg) {
        if (incoming(first, arg) == incoming(use, arg)) continue;
        return tern_op_error(terminator,
                             "branches to one block by several ways with different operands, which OpPhi "
                             "cannot tell apart");
      }
      if (!first) tern_vec_push(out_parents, blocks->values[i]);
      if (!first) first = use;
    }
  }
  return true;
}

static const tern_successor_t *way_to(const tern_block_t *parent, const tern_block_t *block) {
  for (size_t i = 0;; ++i) {
    if (parent->last_op->successors[i].block == block) return &parent->last_op->successors[i];
  }
}

static bool emit_phi(tern_spirv_serializer_t *s, const tern_block_t *block, size_t arg,
                     const tern_spirv_blocks_t *parents) {
  const tern_op_t *op = tern_block_parent_op(block);
  const tern_value_t *value = block->args[arg];
  uint32_t type = tern_spirv_type_id(s, op, value->type);
  if (!type) return false;
  size_t start = s->body.count;
  const uint32_t head[] = {0, type, tern_spirv_value_id(s, op, value)};
  for (size_t i = 0; i < 3; ++i) tern_spirv_words_push(&s->body, head[i]);
  for (size_t i = 0; i < parents->count; ++i) {
    const tern_op_t *terminator = parents->values[i]->last_op;
    const tern_value_t *from = incoming(way_to(parents->values[i], block), arg);
    if (!from) return tern_op_error(terminator, "does not say what it hands to the block that it branches to");
    uint32_t id = tern_spirv_value_id(s, terminator, from);
    if (!id) return false;
    tern_spirv_words_push(&s->body, id);
    tern_vec_push(&s->phi_fixups, (tern_spirv_phi_fixup_t){s->body.count, terminator});
    tern_spirv_words_push(&s->body, 0);
  }
  size_t count = s->body.count - start;
  if (count > TERN_SPIRV_MAX_INSTRUCTION_WORDS) return tern_op_error(op, "has a block with too many predecessors");
  s->body.values[start] = (uint32_t)count << 16 | TERN_SPIRV_OPCODE_PHI;
  const tern_attr_t *loc = value->arg_loc;
  if (loc && loc->kind == TERN_ATTR_LOC_NAME) {
    tern_spirv_emit_name(s, head[2], tern_ident_str((const tern_ident_t *)(uintptr_t)loc->params[0]));
  }
  return true;
}

static bool emit_phis(tern_spirv_serializer_t *s, const scope_t *scope, const tern_block_t *block) {
  if (!block->arg_count) return true;
  tern_spirv_blocks_t parents = {0};
  bool is_ok = collect_branches(block, &scope->blocks, &parents);
  for (size_t i = 0; is_ok && i < block->arg_count; ++i) is_ok = emit_phi(s, block, i, &parents);
  tern_vec_deinitialize(&parents);
  return is_ok;
}

// --- terminators ---

static bool emit_branch(tern_spirv_serializer_t *s, tern_op_t *op, uint32_t target) {
  return TERN_SPIRV_EMIT(op, &s->body, TERN_SPIRV_OPCODE_BRANCH, target);
}

static bool emit_conditional_branch(tern_spirv_serializer_t *s, tern_op_t *op) {
  uint32_t words[5] = {tern_spirv_value_id(s, op, tern_op_operand(op, 0)), label_of(s, op->successors[0].block),
                       label_of(s, op->successors[1].block)};
  if (!words[0]) return false;
  const tern_attr_t *weights = tern_op_attr(op, "branch_weights");
  size_t count = tern_int_list_attr_count(weights) == 2 ? 2 : 0;
  for (size_t i = 0; i < count; ++i) words[3 + i] = (uint32_t)tern_int_list_attr_at(weights, i);
  return tern_spirv_emit(op, &s->body, TERN_SPIRV_OPCODE_BRANCHCONDITIONAL, words, 3 + count);
}

static bool emit_switch(tern_spirv_serializer_t *s, tern_op_t *op) {
  const tern_value_t *selector = tern_op_operand(op, 0);
  const tern_attr_t *literals = tern_op_attr(op, "literals");
  uint32_t width = tern_type_bit_width(selector->type);
  tern_spirv_words_t words = {0};
  uint32_t id = tern_spirv_value_id(s, op, selector);
  tern_spirv_words_push(&words, id);
  tern_spirv_words_push(&words, label_of(s, op->successors[0].block));
  for (size_t i = 1; i < op->successor_count; ++i) {
    uint64_t literal = (uint64_t)tern_int_list_attr_at(literals, i - 1);
    bool is_signed = tern_integer_type_signedness(selector->type) == TERN_SIGNED;
    if (width < 32 && !is_signed) literal &= (UINT64_C(1) << width) - 1;
    tern_spirv_words_push(&words, (uint32_t)literal);
    if (width > 32) tern_spirv_words_push(&words, (uint32_t)(literal >> 32));
    tern_spirv_words_push(&words, label_of(s, op->successors[i].block));
  }
  bool is_ok = id && tern_spirv_emit(op, &s->body, TERN_SPIRV_OPCODE_SWITCH, words.values, words.count);
  tern_spirv_words_deinitialize(&words);
  return is_ok;
}

// A branch to a block that leaves the loop's body, or goes on to its next turn, is no way into a selection.
static bool is_exit(const scope_t *scope, const tern_block_t *block) {
  return block == scope->loop_merge || block == scope->loop_continue || block == scope->selection_merge;
}

// The merge instruction of a conditional branch that heads no spirv.mlir.selection: one that was read without structure,
// or that leaves a loop from inside.
static bool emit_found_merge(tern_spirv_serializer_t *s, const scope_t *scope, tern_block_t *block) {
  tern_op_t *op = block->last_op;
  size_t ways = 0;
  for (size_t i = 0; i < op->successor_count; ++i) ways += !is_exit(scope, op->successors[i].block);
  if (ways < 2 && !tern_op_is(op, TERN_SPIRV(SWITCH))) return true;
  bool is_shared;
  tern_block_t *merge = tern_spirv_find_merge(&scope->blocks, block, scope->loop_header, scope->loop_continue,
                                              scope->loop_merge, &is_shared);
  // The merge block of a switch may be left for from inside.
  bool is_left =
      merge && merge == scope->selection_merge && tern_op_is(scope->selection_header->last_op, TERN_SPIRV(SWITCH));
  uint32_t label;
  if (merge && !is_left) {
    if (is_shared || is_exit(scope, merge) || !tern_map_set(&s->used_merges, merge, NULL)) {
      return tern_op_error(op,
                           "meets the ways of another branch in one block, which structured control flow cannot have");
    }
    label = label_of(s, merge);
  } else {
    label = tern_spirv_new_id(s);
    tern_vec_push(&s->dead_labels, label);
  }
  return TERN_SPIRV_EMIT(op, &s->body, TERN_SPIRV_OPCODE_SELECTIONMERGE, label, 0);
}

static bool emit_merge_instruction(tern_spirv_serializer_t *s, const scope_t *scope, tern_block_t *block,
                                   bool has_loop_merge) {
  tern_op_t *op = block->last_op;
  bool is_conditional = tern_op_is(op, TERN_SPIRV(BRANCHCONDITIONAL)) || tern_op_is(op, TERN_SPIRV(SWITCH));
  if (has_loop_merge) {
    uint32_t control = (uint32_t)tern_enum_attr_value(tern_op_attr(tern_block_parent_op(block), "loop_control"));
    return TERN_SPIRV_EMIT(op, &s->body, TERN_SPIRV_OPCODE_LOOPMERGE, label_of(s, scope->loop_merge),
                           label_of(s, scope->loop_continue), control);
  }
  if (!is_conditional) return true;
  if (block == scope->selection_header) {
    tern_op_t *parent = tern_block_parent_op(block);
    uint32_t control = (uint32_t)tern_enum_attr_value(tern_op_attr(parent, "selection_control"));
    return TERN_SPIRV_EMIT(op, &s->body, TERN_SPIRV_OPCODE_SELECTIONMERGE, label_of(s, scope->selection_merge),
                           control);
  }
  return !s->structures_control_flow || emit_found_merge(s, scope, block);
}

// Branches by one condition to one block are a plain branch.
static bool is_plain_branch(const tern_op_t *op) {
  if (tern_op_is(op, TERN_SPIRV(BRANCH))) return true;
  return tern_op_is(op, TERN_SPIRV(BRANCHCONDITIONAL)) && op->successors[0].block == op->successors[1].block;
}

static bool serialize_terminator(tern_spirv_serializer_t *s, const scope_t *scope, tern_block_t *block,
                                 bool has_loop_merge) {
  tern_op_t *op = block->last_op;
  if (tern_op_is(op, TERN_SPIRV(MLIR_MERGE))) return true;
  tern_map_set(&s->branch_labels, op, (void *)(uintptr_t)s->current_label);
  if (!op->successor_count) return tern_spirv_serialize_op(s, op);
  tern_spirv_emit_line(s, op);
  bool is_plain = is_plain_branch(op);
  if ((has_loop_merge || !is_plain) && !emit_merge_instruction(s, scope, block, has_loop_merge)) return false;
  if (is_plain) return emit_branch(s, op, label_of(s, op->successors[0].block));
  if (tern_op_is(op, TERN_SPIRV(BRANCHCONDITIONAL))) return emit_conditional_branch(s, op);
  if (tern_op_is(op, TERN_SPIRV(SWITCH))) return emit_switch(s, op);
  return tern_op_error(op, "has no form in a SPIR-V binary");
}

// --- structured ops ---

// Can the header's own terminator carry the merge instruction of the loop?
static bool is_simple_header(const tern_block_t *header) {
  const tern_op_t *last = header->last_op;
  if (!tern_op_is(last, TERN_SPIRV(BRANCH)) && !tern_op_is(last, TERN_SPIRV(BRANCHCONDITIONAL))) return false;
  for (const tern_op_t *op = header->first_op; op; op = op->next) {
    if (is_structured(op)) return false;
  }
  return true;
}

static bool serialize_labelled_block(tern_spirv_serializer_t *s, const scope_t *scope, tern_block_t *block) {
  start_label(s, tern_block_parent_op(block), label_of(s, block));
  return emit_phis(s, scope, block) && serialize_block(s, scope, block);
}

// The blocks of a region behind its head, then its merge block.
static bool serialize_rest(tern_spirv_serializer_t *s, const scope_t *scope, const tern_block_t *head,
                           tern_block_t *merge) {
  for (size_t i = 0; i < scope->blocks.count; ++i) {
    tern_block_t *block = scope->blocks.values[i];
    bool is_done = block == head || block == merge || (scope->loop_merge && block == block->parent->first_block);
    if (!is_done && !serialize_labelled_block(s, scope, block)) return false;
  }
  return serialize_labelled_block(s, scope, merge);
}

static bool contains(const tern_spirv_blocks_t *blocks, const tern_block_t *block) {
  return block->scratch < blocks->count && blocks->values[block->scratch] == block;
}

static bool serialize_loop_blocks(tern_spirv_serializer_t *s, scope_t *scope, tern_op_t *op) {
  tern_block_t *entry = op->regions[0].first_block, *header = scope->loop_header;
  if (!serialize_block(s, scope, entry)) return false;
  start_label(s, op, label_of(s, header));
  if (!emit_phis(s, scope, header)) return false;
  if (!is_simple_header(header)) {
    uint32_t label = tern_spirv_new_id(s);
    if (!emit_merge_instruction(s, scope, header, true) || !emit_branch(s, op, label)) return false;
    start_label(s, op, label);
  }
  return serialize_block(s, scope, header) && serialize_rest(s, scope, header, scope->loop_merge);
}

static bool serialize_loop(tern_spirv_serializer_t *s, tern_op_t *op) {
  tern_region_t *region = &op->regions[0];
  tern_block_t *entry = region->first_block, *merge = region->last_block;
  // An empty loop has no blocks: nothing to do.
  if (!entry) return true;
  bool is_loop = entry->last_op && entry->last_op->successor_count == 1 && merge != entry && merge->prev != entry;
  if (!is_loop) return tern_op_error(op, "has not the blocks of a loop: entry, header, continue and merge block");
  scope_t scope = {
      .loop_header = entry->last_op->successors[0].block, .loop_continue = merge->prev, .loop_merge = merge};
  tern_spirv_order_blocks(entry, &scope.blocks);
  // SPIR-V asks for these two also where nothing leads to them.
  tern_block_t *needed[] = {scope.loop_continue, scope.loop_merge};
  for (size_t i = 0; i < 2; ++i) {
    if (contains(&scope.blocks, needed[i])) continue;
    needed[i]->scratch = (uint32_t)scope.blocks.count;
    tern_vec_push(&scope.blocks, needed[i]);
  }
  bool is_ok = serialize_loop_blocks(s, &scope, op);
  tern_vec_deinitialize(&scope.blocks);
  return is_ok;
}

static bool serialize_selection(tern_spirv_serializer_t *s, tern_op_t *op) {
  tern_region_t *region = &op->regions[0];
  tern_block_t *header = region->first_block, *merge = region->last_block;
  if (!header) return true;
  scope_t scope = {.selection_header = header, .selection_merge = merge};
  tern_spirv_order_blocks(header, &scope.blocks);
  if (!contains(&scope.blocks, merge)) {
    merge->scratch = (uint32_t)scope.blocks.count;
    tern_vec_push(&scope.blocks, merge);
  }
  bool is_ok = serialize_block(s, &scope, header) && (header == merge || serialize_rest(s, &scope, header, merge));
  tern_vec_deinitialize(&scope.blocks);
  return is_ok;
}

// --- blocks ---

static bool serialize_block(tern_spirv_serializer_t *s, const scope_t *scope, tern_block_t *block) {
  for (tern_op_t *op = block->first_op; op && op != block->last_op; op = op->next) {
    bool is_ok = tern_op_is(op, TERN_SPIRV(MLIR_LOOP))        ? serialize_loop(s, op)
                 : tern_op_is(op, TERN_SPIRV(MLIR_SELECTION)) ? serialize_selection(s, op)
                                                              : tern_spirv_serialize_op(s, op);
    if (!is_ok) return false;
  }
  bool has_loop_merge = block == scope->loop_header && is_simple_header(block);
  return serialize_terminator(s, scope, block, has_loop_merge);
}

static bool serialize_function_blocks(tern_spirv_serializer_t *s, tern_region_t *region) {
  scope_t scope = {0};
  tern_block_t *entry = region->first_block;
  tern_spirv_order_blocks(entry, &scope.blocks);
  s->current_label = label_of(s, entry);
  bool is_ok = serialize_block(s, &scope, entry);
  for (size_t i = 1; is_ok && i < scope.blocks.count; ++i) {
    is_ok = serialize_labelled_block(s, &scope, scope.blocks.values[i]);
  }
  tern_vec_deinitialize(&scope.blocks);
  return is_ok;
}

bool tern_spirv_serialize_body(tern_spirv_serializer_t *s, tern_region_t *region) {
  const tern_op_t *op = region->parent;
  s->variables.count = s->body.count = s->phi_fixups.count = s->dead_labels.count = 0;
  s->current_line = NULL;
  tern_map_clear(&s->branch_labels);
  if (!serialize_function_blocks(s, region)) return false;
  for (size_t i = 0; i < s->phi_fixups.count; ++i) {
    const tern_spirv_phi_fixup_t *fixup = &s->phi_fixups.values[i];
    s->body.values[fixup->position] = tern_spirv_id_get(&s->branch_labels, fixup->terminator);
  }
  for (size_t i = 0; i < s->dead_labels.count; ++i) {
    start_label(s, op, s->dead_labels.values[i]);
    tern_spirv_emit(op, &s->body, TERN_SPIRV_OPCODE_UNREACHABLE, NULL, 0);
  }
  TERN_SPIRV_EMIT(op, &s->functions, TERN_SPIRV_OPCODE_LABEL, label_of(s, region->first_block));
  tern_spirv_words_append(&s->functions, &s->variables);
  tern_spirv_words_append(&s->functions, &s->body);
  return true;
}
