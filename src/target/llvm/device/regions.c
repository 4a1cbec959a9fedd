// The code between points. For each point, the blocks that threads reach before they wait again are cut into *parts*: a chain of blocks
// that all threads run together, with what they do apart in between. A part is a loop over z, y and x of threads; in front of it stands
// what is computed once for all, behind it the branch that is made once for all. The threads of a part stop together, and the
// function returns their point, or apart: then each writes its own.

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "target/llvm/device/threads.h"

// --- Instructions

static LLVMValueRef mapped(const device_maker_t *m, LLVMValueRef value) {
  LLVMValueRef found = tern_map_get(&m->values, value);
  return found ? found : value;
}

static LLVMValueRef as_bits(const device_maker_t *m, LLVMValueRef value, LLVMTypeRef to) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMFloatTypeKind) value = LLVMBuildBitCast(m->builder, value, m->i32, "");
  if (kind == LLVMDoubleTypeKind) value = LLVMBuildBitCast(m->builder, value, m->i64, "");
  return LLVMBuildIntCast2(m->builder, value, to, false, "");
}

static LLVMValueRef from_bits(const device_maker_t *m, LLVMValueRef bits, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return LLVMBuildBitCast(m->builder, LLVMBuildTrunc(m->builder, bits, m->i32, ""), type, "");
    case LLVMDoubleTypeKind: return LLVMBuildBitCast(m->builder, bits, type, "");
    default: return LLVMBuildIntCast2(m->builder, bits, type, false, "");
  }
}

// What the operation at a point left for a thread.
static LLVMValueRef load_result(const device_maker_t *m, LLVMTypeRef type, LLVMValueRef thread) {
  LLVMValueRef bits = LLVMBuildLoad2(m->builder, m->i64, device_array_place(m, ARRAY_RESULTS, m->i64, thread), "");
  device_mark_access(m, bits, -1);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return from_bits(m, bits, type);
  LLVMValueRef flag = LLVMBuildLoad2(m->builder, m->i32, device_array_place(m, ARRAY_FLAGS, m->i32, thread), "");
  device_mark_access(m, flag, -1);
  LLVMValueRef pair = LLVMGetPoison(type);
  pair = LLVMBuildInsertValue(m->builder, pair, from_bits(m, bits, LLVMStructGetTypeAtIndex(type, 0)), 0, "");
  return LLVMBuildInsertValue(m->builder, pair, LLVMBuildTrunc(m->builder, flag, LLVMStructGetTypeAtIndex(type, 1), ""),
                              1, "");
}

static LLVMValueRef register_value(const device_maker_t *m, int which) {
  switch (which) {
    case 0: return m->x;
    case 1: return m->y;
    case 2: return m->z;
    case 12:
      return LLVMBuildAnd(m->builder, LLVMBuildTrunc(m->builder, m->thread, m->i32, ""),
                          LLVMConstInt(m->i32, 31, false), "");
    case 13:
      return LLVMBuildLShr(m->builder, LLVMBuildTrunc(m->builder, m->thread, m->i32, ""),
                           LLVMConstInt(m->i32, 5, false), "");
    default: return m->registers[which];
  }
}

// Is the object behind an address a variable of the threads that stayed on the stack, or may it be?
static bool is_on_stack(const device_maker_t *m, LLVMValueRef address) {
  for (int depth = 0; depth < 16; depth++) {
    if (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address) || LLVMIsABitCastInst(address)) {
      address = LLVMGetOperand(address, 0);
      continue;
    }
    break;
  }
  const device_slot_t *slot = device_slot_of(m->kernel, address);
  if (slot) return !slot->is_in_frame;
  if (LLVMIsAArgument(address) || LLVMIsAConstant(address) || LLVMIsACallInst(address)) return false;
  for (uint32_t i = 0; i < m->kernel->slot_count; i++) {
    if (m->kernel->slots[i].is_memory && !m->kernel->slots[i].is_in_frame) return true;
  }
  return false;
}

