// --iree-codegen-tile-and-distribute-to-workgroups: the ops of a dispatch are tiled together, and the tiles are distributed to
// the workgroups of a grid.
//
//   linalg.fill ins(%z : f32) outs(%C : memref<512x512xf32>)
//   linalg.matmul ins(%A, %B : ...) outs(%C : memref<512x512xf32>)
// becomes
//   %y = hal.interface.workgroup.id[1] ...
//   scf.for %i = %y * 64 to 512 step %count_y * 64 {
//     scf.for %j = %x * 64 to 512 step %count_x * 64 {
//       %a = memref.subview %A[%i, 0] [64, 512] [1, 1] ...
//       linalg.fill ins(%z : f32) outs(%c : memref<64x64xf32, ...>)
//       linalg.matmul ins(%a, %b : ...) outs(%c : ...)
//
// and the module gains `@entry_workgroup_count`, a function that gives the size of the grid (the same arithmetic on the
// same push constants). Any grid is right: the loops step by the number of workgroups, so a smaller one goes on cyclically.
//
// A workgroup cannot wait for another. So a loop is distributed to the grid only if every op of the dispatch has it: what one op
// writes and another reads, the same workgroup writes and reads. Which loops of the ops belong together follows from the
// dimensions of the buffers that they share (transform/codegen/shared_loops.h). Up to three of the loops that the root's output
// depends on get tiles, innermost to x, as upstream; without any the dispatch stays in one workgroup. Temporaries
// (memref.alloca) become as small as the tiles, and tiles as small as temporaries should be.
//
// With `tuning`, a file of what was measured (transform/codegen/tuning.h), contractions that it has entries for get the tiles of these; what
// it says of blocks goes to the attribute `tern.block_bytes` of the function.

#include <string.h>

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "pass/pass.h"
#include "transform/codegen/shared_tiling.h"
#include "transform/codegen/tuning.h"
#include "transform/linalg/blocking/convolution_loops.h"
#include "transform/linalg/blocking/padded_buffer.h"
#include "transform/linalg/blocking/unpacked_buffer.h"

#define MAX_GRID TERN_TILING_MAX_GRID

typedef struct options {
  const int64_t *tiles;  // by loop of the root op
  size_t tile_count;
  int64_t contraction_rows, short_contraction_rows;
  tern_tuning_machine_t machine;
  tern_tuning_t tuning;
  bool explains;
} options_t;

// --- tile sizes ---

// A tile near `wanted` that divides the extent, so that no tile is cut; else `wanted`.
static int64_t choose_tile(int64_t extent, int64_t wanted) {
  if (extent == TERN_DYNAMIC) return wanted;
  if (extent <= wanted + wanted / 2) return extent;
  for (int64_t tile = wanted + wanted / 2; tile >= wanted / 2 && tile > 0; --tile) {
    if (extent % tile == 0 && tile % 16 == 0) return tile;
  }
  return wanted;
}

// Work of the whole op and per element of the tiled loops, in loop iterations. Dynamic extents count as 64.
static int64_t count_work(const tern_shared_tiling_t *tiling, const int64_t *ranges, int64_t *out_inner) {
  int64_t total = 1;
  *out_inner = 1;
  for (size_t loop = 0; loop < tern_linalg_loop_count(tiling->root); ++loop) {
    int64_t extent = ranges[loop] == TERN_DYNAMIC ? 64 : ranges[loop];
    bool is_tiled = false;
    for (size_t g = 0; g < tiling->grid_count; ++g) is_tiled |= tiling->loops[g] == loop;
    if (__builtin_mul_overflow(total, extent, &total)) total = INT64_MAX;
    if (!is_tiled && __builtin_mul_overflow(*out_inner, extent, out_inner)) *out_inner = INT64_MAX;
  }
  return total;
}

// Temporaries of a tile should stay in the nearest cache.
#define SMALL_STACK (32 * 1024)

