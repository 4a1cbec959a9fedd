// Cooperative matrices: contractions as products of fragments that the invocations of a subgroup hold together, which the
// device's matrix units compute.
//
// The workgroup's tile is distributed to its subgroups as a grid; each has the fragments of its part of the result and keeps
// them over all of the reduction:
//
//   %c = gpu.subgroup_mma_load_matrix %C[%m, %n] ...                       // once for each fragment of the part
//   %r = scf.for %k = ... iter_args(%acc = %c) {
//     ...                                                                   // copies to workgroup memory
//     %a = gpu.subgroup_mma_load_matrix %A[%m, %kk] ... "AOp"
//     %b = gpu.subgroup_mma_load_matrix %B[%kk, %n] ... "BOp"
//     %s = gpu.subgroup_mma_compute %a, %b, %acc
//     scf.yield %s
//   }
//   gpu.subgroup_mma_store_matrix %r, %C[%m, %n] ...
//
// Accumulators have the wider type if the target has one (tern_gpu_find_fragment): the result is converted once, behind
// the loop. Fills of the same tile make constant fragments, so that nothing is stored before the end.

#include "convert/gpu/cooperative.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/spirv.h"

#define MAX_FRAGMENTS 64  // of the result, per subgroup
#define MAX_DEPTH 16      // fragments along the reduction, per tile
#define ALIGNMENT 16      // bytes: of places and distances that matrices are accessed at

typedef tern_gpu_fragments_t emitter_t;

// How an operand holds a matrix: the dimensions of its rows and columns, and how far apart its lines are.
typedef struct layout {
  size_t row_dim, column_dim;
  int64_t distance;
  bool is_transposed;  // lines are columns
} layout_t;

// --- what can be done ---

static int64_t bytes_of(const tern_type_t *memref) { return (tern_type_bit_width(tern_type_element(memref)) + 7) / 8; }

static bool find_layout(const tern_op_t *op, size_t position, size_t row_loop, size_t column_loop, layout_t *out) {
  const tern_type_t *type = tern_op_operand(op, position)->type;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  size_t rank = map->result_count;
  bool has_row = false, has_column = false;
  if (type->kind != TERN_TYPE_MEMREF || rank < 2 || rank > TERN_MEMREF_MAX_RANK) return false;
  if (!tern_affine_map_is_projected_permutation(map, false) || !tern_memref_type_strides(type, strides, &offset)) {
    return false;
  }
  *out = (layout_t){0};
  for (size_t d = 0; d < rank; ++d) {
    if ((size_t)map->results[d]->value == row_loop) {
      out->row_dim = d;
      has_row = true;
    } else if ((size_t)map->results[d]->value == column_loop) {
      out->column_dim = d;
      has_column = true;
    }
  }
  if (!has_row || !has_column || strides[rank - 1] != 1) return false;
  out->is_transposed = out->row_dim + 1 == rank;
  if (!out->is_transposed && out->column_dim + 1 != rank) return false;
  out->distance = strides[out->is_transposed ? out->column_dim : out->row_dim];
  int64_t bytes = bytes_of(type);
  return out->distance > 0 && out->distance * bytes % ALIGNMENT == 0 &&
         tern_gpu_base_alignment(tern_op_operand(op, position)) * bytes >= ALIGNMENT;
}

