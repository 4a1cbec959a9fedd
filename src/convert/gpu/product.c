// Which dispatches are one product, and what is done with its accumulators; see the header.

#include "convert/gpu/product.h"

#include <string.h>

#include "convert/gpu/kernel.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/vector/vector.h"

static bool refuse(tern_gpu_product_t *product, const char *reason) {
  product->refusal = reason;
  return false;
}

// --- the contraction ---

// Position of `loop` in an operand's dimensions; SIZE_MAX if it is not there.
static size_t place_of(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    if (tern_affine_expr_is_dim(map->results[r], loop)) return r;
  }
  return SIZE_MAX;
}

static bool is_innermost(const tern_op_t *op, size_t position, size_t loop) {
  return place_of(op, position, loop) + 1 == tern_linalg_indexing_map(op, position)->result_count;
}

// Nothing but products of the (widened) elements, in floating point.
static bool is_plain_body(const tern_op_t *op) {
  static const tern_op_row_t *const allowed[] = {TERN_ARITH(MULF), TERN_ARITH(ADDF), TERN_ARITH(EXTF)};
  tern_block_t *body = tern_linalg_body(op);
  tern_block_for_each_op(body, inner) {
    bool is_allowed = inner == body->last_op;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; ++i) is_allowed |= tern_op_is(inner, allowed[i]);
    if (!is_allowed) return false;
  }
  return true;
}

static bool is_dense(const tern_value_t *memref) {
  const tern_type_t *type = memref->type;
  return type->kind == TERN_TYPE_MEMREF && !tern_memref_type_layout(type) && !tern_gpu_is_workgroup_memory(type);
}

tern_op_t *tern_gpu_product_source(const tern_value_t *memref) {
  tern_op_t *op = tern_value_defining_op(memref);
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  if (op && memref->type->kind == TERN_TYPE_MEMREF && tern_memref_type_layout(memref->type)) {
    bool is_known = tern_memref_type_strides(memref->type, strides, &offset) && offset == 0;
    for (size_t i = 0; is_known && i < tern_type_rank(memref->type); ++i) {
      is_known = strides[i] != TERN_DYNAMIC && tern_type_dim(memref->type, i) != TERN_DYNAMIC;
    }
    if (!is_known || strides[tern_type_rank(memref->type) - 1] != 1) return NULL;
    if (tern_op_is(op, TERN_MEMREF(SUBVIEW))) op = tern_value_defining_op(tern_op_operand(op, 0));
  }
  return op && tern_op_is(op, TERN_IREE(PLACEHOLDER)) ? op : NULL;
}

static bool read_contraction(tern_gpu_product_t *product, tern_op_t *op) {
  tern_contraction_t roles;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  product->op = op;
  if (!tern_linalg_has_buffer_semantics(op) || !tern_linalg_match_contraction(op, &roles) ||
      !tern_linalg_static_loop_ranges(op, ranges)) {
    return refuse(product, "it is no contraction");
  }
  if (roles.m_count != 1 || roles.n_count != 1 || roles.k_count != 1 || roles.batch_count > 1) {
    return refuse(product, "it has other loops than m, n, k and one batch");
  }
  if (!is_plain_body(op)) return refuse(product, "its body is no plain product of floats");
  for (size_t i = 0; i < 3; ++i) {
    const tern_value_t *memref = tern_op_operand(op, i);
    bool is_read = i < 2 && tern_gpu_product_source(memref) != NULL;
    if (!is_dense(memref) && !is_read) return refuse(product, "an operand has a layout");
  }
  product->has_batch = roles.batch_count == 1;
  size_t left = 0, right = 1, m = roles.m[0], n = roles.n[0], batch = roles.batch[0];
  if (!is_innermost(op, 2, n)) {
    left = 1;
    right = 0;
    m = roles.n[0];
    n = roles.m[0];
  }
  if (!is_innermost(op, 2, n)) return refuse(product, "the innermost dimension of the result is the batch");
  if (product->has_batch) {
    for (size_t i = 0; i < 3; ++i) {
      if (place_of(op, i, batch) != 0) return refuse(product, "the batch is not the outermost dimension");
    }
  }
  product->a = tern_op_operand(op, left);
  product->b = tern_op_operand(op, right);
  product->c = tern_op_operand(op, 2);
  product->a_has_batch = product->b_has_batch = product->has_batch;
  product->is_a_transposed = is_innermost(op, left, m);
  product->is_b_transposed = !is_innermost(op, right, n);
  product->batch = product->has_batch ? ranges[batch] : 1;
  product->m = ranges[m];
  product->n = ranges[n];
  product->k = ranges[roles.k[0]];
  return true;
}

