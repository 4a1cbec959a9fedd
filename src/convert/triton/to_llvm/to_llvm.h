// From ttg to the llvm dialect: what the files of patterns share (upstream: TritonGPUToLLVM of Triton 3.6).
//
// A thread's program is what comes out: a tensor becomes a struct of the elements that a thread has of it, one for each
// register of its layout (dialect/ttg/layout.h), and an op of tensors as many ops as there are registers. A pattern takes
// elements out of operands, makes new ones, and hands them over:
//
//   static bool lower_negate(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
//     tern_values_t x = tern_triton_unpack(conversion, operands.values[0]);
//     for (size_t i = 0; i < x.count; ++i) x.values[i] = negate(conversion, x.values[i]);
//     return tern_triton_replace(conversion, op, x);
//   }
//
// Patterns are rows of tables, tern_triton_*_patterns below, which the passes of each target name. Where targets differ a pattern
// asks tern_triton_target_t. Elements are read back from the struct that was just made without an op, so that structs
// are met at branches and calls alone; those between are dead.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_TO_LLVM_H_
#define TERN_CONVERT_TRITON_TO_LLVM_TO_LLVM_H_

#include "analysis/layout/linear_layout.h"
#include "analysis/machine/machine.h"
#include "base/arena.h"
#include "base/map.h"
#include "convert/llvm/lowering.h"
#include "convert/triton/to_llvm/emit.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttg/ttg.h"

struct tern_triton_lowering;
struct tern_triton_combine;

// --- what GPUs differ in ---

typedef enum tern_triton_shuffle {
  TERN_TRITON_SHUFFLE_XOR,
  TERN_TRITON_SHUFFLE_UP,
  TERN_TRITON_SHUFFLE_DOWN,
  TERN_TRITON_SHUFFLE_INDEX
} tern_triton_shuffle_t;

typedef struct tern_triton_target {
  const char *name;
  // Are the instructions of conversions through shared memory compared for the fewest conflicts, as the allocation has it?
  bool compares_transits;
  // Are vectors of elements of any size moved to and from shared memory as they are, not as words?
  bool moves_any_vector;
  // Address spaces of pointers.
  unsigned global_space, shared_space;
  // The thread's number in its block; the block's in the grid along `axis`, and how many there are.
  tern_value_t *(*thread_id)(tern_builder_t *b);
  tern_value_t *(*program_id)(tern_conversion_t *conversion, int64_t axis);
  tern_value_t *(*program_count)(tern_conversion_t *conversion, int64_t axis);
  // The rank of the block in its cluster.
  tern_value_t *(*cluster_block_id)(tern_builder_t *b);
  // The 32 bits of the lane that `kind` and `lane` (i32: a mask, a distance or a number) name.
  tern_value_t *(*shuffle)(tern_conversion_t *conversion, tern_triton_shuffle_t kind, tern_value_t *word,
                           tern_value_t *lane);
  // The lanes in which an i1 is true, as bits of an integer as wide as the warp.
  tern_value_t *(*ballot)(tern_builder_t *b, tern_value_t *condition);
  // The bytes of two words, taken by the selector's nibbles.
  tern_value_t *(*permute)(tern_builder_t *b, tern_value_t *low, tern_value_t *high, tern_value_t *selector);
  // Combines a value of all lanes that differ in the bits of `mask` by the region of a reduction (across/combine.h). NULL: it has no
  // way that is faster than shuffles. May be NULL itself.
  tern_value_t *(*reduce_lanes)(const struct tern_triton_combine *combine, tern_value_t *value, uint64_t mask);
  // All threads of the block, or of the partition around the builder, meet and see each other's shared memory.
  void (*barrier)(tern_conversion_t *conversion, tern_op_t *op);
  // The same for the lanes of each warp, and for all threads of all blocks of the cluster: NULL where blocks do not see each other's
  // shared memory.
  void (*warp_barrier)(tern_builder_t *b);
  void (*cluster_barrier)(tern_builder_t *b);
  // Accesses to shared memory where `condition` (i1, NULL: everywhere) holds: a scalar or a vector. `block` (i32, or NULL: this
  // one) is the rank of the block in the cluster whose memory it is.
  tern_value_t *(*load_shared)(tern_conversion_t *conversion, tern_value_t *pointer, tern_value_t *block,
                               const tern_type_t *type, tern_value_t *condition);
  void (*store_shared)(tern_conversion_t *conversion, tern_value_t *pointer, tern_value_t *block, tern_value_t *value,
                       tern_value_t *condition);
  // Prints: a call with a format and values, which are promoted as C does; and what an assertion that fails calls.
  void (*print)(tern_conversion_t *conversion, tern_str_t format, tern_values_t values);
  void (*fail)(tern_conversion_t *conversion, tern_str_t message, tern_str_t file, tern_str_t function, int64_t line);
  // Writes down on a function that kernels are launched with so many threads, and which functions are kernels.
  void (*mark_function)(struct tern_triton_lowering *lowering, tern_op_t *function, bool is_kernel, int64_t threads);
  // f64 as f32, cut; f32 as f16 or bf16, to the nearest or cut; and the sum of two f32 of one sign, cut.
  tern_value_t *(*cut_f64)(tern_builder_t *b, tern_value_t *number);
  tern_value_t *(*halve)(tern_builder_t *b, tern_value_t *number, const tern_type_t *type, bool is_cut);
  tern_value_t *(*add_cut)(tern_builder_t *b, tern_value_t *x, tern_value_t *y);
} tern_triton_target_t;

