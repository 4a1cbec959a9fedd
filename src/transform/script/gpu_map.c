// Ops of a script that distribute the iterations of scf.forall to the units of a device (upstream: GPUTransformOps).

#include <inttypes.h>

#include "dialect/arith/arith.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/gpu/gpu.h"
#include "dialect/scf/scf.h"
#include "transform/scf/forall.h"
#include "transform/script/applies.h"
#include "transform/script/gpu_ids.h"

enum { FIRST_LINEAR = 3, DIMS = TERN_GPU_IDS_DIMS };

// --- a loop's mapping ---

// A loop that may be distributed: what its dimensions are mapped to, and their sizes.
typedef struct mapped_loop {
  tern_op_t *op;
  const tern_enum_row_t *kind;
  bool is_linear;
  const tern_attr_t *mask;
  size_t rank;
  int64_t ids[TERN_GPU_IDS_MAX];  // of #gpu.thread<...>, as the enum counts
  int64_t sizes[TERN_GPU_IDS_MAX];
} mapped_loop_t;

static bool is_mapping_kind(const tern_enum_row_t *row, bool of_blocks) {
  if (of_blocks) return row == TERN_GPU_ENUM(BLOCK);
  return row == TERN_GPU_ENUM(WARPGROUP) || row == TERN_GPU_ENUM(WARP) || row == TERN_GPU_ENUM(THREAD) ||
         row == TERN_GPU_ENUM(LANE);
}

// Reads the attributes of the mapping: no two of them alike, so that there are no more than ids.
static tern_script_result_t read_mapping(const tern_op_t *op, bool of_blocks, mapped_loop_t *loop) {
  const tern_attr_t *mapping = tern_op_attr(loop->op, "mapping");
  if (!mapping) return tern_script_fail(op->loc, "scf.forall op requires a mapping attribute");
  size_t linear_count = 0;
  for (size_t i = 0; i < tern_array_attr_count(mapping); ++i) {
    const tern_attr_t *attr = tern_array_attr_at(mapping, i);
    if (tern_attr_is_gpu(attr, TERN_GPU_ATTR_MASK)) {
      loop->mask = attr;
      continue;
    }
    const tern_enum_row_t *kind = attr->kind == TERN_ATTR_ENUM ? attr->row : NULL;
    if (loop->rank && kind != loop->kind) {
      return tern_script_fail(op->loc, "cannot mix different mapping types, use nesting");
    }
    if (!kind || !is_mapping_kind(kind, of_blocks)) break;
    loop->kind = kind;
    int64_t id = tern_enum_attr_value(attr);
    linear_count += id >= FIRST_LINEAR;
    for (size_t j = 0; j < loop->rank; ++j) {
      if (loop->ids[j] == id) {
        return tern_script_fail(op->loc, "duplicate attribute, cannot map different loops to the same mapping id");
      }
    }
    if (loop->rank < TERN_GPU_IDS_MAX) loop->ids[loop->rank] = id;
    ++loop->rank;
  }
  if (!loop->kind) {
    return tern_script_fail(op->loc, "scf.forall op requires a mapping attribute of kind %s",
                            of_blocks ? "'block'" : "'thread' or 'warp'");
  }
  loop->is_linear = linear_count == loop->rank;
  if (linear_count && !loop->is_linear) {
    return tern_script_fail(op->loc, "cannot mix linear and non-linear mapping modes");
  }
  if (loop->mask && !loop->is_linear) {
    return tern_script_fail(op->loc, "device masking is only available in linear mapping mode");
  }
  return TERN_SCRIPT_SUCCESS;
}

static tern_script_result_t read_loop(const tern_op_t *op, tern_op_t *forall, bool of_blocks, mapped_loop_t *loop) {
  *loop = (mapped_loop_t){.op = forall};
  tern_script_result_t result = read_mapping(op, of_blocks, loop);
  if (result) return result;
  const tern_attr_t *lowers = tern_op_attr(forall, "staticLowerBound"), *steps = tern_op_attr(forall, "staticStep");
  const tern_attr_t *uppers = tern_op_attr(forall, "staticUpperBound");
  size_t rank = loop->rank;
  for (size_t i = 0; i < rank; ++i) {
    if (tern_int_list_attr_at(lowers, i) == 0 && tern_int_list_attr_at(steps, i) == 1) continue;
    return tern_script_fail(op->loc, "unsupported non-normalized loops");
  }
  if (forall->result_count) return tern_script_fail(op->loc, "only bufferized scf.forall can be mapped");
  for (size_t i = 0; i < rank; ++i) {
    loop->sizes[i] = tern_int_list_attr_at(uppers, i);
    tern_mixed_index_t entries[TERN_GPU_IDS_MAX];
    if (loop->sizes[i] == TERN_DYNAMIC &&
        (!tern_index_list_read(forall, "dynamicUpperBound", "staticUpperBound", entries, TERN_GPU_IDS_MAX) ||
         !tern_mixed_constant(entries[i], &loop->sizes[i]))) {
      return tern_script_fail(op->loc, "requires statically sized, normalized forall op");
    }
  }
  return TERN_SCRIPT_SUCCESS;
}