static void clone_operands(const device_maker_t *m, LLVMValueRef original, LLVMValueRef made) {
  int count = LLVMGetNumOperands(original);
  for (int i = 0; i < count; i++) {
    LLVMValueRef operand = LLVMGetOperand(original, (unsigned)i), value = mapped(m, operand);
    if (value != operand) LLVMSetOperand(made, (unsigned)i, value);
  }
}

static void note_thread(const device_maker_t *m) {
  LLVMValueRef places[] = {m->x, m->y, m->z};
  for (size_t i = 0; i < 3; i++) {
    LLVMBuildStore(m->builder, places[i],
                   device_offset(m, m->block_argument, device_constant(m, FIELD(thread) + 4 * i)));
  }
}

static bool calls_code(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return !LLVMIsAInlineAsm(callee) && (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee) ||
                                       strncmp(LLVMGetValueName2(callee, &(size_t){0}), "__tern_device_", 14) == 0);
}

// A variable of a thread lives as long as its place in the frame, or on the stack of all threads of a loop.
static bool marks_lifetime(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction))) return false;
  return strncmp(LLVMGetValueName2(LLVMGetCalledValue(instruction), &(size_t){0}), "llvm.lifetime.", 14) == 0;
}

static void clone_instruction(device_maker_t *m, LLVMValueRef original) {
  LLVMValueRef made = NULL;
  if (marks_lifetime(original)) return;
  int which = device_register_of(original), point = device_point_result_of(original);
  if (which >= 0) {
    made = register_value(m, which);
  } else if (point >= 0) {
    bool is_uniform = device_is_uniform(m->kernel, original);
    made = load_result(m, LLVMTypeOf(original), is_uniform ? device_first_thread(m) : m->thread);
  } else {
    if (LLVMIsACallInst(original) && calls_code(original) && m->thread) note_thread(m);
    made = LLVMInstructionClone(original);
    clone_operands(m, original, made);
    LLVMInsertIntoBuilder(m->builder, made);
    bool is_store = LLVMIsAStoreInst(original);
    if (is_store || LLVMIsALoadInst(original)) {
      LLVMValueRef address = LLVMGetOperand(original, is_store ? 1 : 0);
      const device_slot_t *slot = device_slot_of(m->kernel, address);
      if (!is_on_stack(m, address)) device_mark_access(m, made, slot ? slot - m->kernel->slots : -1);
    }
  }
  tern_map_set(&m->values, original, made);
}

// Where does an instruction of the chain go: ahead of the loop, inside, or behind?
typedef enum place { INSIDE, AHEAD, BEHIND } place_t;
static place_t place_of(const device_maker_t *m, uint32_t node, LLVMValueRef instruction) {
  const device_kernel_t *kernel = m->kernel;
  if (!m->is_chain[node] || LLVMIsAAllocaInst(instruction)) return INSIDE;
  if (LLVMIsAStoreInst(instruction)) {
    const device_slot_t *slot = device_slot_of(kernel, LLVMGetOperand(instruction, 1));
    if (!slot || !slot->is_uniform || slot->is_memory) return INSIDE;
    return slot->is_phi ? BEHIND : AHEAD;
  }
  return kernel->nodes[node].is_uniform && device_is_uniform(kernel, instruction) ? AHEAD : INSIDE;
}

static void store_operands(const device_maker_t *m, LLVMValueRef call) {
  const char *operands = "";
  device_point_of(call, &operands);
  bool has_mask = false;
  for (unsigned i = 0; operands[i]; i++) {
    LLVMValueRef value = mapped(m, LLVMGetOperand(call, i)), store = NULL;
    switch (operands[i]) {
      case 'v':
        store = LLVMBuildStore(m->builder, as_bits(m, value, m->i64),
                               device_array_place(m, ARRAY_VALUES, m->i64, m->thread));
        break;
      case 'l': store = LLVMBuildStore(m->builder, value, device_array_place(m, ARRAY_LANES, m->i32, m->thread)); break;
      case 'c':
        store = LLVMBuildStore(m->builder, value, device_array_place(m, ARRAY_CLAMPS, m->i32, m->thread));
        break;
      case 'm':
        store = LLVMBuildStore(m->builder, value, device_array_place(m, ARRAY_MASKS, m->i32, m->thread)),
        has_mask = true;
        break;
      default: continue;
    }
    device_mark_access(m, store, -1);
  }
  // Without a mask all threads of the warp that come here take part.
  if (!has_mask) {
    device_mark_access(m,
                       LLVMBuildStore(m->builder, LLVMConstInt(m->i32, 0, false),
                                      device_array_place(m, ARRAY_MASKS, m->i32, m->thread)),
                       -1);
  }
}

