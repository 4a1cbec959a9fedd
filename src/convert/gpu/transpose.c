// --convert-transposes-to-gpu: element-wise ops that read an array along another dimension than they write become kernels
// that go through workgroup memory, so that both sides are accessed 16 bytes by 16 bytes where neighbours are neighbours.
//
//   linalg.generic ins(%x : memref<512x256xf32>) outs(%y : memref<256x512xf32>)      %y[i, j] = %x[j, i]
// becomes
//   %v = vector.load %x[%j, %i] : vector<4xf32>             along i, neighbours along i
//   ... its elements to %tile[%j, %i] in workgroup memory, whose rows have one element more, so that banks differ
//   gpu.barrier
//   ... elements %tile[%j, %i], %tile[%j + 1, %i] ...       along j
//   vector.store %w, %y[%i, %j] : vector<4xf32>
//
// A workgroup has a tile of the output's innermost loop (j) and of the loop that the inputs are contiguous in (i); other
// loops are distributed to workgroups. Inputs that are contiguous along j, or do not move with it, are read where they are
// needed. Functions of one such op, of static shape, are taken.

#include <string.h>

#include "analysis/gpu/tile_config.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/spirv/spirv.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"

enum {
  WORKGROUP = 256,
  TILE = 64,
  BYTE_TILE = 128,    // of single bytes: so that several accesses are under way
  LEAST_EXTENT = 16,  // shorter dimensions leave most of a tile empty
  ACCESS = 16,        // bytes
  MAX_VECTORS = 64,   // of a tile, per invocation
  MAX_CROSSED = 3,    // tiles of 64 x 64 that the least of workgroup memories holds
};

typedef struct plan {
  tern_op_t *func, *op;
  size_t loop_count;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  size_t out_loop, in_loop;                // contiguous in the outputs, in the crossed inputs
  int64_t out_lanes, in_lanes;             // of accesses along them
  bool is_crossed[TERN_GPU_MAX_OPERANDS];  // reads through the tile
  int64_t tile;                            // its extent along both loops
} plan_t;

// --- what is taken ---

static tern_op_t *find_only_op(tern_op_t *func) {
  tern_region_t *region = &func->regions[0];
  tern_op_t *found = NULL;
  if (region->first_block != region->last_block) return NULL;
  tern_block_for_each_op(region->first_block, op) {
    if (tern_is_linalg(op) && op->operand_count > 0) {
      if (found) return NULL;
      found = op;
    } else if (!tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && (op->region_count > 0 || tern_op_effects(op) != 0)) {
      return NULL;
    }
  }
  return found;
}

static bool is_plain_body(const tern_op_t *op) {
  tern_block_t *body = tern_linalg_body(op);
  tern_block_for_each_op(body, inner) {
    if (inner == body->last_op || tern_op_is(inner, TERN_LINALG(INDEX))) continue;
    if (inner->result_count != 1 || inner->region_count != 0 || inner->operand_count > 8) return false;
    bool is_constant = tern_value_constant(tern_op_result(inner, 0)) != NULL;
    if (!is_constant && !tern_op_has_trait(inner, TERN_TRAIT_ELEMENTWISE)) return false;
  }
  return true;
}

// The loop that the operand is contiguous in; false if there is none, or it is no array of numbers of whole bytes (complex ones
// are two).
static bool find_contiguous_loop(const tern_op_t *op, size_t position, size_t *out_loop) {
  const tern_value_t *memref = tern_op_operand(op, position);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(memref->type);
  uint32_t width = tern_type_bit_width(tern_type_element(memref->type));
  if (rank == 0 || rank > TERN_LINALG_MAX_LOOPS || width == 0 || width % 8 != 0 || width > 64 ||
      map->result_count != rank)
    return false;
  if (map->results[rank - 1]->kind != TERN_AFFINE_DIM) return false;
  if (!tern_memref_type_strides(memref->type, strides, &offset) || strides[rank - 1] != 1) return false;
  *out_loop = (size_t)map->results[rank - 1]->value;
  return true;
}

static bool uses_loop(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    if (tern_affine_expr_uses_dim(map->results[r], loop)) return true;
  }
  return false;
}

static bool may_overlap_output(const tern_op_t *op, size_t position) {
  for (size_t o = 0; o < tern_linalg_output_count(op); ++o) {
    if (tern_gpu_may_alias(tern_op_operand(op, position), tern_linalg_output(op, o))) return true;
  }
  return false;
}