// --- before and after ---

static bool is_zero(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return constant && constant->kind == TERN_ATTR_FLOAT && tern_float_attr_value(constant) == 0.0;
}

static size_t find_output(const tern_gpu_product_t *product, const tern_value_t *memref) {
  size_t i = 0;
  while (i < product->output_count && !tern_gpu_is_same_view(product->outputs[i], memref)) ++i;
  return i;
}

// Outputs of one position are one position: maps that permute nothing, over dimensions of the result.
static bool has_result_shape(const tern_gpu_product_t *product, const tern_op_t *op, size_t position) {
  const tern_type_t *type = tern_op_operand(op, position)->type, *result = product->c->type;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  if (!tern_affine_map_is_projected_permutation(map, false) || tern_type_rank(type) != tern_type_rank(result) ||
      map->result_count != tern_linalg_loop_count(op)) {
    return false;
  }
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    if (tern_type_dim(type, d) != tern_type_dim(result, d)) return false;
  }
  return true;
}

static bool has_same_map(const tern_op_t *op, size_t a, size_t b) {
  const tern_affine_map_t *left = tern_linalg_indexing_map(op, a), *right = tern_linalg_indexing_map(op, b);
  if (left->result_count != right->result_count) return false;
  for (size_t r = 0; r < left->result_count; ++r) {
    if (left->results[r] != right->results[r]) return false;
  }
  return true;
}

// What an element-wise op reads must be another invocation's business in no case.
static bool reads_own_elements(const tern_gpu_product_t *product, const tern_op_t *op) {
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    tern_value_t *memref = tern_linalg_input(op, i);
    if (memref->type->kind != TERN_TYPE_MEMREF) continue;
    if (!is_dense(memref) || !tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, i), true))
      return false;
    for (size_t k = 0; k < product->output_count; ++k) {
      if (!tern_gpu_may_alias(memref, product->outputs[k])) continue;
      if (!tern_gpu_is_same_view(memref, product->outputs[k])) return false;
      if (!has_same_map(op, i, tern_linalg_output_position(op, 0))) return false;
    }
  }
  return true;
}

static bool add_consumer(tern_gpu_product_t *product, tern_op_t *op) {
  if (product->consumer_count == TERN_GPU_PRODUCT_MAX_CONSUMERS) return refuse(product, "too many ops follow it");
  if (!tern_linalg_has_buffer_semantics(op) || !tern_linalg_is_all_parallel(op)) {
    return refuse(product, "an op that follows it is not element-wise");
  }
  size_t first = tern_linalg_output_position(op, 0);
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    tern_value_t *output = tern_linalg_output(op, i);
    if (!is_dense(output) || !has_result_shape(product, op, first + i) || !has_same_map(op, first, first + i)) {
      return refuse(product, "an op that follows it has a result of another shape");
    }
    size_t index = find_output(product, output);
    for (size_t k = 0; k < product->output_count; ++k) {
      if (k != index && tern_gpu_may_alias(output, product->outputs[k])) {
        return refuse(product, "results overlap");
      }
    }
    if (index < product->output_count) continue;
    if (index == TERN_GPU_PRODUCT_MAX_OUTPUTS) return refuse(product, "there are too many results");
    product->outputs[product->output_count++] = output;
  }
  tern_block_for_each_op(tern_linalg_body(op), inner) {
    bool is_end = inner == tern_linalg_body(op)->last_op;
    if (!is_end && (inner->result_count != 1 || inner->region_count != 0 || tern_op_effects(inner) != 0)) {
      return refuse(product, "an op that follows it does more than compute");
    }
  }
  product->consumers[product->consumer_count++] = op;
  return true;
}

// An allocation that the matched ops alone know: its elements stay in registers.
static bool is_allocation(const tern_value_t *memref) {
  const tern_op_t *op = tern_value_defining_op(memref);
  return op && (tern_op_is(op, TERN_MEMREF(ALLOC)) || tern_op_is(op, TERN_MEMREF(ALLOCA)));
}