// The thread waits at a point, or has ended.
static void stop_thread(const device_maker_t *m, int32_t point) {
  if (point >= 0) device_save_uniform(m, m->kernel->points[point].resume_block, m->thread);
  LLVMValueRef store = LLVMBuildStore(m->builder, LLVMConstInt(m->i32, (uint64_t)point, true),
                                      device_array_place(m, ARRAY_NEXT, m->i32, m->thread));
  device_mark_access(m, store, -1);
  LLVMBuildBr(m->builder, m->latch);
}

// Where a branch of the part to `node` goes; makes a block for threads that stop there.
static LLVMBasicBlockRef target_of(device_maker_t *m, uint32_t node) {
  if (m->is_in[node] && m->kernel->nodes[node].resumes < 0 && node != m->end) return m->clones[node];
  if (!m->is_mixed) return m->latch;
  LLVMBasicBlockRef current = LLVMGetInsertBlock(m->builder), stop = device_append(m, "stop");
  LLVMPositionBuilderAtEnd(m->builder, stop);
  stop_thread(m, m->kernel->nodes[node].resumes);
  LLVMPositionBuilderAtEnd(m->builder, current);
  return stop;
}

static void clone_terminator(device_maker_t *m, uint32_t node) {
  const device_node_t *of = &m->kernel->nodes[node];
  LLVMValueRef original = LLVMGetBasicBlockTerminator(of->block);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(original);
  if (node == m->last && !m->is_mixed &&
      (of->point >= 0 || opcode == LLVMRet || device_branch_is_scalar(m->kernel, node))) {
    LLVMBuildBr(m->builder, m->latch);
  } else if (of->point >= 0) {
    stop_thread(m, of->point);
  } else if (opcode == LLVMRet) {
    stop_thread(m, TERN_DEVICE_POINT_END);
  } else if (opcode == LLVMUnreachable) {
    LLVMBuildUnreachable(m->builder);
  } else {
    LLVMBasicBlockRef *targets = tern_arena_alloc_array(m->kernel->arena, of->successor_count, sizeof *targets);
    for (uint32_t s = 0; s < of->successor_count; s++) targets[s] = target_of(m, of->successors[s]);
    LLVMValueRef made = LLVMInstructionClone(original);
    LLVMInsertIntoBuilder(m->builder, made);
    for (uint32_t s = 0; s < of->successor_count; s++) LLVMSetSuccessor(made, s, targets[s]);
    if (of->successor_count > 1) LLVMSetOperand(made, 0, mapped(m, LLVMGetOperand(original, 0)));
    LLVMSetMetadata(made, LLVMGetMDKindIDInContext(m->kernel->context, "llvm.loop", 9), NULL);
  }
}

static void clone_block(device_maker_t *m, uint32_t node) {
  LLVMPositionBuilderAtEnd(m->builder, m->clones[node]);
  for (LLVMValueRef at = LLVMGetFirstInstruction(m->kernel->nodes[node].block); at; at = LLVMGetNextInstruction(at)) {
    if (LLVMIsATerminatorInst(at) || LLVMIsAAllocaInst(at) || place_of(m, node, at) != INSIDE) continue;
    if (device_point_of(at, NULL) != TERN_DEVICE_JOIN) {
      store_operands(m, at);
    } else {
      clone_instruction(m, at);
    }
  }
  clone_terminator(m, node);
}

// --- Parts