static bool match_outputs(plan_t *plan) {
  const tern_op_t *op = plan->op;
  size_t loop;
  for (size_t o = 0; o < tern_linalg_output_count(op); ++o) {
    size_t position = tern_linalg_output_position(op, o);
    if (tern_linalg_reads_output(op, o) || !find_contiguous_loop(op, position, &loop)) return false;
    if (o > 0 && loop != plan->out_loop) return false;
    plan->out_loop = loop;
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
    if (map->result_count != plan->loop_count || !tern_affine_map_is_projected_permutation(map, false)) return false;
  }
  return tern_linalg_output_count(op) > 0;
}

static bool match_inputs(plan_t *plan) {
  const tern_op_t *op = plan->op;
  size_t crossed = 0;
  for (size_t p = 0; p < tern_linalg_input_count(op); ++p) {
    size_t loop;
    if (tern_op_operand(op, p)->type->kind != TERN_TYPE_MEMREF || !tern_value_has_uses(tern_linalg_body(op)->args[p]))
      continue;
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, p);
    if (!tern_affine_map_is_projected_permutation(map, true) || may_overlap_output(op, p)) return false;
    if (!uses_loop(op, p, plan->out_loop)) continue;
    if (!find_contiguous_loop(op, p, &loop)) return false;
    if (loop == plan->out_loop) continue;
    if (crossed > 0 && loop != plan->in_loop) return false;
    plan->in_loop = loop;
    plan->is_crossed[p] = true;
    ++crossed;
  }
  return crossed > 0 && crossed <= MAX_CROSSED;
}

static int64_t element_bytes(const plan_t *plan, size_t position) {
  return tern_type_bit_width(tern_type_element(tern_op_operand(plan->op, position)->type)) / 8;
}

// Can the operand be accessed by vectors of `lanes` along its innermost dimension?
static bool allows_lanes(const plan_t *plan, size_t position, int64_t lanes) {
  const tern_value_t *memref = tern_op_operand(plan->op, position);
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(memref->type);
  if (!tern_memref_type_strides(memref->type, strides, &offset)) return false;
  for (size_t d = 0; d + 1 < rank; ++d) {
    if (tern_type_dim(memref->type, d) == 1) continue;
    if (strides[d] == TERN_DYNAMIC || strides[d] % lanes != 0) return false;
  }
  return tern_gpu_base_alignment(memref) % lanes == 0;
}

// Lanes of the accesses along `loop`: of crossed inputs, or of all others that move along it.
static int64_t choose_lanes(const plan_t *plan, size_t loop, bool is_crossed) {
  int64_t lanes = ACCESS;
  for (; lanes > 1; lanes /= 2) {
    bool is_right = plan->ranges[loop] % lanes == 0;
    for (size_t p = 0; p < plan->op->operand_count && is_right; ++p) {
      bool is_input = p < tern_linalg_input_count(plan->op);
      if (plan->is_crossed[p] != is_crossed || tern_op_operand(plan->op, p)->type->kind != TERN_TYPE_MEMREF) continue;
      if (is_input && !tern_value_has_uses(tern_linalg_body(plan->op)->args[p])) continue;
      if (!uses_loop(plan->op, p, loop)) continue;
      is_right = lanes * element_bytes(plan, p) <= 2 * ACCESS && allows_lanes(plan, p, lanes);
      if (!is_input || is_crossed) is_right &= lanes * element_bytes(plan, p) <= ACCESS;
    }
    if (is_right) break;
  }
  return lanes;
}

static bool make_plan(tern_op_t *func, plan_t *plan) {
  *plan = (plan_t){.func = func, .op = find_only_op(func)};
  const tern_op_t *op = plan->op;
  if (!op || !tern_linalg_is_all_parallel(op) || !tern_linalg_has_buffer_semantics(op) || !is_plain_body(op) ||
      op->operand_count > TERN_GPU_MAX_OPERANDS || !tern_linalg_static_loop_ranges(op, plan->ranges)) {
    return false;
  }
  plan->loop_count = tern_linalg_loop_count(op);
  for (size_t loop = 0; loop < plan->loop_count; ++loop) {
    if (plan->ranges[loop] == TERN_DYNAMIC || plan->ranges[loop] == 0) return false;
  }
  if (!match_outputs(plan) || !match_inputs(plan)) return false;
  if (plan->ranges[plan->out_loop] < LEAST_EXTENT || plan->ranges[plan->in_loop] < LEAST_EXTENT) return false;
  plan->out_lanes = choose_lanes(plan, plan->out_loop, false);
  plan->in_lanes = choose_lanes(plan, plan->in_loop, true);
  size_t crossed = 0;
  for (size_t p = 0; p < tern_linalg_input_count(op); ++p) crossed += plan->is_crossed[p];
  bool is_of_bytes = plan->in_lanes == ACCESS && plan->out_lanes == ACCESS && crossed == 1;
  plan->tile = is_of_bytes ? BYTE_TILE : TILE;
  return true;
}