// The loops of the output's last two dimensions, whole numbers of fragments each; all others have one iteration.
static bool find_tile(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel, const tern_gpu_tile_config_t *config) {
  const tern_op_t *op = plan->op;
  tern_gpu_cooperative_t *own = &plan->cooperative;
  size_t output = tern_linalg_output_position(op, 0);
  layout_t layout;
  if (tern_linalg_output_count(op) != 1) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, output);
  if (map->result_count < 2) return false;
  own->m = (size_t)map->results[map->result_count - 2]->value;
  own->n = (size_t)map->results[map->result_count - 1]->value;
  for (size_t i = 0; i < 3; ++i) own->fragment[i] = config->fragment[i];
  own->subgroup_m = config->subgroup_tile[own->m];
  own->subgroup_n = config->subgroup_tile[own->n];
  if (!find_layout(op, output, own->m, own->n, &layout) || layout.is_transposed) return false;
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    if (loop != own->m && loop != own->n && plan->ranges[loop] != 1) return false;
  }
  int64_t m = plan->ranges[own->m], n = plan->ranges[own->n];
  if (m == TERN_DYNAMIC || n == TERN_DYNAMIC || own->subgroup_m <= 0 || own->subgroup_n <= 0) return false;
  if (m % own->subgroup_m || n % own->subgroup_n || own->subgroup_m % own->fragment[0] ||
      own->subgroup_n % own->fragment[1]) {
    return false;
  }
  int64_t fragments = (own->subgroup_m / own->fragment[0]) * (own->subgroup_n / own->fragment[1]);
  int64_t subgroups = (m / own->subgroup_m) * (n / own->subgroup_n);
  return fragments <= MAX_FRAGMENTS && kernel->subgroup_size > 0 && kernel->workgroup_size[1] == 1 &&
         kernel->workgroup_size[2] == 1 && kernel->workgroup_size[0] == subgroups * kernel->subgroup_size;
}

// --- the loop over the reduction ---

typedef struct hazard {
  const tern_op_t *op;
  const tern_value_t *output;
} hazard_t;

static tern_walk_result_t find_hazard(tern_op_t *op, void *user) {
  const hazard_t *hazard = user;
  if (op == hazard->op) return TERN_WALK_SKIP;
  if (!tern_is_linalg(op) && tern_op_effects(op) == 0) return TERN_WALK_SKIP;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, i);
    if (operand->type->kind == TERN_TYPE_MEMREF && tern_gpu_may_alias(operand, hazard->output)) {
      return TERN_WALK_INTERRUPT;
    }
  }
  return tern_is_linalg(op) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

// Can `value` be computed before `loop`? With `moves` it then is.
static bool leave_loop(tern_value_t *value, tern_op_t *loop, bool moves) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return tern_value_arg_block(value) != tern_op_body(loop, 0);
  if (!tern_op_is_within(op, loop)) return true;
  if (op->region_count > 0 || tern_op_effects(op) != 0 || op->block != tern_op_body(loop, 0)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!leave_loop(tern_op_operand(op, i), loop, moves)) return false;
  }
  if (moves) tern_op_move_before(op, loop);
  return true;
}

// The loop around the op that sums over the reduction, if nothing else in it touches the result; else NULL.
static tern_op_t *reduction_loop(const tern_gpu_plan_t *plan) {
  tern_op_t *loop = tern_op_parent(plan->op);
  if (!loop || !tern_op_is(loop, TERN_SCF(FOR)) || loop->result_count != 0) return NULL;
  tern_value_t *output = tern_linalg_output(plan->op, 0);
  hazard_t hazard = {plan->op, output};
  if (!leave_loop(output, loop, false)) return NULL;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (tern_op_walk_pre(op, find_hazard, &hazard) == TERN_WALK_INTERRUPT) return NULL;
  }
  return loop;
}

// --- plans ---

static bool has_loop(const size_t *loops, size_t count, size_t loop) {
  for (size_t i = 0; i < count; ++i) {
    if (loops[i] == loop) return true;
  }
  return false;
}

