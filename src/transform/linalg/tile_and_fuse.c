// --linalg-tile-and-fuse: ops with reductions on buffers are cut into tiles, one for each workgroup, and what goes before
// and after them element for element moves into the tiles.
//
//   linalg.fill ins(%z : f32) outs(%C : memref<32x16xf32>)
//   linalg.matmul ins(%A, %B : ...) outs(%C : ...)
// becomes
//   scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c16) step (%c8, %c8) {
//     %c = memref.subview %C[%i, %j] [8, 8] [1, 1] ...
//     linalg.fill {__internal_linalg_transform__ = "workgroup"} ins(%z : f32) outs(%c : ...)
//     scf.for %k = %c0 to %c24 step %c4 {
//       %a = memref.subview %A[%i, %k] [8, 4] [1, 1] ...
//       %b = memref.subview %B[%k, %j] [4, 8] [1, 1] ...
//       %c2 = memref.subview %C[%i, %j] [8, 8] [1, 1] ...
//       linalg.matmul {__internal_linalg_transform__ = "workgroup"} ins(%a, %b : ...) outs(%c2 : ...)
//
// and the function gets its workgroup size as `spirv.entry_point_abi`. The loops of scf.parallel stand in the order of the
// output's dimensions, so that neighbours in memory are neighbours in the grid. Only parallel loops are among them: a
// reduction runs inside of its workgroup, in order. A last tile that reaches over the end is cut (arith.minsi); where
// the tile divides the extent the sizes are constants. An op without parallel loops gets one tile: (%i) = (0) to (1).
//
// Marked ops are run by a workgroup together; each carries its configuration for the inner levels (gpu_tile_config.h).
// Element-wise ops by themselves are left as they are: the whole grid shares their elements. So is a root whose tiles
// would meet in memory.
//
// The marker is what upstream called LinalgMarker, then LinalgTransformationFilter.

#include <inttypes.h>

#include "analysis/gpu/tile_config.h"
#include "analysis/split_sums.h"
#include "dialect/arith/index_math.h"
#include "dialect/hal/entry_points.h"
#include "dialect/linalg/linalg.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/codegen/dispatch_group.h"
#include "transform/linalg/tile_structured.h"

typedef struct pass_options {
  const int64_t *tile_sizes;
  size_t tile_count;
  int32_t workgroup_size[3];
  bool has_workgroup_size, fuse;
} pass_options_t;

// --- configurations ---

// The output's dimensions as loops of the root, innermost last.
static size_t list_parallel_loops(const tern_op_t *root, size_t *out_loops) {
  const tern_affine_map_t *map = tern_linalg_output_map(root, 0);
  for (size_t r = 0; r < map->result_count; ++r) out_loops[r] = (size_t)map->results[r]->value;
  return map->result_count;
}

// One invocation per element of the tile, as far as the target allows.
static void derive_workgroup_size(const tern_op_t *root, const tern_gpu_limits_t *limits,
                                  tern_gpu_tile_config_t *config) {
  size_t loops[TERN_LINALG_MAX_LOOPS], dimension = 0;
  int64_t left = limits->invocations;
  for (size_t i = 0; i < 3; ++i) config->workgroup_size[i] = 1;
  for (size_t i = list_parallel_loops(root, loops); i-- > 0;) {
    int64_t size = config->workgroup_tile[loops[i]];
    if (size == 0) continue;
    if (dimension == 3) break;
    if (size > limits->workgroup_size[dimension]) size = limits->workgroup_size[dimension];
    if (size > left) size = left;
    config->workgroup_size[dimension++] = (int32_t)size;
    left /= size;
  }
}

