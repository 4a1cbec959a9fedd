// What one block of instructions computes and another one uses goes through a slot: a variable that is stored to where the value is
// made, and loaded from where it is used. Cheap functions of the thread's place are computed again instead, so that LLVM sees the
// step from thread to thread in addresses.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/llvm/device/device.h"

enum { REMADE_DEPTH = 8 };

typedef struct maker {
  device_kernel_t *kernel;
  LLVMBuilderRef builder;
  tern_map_t slots;   // of values: index plus one
  tern_map_t *local;  // for each node: what stands in it for a value of another block
  uint32_t capacity;
} maker_t;

static device_slot_t *add_slot(maker_t *maker, LLVMValueRef storage, LLVMTypeRef type) {
  device_kernel_t *kernel = maker->kernel;
  if (kernel->slot_count == maker->capacity) {
    maker->capacity = maker->capacity ? 2 * maker->capacity : 32;
    device_slot_t *slots = tern_arena_alloc_array(kernel->arena, maker->capacity, sizeof *slots);
    if (kernel->slot_count) memcpy(slots, kernel->slots, kernel->slot_count * sizeof *slots);
    kernel->slots = slots;
  }
  device_slot_t *slot = &kernel->slots[kernel->slot_count++];
  *slot = (device_slot_t){.storage = storage, .type = type};
  return slot;
}

static device_slot_t *slot_of_value(maker_t *maker, LLVMValueRef value, bool is_phi) {
  uintptr_t known = (uintptr_t)tern_map_get(&maker->slots, value);
  if (known) return &maker->kernel->slots[known - 1];
  LLVMBasicBlockRef entry = maker->kernel->nodes[0].block;
  LLVMPositionBuilderBefore(maker->builder, LLVMGetFirstInstruction(entry));
  LLVMValueRef storage = LLVMBuildAlloca(maker->builder, LLVMTypeOf(value), "slot");
  tern_map_set(&maker->kernel->varying, storage, storage);
  device_slot_t *slot = add_slot(maker, storage, LLVMTypeOf(value));
  slot->is_uniform = device_is_uniform(maker->kernel, value);
  slot->is_phi = is_phi;
  tern_map_set(&maker->slots, value, (void *)(uintptr_t)maker->kernel->slot_count);
  if (is_phi) return slot;
  LLVMPositionBuilderBefore(maker->builder, LLVMGetNextInstruction(value));
  LLVMValueRef store = LLVMBuildStore(maker->builder, value, storage);
  tern_map_set(&maker->kernel->varying, store, store);
  return slot;
}

static bool is_cheap(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMICmp:
    case LLVMSelect: return true;
    case LLVMCall: return device_register_of(instruction) >= 0;
    default: return false;
  }
}

static bool can_be_remade(const device_kernel_t *kernel, LLVMValueRef value, int depth) {
  if (!LLVMIsAInstruction(value)) return true;
  if (LLVMIsACallInst(value) && device_register_of(value) >= 0) return true;
  if (device_is_uniform(kernel, value)) return depth < REMADE_DEPTH;  // a load of its slot
  if (LLVMIsAAllocaInst(value)) return true;
  if (depth == 0 || !is_cheap(value)) return false;
  int count = LLVMGetNumOperands(value);
  for (int i = 0; i < count; i++) {
    if (!can_be_remade(kernel, LLVMGetOperand(value, (unsigned)i), depth - 1)) return false;
  }
  return true;
}

static LLVMValueRef first_instruction_behind_phis(LLVMBasicBlockRef block) {
  LLVMValueRef at = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(at) || LLVMIsAAllocaInst(at)) at = LLVMGetNextInstruction(at);
  return at;
}

