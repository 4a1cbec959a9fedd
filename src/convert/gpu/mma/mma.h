// What the parts of --gpu-pipeline-matmul share: convert/gpu/mma/mma.c (the pass and the loop over the reduction),
// problem.c (what is to be computed), padding.c (images with zeros around them), copy.c (tiles to shared memory),
// products.c (fragments and their products), results.c (what becomes of the sums).

#ifndef TERN_CONVERT_GPU_MMA_MMA_H_
#define TERN_CONVERT_GPU_MMA_MMA_H_

#include "analysis/gpu/tile_mma.h"
#include "convert/gpu/kernel.h"
#include "convert/gpu/layout_places.h"

#define TERN_MATMUL_MAX_EPILOGUE 8
#define TERN_MATMUL_MAX_COPIES 64      // of one operand's tile by one thread
#define TERN_MATMUL_MAX_FRAGMENTS 128  // of the sums, in one warp
#define TERN_MATMUL_MAX_FACTORS 48     // fragments of A and B in one step
#define TERN_MATMUL_MAX_SPLIT 8        // blocks that share a reduction
#define TERN_MATMUL_MAX_EDGES 3        // dimensions of an image that are padded

// --- the problem ---

// The loops of a product fall into four groups, each of which is walked as one: by the operands that move along them.
typedef enum tern_matmul_axis {
  TERN_MATMUL_BATCH,
  TERN_MATMUL_M,
  TERN_MATMUL_N,
  TERN_MATMUL_K,
  TERN_MATMUL_AXES,
} tern_matmul_axis_t;

typedef struct tern_matmul_group {
  size_t loops[TERN_LINALG_MAX_LOOPS], count;  // outermost first
  int64_t range;                               // their iterations together, or TERN_DYNAMIC
  tern_value_t *extent;                        // the same
} tern_matmul_group_t;

// An index of a padded image: the sum of loop * coefficient, and a constant. Where it is not below `size`, there are
// zeros.
typedef struct tern_matmul_edge {
  int64_t coefficients[TERN_LINALG_MAX_LOOPS], constant, size;
} tern_matmul_edge_t;

// An operand as numbers: element (loops) is at `offset` + `shift` + the sum of loop * stride.
typedef struct tern_matmul_operand {
  tern_value_t *memref;  // as the op has it
  tern_value_t *flat;    // the same memory as one row
  const tern_type_t *element;
  int64_t strides[TERN_LINALG_MAX_LOOPS];  // TERN_DYNAMIC: in `values`
  tern_value_t *values[TERN_LINALG_MAX_LOOPS];
  int64_t offset;
  int64_t shift;      // of a padded image: where the first window begins, before the image
  int64_t alignment;  // elements that the memory begins at a multiple of
  tern_matmul_edge_t edges[TERN_MATMUL_MAX_EDGES];
  size_t edge_count;
} tern_matmul_operand_t;

typedef enum tern_matmul_number {
  TERN_MATMUL_F16,
  TERN_MATMUL_BF16,
  TERN_MATMUL_TF32,
  TERN_MATMUL_F32,  // by fused multiply-adds
  TERN_MATMUL_I8,
  TERN_MATMUL_F8
} tern_matmul_number_t;

typedef struct tern_matmul {
  tern_op_t *func, *op;
  tern_op_t *fill;                                // of the result before the product, or NULL: it is added to
  bool starts_at_zero;                            // the fill's value
  tern_op_t *epilogue[TERN_MATMUL_MAX_EPILOGUE];  // element-wise ops behind it
  size_t epilogue_count;
  size_t loop_count;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];
  tern_matmul_group_t groups[TERN_MATMUL_AXES];
  tern_matmul_operand_t operands[3];  // A has the rows of the result, B its columns; the result
  size_t positions[3];                // of them in the op; a padded image has none
  const tern_value_t *guarded;        // what the body has of a padded image; NULL: it has arguments
  tern_matmul_number_t number;
  const char *f8_types[2];         // of A and B in PTX
  const tern_type_t *accumulator;  // f32 or i32
  int64_t bytes;                   // of a factor's element
  bool has_versions;               // one for strides that are multiples of 16 bytes, one for others
  bool assumes_alignment;          // the former is being written
  tern_gpu_limits_t limits;
  tern_mma_config_t config;
} tern_matmul_t;

// Reads what `func` computes. False: it is not one product with what may stand around it, or not of types that tensor
// cores have. Nothing is changed.
bool tern_matmul_match(tern_op_t *func, tern_matmul_t *matmul);
bool tern_matmul_is_zero(const tern_value_t *value);
// Memory that only the ops of the kernel know: nothing is stored in it.
bool tern_matmul_is_temporary(const tern_value_t *memref);
// Values that the kernel's code begins with: extents, strides, flat memory.
void tern_matmul_build_operands(tern_builder_t *builder, tern_matmul_t *matmul);
// Stride of the innermost loops of the group that follow each other without a gap, and how many iterations they are.
int64_t tern_matmul_inner_stride(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis,
                                 int64_t *out_range);