// Iterations below which a second thread does not pay for being woken.
#define SMALL_DISPATCH (64 * 1024)
// Iterations that a tile should have at least.
#define SMALL_TILE (8 * 1024)

// Some input is read across its rows: it and the output want tiles that are square.
static bool moves_across_rows(const tern_op_t *op) {
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0);
  if (!tern_linalg_is_all_parallel(op) || output->result_count < 2) return false;
  const tern_affine_expr_t *last = output->results[output->result_count - 1];
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t r = 0; r + 1 < map->result_count; ++r) {
      if (last->kind == TERN_AFFINE_DIM && tern_affine_expr_is_dim(map->results[r], (size_t)last->value)) return true;
    }
  }
  return false;
}

// Tiles of a contraction, at most: what is read again and again should stay in the caches of one processor. Rows of the right-hand
// side that are read whole follow each other in memory.
#define CONTRACTION_COLUMNS 512
#define CONTRACTION_WHOLE_COLUMNS 1024
#define CONTRACTION_ROWS 512
// With so few rows the right-hand side is read once, from memory: four KiB of its rows at a time are read a seventh faster than two.
#define THIN_ROWS 12
// Where the right-hand side is read in place and whole rows of it are, its next rows come to the second cache while these are used.
// Sums and the left-hand side of so many rows leave them room there.
#define IN_PLACE_ROWS 66
#define IN_PLACE_PITCH 4096
// What tiles are cut to, one step after the other. Where the processor multiplies tiles, each of ours copies its right-hand side, which
// takes as long as the products with many rows; else few rows are worth a copy, or there is none.
enum { COLUMNS, ROWS };
typedef struct cut {
  int dimension;
  int64_t least;
} cut_t;
static const cut_t wide_cuts[] = {{ROWS, 128}, {COLUMNS, 256}, {ROWS, 64}, {COLUMNS, 64}, {0}};
static const cut_t in_place_cuts[] = {{ROWS, 40}, {COLUMNS, 64}, {0}};
static const cut_t amx_cuts[] = {{COLUMNS, 256}, {ROWS, 256}, {COLUMNS, 128}, {ROWS, 64}, {COLUMNS, 64}, {0}};
// Its sums, where they are not the output, should stay in the second cache beside the panels that blocks are copied to. Those of what is
// multiplied by tiles take less.
#define CONTRACTION_STACK (128 * 1024)
#define AMX_CONTRACTION_STACK (192 * 1024)
// Are there workgroups enough for a few threads to be evenly busy? With so many at least, each may have so many multiplications at
// most: a smaller tile reads more, and copies more, for as many.
static const struct {
  int64_t count, work;
  // And fewer would be too small: in place less than whole rows, else less than so many rows and columns.
  bool is_small;
} enough[] = {
    {1, 1 << 20, false},
    {2, 40 << 20, true},
    {4, 160 << 20, false},
    {8, INT64_MAX, false},
};
#define SMALL_ROWS 64
#define SMALL_COLUMNS 256

// Tiles of about equal length, in whole `units`, unless one that divides the extent evenly is.
static int64_t choose_even_tile(int64_t extent, int64_t wanted, int64_t unit) {
  if (extent == TERN_DYNAMIC || extent <= wanted) return extent == TERN_DYNAMIC ? wanted : extent;
  int64_t count = (extent + wanted - 1) / wanted, even = (extent + count - 1) / count;
  return (even + unit - 1) / unit * unit;
}

static bool are_enough(int64_t count, int64_t work, bool is_small) {
  for (size_t i = 0; i < sizeof enough / sizeof enough[0]; ++i) {
    if (count >= enough[i].count && work <= enough[i].work && (is_small || !enough[i].is_small)) return true;
  }
  return false;
}