// The value as an instruction of the block `node`.
static LLVMValueRef value_in(maker_t *maker, LLVMValueRef value, uint32_t node) {
  device_kernel_t *kernel = maker->kernel;
  if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value)) return value;
  if (LLVMGetInstructionParent(value) == kernel->nodes[node].block) return value;
  LLVMValueRef made = tern_map_get(&maker->local[node], value);
  if (made) return made;
  bool is_uniform = device_is_uniform(kernel, value);
  if (can_be_remade(kernel, value, REMADE_DEPTH)) {
    made = LLVMInstructionClone(value);
    int count = LLVMGetNumOperands(value);
    bool is_call = LLVMIsACallInst(value);
    for (int i = 0; i < count && !is_call; i++)
      LLVMSetOperand(made, (unsigned)i, value_in(maker, LLVMGetOperand(value, (unsigned)i), node));
    LLVMValueRef at = first_instruction_behind_phis(kernel->nodes[node].block);
    for (int i = 0; i < count && !is_call; i++) {  // behind what it is made of
      LLVMValueRef operand = LLVMGetOperand(made, (unsigned)i);
      if (!LLVMIsAInstruction(operand) || LLVMGetInstructionParent(operand) != kernel->nodes[node].block ||
          LLVMIsAAllocaInst(operand))
        continue;
      for (LLVMValueRef behind = at; behind; behind = LLVMGetNextInstruction(behind)) {
        if (behind == operand) at = LLVMGetNextInstruction(behind);
      }
    }
    LLVMPositionBuilderBefore(maker->builder, at);
    LLVMInsertIntoBuilder(maker->builder, made);
  } else {
    device_slot_t *slot = slot_of_value(maker, value, false);
    LLVMPositionBuilderBefore(maker->builder, first_instruction_behind_phis(kernel->nodes[node].block));
    made = LLVMBuildLoad2(maker->builder, slot->type, slot->storage, "");
  }
  if (!is_uniform || !kernel->nodes[node].is_uniform) tern_map_set(&kernel->varying, made, made);
  tern_map_set(&maker->local[node], value, made);
  return made;
}

static void replace_phi(maker_t *maker, LLVMValueRef phi, uint32_t node) {
  device_kernel_t *kernel = maker->kernel;
  bool varies = !device_is_uniform(kernel, phi);
  LLVMTypeRef type = LLVMTypeOf(phi);
  device_slot_t *slot = slot_of_value(maker, phi, true);
  LLVMValueRef storage = slot->storage;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    LLVMPositionBuilderBefore(maker->builder, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
    LLVMValueRef store = LLVMBuildStore(maker->builder, value, storage);
    tern_map_set(&kernel->varying, store, store);
  }
  LLVMPositionBuilderBefore(maker->builder, first_instruction_behind_phis(kernel->nodes[node].block));
  LLVMValueRef load = LLVMBuildLoad2(maker->builder, type, storage, "");
  if (varies) tern_map_set(&kernel->varying, load, load);
  LLVMReplaceAllUsesWith(phi, load);
  LLVMInstructionEraseFromParent(phi);
}

static void replace_phis(maker_t *maker) {
  for (uint32_t i = 0; i < maker->kernel->node_count; i++) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(maker->kernel->nodes[i].block), next; at; at = next) {
      next = LLVMGetNextInstruction(at);
      if (LLVMIsAPHINode(at)) replace_phi(maker, at, i);
    }
  }
}

static void replace_foreign_operands(maker_t *maker, uint32_t node) {
  for (LLVMValueRef at = LLVMGetFirstInstruction(maker->kernel->nodes[node].block); at;
       at = LLVMGetNextInstruction(at)) {
    int count = LLVMGetNumOperands(at);
    for (int i = 0; i < count; i++) {
      LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
      if (!LLVMIsAInstruction(operand)) continue;
      LLVMValueRef made = value_in(maker, operand, node);
      if (made != operand) LLVMSetOperand(at, (unsigned)i, made);
    }
  }
}

// --- Results of points

static const char result_prefix[] = "__tern_point_result.";

int device_point_result_of(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction))) return -1;
  size_t size;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(instruction), &size);
  return strncmp(name, result_prefix, sizeof result_prefix - 1) == 0 ? atoi(name + sizeof result_prefix - 1) : -1;
}