static bool is_temporary(const tern_gpu_product_t *product, tern_value_t *memref) {
  if (!is_allocation(memref)) return false;
  tern_value_for_each_use(memref, use) {
    bool is_known = use->owner == product->op || use->owner == product->fill;
    for (size_t i = 0; i < product->consumer_count; ++i) is_known |= use->owner == product->consumers[i];
    if (!is_known) return false;
  }
  return true;
}

static bool find_temporaries(tern_gpu_product_t *product) {
  size_t count = 0;
  for (size_t i = 0; i < product->output_count; ++i) {
    product->is_temporary[i] = is_temporary(product, product->outputs[i]);
    if (is_allocation(product->outputs[i]) && !product->is_temporary[i]) {
      return refuse(product, "a temporary is used by other ops");
    }
    count += product->is_temporary[i];
  }
  return count < product->output_count || refuse(product, "there are no results");
}

// All that is written is known: nothing that is read may be among it but where it was written.
static bool check_memory(tern_gpu_product_t *product) {
  for (size_t k = 0; k < product->output_count; ++k) {
    if (tern_gpu_may_alias(product->a, product->outputs[k]) || tern_gpu_may_alias(product->b, product->outputs[k])) {
      return refuse(product, "a factor lies where results go");
    }
  }
  for (size_t i = 0; i < product->consumer_count; ++i) {
    if (!reads_own_elements(product, product->consumers[i])) {
      return refuse(product, "an op that follows it reads other elements of a result");
    }
  }
  return true;
}

bool tern_gpu_product_match(tern_op_t *func, tern_gpu_product_t *out_product) {
  *out_product = (tern_gpu_product_t){.func = func};
  if (func->regions[0].first_block != func->regions[0].last_block) return false;
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    if (tern_op_is(op, TERN_LINALG(FILL)) && !out_product->op) {
      if (out_product->fill) return false;
      out_product->fill = op;
    } else if (tern_is_linalg(op) && !out_product->op) {
      if (!read_contraction(out_product, op)) return false;
      out_product->outputs[out_product->output_count++] = out_product->c;
    } else if (tern_is_linalg(op)) {
      if (!add_consumer(out_product, op)) return false;
    } else if ((tern_op_effects(op) & ~TERN_TRAIT_MEM_ALLOC) && !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) {
      return refuse(out_product, "the dispatch does other things as well");
    }
  }
  if (!out_product->op) return false;
  const tern_op_t *fill = out_product->fill;
  if (!fill || !tern_gpu_is_same_view(tern_linalg_output(fill, 0), out_product->c) ||
      !is_zero(tern_op_operand(fill, 0))) {
    return refuse(out_product, "the sums do not start at zero");
  }
  return find_temporaries(out_product) && check_memory(out_product);
}

void tern_gpu_product_exchange(tern_gpu_product_t *product) {
  tern_gpu_product_t old = *product;
  product->is_exchanged = !old.is_exchanged;
  product->a = old.b;
  product->b = old.a;
  product->a_has_batch = old.b_has_batch;
  product->b_has_batch = old.a_has_batch;
  product->is_a_transposed = !old.is_b_transposed;
  product->is_b_transposed = !old.is_a_transposed;
  product->m = old.n;
  product->n = old.m;
}

tern_value_t *tern_gpu_product_build_extent(tern_builder_t *builder, const tern_gpu_product_t *product, size_t dim) {
  size_t output = 0;
  while (product->is_temporary[output]) ++output;  // what the host knows
  return tern_gpu_build_dim(builder, product->outputs[output], dim);
}

// --- the epilogue ---

// The loops of a consumer at a position of the result.
static void set_loops(const tern_op_t *op, tern_value_t *const *indices, tern_value_t **out_loops) {
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0);
  for (size_t r = 0; r < map->result_count; ++r) out_loops[(size_t)map->results[r]->value] = indices[r];
}

static size_t innermost_loop(const tern_op_t *op) {
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0);
  return (size_t)map->results[map->result_count - 1]->value;
}

static bool is_pair_element(const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  return (tern_type_is_float(type) || tern_type_is_signless(type)) && (width == 16 || width == 32);
}

int64_t tern_gpu_product_lanes(const tern_gpu_product_t *product) {
  int64_t extent = product->is_exchanged ? product->m : product->n;
  if (extent == TERN_DYNAMIC || extent % 2 != 0 || !is_pair_element(tern_type_element(product->c->type)) ||
      tern_gpu_base_alignment(product->c) % 2 != 0) {
    return 1;
  }
  for (size_t i = 0; i < product->consumer_count; ++i) {
    const tern_op_t *op = product->consumers[i];
    if (tern_gpu_choose_lanes(op, innermost_loop(op), extent) < 2) return 1;
  }
  return 2;
}