// Bytes of an element of the input in which columns are side by side; 0 if there is none, or its elements are widened first.
static int64_t straight_bytes(const tern_shared_tiling_t *tiling) {
  for (size_t i = 0; i < tern_linalg_input_count(tiling->root); ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(tiling->root, i);
    int64_t bits = (int64_t)tern_type_bit_width(tern_type_element(tern_linalg_input(tiling->root, i)->type));
    if (bits >= 32 && map->result_count &&
        tern_affine_expr_is_dim(map->results[map->result_count - 1], tiling->loops[0])) {
      return bits / 8;
    }
  }
  return 0;
}

static int64_t contraction_stack(bool is_amx) { return is_amx ? AMX_CONTRACTION_STACK : CONTRACTION_STACK; }

static void choose_contraction_tiles(tern_shared_tiling_t *tiling, int64_t inner, int64_t row_unit, bool is_amx) {
  int64_t wanted[MAX_GRID] = {CONTRACTION_COLUMNS, CONTRACTION_ROWS, 1};
  const int64_t units[MAX_GRID] = {64, row_unit, 1};
  bool is_whole = tiling->extents[0] != TERN_DYNAMIC && tiling->extents[0] <= CONTRACTION_WHOLE_COLUMNS;
  int64_t bytes = straight_bytes(tiling);
  // Rows so short that --linalg-block-contractions copies none of them.
  bool is_in_place = is_whole && bytes > 0 && tiling->extents[0] <= IN_PLACE_PITCH / bytes;
  int64_t rows = tiling->grid_count > ROWS ? tiling->extents[ROWS] : 1;
  bool is_thin = bytes > 0 && rows != TERN_DYNAMIC && rows <= THIN_ROWS;
  const cut_t *cut = is_amx ? amx_cuts : is_in_place ? in_place_cuts : wide_cuts;
  if (is_whole || is_thin) wanted[COLUMNS] = CONTRACTION_WHOLE_COLUMNS;
  if (is_in_place) wanted[ROWS] = IN_PLACE_ROWS;
  for (;;) {
    int64_t work = inner, count = 1;
    for (size_t g = 0; g < tiling->grid_count; ++g) {
      int64_t extent = tiling->extents[g];
      tiling->tiles[g] = choose_even_tile(extent, wanted[g], units[g]);
      work = tern_saturated_mul(work, tiling->tiles[g]);
      if (extent != TERN_DYNAMIC) count = tern_saturated_mul(count, (extent + tiling->tiles[g] - 1) / tiling->tiles[g]);
    }
    int64_t sides[] = {tiling->tiles[COLUMNS], tiling->grid_count > ROWS ? tiling->tiles[ROWS] : 1};
    bool is_small = (is_in_place && sides[COLUMNS] == tiling->extents[COLUMNS]) ||
                    (sides[ROWS] <= SMALL_ROWS && sides[COLUMNS] <= SMALL_COLUMNS);
    bool fits = tern_shared_tiling_temporary_bytes(tiling) <= contraction_stack(is_amx);
    while (cut->least && sides[cut->dimension] <= cut->least) ++cut;
    if ((fits && are_enough(count, work, is_small)) || !cut->least) return;
    int64_t half = sides[cut->dimension] / 2;
    if (wanted[cut->dimension] == half) return;  // a unit is more than that
    wanted[cut->dimension] = half;
  }
}

// Sums of a convolution that are not the output, beside the panels that its weights are copied to and the padded image.
#define WINDOW_STACK (96 * 1024)
// Multiplications that are worth a workgroup of their own.
#define WINDOW_WORK (1 << 20)

// How many tiles there are, how much work each is, and what all of them read together.
typedef struct tile_cost {
  int64_t count, work, padded, read;
} tile_cost_t;

