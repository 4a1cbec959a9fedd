// Frames in blocks. A frame never moves: registers may be pointed to while other frames come and go.

#include "runtime/vm/stack.h"

#include <string.h>

void tern_vm_stack_initialize(const tern_allocator_t *allocator, tern_vm_stack_t *out_stack) {
  out_stack->allocator = allocator;
  out_stack->block = &out_stack->first.block;
  out_stack->size = 0;
  out_stack->depth = 0;
  out_stack->top = NULL;
  out_stack->instructions_left = UINT64_MAX;
  out_stack->note[0] = 0;
  out_stack->first.block = (tern_vm_stack_block_t){.size = sizeof(out_stack->first.bytes)};
}

void tern_vm_stack_deinitialize(tern_vm_stack_t *stack) {
  tern_vm_stack_block_t *block = stack->first.block.next;
  while (block) {
    tern_vm_stack_block_t *next = block->next;
    tern_host_free(stack->allocator, block, sizeof(*block) + block->size);
    block = next;
  }
}

// Makes a block of at least `size` bytes the newest.
static bool add_block(tern_vm_stack_t *stack, size_t size) {
  enum { LEAST_SIZE = 16 << 10 };
  if (stack->block->next && stack->block->next->size >= size) {
    stack->block = stack->block->next;
    return true;
  }
  if (size < LEAST_SIZE) size = LEAST_SIZE;
  if (size > TERN_VM_STACK_SIZE_MAX - stack->size) return false;
  tern_vm_stack_block_t *block = tern_host_allocate(stack->allocator, sizeof(*block) + size);
  if (!block) return false;
  stack->size += size;
  block->size = size;
  block->previous = stack->block;
  block->next = stack->block->next;
  if (block->next) block->next->previous = block;
  stack->block->next = block;
  stack->block = block;
  return true;
}

void *tern_vm_stack_allocate(tern_vm_stack_t *stack, size_t size, tern_vm_stack_block_t **out_block, size_t *out_mark) {
  size = (size + 15) & ~(size_t)15;
  tern_vm_stack_block_t *block = stack->block;
  size_t mark = block->used;
  if (size > block->size - block->used && !add_block(stack, size)) return NULL;
  *out_block = block;
  *out_mark = mark;
  void *data = (unsigned char *)(stack->block + 1) + stack->block->used;
  stack->block->used += size;
  return data;
}

void tern_vm_stack_free(tern_vm_stack_t *stack, tern_vm_stack_block_t *block, size_t mark) {
  while (stack->block != block) {
    stack->block->used = 0;
    stack->block = stack->block->previous;
  }
  block->used = mark;
}

tern_status_t tern_vm_stack_push(tern_vm_stack_t *stack, tern_vm_module_t *module, uint32_t function,
                                 tern_vm_frame_t **out_frame) {
  const tern_bytecode_function_t *row = &module->image->functions[function];
  size_t refs_size = row->ref_register_count * sizeof(tern_ref_t);
  size_t values_size = row->value_register_count * sizeof(uint64_t);
  size_t frame_size = (sizeof(tern_vm_frame_t) + 15) & ~(size_t)15;
  *out_frame = NULL;
  tern_vm_stack_block_t *block;
  size_t mark;
  unsigned char *memory = stack->depth < TERN_VM_DEPTH_MAX
                              ? tern_vm_stack_allocate(stack, frame_size + refs_size + values_size, &block, &mark)
                              : NULL;
  if (!memory) {
    return tern_status_make(TERN_OUT_OF_RANGE, "the stack is full: %u calls deep, %zu bytes", stack->depth,
                            stack->size);
  }
  memset(memory + frame_size, 0, refs_size + values_size);
  tern_vm_frame_t *frame = (tern_vm_frame_t *)memory;
  *frame = (tern_vm_frame_t){.caller = stack->top,
                             .module = module,
                             .function = row,
                             .code = module->image->code + row->code_offset,
                             .refs = (tern_ref_t *)(memory + frame_size),
                             .values = (uint64_t *)(memory + frame_size + refs_size),
                             .mark = mark,
                             .block = block};
  stack->top = frame;
  ++stack->depth;
  *out_frame = frame;
  return tern_ok();
}

void tern_vm_stack_pop(tern_vm_stack_t *stack) {
  tern_vm_frame_t *frame = stack->top;
  for (uint32_t i = 0; i < frame->function->ref_register_count; ++i) tern_ref_reset(&frame->refs[i]);
  stack->top = frame->caller;
  --stack->depth;
  tern_vm_stack_free(stack, frame->block, frame->mark);
}