// --- the kernel ---

typedef struct emitter {
  const plan_t *plan;
  tern_builder_t *b;
  tern_gpu_kernel_t kernel;
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];  // of the tile's first element
  tern_value_t *tiles[TERN_GPU_MAX_OPERANDS];
} emitter_t;

static int64_t ceildiv(int64_t a, int64_t b) { return a / b + (a % b != 0); }

static int64_t tile_of(const plan_t *plan, size_t loop) {
  return loop == plan->out_loop || loop == plan->in_loop ? plan->tile : 1;
}

static const tern_type_t *vector_of(const tern_type_t *element, int64_t lanes) {
  return lanes > 1 ? tern_vector_type_get(element, &lanes, 1, 0) : element;
}

// Where in the tile the vector is that an invocation has in round `round`: `lanes` elements from *out_along on.
static void build_place(emitter_t *e, int64_t round, int64_t lanes, tern_value_t **out_along,
                        tern_value_t **out_across) {
  tern_builder_t *b = e->b;
  tern_value_t *extents[] = {tern_build_index(b, e->plan->tile), tern_build_index(b, e->plan->tile / lanes)},
               *places[2];
  tern_value_t *thread = tern_gpu_build_local_id(b, &e->kernel, 0);
  // What all rounds have in common is computed once: the distance of rounds is a number of whole rows.
  tern_gpu_build_delinearized(b, thread, extents, 2, places);
  int64_t rows = round * WORKGROUP / (e->plan->tile / lanes);
  *out_across = tern_build_index_add(b, places[0], tern_build_index(b, rows));
  *out_along = tern_build_index_mul(b, places[1], tern_build_index(b, lanes));
}

// Is the element there? NULL: always. The tile divides the extent, or vectors lie within it whole.
static tern_value_t *build_guard(emitter_t *e, size_t loop, tern_value_t *position) {
  int64_t range = e->plan->ranges[loop];
  return range % e->plan->tile == 0 ? NULL : tern_gpu_build_less(e->b, position, tern_build_index(e->b, range));
}

static tern_value_t *build_guards(emitter_t *e, tern_value_t *const *ivs) {
  tern_value_t *in = build_guard(e, e->plan->in_loop, ivs[e->plan->in_loop]);
  tern_value_t *out = build_guard(e, e->plan->out_loop, ivs[e->plan->out_loop]);
  return tern_gpu_build_and(e->b, in, out);
}

static tern_value_t *build_access(emitter_t *e, size_t position, tern_value_t *const *ivs, int64_t lanes) {
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS];
  if (lanes == 1) return tern_gpu_build_load(e->b, e->plan->op, position, ivs);
  size_t count = tern_gpu_build_access(e->b, e->plan->op, position, ivs, operands);
  return tern_build_value(e->b, TERN_VECTOR(LOAD), .operands = {operands, count},
                          .types = TERN_TYPES(vector_of(tern_type_element(operands[0]->type), lanes)));
}

static tern_value_t *build_extract(emitter_t *e, tern_value_t *value, int64_t lane) {
  if (value->type->kind != TERN_TYPE_VECTOR) return value;
  const tern_attr_t *at = tern_dense_i64_array_attr_get(e->b->context, &lane, 1);
  return tern_build_value(e->b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_type_element(value->type)),
                          .attrs = TERN_ATTRS({"static_position", at}));
}

// Elements that a bank holds.
static int64_t bank_elements(const plan_t *plan, size_t position) {
  enum { BANK = 4 };
  int64_t bytes = element_bytes(plan, position);
  return bytes < BANK ? BANK / bytes : 1;
}

// Rows that one invocation reads together are `out_lanes`; each such group of rows begins a bank further on than the one
// before, where elements are narrow: the groups would meet in the same banks otherwise.
static bool is_skewed(const plan_t *plan, size_t position) {
  return bank_elements(plan, position) > 1 && plan->out_lanes > 1;
}

static tern_value_t *build_column(emitter_t *e, size_t position, tern_value_t *row, tern_value_t *column) {
  const plan_t *plan = e->plan;
  if (!is_skewed(plan, position)) return column;
  tern_value_t *group =
      tern_build_value(e->b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(row, tern_build_index(e->b, plan->out_lanes)));
  tern_value_t *skew = tern_build_index_mul(e->b, group, tern_build_index(e->b, bank_elements(plan, position)));
  return tern_build_index_add(e->b, column, skew);
}