extern const tern_triton_target_t tern_triton_nvidia, tern_triton_amd;

// NVIDIA's shuffle, for those who convert nothing.
tern_value_t *tern_triton_nvidia_shuffle(tern_builder_t *b, tern_triton_shuffle_t kind, tern_value_t *word,
                                         tern_value_t *lane);

// --- the lowering ---

// Where a thread is, as i32: all in the same function, or partition of warps.
typedef struct tern_triton_ids {
  tern_value_t *thread, *lane, *warp;
  // The same warp in the one form, %tid.x >> 5, that ptxas knows to be the same in all lanes. The masks of the others tell LLVM
  // what bits are 0.
  tern_value_t *unmasked_warp;
  tern_value_t *block;  // in the cluster; the constant 0 where there is one block
} tern_triton_ids_t;

// What threads know of pointers before the conversion changes the ops that it is known from.
typedef struct tern_triton_access {
  int64_t vector;  // elements next to each other that may be accessed at once: contiguous and aligned
  int64_t mask;    // elements next to each other whose mask is the same; 1 << 30 without a mask
} tern_triton_access_t;

typedef struct tern_triton_lowering {
  tern_llvm_lowering_t llvm;  // first
  const tern_triton_target_t *target;
  int64_t capability;   // of NVIDIA's: 90 for sm_90
  int64_t ptx_version;  // 87 for 8.7
  tern_machine_t chip;  // of AMD's
  bool flushes;         // functions of f32 may take subnormal numbers for zero: on AMD's
  int64_t warp_size, cta_count;
  tern_op_t *module;
  tern_arena_t arena;                 // for the time of the pass
  tern_map_t accesses;                // op -> tern_triton_access_t
  tern_map_t repeats;                 // op -> what access.c knows of the registers of its result
  struct tern_triton_places *places;  // ids and indices that were made, indices.c
} tern_triton_lowering_t;

static inline tern_triton_lowering_t *tern_triton_lowering_of(const tern_conversion_t *conversion) {
  return (tern_triton_lowering_t *)(uintptr_t)conversion->converter;
}
static inline const tern_triton_target_t *tern_triton_target_of(const tern_conversion_t *conversion) {
  return tern_triton_lowering_of(conversion)->target;
}
static inline tern_builder_t *tern_triton_builder(tern_conversion_t *conversion) {
  return &conversion->rewriter.builder;
}
// Room for `count` values until the pass ends.
static inline tern_value_t **tern_triton_room(tern_conversion_t *conversion, size_t count) {
  return tern_arena_alloc_array(&tern_triton_lowering_of(conversion)->arena, count + 1, sizeof(tern_value_t *));
}
// Warps of the function or partition around `op`.
int64_t tern_triton_num_warps(const tern_op_t *op);

// --- types.c ---

// Rules of the type converter, for tern_llvm_options_t: `user` is the lowering.
//   !tt.ptr<f32>                  !llvm.ptr<1>
//   !tt.ptr<tensor<8x8xf16>>      a struct of offsets (i32), sizes, strides (i64) and the pointer
//   !tt.tensordesc<...>           !llvm.ptr
//   tensor<...xf16, #layout>      a struct of a thread's elements
//   !ttg.memdesc<...>             a struct of the base in shared memory and an offset (i32) for each dimension
//   !ttg.async.token              i32
//   floats of 8 bits or fewer     i8; others stay
extern const tern_type_rule_fn_t tern_triton_type_rules[];
extern const size_t tern_triton_type_rule_count;
// What a type becomes; NULL: nothing.
static inline const tern_type_t *tern_triton_lower_type(const tern_conversion_t *conversion, const tern_type_t *type) {
  return tern_convert_type(conversion->converter, type);
}
// What an element of a tensor becomes, or a scalar.
const tern_type_t *tern_triton_element_type(const tern_conversion_t *conversion, const tern_type_t *type);

