// The epilogue of a cooperative contraction where fragments cannot just be stored: which element of a fragment
// an invocation holds is not known, so that nothing but the same for all elements can be done with one, and matrices of
// some types cannot be stored. Each subgroup therefore puts its fragments, one or two at a time, into workgroup memory
// of its own, and its invocations take them out again as vectors:
//
//   gpu.subgroup_mma_store_matrix %fragment, %scratch[%subgroup, ...]
//   spirv.ControlBarrier
//   %v = vector.load %scratch[%subgroup, %lane / 4, (%lane mod 4) * 4] : ..., vector<4xf32>
//   ...                                   // conversion and epilogue
//   vector.store %r, %C[...]
//
// With two places per subgroup, taken in turn, one barrier per step is enough: what is overwritten was read before the
// barrier of the step between. (Source of the idea: the epilogues of NVIDIA's CUTLASS.)

#include "convert/gpu/cooperative.h"
#include "convert/gpu/layout_places.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"

enum { WORKGROUP_SPACE = 3, LANES = 4, PADDING_BYTES = 16, MAX_PASSES = 16, MAX_VIEWS = 1 + TERN_GPU_MAX_EPILOGUE };

typedef tern_gpu_fragments_t emitter_t;

// --- scratch memory ---

static tern_walk_result_t add_memory(tern_op_t *op, void *user) {
  int64_t *bytes = user;
  if (!tern_op_is(op, TERN_MEMREF(ALLOC))) return TERN_WALK_ADVANCE;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_gpu_is_workgroup_memory(type)) {
    *bytes += tern_type_element_count(type) * ((tern_type_bit_width(tern_type_element(type)) + 7) / 8);
  }
  return TERN_WALK_ADVANCE;
}

// Do the vectors of `width` fragments side by side go to the invocations of a subgroup evenly, row by row?
static bool divides(const tern_gpu_cooperative_t *own, int64_t width, int64_t subgroup_size) {
  int64_t per_row = width * own->fragment[1] / LANES;
  return own->fragment[1] % LANES == 0 && (own->subgroup_n / own->fragment[1]) % width == 0 &&
         subgroup_size % per_row == 0 && own->fragment[0] * per_row % subgroup_size == 0 &&
         own->fragment[0] * per_row / subgroup_size <= MAX_PASSES;
}

bool tern_gpu_cooperative_take_scratch(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  // Best first: long rows for the buffer, two places, rows that begin in different banks.
  static const struct {
    int64_t width, slots, padding;
  } choices[] = {{2, 2, 2}, {1, 2, 1}, {1, 2, 0}, {1, 1, 0}};
  tern_gpu_cooperative_t *own = &plan->cooperative;
  if (own->scratch) return true;
  int64_t used = 0, bytes = tern_type_bit_width(own->accumulator) / 8;
  tern_op_walk_pre(kernel->func, add_memory, &used);
  int64_t left = tern_gpu_limits_of(kernel->func).shared_memory_size - used;
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; ++i) {
    int64_t shape[] = {
        kernel->workgroup_size[0] / kernel->subgroup_size,
        choices[i].slots * own->fragment[0],
        choices[i].width * own->fragment[1] + choices[i].padding * PADDING_BYTES / bytes,
    };
    if (!divides(own, choices[i].width, kernel->subgroup_size)) continue;
    if (shape[0] * shape[1] * shape[2] * bytes > left) continue;
    tern_builder_t b = tern_builder_at_start(tern_op_body(kernel->func, 0), plan->op->loc);
    const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(b.context, 64), WORKGROUP_SPACE);
    own->scratch = tern_build_value(&b, TERN_MEMREF(ALLOC),
                                    .types = TERN_TYPES(tern_memref_type_get(own->accumulator, shape, 3, NULL, space)),
                                    .segments = (int32_t[]){0, 0});
    own->slots = choices[i].slots;
    own->width = choices[i].width;
    own->subgroup_size = kernel->subgroup_size;
    return true;
  }
  return false;
}

// --- what is fused ---

static bool is_pure(const tern_op_t *op) { return !tern_is_linalg(op) && tern_op_effects(op) == 0; }

// Belongs to copies in workgroup memory around a contraction.
static bool is_of_copies(const tern_op_t *op) {
  return tern_op_is(op, TERN_SPIRV(CONTROLBARRIER)) || tern_op_is(op, TERN_MEMREF(DEALLOC)) ||
         tern_op_is(op, TERN_MEMREF(ALLOC));
}