// Sizes by id, the fastest first: 1 where no dimension of the loop is mapped to.
static size_t sizes_by_id(const mapped_loop_t *loop, int64_t *out_sizes) {
  int64_t first = loop->is_linear ? FIRST_LINEAR : 0;
  size_t count = loop->is_linear ? 0 : DIMS;
  for (size_t i = 0; i < TERN_GPU_IDS_MAX; ++i) out_sizes[i] = 1;
  for (size_t i = 0; i < loop->rank; ++i) {
    size_t position = (size_t)(loop->ids[i] - first);
    out_sizes[position] = loop->sizes[i];
    if (position + 1 > count) count = position + 1;
  }
  return count;
}

// Puts the loop's body in the place of the loop, with ids for its counters. `has_basis`: the number of units is given, and
// there may be more than iterations; else it becomes `units->basis`.
static tern_script_result_t deal_out(const tern_op_t *op, const mapped_loop_t *loop, tern_gpu_units_t *units,
                                     bool has_basis) {
  int64_t sizes[TERN_GPU_IDS_MAX];
  size_t count = sizes_by_id(loop, sizes);
  for (size_t i = 0; i < DIMS && !has_basis; ++i) units->basis[i] = sizes[i];
  if (!has_basis && count > DIMS) {
    return tern_script_fail(op->loc, "expected a grid of at most 3 dimensions, but the loop is mapped to %zu", count);
  }
  tern_builder_t b = tern_builder_before(loop->op);
  tern_gpu_ids_t ids;
  if (!tern_gpu_ids_build(&b, units, sizes, count, &ids)) return tern_script_fail(op->loc, "%s", ids.error);
  tern_value_t *counters[TERN_GPU_IDS_MAX], *predicate = NULL;
  for (size_t i = 0; i < loop->rank; ++i) {
    counters[i] = ids.values[loop->ids[i] - (loop->is_linear ? FIRST_LINEAR : 0)];
  }
  for (size_t i = 0; has_basis && i < ids.predicate_count; ++i) {
    tern_value_t *other = ids.predicates[i];
    predicate = predicate ? tern_build_value(&b, TERN_ARITH(ANDI), .operands = TERN_VALUES(predicate, other)) : other;
  }
  if (predicate) {
    tern_op_t *branch = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(predicate), .regions = 2);
    tern_builder_add_block(&b, &branch->regions[0], (tern_types_t){0});
    b.before = tern_build(&b, TERN_SCF(YIELD));
  }
  tern_forall_inline(&b, loop->op, counters);
  return TERN_SCRIPT_SUCCESS;
}

// --- launches ---

static tern_script_result_t check_limits(tern_script_t *script, const tern_op_t *op, const int64_t *grid,
                                         const int64_t *block) {
  static const int64_t max_block[DIMS] = {1024, 1024, 64}, max_grid[DIMS] = {2147483647, 65535, 65535};
  static const int64_t ones[DIMS] = {1, 1, 1};
  const int64_t max_block_product = 1024, max_grid_product = 2147483647;
  if (!grid) grid = ones;
  if (!block) block = ones;
  __int128 grid_product = 1, block_product = 1;
  bool is_right = true;
  for (size_t i = 0; i < DIMS; ++i) {
    is_right &= grid[i] <= max_grid[i] && block[i] <= max_block[i];
    grid_product *= is_right ? grid[i] : 1;
    block_product *= is_right ? block[i] : 1;
  }
  if (is_right && grid_product <= max_grid_product && block_product <= max_block_product) return TERN_SCRIPT_SUCCESS;
  return tern_script_silence(script, op->loc,
                             "Trying to launch a GPU kernel with grid_dims = (%" PRId64 ", %" PRId64 ", %" PRId64
                             ") block_dims = (%" PRId64 ", %" PRId64 ", %" PRId64 "). It is larger than the limits.",
                             grid[0], grid[1], grid[2], block[0], block[1], block[2]);
}

