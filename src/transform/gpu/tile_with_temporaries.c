// --gpu-tile-with-temporaries: dispatches whose ops share temporaries, and dispatches that are not structured, in the form
// that --convert-to-gpu takes.
//
// Temporaries (memref.alloca) that several ops share are seen by a workgroup if they are in its memory. So the ops are cut
// into tiles together, of the loops that they have in common (transform/codegen/shared_tiling.h), and a workgroup runs all of them on
// a tile:
//
//   %t = memref.alloca() : memref<64x1000xf32>           scf.parallel (%i) = (%c0) to (%c64) step (%c4) {
//   linalg.generic ... ins(%x) outs(%t)            =>      %t = memref.alloc() : memref<4x1000xf32, 3>
//   linalg.generic ... ins(%t) outs(%y)                    linalg.generic {__internal_linalg_transform__ = "workgroup"} ...
//
// A function that is one scf.forall gives each invocation an iteration, or each workgroup one, whose invocations share the loops in it
// (workgroup_forall.h). Where other loops and stores stand beside structured
// ops, or ops have no loops in common that make the temporaries small, one invocation runs the whole function.

#include "analysis/gpu/tile_config.h"
#include "analysis/memory_location.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/codegen/shared_tiling.h"
#include "transform/gpu/workgroup_forall.h"
#include "transform/scf/forall.h"

#define ENTRY_POINT_ABI "spirv.entry_point_abi"
#define WORKGROUP_SPACE 3
// Memory of one invocation that it may use for temporaries, in bytes.
#define PRIVATE_LIMIT (16 * 1024)
// Workgroups that every device can be given.
#define MAX_GRID 65535

// --- which functions ---

static bool has_temporaries(const tern_op_t *func) {
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    if (tern_op_is(op, TERN_MEMREF(ALLOCA))) return true;
  }
  return false;
}

typedef struct write_search {
  const tern_value_t *base;
} write_search_t;