static bool may_touch(const tern_op_t *op, const tern_value_t *memref) {
  if (op->region_count > 0 && !tern_is_linalg(op)) return true;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, i);
    if (operand->type->kind == TERN_TYPE_MEMREF && tern_gpu_may_alias(operand, memref)) return true;
  }
  return false;
}

static void fuse_fill(tern_gpu_plan_t *plan, const tern_op_t *anchor, const tern_map_t *plan_of) {
  const tern_value_t *output = tern_linalg_output(plan->op, 0);
  const tern_op_t *op = anchor->prev;
  while (op && (is_pure(op) || !may_touch(op, output))) op = op->prev;
  if (!op || !tern_op_is(op, TERN_LINALG(FILL)) || !tern_gpu_is_same_view(tern_op_operand(op, 1), output)) return;
  tern_gpu_plan_t *fill = tern_map_get(plan_of, op);
  if (!fill || tern_op_operand(op, 0)->type != tern_type_element(output->type)) return;
  plan->cooperative.start = tern_op_operand(op, 0);
  fill->kind = TERN_GPU_PLAN_FUSED;
  fill->fused_into = plan->op;
}

// Does `op` go over the elements of the result one by one, and find what the ops fused so far have written at its own
// element only?
static bool is_epilogue(const tern_gpu_plan_t *plan, const tern_gpu_plan_t *next) {
  const tern_gpu_cooperative_t *own = &plan->cooperative;
  const tern_op_t *op = next->op;
  if (!tern_linalg_is_all_parallel(op) || tern_linalg_output_count(op) != 1) return false;
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0), *result = tern_linalg_output_map(plan->op, 0);
  if (map->result_count != result->result_count || map->result_count != next->loop_count) return false;
  if (!tern_affine_map_is_projected_permutation(map, false)) return false;
  for (size_t r = 0; r < map->result_count; ++r) {
    if (next->ranges[map->results[r]->value] != plan->ranges[result->results[r]->value]) return false;
  }
  size_t columns = (size_t)map->results[map->result_count - 1]->value;
  if (tern_gpu_choose_lanes(op, columns, own->fragment[1]) != LANES) return false;
  size_t output = tern_linalg_output_position(op, 0);
  for (size_t v = 0; v <= own->epilogue_count; ++v) {
    const tern_op_t *earlier = v == 0 ? plan->op : own->epilogue[v - 1];
    const tern_value_t *written = tern_linalg_output(earlier, 0);
    for (size_t i = 0; i < op->operand_count; ++i) {
      const tern_value_t *operand = tern_op_operand(op, i);
      if (operand->type->kind != TERN_TYPE_MEMREF || !tern_gpu_may_alias(operand, written)) continue;
      bool is_own =
          tern_gpu_is_same_view(operand, written) && tern_gpu_is_same_access(tern_linalg_indexing_map(op, i), map);
      if (!is_own) return false;
    }
    // Nor is what others may still read overwritten.
    for (size_t i = 0; v > 0 && i < tern_linalg_input_count(earlier); ++i) {
      const tern_value_t *read = tern_op_operand(earlier, i);
      if (read->type->kind != TERN_TYPE_MEMREF || !tern_gpu_may_alias(read, tern_op_operand(op, output))) continue;
      bool is_own = tern_gpu_is_same_view(read, tern_op_operand(op, output)) &&
                    tern_gpu_is_same_access(tern_linalg_indexing_map(earlier, i), tern_linalg_output_map(earlier, 0));
      if (!is_own) return false;
    }
  }
  return true;
}

static void fuse_epilogue(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel, const tern_op_t *anchor,
                          const tern_map_t *plan_of) {
  tern_gpu_cooperative_t *own = &plan->cooperative;
  for (tern_op_t *op = anchor->next; op; op = op->next) {
    if (is_pure(op) || is_of_copies(op)) continue;
    tern_gpu_plan_t *next = tern_is_linalg(op) ? tern_map_get(plan_of, op) : NULL;
    if (!next || own->epilogue_count == TERN_GPU_MAX_EPILOGUE || !is_epilogue(plan, next)) return;
    if (!tern_gpu_cooperative_take_scratch(plan, kernel)) return;
    own->epilogue[own->epilogue_count++] = op;
    next->kind = TERN_GPU_PLAN_FUSED;
    next->fused_into = plan->op;
  }
}