// Sets the sizes of the grid or of a workgroup, as constants behind the first size of a workgroup.
static tern_script_result_t alter_launch(tern_script_t *script, const tern_op_t *op, tern_op_t *launch, bool of_grid,
                                         const int64_t *sizes) {
  tern_script_result_t result = check_limits(script, op, of_grid ? sizes : NULL, of_grid ? NULL : sizes);
  if (result) return result;
  size_t grid, block, count;
  tern_op_operands_named(launch, "gridSizeX", &grid, &count);
  tern_op_operands_named(launch, "blockSizeX", &block, &count);
  const tern_value_t *anchor = tern_op_operand(launch, block);
  tern_op_t *definition = tern_value_defining_op(anchor);
  tern_builder_t b = definition ? tern_builder_after(definition)
                                : tern_builder_at_start(tern_value_arg_block(anchor), tern_value_loc(anchor));
  for (size_t i = 0; i < DIMS; ++i) {
    tern_op_set_operand(launch, (of_grid ? grid : block) + i, tern_arith_constant_index(&b, sizes[i]));
  }
  return TERN_SCRIPT_SUCCESS;
}

// An empty launch of one work item.
static tern_op_t *build_launch(tern_builder_t *b) {
  const tern_type_t *index = tern_index_type_get(b->context), *types[4 * DIMS];
  for (size_t i = 0; i < 4 * DIMS; ++i) types[i] = index;
  tern_value_t *one = tern_arith_constant_index(b, 1);
  const tern_attr_t *zero = tern_integer_attr_get(tern_i_type_get(b->context, 64), 0);
  tern_op_t *launch = tern_build(b, TERN_GPU(LAUNCH), .operands = TERN_VALUES(one, one, one, one, one, one),
                                 .segments = (const int32_t[]){0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .regions = 1,
                                 .attrs = TERN_ATTRS({"workgroup_attributions", zero}));
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &launch->regions[0], (tern_types_t){types, 4 * DIMS});
  tern_build(&inner, TERN_GPU(TERMINATOR));
  return launch;
}

static size_t read_dims(const tern_op_t *op, const char *name, int64_t *out_dims) {
  const tern_attr_t *dims = tern_op_attr(op, name);
  size_t count = tern_int_list_attr_count(dims);
  for (size_t i = 0; i < count && i < DIMS; ++i) out_dims[i] = tern_int_list_attr_at(dims, i);
  return count;
}

// --- blocks ---

typedef struct search {
  tern_op_t *forall;
  bool is_unique;
} search_t;

static tern_walk_result_t find_outermost(tern_op_t *op, void *user) {
  search_t *search = user;
  if (!tern_op_is(op, TERN_SCF(FORALL)) || tern_op_parent_of(op, TERN_SCF(FORALL))) return TERN_WALK_ADVANCE;
  search->is_unique = !search->forall;
  search->forall = op;
  return search->is_unique ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static tern_script_result_t map_to_blocks(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                          tern_payload_t *results) {
  bool makes_launch = tern_op_attr(op, "generate_gpu_launch") != NULL;
  tern_op_t *launch = tern_op_is(target, TERN_GPU(LAUNCH)) ? target : NULL;
  if (!makes_launch && !launch) {
    tern_script_silence(script, op->loc, "Given target is not gpu.launch, set `generate_gpu_launch` attribute");
    tern_script_note(script, target->loc, "when applied to this payload op");
    return TERN_SCRIPT_SILENCEABLE;
  }
  search_t search = {0};
  tern_op_walk_post(target, find_outermost, &search);
  if (!search.is_unique) {
    tern_script_silence(script, op->loc, "could not find a unique topLevel scf.forall");
    tern_script_note(script, target->loc, "when applied to this payload op");
    return TERN_SCRIPT_SILENCEABLE;
  }
  tern_gpu_units_t units = {.warp_size = 1};
  size_t grid_count = read_dims(op, "grid_dims", units.basis);
  if (!makes_launch && grid_count != DIMS) return tern_script_fail(op->loc, "transform require size-3 mapping");
  mapped_loop_t loop;
  if (makes_launch) {
    tern_builder_t b = tern_builder_before(search.forall);
    b.loc = target->loc;
    launch = build_launch(&b);
    tern_op_move_before(search.forall, tern_op_body(launch, 0)->first_op);
  }
  tern_script_result_t result = read_loop(op, search.forall, true, &loop);
  if (result) return result;
  units.kind = loop.kind;
  units.is_linear = loop.is_linear;
  units.mask = loop.mask;
  tern_builder_t early = tern_builder_at_start(search.forall->block, search.forall->loc);
  tern_arith_constant_index(&early, 0);  // upstream's, for ids that are known
  result = deal_out(op, &loop, &units, grid_count == DIMS);
  if (result) return result;
  tern_vec_push(&results[0], launch);
  return alter_launch(script, op, launch, true, units.basis);
}

tern_script_result_t tern_script_map_forall_to_blocks(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, map_to_blocks);
}

