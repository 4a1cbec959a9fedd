// --convert-padding-to-gpu: an array that is filled and then gets another one into its middle is written once.
//
//   linalg.fill ins(%c : f32) outs(%y : memref<34x136xf32>)
//   %s = memref.subview %y[1, 4] [32, 128] [1, 1] : ...
//   linalg.copy ins(%x : memref<32x128xf32>) outs(%s : ...)
// becomes
//   %inside = 1 <= %i and %i < 33 and 4 <= %j and %j < 132
//   %v = scf.if %inside { vector.load %x[%i - 1, %j - 4] } else { %c }
//   vector.store %v, %y[%i, %j]
//
// Each invocation has several vectors of 16 bytes, a workgroup's size apart. Where the array's rows do not begin at such vectors, or
// end within one, vectors are put together of smaller ones, or of elements. Taken are functions of nothing else, with static shapes.

#include <string.h>

#include "analysis/gpu/tile_config.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/spirv/spirv.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"

enum { WORKGROUP = 256, COPIES = 4, ACCESS = 16 /* bytes */ };

typedef struct plan {
  tern_op_t *func, *fill, *copy;
  tern_value_t *input, *output, *number;
  size_t rank;
  int64_t extents[TERN_LINALG_MAX_LOOPS], low[TERN_LINALG_MAX_LOOPS], sizes[TERN_LINALG_MAX_LOOPS];
  int64_t lanes;  // elements of a vector that is written
  int64_t unit;   // of one that is read, which lies whole inside or whole outside
} plan_t;

// --- what is taken ---

static bool find_ops(plan_t *plan) {
  tern_region_t *region = &plan->func->regions[0];
  if (region->first_block != region->last_block) return false;
  tern_block_for_each_op(region->first_block, op) {
    if (tern_is_linalg(op) && op->operand_count > 0) {
      if (plan->copy) return false;
      *(plan->fill ? &plan->copy : &plan->fill) = op;
    } else if (!tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && (op->region_count > 0 || tern_op_effects(op) != 0)) {
      return false;
    }
  }
  return plan->copy && tern_op_is(plan->fill, TERN_LINALG(FILL));
}

// One input to one output, element for element in the same order.
static bool is_copy(const tern_op_t *op) {
  size_t loops = tern_linalg_loop_count(op);
  if (!tern_linalg_is_all_parallel(op) || op->operand_count != 2 || tern_linalg_input_count(op) != 1) return false;
  for (size_t i = 0; i < 2; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (map->result_count != loops) return false;
    for (size_t r = 0; r < loops; ++r) {
      if (!tern_affine_expr_is_dim(map->results[r], r)) return false;
    }
  }
  return tern_linalg_is_copy(op);
}

static bool read_shapes(plan_t *plan) {
  const tern_op_t *view = tern_value_defining_op(tern_linalg_output(plan->copy, 0));
  tern_slice_t slice;
  if (!view || !tern_op_is(view, TERN_MEMREF(SUBVIEW)) || tern_op_operand(view, 0) != plan->output) return false;
  plan->rank = tern_type_rank(plan->output->type);
  if (plan->rank == 0 || plan->rank > TERN_LINALG_MAX_LOOPS || !tern_slice_read(view, &slice)) return false;
  if (slice.count != plan->rank || tern_type_rank(plan->input->type) != plan->rank) return false;
  if (tern_type_rank(tern_linalg_output(plan->copy, 0)->type) != plan->rank) return false;
  for (size_t d = 0; d < plan->rank; ++d) {
    plan->extents[d] = tern_type_dim(plan->output->type, d);
    plan->low[d] = slice.offsets[d].value;
    plan->sizes[d] = slice.sizes[d].value;
    bool is_static = !slice.offsets[d].dynamic && !slice.sizes[d].dynamic && !slice.strides[d].dynamic;
    if (!is_static || slice.strides[d].value != 1 || plan->extents[d] == TERN_DYNAMIC || plan->extents[d] == 0 ||
        tern_type_dim(plan->input->type, d) != plan->sizes[d]) {
      return false;
    }
  }
  return true;
}

static bool allows_lanes(const tern_value_t *memref, int64_t lanes) {
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(memref->type);
  if (!tern_memref_type_strides(memref->type, strides, &offset) || strides[rank - 1] != 1) return false;
  for (size_t d = 0; d + 1 < rank; ++d) {
    if (tern_type_dim(memref->type, d) != 1 && (strides[d] == TERN_DYNAMIC || strides[d] % lanes != 0)) return false;
  }
  return tern_gpu_base_alignment(memref) % lanes == 0;
}

static void choose_lanes(plan_t *plan) {
  uint32_t width = tern_type_bit_width(tern_type_element(plan->output->type));
  size_t last = plan->rank - 1;
  plan->lanes = plan->unit = 1;
  if (width == 0 || width % 8 != 0 || width > 64) return;  // complex numbers have no width
  plan->lanes = ACCESS * 8 / width;
  while (plan->extents[last] % plan->lanes != 0 || !allows_lanes(plan->output, plan->lanes)) plan->lanes /= 2;
  plan->unit = plan->lanes;
  while (plan->low[last] % plan->unit != 0 || plan->sizes[last] % plan->unit != 0 ||
         !allows_lanes(plan->input, plan->unit)) {
    plan->unit /= 2;
  }
}

