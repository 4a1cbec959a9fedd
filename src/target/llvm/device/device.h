// Kernels as LLVM's bitcode for NVIDIA's GPUs, compiled for the host (base/device_module.h): the steps, in order.
//
//   compile.c     reads and links the bitcode, gives it to the host, inlines, and asks for each kernel what follows
//   builtins.c    registers, maths and other intrinsics of GPUs become instructions and calls of libraries
//   shared.c      variables in shared memory become places in the memory of the block
//   points.c      finds where threads wait for each other, and ends a block of instructions there
//   graph.c       what the graph of a kernel's blocks says: dominators, loops, which blocks a branch decides on
//   uniform.c     which values are the same for all threads, and which blocks all threads run together
//   slots.c       what lives across blocks of instructions goes to variables: of all threads, or of each
//   regions.c     the code between points: loops over threads, the innermost of which LLVM makes vectors of
//   threads.c     what that is made with: loops, places in the frame
//   module.c      the tables that the runtime finds kernels and variables by
//
// The cut at barriers is that of Karrenberg and Hack (Improving Performance of OpenCL on CPUs, 2012); loops that all threads run
// together go around loops over threads as in pocl's horizontal mapping (Jaaskelainen et al., 2015).

#ifndef TERN_TARGET_LLVM_DEVICE_DEVICE_H_
#define TERN_TARGET_LLVM_DEVICE_DEVICE_H_

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/device_module.h"
#include "base/map.h"
#include "base/string.h"

typedef struct device_point {
  tern_device_point_kind_t kind;
  LLVMValueRef call;      // gone once the code is made; NULL: the start, or a join
  uint32_t block;         // that the call ends
  uint32_t resume_block;  // where threads go on
} device_point_t;

typedef struct device_slot {
  LLVMValueRef storage;  // an alloca of the entry block of the original function
  LLVMTypeRef type;
  bool is_uniform;  // one for all threads
  bool is_phi;      // what comes with the branch to a block: stored behind the loop over threads
  bool is_memory;   // a variable of the program whose address is taken, not a value of ours
  bool is_in_frame;
  uint64_t offset, size;  // in the frame
} device_slot_t;

// A block of instructions. Indices are positions in `blocks`; 0 is the entry.
typedef struct device_node {
  LLVMBasicBlockRef block;
  uint32_t *successors, *predecessors;
  uint32_t successor_count, predecessor_count;
  uint32_t dominator;       // the immediate one
  uint32_t post_dominator;  // the immediate one; NO_NODE: the end, or there is none
  int32_t point;            // that it ends with; -1: none
  int32_t resumes;          // the point from which threads come here; -1: none
  bool is_loop_header;
  bool is_uniform;  // all threads of a call run it together, wherever they came from
} device_node_t;

enum { NO_NODE = UINT32_MAX };

typedef struct device_kernel {
  tern_arena_t *arena;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef function;  // as it was compiled for the GPU
  LLVMValueRef code;      // what was made of it
  device_node_t *nodes;
  uint32_t node_count;
  device_point_t *points;  // 0 is the start
  uint32_t point_count, point_capacity;
  device_slot_t *slots;
  uint32_t slot_count;
  uint64_t frame_size, shared_size;
  tern_string_builder_t *notes;
  tern_map_t numbers;       // of blocks, plus one
  tern_map_t slot_numbers;  // of storage, plus one
  tern_map_t varying;       // values that differ between threads, or are not computed once for all of them
  const char *refusal;      // why it cannot run on the CPU; NULL: it can
  LLVMValueRef refused_at;  // the instruction, or NULL
} device_kernel_t;

// builtins.c: before inlining, for a module; names what the CPU has no counterpart of by keeping it.
void device_replace_builtins(LLVMModuleRef module);
// What a call reads: 0 to 2 tid.x to z, 3 to 5 ntid, 6 to 8 ctaid, 9 to 11 nctaid, 12 laneid, 13 warpid, 14 the address of
// shared memory; -1: something else.
int device_register_of(LLVMValueRef instruction);

// shared.c
void device_place_shared(device_kernel_t *kernel);
// Is a constant the address of a variable in shared memory, or made of one?
bool device_names_shared(LLVMValueRef constant);

// points.c
void device_find_points(device_kernel_t *kernel);
// Adds a point; the graph says later where threads go on. Gives its number.
uint32_t device_add_point(device_kernel_t *kernel, tern_device_point_kind_t kind, LLVMValueRef call);
// Which operation does a call wait for? TERN_DEVICE_JOIN: none. `*out_operands`: for each argument a letter: m mask, v value,
// l lane, c clamp, _ nothing.
tern_device_point_kind_t device_point_of(LLVMValueRef instruction, const char **out_operands);

// graph.c
void device_build_graph(device_kernel_t *kernel);
uint32_t device_node_of(const device_kernel_t *kernel, LLVMBasicBlockRef block);
// Marks the blocks that threads may reach from the branch at the end of `node` before all of them are at its post-dominator.
// Stops behind points and before places where threads resume. `marks` has a bit for each block.
void device_mark_influence(const device_kernel_t *kernel, uint32_t node, bool *marks);

// uniform.c
void device_find_uniform(device_kernel_t *kernel);
// The blocks that threads reach from where they go on until they wait again, and those of them that they do not run together.
void device_mark_region(const device_kernel_t *kernel, uint32_t start, bool *reached, bool *divided);
bool device_is_uniform(const device_kernel_t *kernel, LLVMValueRef value);
// Does the branch at the end of a block go the same way for all threads of a call, and is it made once for all of them?
bool device_branch_is_scalar(const device_kernel_t *kernel, uint32_t node);

// slots.c
// Puts a placeholder for the result of each point where threads go on.
void device_place_results(device_kernel_t *kernel);
void device_make_slots(device_kernel_t *kernel);
// The result of the operation that threads waited for stands in for the call in the block where they go on: the number of the
// point, or -1 for another instruction.
int device_point_result_of(LLVMValueRef instruction);
// Which slots hold what is read later, at each block's start: node_count rows of slot_count bits.
bool *device_live_slots(const device_kernel_t *kernel);
device_slot_t *device_slot_of(const device_kernel_t *kernel, LLVMValueRef address);

// regions.c
void device_make_code(device_kernel_t *kernel);

// module.c
void device_add_tables(LLVMModuleRef module, device_kernel_t *const *kernels, uint32_t count);

#endif  // TERN_TARGET_LLVM_DEVICE_DEVICE_H_