// Does some structured op write the memory of `user`, a base?
static tern_walk_result_t find_write(tern_op_t *op, void *user) {
  const write_search_t *search = user;
  for (size_t i = 0; tern_is_linalg(op) && i < tern_linalg_output_count(op); ++i) {
    const tern_value_t *base = tern_memory_base(tern_linalg_output(op, i));
    if (tern_memory_bases_alias(base, search->base) != TERN_NO_ALIAS) return TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t find_other_effect(tern_op_t *op, void *user) {
  tern_op_t *func = user;
  if (op == func) return TERN_WALK_ADVANCE;
  if (tern_is_linalg(op)) return tern_op_parent(op) == func ? TERN_WALK_SKIP : TERN_WALK_INTERRUPT;
  if (op->region_count > 0 || tern_op_is(op, TERN_MEMREF(ALLOCA))) return TERN_WALK_ADVANCE;
  tern_traits_t effects = tern_op_effects(op);
  if (effects & TERN_TRAIT_MEM_WRITE) return TERN_WALK_INTERRUPT;
  for (size_t i = 0; i < op->operand_count && (effects & TERN_TRAIT_MEM_READ); ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (operand->type->kind != TERN_TYPE_MEMREF) continue;
    write_search_t search = {tern_memory_base(operand)};
    if (tern_op_walk_pre(func, find_write, &search) == TERN_WALK_INTERRUPT) return TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t find_level(tern_op_t *op, void *user) {
  (void)user;
  tern_str_t name = tern_op_name(op);
  bool is_done = tern_op_is(op, TERN_SCF(PARALLEL)) || tern_str_starts_with(name, TERN_STR("gpu.")) ||
                 (tern_is_linalg(op) && tern_op_attr(op, TERN_LINALG_MARKER));
  return is_done ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// --- tiles ---

static int64_t count_tiles(const tern_shared_tiling_t *tiling) {
  int64_t count = 1;
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    if (tiling->extents[g] == TERN_DYNAMIC) return INT64_MAX;
    int64_t tiles = (tiling->extents[g] + tiling->tiles[g] - 1) / tiling->tiles[g];
    if (__builtin_mul_overflow(count, tiles, &count)) return INT64_MAX;
  }
  return count;
}

// Are neighbours in what the root mostly reads or writes neighbours in the innermost loop that is tiled?
static bool goes_along_memory(const tern_shared_tiling_t *tiling) {
  const tern_affine_map_t *most = NULL;
  for (size_t i = 0; i < tiling->root->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(tiling->root, i);
    if (!most || map->result_count > most->result_count) most = map;
  }
  return most && most->result_count > 0 &&
         tern_affine_expr_is_dim(most->results[most->result_count - 1], tiling->loops[0]);
}

// Smaller tiles, the outermost first, until there is one for each multiprocessor. Invocations that are neighbours in memory stay
// together.
static void share_out_tiles(tern_shared_tiling_t *tiling, int64_t multiprocessors) {
  enum { NEIGHBOURS = 32 };
  for (size_t g = tiling->grid_count; g-- > 0;) {
    int64_t least = g == 0 && goes_along_memory(tiling) ? NEIGHBOURS : 1;
    while (tiling->tiles[g] > least && count_tiles(tiling) < multiprocessors) {
      tiling->tiles[g] = (tiling->tiles[g] + 1) / 2;
    }
  }
}

static void choose_tiles(tern_shared_tiling_t *tiling, const tern_gpu_limits_t *limits, int64_t memory) {
  int64_t elements = 1;
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    // As many elements of the common loops as there are invocations.
    int64_t wanted = limits->invocations / elements, extent = tiling->extents[g];
    if (wanted < 1) wanted = 1;
    if (wanted > 64) wanted = 64;
    tiling->tiles[g] = extent != TERN_DYNAMIC && extent < wanted ? (extent > 0 ? extent : 1) : wanted;
    elements *= tiling->tiles[g];
  }
  share_out_tiles(tiling, limits->machine->multiprocessors);
  tern_shared_tiling_shrink(tiling, tern_shared_tiling_temporary_bytes, memory);
}

static tern_op_t *build_parallel(tern_builder_t *b, tern_value_t *const *uppers, tern_value_t *const *steps,
                                 size_t count) {
  tern_value_t *operands[3 * TERN_TILING_MAX_GRID];
  for (size_t i = 0; i < count; ++i) {
    operands[i] = tern_build_index(b, 0);
    operands[count + i] = uppers[i];
    operands[2 * count + i] = steps[i];
  }
  tern_op_t *parallel = tern_build(b, TERN_SCF(PARALLEL), .operands = {operands, 3 * count}, .regions = 1,
                                   .segments = (int32_t[]){(int32_t)count, (int32_t)count, (int32_t)count, 0});
  const tern_type_t *index = tern_index_type_get(b->context), *types[TERN_TILING_MAX_GRID] = {index, index, index};
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &parallel->regions[0], (tern_types_t){types, count});
  tern_build(&inner, TERN_SCF(REDUCE), .operands = {0});
  return parallel;
}

static void build_tiles(tern_shared_tiling_t *tiling) {
  tern_op_t *root = tiling->root, *last = tiling->shared.ops.values[tiling->shared.ops.count - 1];
  tern_builder_t b = tern_builder_before(last);
  size_t count = tiling->grid_count ? tiling->grid_count : 1;
  tern_value_t *uppers[TERN_TILING_MAX_GRID], *steps[TERN_TILING_MAX_GRID];
  uppers[0] = steps[0] = tern_build_index(&b, 1);
  // The grid's x, the innermost loop, stands last.
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    size_t place = count - 1 - g;
    uppers[place] = tern_tile_build_extent(&b, root, tiling->loops[g], tiling->extents[g]);
    steps[place] = tern_build_index(&b, tiling->tiles[g]);
  }
  tern_op_t *parallel = build_parallel(&b, uppers, steps, count);
  tern_block_t *body = tern_op_body(parallel, 0);
  tern_builder_t inner = tern_builder_before(body->last_op);
  tern_tile_t tile = {0};
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    size_t place = count - 1 - g, loop = tiling->loops[g];
    int64_t extent = tiling->extents[g];
    tile.offsets[loop] = body->args[place];
    tile.sizes[loop] = extent != TERN_DYNAMIC && extent % tiling->tiles[g] == 0
                           ? steps[place]
                           : tern_build_index_min(&inner, steps[place],
                                                  tern_build_index_sub(&inner, uppers[place], body->args[place]));
  }
  const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(b.context, 64), WORKGROUP_SPACE);
  const tern_attr_t *marker = tern_string_attr_get(b.context, TERN_STR(TERN_LINALG_MARKER_WORKGROUP));
  tern_shared_tiling_build(&inner, tiling, &tile, space, marker);
}

// False if the ops cannot be cut into tiles with small temporaries.
static bool tile_function(tern_op_t *func) {
  tern_gpu_limits_t limits = tern_gpu_limits_of(func);
  tern_shared_tiling_t tiling;
  bool can_tile = tern_shared_tiling_find(func, &tiling);
  if (can_tile) {
    int64_t memory = limits.shared_memory_size - limits.shared_memory_size / 4;
    choose_tiles(&tiling, &limits, memory);
    can_tile = tern_shared_tiling_temporary_bytes(&tiling) <= memory;
    if (can_tile) build_tiles(&tiling);
  }
  tern_shared_tiling_deinitialize(&tiling);
  return can_tile;
}

// --- one invocation ---

static bool check_private_memory(const tern_op_t *func) {
  int64_t total = 0;
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    if (!tern_op_is(op, TERN_MEMREF(ALLOCA))) continue;
    const tern_type_t *type = tern_op_result(op, 0)->type;
    int64_t bytes = PRIVATE_LIMIT + 1;
    if (tern_type_has_static_shape(type) &&
        __builtin_mul_overflow(tern_type_element_count(type), (int64_t)tern_dense_element_size(tern_type_element(type)),
                               &bytes)) {
      bytes = PRIVATE_LIMIT + 1;
    }
    total = bytes > PRIVATE_LIMIT ? PRIVATE_LIMIT + 1 : total + bytes;
    if (total <= PRIVATE_LIMIT) continue;
    tern_op_error(op, "is a temporary of %s that is too large for an invocation", tern_type_text(type));
    tern_emit_note(func->loc, "the ops of this function have no loops in common; split the dispatch");
    return false;
  }
  return true;
}