static device_part_t *part_at(device_maker_t *m, uint32_t head) {
  for (uint32_t i = 0; i < m->part_count; i++) {
    if (m->parts[i].head == head) return &m->parts[i];
  }
  m->parts[m->part_count] = (device_part_t){.head = head, .begin = device_append(m, "part")};
  return &m->parts[m->part_count++];
}

// Does a part begin here: a block that threads come to together from more than one side?
static bool is_head(const device_maker_t *m, uint32_t node) {
  const device_node_t *of = &m->kernel->nodes[node];
  uint32_t together = 0, apart = 0;
  for (uint32_t p = 0; p < of->predecessor_count; p++) {
    uint32_t from = of->predecessors[p];
    if (!m->reached[from] || m->kernel->nodes[from].point >= 0) continue;
    if (m->divided[from] || (m->kernel->nodes[from].successor_count > 1 && !device_branch_is_scalar(m->kernel, from))) {
      apart = 1;
    } else {
      together += m->kernel->nodes[from].successor_count > 1 ? 2 : 1;
    }
  }
  return together + apart > 1 || node == m->start;
}

static bool influence_stops(const device_maker_t *m, const bool *marks, uint32_t node, uint32_t end) {
  const device_kernel_t *kernel = m->kernel;
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    if (!marks[i] && i != node) continue;
    if (i != node && kernel->nodes[i].point >= 0) return true;
    if (marks[i] && LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(kernel->nodes[i].block)) == LLVMRet)
      return true;
    for (uint32_t s = 0; s < kernel->nodes[i].successor_count; s++) {
      uint32_t to = kernel->nodes[i].successors[s];
      if (to != end && kernel->nodes[to].resumes >= 0) return true;
    }
  }
  return false;
}

// Which blocks the part that begins at `head` has, and how it ends.
static void find_part(device_maker_t *m, uint32_t head) {
  const device_kernel_t *kernel = m->kernel;
  bool *marks = tern_arena_alloc_array(kernel->arena, kernel->node_count, 1);
  memset(m->is_in, 0, kernel->node_count);
  memset(m->is_chain, 0, kernel->node_count);
  m->is_mixed = false, m->end = NO_NODE;
  for (uint32_t node = head;;) {
    const device_node_t *of = &kernel->nodes[node];
    m->is_in[node] = m->is_chain[node] = true;
    m->last = node;
    if (of->point >= 0 || of->successor_count == 0 || device_branch_is_scalar(kernel, node)) return;
    uint32_t next = of->successors[0];
    if (of->successor_count > 1) {
      next = of->post_dominator;
      memset(marks, 0, kernel->node_count);
      device_mark_influence(kernel, node, marks);
      for (uint32_t i = 0; i < kernel->node_count; i++) m->is_in[i] |= marks[i];
      m->is_mixed = next == NO_NODE || influence_stops(m, marks, node, next);
      m->end = next;
      if (m->is_mixed) return;
    }
    m->end = next;
    if (kernel->nodes[next].resumes >= 0 || is_head(m, next)) return;
    m->end = NO_NODE;
    node = next;
  }
}

static void return_point(const device_maker_t *m, int32_t point) {
  LLVMBuildRet(m->builder, LLVMConstInt(m->i32, (uint64_t)point, true));
}

// All threads stop at a point: what is the same for all is saved for each.
static void stop_together(device_maker_t *m, int32_t point) {
  const device_kernel_t *kernel = m->kernel;
  uint32_t node = kernel->points[point].resume_block;
  bool is_needed = false;
  for (uint32_t i = 0; i < kernel->slot_count; i++) {
    is_needed |= kernel->slots[i].is_uniform && !kernel->slots[i].is_memory && m->live[node * kernel->slot_count + i];
  }
  if (is_needed) {
    device_loops_t loops = device_open_loops(m);
    device_save_uniform(m, node, loops.thread);
    LLVMBuildBr(m->builder, loops.latch);
    LLVMPositionBuilderAtEnd(m->builder, loops.behind);
  }
  return_point(m, point);
}

