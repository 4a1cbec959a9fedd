// Bodies of functions: blocks in dominance order, block arguments as phis.

#include "ir/symbol.h"
#include "rewrite/branch.h"
#include "target/llvm/translate.h"

LLVMValueRef tern_llvm_operand(const tern_llvm_translation_t *t, const tern_op_t *op, size_t index) {
  return tern_map_get(&t->values, tern_op_operand(op, index));
}

void tern_llvm_set_value(tern_llvm_translation_t *t, const tern_value_t *value, LLVMValueRef translated) {
  tern_map_set(&t->values, value, translated);
}

// --- edges ---

LLVMBasicBlockRef tern_llvm_edge_to(tern_llvm_translation_t *t, const tern_op_t *op, size_t index) {
  const tern_block_t *block = op->successors[index].block;
  LLVMBasicBlockRef target = tern_map_get(&t->blocks, block), from = LLVMGetInsertBlock(t->builder);
  if (block->arg_count == 0) return target;
  tern_llvm_edge_t edge = {.successor = &op->successors[index], .from = from, .op = op};
  tern_branch_successor_operands(op, index, &edge.start, &edge.count);
  // A phi has one value for each predecessor, so a second edge from here gets a block of its own.
  bool is_second = false;
  for (size_t i = 0; i < index; i++) is_second |= op->successors[i].block == block;
  if (is_second) {
    LLVMBasicBlockRef between = LLVMAppendBasicBlockInContext(t->llvm, LLVMGetBasicBlockParent(from), "");
    LLVMPositionBuilderAtEnd(t->builder, between);
    LLVMBuildBr(t->builder, target);
    LLVMPositionBuilderAtEnd(t->builder, from);
    edge.from = between;
    target = between;
  }
  tern_vec_push(&t->edges, edge);
  return target;
}

static void connect(tern_llvm_translation_t *t, const tern_llvm_edge_t *edge) {
  const tern_block_t *block = edge->successor->block;
  for (size_t i = 0; i < block->arg_count && i < edge->count; i++) {
    LLVMValueRef phi = tern_map_get(&t->values, block->args[i]),
                 value = tern_llvm_operand(t, edge->op, edge->start + i);
    LLVMBasicBlockRef from = edge->from;
    LLVMAddIncoming(phi, &value, &from, 1);
  }
}

// Each block's edges in the order of its uses, as upstream has them: LLVM's optimizations see the order, so another one
// gives other machine code.
static void connect_phis(tern_llvm_translation_t *t) {
  tern_map_t edges = {0}, done = {0};  // successor -> edge; blocks
  for (size_t i = 0; i < t->edges.count; i++) {
    tern_map_set(&edges, t->edges.values[i].successor, &t->edges.values[i]);
  }
  for (size_t i = 0; i < t->edges.count; i++) {
    const tern_block_t *block = t->edges.values[i].successor->block;
    if (!tern_map_set(&done, block, &done)) continue;
    for (const tern_successor_t *use = block->first_use; use; use = use->next) {
      const tern_llvm_edge_t *edge = tern_map_get(&edges, use);
      if (edge) connect(t, edge);
    }
  }
  tern_map_deinitialize(&edges);
  tern_map_deinitialize(&done);
  t->edges.count = 0;
}

// --- order ---

typedef struct visit {
  const tern_block_t *block;
  size_t next;  // successor to look at
} visit_t;
typedef TERN_VEC(const tern_block_t *) block_list_t;

// Appends what is reachable from `start` and was not seen, in post-order.
static void visit_from(const tern_block_t *start, tern_map_t *seen, block_list_t *out_order) {
  TERN_VEC(visit_t) stack = {0};
  tern_map_set(seen, start, seen);
  tern_vec_push(&stack, (visit_t){start, 0});
  while (stack.count > 0) {
    visit_t *top = &stack.values[stack.count - 1];
    const tern_op_t *end = top->block->last_op;
    // The last successor first, so that the first one comes next in the reversed order.
    if (end && top->next < end->successor_count) {
      const tern_block_t *successor = end->successors[end->successor_count - 1 - top->next++].block;
      if (tern_map_contains(seen, successor)) continue;
      tern_map_set(seen, successor, seen);
      tern_vec_push(&stack, (visit_t){successor, 0});
      continue;
    }
    tern_vec_push(out_order, top->block);
    stack.count--;
  }
  tern_vec_deinitialize(&stack);
}