static bool make_plan(tern_op_t *func, plan_t *plan) {
  *plan = (plan_t){.func = func};
  if (!find_ops(plan) || !tern_linalg_has_buffer_semantics(plan->copy) || !is_copy(plan->copy)) return false;
  plan->number = tern_linalg_input(plan->fill, 0);
  plan->output = tern_linalg_output(plan->fill, 0);
  plan->input = tern_linalg_input(plan->copy, 0);
  const tern_type_t *element = tern_type_element(plan->output->type);
  if (plan->output->type->kind != TERN_TYPE_MEMREF || plan->number->type != element) return false;
  if (plan->input->type->kind != TERN_TYPE_MEMREF || tern_type_element(plan->input->type) != element) return false;
  if (!read_shapes(plan) || tern_gpu_may_alias(plan->input, plan->output)) return false;
  choose_lanes(plan);
  return true;
}

// --- the kernel ---

typedef struct emitter {
  const plan_t *plan;
  tern_builder_t *b;
  tern_value_t *outside;  // a unit of what is filled in
} emitter_t;

static tern_value_t *build_at_least(tern_builder_t *b, tern_value_t *value, int64_t least) {
  return tern_arith_cmpi(b, TERN_CMPI_SGE, value, tern_build_index(b, least));
}

// Does a unit at `places` lie in the middle? NULL: always.
static tern_value_t *build_inside(emitter_t *e, tern_value_t *const *places) {
  const plan_t *plan = e->plan;
  tern_value_t *condition = NULL;
  for (size_t d = 0; d < plan->rank; ++d) {
    int64_t high = plan->low[d] + plan->sizes[d];
    if (plan->low[d] > 0) {
      condition = tern_gpu_build_and(e->b, condition, build_at_least(e->b, places[d], plan->low[d]));
    }
    if (high < plan->extents[d]) {
      condition =
          tern_gpu_build_and(e->b, condition, tern_gpu_build_less(e->b, places[d], tern_build_index(e->b, high)));
    }
  }
  return condition;
}

static tern_value_t *build_read(emitter_t *e, tern_value_t *const *places) {
  const plan_t *plan = e->plan;
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {plan->input};
  for (size_t d = 0; d < plan->rank; ++d) {
    operands[1 + d] = tern_build_index_sub(e->b, places[d], tern_build_index(e->b, plan->low[d]));
  }
  const tern_op_row_t *row = plan->unit > 1 ? TERN_VECTOR(LOAD) : TERN_MEMREF(LOAD);
  return tern_build_value(e->b, row, .operands = {operands, 1 + plan->rank}, .types = TERN_TYPES(e->outside->type));
}

static tern_value_t *build_unit(emitter_t *e, tern_value_t *const *places, tern_value_t *is_there) {
  tern_value_t *condition = tern_gpu_build_and(e->b, is_there, build_inside(e, places));
  if (!condition) return build_read(e, places);
  tern_op_t *if_op = tern_gpu_build_if(e->b, condition, TERN_TYPES(e->outside->type));
  tern_value_t *value = build_read(e, places);
  tern_gpu_build_else(e->b, if_op, TERN_VALUES(value));
  tern_gpu_build_if_end(e->b, if_op, TERN_VALUES(e->outside));
  return tern_op_result(if_op, 0);
}

// The vector at `places`.
static tern_value_t *build_value(emitter_t *e, tern_value_t *const *places, tern_value_t *is_there) {
  const plan_t *plan = e->plan;
  if (plan->unit == plan->lanes) return build_unit(e, places, is_there);
  const tern_type_t *element = tern_type_element(plan->output->type);
  tern_value_t *own[TERN_LINALG_MAX_LOOPS], *elements[ACCESS];
  memcpy(own, places, plan->rank * sizeof own[0]);
  for (int64_t i = 0; i < plan->lanes; i += plan->unit) {
    own[plan->rank - 1] = tern_build_index_add(e->b, places[plan->rank - 1], tern_build_index(e->b, i));
    tern_value_t *unit = build_unit(e, own, is_there);
    for (int64_t k = 0; k < plan->unit; ++k) {
      const tern_attr_t *position = tern_dense_i64_array_attr_get(e->b->context, &k, 1);
      elements[i + k] = plan->unit == 1 ? unit
                                        : tern_build_value(e->b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(unit),
                                                           .types = TERN_TYPES(element),
                                                           .attrs = TERN_ATTRS({"static_position", position}));
    }
  }
  return tern_build_value(e->b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, (size_t)plan->lanes},
                          .types = TERN_TYPES(tern_vector_type_get(element, &plan->lanes, 1, 0)));
}