static LLVMBasicBlockRef together_target(device_maker_t *m, uint32_t node) {
  int32_t point = m->kernel->nodes[node].resumes;
  if (point < 0) return part_at(m, node)->begin;
  LLVMBasicBlockRef current = LLVMGetInsertBlock(m->builder), stop = device_append(m, "stop");
  LLVMPositionBuilderAtEnd(m->builder, stop);
  stop_together(m, point);
  LLVMPositionBuilderAtEnd(m->builder, current);
  return stop;
}

static void end_part(device_maker_t *m) {
  const device_node_t *last = &m->kernel->nodes[m->last];
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(last->block);
  if (m->is_mixed) {
    return_point(m, TERN_DEVICE_POINT_MIXED);
  } else if (last->point >= 0) {
    stop_together(m, last->point);
  } else if (LLVMGetInstructionOpcode(terminator) == LLVMRet) {
    return_point(m, TERN_DEVICE_POINT_END);
  } else if (last->successor_count == 0) {
    LLVMBuildUnreachable(m->builder);
  } else if (device_branch_is_scalar(m->kernel, m->last)) {
    LLVMBasicBlockRef *targets = tern_arena_alloc_array(m->kernel->arena, last->successor_count, sizeof *targets);
    for (uint32_t s = 0; s < last->successor_count; s++) targets[s] = together_target(m, last->successors[s]);
    LLVMValueRef made = LLVMInstructionClone(terminator);
    LLVMInsertIntoBuilder(m->builder, made);
    for (uint32_t s = 0; s < last->successor_count; s++) LLVMSetSuccessor(made, s, targets[s]);
    LLVMSetOperand(made, 0, mapped(m, LLVMGetOperand(terminator, 0)));
    LLVMSetMetadata(made, LLVMGetMDKindIDInContext(m->kernel->context, "llvm.loop", 9), NULL);
  } else {
    LLVMBuildBr(m->builder, together_target(m, m->end));
  }
}

static void clone_placed(device_maker_t *m, uint32_t head, place_t place) {
  for (uint32_t node = head;;) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(m->kernel->nodes[node].block); at; at = LLVMGetNextInstruction(at)) {
      if (LLVMIsATerminatorInst(at) || LLVMIsAAllocaInst(at) || device_point_of(at, NULL) != TERN_DEVICE_JOIN) continue;
      if (place_of(m, node, at) == place) clone_instruction(m, at);
    }
    if (node == m->last) return;
    const device_node_t *of = &m->kernel->nodes[node];
    node = of->successor_count > 1 ? of->post_dominator : of->successors[0];
  }
}

static void make_part(device_maker_t *m, uint32_t head) {
  const device_kernel_t *kernel = m->kernel;
  find_part(m, head);
  clone_placed(m, head, AHEAD);
  device_loops_t loops = device_open_loops(m);
  m->x = loops.x, m->y = loops.y, m->z = loops.z, m->thread = loops.thread, m->latch = loops.latch;
  for (uint32_t i = 0; i < kernel->slot_count; i++) {
    const device_slot_t *slot = &kernel->slots[i];
    if (slot->is_in_frame && !slot->is_uniform)
      tern_map_set(&m->values, slot->storage, device_frame_place(m, i, m->thread));
  }
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    if (m->is_in[i]) m->clones[i] = device_append(m, "");
  }
  LLVMBuildBr(m->builder, m->clones[head]);
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    if (m->is_in[i]) clone_block(m, i);
  }
  LLVMPositionBuilderAtEnd(m->builder, loops.behind);
  m->thread = NULL;
  clone_placed(m, head, BEHIND);
  end_part(m);
}

static void make_region(device_maker_t *m, uint32_t start, LLVMBasicBlockRef begin) {
  m->start = start, m->part_count = 0;
  device_mark_region(m->kernel, start, m->reached, m->divided);
  LLVMPositionBuilderAtEnd(m->builder, begin);
  device_restore_uniform(m, start);
  LLVMBuildBr(m->builder, part_at(m, start)->begin);
  for (uint32_t i = 0; i < m->part_count; i++) {
    LLVMPositionBuilderAtEnd(m->builder, m->parts[i].begin);
    make_part(m, m->parts[i].head);
  }
}

// --- What lies in the frame