static tile_cost_t count_window_cost(const tern_shared_tiling_t *tiling, const int64_t *ranges) {
  int64_t sizes[TERN_LINALG_MAX_LOOPS];
  size_t loops = tern_linalg_loop_count(tiling->root);
  tile_cost_t cost = {.count = 1, .work = 1};
  memcpy(sizes, ranges, loops * sizeof sizes[0]);
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    int64_t tile = tiling->tiles[g];
    sizes[tiling->loops[g]] = tile;
    cost.count = tern_saturated_mul(cost.count, (tiling->extents[g] + tile - 1) / tile);
  }
  for (size_t loop = 0; loop < loops; ++loop) cost.work = tern_saturated_mul(cost.work, sizes[loop]);
  int64_t image = tern_linalg_count_touched(tiling->root, 0, sizes);
  int64_t weights = tern_linalg_count_touched(tiling->root, 1, sizes);
  cost.read = tern_saturated_mul(cost.count, tern_saturated_add(image, weights));
  // Images are padded one by one (--linalg-block-convolutions).
  for (size_t loop = 0; loop < loops; ++loop) {
    bool is_tiled = false;
    for (size_t g = 0; g < tiling->grid_count; ++g) is_tiled |= tiling->loops[g] == loop;
    if (!is_tiled && tern_linalg_iterator(tiling->root, loop) == TERN_ITERATOR_PARALLEL) sizes[loop] = 1;
  }
  cost.padded = tern_window_op_padded_bytes(tiling->root, sizes);
  return cost;
}

// What sums over channels is bound by multiplications, and pads some channels at a time; the rest is bound by memory.
static bool is_window_tile_good(const tern_shared_tiling_t *tiling, const tile_cost_t *cost, bool is_dense) {
  const tern_op_t *memory = tern_value_defining_op(tern_op_operand(tiling->root, 0));
  bool is_padded = memory && tern_op_is(memory, TERN_MEMREF(ALLOCA)) && !is_dense;
  int64_t good_work = !is_dense ? WINDOW_WORK / 4 : cost->count < 4 ? WINDOW_WORK : 40 * WINDOW_WORK;
  return (cost->count >= 8 || cost->work <= good_work) && tern_shared_tiling_temporary_bytes(tiling) <= WINDOW_STACK &&
         (!is_padded || cost->padded <= TERN_PADDED_PART_BYTES);
}

// Elements of the innermost loop that a tile has at least: one width of panels, or, where each channel is on its own, so many that
// they are read at the speed of memory.
#define WINDOW_COLUMNS 64
#define WINDOW_CHANNELS 256

// Half of the tile, about; tiles of a loop are about equally long, and those of the innermost one whole vectors.
static int64_t halve_tile(const tern_shared_tiling_t *tiling, size_t g, bool is_dense) {
  int64_t tile = tiling->tiles[g], extent = tiling->extents[g];
  if (tile <= (g > 0 ? 1 : is_dense ? WINDOW_COLUMNS : WINDOW_CHANNELS)) return tile;
  if (g == 0) return choose_even_tile(extent, tile / 2, 64);
  int64_t count = (extent + tile / 2 - 1) / (tile / 2);
  return (extent + count - 1) / count;
}

// Halves what makes the tiles read least together, from the whole on; but whole rows of the image are read faster than as much in parts
// of rows.
static void choose_window_tiles(tern_shared_tiling_t *tiling, const int64_t *ranges) {
  for (size_t g = 0; g < tiling->grid_count; ++g) tiling->tiles[g] = tiling->extents[g];
  tiling->tiles[0] = choose_even_tile(tiling->extents[0], CONTRACTION_COLUMNS, 64);
  tern_dense_convolution_t dense;
  bool is_dense = tern_dense_convolution_find(tiling->root, &dense);
  for (;;) {
    tile_cost_t cost = count_window_cost(tiling, ranges);
    if (is_window_tile_good(tiling, &cost, is_dense)) return;
    int64_t least = INT64_MAX, best_tile = 0;
    size_t best = 0;
    for (size_t g = tiling->grid_count; g-- > 0;) {
      int64_t old = tiling->tiles[g], tile = halve_tile(tiling, g, is_dense);
      if (tile >= old) continue;
      tiling->tiles[g] = tile;
      cost = count_window_cost(tiling, ranges);
      tiling->tiles[g] = old;
      if (cost.read >= (g > 0 && least < INT64_MAX ? least / 4 * 3 : least)) continue;
      least = cost.read;
      best = g;
      best_tile = tile;
    }
    if (best_tile == 0) return;
    tiling->tiles[best] = best_tile;
  }
}