// Rows are longer than they need to be by one bank, or by those that the groups are moved and as many as make the sum odd:
// that shifts the rows over the banks.
static tern_value_t *build_tile(emitter_t *e, size_t position) {
  const plan_t *plan = e->plan;
  int64_t each = bank_elements(plan, position), banks = plan->tile / each + 1;
  if (is_skewed(plan, position)) banks = (plan->tile / each + plan->tile / plan->out_lanes) | 1;
  int64_t shape[] = {plan->tile, banks * each};
  const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(e->b->context, 64), 3);
  const tern_type_t *element = tern_type_element(tern_op_operand(e->plan->op, position)->type);
  return tern_build_value(e->b, TERN_MEMREF(ALLOC), .segments = (int32_t[]){0, 0},
                          .types = TERN_TYPES(tern_memref_type_get(element, shape, 2, NULL, space)));
}

// Crossed inputs to workgroup memory: %tile[out position, in position].
static void emit_reads(emitter_t *e, size_t position) {
  const plan_t *plan = e->plan;
  tern_builder_t *b = e->b;
  int64_t lanes = plan->in_lanes, rounds = plan->tile * plan->tile / lanes / WORKGROUP;
  tern_value_t *values[MAX_VECTORS], *along[MAX_VECTORS], *across[MAX_VECTORS];
  for (int64_t r = 0; r < rounds; ++r) {
    tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
    memcpy(ivs, e->ivs, sizeof ivs);
    build_place(e, r, lanes, &along[r], &across[r]);
    ivs[plan->in_loop] = tern_build_index_add(b, ivs[plan->in_loop], along[r]);
    ivs[plan->out_loop] = tern_build_index_add(b, ivs[plan->out_loop], across[r]);
    tern_value_t *guard = build_guards(e, ivs);
    if (!guard) {
      values[r] = build_access(e, position, ivs, lanes);
      continue;
    }
    const tern_type_t *type = vector_of(tern_type_element(tern_op_operand(plan->op, position)->type), lanes);
    tern_value_t *nothing = tern_type_is_float(tern_type_element(type)) ? tern_arith_constant_float(b, type, 0)
                                                                        : tern_arith_constant_int(b, type, 0);
    tern_op_t *if_op = tern_gpu_build_if(b, guard, TERN_TYPES(type));
    tern_value_t *value = build_access(e, position, ivs, lanes);
    tern_gpu_build_else(b, if_op, TERN_VALUES(value));
    tern_gpu_build_if_end(b, if_op, TERN_VALUES(nothing));
    values[r] = tern_op_result(if_op, 0);
  }
  for (int64_t r = 0; r < rounds; ++r) {
    tern_value_t *first = build_column(e, position, across[r], along[r]);
    for (int64_t l = 0; l < lanes; ++l) {
      tern_value_t *at = tern_build_index_add(b, first, tern_build_index(b, l));
      tern_build(b, TERN_MEMREF(STORE),
                 .operands = TERN_VALUES(build_extract(e, values[r], l), e->tiles[position], across[r], at));
    }
  }
}

// Lanes of the tile along the outputs' loop.
static tern_value_t *read_tile(emitter_t *e, size_t position, tern_value_t *along, tern_value_t *across) {
  tern_builder_t *b = e->b;
  tern_value_t *elements[ACCESS], *tile = e->tiles[position];
  const tern_type_t *element = tern_type_element(tile->type);
  int64_t lanes = e->plan->out_lanes;
  across = build_column(e, position, along, across);
  for (int64_t l = 0; l < lanes; ++l) {
    tern_value_t *at = tern_build_index_add(b, along, tern_build_index(b, l));
    elements[l] =
        tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(tile, at, across), .types = TERN_TYPES(element));
  }
  if (lanes == 1) return elements[0];
  return tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, (size_t)lanes},
                          .types = TERN_TYPES(vector_of(element, lanes)));
}