static bool use_given_tiles(const tern_op_t *root, const pass_options_t *options, const tern_gpu_limits_t *limits,
                            tern_gpu_tile_config_t *config) {
  size_t loops = tern_linalg_loop_count(root);
  if (options->tile_count > loops) {
    return tern_op_error(root, "%zu tile sizes are given for %zu loops", options->tile_count, loops);
  }
  *config = (tern_gpu_tile_config_t){.buffers = 1};
  for (size_t loop = 0; loop < options->tile_count; ++loop) {
    bool is_parallel = tern_linalg_iterator(root, loop) == TERN_ITERATOR_PARALLEL;
    (is_parallel ? config->workgroup_tile : config->reduction_tile)[loop] = options->tile_sizes[loop];
    config->is_tiled |= options->tile_sizes[loop] > 0;
  }
  derive_workgroup_size(root, limits, config);
  return true;
}

// The configuration of a root: what its attribute says, else what the options say, else the cost model.
static bool configure(const tern_op_t *root, const pass_options_t *options, const tern_gpu_limits_t *limits,
                      tern_gpu_tile_config_t *out_config) {
  bool is_given;
  if (!tern_gpu_tile_config_read(root, out_config, &is_given)) return false;
  if (is_given) {
    if (out_config->workgroup_size[0] == 0) derive_workgroup_size(root, limits, out_config);
  } else if (options->tile_count > 0) {
    if (!use_given_tiles(root, options, limits, out_config)) return false;
  } else {
    *out_config = tern_gpu_choose_tile_config(root, limits);
  }
  for (size_t i = 0; i < 3 && options->has_workgroup_size; ++i) {
    out_config->workgroup_size[i] = options->workgroup_size[i];
  }
  return tern_gpu_check_workgroup_size(root, out_config->workgroup_size, limits);
}

// The configuration in terms of a member's loops.
static tern_gpu_tile_config_t translate_config(const tern_dispatch_member_t *member,
                                               const tern_gpu_tile_config_t *config) {
  tern_gpu_tile_config_t translated = {.buffers = 1, .is_tiled = true};
  for (size_t loop = 0; loop < tern_linalg_loop_count(member->op); ++loop) {
    size_t with = member->root_loops[loop];
    if (with == TERN_NO_LOOP) continue;
    translated.workgroup_tile[loop] = config->workgroup_tile[with];
    translated.subgroup_tile[loop] = config->subgroup_tile[with];
    translated.invocation_tile[loop] = config->invocation_tile[with];
  }
  for (size_t i = 0; i < 3; ++i) {
    translated.workgroup_size[i] = config->workgroup_size[i];
    translated.fragment[i] = config->fragment[i];
  }
  return translated;
}

// --- tiles ---

// Offset and size of the tile of `loop` that begins at `iv`.
static void set_tile(tern_builder_t *b, tern_tile_t *tile, size_t loop, tern_value_t *iv, int64_t tile_size,
                     int64_t extent, tern_value_t *extent_value) {
  if (extent > 0 && tile_size >= extent) {  // the only one
    tile->offsets[loop] = tern_build_index(b, 0);
    tile->sizes[loop] = extent_value;
    return;
  }
  tile->offsets[loop] = iv;
  tile->sizes[loop] = tern_build_index(b, tile_size);
  if (extent <= 0 || extent % tile_size != 0) {
    tile->sizes[loop] = tern_build_index_min(b, tile->sizes[loop], tern_build_index_sub(b, extent_value, iv));
  }
}

static tern_tile_t translate_tile(const tern_dispatch_member_t *member, const tern_tile_t *tile) {
  tern_tile_t translated = {0};
  for (size_t loop = 0; loop < tern_linalg_loop_count(member->op); ++loop) {
    if (member->root_loops[loop] == TERN_NO_LOOP) continue;
    translated.offsets[loop] = tile->offsets[member->root_loops[loop]];
    translated.sizes[loop] = tile->sizes[member->root_loops[loop]];
  }
  return translated;
}

static void build_marked_op(tern_builder_t *b, const tern_op_t *op, const tern_tile_t *tile,
                            const tern_gpu_tile_config_t *config) {
  tern_op_t *tiled = tern_tile_build_op(b, op, tile);
  tern_op_set_attr(tiled, TERN_LINALG_MARKER, tern_string_attr_get(b->context, TERN_STR(TERN_LINALG_MARKER_WORKGROUP)));
  tern_op_set_attr(tiled, TERN_LOWERING_CONFIG,
                   tern_gpu_tile_config_attr(b->context, config, tern_linalg_loop_count(op)));
}