static const tern_type_t *lanes_of(const tern_type_t *element, int64_t lanes) {
  return lanes > 1 ? tern_vector_type_get(element, &lanes, 1, 0) : element;
}

static tern_value_t *build_conversion(tern_builder_t *b, tern_value_t *sum, const tern_type_t *type) {
  if (sum->type == type) return sum;
  const tern_type_t *from = sum->type->kind == TERN_TYPE_VECTOR ? tern_type_element(sum->type) : sum->type;
  const tern_type_t *to = type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
  bool is_wider = tern_type_bit_width(to) > tern_type_bit_width(from);
  return tern_build_value(b, is_wider ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF), .operands = TERN_VALUES(sum),
                          .types = TERN_TYPES(type));
}

// The elements of operand `position` that go with these loops: as many as lanes where they are neighbours, else one.
static tern_value_t *build_load(tern_builder_t *b, const tern_op_t *op, size_t position, tern_value_t *const *loops,
                                int64_t lanes) {
  tern_value_t *memref = tern_op_operand(op, position), *operands[1 + TERN_LINALG_MAX_LOOPS];
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  bool is_along = false;
  for (size_t r = 0; r < map->result_count; ++r) {
    is_along |= tern_affine_expr_uses_dim(map->results[r], innermost_loop(op));
  }
  if (memref->type->kind != TERN_TYPE_MEMREF || lanes == 1 || !is_along) {
    return tern_gpu_build_load(b, op, position, loops);
  }
  size_t count = tern_gpu_build_access(b, op, position, loops, operands);
  return tern_build_value(b, TERN_VECTOR(LOAD), .operands = {operands, count},
                          .types = TERN_TYPES(lanes_of(tern_type_element(memref->type), lanes)));
}

static void build_consumer(tern_builder_t *b, const tern_gpu_product_t *product, const tern_op_t *op, int64_t lanes,
                           tern_value_t *const *indices, tern_value_t **values) {
  tern_value_t *loops[TERN_LINALG_MAX_LOOPS] = {0}, *args[TERN_LINALG_MAX_LOOPS] = {0};
  tern_value_t *results[TERN_LINALG_MAX_LOOPS];
  const tern_block_t *body = tern_linalg_body(op);
  set_loops(op, indices, loops);
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_value_has_uses(body->args[i])) continue;
    size_t output = find_output(product, tern_op_operand(op, i));
    bool is_known = output < product->output_count && values[output];
    args[i] = is_known ? values[output] : build_load(b, op, i, loops, lanes);
  }
  tern_gpu_build_body(b, op, args, loops, lanes, innermost_loop(op), results);
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    values[find_output(product, tern_linalg_output(op, i))] = results[i];
  }
}

void tern_gpu_product_build_results(tern_builder_t *builder, const tern_gpu_product_t *product, int64_t lanes,
                                    tern_value_t *const *indices, tern_value_t *sum, tern_value_t **out_values) {
  for (size_t i = 0; i < product->output_count; ++i) out_values[i] = NULL;
  out_values[0] = build_conversion(builder, sum, lanes_of(tern_type_element(product->c->type), lanes));
  for (size_t i = 0; i < product->consumer_count; ++i) {
    build_consumer(builder, product, product->consumers[i], lanes, indices, out_values);
  }
}

void tern_gpu_product_build_store(tern_builder_t *builder, const tern_gpu_product_t *product, size_t output,
                                  tern_value_t *const *indices, tern_value_t *value) {
  if (product->is_temporary[output]) return;
  tern_value_t *operands[2 + TERN_GPU_PRODUCT_MAX_RANK] = {value, product->outputs[output]};
  size_t rank = tern_type_rank(product->c->type);
  memcpy(operands + 2, indices, rank * sizeof *operands);
  bool is_vector = value->type->kind == TERN_TYPE_VECTOR;
  tern_build(builder, is_vector ? TERN_VECTOR(STORE) : TERN_MEMREF(STORE), .operands = {operands, 2 + rank});
}

void tern_gpu_product_erase(const tern_gpu_product_t *product) {
  for (size_t i = product->consumer_count; i-- > 0;) tern_op_destroy(product->consumers[i]);
  tern_op_destroy(product->op);
  tern_op_destroy(product->fill);
}
