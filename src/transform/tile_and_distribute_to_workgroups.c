// --iree-codegen-tile-and-distribute-to-workgroups: the ops of a dispatch are tiled together, and the tiles are dealt to
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
// A workgroup cannot wait for another. So ops are distributed only if one op (the root) has loops that cover its output
// and every other op writes that same output element for element (a fill, most often); otherwise the dispatch stays in
// one workgroup. Loops that get tiles: the innermost three parallel ones, innermost to x, as upstream.

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/tile_structured.h"

#define MAX_GRID 3

typedef struct distribution {
  tern_op_t *func;
  tern_op_t *root;
  TERN_VEC(tern_op_t *) ops;  // all structured ops in order, the root among them
  size_t grid_count;          // tiled loops, at most MAX_GRID
  size_t loops[MAX_GRID];     // of the root: grid dimension 0 (x) is the innermost
  int64_t tiles[MAX_GRID];    // elements
  int64_t extents[MAX_GRID];  // TERN_DYNAMIC where unknown
} distribution_t;

// --- what may be distributed ---

// `op` writes the root's output and nothing else, each element from its own place only: it can share the root's tiles.
static bool follows_root(const tern_op_t *op, const tern_op_t *root) {
  if (tern_linalg_output_count(op) != 1 || !tern_linalg_is_all_parallel(op)) return false;
  if (tern_linalg_output(op, 0) != tern_linalg_output(root, 0)) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, tern_linalg_output_position(op, 0));
  return tern_affine_map_is_permutation(map);
}

static int64_t op_rank_as_root(const tern_op_t *op) {
  return (int64_t)(tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) > 0 ? 100 : 0) +
         (int64_t)tern_linalg_loop_count(op);
}

static tern_walk_result_t find_nested_structured(tern_op_t *op, void *user) {
  if (!tern_is_linalg(op) || !op->block) return TERN_WALK_ADVANCE;
  distribution_t *distribution = user;
  if (tern_op_parent(op) != distribution->func) return TERN_WALK_INTERRUPT;
  tern_vec_push(&distribution->ops, op);
  return TERN_WALK_SKIP;
}

// Everything else in the function that touches memory forbids a distribution.
static bool has_other_effects(const distribution_t *distribution) {
  tern_block_for_each_op(tern_op_body(distribution->func, 0), op) {
    if (tern_is_linalg(op) || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) continue;
    if (tern_op_effects(op) != 0) return true;
  }
  return false;
}

// Finds the root and checks that every other op follows it.
static bool find_root(distribution_t *distribution) {
  if (distribution->func->regions[0].first_block != distribution->func->regions[0].last_block) return false;
  if (tern_op_walk_pre(distribution->func, find_nested_structured, distribution) == TERN_WALK_INTERRUPT) return false;
  if (distribution->ops.count == 0 || has_other_effects(distribution)) return false;
  for (size_t i = 0; i < distribution->ops.count; ++i) {
    tern_op_t *op = distribution->ops.values[i];
    if (!tern_linalg_can_slice(op)) return false;
    if (!distribution->root || op_rank_as_root(op) >= op_rank_as_root(distribution->root)) distribution->root = op;
  }
  for (size_t i = 0; i < distribution->ops.count; ++i) {
    tern_op_t *op = distribution->ops.values[i];
    if (op != distribution->root && !follows_root(op, distribution->root)) return false;
  }
  return true;
}

// The inputs of the ops must not be written by them: a tile would read what another workgroup writes.
static bool reads_what_it_writes(const distribution_t *distribution) {
  tern_value_t *output = tern_linalg_output(distribution->root, 0);
  for (size_t i = 0; i < distribution->ops.count; ++i) {
    const tern_op_t *op = distribution->ops.values[i];
    for (size_t p = 0; p < tern_linalg_input_count(op); ++p) {
      if (tern_linalg_input(op, p) == output) return true;
    }
  }
  return false;
}

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
static int64_t count_work(const distribution_t *distribution, const int64_t *ranges, int64_t *out_inner) {
  int64_t total = 1;
  *out_inner = 1;
  for (size_t loop = 0; loop < tern_linalg_loop_count(distribution->root); ++loop) {
    int64_t extent = ranges[loop] == TERN_DYNAMIC ? 64 : ranges[loop];
    bool is_tiled = false;
    for (size_t g = 0; g < distribution->grid_count; ++g) is_tiled |= distribution->loops[g] == loop;
    if (__builtin_mul_overflow(total, extent, &total)) total = INT64_MAX;
    if (!is_tiled && __builtin_mul_overflow(*out_inner, extent, out_inner)) *out_inner = INT64_MAX;
  }
  return total;
}