// The root in its tile, inside of loops over the tiles of its reductions.
static void build_root(tern_builder_t *b, const tern_op_t *root, tern_tile_t tile, const int64_t *ranges,
                       tern_value_t *const *extents, const tern_gpu_tile_config_t *config) {
  tern_op_list_t loops = {0};
  tern_value_t *zero = tern_build_index(b, 0);
  for (size_t loop = 0; loop < tern_linalg_loop_count(root); ++loop) {
    int64_t size = config->reduction_tile[loop];
    if (tern_linalg_iterator(root, loop) == TERN_ITERATOR_PARALLEL || size == 0) continue;
    if (ranges[loop] > 0 && size >= ranges[loop]) continue;
    tern_op_t *over = tern_build_scf_for(b, zero, extents[loop], tern_build_index(b, size), (tern_values_t){0});
    tern_op_set_attr(over, TERN_REDUCTION_LOOP, tern_unit_attr_get(b->context));
    tern_vec_push(&loops, over);
    set_tile(b, &tile, loop, tern_scf_for_iv(over), size, ranges[loop], extents[loop]);
  }
  build_marked_op(b, root, &tile, config);
  while (loops.count) tern_build_scf_for_end(b, loops.values[--loops.count], (tern_values_t){0});
  tern_vec_deinitialize(&loops);
}

typedef struct grid {
  tern_value_t *operands[3 * TERN_LINALG_MAX_LOOPS];  // lower bounds, upper bounds, steps
  size_t loops[TERN_LINALG_MAX_LOOPS];
  size_t count;
} grid_t;

static tern_op_t *build_parallel(tern_builder_t *b, const grid_t *grid) {
  const tern_type_t *types[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < grid->count; ++i) types[i] = tern_index_type_get(b->context);
  const int32_t count = (int32_t)grid->count;
  tern_op_t *parallel = tern_build(b, TERN_SCF(PARALLEL), .operands = {grid->operands, 3 * grid->count}, .regions = 1,
                                   .segments = (int32_t[]){count, count, count, 0});
  tern_builder_add_block(b, &parallel->regions[0], (tern_types_t){types, grid->count});
  return parallel;
}

static bool lists_loop(const grid_t *grid, size_t loop) {
  for (size_t i = 0; i < grid->count; ++i) {
    if (grid->loops[i] == loop) return true;
  }
  return false;
}

static tern_walk_result_t erase_if_dead(tern_op_t *op, void *user) {
  if (!tern_op_would_be_trivially_dead(op) || !tern_op_has_no_uses(op)) return TERN_WALK_ADVANCE;
  tern_op_destroy(op);
  *(bool *)user = true;
  return TERN_WALK_ADVANCE;
}

static void erase_dead_ops_in(tern_op_t *op) {
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    tern_op_walk_post(op, erase_if_dead, &is_changed);
  }
}

// The loops over the tiles: one for each parallel loop with a tile, in the order of the output's dimensions.
static void make_grid(tern_builder_t *b, const tern_op_t *root, tern_value_t *const *extents,
                      const tern_gpu_tile_config_t *config, grid_t *out_grid) {
  size_t loops[TERN_LINALG_MAX_LOOPS];
  size_t parallel_count = list_parallel_loops(root, loops);
  *out_grid = (grid_t){0};
  for (size_t i = 0; i < parallel_count; ++i) {
    if (config->workgroup_tile[loops[i]] > 0) out_grid->loops[out_grid->count++] = loops[i];
  }
  bool is_single = out_grid->count == 0;
  if (is_single) out_grid->loops[out_grid->count++] = TERN_NO_LOOP;
  tern_value_t *zero = tern_build_index(b, 0);
  for (size_t i = 0; i < out_grid->count; ++i) {
    out_grid->operands[i] = zero;
    out_grid->operands[out_grid->count + i] = is_single ? tern_build_index(b, 1) : extents[out_grid->loops[i]];
    out_grid->operands[2 * out_grid->count + i] =
        tern_build_index(b, is_single ? 1 : config->workgroup_tile[out_grid->loops[i]]);
  }
}