void tern_gpu_cooperative_fuse(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel, const tern_map_t *plan_of) {
  if (plan->kind != TERN_GPU_PLAN_COOPERATIVE || tern_op_is(plan->op, TERN_LINALG(FILL))) return;
  const tern_op_t *anchor = plan->cooperative.loop ? plan->cooperative.loop : plan->op;
  fuse_fill(plan, anchor, plan_of);
  fuse_epilogue(plan, kernel, anchor, plan_of);
}

// --- steps ---

// How the invocations of a subgroup share `width` fragments that lie side by side.
typedef struct sharing {
  const emitter_t *e;
  tern_value_t *row, *column;  // of the invocation's first vector, in the fragments
  int64_t rows_per_pass, passes;
  int64_t steps;  // so far
} sharing_t;

static tern_value_t *build_offset(const emitter_t *e, tern_value_t *base, int64_t offset) {
  return tern_build_index_add(e->b, base, tern_build_index(e->b, offset));
}

static void build_barrier(const emitter_t *e) {
  const int64_t order = TERN_SPIRV_MEMORYSEMANTICS_ACQUIRERELEASE | TERN_SPIRV_MEMORYSEMANTICS_WORKGROUPMEMORY;
  const tern_attr_t *scope = tern_enum_attr_get(e->b->context, TERN_SPIRV_ENUM(SCOPE), TERN_SPIRV_SCOPE_WORKGROUP);
  const tern_attr_t *semantics = tern_enum_attr_get(e->b->context, TERN_SPIRV_ENUM(MEMORY_SEMANTICS), order);
  tern_build(e->b, TERN_SPIRV(CONTROLBARRIER),
             .attrs = TERN_ATTRS({"execution_scope", scope}, {"memory_scope", scope}, {"memory_semantics", semantics}));
}

// Invocations are dealt vectors of the fragments row by row, "pass" by pass.
static tern_layout_t find_vectors(const tern_gpu_cooperative_t *own) {
  int64_t per_row = own->width * own->fragment[1] / LANES, rows = own->subgroup_size / per_row;
  return TERN_LAYOUT_EXTEND(NULL, {"element", LANES, "dim1"}, {TERN_LAYOUT_LANE, per_row, "dim1"},
                            {TERN_LAYOUT_LANE, rows, "dim0"}, {"pass", MAX_PASSES, "dim0"});
}

static sharing_t make_sharing(const emitter_t *e) {
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  const tern_type_t *index = tern_index_type_get(e->b->context);
  tern_layout_t vectors = find_vectors(own);
  tern_value_t *lane = tern_build_value(e->b, TERN_GPU(LANE_ID), .types = TERN_TYPES(index));
  tern_gpu_places_t places = tern_gpu_build_places(e->b, &vectors, TERN_GPU_INPUTS({TERN_LAYOUT_LANE, lane}));
  sharing_t sharing = {.e = e};
  sharing.row = tern_gpu_build_place(&places, "dim0", (tern_gpu_numbers_t){0});
  sharing.column = tern_gpu_build_place(&places, "dim1", (tern_gpu_numbers_t){0});
  sharing.rows_per_pass = tern_gpu_place_distance(&places, "dim0", TERN_GPU_NUMBERS({"pass", 1}));
  sharing.passes = own->fragment[0] / sharing.rows_per_pass;
  // An earlier turn of a loop around all this may have left the memory in use.
  if (tern_op_has_trait(tern_block_parent_op(e->b->block), TERN_TRAIT_LOOP_LIKE)) build_barrier(e);
  return sharing;
}

static int64_t first_row(const sharing_t *s) {
  const tern_gpu_cooperative_t *own = &s->e->plan->cooperative;
  return s->steps % own->slots * own->fragment[0];
}

// The op that moves a fragment, or a vector, between scratch memory and registers: a load without `value`.
static tern_value_t *build_matrix_access(const sharing_t *s, int64_t which, tern_value_t *value) {
  const emitter_t *e = s->e;
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  tern_value_t *row = tern_build_index(e->b, first_row(s)), *column = tern_build_index(e->b, which * own->fragment[1]);
  int64_t distance = tern_type_dim(own->scratch->type, 2);
  const tern_attr_t *lead = tern_integer_attr_get(tern_index_type_get(e->b->context), distance);
  if (!value) {
    const tern_type_t *type =
        tern_gpu_matrix_type_get(own->accumulator, own->fragment[0], own->fragment[1], TERN_GPU_MATRIX_C);
    return tern_build_value(e->b, TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX),
                            .operands = TERN_VALUES(own->scratch, e->subgroup, row, column), .types = TERN_TYPES(type),
                            .attrs = TERN_ATTRS({"leadDimension", lead}));
  }
  tern_build(e->b, TERN_GPU(SUBGROUP_MMA_STORE_MATRIX),
             .operands = TERN_VALUES(value, own->scratch, e->subgroup, row, column),
             .attrs = TERN_ATTRS({"leadDimension", lead}));
  return NULL;
}