static bool plan_contraction(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  tern_gpu_cooperative_t *own = &plan->cooperative;
  tern_contraction_t roles;
  int64_t fragment[3];
  layout_t layout;
  tern_gpu_limits_t limits = tern_gpu_limits_of(kernel->func);
  if (!tern_linalg_match_contraction(plan->op, &roles) || roles.k_count == 0) return false;
  if (!has_loop(roles.m, roles.m_count, own->m) || !has_loop(roles.n, roles.n_count, own->n)) return false;
  if (!tern_gpu_find_fragment(plan->op, &limits, fragment, &own->accumulator)) return false;
  for (size_t i = 0; i < 3; ++i) {
    if (fragment[i] != own->fragment[i]) return false;
  }
  own->k = roles.k[roles.k_count - 1];
  for (size_t i = 0; i < roles.k_count; ++i) {
    if (plan->ranges[roles.k[i]] == 1) continue;
    if (plan->ranges[own->k] != 1 && own->k != roles.k[i]) return false;
    own->k = roles.k[i];
  }
  int64_t k = plan->ranges[own->k];
  if (k == TERN_DYNAMIC || k <= 0 || k % fragment[2] != 0 || k / fragment[2] > MAX_DEPTH) return false;
  if (!find_layout(plan->op, 0, own->m, own->k, &layout) || !find_layout(plan->op, 1, own->k, own->n, &layout)) {
    return false;
  }
  own->loop = reduction_loop(plan);
  bool is_stored = tern_type_element(tern_linalg_output(plan->op, 0)->type)->kind != TERN_TYPE_BF16;
  return is_stored || tern_gpu_cooperative_take_scratch(plan, kernel);
}

// Matrices of bf16 cannot be stored: buffers of it become such of integers.
static bool is_constant_fill(const tern_op_t *op) {
  return tern_op_is(op, TERN_LINALG(FILL)) && tern_op_operand(op, 0)->type->kind != TERN_TYPE_BF16 &&
         tern_op_operand(op, 0)->type == tern_type_element(tern_op_operand(op, 1)->type);
}

bool tern_gpu_cooperative_plan(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel,
                               const tern_gpu_tile_config_t *config) {
  if (config->fragment[0] <= 0 || config->fragment[1] <= 0 || config->fragment[2] <= 0) return false;
  if (!find_tile(plan, kernel, config)) return false;
  if (!is_constant_fill(plan->op) && !plan_contraction(plan, kernel)) return false;
  plan->kind = TERN_GPU_PLAN_COOPERATIVE;
  return true;
}

bool tern_gpu_cooperative_agrees(const tern_gpu_plan_t *a, size_t a_position, const tern_gpu_plan_t *b,
                                 size_t b_position) {
  const tern_gpu_cooperative_t *x = &a->cooperative, *y = &b->cooperative;
  bool are_results =
      a_position == tern_linalg_output_position(a->op, 0) && b_position == tern_linalg_output_position(b->op, 0);
  return are_results && tern_gpu_is_same_view(tern_op_operand(a->op, a_position), tern_op_operand(b->op, b_position)) &&
         a->ranges[x->m] == b->ranges[y->m] && a->ranges[x->n] == b->ranges[y->n] && x->subgroup_m == y->subgroup_m &&
         x->subgroup_n == y->subgroup_n && x->fragment[0] == y->fragment[0] && x->fragment[1] == y->fragment[1];
}

int64_t tern_gpu_cooperative_copy_lanes(const tern_op_t *op, size_t loop, int64_t covered) {
  const tern_type_t *element = tern_type_element(tern_op_operand(op, 0)->type);
  uint32_t bits = tern_type_bit_width(element);
  if (!tern_op_is(op, TERN_LINALG(COPY)) || (bits != 16 && bits != 8)) return 1;
  int64_t lanes = 128 / bits;
  if (covered % lanes != 0) return 1;
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *memref = tern_op_operand(op, i);
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    int64_t strides[TERN_MEMREF_MAX_RANK], offset;
    size_t rank = tern_type_rank(memref->type);
    if (tern_type_element(memref->type) != element || rank == 0 || rank > TERN_MEMREF_MAX_RANK) return 1;
    if (!tern_memref_type_strides(memref->type, strides, &offset) || strides[rank - 1] != 1) return 1;
    if (!tern_affine_expr_is_dim(map->results[rank - 1], loop) || tern_gpu_base_alignment(memref) < lanes) return 1;
    for (size_t d = 0; d + 1 < rank; ++d) {
      if (strides[d] == TERN_DYNAMIC || strides[d] % lanes != 0) return 1;
    }
  }
  return lanes;
}

// --- pieces ---

