// What the code between points is made with: the state of the making, loops over threads, places in the frame, and metadata that says
// which accesses meet.

#ifndef TERN_TARGET_LLVM_DEVICE_THREADS_H_
#define TERN_TARGET_LLVM_DEVICE_THREADS_H_

#include "target/llvm/device/device.h"

typedef struct device_part {
  uint32_t head;
  LLVMBasicBlockRef begin;  // in front of the loop
} device_part_t;

typedef struct device_maker {
  device_kernel_t *kernel;
  LLVMBuilderRef builder;
  LLVMValueRef code, block_argument, range[6];
  LLVMValueRef sizes[3];       // of the block, as i64
  LLVMValueRef thread_count;   // i64
  LLVMValueRef registers[16];  // uniform ones, by device_register_of
  LLVMValueRef arrays[8];      // of points: next, values, lanes, clamps, masks, results, flags
  LLVMValueRef shared, *slot_bases;
  LLVMBasicBlockRef entry;
  LLVMTypeRef i1, i8, i32, i64, pointer;
  const bool *live;
  LLVMMetadataRef *scopes;
  LLVMValueRef access_group;
  // Of the region.
  uint32_t start;
  bool *reached, *divided;
  device_part_t *parts;
  uint32_t part_count;
  // Of the part.
  bool *is_in, *is_chain;
  uint32_t end;   // where the part leads to: a head, a place to resume at, or NO_NODE
  uint32_t last;  // the last block of the chain
  bool is_mixed;
  tern_map_t values;  // what stands for values of the original
  LLVMBasicBlockRef *clones;
  LLVMBasicBlockRef latch;
  LLVMValueRef x, y, z, thread;  // i32, i32, i32, i64
} device_maker_t;

// The offset of a field that the kernel's code reads.
#define FIELD(name) offsetof(tern_device_block_t, name)

// Arrays of the block, an element for each thread.
enum { ARRAY_NEXT, ARRAY_VALUES, ARRAY_LANES, ARRAY_CLAMPS, ARRAY_MASKS, ARRAY_RESULTS, ARRAY_FLAGS };

typedef struct device_loops {
  LLVMBasicBlockRef latch, behind;
  LLVMValueRef x, y, z, thread;
} device_loops_t;

LLVMValueRef device_constant(const device_maker_t *m, uint64_t value);
LLVMValueRef device_offset(const device_maker_t *m, LLVMValueRef base, LLVMValueRef bytes);
LLVMValueRef device_load_field(const device_maker_t *m, LLVMTypeRef type, size_t at, const char *name);
// Reads `text` and gives the operand of its named node "list".
LLVMValueRef device_metadata_of(const device_maker_t *m, const char *text);
void device_make_scopes(device_maker_t *m);
// An access of the slot `index` (or of none of them: -1) meets no access of another slot.
void device_mark_access(const device_maker_t *m, LLVMValueRef access, int64_t index);
LLVMBasicBlockRef device_append(const device_maker_t *m, const char *name);
LLVMValueRef device_wide(const device_maker_t *m, LLVMValueRef value);
device_loops_t device_open_loops(const device_maker_t *m);
LLVMValueRef device_frame_place(const device_maker_t *m, uint32_t slot, LLVMValueRef thread);
void device_save_uniform(const device_maker_t *m, uint32_t resume_node, LLVMValueRef thread);
LLVMValueRef device_first_thread(const device_maker_t *m);
void device_restore_uniform(const device_maker_t *m, uint32_t node);
LLVMValueRef device_array_place(const device_maker_t *m, int which, LLVMTypeRef type, LLVMValueRef thread);

#endif  // TERN_TARGET_LLVM_DEVICE_THREADS_H_