// Is the place of an iteration of the group a product of its number?
bool tern_matmul_is_linear(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis);
// Is `loop` one of the loops at the group's end that follow each other without a gap in the operand?
bool tern_matmul_is_inner(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis, size_t loop);
// Place of iteration `position` of the group in the operand; NULL is zero.
tern_value_t *tern_matmul_build_place(tern_builder_t *builder, const tern_matmul_t *matmul, size_t operand,
                                      tern_matmul_axis_t axis, tern_value_t *position);
// Quotient and remainder of values that are not negative; in 32 bits where `is_short`, which costs half.
tern_value_t *tern_matmul_build_split(tern_builder_t *builder, tern_value_t *position, tern_value_t *extent,
                                      bool is_short, tern_value_t **out_rest);
// The loops' own positions.
void tern_matmul_build_loops(tern_builder_t *builder, const tern_matmul_t *matmul, tern_matmul_axis_t axis,
                             tern_value_t *position, tern_value_t **out_ivs);

// Reads operand `which` from a body that loads from an image where it has an element, and else takes zero.
bool tern_matmul_read_padded(tern_matmul_t *matmul, size_t which);
// Does an edge depend on loops of the group?
bool tern_matmul_has_edges_along(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis);
// Are `unit` elements along the group together inside of the image, or outside?
bool tern_matmul_edges_allow_unit(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis, int64_t unit);
// The edges' sums as far as iteration `position` of the group makes them.
void tern_matmul_build_edges(tern_builder_t *builder, const tern_matmul_t *matmul, size_t operand,
                             tern_matmul_axis_t axis, tern_value_t *position, tern_value_t **out_edges);
// With iteration `depth` of k: is it in the image? NULL: there are no edges.
tern_value_t *tern_matmul_build_in_image(tern_builder_t *builder, const tern_matmul_t *matmul, size_t operand,
                                         tern_value_t *const *edges, tern_value_t *depth);

// --- the kernel ---

// The tile of A or B in shared memory: lines of `columns` elements, swizzled (tern_layout_swizzled_lines()).
typedef struct tern_matmul_tile {
  tern_value_t *memory;  // one row, all stages
  bool is_deep;          // lines run along k
  int64_t lines, columns;
} tern_matmul_tile_t;

// The dimensions of an operand's layouts are those of its fragments: m and k of A, k and n of B.
static inline size_t tern_matmul_deep_dim(size_t operand) { return 1 - operand; }
// offset -> dim0, dim1
tern_layout_t tern_matmul_tile_layout(const tern_matmul_t *matmul, size_t operand, const tern_matmul_tile_t *tile);

typedef struct tern_matmul_copies {
  size_t count;
  int64_t unit;                                     // elements of one copy
  int64_t rows;                                     // units that are transposed together; 1: none are
  bool is_async;                                    // else through registers
  tern_value_t *guard;                              // has the thread any? NULL: all have
  tern_value_t *place[TERN_MATMUL_MAX_COPIES];      // in the operand, without what k moves
  tern_value_t *is_inside[TERN_MATMUL_MAX_COPIES];  // along the group that is not k; NULL: always
  tern_value_t *left[TERN_MATMUL_MAX_COPIES];       // elements left in the line along that group; NULL: enough
  tern_value_t *depth[TERN_MATMUL_MAX_COPIES];      // position along k in the tile
  tern_value_t *edges[TERN_MATMUL_MAX_COPIES][TERN_MATMUL_MAX_EDGES];  // of a padded image, without what k moves
  tern_value_t *target[TERN_MATMUL_MAX_COPIES];                        // in the tile
  tern_value_t *quad_targets[TERN_MATMUL_MAX_COPIES];
} tern_matmul_copies_t;

typedef struct tern_matmul_kernel {
  tern_builder_t *b;
  const tern_matmul_t *matmul;
  tern_value_t *thread, *lane, *warp_m, *warp_n, *warp_k;  // warps: numbers
  tern_value_t *block_k;                                   // the block's number in its cluster
  tern_value_t *batch, *row, *column;                      // where the block's tile begins
  tern_value_t *first_depth, *last_depth;                  // of the block's part of the reduction
  tern_matmul_tile_t tiles[2];
  tern_matmul_copies_t copies[2];
  int64_t fragments_m, fragments_n;  // of a warp
  // Where the lane finds what it loads in a tile: by "fragment" of the warp's, "step" along k, and, where it loads elements
  // one by one, register; and does ldmatrix transpose it?
  tern_gpu_places_t factors[2];
  bool is_transposed[2];
} tern_matmul_kernel_t;