static int64_t least(int64_t value) { return value > 1 ? value : 1; }

static emitter_t make_emitter(tern_builder_t *b, const tern_gpu_plan_t *plan) {
  const tern_gpu_cooperative_t *own = &plan->cooperative;
  int64_t across = plan->ranges[own->n] / own->subgroup_n, down = plan->ranges[own->m] / own->subgroup_m;
  emitter_t emitter = {.b = b,
                       .plan = plan,
                       .subgroup = tern_build_index(b, 0),
                       .row = tern_build_index(b, 0),
                       .column = tern_build_index(b, 0),
                       .rows = least(own->subgroup_m / own->fragment[0]),
                       .columns = least(own->subgroup_n / own->fragment[1])};
  if (across * down == 1) return emitter;
  tern_value_t *id = tern_build_value(b, TERN_GPU(SUBGROUP_ID), .types = TERN_TYPES(tern_index_type_get(b->context)));
  tern_value_t *parts = tern_build_index(b, across), *row = id;
  emitter.subgroup = id;
  if (across > 1 && down > 1) {
    row = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(id, parts));
    id = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(id, parts));
  }
  if (down > 1) emitter.row = tern_build_index_mul(b, row, tern_build_index(b, own->subgroup_m));
  if (across > 1) emitter.column = tern_build_index_mul(b, id, tern_build_index(b, own->subgroup_n));
  return emitter;
}

// memref and indices of the matrix at (row, column); returns how many values they are.
static size_t build_place(const emitter_t *e, size_t position, const layout_t *layout, tern_value_t *row,
                          tern_value_t *column, tern_value_t **out_operands) {
  size_t rank = tern_linalg_indexing_map(e->plan->op, position)->result_count;
  out_operands[0] = tern_op_operand(e->plan->op, position);
  for (size_t d = 0; d < rank; ++d) {
    out_operands[1 + d] = d == layout->row_dim ? row : d == layout->column_dim ? column : tern_build_index(e->b, 0);
  }
  return 1 + rank;
}

static size_t matrix_attrs(const emitter_t *e, const layout_t *layout, tern_named_attr_t out_attrs[2]) {
  out_attrs[0] =
      (tern_named_attr_t){"leadDimension", tern_integer_attr_get(tern_index_type_get(e->b->context), layout->distance)};
  out_attrs[1] = (tern_named_attr_t){"transpose", tern_unit_attr_get(e->b->context)};
  return layout->is_transposed ? 2 : 1;
}

static tern_value_t *build_load(const emitter_t *e, size_t position, const layout_t *layout, tern_value_t *row,
                                tern_value_t *column, const tern_type_t *type) {
  tern_value_t *operands[1 + TERN_MEMREF_MAX_RANK];
  tern_named_attr_t attrs[2];
  size_t count = build_place(e, position, layout, row, column, operands);
  size_t attr_count = matrix_attrs(e, layout, attrs);
  return tern_build_value(e->b, TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), .operands = {operands, count},
                          .types = TERN_TYPES(type), .attrs = {attrs, attr_count});
}

static void build_store(const emitter_t *e, size_t position, const layout_t *layout, tern_value_t *row,
                        tern_value_t *column, tern_value_t *value) {
  tern_value_t *operands[2 + TERN_MEMREF_MAX_RANK] = {value};
  tern_named_attr_t attrs[2];
  size_t count = build_place(e, position, layout, row, column, operands + 1);
  size_t attr_count = matrix_attrs(e, layout, attrs);
  tern_build(e->b, TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), .operands = {operands, 1 + count},
             .attrs = {attrs, attr_count});
}