static bool comes_before(const tern_op_t *a, const tern_op_t *b) { return a == b || tern_op_is_before(a, b); }

static void tile_group(const tern_dispatch_group_t *group, const tern_gpu_tile_config_t *config) {
  tern_op_t *root = group->members.values[group->root].op, *last = root;
  for (size_t i = 0; i < group->members.count; ++i) {
    if (comes_before(last, group->members.values[i].op)) last = group->members.values[i].op;
  }
  tern_builder_t b = tern_builder_before(last);
  b.loc = root->loc;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(root, ranges)) return;
  for (size_t loop = 0; loop < tern_linalg_loop_count(root); ++loop) {
    extents[loop] = tern_tile_build_extent(&b, root, loop, ranges[loop]);
  }
  grid_t grid;
  make_grid(&b, root, extents, config, &grid);
  tern_op_t *parallel = build_parallel(&b, &grid);
  tern_tile_t tile = {0};
  for (size_t i = 0; i < grid.count; ++i) {
    size_t loop = grid.loops[i];
    if (loop == TERN_NO_LOOP) continue;
    tern_value_t *iv = tern_op_body(parallel, 0)->args[i];
    set_tile(&b, &tile, loop, iv, config->workgroup_tile[loop], ranges[loop], extents[loop]);
  }
  // A parallel loop without a tile is whole in every tile.
  for (size_t loop = 0; loop < tern_linalg_loop_count(root); ++loop) {
    if (tern_linalg_iterator(root, loop) != TERN_ITERATOR_PARALLEL || lists_loop(&grid, loop)) continue;
    tile.offsets[loop] = tern_build_index(&b, 0);
    tile.sizes[loop] = extents[loop];
  }
  for (size_t i = 0; i < group->members.count; ++i) {
    const tern_dispatch_member_t *member = &group->members.values[i];
    if (i == group->root) {
      build_root(&b, root, tile, ranges, extents, config);
      continue;
    }
    tern_tile_t translated = translate_tile(member, &tile);
    tern_gpu_tile_config_t member_config = translate_config(member, config);
    build_marked_op(&b, member->op, &translated, &member_config);
  }
  tern_build(&b, TERN_SCF(REDUCE), .operands = {0});
  erase_dead_ops_in(parallel);
  for (size_t i = group->members.count; i-- > 0;) tern_op_destroy(group->members.values[i].op);
}

// --- functions ---

static void set_workgroup_size(tern_op_t *func, const int32_t size[3], int32_t subgroup_size) {
  tern_op_set_attr(func, "spirv.entry_point_abi",
                   tern_spirv_entry_point_abi_get_sized(tern_op_context(func), size, subgroup_size, 0));
}