// What was measured for the op, or NULL. Functions remember bytes of blocks for the passes that make them.
static const tern_tuning_entry_t *find_tuning(const tern_shared_tiling_t *tiling, const options_t *given) {
  tern_string_builder_t key = {0};
  const tern_tuning_entry_t *entry = NULL;
  if ((!given->tuning.count && !given->explains) || !tern_tuning_append_key(tiling->root, &given->machine, &key)) {
    return NULL;
  }
  entry = tern_tuning_find(&given->tuning, tern_string_builder_view(&key));
  if (given->explains) {
    tern_emit_remark(tiling->root->loc, "tuning: %s; %s", key.data, entry ? "as in the file" : "not in the file");
  }
  tern_string_builder_deinitialize(&key);
  if (entry && entry->values[TERN_TUNING_BLOCK_BYTES]) {
    const tern_type_t *i64 = tern_i_type_get(tern_op_context(tiling->func), 64);
    tern_op_set_attr(tiling->func, TERN_TUNING_BLOCK_BYTES_ATTR,
                     tern_integer_attr_get(i64, entry->values[TERN_TUNING_BLOCK_BYTES]));
  }
  return entry;
}

static void take_tuned_tiles(tern_shared_tiling_t *tiling, const tern_contraction_t *roles,
                             const tern_tuning_entry_t *entry) {
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    int64_t tile = tiling->loops[g] == roles->m[0]   ? entry->values[TERN_TUNING_TILE_M]
                   : tiling->loops[g] == roles->n[0] ? entry->values[TERN_TUNING_TILE_N]
                                                     : 0;
    if (tile) tiling->tiles[g] = tile < tiling->extents[g] ? tile : tiling->extents[g];
  }
}

// Tiles of a distributed loop that a workgroup does one after the other. Where tiles are small because of what they keep in the nearest
// cache, a workgroup of each would cost: at its end it waits until what it wrote past the caches is in memory.
typedef struct run {
  size_t dimension;  // of the grid
  int64_t count;
} run_t;

// Work of a workgroup that is enough, and how many workgroups are.
#define GOOD_WORK (64 * 1024)
#define GOOD_COUNT 64

static int64_t count_tiles(const tern_shared_tiling_t *tiling, size_t g) {
  return (tiling->extents[g] + tiling->tiles[g] - 1) / tiling->tiles[g];
}

// Of the outermost loop that has several tiles, as many as divide them evenly. `work`: that of a tile.
static run_t choose_run(const tern_shared_tiling_t *tiling, int64_t work) {
  run_t run = {.count = 1};
  int64_t all = 1;
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    if (tiling->extents[g] == TERN_DYNAMIC) return run;
    if (count_tiles(tiling, g) > 1) run.dimension = g;
    all = tern_saturated_mul(all, count_tiles(tiling, g));
  }
  int64_t most = all / GOOD_COUNT, wanted = work > 0 ? GOOD_WORK / work : 1;
  for (run.count = most < wanted ? most : wanted; run.count > 1; --run.count) {
    if (count_tiles(tiling, run.dimension) % run.count == 0) return run;
  }
  return (run_t){.count = 1};
}

