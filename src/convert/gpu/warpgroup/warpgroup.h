// Products by the matrix instructions of a warp group (wgmma of sm_90a), fed by copies that go by tensor maps: what the
// parts of --gpu-warp-specialize-matmul share.

#ifndef TERN_CONVERT_GPU_WARPGROUP_WARPGROUP_H_
#define TERN_CONVERT_GPU_WARPGROUP_WARPGROUP_H_

#include "analysis/gpu/tile_config.h"
#include "analysis/gpu/tile_warpgroup.h"
#include "analysis/layout/linear_layout.h"
#include "convert/gpu/layout_places.h"
#include "convert/gpu/product.h"

enum {
  TERN_WARPGROUP_THREADS = 128,
  TERN_WARPGROUP_ROWS = 64,        // of one instruction
  TERN_WARPGROUP_MAX_PIECES = 4,   // of so many rows that a warp group has of a tile
  TERN_WARPGROUP_ROW_BYTES = 128,  // of a box in workgroup memory, as wide as the swizzle
};

// What the kernel is to be. A tile of the result is m x n elements; a stage of the pipeline holds k of both factors.
typedef struct tern_warpgroup_plan {
  tern_gpu_product_t product;
  tern_warpgroup_tile_t tile;
  const tern_type_t *element;  // of tensor maps
  int64_t element_size;        // bytes
  int64_t type_a, type_b;      // nvvm.wgmma_type
  bool has_registers;          // the first factor, of 32 or 8 bits with rows along m, goes through registers
  bool adds_stages;            // each stage has sums of its own: those of f8 have few bits when there are many products
  int64_t grid;                // workgroups at most
  bool has_row_pairs;          // what a thread's two rows have in a column are neighbours in memory
  bool stages_results;         // sums go through workgroup memory (staging.c)
  int64_t lanes;               // of what is stored at once
} tern_warpgroup_plan_t;

// Are the two rows of a thread neighbours?
static inline bool tern_warpgroup_has_neighbour_rows(const tern_warpgroup_plan_t *plan) {
  return plan->has_registers && plan->element_size == 1;
}

// Are the products of a stage over before the next is looked at?
static inline bool tern_warpgroup_waits_for_stage(const tern_warpgroup_plan_t *plan) {
  return plan->has_registers || plan->adds_stages;
}

// --- operands in workgroup memory (operands.c) ---

// In units of 16 bytes: an address, and a box of 64 rows of 128 bytes.
enum { TERN_WARPGROUP_UNIT_BITS = 4, TERN_WARPGROUP_BOX_UNITS = 8192 >> TERN_WARPGROUP_UNIT_BITS };

// One operand: boxes of rows of 128 bytes, several side by side where the rows do not run along k.
typedef struct tern_warpgroup_operand {
  tern_value_t *memref;  // of the matrix
  bool has_batch, is_k_minor;
  int64_t boxes, box_rows;
  tern_value_t *map, *memory;
  tern_value_t *descriptor;  // of stage 0, as an index
  int64_t stage_bytes;
} tern_warpgroup_operand_t;
// `extent`: elements of a tile along the dimension that is not k.
void tern_warpgroup_build_operand(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                  tern_warpgroup_operand_t *out_operand, tern_value_t *memref, bool has_batch,
                                  bool is_k_minor, int64_t extent);
// A view of box `box` of a stage.
tern_value_t *tern_warpgroup_build_box(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                       const tern_warpgroup_operand_t *operand, tern_value_t *stage, int64_t box);

// Barriers in workgroup memory.
tern_value_t *tern_warpgroup_build_barriers(tern_builder_t *builder, int64_t count);

// Writes the kernel at the end of the function, which still has the ops that it takes the place of. Returns how
// many workgroups find work.
tern_value_t *tern_warpgroup_emit(const tern_warpgroup_plan_t *plan);

// --- a first factor in registers ---

typedef struct tern_warpgroup_registers {
  tern_value_t *memory;  // of the factor, by stage, box, row of k and column of m
  // Of 32 bits: box, line of k in every eight, and column in the line, by register.
  tern_gpu_places_t words;
  // Of 8 bits: the row of the first step of stage 0 whose address this thread gives, by piece; and orders of the bytes of two
  // words, for the first row and for the second.
  tern_value_t *places[TERN_WARPGROUP_MAX_PIECES], *orders[2];
} tern_warpgroup_registers_t;
// Bytes come with the rows of each 16 in another order: which row of the factor each one of the instruction is, as a map of dim0
// beside the columns, dim1.
tern_layout_t tern_warpgroup_row_order(void);
// `thread`: in the warp group; `first_row`: of the warp group in the tile.
void tern_warpgroup_build_registers(tern_builder_t *builder, const tern_warpgroup_plan_t *plan, tern_value_t *memory,
                                    tern_value_t *thread, tern_value_t *first_row,
                                    tern_warpgroup_registers_t *out_registers);
// Loads a thread's elements of piece `piece` of 64 rows for the `step`-th instruction of a stage.
void tern_warpgroup_load_registers(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                   const tern_warpgroup_registers_t *registers, tern_value_t *stage, int64_t piece,
                                   int64_t step, tern_value_t *out_words[4]);
// The instruction with its first factor in registers.
tern_value_t *tern_warpgroup_build_register_instruction(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                                        tern_value_t *sums, tern_value_t *const words[4],
                                                        tern_value_t *b, bool is_first);

// --- tiles that a cluster shares ---

typedef struct tern_warpgroup_sharing {
  tern_value_t *memory;   // of the first workgroup: sums of the others, four to a thread at a time
  tern_value_t *barrier;  // at which they arrive when they have left them there
} tern_warpgroup_sharing_t;
void tern_warpgroup_build_sharing(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                  tern_warpgroup_sharing_t *out_sharing);
// By one thread; then all wait for the cluster.
void tern_warpgroup_initialize_sharing(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                       const tern_warpgroup_sharing_t *sharing);
// Adds up the sums of the workgroups in the first one. `thread`: among those that multiply. The builder moves into the
// branch of the first workgroup, whose `sums` become those of all; returns the scf.if.
tern_op_t *tern_warpgroup_share(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                const tern_warpgroup_sharing_t *sharing, tern_value_t *rank, tern_value_t *thread,
                                tern_value_t **sums);

// --- the end of a tile ---

// Where a tile of the result is, and the sums of the warp group that has `rows` of it: structs of what a thread holds,
// one for each 64 rows.
typedef struct tern_warpgroup_result {
  tern_value_t *batch, *row, *column;  // of the tile's first element; batch may be NULL
  tern_value_t *thread;                // in the warp group
  tern_value_t *extent_m, *extent_n;
  tern_value_t *staging, *slot;  // memory for sums, and which part of it the warp has; NULL: none
  tern_value_t *const *sums;
} tern_warpgroup_result_t;
void tern_warpgroup_emit_results(tern_builder_t *builder, const tern_warpgroup_plan_t *plan,
                                 const tern_warpgroup_result_t *result);

// Do sums have to go through workgroup memory, because rows of the result are no whole vectors?
bool tern_warpgroup_stages_results(const tern_warpgroup_plan_t *plan);
tern_value_t *tern_warpgroup_build_staging(tern_builder_t *builder, const tern_warpgroup_plan_t *plan);

#endif  // TERN_CONVERT_GPU_WARPGROUP_WARPGROUP_H_