// Blocks so that definitions come before uses: reverse post-order, from each block that nothing before reaches.
static void order_blocks(const tern_region_t *region, block_list_t *out_order) {
  tern_map_t seen = {0};
  block_list_t part = {0};
  tern_region_for_each_block(region, block) {
    if (tern_map_contains(&seen, block)) continue;
    part.count = 0;
    visit_from(block, &seen, &part);
    for (size_t i = part.count; i-- > 0;) tern_vec_push(out_order, part.values[i]);
  }
  tern_vec_deinitialize(&part);
  tern_map_deinitialize(&seen);
}

// --- functions ---

static bool translate_block(tern_llvm_translation_t *t, const tern_block_t *block, bool is_entry) {
  LLVMPositionBuilderAtEnd(t->builder, tern_map_get(&t->blocks, block));
  for (size_t i = 0; !is_entry && i < block->arg_count; i++) {
    LLVMTypeRef type = tern_llvm_to_type(t, tern_block_parent_op(block), block->args[i]->type);
    if (!type) return false;
    tern_llvm_set_value(t, block->args[i], LLVMBuildPhi(t->builder, type, ""));
  }
  tern_block_for_each_op(block, op) {
    LLVMValueRef last = op->attrs ? LLVMGetLastInstruction(LLVMGetInsertBlock(t->builder)) : NULL;
    if (!tern_llvm_translate_op(t, op) || !tern_llvm_set_relaxations(t, op, last)) return false;
  }
  return true;
}

static bool set_personality(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function) {
  const tern_attr_t *personality = tern_op_attr(op, "personality");
  if (!personality) return true;
  LLVMValueRef symbol = tern_llvm_symbol(t, op, personality);
  if (symbol) LLVMSetPersonalityFn(function, symbol);
  return symbol != NULL;
}

static LLVMValueRef find_function(const tern_llvm_translation_t *t, const tern_op_t *op) {
  return tern_map_get(&t->symbols, tern_ident_get(tern_op_context(op), tern_symbol_name(op)));
}

// Blocks are there before any op is translated, since their addresses may be taken anywhere.
bool tern_llvm_declare_blocks(tern_llvm_translation_t *t, const tern_op_t *op) {
  LLVMValueRef function = find_function(t, op);
  block_list_t order = {0};
  order_blocks(&op->regions[0], &order);
  for (size_t i = 0; i < order.count; i++)
    tern_map_set(&t->blocks, order.values[i], LLVMAppendBasicBlockInContext(t->llvm, function, ""));
  tern_vec_deinitialize(&order);
  return true;
}

// The block of a function that holds `llvm.blocktag` with this tag, or NULL.
static const tern_block_t *find_tagged(const tern_op_t *function, const tern_attr_t *tag) {
  tern_region_for_each_block(&function->regions[0], block) {
    tern_block_for_each_op(block, op) {
      if (tern_op_is(op, TERN_LLVM(BLOCKTAG)) && tern_op_attr(op, "tag") == tag) return block;
    }
  }
  return NULL;
}

bool tern_llvm_translate_blockaddress(tern_llvm_translation_t *t, tern_op_t *op) {
  const tern_attr_t *address = tern_op_attr(op, "block_addr");
  const tern_attr_t *name = tern_llvm_attr_param(address, "function");
  const tern_op_t *function = name->kind == TERN_ATTR_SYMBOL_REF ? tern_symbol_lookup_nearest(op, name) : NULL;
  bool is_function = function && tern_op_is(function, TERN_LLVM(FUNC));
  const tern_block_t *block = is_function ? find_tagged(function, tern_llvm_attr_param(address, "tag")) : NULL;
  if (!block) return tern_op_error(op, "expects an existing block label target in the referenced function");
  tern_llvm_set_value(t, &op->results[0],
                      LLVMBlockAddress(find_function(t, function), tern_map_get(&t->blocks, block)));
  return true;
}

bool tern_llvm_define_function(tern_llvm_translation_t *t, const tern_op_t *op) {
  LLVMValueRef function = find_function(t, op);
  if (!set_personality(t, op, function)) return false;
  if (tern_region_is_empty(&op->regions[0])) return true;
  const tern_block_t *entry = tern_op_body(op, 0);
  for (unsigned i = 0; i < entry->arg_count; i++) tern_llvm_set_value(t, entry->args[i], LLVMGetParam(function, i));
  block_list_t order = {0};
  order_blocks(&op->regions[0], &order);
  bool is_right = true;
  for (size_t i = 0; is_right && i < order.count; i++)
    is_right = translate_block(t, order.values[i], order.values[i] == entry);
  if (is_right) connect_phis(t);
  t->edges.count = 0;
  tern_vec_deinitialize(&order);
  return is_right;
}