static void store(emitter_t *e, tern_value_t *value, tern_value_t *const *places, tern_value_t *is_there) {
  const plan_t *plan = e->plan;
  tern_value_t *operands[2 + TERN_LINALG_MAX_LOOPS] = {value, plan->output};
  memcpy(operands + 2, places, plan->rank * sizeof operands[0]);
  tern_op_t *if_op = is_there ? tern_gpu_build_if(e->b, is_there, (tern_types_t){0}) : NULL;
  const tern_op_row_t *row = plan->lanes > 1 ? TERN_VECTOR(STORE) : TERN_MEMREF(STORE);
  tern_build(e->b, row, .operands = {operands, 2 + plan->rank});
  if (if_op) tern_gpu_build_if_end(e->b, if_op, (tern_values_t){0});
}

// The vectors from `first` on, all read before one is stored; `is_whole`: they are all there.
static void emit_copies(emitter_t *e, tern_value_t *first, int64_t total, bool is_whole) {
  const plan_t *plan = e->plan;
  tern_value_t *places[COPIES][TERN_LINALG_MAX_LOOPS], *values[COPIES], *is_there[COPIES] = {NULL};
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];
  for (size_t d = 0; d < plan->rank; ++d) {
    extents[d] = tern_build_index(e->b, d + 1 == plan->rank ? plan->extents[d] / plan->lanes : plan->extents[d]);
  }
  for (size_t c = 0; c < COPIES; ++c) {
    tern_value_t *position = tern_build_index_add(e->b, first, tern_build_index(e->b, (int64_t)c * WORKGROUP));
    if (!is_whole) {
      is_there[c] = tern_gpu_build_less(e->b, position, tern_build_index(e->b, total));
    }
    tern_gpu_build_delinearized(e->b, position, extents, plan->rank, places[c]);
    tern_value_t **last = &places[c][plan->rank - 1];
    *last = tern_build_index_mul(e->b, *last, tern_build_index(e->b, plan->lanes));
    values[c] = build_value(e, places[c], is_there[c]);
  }
  for (size_t c = 0; c < COPIES; ++c) store(e, values[c], places[c], is_there[c]);
}

static tern_value_t *build_splat(tern_builder_t *b, tern_value_t *scalar, int64_t lanes) {
  if (lanes == 1) return scalar;
  return tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(scalar),
                          .types = TERN_TYPES(tern_vector_type_get(scalar->type, &lanes, 1, 0)));
}

static void emit(const plan_t *plan) {
  tern_builder_t builder = tern_builder_before(plan->copy), *b = &builder;
  emitter_t e = {.plan = plan, .b = b, .outside = build_splat(b, plan->number, plan->unit)};
  const tern_gpu_kernel_t kernel = {.func = plan->func, .workgroup_size = {WORKGROUP, 1, 1}};
  int64_t total = 1;
  for (size_t d = 0; d < plan->rank; ++d) total *= plan->extents[d];
  total /= plan->lanes;
  tern_value_t *count = tern_build_index(b, total), *width = tern_build_index(b, WORKGROUP * COPIES);
  const tern_workgroup_extent_t grid[3] = {{.extent = count, .divisor = WORKGROUP * COPIES}};
  tern_workgroup_count_build(plan->func, grid, TERN_GPU_MAX_GRID);
  tern_op_set_attr(plan->func, "spirv.entry_point_abi",
                   tern_spirv_entry_point_abi_get(b->context, kernel.workgroup_size));
  tern_value_t *group = tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 0);
  tern_value_t *first = tern_build_index_mul(b, group, width);
  first = tern_build_index_add(b, first, tern_gpu_build_local_id(b, &kernel, 0));
  tern_op_t *for_op = NULL;
  if (total > (int64_t)TERN_GPU_MAX_GRID * WORKGROUP * COPIES) {
    tern_value_t *step = tern_build_index_mul(b, tern_gpu_build_id(b, TERN_GPU(GRID_DIM), 0), width);
    for_op = tern_build_scf_for(b, first, count, step, (tern_values_t){0});
    first = tern_scf_for_iv(for_op);
  }
  emit_copies(&e, first, total, !for_op && total % (WORKGROUP * COPIES) == 0);
  if (for_op) tern_build_scf_for_end(b, for_op, (tern_values_t){0});
  tern_op_destroy(plan->copy);
  tern_op_destroy(plan->fill);
}

// --- the pass ---

static bool convert_function(tern_op_t *func, tern_pass_t *pass) {
  plan_t plan;
  if (tern_machine_cuda_of(func)->kind != TERN_MACHINE_CUDA || !make_plan(func, &plan)) return true;
  emit(&plan);
  tern_pass_count(pass, 0, 1);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_entry_points_convert(root, pass, convert_function); }

const tern_pass_def_t tern_convert_padding_to_gpu_pass = {
    .name = "ConvertPaddingToGPU",
    .flag = "convert-padding-to-gpu",
    .anchor = "builtin.module",
    .summary =
        "Convert a fill, and a copy into the middle of what was filled, to one kernel that writes everything once",
    .statistics = (const char *const[]){"num-converted - functions that became kernels", NULL},
    .run = run,
};