static tern_value_t *build_converted(const emitter_t *e, tern_value_t *matrix, const tern_type_t *element) {
  const tern_type_t *from = tern_gpu_matrix_element(matrix->type);
  if (from == element) return matrix;
  bool is_wider = tern_type_bit_width(element) > tern_type_bit_width(from);
  const tern_attr_t *kind = tern_enum_attr_get(e->b->context, TERN_GPU_ENUM(MMA_ELEMENT_WISE),
                                               is_wider ? TERN_GPU_MATRIX_EXTF : TERN_GPU_MATRIX_TRUNCF);
  return tern_build_value(e->b, TERN_GPU(SUBGROUP_MMA_ELEMENTWISE), .operands = TERN_VALUES(matrix),
                          .types = TERN_TYPES(tern_gpu_matrix_with_element(matrix->type, element)),
                          .attrs = TERN_ATTRS({"opType", kind}));
}

static tern_value_t *build_offset(const emitter_t *e, tern_value_t *base, int64_t offset) {
  return tern_build_index_add(e->b, base, tern_build_index(e->b, offset));
}

static const tern_type_t *result_type(const emitter_t *e) {
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  const tern_type_t *element = tern_type_element(tern_linalg_output(e->plan->op, 0)->type);
  return tern_gpu_matrix_type_get(element, own->fragment[0], own->fragment[1], TERN_GPU_MATRIX_C);
}

// --- fragments of the result ---

// What the accumulators begin with.
static void load_results(const emitter_t *e, tern_value_t **out_fragments) {
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  if (own->start) {
    const tern_type_t *type =
        tern_gpu_matrix_type_get(own->accumulator, own->fragment[0], own->fragment[1], TERN_GPU_MATRIX_C);
    tern_value_t *start = tern_gpu_build_float_cast(e->b, own->start, own->accumulator);
    tern_value_t *constant = tern_build_value(e->b, TERN_GPU(SUBGROUP_MMA_CONSTANT_MATRIX),
                                              .operands = TERN_VALUES(start), .types = TERN_TYPES(type));
    for (int64_t i = 0; i < e->rows * e->columns; ++i) out_fragments[i] = constant;
    return;
  }
  if (tern_type_element(tern_linalg_output(e->plan->op, 0)->type)->kind == TERN_TYPE_BF16) {
    tern_gpu_cooperative_build_loads(e, out_fragments);
    return;
  }
  size_t position = tern_linalg_output_position(e->plan->op, 0);
  layout_t layout;
  find_layout(e->plan->op, position, own->m, own->n, &layout);
  for (int64_t i = 0; i < e->rows * e->columns; ++i) {
    tern_value_t *row = build_offset(e, e->row, i / e->columns * own->fragment[0]);
    tern_value_t *column = build_offset(e, e->column, i % e->columns * own->fragment[1]);
    tern_value_t *loaded = build_load(e, position, &layout, row, column, result_type(e));
    out_fragments[i] = build_converted(e, loaded, own->accumulator);
  }
}

static void store_results(const emitter_t *e, tern_value_t *const *fragments) {
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  if (own->scratch) {
    tern_gpu_cooperative_build_stores(e, fragments);
    return;
  }
  size_t position = tern_linalg_output_position(e->plan->op, 0);
  const tern_type_t *element = tern_gpu_matrix_element(result_type(e));
  layout_t layout;
  find_layout(e->plan->op, position, own->m, own->n, &layout);
  for (int64_t i = 0; i < e->rows * e->columns; ++i) {
    tern_value_t *row = build_offset(e, e->row, i / e->columns * own->fragment[0]);
    tern_value_t *column = build_offset(e, e->column, i % e->columns * own->fragment[1]);
    build_store(e, position, &layout, row, column, build_converted(e, fragments[i], element));
  }
}

// --- products ---

