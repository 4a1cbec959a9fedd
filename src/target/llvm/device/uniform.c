// Which values are the same for all threads of a call and are computed once for them (the others *vary*), and which blocks all threads
// of a call run together. Both depend on each other, so they are found together, from the assumption that all is uniform down.
//
// A branch on a varying value *divides* the threads up to its post-dominator. Where threads may stop at a point in between, the
// post-dominator becomes a point, too (a join), at which they meet again. A branch on a uniform value divides them as well if nothing
// would be won by making it once: a loop over threads that has it inside is as good, unless there is a point or a loop to split there.

#include <string.h>

#include "target/llvm/device/device.h"

enum { SPLIT_LOOP_SIZE = 400 };  // instructions of a loop that is worth loops over threads inside

bool device_is_uniform(const device_kernel_t *kernel, LLVMValueRef value) {
  return !LLVMIsAInstruction(value) || !tern_map_contains(&kernel->varying, value);
}

static LLVMValueRef condition_of(LLVMValueRef terminator) {
  switch (LLVMGetInstructionOpcode(terminator)) {
    case LLVMBr: return LLVMIsConditional(terminator) ? LLVMGetCondition(terminator) : NULL;
    case LLVMSwitch: return LLVMGetOperand(terminator, 0);
    default: return NULL;
  }
}

bool device_branch_is_scalar(const device_kernel_t *kernel, uint32_t node) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(kernel->nodes[node].block),
               condition = condition_of(terminator);
  return condition && kernel->nodes[node].is_uniform && !tern_map_contains(&kernel->varying, terminator) &&
         device_is_uniform(kernel, condition);
}

// Does it depend on nothing but its arguments?
static bool is_pure_call(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee)) return false;
  unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind);
  return memory && LLVMGetEnumAttributeValue(memory) == 0 && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
}

static bool varies_by_itself(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
      return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(instruction, 0))) != 4 ||
             LLVMGetVolatile(instruction);
    case LLVMCall: {
      int which = device_register_of(instruction);
      if (which >= 0) return which < 3 || which == 12 || which == 13;
      switch (device_point_of(instruction, NULL)) {
        case TERN_DEVICE_JOIN: return !is_pure_call(instruction);
        default: return true;
      }
    }
    case LLVMAlloca:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg:
    case LLVMFreeze: return true;
    default: return false;
  }
}

static bool branches_divide(const device_kernel_t *kernel, uint32_t node) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(kernel->nodes[node].block),
               condition = condition_of(terminator);
  return condition && (!kernel->nodes[node].is_uniform || tern_map_contains(&kernel->varying, terminator) ||
                       !device_is_uniform(kernel, condition));
}

static bool phi_varies(const device_kernel_t *kernel, LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    if (!device_is_uniform(kernel, LLVMGetIncomingValue(phi, i))) return true;
    uint32_t from = device_node_of(kernel, LLVMGetIncomingBlock(phi, i));
    if (!kernel->nodes[from].is_uniform || branches_divide(kernel, from)) return true;
  }
  return false;
}

static bool instruction_varies(const device_kernel_t *kernel, const device_node_t *node, LLVMValueRef instruction) {
  if (!node->is_uniform || varies_by_itself(instruction)) return true;
  if (LLVMIsAPHINode(instruction)) return phi_varies(kernel, instruction);
  int count = LLVMGetNumOperands(instruction);
  for (int i = 0; i < count; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (LLVMIsAInstruction(operand) && tern_map_contains(&kernel->varying, operand)) return true;
  }
  return false;
}

static bool find_varying(device_kernel_t *kernel) {
  bool changed = false;
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    const device_node_t *node = &kernel->nodes[i];
    for (LLVMValueRef at = LLVMGetFirstInstruction(node->block); at; at = LLVMGetNextInstruction(at)) {
      if (LLVMIsATerminatorInst(at) || tern_map_contains(&kernel->varying, at)) continue;
      if (!instruction_varies(kernel, node, at)) continue;
      tern_map_set(&kernel->varying, at, at);
      changed = true;
    }
  }
  return changed;
}

static void reach(const device_kernel_t *kernel, uint32_t node, bool *reached) {
  if (reached[node]) return;
  reached[node] = true;
  if (kernel->nodes[node].point >= 0) return;
  for (uint32_t s = 0; s < kernel->nodes[node].successor_count; s++) {
    if (kernel->nodes[kernel->nodes[node].successors[s]].resumes < 0)
      reach(kernel, kernel->nodes[node].successors[s], reached);
  }
}

void device_mark_region(const device_kernel_t *kernel, uint32_t start, bool *reached, bool *divided) {
  memset(reached, 0, kernel->node_count);
  memset(divided, 0, kernel->node_count);
  reach(kernel, start, reached);
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    if (reached[i] && branches_divide(kernel, i)) device_mark_influence(kernel, i, divided);
  }
}

// Do threads stop between a branch and its post-dominator?
static bool stops_inside(const device_kernel_t *kernel, uint32_t node) {
  bool *marks = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  device_mark_influence(kernel, node, marks);
  uint32_t end = kernel->nodes[node].post_dominator;
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    if (!marks[i] && i != node) continue;
    if (i != node && kernel->nodes[i].point >= 0) return true;
    for (uint32_t s = 0; s < kernel->nodes[i].successor_count; s++) {
      uint32_t to = kernel->nodes[i].successors[s];
      if (to != end && kernel->nodes[to].resumes >= 0) return true;
    }
  }
  return false;
}