// Iterations below which a second thread does not pay for being woken.
#define SMALL_DISPATCH (64 * 1024)

// Chooses the tiled loops and tile sizes. False if the whole op should be one workgroup.
static bool choose_grid(distribution_t *distribution, const int64_t *given, size_t given_count) {
  const tern_op_t *root = distribution->root;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(root, ranges)) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(root, tern_linalg_output_position(root, 0));
  if (!tern_affine_map_is_projected_permutation(map, true)) return false;
  bool is_any_dynamic = false;
  for (size_t r = map->result_count; r-- > 0 && distribution->grid_count < MAX_GRID;) {
    size_t loop = (size_t)map->results[r]->value;
    if (tern_linalg_iterator(root, loop) != TERN_ITERATOR_PARALLEL) return false;
    distribution->loops[distribution->grid_count] = loop;
    distribution->extents[distribution->grid_count++] = ranges[loop];
  }
  for (size_t loop = 0; loop < tern_linalg_loop_count(root); ++loop) is_any_dynamic |= ranges[loop] == TERN_DYNAMIC;
  if (distribution->grid_count == 0) return false;
  if (given_count > 0) {
    for (size_t g = 0; g < distribution->grid_count; ++g) {
      int64_t tile = distribution->loops[g] < given_count ? given[distribution->loops[g]] : 0;
      distribution->tiles[g] = tile > 0 ? tile : distribution->extents[g];
      if (distribution->tiles[g] == TERN_DYNAMIC) distribution->tiles[g] = 64;
    }
    return true;
  }
  int64_t inner;
  int64_t total = count_work(distribution, ranges, &inner);
  if (!is_any_dynamic && total <= SMALL_DISPATCH) return false;
  // A contraction wants square tiles that stay in the cache; a loop without reuse wants long rows.
  bool is_reduction = tern_linalg_count_iterators(root, TERN_ITERATOR_REDUCTION) > 0;
  int64_t tile_work = inner;
  for (size_t g = 0; g < distribution->grid_count; ++g) {
    int64_t wanted = is_reduction ? (g < 2 ? 64 : 1) : (g == 0 ? 1024 : 16);
    if (tile_work >= SMALL_DISPATCH && g > 0) wanted = g == 1 && is_reduction ? 64 : 1;
    distribution->tiles[g] = choose_tile(distribution->extents[g], wanted);
    if (__builtin_mul_overflow(tile_work, distribution->tiles[g], &tile_work)) tile_work = INT64_MAX;
  }
  return true;
}

// --- tiles ---

static tern_value_t *build_grid_value(tern_builder_t *b, const tern_op_row_t *row, size_t dimension) {
  const tern_type_t *index = tern_index_type_get(b->context);
  const tern_attr_t *attr = tern_integer_attr_get(index, (int64_t)dimension);
  return tern_build_value(b, row, .types = TERN_TYPES(index), .attrs = TERN_ATTRS({"dimension", attr}));
}

// The root's tile in terms of `op`'s loops: both write the same output, dimension by dimension.
static tern_tile_t translate_tile(const tern_op_t *op, const tern_op_t *root, const tern_tile_t *tile) {
  if (op == root) return *tile;
  tern_tile_t translated = {0};
  const tern_affine_map_t *from = tern_linalg_indexing_map(root, tern_linalg_output_position(root, 0));
  const tern_affine_map_t *to = tern_linalg_indexing_map(op, tern_linalg_output_position(op, 0));
  for (size_t r = 0; r < from->result_count; ++r) {
    translated.offsets[to->results[r]->value] = tile->offsets[from->results[r]->value];
    translated.sizes[to->results[r]->value] = tile->sizes[from->results[r]->value];
  }
  return translated;
}

static void build_tiled_op(tern_builder_t *b, tern_op_t *op, const tern_op_t *root, const tern_tile_t *root_tile) {
  tern_tile_t tile = translate_tile(op, root, root_tile);
  tern_tile_build_op(b, op, &tile);
}

// --- the grid ---