static void add_head(uint32_t *heads, uint32_t *count, uint32_t node) {
  for (uint32_t i = 0; i < *count; i++) {
    if (heads[i] == node) return;
  }
  heads[(*count)++] = node;
}

static void choose_frame(device_maker_t *m) {
  device_kernel_t *kernel = m->kernel;
  uint32_t *heads = tern_arena_alloc_array(kernel->arena, kernel->node_count + 1, sizeof *heads), total = 0;
  for (uint32_t p = 0; p < kernel->point_count; p++) {
    uint32_t count = 0;
    m->start = kernel->points[p].resume_block;
    device_mark_region(kernel, m->start, m->reached, m->divided);
    add_head(heads, &count, m->start);
    for (uint32_t i = 0; i < count; i++) {
      find_part(m, heads[i]);
      const device_node_t *last = &kernel->nodes[m->last];
      bool is_scalar = !m->is_mixed && last->point < 0 && device_branch_is_scalar(kernel, m->last);
      for (uint32_t s = 0; is_scalar && s < last->successor_count; s++) {
        if (kernel->nodes[last->successors[s]].resumes < 0) add_head(heads, &count, last->successors[s]);
      }
      if (!m->is_mixed && m->end != NO_NODE && kernel->nodes[m->end].resumes < 0) add_head(heads, &count, m->end);
    }
    total += count;
    for (uint32_t i = 0; i < count; i++) {
      for (uint32_t k = 0; k < kernel->slot_count; k++) {
        device_slot_t *slot = &kernel->slots[k];
        if (!slot->is_memory && (i == 0 || !slot->is_uniform))
          slot->is_in_frame |= m->live[heads[i] * kernel->slot_count + k];
      }
    }
  }
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(kernel->module);
  for (uint32_t k = 0; k < kernel->slot_count; k++) {
    device_slot_t *slot = &kernel->slots[k];
    if (slot->is_memory) slot->is_in_frame = total > 1;
    if (!slot->is_in_frame) continue;
    slot->size = LLVMABISizeOfType(layout, slot->type);
    slot->offset = (kernel->frame_size + 63) / 64 * 64;
    kernel->frame_size = slot->offset + (slot->size ? slot->size : 1);
  }
}

// --- The function

static bool is_by_value(LLVMValueRef function, unsigned index) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  return LLVMGetEnumAttributeAtIndex(function, index + 1, kind) != NULL;
}

static void load_parameters(device_maker_t *m) {
  LLVMValueRef arguments = device_load_field(m, m->pointer, FIELD(arguments), "");
  unsigned count = LLVMCountParams(m->kernel->function);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef parameter = LLVMGetParam(m->kernel->function, i), index = device_constant(m, i);
    LLVMValueRef address = LLVMBuildLoad2(m->builder, m->pointer,
                                          LLVMBuildInBoundsGEP2(m->builder, m->pointer, arguments, &index, 1, ""), "");
    LLVMValueRef value =
        is_by_value(m->kernel->function, i) ? address : LLVMBuildLoad2(m->builder, LLVMTypeOf(parameter), address, "");
    tern_map_set(&m->values, parameter, value);
  }
}