// With `is_dry` only asks the questions: a refusal leaves all functions as they were.
static bool run_on_function(tern_op_t *func, const pass_options_t *options, tern_pass_t *pass, bool is_dry) {
  tern_dispatch_groups_t groups;
  TERN_VEC(tern_gpu_tile_config_t) configs = {0};
  tern_gpu_limits_t limits = tern_gpu_limits_of(func);
  bool is_right = true, is_any_tiled = false;
  int32_t size[3], subgroup_size = 0;
  tern_gpu_flat_workgroup_size(&limits, size);
  for (size_t i = 0; i < 3 && options->has_workgroup_size; ++i) size[i] = options->workgroup_size[i];
  bool is_straight = tern_dispatch_groups_find(func, options->fuse, &groups);
  for (size_t g = 0; g < groups.groups.count && is_right; ++g) {
    const tern_dispatch_group_t *group = &groups.groups.values[g];
    tern_gpu_tile_config_t config = {0};
    if (group->can_tile) is_right = configure(group->members.values[group->root].op, options, &limits, &config);
    if (config.is_tiled && !is_any_tiled) {
      for (size_t i = 0; i < 3; ++i) size[i] = config.workgroup_size[i];
    }
    // A function has one workgroup size: that of its first root.
    for (size_t i = 0; i < 3; ++i) config.workgroup_size[i] = size[i];
    is_any_tiled |= config.is_tiled;
    // Cooperative matrices are distributed to subgroups: how large those are has to be certain.
    if (config.is_tiled && config.fragment[0]) subgroup_size = (int32_t)limits.subgroup_size;
    tern_vec_push(&configs, config);
  }
  is_right = is_right && (!is_straight || tern_gpu_check_workgroup_size(func, size, &limits));
  for (size_t g = 0; g < groups.groups.count && is_right && !is_dry; ++g) {
    if (!configs.values[g].is_tiled) continue;
    tile_group(&groups.groups.values[g], &configs.values[g]);
    tern_pass_count(pass, 0, 1);
    tern_pass_count(pass, 1, (int64_t)groups.groups.values[g].members.count - 1);
  }
  if (is_right && is_straight && !is_dry) set_workgroup_size(func, size, subgroup_size);
  tern_vec_deinitialize(&configs);
  tern_dispatch_groups_deinitialize(&groups);
  return is_right;
}

static bool read_options(tern_op_t *root, const tern_pass_t *pass, pass_options_t *out_options) {
  const int64_t *sizes;
  size_t count = tern_pass_int_list(pass, "workgroup-size", &sizes);
  *out_options = (pass_options_t){.fuse = tern_pass_bool(pass, "fuse"), .has_workgroup_size = count > 0};
  if (count > 3) return tern_op_error(root, "option 'workgroup-size' takes at most 3 numbers but got %zu", count);
  for (size_t i = 0; i < 3; ++i) {
    int64_t size = i < count ? sizes[i] : 1;
    if (size <= 0 || size > INT32_MAX) {
      return tern_op_error(root, "option 'workgroup-size' takes positive numbers but got %" PRId64, size);
    }
    out_options->workgroup_size[i] = (int32_t)size;
  }
  out_options->tile_count = tern_pass_int_list(pass, "tile-sizes", &out_options->tile_sizes);
  for (size_t i = 0; i < out_options->tile_count; ++i) {
    if (out_options->tile_sizes[i] < 0 || out_options->tile_sizes[i] > INT32_MAX) {
      return tern_op_error(root, "option 'tile-sizes' takes numbers from 0 on but got %" PRId64,
                           out_options->tile_sizes[i]);
    }
  }
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  pass_options_t options;
  if (!read_options(root, pass, &options)) return false;
  tern_entry_points_t functions = tern_entry_points_find(root);
  bool is_right = true;
  for (size_t i = 0; i < 2 * functions.count && is_right; ++i) {
    bool is_dry = i < functions.count;
    is_right = run_on_function(functions.values[i % functions.count], &options, pass, is_dry);
  }
  tern_vec_deinitialize(&functions);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"tile-sizes", TERN_OPTION_INT_LIST, NULL,
     "Tile size per loop of each root, 0 for a loop that is not tiled (default: a cost model's choice)", NULL},
    {"workgroup-size", TERN_OPTION_INT_LIST, NULL,
     "Invocations of a workgroup in x, y and z (default: with tile-sizes the size of the tile, else the cost model's)",
     NULL},
    {"fuse", TERN_OPTION_BOOL, "true", "Move initialisers and element-wise consumers of a root into its tiles", NULL},
};

const tern_pass_def_t tern_linalg_tile_and_fuse_pass = {
    .name = "LinalgTileAndFuse",
    .flag = "linalg-tile-and-fuse",
    .summary =
        "Tile ops with reductions for workgroups, fuse what is element-wise around them into the tiles, and mark what "
        "a workgroup does (LinalgMarker, later LinalgTransformationFilter)",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-tiled - roots that were tiled",
                                        "num-fused - ops that moved into the tiles of a root", NULL},
    .run = run,
};