static tern_value_t *build_vector_access(const sharing_t *s, int64_t pass, tern_value_t *value) {
  const emitter_t *e = s->e;
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  const int64_t lanes = LANES;
  tern_value_t *row = build_offset(e, s->row, first_row(s) + pass * s->rows_per_pass);
  if (!value) {
    return tern_build_value(e->b, TERN_VECTOR(LOAD), .operands = TERN_VALUES(own->scratch, e->subgroup, row, s->column),
                            .types = TERN_TYPES(tern_vector_type_get(own->accumulator, &lanes, 1, 0)));
  }
  tern_build(e->b, TERN_VECTOR(STORE), .operands = TERN_VALUES(value, own->scratch, e->subgroup, row, s->column));
  return NULL;
}

tern_value_t *tern_gpu_build_float_cast(tern_builder_t *builder, tern_value_t *value, const tern_type_t *element) {
  bool is_vector = value->type->kind == TERN_TYPE_VECTOR;
  const tern_type_t *from = is_vector ? tern_type_element(value->type) : value->type;
  if (from == element) return value;
  const int64_t lanes = LANES;
  const tern_op_row_t *row =
      tern_type_bit_width(element) > tern_type_bit_width(from) ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF);
  return tern_build_value(builder, row, .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(is_vector ? tern_vector_type_get(element, &lanes, 1, 0) : element));
}

// --- elements of the buffers ---

// Positions of the loops of `op` at an element of its output.
static void set_positions(const emitter_t *e, const tern_op_t *op, tern_value_t *row, tern_value_t *column,
                          tern_value_t **out_ivs) {
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0);
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) out_ivs[loop] = tern_build_index(e->b, 0);
  out_ivs[map->results[map->result_count - 2]->value] = row;
  out_ivs[map->results[map->result_count - 1]->value] = column;
}

// The elements of operand `position` at `ivs`; one only if they are all the same.
static tern_value_t *build_operand(const emitter_t *e, const tern_op_t *op, size_t position, tern_value_t *const *ivs) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position), *output = tern_linalg_output_map(op, 0);
  const tern_value_t *memref = tern_op_operand(op, position);
  size_t columns = (size_t)output->results[output->result_count - 1]->value;
  bool is_along = false;
  for (size_t r = 0; r < map->result_count; ++r) is_along |= tern_affine_expr_uses_dim(map->results[r], columns);
  if (!is_along || memref->type->kind != TERN_TYPE_MEMREF) return tern_gpu_build_load(e->b, op, position, ivs);
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS];
  const int64_t lanes = LANES;
  size_t count = tern_gpu_build_access(e->b, op, position, ivs, operands);
  return tern_build_value(e->b, TERN_VECTOR(LOAD), .operands = {operands, count},
                          .types = TERN_TYPES(tern_vector_type_get(tern_type_element(memref->type), &lanes, 1, 0)));
}

// What a buffer is to hold at the element.
typedef struct view {
  const tern_op_t *op;  // that wrote it
  tern_value_t *value;
} view_t;

static view_t *find_view(view_t *views, size_t count, const tern_value_t *memref) {
  for (size_t i = 0; i < count; ++i) {
    if (memref->type->kind == TERN_TYPE_MEMREF && tern_gpu_is_same_view(tern_linalg_output(views[i].op, 0), memref)) {
      return &views[i];
    }
  }
  return NULL;
}

static tern_value_t *build_epilogue_op(const emitter_t *e, const tern_op_t *op, tern_value_t *const *ivs, view_t *views,
                                       size_t view_count) {
  const tern_block_t *body = tern_linalg_body(op);
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0);
  tern_value_t *args[TERN_GPU_MAX_OPERANDS], *result;
  for (size_t i = 0; i < op->operand_count; ++i) {
    args[i] = NULL;
    if (!tern_value_has_uses(body->args[i])) continue;
    const view_t *view = find_view(views, view_count, tern_op_operand(op, i));
    args[i] = view ? view->value : build_operand(e, op, i, ivs);
  }
  tern_gpu_build_body(e->b, op, args, ivs, LANES, (size_t)output->results[output->result_count - 1]->value, &result);
  return result;
}