// --- elements.c ---

// The elements of a value that was converted: those of the struct that a tensor became, otherwise itself. The list is the
// caller's to change.
tern_values_t tern_triton_unpack(tern_conversion_t *conversion, tern_value_t *value);
static inline tern_value_t **tern_triton_values(tern_values_t list) { return (tern_value_t **)(uintptr_t)list.values; }
// The other way: a value of what `type` becomes. As many values as that has elements (asserted).
tern_value_t *tern_triton_pack(tern_conversion_t *conversion, const tern_type_t *type, tern_values_t values);
// Replaces the op's only result by these elements. True.
bool tern_triton_replace(tern_conversion_t *conversion, tern_op_t *op, tern_values_t values);

// Shared memory as a descriptor says: the address of what was allocated, and where in it the part begins.
typedef struct tern_triton_memory {
  tern_value_t *base;     // pointer into shared memory
  tern_values_t offsets;  // i32, one for each dimension
} tern_triton_memory_t;
tern_triton_memory_t tern_triton_unpack_memory(tern_conversion_t *conversion, tern_value_t *value);
tern_value_t *tern_triton_pack_memory(tern_conversion_t *conversion, const tern_type_t *type,
                                      const tern_triton_memory_t *memory);

// --- indices.c ---

// Where this thread is. Made once, at the start of the function or partition around `op`.
tern_triton_ids_t tern_triton_ids(tern_conversion_t *conversion, const tern_op_t *op);
// Frees what was remembered of places.
void tern_triton_forget_places(tern_triton_lowering_t *lowering);
// The outputs of a layout for these inputs: a value (i32), or NULL for zero, for each dimension of `layout->ins`. A value has to
// be below the size of its dimension. `outs` has room for all outputs.
void tern_triton_apply_layout(tern_builder_t *b, const tern_layout_t *layout, tern_value_t *const *ins,
                              tern_value_t **outs);
// The coordinates of a thread's elements: those of register r are `values[r * rank]` and so on. `layout` is one of a distributed
// tensor: register, lane, warp, block -> dim0, dim1 .... What lanes and warps add to is made once for each layout.
tern_values_t tern_triton_indices(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *layout);
// The same for register 0, that is without what registers add: one value for each dimension.
tern_values_t tern_triton_base_indices(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *layout);
// True in the one thread of those that have the same elements; NULL: there are no copies. For what must happen once: stores,
// atomics. Registers that repeat others are those with a bit of `*out_register_mask`. `layout` NULL is a scalar: all have it.
tern_value_t *tern_triton_once(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *layout,
                               uint64_t *out_register_mask);
// The same for what each block of a cluster does for itself.
tern_value_t *tern_triton_once_in_block(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *layout,
                                        uint64_t *out_register_mask);
// `condition` (NULL: true) in the first block of those that have the same elements.
tern_value_t *tern_triton_in_first_block(tern_conversion_t *conversion, const tern_op_t *op,
                                         const tern_layout_t *layout, tern_value_t *condition);
// Bits of a block's number in the cluster that lead to other elements; of a scalar (NULL) none does.
uint64_t tern_triton_blocks_apart(const tern_conversion_t *conversion, const tern_layout_t *layout);
// The block (i32) whose number has the bits of `number` in those of `mask`, and otherwise this one's.
tern_value_t *tern_triton_block_among(tern_conversion_t *conversion, const tern_op_t *op, uint64_t mask,
                                      uint64_t number);

// --- memory.c ---

// Start of the shared memory of the function around `op`, and of what allocation gave `op` (`allocation.offset`).
tern_value_t *tern_triton_shared_base(tern_conversion_t *conversion, const tern_op_t *op);
tern_value_t *tern_triton_shared_address(tern_conversion_t *conversion, const tern_op_t *op);
// The same of this program's part of the global scratch memory, of which `op` has what is at `offset`.
tern_value_t *tern_triton_global_scratch(tern_conversion_t *conversion, const tern_op_t *op, int64_t offset);
// Makes the array that stands for the dynamic shared memory: @global_smem.
void tern_triton_make_shared_memory(tern_op_t *module, unsigned space);
// Shuffles a value of any type, word by word.
tern_value_t *tern_triton_shuffle(tern_conversion_t *conversion, tern_triton_shuffle_t kind, tern_value_t *value,
                                  tern_value_t *lane);

// --- func.c ---

// Is a function that was lowered a kernel? Its shared memory is @global_smem then.
bool tern_triton_is_kernel(const tern_op_t *function);