static void emit_writes(emitter_t *e) {
  const plan_t *plan = e->plan;
  tern_builder_t *b = e->b;
  int64_t lanes = plan->out_lanes, rounds = plan->tile * plan->tile / lanes / WORKGROUP;
  for (int64_t r = 0; r < rounds; ++r) {
    tern_value_t *ivs[TERN_LINALG_MAX_LOOPS], *args[TERN_GPU_MAX_OPERANDS], *results[TERN_GPU_MAX_OPERANDS];
    tern_value_t *along, *across;
    memcpy(ivs, e->ivs, sizeof ivs);
    build_place(e, r, lanes, &along, &across);
    ivs[plan->out_loop] = tern_build_index_add(b, ivs[plan->out_loop], along);
    ivs[plan->in_loop] = tern_build_index_add(b, ivs[plan->in_loop], across);
    tern_value_t *guard = build_guards(e, ivs);
    tern_op_t *if_op = guard ? tern_gpu_build_if(b, guard, (tern_types_t){0}) : NULL;
    for (size_t p = 0; p < plan->op->operand_count; ++p) {
      bool is_read = p < tern_linalg_input_count(plan->op) && tern_value_has_uses(tern_linalg_body(plan->op)->args[p]);
      args[p] = !is_read              ? NULL
                : plan->is_crossed[p] ? read_tile(e, p, along, across)
                                      : build_access(e, p, ivs, uses_loop(plan->op, p, plan->out_loop) ? lanes : 1);
    }
    tern_gpu_build_body(b, plan->op, args, ivs, lanes, plan->out_loop, results);
    for (size_t o = 0; o < tern_linalg_output_count(plan->op); ++o) {
      tern_gpu_build_store(b, plan->op, tern_linalg_output_position(plan->op, o), ivs, results[o]);
    }
    if (if_op) tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  }
}

// Which tile the workgroup has; those along the outputs' innermost loop are neighbours.
static void set_tile(emitter_t *e, tern_value_t *number) {
  const plan_t *plan = e->plan;
  size_t order[TERN_LINALG_MAX_LOOPS];
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS], *places[TERN_LINALG_MAX_LOOPS];
  tern_gpu_parallel_order(plan->op, order);
  for (size_t i = 0; i < plan->loop_count; ++i) {
    extents[i] = tern_build_index(e->b, ceildiv(plan->ranges[order[i]], tile_of(plan, order[i])));
  }
  tern_gpu_build_delinearized(e->b, number, extents, plan->loop_count, places);
  for (size_t i = 0; i < plan->loop_count; ++i) {
    e->ivs[order[i]] = tern_build_index_mul(e->b, places[i], tern_build_index(e->b, tile_of(plan, order[i])));
  }
}

static void emit(const plan_t *plan) {
  tern_builder_t builder = tern_builder_before(plan->op), *b = &builder;
  emitter_t e = {.plan = plan, .b = b};
  e.kernel = (tern_gpu_kernel_t){.func = plan->func, .workgroup_size = {WORKGROUP, 1, 1}};
  int64_t total = 1;
  for (size_t loop = 0; loop < plan->loop_count; ++loop) total *= ceildiv(plan->ranges[loop], tile_of(plan, loop));
  tern_value_t *count = tern_build_index(b, total);
  tern_workgroup_count_build(plan->func, (const tern_workgroup_extent_t[3]){{.extent = count, .divisor = 1}},
                             TERN_GPU_MAX_GRID);
  tern_op_set_attr(plan->func, "spirv.entry_point_abi",
                   tern_spirv_entry_point_abi_get(b->context, e.kernel.workgroup_size));
  for (size_t p = 0; p < tern_linalg_input_count(plan->op); ++p) {
    if (plan->is_crossed[p]) e.tiles[p] = build_tile(&e, p);
  }
  tern_value_t *number = tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 0);
  tern_op_t *for_op = NULL;
  if (total > TERN_GPU_MAX_GRID) {
    for_op = tern_build_scf_for(b, number, count, tern_gpu_build_id(b, TERN_GPU(GRID_DIM), 0), (tern_values_t){0});
    number = tern_scf_for_iv(for_op);
  }
  set_tile(&e, number);
  for (size_t p = 0; p < tern_linalg_input_count(plan->op); ++p) {
    if (plan->is_crossed[p]) emit_reads(&e, p);
  }
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  emit_writes(&e);
  if (for_op) {
    tern_build(b, TERN_GPU(BARRIER), .regions = 0);
    tern_build_scf_for_end(b, for_op, (tern_values_t){0});
  }
  tern_op_destroy(plan->op);
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

const tern_pass_def_t tern_convert_transposes_to_gpu_pass = {
    .name = "ConvertTransposesToGPU",
    .flag = "convert-transposes-to-gpu",
    .anchor = "builtin.module",
    .summary =
        "Convert ops that read along another dimension than they write to kernels that go through workgroup memory",
    .statistics = (const char *const[]){"num-converted - functions that became kernels", NULL},
    .run = run,
};