// --- threads ---

static tern_script_result_t check_units(const tern_op_t *op, const mapped_loop_t *loop, const tern_gpu_units_t *units) {
  int64_t per_id = tern_gpu_units_per_id(units);
  __int128 required = per_id, available = 1;
  for (size_t i = 0; i < DIMS; ++i) {
    if (units->basis[i] <= 0) return tern_script_fail(op->loc, "block/grid sizes must be strictly positive");
    available *= units->basis[i];
  }
  if (!loop->is_linear && units->basis[0] % per_id) {
    return tern_script_fail(op->loc, "3-D mapping: size of threadIdx.x must be a multiple of %" PRId64, per_id);
  }
  for (size_t i = 0; i < loop->rank && required <= INT64_MAX; ++i) required *= loop->sizes[i];
  if (required <= available) return TERN_SCRIPT_SUCCESS;
  return tern_script_fail(op->loc,
                          "the number of required parallel resources (blocks or threads) %" PRId64
                          " overflows the number of available resources %" PRId64,
                          required > INT64_MAX ? INT64_MAX : (int64_t)required, (int64_t)available);
}

static tern_walk_result_t collect_loops(tern_op_t *op, void *user) {
  tern_payload_t *loops = user;
  if (tern_op_is(op, TERN_SCF(FORALL))) tern_vec_push(loops, op);
  return TERN_WALK_ADVANCE;
}

static tern_script_result_t map_loop(const tern_op_t *op, tern_op_t *forall, const int64_t *block) {
  tern_gpu_units_t units = {.warp_size = tern_integer_attr_value(tern_op_attr(op, "warp_size")),
                            .basis = {block[0], block[1], block[2]}};
  mapped_loop_t loop;
  tern_script_result_t result = read_loop(op, forall, false, &loop);
  if (result) return result;
  units.kind = loop.kind;
  units.is_linear = loop.is_linear;
  units.mask = loop.mask;
  result = check_units(op, &loop, &units);
  if (result) return result;
  tern_builder_t behind = tern_builder_after(forall);
  result = deal_out(op, &loop, &units, true);
  if (!result && tern_integer_attr_value(tern_op_attr(op, "sync_after_distribute")))
    tern_build(&behind, TERN_GPU(BARRIER));
  return result;
}

// Ids in dimensions of one work item are 0.
typedef struct unit_ids {
  tern_value_t *zero;
  const int64_t *block;
} unit_ids_t;

static tern_walk_result_t replace_unit_id(tern_op_t *op, void *user) {
  const unit_ids_t *ids = user;
  if (!tern_op_is(op, TERN_GPU(THREAD_ID))) return TERN_WALK_ADVANCE;
  int64_t dimension = tern_enum_attr_value(tern_op_attr(op, "dimension"));
  if (ids->block[dimension] == 1) tern_value_replace_all_uses(tern_op_result(op, 0), ids->zero);
  return TERN_WALK_ADVANCE;
}

static tern_script_result_t map_to_threads(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                           tern_payload_t *results) {
  if (!tern_op_is(target, TERN_GPU(LAUNCH))) {
    return tern_script_silence(script, op->loc, "Given target is not a gpu.launch");
  }
  int64_t block[DIMS];
  if (read_dims(op, "block_dims", block) != DIMS) return tern_script_fail(op->loc, "requires size-3 thread mapping");
  tern_script_result_t result = check_limits(script, op, NULL, block);
  if (result) {
    tern_script_note(script, op->loc, "\"block_dims\" is too large");
    return result;
  }
  alter_launch(script, op, target, false, block);
  tern_builder_t b = tern_builder_at_start(tern_op_body(target, 0), target->loc);
  unit_ids_t ids = {.zero = tern_arith_constant_index(&b, 0), .block = block};
  tern_payload_t loops = {0};
  tern_op_walk_post(target, collect_loops, &loops);
  for (size_t i = 0; i < loops.count && !result; ++i) result = map_loop(op, tern_payload_op(&loops, i), block);
  tern_vec_deinitialize(&loops);
  if (result) return result;
  tern_op_walk_post(target, replace_unit_id, &ids);
  tern_vec_push(&results[0], target);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_map_nested_forall_to_threads(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, map_to_threads);
}