// False after an error: a kernel has results.
bool tern_triton_check_functions(const tern_op_t *module);

// --- view.c ---

// False after an error: a constant tensor has different elements.
bool tern_triton_check_constants(tern_op_t *module);

// --- program.c ---

// False after an error: blocks of a cluster wait for one another in the op, but a barrier of the cluster is for all warps, and those
// that are for partitions would not come.
bool tern_triton_check_cluster_meets(const tern_conversion_t *conversion, const tern_op_t *op);
// A barrier of the block, or of the cluster.
void tern_triton_meet(tern_conversion_t *conversion, tern_op_t *op, bool is_cluster);

// --- access.c ---

// Finds out what is known of the accesses of all ops in the module, before it is converted.
void tern_triton_find_accesses(tern_triton_lowering_t *lowering);
tern_triton_access_t tern_triton_access_of(tern_conversion_t *conversion, const tern_op_t *op);
// Registers of the op's only result with one of these bits in their number have the same element as without it.
uint64_t tern_triton_repeats_of(tern_conversion_t *conversion, const tern_op_t *op);

// --- atomics.c ---

// Replaces an atomic op by `values`, one for each register, which the threads got for which `condition` (NULL: all) holds; NULL for
// registers with a bit of `repeated`. Other threads that have the same elements get them through the memory that was allocated
// to the op. `layout` NULL: a scalar.
bool tern_triton_finish_atomic(tern_conversion_t *conversion, tern_op_t *op, const tern_layout_t *layout,
                               tern_value_t **values, size_t count, tern_value_t *condition, uint64_t repeated);

// --- tables of patterns, each ended by a row with a NULL `rewrite` ---

// Patterns of Triton's ops go before those of arith and math, which know scalars.
enum { TERN_TRITON_BENEFIT = 10 };

extern const tern_conversion_pattern_t tern_triton_func_patterns[];
extern const tern_conversion_pattern_t tern_triton_program_patterns[];
extern const tern_conversion_pattern_t tern_triton_elementwise_patterns[];
extern const tern_conversion_pattern_t tern_triton_math_patterns[];
extern const tern_conversion_pattern_t tern_triton_view_patterns[];
extern const tern_conversion_pattern_t tern_triton_load_store_patterns[];
extern const tern_conversion_pattern_t tern_triton_atomic_patterns[];
extern const tern_conversion_pattern_t tern_triton_fp_to_fp_patterns[];
extern const tern_conversion_pattern_t tern_triton_fp4_patterns[];
extern const tern_conversion_pattern_t tern_triton_map_patterns[];
extern const tern_conversion_pattern_t tern_triton_external_patterns[];
extern const tern_conversion_pattern_t tern_triton_print_patterns[];
extern const tern_conversion_pattern_t tern_triton_dot_patterns[];
extern const tern_conversion_pattern_t tern_triton_async_copy_patterns[];
extern const tern_conversion_pattern_t tern_triton_wgmma_patterns[];
extern const tern_conversion_pattern_t tern_triton_fence_patterns[];
extern const tern_conversion_pattern_t tern_triton_tma_patterns[];
extern const tern_conversion_pattern_t tern_triton_rows_patterns[];
extern const tern_conversion_pattern_t tern_triton_tensormap_patterns[];
extern const tern_conversion_pattern_t tern_triton_convert_layout_patterns[];
extern const tern_conversion_pattern_t tern_triton_local_memory_patterns[];
extern const tern_conversion_pattern_t tern_triton_memdesc_patterns[];
extern const tern_conversion_pattern_t tern_triton_reduce_patterns[];
extern const tern_conversion_pattern_t tern_triton_tensor_pointer_patterns[];
extern const tern_conversion_pattern_t tern_triton_scan_patterns[];
extern const tern_conversion_pattern_t tern_triton_gather_patterns[];
extern const tern_conversion_pattern_t tern_triton_histogram_patterns[];
extern const tern_conversion_pattern_t tern_triton_barrier_patterns[];
// Of AMD's GPUs alone.
extern const tern_conversion_pattern_t tern_triton_amd_load_store_patterns[];
extern const tern_conversion_pattern_t tern_triton_amd_atomic_patterns[];
extern const tern_conversion_pattern_t tern_triton_amd_buffer_patterns[];
extern const tern_conversion_pattern_t tern_triton_amd_math_patterns[];
extern const tern_conversion_pattern_t tern_triton_amd_dot_patterns[];
extern const tern_conversion_pattern_t tern_triton_amd_slice_patterns[];
extern const tern_conversion_pattern_t tern_triton_amd_schedule_patterns[];

#endif  // TERN_CONVERT_TRITON_TO_LLVM_TO_LLVM_H_