static bool is_same_for_all(tern_device_point_kind_t kind) {
  return kind == TERN_DEVICE_BARRIER_COUNT || kind == TERN_DEVICE_BARRIER_AND || kind == TERN_DEVICE_BARRIER_OR;
}

void device_place_results(device_kernel_t *kernel) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(kernel->context);
  for (uint32_t i = 1; i < kernel->point_count; i++) {
    const device_point_t *point = &kernel->points[i];
    if (!LLVMGetFirstUse(point->call)) continue;
    char name[48];
    snprintf(name, sizeof name, "%s%u", result_prefix, i);
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(point->call), NULL, 0, false);
    LLVMValueRef function = LLVMAddFunction(kernel->module, name, type);
    if (is_same_for_all(point->kind)) {
      unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
      LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                              LLVMCreateEnumAttribute(kernel->context, memory, 0));
    }
    LLVMPositionBuilderBefore(builder, first_instruction_behind_phis(kernel->nodes[point->resume_block].block));
    LLVMValueRef result = LLVMBuildCall2(builder, type, function, NULL, 0, "");
    LLVMReplaceAllUsesWith(point->call, result);
  }
  LLVMDisposeBuilder(builder);
}

// --- The whole

static void find_variables(maker_t *maker) {
  device_kernel_t *kernel = maker->kernel;
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->nodes[i].block); at; at = LLVMGetNextInstruction(at)) {
      if (!LLVMIsAAllocaInst(at)) continue;
      LLVMValueRef count = LLVMGetOperand(at, 0);
      if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1 || i != 0) {
        kernel->refusal = "a variable whose size is known when the kernel runs only";
        kernel->refused_at = at;
        return;
      }
      device_slot_t *slot = add_slot(maker, at, LLVMGetAllocatedType(at));
      slot->is_memory = true;
    }
  }
}

void device_make_slots(device_kernel_t *kernel) {
  maker_t maker = {.kernel = kernel, .builder = LLVMCreateBuilderInContext(kernel->context)};
  maker.local = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count * sizeof *maker.local);
  find_variables(&maker);
  replace_phis(&maker);
  for (uint32_t i = 0; i < kernel->node_count; i++) replace_foreign_operands(&maker, i);
  for (uint32_t i = 0; i < kernel->node_count; i++) tern_map_deinitialize(&maker.local[i]);
  tern_map_deinitialize(&maker.slots);
  LLVMDisposeBuilder(maker.builder);
  tern_map_clear(&kernel->slot_numbers);
  for (uint32_t i = 0; i < kernel->slot_count; i++)
    tern_map_set(&kernel->slot_numbers, kernel->slots[i].storage, (void *)(uintptr_t)(i + 1));
}

device_slot_t *device_slot_of(const device_kernel_t *kernel, LLVMValueRef address) {
  uintptr_t number = (uintptr_t)tern_map_get(&kernel->slot_numbers, address);
  return number ? &kernel->slots[number - 1] : NULL;
}

bool *device_live_slots(const device_kernel_t *kernel) {
  size_t width = kernel->slot_count;
  bool *live = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count * width + 1);
  bool *here = tern_arena_alloc_zeroed(kernel->arena, width + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = kernel->node_count; i-- > 0;) {
      const device_node_t *node = &kernel->nodes[i];
      memset(here, 0, width);
      for (uint32_t s = 0; s < node->successor_count; s++) {
        for (size_t k = 0; k < width; k++) here[k] |= live[node->successors[s] * width + k];
      }
      for (LLVMValueRef at = LLVMGetLastInstruction(node->block); at; at = LLVMGetPreviousInstruction(at)) {
        bool is_store = LLVMIsAStoreInst(at);
        if (!is_store && !LLVMIsALoadInst(at)) continue;
        const device_slot_t *slot = device_slot_of(kernel, LLVMGetOperand(at, is_store ? 1 : 0));
        if (slot && !slot->is_memory) here[slot - kernel->slots] = !is_store;
      }
      changed |= memcmp(here, live + i * width, width) != 0;
      memcpy(live + i * width, here, width);
    }
  }
  return live;
}