// Chooses tile sizes, and how many tiles a workgroup has. False if the whole op should be one workgroup. `is_packed`: an operand lies as
// panels.
static bool choose_tiles(tern_shared_tiling_t *tiling, const options_t *given, bool is_packed, run_t *out_run) {
  *out_run = (run_t){.count = 1};
  const tern_op_t *root = tiling->root;
  int64_t ranges[TERN_LINALG_MAX_LOOPS], inner;
  if (tiling->grid_count == 0 || !tern_linalg_static_loop_ranges(root, ranges)) return false;
  if (given->tile_count > 0) {
    for (size_t g = 0; g < tiling->grid_count; ++g) {
      int64_t tile = tiling->loops[g] < given->tile_count ? given->tiles[tiling->loops[g]] : 0;
      tiling->tiles[g] = tile > 0 ? tile : tiling->extents[g];
      if (tiling->tiles[g] == TERN_DYNAMIC) tiling->tiles[g] = 64;
    }
    return true;
  }
  bool is_any_dynamic = false;
  for (size_t loop = 0; loop < tern_linalg_loop_count(root); ++loop) is_any_dynamic |= ranges[loop] == TERN_DYNAMIC;
  int64_t total = count_work(tiling, ranges, &inner);
  bool is_small = tern_shared_tiling_temporary_bytes(tiling) <= SMALL_STACK;
  if (!is_any_dynamic && total <= SMALL_DISPATCH && is_small) return false;
  const tern_tuning_entry_t *tuned = find_tuning(tiling, given);
  tern_contraction_t roles;
  if (tern_linalg_match_contraction(root, &roles) && roles.m_count && roles.n_count) {
    const tern_type_t *element = tern_type_element(tern_linalg_input(root, 0)->type);
    bool is_short = tern_type_bit_width(element) < 32;
    bool is_amx = !is_packed && tern_tuning_machine_has_tiles(&given->machine, element);
    choose_contraction_tiles(tiling, inner, is_short ? given->short_contraction_rows : given->contraction_rows, is_amx);
    if (tuned) take_tuned_tiles(tiling, &roles, tuned);
    tern_shared_tiling_shrink(tiling, tern_shared_tiling_temporary_bytes, contraction_stack(is_amx));
    return true;
  }
  if (!is_any_dynamic && tern_window_op_is(root)) {
    choose_window_tiles(tiling, ranges);
    return true;
  }
  // A reduction wants square tiles that stay in the cache; a loop without reuse wants long rows. A tile should be worth
  // a function call.
  bool is_reduction = tern_linalg_count_iterators(root, TERN_ITERATOR_REDUCTION) > 0;
  bool is_square = moves_across_rows(root);
  int64_t tile_work = inner;
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    int64_t wanted = is_reduction ? (g < 2 ? 64 : 1) : is_square ? 32 : (g == 0 ? 1024 : 16);
    if (tile_work >= SMALL_DISPATCH && g > 0) wanted = g == 1 && is_reduction ? 64 : 1;
    if (tile_work > 0 && !is_square && wanted < SMALL_TILE / tile_work) wanted = SMALL_TILE / tile_work;
    tiling->tiles[g] = choose_tile(tiling->extents[g], wanted);
    if (__builtin_mul_overflow(tile_work, tiling->tiles[g], &tile_work)) tile_work = INT64_MAX;
  }
  tern_shared_tiling_shrink(tiling, tern_shared_tiling_temporary_bytes, SMALL_STACK);
  // What the first op of a tile read the next ones should find in the nearest cache, too.
  if (is_reduction) tern_shared_tiling_shrink(tiling, tern_shared_tiling_reread_bytes, SMALL_STACK);
  for (size_t g = 0; g < tiling->grid_count; ++g) inner = tern_saturated_mul(inner, tiling->tiles[g]);
  *out_run = choose_run(tiling, inner);
  return true;
}

// Where the root reads panels (--linalg-fold-unpacking), a tile begins with one.
static void align_tiles(tern_shared_tiling_t *tiling, const tern_unpacked_buffers_t *unpacked) {
  for (size_t i = 0; i < tern_linalg_input_count(tiling->root); ++i) {
    tern_unpacked_view_t view;
    if (!tern_unpacked_view_find(unpacked, tern_linalg_input(tiling->root, i), &view)) continue;
    const tern_affine_map_t *map = tern_linalg_indexing_map(tiling->root, i);
    int64_t width = view.buffer->packing.width;
    for (size_t g = 0; g < tiling->grid_count; ++g) {
      if (!tern_affine_expr_is_dim(map->results[map->result_count - 1], tiling->loops[g])) continue;
      tiling->tiles[g] = (tiling->tiles[g] + width - 1) / width * width;
    }
  }
}

