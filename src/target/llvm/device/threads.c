// Loops over threads, places in the frame, and metadata: see threads.h.

#include "target/llvm/device/threads.h"

#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <string.h>

LLVMValueRef device_constant(const device_maker_t *m, uint64_t value) { return LLVMConstInt(m->i64, value, false); }

LLVMValueRef device_offset(const device_maker_t *m, LLVMValueRef base, LLVMValueRef bytes) {
  return LLVMBuildInBoundsGEP2(m->builder, m->i8, base, &bytes, 1, "");
}

LLVMValueRef device_load_field(const device_maker_t *m, LLVMTypeRef type, size_t at, const char *name) {
  LLVMValueRef load =
      LLVMBuildLoad2(m->builder, type, device_offset(m, m->block_argument, device_constant(m, at)), name);
  LLVMSetMetadata(load, LLVMGetMDKindIDInContext(m->kernel->context, "invariant.load", 14),
                  LLVMMetadataAsValue(m->kernel->context, LLVMMDNodeInContext2(m->kernel->context, NULL, 0)));
  return load;
}

// --- Metadata

// Reads `text` and gives the operand of its named node "list".
LLVMValueRef device_metadata_of(const device_maker_t *m, const char *text) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "");
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMParseIRInContext(m->kernel->context, buffer, &module, &message)) {
    LLVMDisposeMessage(message);
    return NULL;
  }
  LLVMValueRef node;
  LLVMGetNamedMetadataOperands(module, "list", &node);
  LLVMDisposeModule(module);
  return node;
}

// Threads of a loop do not wait for each other, so no access depends on one of another iteration.
static void mark_parallel(const device_maker_t *m, LLVMValueRef branch) {
  LLVMValueRef loop =
      device_metadata_of(m, "!list = !{!0}\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.parallel_accesses\"}\n");
  LLVMMetadataRef operands[] = {LLVMMDStringInContext2(m->kernel->context, "llvm.loop.parallel_accesses", 27),
                                LLVMValueAsMetadata(m->access_group)};
  LLVMReplaceMDNodeOperandWith(loop, 1, LLVMMDNodeInContext2(m->kernel->context, operands, 2));
  LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(m->kernel->context, "llvm.loop", 9), loop);
}

void device_make_scopes(device_maker_t *m) {
  device_kernel_t *kernel = m->kernel;
  m->scopes = tern_arena_alloc_zeroed(kernel->arena, (kernel->slot_count + 1) * sizeof *m->scopes);
  char name[96];
  size_t size;
  const char *function = LLVMGetValueName2(kernel->function, &size);
  snprintf(name, sizeof name, "frame.%.60s", function);
  LLVMMetadataRef domain_name = LLVMMDStringInContext2(kernel->context, name, strlen(name));
  LLVMMetadataRef domain = LLVMMDNodeInContext2(kernel->context, &domain_name, 1);
  for (uint32_t i = 0; i < kernel->slot_count; i++) {
    snprintf(name, sizeof name, "frame.%.60s.%u", function, i);
    LLVMMetadataRef operands[] = {LLVMMDStringInContext2(kernel->context, name, strlen(name)), domain};
    m->scopes[i] = LLVMMDNodeInContext2(kernel->context, operands, 2);
  }
}

// An access of the slot `index` (or of none of them: -1) meets no access of another slot.
void device_mark_access(const device_maker_t *m, LLVMValueRef access, int64_t index) {
  const device_kernel_t *kernel = m->kernel;
  LLVMMetadataRef *others = tern_arena_alloc_array(kernel->arena, kernel->slot_count + 1, sizeof *others);
  size_t count = 0;
  for (uint32_t i = 0; i < kernel->slot_count; i++) {
    if (i != index && kernel->slots[i].is_in_frame && !kernel->slots[i].is_memory) others[count++] = m->scopes[i];
  }
  if (count > 0) {
    LLVMValueRef node = LLVMMetadataAsValue(kernel->context, LLVMMDNodeInContext2(kernel->context, others, count));
    LLVMSetMetadata(access, LLVMGetMDKindIDInContext(kernel->context, "noalias", 7), node);
  }
  if (index >= 0 && !kernel->slots[index].is_memory) {
    LLVMMetadataRef own = LLVMMDNodeInContext2(kernel->context, &m->scopes[index], 1);
    LLVMSetMetadata(access, LLVMGetMDKindIDInContext(kernel->context, "alias.scope", 11),
                    LLVMMetadataAsValue(kernel->context, own));
  }
  LLVMSetMetadata(access, LLVMGetMDKindIDInContext(kernel->context, "llvm.access.group", 17), m->access_group);
}

// --- Loops over threads

LLVMBasicBlockRef device_append(const device_maker_t *m, const char *name) {
  return LLVMAppendBasicBlockInContext(m->kernel->context, m->code, name);
}