// The epilogue on the sums of a vector of elements, and the stores of all that comes out.
static void build_elements(const emitter_t *e, tern_value_t *row, tern_value_t *column, tern_value_t *sums) {
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  const tern_type_t *element = tern_type_element(tern_linalg_output(e->plan->op, 0)->type);
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
  view_t views[MAX_VIEWS] = {{e->plan->op, tern_gpu_build_float_cast(e->b, sums, element)}};
  size_t count = 1;
  for (size_t i = 0; i < own->epilogue_count; ++i) {
    const tern_op_t *op = own->epilogue[i];
    set_positions(e, op, row, column, ivs);
    tern_value_t *value = build_epilogue_op(e, op, ivs, views, count);
    view_t *view = find_view(views, count, tern_linalg_output(op, 0));
    if (!view) view = &views[count++];
    *view = (view_t){op, value};
  }
  for (size_t i = 0; i < count; ++i) {
    set_positions(e, views[i].op, row, column, ivs);
    tern_gpu_build_store(e->b, views[i].op, tern_linalg_output_position(views[i].op, 0), ivs, views[i].value);
  }
}

// --- both ways ---

// Place of the invocation's vector of `pass` in the tile.
static tern_value_t *vector_row(const sharing_t *s, tern_value_t *base, int64_t i, int64_t pass) {
  return build_offset(s->e, base, i * s->e->plan->cooperative.fragment[0] + pass * s->rows_per_pass);
}

void tern_gpu_cooperative_build_loads(const tern_gpu_fragments_t *fragments, tern_value_t **out_values) {
  const emitter_t *e = fragments;
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  sharing_t s = make_sharing(e);
  tern_value_t *row = tern_build_index_add(e->b, e->row, s.row);
  tern_value_t *column = tern_build_index_add(e->b, e->column, s.column);
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
  for (int64_t i = 0; i < e->rows; ++i) {
    for (int64_t j = 0; j < e->columns; j += own->width, ++s.steps) {
      if (s.steps > 0 && own->slots == 1) build_barrier(e);
      for (int64_t pass = 0; pass < s.passes; ++pass) {
        set_positions(e, e->plan->op, vector_row(&s, row, i, pass), build_offset(e, column, j * own->fragment[1]), ivs);
        tern_value_t *loaded = build_operand(e, e->plan->op, tern_linalg_output_position(e->plan->op, 0), ivs);
        build_vector_access(&s, pass, tern_gpu_build_float_cast(e->b, loaded, own->accumulator));
      }
      build_barrier(e);
      for (int64_t w = 0; w < own->width; ++w) out_values[i * e->columns + j + w] = build_matrix_access(&s, w, NULL);
    }
  }
  build_barrier(e);
}

void tern_gpu_cooperative_build_stores(const tern_gpu_fragments_t *fragments, tern_value_t *const *values) {
  emitter_t after = *fragments;
  const tern_gpu_cooperative_t *own = &after.plan->cooperative;
  // All that the epilogue uses is there in front of its last op.
  tern_builder_t b = *fragments->b;
  if (own->epilogue_count) b = tern_builder_before(own->epilogue[own->epilogue_count - 1]);
  after.b = &b;
  const emitter_t *e = &after;
  sharing_t s = make_sharing(e);
  tern_value_t *row = tern_build_index_add(e->b, e->row, s.row);
  tern_value_t *column = tern_build_index_add(e->b, e->column, s.column);
  for (int64_t i = 0; i < e->rows; ++i) {
    for (int64_t j = 0; j < e->columns; j += own->width, ++s.steps) {
      tern_value_t *vectors[MAX_PASSES];
      if (s.steps > 0 && own->slots == 1) build_barrier(e);
      for (int64_t w = 0; w < own->width; ++w) build_matrix_access(&s, w, values[i * e->columns + j + w]);
      build_barrier(e);
      for (int64_t pass = 0; pass < s.passes; ++pass) vectors[pass] = build_vector_access(&s, pass, NULL);
      for (int64_t pass = 0; pass < s.passes; ++pass) {
        build_elements(e, vector_row(&s, row, i, pass), build_offset(e, column, j * own->fragment[1]), vectors[pass]);
      }
    }
  }
}