// --- tiles ---

static tern_value_t *build_grid_value(tern_builder_t *b, const tern_op_row_t *row, size_t dimension) {
  const tern_type_t *index = tern_index_type_get(b->context);
  const tern_attr_t *attr = tern_integer_attr_get(index, (int64_t)dimension);
  return tern_build_value(b, row, .types = TERN_TYPES(index), .attrs = TERN_ATTRS({"dimension", attr}));
}

// --- the grid ---

// Makes `@entry_workgroup_count`, behind the entry point. False (nothing made) if an extent comes from something that the
// host cannot compute.
static bool build_workgroup_count(const tern_shared_tiling_t *tiling, run_t run, tern_value_t *const *extents) {
  tern_workgroup_extent_t sizes[MAX_GRID] = {0};
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    if (!tern_workgroup_extent_is_known(extents[g])) return false;
    int64_t tiles = g == run.dimension ? run.count : 1;
    sizes[g] = (tern_workgroup_extent_t){.extent = extents[g], .divisor = tiling->tiles[g] * tiles};
  }
  tern_workgroup_count_build(tiling->func, sizes, INT64_MAX);
  return true;
}

// Opens the loop over the tiles of dimension `g` that are the workgroup's; a run of several is a loop within it.
static void open_loops(tern_builder_t *b, const tern_shared_tiling_t *tiling, size_t g, int64_t count,
                       tern_value_t *extent, tern_op_t **out_loops, tern_tile_t *tile) {
  size_t loop = tiling->loops[g];
  tern_value_t *size = tern_build_index(b, tiling->tiles[g]), *part = tern_build_index(b, tiling->tiles[g] * count);
  tern_value_t *id = build_grid_value(b, TERN_HAL(INTERFACE_WORKGROUP_ID), g);
  tern_value_t *workgroups = build_grid_value(b, TERN_HAL(INTERFACE_WORKGROUP_COUNT), g);
  tern_value_t *first = tern_build_index_mul(b, id, part), *stride = tern_build_index_mul(b, workgroups, part);
  out_loops[0] = tern_build_scf_for(b, first, extent, stride, (tern_values_t){0});
  tile->offsets[loop] = tern_scf_for_iv(out_loops[0]);
  if (count > 1) {
    tern_value_t *end = tern_build_index_min(b, tern_build_index_add(b, tile->offsets[loop], part), extent);
    out_loops[1] = tern_build_scf_for(b, tile->offsets[loop], end, size, (tern_values_t){0});
    tile->offsets[loop] = tern_scf_for_iv(out_loops[1]);
  }
  bool is_exact = tiling->extents[g] != TERN_DYNAMIC && tiling->extents[g] % tiling->tiles[g] == 0;
  tile->sizes[loop] =
      is_exact ? size : tern_build_index_min(b, size, tern_build_index_sub(b, extent, tile->offsets[loop]));
}

static bool distribute(const tern_shared_tiling_t *tiling, run_t run) {
  tern_op_t *root = tiling->root;
  tern_op_t *last = tiling->shared.ops.values[tiling->shared.ops.count - 1];
  tern_builder_t b = tern_builder_before(last);
  tern_value_t *extents[MAX_GRID];
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    extents[g] = tern_tile_build_extent(&b, root, tiling->loops[g], tiling->extents[g]);
  }
  if (!build_workgroup_count(tiling, run, extents)) return false;
  tern_tile_t tile = {0};
  tern_op_t *loops[MAX_GRID][2] = {0};
  for (size_t g = tiling->grid_count; g-- > 0;) {
    if (tiling->extents[g] != TERN_DYNAMIC && tiling->tiles[g] >= tiling->extents[g]) continue;
    open_loops(&b, tiling, g, g == run.dimension ? run.count : 1, extents[g], loops[g], &tile);
  }
  tern_shared_tiling_build(&b, tiling, &tile, NULL, NULL);
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    for (size_t i = 2; i-- > 0;) {
      if (loops[g][i]) tern_build_scf_for_end(&b, loops[g][i], (tern_values_t){0});
    }
  }
  return true;
}