// Makes joins, and finds the blocks that are uniform. Gives whether one less is, or a join more is there.
static bool find_uniform_blocks(device_kernel_t *kernel, bool *reached, bool *divided) {
  bool changed = false;
  for (uint32_t start = 0; start < kernel->node_count; start++) {
    if (kernel->nodes[start].resumes < 0) continue;
    device_mark_region(kernel, start, reached, divided);
    for (uint32_t i = 0; i < kernel->node_count; i++) {
      if (!reached[i]) continue;
      if (divided[i]) {
        changed |= kernel->nodes[i].is_uniform;
        kernel->nodes[i].is_uniform = false;
        continue;
      }
      uint32_t end = kernel->nodes[i].post_dominator;
      if (!branches_divide(kernel, i) || end == NO_NODE || kernel->nodes[end].resumes >= 0 || !stops_inside(kernel, i))
        continue;
      uint32_t join = device_add_point(kernel, TERN_DEVICE_JOIN, NULL);
      kernel->points[join].resume_block = end;
      kernel->nodes[end].resumes = (int32_t)join;
      changed = true;
    }
  }
  return changed;
}

// --- Loops that are worth loops over threads inside

static void add_loop_block(const device_kernel_t *kernel, uint32_t node, bool *in_loop) {
  if (in_loop[node]) return;
  in_loop[node] = true;
  for (uint32_t p = 0; p < kernel->nodes[node].predecessor_count; p++)
    add_loop_block(kernel, kernel->nodes[node].predecessors[p], in_loop);
}

static bool is_dominated(const device_kernel_t *kernel, uint32_t above, uint32_t node) {
  while (node != above && node != 0 && node != NO_NODE) node = kernel->nodes[node].dominator;
  return node == above;
}

static void find_loop(const device_kernel_t *kernel, uint32_t header, bool *in_loop) {
  memset(in_loop, 0, kernel->node_count);
  in_loop[header] = true;
  for (uint32_t p = 0; p < kernel->nodes[header].predecessor_count; p++) {
    uint32_t latch = kernel->nodes[header].predecessors[p];
    if (is_dominated(kernel, header, latch)) add_loop_block(kernel, latch, in_loop);
  }
}

static bool has_point(const device_kernel_t *kernel, const bool *in_loop) {
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    if (in_loop[i] && (kernel->nodes[i].point >= 0 || kernel->nodes[i].resumes > 0)) return true;
  }
  return false;
}

static bool can_be_vectors(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall: return device_register_of(instruction) >= 0 || is_pure_call(instruction);
    case LLVMLoad:
    case LLVMStore: return !LLVMGetVolatile(instruction);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMAlloca: return false;
    default: return true;
  }
}

static bool is_worth_splitting(const device_kernel_t *kernel, const bool *in_loop) {
  uint32_t size = 0, loads = 0;
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    if (!in_loop[i]) continue;
    for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->nodes[i].block); at; at = LLVMGetNextInstruction(at)) {
      if (!can_be_vectors(at) || ++size > SPLIT_LOOP_SIZE) return false;
      loads += LLVMGetInstructionOpcode(at) == LLVMLoad;
    }
  }
  return loads > 0;
}

// Branches whose sides may as well be in a loop over threads are taken for dividing ones.
static void choose_dividing_branches(device_kernel_t *kernel) {
  bool *in_loop = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  bool *is_split = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);  // headers
  for (uint32_t header = 0; header < kernel->node_count; header++) {
    if (!kernel->nodes[header].is_loop_header) continue;
    find_loop(kernel, header, in_loop);
    is_split[header] = has_point(kernel, in_loop) || is_worth_splitting(kernel, in_loop);
    if (is_split[header]) continue;
    for (uint32_t i = 0; i < kernel->node_count; i++) {
      LLVMValueRef terminator = LLVMGetBasicBlockTerminator(kernel->nodes[i].block);
      if (!in_loop[i] || !condition_of(terminator)) continue;
      for (uint32_t s = 0; s < kernel->nodes[i].successor_count; s++) {
        if (!in_loop[kernel->nodes[i].successors[s]]) tern_map_set(&kernel->varying, terminator, terminator);
      }
    }
  }
  bool *marks = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(kernel->nodes[i].block);
    if (!condition_of(terminator) || stops_inside(kernel, i)) continue;
    memset(marks, 0, kernel->node_count);
    device_mark_influence(kernel, i, marks);
    bool is_needed = marks[i];  // the branch of a loop that is split, or was decided above
    for (uint32_t k = 0; k < kernel->node_count; k++) is_needed |= marks[k] && is_split[k];
    if (!is_needed) tern_map_set(&kernel->varying, terminator, terminator);
  }
}

void device_find_uniform(device_kernel_t *kernel) {
  bool *reached = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  bool *divided = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  for (uint32_t i = 0; i < kernel->node_count; i++) kernel->nodes[i].is_uniform = true;
  choose_dividing_branches(kernel);
  for (bool changed = true; changed;) {
    changed = find_varying(kernel);
    changed |= find_uniform_blocks(kernel, reached, divided);
  }
}