static void make_entry(device_maker_t *m) {
  device_kernel_t *kernel = m->kernel;
  LLVMPositionBuilderAtEnd(m->builder, m->entry);
  static const size_t fields[] = {FIELD(block), FIELD(index), FIELD(grid)};
  for (int i = 0; i < 9; i++)
    m->registers[3 + i] = device_load_field(m, m->i32, fields[i / 3] + 4 * (size_t)(i % 3), "");
  for (int i = 0; i < 3; i++) m->sizes[i] = device_wide(m, m->registers[3 + i]);
  m->thread_count = device_load_field(m, m->i64, FIELD(thread_count), "thread_count");
  m->shared = m->registers[14] = device_load_field(m, m->pointer, FIELD(shared), "shared");
  static const size_t arrays[] = {FIELD(next_points), FIELD(values),  FIELD(lanes), FIELD(clamps),
                                  FIELD(masks),       FIELD(results), FIELD(flags)};
  for (int i = 0; i < 7; i++) m->arrays[i] = device_load_field(m, m->pointer, arrays[i], "");
  LLVMValueRef frame = device_load_field(m, m->pointer, FIELD(frame), "frame");
  m->slot_bases = tern_arena_alloc_zeroed(kernel->arena, (kernel->slot_count + 1) * sizeof *m->slot_bases);
  for (uint32_t i = 0; i < kernel->slot_count; i++) {
    const device_slot_t *slot = &kernel->slots[i];
    if (slot->is_in_frame) {
      m->slot_bases[i] =
          device_offset(m, frame, LLVMBuildMul(m->builder, device_constant(m, slot->offset), m->thread_count, ""));
    }
    if (!slot->is_in_frame || slot->is_uniform) {
      LLVMValueRef storage = LLVMBuildAlloca(m->builder, slot->type, "");
      if (slot->is_memory) LLVMSetAlignment(storage, LLVMGetAlignment(slot->storage));
      tern_map_set(&m->values, slot->storage, storage);
    }
  }
  load_parameters(m);
}

static void make_function(device_maker_t *m) {
  device_kernel_t *kernel = m->kernel;
  LLVMTypeRef types[] = {m->pointer, m->i32, m->i32, m->i32, m->i32, m->i32, m->i32, m->i32};
  char name[32] = "kernel";
  m->code = LLVMAddFunction(kernel->module, name, LLVMFunctionType(m->i32, types, 8, false));
  LLVMSetLinkage(m->code, LLVMInternalLinkage);
  LLVMMetadataRef subprogram = LLVMGetSubprogram(kernel->function);
  if (subprogram) {
    LLVMSetSubprogram(m->code, subprogram);
    LLVMSetSubprogram(kernel->function, NULL);
  }
  m->block_argument = LLVMGetParam(m->code, 0);
  unsigned no_alias = LLVMGetEnumAttributeKindForName("noalias", 7);
  LLVMAddAttributeAtIndex(m->code, 1, LLVMCreateEnumAttribute(kernel->context, no_alias, 0));
  for (unsigned i = 0; i < 6; i++) m->range[i] = LLVMGetParam(m->code, i + 2);
  m->entry = device_append(m, "entry");
  kernel->code = m->code;
}

void device_make_code(device_kernel_t *kernel) {
  device_maker_t m = {.kernel = kernel, .builder = LLVMCreateBuilderInContext(kernel->context)};
  m.i1 = LLVMInt1TypeInContext(kernel->context), m.i8 = LLVMInt8TypeInContext(kernel->context);
  m.i32 = LLVMInt32TypeInContext(kernel->context), m.i64 = LLVMInt64TypeInContext(kernel->context);
  m.pointer = LLVMPointerTypeInContext(kernel->context, 0);
  m.reached = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  m.divided = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  m.is_in = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  m.is_chain = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count);
  m.clones = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count * sizeof *m.clones);
  m.parts = tern_arena_alloc_array(kernel->arena, kernel->node_count + 1, sizeof *m.parts);
  m.live = device_live_slots(kernel);
  m.access_group = device_metadata_of(&m, "!list = !{!0}\n!0 = distinct !{}\n");
  choose_frame(&m);
  device_make_scopes(&m);
  make_function(&m);
  make_entry(&m);
  LLVMBasicBlockRef none = device_append(&m, "none");
  LLVMPositionBuilderAtEnd(m.builder, m.entry);
  LLVMValueRef choice = LLVMBuildSwitch(m.builder, LLVMGetParam(m.code, 1), none, kernel->point_count);
  LLVMPositionBuilderAtEnd(m.builder, none);
  LLVMBuildUnreachable(m.builder);
  for (uint32_t i = 0; i < kernel->point_count; i++) {
    LLVMBasicBlockRef begin = device_append(&m, "point");
    LLVMAddCase(choice, LLVMConstInt(m.i32, i, false), begin);
    make_region(&m, kernel->points[i].resume_block, begin);
  }
  tern_map_deinitialize(&m.values);
  LLVMDisposeBuilder(m.builder);
}