// How many bytes of an operand are copied at once, and whether they are transposed in registers.
int64_t tern_matmul_copied_bytes(const tern_matmul_t *matmul, size_t operand, bool *out_is_transposed);
// Is everything copied by 4 bytes or more only if strides that the host knows are multiples of 16 bytes? And are they?
bool tern_matmul_depends_on_alignment(const tern_matmul_t *matmul);
tern_value_t *tern_matmul_build_alignment_check(tern_builder_t *builder, const tern_matmul_t *matmul);
// Lays the tiles of A and B out and plans the copies. False: some thread would have too many.
bool tern_matmul_plan_copies(const tern_matmul_t *matmul, tern_matmul_tile_t *tiles);
void tern_matmul_prepare_copies(tern_matmul_kernel_t *kernel, size_t operand);
// Begins the copies of the tile at `depth` along k to the stage that begins at `stage` (elements): those that go on by
// themselves.
void tern_matmul_build_copies(tern_matmul_kernel_t *kernel, size_t operand, tern_value_t *depth, tern_value_t *stage);
// Those that go through registers: loads of the tile at `depth` (NULL: zeros), and later the stores of what they
// gave. How many values is returned.
size_t tern_matmul_build_loads(tern_matmul_kernel_t *kernel, size_t operand, tern_value_t *depth,
                               tern_value_t **out_values);
void tern_matmul_build_stores(tern_matmul_kernel_t *kernel, size_t operand, tern_value_t *stage,
                              tern_value_t *const *values);

// A row of a vector of two dimensions.
tern_value_t *tern_matmul_build_row(tern_builder_t *builder, tern_value_t *vector, int64_t row);
void tern_matmul_prepare_products(tern_matmul_kernel_t *kernel);
// Zeros for the sums; returns how many values.
size_t tern_matmul_build_zeros(tern_matmul_kernel_t *kernel, tern_value_t **out_sums);
// Steps of 32 bytes along k that a warp takes in a tile.
int64_t tern_matmul_step_count(const tern_matmul_t *matmul);
// The fragments of a step: those of A, then those of B. Returns how many.
size_t tern_matmul_build_fragments(tern_matmul_kernel_t *kernel, tern_value_t *const stages[2], int64_t step,
                                   tern_value_t **out_fragments);
// Adds the products of a step's fragments to `sums`.
void tern_matmul_build_products(tern_matmul_kernel_t *kernel, tern_value_t *const *fragments, tern_value_t **sums);
// Where the sums are in the block's tile: element, unit, lane, warp_m, warp_n -> dim0, dim1. A unit is a pair of neighbours,
// or four of fused multiply-adds, "element" is one of them; units of a row follow each other.
tern_layout_t tern_matmul_sums_layout(const tern_matmul_kernel_t *kernel);
// The same in the result, for the thread; `unit`: NULL, if it is a number.
tern_gpu_places_t tern_matmul_build_sum_places(tern_matmul_kernel_t *kernel, tern_value_t *unit);
// Neighbours of a row of the result: where the first is, and their sums.
typedef struct tern_matmul_unit {
  tern_value_t *row, *column, *sums;
} tern_matmul_unit_t;
// Where warps along k or the blocks of a cluster share the reduction: adds up what they have. Each gets some units;
// returns how many.
size_t tern_matmul_build_exchange(tern_matmul_kernel_t *kernel, tern_value_t *const *sums,
                                  tern_matmul_unit_t *out_units);
// Units of one row: their sums are scalars, or vectors.
void tern_matmul_build_row_results(tern_matmul_kernel_t *kernel, const tern_matmul_unit_t *units, size_t count);
// The element-wise ops and stores, of all sums of the warp, or of some units.
void tern_matmul_build_results(tern_matmul_kernel_t *kernel, tern_value_t *const *sums);
void tern_matmul_build_unit_results(tern_matmul_kernel_t *kernel, const tern_matmul_unit_t *units, size_t count);

// The same by fused multiply-adds. Does the configuration suit them?
bool tern_matmul_fma_allows(const tern_mma_config_t *config, const tern_matmul_tile_t tiles[2]);
// What lanes load of an operand's tile, by "fragment" and "step", and where a warp's part of the sums is, by element and unit.
tern_layout_t tern_matmul_fma_loads(const tern_matmul_kernel_t *kernel, size_t operand);
tern_layout_t tern_matmul_fma_sums(const tern_matmul_kernel_t *kernel);
size_t tern_matmul_fma_build_zeros(tern_matmul_kernel_t *kernel, tern_value_t **out_sums);
size_t tern_matmul_fma_build_fragments(tern_matmul_kernel_t *kernel, tern_value_t *const stages[2], int64_t step,
                                       tern_value_t **out_fragments);
void tern_matmul_fma_build_products(tern_matmul_kernel_t *kernel, tern_value_t *const *fragments, tern_value_t **sums);
// Four neighbours are a unit here (see tern_matmul_build_exchange): how many a lane has, and where number `unit` is.
// Returns how many units of neighbours in the result it is.
int64_t tern_matmul_fma_unit_count(const tern_matmul_kernel_t *kernel);
size_t tern_matmul_fma_place_unit(tern_matmul_kernel_t *kernel, tern_value_t *unit, tern_value_t *sum,
                                  tern_matmul_unit_t *out_units);
void tern_matmul_fma_build_results(tern_matmul_kernel_t *kernel, tern_value_t *const *sums);

// !nvgpu.device.async.token.
const tern_type_t *tern_matmul_token_type(tern_context_t *context);

#endif  // TERN_CONVERT_GPU_MMA_MMA_H_