// One loop from `begin` to `end`; the builder goes on inside. `*out_latch` is where the next iteration begins.
static LLVMValueRef open_loop(const device_maker_t *m, LLVMValueRef begin, LLVMValueRef end,
                              LLVMBasicBlockRef *out_latch, LLVMBasicBlockRef *out_behind, bool is_parallel) {
  LLVMBasicBlockRef before = LLVMGetInsertBlock(m->builder), body = device_append(m, "thread");
  *out_latch = device_append(m, "next"), *out_behind = device_append(m, "behind");
  LLVMBuildBr(m->builder, body);
  LLVMPositionBuilderAtEnd(m->builder, body);
  LLVMValueRef index = LLVMBuildPhi(m->builder, m->i32, "");
  LLVMPositionBuilderAtEnd(m->builder, *out_latch);
  LLVMValueRef next = LLVMBuildNUWAdd(m->builder, index, LLVMConstInt(m->i32, 1, false), "");
  LLVMSetNSW(next, true);
  LLVMValueRef branch =
      LLVMBuildCondBr(m->builder, LLVMBuildICmp(m->builder, LLVMIntULT, next, end, ""), body, *out_behind);
  if (is_parallel) mark_parallel(m, branch);
  LLVMAddIncoming(index, (LLVMValueRef[]){begin, next}, (LLVMBasicBlockRef[]){before, *out_latch}, 2);
  LLVMPositionBuilderAtEnd(m->builder, body);
  return index;
}

LLVMValueRef device_wide(const device_maker_t *m, LLVMValueRef value) {
  LLVMValueRef made = LLVMBuildZExt(m->builder, value, m->i64, "");
  if (LLVMIsAZExtInst(made)) LLVMSetNNeg(made, true);
  return made;
}

device_loops_t device_open_loops(const device_maker_t *m) {
  device_loops_t loops;
  LLVMBasicBlockRef z_latch, y_latch, z_behind, y_behind, current;
  loops.z = open_loop(m, m->range[4], m->range[5], &z_latch, &z_behind, false);
  loops.y = open_loop(m, m->range[2], m->range[3], &y_latch, &y_behind, false);
  LLVMValueRef row = LLVMBuildAdd(m->builder, LLVMBuildMul(m->builder, device_wide(m, loops.z), m->sizes[1], ""),
                                  device_wide(m, loops.y), "");
  row = LLVMBuildNUWMul(m->builder, row, m->sizes[0], "row");
  LLVMBasicBlockRef behind;
  loops.x = open_loop(m, m->range[0], m->range[1], &loops.latch, &behind, true);
  loops.thread = LLVMBuildNUWAdd(m->builder, row, device_wide(m, loops.x), "index");
  LLVMSetNSW(loops.thread, true);
  current = LLVMGetInsertBlock(m->builder);
  LLVMPositionBuilderAtEnd(m->builder, behind);
  LLVMBuildBr(m->builder, y_latch);
  LLVMPositionBuilderAtEnd(m->builder, y_behind);
  LLVMBuildBr(m->builder, z_latch);
  loops.behind = z_behind;
  LLVMPositionBuilderAtEnd(m->builder, current);
  return loops;
}

// --- Places in the frame

LLVMValueRef device_frame_place(const device_maker_t *m, uint32_t slot, LLVMValueRef thread) {
  return LLVMBuildInBoundsGEP2(m->builder, m->kernel->slots[slot].type, m->slot_bases[slot], &thread, 1, "");
}

void device_save_uniform(const device_maker_t *m, uint32_t resume_node, LLVMValueRef thread) {
  const device_kernel_t *kernel = m->kernel;
  for (uint32_t i = 0; i < kernel->slot_count; i++) {
    const device_slot_t *slot = &kernel->slots[i];
    if (!slot->is_uniform || slot->is_memory || !m->live[resume_node * kernel->slot_count + i]) continue;
    LLVMValueRef value =
        LLVMBuildLoad2(m->builder, slot->type, (LLVMValueRef)tern_map_get(&m->values, slot->storage), "");
    device_mark_access(m, LLVMBuildStore(m->builder, value, device_frame_place(m, i, thread)), i);
  }
}

LLVMValueRef device_first_thread(const device_maker_t *m) {
  LLVMValueRef row = LLVMBuildMul(m->builder, device_wide(m, m->range[4]), m->sizes[1], "");
  row = LLVMBuildAdd(m->builder, row, device_wide(m, m->range[2]), "");
  return LLVMBuildAdd(m->builder, LLVMBuildMul(m->builder, row, m->sizes[0], ""), device_wide(m, m->range[0]), "");
}

void device_restore_uniform(const device_maker_t *m, uint32_t node) {
  const device_kernel_t *kernel = m->kernel;
  LLVMValueRef thread = device_first_thread(m);
  for (uint32_t i = 0; i < kernel->slot_count; i++) {
    const device_slot_t *slot = &kernel->slots[i];
    if (!slot->is_uniform || slot->is_memory || !m->live[node * kernel->slot_count + i]) continue;
    LLVMValueRef value = LLVMBuildLoad2(m->builder, slot->type, device_frame_place(m, i, thread), "");
    LLVMBuildStore(m->builder, value, (LLVMValueRef)tern_map_get(&m->values, slot->storage));
  }
}

LLVMValueRef device_array_place(const device_maker_t *m, int which, LLVMTypeRef type, LLVMValueRef thread) {
  return LLVMBuildInBoundsGEP2(m->builder, type, m->arrays[which], &thread, 1, "");
}