static bool run_on_function(tern_op_t *func, const options_t *given) {
  tern_shared_tiling_t tiling = {0};
  tern_padded_buffers_t padded;
  tern_unpacked_buffers_t unpacked;
  // Each workgroup has padded temporaries of its own, which --linalg-localize-padding makes small; what is unpacked is not needed as
  // a rule.
  tern_padded_buffers_find(func, &padded);
  tern_padded_buffers_detach(&padded);
  tern_unpacked_buffers_find(func, &unpacked);
  tern_unpacked_buffers_detach(&unpacked);
  run_t run;
  bool is_tiled = tern_shared_tiling_find(func, &tiling) && choose_tiles(&tiling, given, unpacked.count > 0, &run);
  if (is_tiled) align_tiles(&tiling, &unpacked);
  bool is_distributed = is_tiled && distribute(&tiling, run);
  tern_shared_tiling_deinitialize(&tiling);
  tern_unpacked_buffers_attach(&unpacked);
  tern_vec_deinitialize(&unpacked);
  tern_padded_buffers_attach(&padded);
  tern_vec_deinitialize(&padded);
  return is_distributed;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  options_t given = {.contraction_rows = tern_pass_int(pass, "contraction-rows"),
                     .short_contraction_rows = tern_pass_int(pass, "short-contraction-rows"),
                     .machine = {.vector_bytes = tern_pass_int(pass, "vector-bytes"),
                                 .has_amx_bf16 = tern_pass_bool(pass, "amx-bf16"),
                                 .has_amx_int8 = tern_pass_bool(pass, "amx-int8")},
                     .explains = tern_pass_bool(pass, "explain-tuning")};
  given.tile_count = tern_pass_int_list(pass, "tile-sizes", &given.tiles);
  if (given.contraction_rows < 1 || given.short_contraction_rows < 1) {
    return tern_op_error(root, "options 'contraction-rows' and 'short-contraction-rows' must be positive");
  }
  tern_str_t path = tern_pass_string(pass, "tuning");
  bool is_right = !path.size || tern_tuning_read(root->loc, path, &given.tuning);
  tern_entry_points_t functions = tern_entry_points_find(root);
  for (size_t i = 0; is_right && i < functions.count; ++i) {
    if (run_on_function(functions.values[i], &given)) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&functions);
  tern_tuning_deinitialize(&given.tuning);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"tile-sizes", TERN_OPTION_INT_LIST, NULL,
     "Tile size per loop of the root op, 0 for a loop that is not distributed", NULL},
    {"contraction-rows", TERN_OPTION_INT, "1", "Tiles of contractions should be a multiple of so many rows", NULL},
    {"short-contraction-rows", TERN_OPTION_INT, "1", "The same of contractions of less than 32 bits", NULL},
    {"tuning", TERN_OPTION_STRING, NULL, "File of measured tile sizes, which go before those that are chosen", NULL},
    {"vector-bytes", TERN_OPTION_INT, "64", "Entries of the file for processors with such vector registers are taken",
     NULL},
    {"amx-bf16", TERN_OPTION_BOOL, "false", "The processor multiplies tiles of bf16", NULL},
    {"amx-int8", TERN_OPTION_BOOL, "false", "The processor multiplies tiles of i8", NULL},
    {"explain-tuning", TERN_OPTION_BOOL, "false", "Tell what contractions are called in the file", NULL},
};

const tern_pass_def_t tern_tile_and_distribute_to_workgroups_pass = {
    .name = "TileAndDistributeToWorkgroups",
    .flag = "iree-codegen-tile-and-distribute-to-workgroups",
    .summary = "Tile the ops of each entry point together and distribute the tiles to workgroups",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-distributed - entry points distributed to a grid", NULL},
    .run = run,
};