// The grid is one workgroup of one invocation; what is structured becomes loops.
static bool make_serial(tern_op_t *func) {
  if (!check_private_memory(func)) return false;
  const int32_t size[3] = {1, 1, 1};
  tern_op_set_attr(func, ENTRY_POINT_ABI, tern_spirv_entry_point_abi_get(tern_op_context(func), size));
  tern_workgroup_count_build(func, (const tern_workgroup_extent_t[3]){0}, MAX_GRID);
  return true;
}

// --- iterations ---

static tern_value_t *build_id(tern_builder_t *b, const tern_op_row_t *row) {
  const tern_attr_t *x = tern_enum_attr_get(b->context, TERN_GPU_ENUM(DIM), 0);
  return tern_build_value(b, row, .types = TERN_TYPES(tern_index_type_get(b->context)),
                          .attrs = TERN_ATTRS({"dimension", x}));
}

// An invocation for each iteration, cyclically. What is inside it does alone. A workgroup instead, where it can share the work.
static bool distribute_forall(tern_op_t *func) {
  tern_op_t *forall = tern_forall_only_one(func);
  if (!forall) return false;
  tern_gpu_limits_t limits = tern_gpu_limits_of(func);
  bool is_shared = tern_workgroup_forall_is_one(func, forall, limits.shared_memory_size);
  if (!is_shared && !check_private_memory(func)) return false;
  tern_builder_t b = tern_builder_before(forall);
  tern_forall_space_t space;
  tern_forall_build_space(&b, forall, &space);
  if (!tern_workgroup_extent_is_known(space.total)) return false;
  int32_t size[3];
  tern_gpu_flat_workgroup_size(&limits, size);
  if (is_shared) tern_workgroup_forall_share(func, forall, size[0]);
  tern_op_set_attr(func, ENTRY_POINT_ABI, tern_spirv_entry_point_abi_get(b.context, size));
  tern_workgroup_extent_t extents[3] = {{.extent = space.total, .divisor = is_shared ? 1 : size[0]}};
  tern_workgroup_count_build(func, extents, MAX_GRID);
  tern_value_t *width = tern_build_index(&b, is_shared ? 1 : size[0]);
  tern_value_t *block = build_id(&b, TERN_GPU(BLOCK_ID)), *first = tern_build_index_mul(&b, block, width);
  if (!is_shared) first = tern_build_index_add(&b, first, build_id(&b, TERN_GPU(THREAD_ID)));
  tern_value_t *stride = tern_build_index_mul(&b, build_id(&b, TERN_GPU(GRID_DIM)), width);
  tern_op_t *loop = tern_build_scf_for(&b, first, space.total, stride, (tern_values_t){0});
  tern_value_t *ivs[TERN_FORALL_MAX_DIMS];
  tern_forall_build_ivs(&b, &space, tern_scf_for_iv(loop), ivs);
  tern_forall_inline(&b, forall, ivs);
  tern_build_scf_for_end(&b, loop, (tern_values_t){0});
  return true;
}

static bool is_forall_on_buffers(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FORALL)) && tern_forall_is_on_buffers(op);
}

static void serialize_foralls(tern_op_t *func) {
  tern_op_visit(func, TERN_POSTORDER, is_forall_on_buffers, tern_forall_to_for);
}

// --- the pass ---

static bool run_on_function(tern_op_t *func, tern_pass_t *pass) {
  if (tern_op_walk_pre(func, find_level, NULL) == TERN_WALK_INTERRUPT) return true;
  if (func->regions[0].first_block != func->regions[0].last_block) return true;
  bool is_mixed = tern_op_walk_pre(func, find_other_effect, func) == TERN_WALK_INTERRUPT;
  bool needs_tiles = has_temporaries(func);
  if (!is_mixed && !needs_tiles) return true;
  if (!is_mixed && tile_function(func)) {
    tern_pass_count(pass, 0, 1);
    return true;
  }
  if (is_mixed && distribute_forall(func)) {
    serialize_foralls(func);
    return true;
  }
  serialize_foralls(func);
  tern_pass_count(pass, 1, 1);
  return make_serial(func);
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_entry_points_convert(root, pass, run_on_function); }

const tern_pass_def_t tern_gpu_tile_with_temporaries_pass = {
    .name = "GPUTileWithTemporaries",
    .flag = "gpu-tile-with-temporaries",
    .anchor = "builtin.module",
    .summary = "Cut ops that share temporaries into tiles of one workgroup; give the rest to one invocation",
    .statistics = (const char *const[]){"num-tiled - functions whose temporaries are in workgroup memory",
                                        "num-serial - functions that one invocation runs", NULL},
    .run = run,
};
