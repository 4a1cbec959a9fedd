// The stack of a call: frames of functions, one behind the other in blocks of memory that are kept from call to call.

#ifndef TERN_RUNTIME_VM_STACK_H_
#define TERN_RUNTIME_VM_STACK_H_

#include "runtime/session.h"

enum {
  TERN_VM_DEPTH_MAX = 1 << 12,         // frames
  TERN_VM_STACK_SIZE_MAX = 64 << 20,   // bytes
  TERN_VM_STACK_FIRST_SIZE = 4 << 10,  // bytes, that are part of the stack itself
};

// A function that runs. Registers follow.
typedef struct tern_vm_frame_t {
  struct tern_vm_frame_t *caller;  // NULL for the first
  tern_vm_module_t *module;
  const tern_bytecode_function_t *function;
  const uint16_t *code;  // of the function
  uint32_t cursor;       // unit to go on from
  uint32_t results_at;   // unit, in the caller's code, of the registers that take the results
  uint64_t *values;
  tern_ref_t *refs;
  size_t mark;                          // bytes of `block` in use before the frame
  struct tern_vm_stack_block_t *block;  // before the frame
} tern_vm_frame_t;

// Memory for frames, which follows.
typedef struct tern_vm_stack_block_t {
  _Alignas(16) struct tern_vm_stack_block_t *previous;
  struct tern_vm_stack_block_t *next;
  size_t size, used;  // bytes behind this struct
} tern_vm_stack_block_t;

// Thread-compatible.
typedef struct tern_vm_stack_t {
  const tern_allocator_t *allocator;
  tern_vm_stack_block_t *block;  // the newest in use; those before it are in use, those after it are spare
  size_t size;                   // bytes of all blocks
  uint32_t depth;                // frames
  tern_vm_frame_t *top;
  uint64_t instructions_left;        // UINT64_MAX: no limit
  char note[TERN_NATIVE_NOTE_SIZE];  // see tern_native_call_t
  struct {
    tern_vm_stack_block_t block;
    _Alignas(16) unsigned char bytes[TERN_VM_STACK_FIRST_SIZE];
  } first;
} tern_vm_stack_t;

void tern_vm_stack_initialize(const tern_allocator_t *allocator, tern_vm_stack_t *out_stack);
void tern_vm_stack_deinitialize(tern_vm_stack_t *stack);

// Pushes a frame with zero registers. Errors: TERN_OUT_OF_RANGE if the stack is full; TERN_OUT_OF_MEMORY.
tern_status_t tern_vm_stack_push(tern_vm_stack_t *stack, tern_vm_module_t *module, uint32_t function,
                                 tern_vm_frame_t **out_frame);
// Drops the references of the top frame, and the frame.
void tern_vm_stack_pop(tern_vm_stack_t *stack);
// Room for `size` bytes until tern_vm_stack_free() with what this returned; NULL if there is none.
void *tern_vm_stack_allocate(tern_vm_stack_t *stack, size_t size, tern_vm_stack_block_t **out_block, size_t *out_mark);
void tern_vm_stack_free(tern_vm_stack_t *stack, tern_vm_stack_block_t *block, size_t mark);

//---- The interpreter ----

// Calls function `function` of `module`. `arguments` hold a slot for each argument, whose references are borrowed;
// `results` take one for each result, whose references are handed over; they are zero after a failure. The caller has
// checked the types of references.
// Errors: those of the program; TERN_OUT_OF_RANGE if the stack or the limit of instructions is used up.
tern_status_t tern_vm_invoke(tern_session_t *session, tern_vm_module_t *module, uint32_t function,
                             const tern_vm_slot_t *arguments, tern_vm_slot_t *results, tern_vm_stack_t *stack);

#endif  // TERN_RUNTIME_VM_STACK_H_