// Adds the products of the tile to `fragments`: the left operands of a step are held while the right ones go by.
static void build_products(const emitter_t *e, tern_value_t **fragments) {
  const tern_gpu_cooperative_t *own = &e->plan->cooperative;
  const tern_op_t *op = e->plan->op;
  layout_t left, right;
  find_layout(op, 0, own->m, own->k, &left);
  find_layout(op, 1, own->k, own->n, &right);
  const tern_type_t *left_type = tern_gpu_matrix_type_get(tern_type_element(tern_op_operand(op, 0)->type),
                                                          own->fragment[0], own->fragment[2], TERN_GPU_MATRIX_A);
  const tern_type_t *right_type = tern_gpu_matrix_type_get(tern_type_element(tern_op_operand(op, 1)->type),
                                                           own->fragment[2], own->fragment[1], TERN_GPU_MATRIX_B);
  for (int64_t step = 0; step < e->plan->ranges[own->k]; step += own->fragment[2]) {
    tern_value_t *k = tern_build_index(e->b, step), *factors[MAX_FRAGMENTS];
    for (int64_t i = 0; i < e->rows; ++i) {
      factors[i] = build_load(e, 0, &left, build_offset(e, e->row, i * own->fragment[0]), k, left_type);
    }
    for (int64_t j = 0; j < e->columns; ++j) {
      tern_value_t *column = build_offset(e, e->column, j * own->fragment[1]);
      tern_value_t *factor = build_load(e, 1, &right, k, column, right_type);
      for (int64_t i = 0; i < e->rows; ++i) {
        tern_value_t **sum = &fragments[i * e->columns + j];
        *sum = tern_build_value(e->b, TERN_GPU(SUBGROUP_MMA_COMPUTE), .operands = TERN_VALUES(factors[i], factor, *sum),
                                .types = TERN_TYPES((*sum)->type));
      }
    }
  }
}

// --- the op ---

// The loop again, with the fragments carried from one iteration to the next.
static void emit_in_loop(const tern_gpu_plan_t *plan, tern_op_t *loop) {
  leave_loop(tern_linalg_output(plan->op, 0), loop, true);
  tern_builder_t b = tern_builder_before(loop);
  b.loc = plan->op->loc;
  emitter_t e = make_emitter(&b, plan);
  tern_value_t *fragments[MAX_FRAGMENTS];
  size_t count = (size_t)(e.rows * e.columns);
  load_results(&e, fragments);
  tern_op_t *carrying = tern_build_scf_for(&b, tern_op_operand(loop, 0), tern_op_operand(loop, 1),
                                           tern_op_operand(loop, 2), (tern_values_t){fragments, count});
  tern_block_t *body = tern_op_body(loop, 0);
  tern_value_replace_all_uses(tern_scf_for_iv(loop), tern_scf_for_iv(carrying));
  tern_op_destroy(body->last_op);
  tern_block_for_each_op_safe(body, op) {
    tern_op_remove(op);
    tern_builder_insert(&b, op);
  }
  for (size_t i = 0; i < count; ++i) fragments[i] = tern_scf_for_carried(carrying, i);
  tern_builder_t inner = tern_builder_before(plan->op);
  e.b = &inner;
  build_products(&e, fragments);
  tern_build_scf_for_end(&b, carrying, (tern_values_t){fragments, count});
  for (size_t i = 0; i < count; ++i) fragments[i] = tern_op_result(carrying, i);
  e.b = &b;
  store_results(&e, fragments);
  tern_op_destroy(loop);
}

bool tern_gpu_cooperative_emit(const tern_gpu_plan_t *plan) {
  tern_builder_t b = tern_builder_before(plan->op);
  tern_value_t *fragments[MAX_FRAGMENTS];
  if (tern_op_is(plan->op, TERN_LINALG(FILL))) {
    emitter_t e = make_emitter(&b, plan);
    tern_value_t *constant =
        tern_build_value(&b, TERN_GPU(SUBGROUP_MMA_CONSTANT_MATRIX),
                         .operands = TERN_VALUES(tern_op_operand(plan->op, 0)), .types = TERN_TYPES(result_type(&e)));
    for (int64_t i = 0; i < e.rows * e.columns; ++i) fragments[i] = constant;
    store_results(&e, fragments);
    return true;
  }
  if (plan->cooperative.loop) {
    emit_in_loop(plan, plan->cooperative.loop);
    return true;
  }
  emitter_t e = make_emitter(&b, plan);
  load_results(&e, fragments);
  build_products(&e, fragments);
  store_results(&e, fragments);
  return true;
}