// Makes `@entry_workgroup_count`, behind the entry point. False (nothing made) if an extent comes from something that the
// host cannot compute.
static bool build_workgroup_count(const distribution_t *distribution, tern_value_t *const *extents) {
  tern_workgroup_extent_t sizes[MAX_GRID] = {0};
  for (size_t g = 0; g < distribution->grid_count; ++g) {
    if (!tern_workgroup_extent_is_known(extents[g])) return false;
    sizes[g] = (tern_workgroup_extent_t){.extent = extents[g], .divisor = distribution->tiles[g]};
  }
  tern_workgroup_count_build(distribution->func, sizes, INT64_MAX);
  return true;
}

static bool distribute(const distribution_t *distribution) {
  tern_op_t *root = distribution->root, *last = distribution->ops.values[distribution->ops.count - 1];
  tern_builder_t b = tern_builder_before(last);
  tern_value_t *extents[MAX_GRID];
  for (size_t g = 0; g < distribution->grid_count; ++g) {
    extents[g] = tern_tile_build_extent(&b, root, distribution->loops[g], distribution->extents[g]);
  }
  if (!build_workgroup_count(distribution, extents)) return false;
  tern_tile_t tile = {0};
  tern_op_t *loops[MAX_GRID];
  for (size_t g = distribution->grid_count; g-- > 0;) {
    size_t loop = distribution->loops[g];
    if (distribution->extents[g] != TERN_DYNAMIC && distribution->tiles[g] >= distribution->extents[g]) {
      loops[g] = NULL;
      continue;
    }
    tern_value_t *size = tern_build_index(&b, distribution->tiles[g]);
    tern_value_t *id = build_grid_value(&b, TERN_HAL(INTERFACE_WORKGROUP_ID), g);
    tern_value_t *count = build_grid_value(&b, TERN_HAL(INTERFACE_WORKGROUP_COUNT), g);
    loops[g] = tern_build_scf_for(&b, tern_build_index_mul(&b, id, size), extents[g],
                                  tern_build_index_mul(&b, count, size), (tern_values_t){0});
    tile.offsets[loop] = tern_scf_for_iv(loops[g]);
    bool is_exact = distribution->extents[g] != TERN_DYNAMIC && distribution->extents[g] % distribution->tiles[g] == 0;
    tile.sizes[loop] =
        is_exact ? size : tern_build_index_min(&b, size, tern_build_index_sub(&b, extents[g], tile.offsets[loop]));
  }
  for (size_t i = 0; i < distribution->ops.count; ++i) {
    build_tiled_op(&b, distribution->ops.values[i], root, &tile);
  }
  for (size_t g = 0; g < distribution->grid_count; ++g) {
    if (loops[g]) tern_build_scf_for_end(&b, loops[g], (tern_values_t){0});
  }
  for (size_t i = distribution->ops.count; i-- > 0;) tern_op_destroy(distribution->ops.values[i]);
  return true;
}

static bool run_on_function(tern_op_t *func, const int64_t *tile_sizes, size_t tile_count) {
  distribution_t distribution = {.func = func};
  bool is_distributed = !tern_region_is_empty(&func->regions[0]) && find_root(&distribution) &&
                        !reads_what_it_writes(&distribution) && choose_grid(&distribution, tile_sizes, tile_count) &&
                        distribute(&distribution);
  tern_vec_deinitialize(&distribution.ops);
  return is_distributed;
}

typedef TERN_VEC(tern_op_t *) op_list_t;

static tern_walk_result_t collect_entry_points(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_FUNC(FUNC))) return TERN_WALK_ADVANCE;
  if (tern_symbol_visibility(op) != TERN_PRIVATE) tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  const int64_t *tile_sizes;
  size_t tile_count = tern_pass_int_list(pass, "tile-sizes", &tile_sizes);
  op_list_t functions = {0};
  tern_op_walk_pre(root, collect_entry_points, &functions);
  for (size_t i = 0; i < functions.count; ++i) {
    if (run_on_function(functions.values[i], tile_sizes, tile_count)) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&functions);
  return true;
}

static const tern_option_def_t options[] = {
    {"tile-sizes", TERN_OPTION_INT_LIST, NULL,
     "Tile size per loop of the root op, 0 for a loop that is not distributed", NULL},
};

const tern_pass_def_t tern_tile_and_distribute_to_workgroups_pass = {
    .name = "TileAndDistributeToWorkgroups",
    .flag = "iree-codegen-tile-and-distribute-to-workgroups",
    .summary = "Tile the ops of each entry point together and deal the tiles to workgroups",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-distributed - entry points dealt to a grid", NULL},
    .run = run,
};
