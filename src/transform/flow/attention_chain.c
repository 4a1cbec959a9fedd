// Attention as programs write it; see attention_chain.h.
//
// What a number is computed of is followed element by element, through the bodies of element-wise ops and through reshapes that only
// move dimensions of size one, so that neither how fusion has cut the ops nor in which order their dims are makes a difference.

#include "transform/flow/attention_chain.h"

#include <math.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/tensor/tensor.h"

typedef tern_chain_t chain_t;
typedef tern_chain_point_t point_t;

enum { MAX_DEPTH = 64 };

// --- loops ---

static size_t add_loop(chain_t *c, int64_t extent) {
  if (extent == 1) return TERN_CHAIN_UNIT;
  if (c->loop_count == TERN_CHAIN_MAX_LOOPS) return c->has_too_many = true, TERN_CHAIN_UNIT;
  c->extents[c->loop_count] = extent;
  return c->loop_count++;
}

// --- through ops ---

static void visit(chain_t *c, tern_op_t *op) {
  for (size_t i = 0; i < c->ops.count; ++i) {
    if (c->ops.values[i] == op) return;
  }
  tern_vec_push(&c->ops, op);
}

static bool is_reshape(const tern_op_t *op) {
  return tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE));
}

// The loops of the other side's dims, if all that comes and goes is dims of size one. Others stay in their order.
static bool pass_reshape(const tern_type_t *from, const tern_type_t *to, size_t *loops) {
  size_t made[TERN_CHAIN_MAX_LOOPS], at = 0, rank = tern_type_rank(from);
  if (!tern_type_has_static_shape(from) || !tern_type_has_static_shape(to)) return false;
  if (tern_type_rank(to) > TERN_CHAIN_MAX_LOOPS) return false;
  for (size_t d = 0; d < tern_type_rank(to); ++d) {
    if (tern_type_dim(to, d) == 1) {
      made[d] = TERN_CHAIN_UNIT;
      continue;
    }
    while (at < rank && tern_type_dim(from, at) == 1) ++at;
    if (at == rank || tern_type_dim(from, at) != tern_type_dim(to, d)) return false;
    made[d] = loops[at++];
  }
  for (size_t d = 0; d < tern_type_rank(to); ++d) loops[d] = made[d];
  return true;
}

static bool is_elementwise(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_is_all_parallel(op)) return false;
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    bool is_right = tern_affine_map_is_permutation(tern_linalg_output_map(op, i)) && !tern_linalg_reads_output(op, i);
    if (!is_right) return false;
  }
  return true;
}

// From an element of a tensor to what makes it. False: nothing does that is to be looked into.
static bool enter(chain_t *c, point_t *p) {
  tern_op_t *op = tern_value_defining_op(p->value);
  if (!op) return false;
  if (is_reshape(op)) {
    tern_value_t *source = tern_op_operand(op, 0);
    if (!pass_reshape(p->value->type, source->type, p->loops)) return false;
    visit(c, op);
    p->value = source;
    return true;
  }
  if (!is_elementwise(op) || tern_linalg_loop_count(op) > TERN_CHAIN_MAX_LOOPS) return false;
  size_t loops[TERN_CHAIN_MAX_LOOPS], index = p->value->index;
  const tern_affine_map_t *map = tern_linalg_output_map(op, index);
  for (size_t d = 0; d < map->result_count; ++d) loops[map->results[d]->value] = p->loops[d];
  for (size_t i = 0; i < map->dim_count; ++i) p->loops[i] = loops[i];
  visit(c, op);
  p->value = tern_op_operand(tern_linalg_body(op)->last_op, index);
  p->op = op;
  return true;
}

// From an argument of a body to the element that it is. False: it is none of an input's.
bool tern_chain_leave(point_t *p) {
  size_t loops[TERN_CHAIN_MAX_LOOPS], index = p->value->index;
  if (index >= tern_linalg_input_count(p->op)) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(p->op, index);
  if (map->result_count > TERN_CHAIN_MAX_LOOPS) return false;
  for (size_t d = 0; d < map->result_count; ++d) {
    const tern_affine_expr_t *expr = map->results[d];
    if (expr->kind == TERN_AFFINE_DIM) {
      loops[d] = p->loops[expr->value];
    } else if (expr->kind == TERN_AFFINE_CONSTANT && tern_type_dim(tern_linalg_input(p->op, index)->type, d) == 1) {
      loops[d] = TERN_CHAIN_UNIT;
    } else {
      return false;
    }
  }
  p->value = tern_linalg_input(p->op, index);
  p->op = NULL;
  for (size_t d = 0; d < map->result_count; ++d) p->loops[d] = loops[d];
  return true;
}

static bool is_16_bit(const tern_type_t *type) { return type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16; }

// f16 and bf16 to f32 and back.
static bool is_cast(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_ARITH(EXTF)) && !tern_op_is(op, TERN_ARITH(TRUNCF))) return false;
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  return (is_16_bit(from) || from->kind == TERN_TYPE_F32) && (is_16_bit(to) || to->kind == TERN_TYPE_F32);
}

tern_op_t *tern_chain_op(const point_t *p) {
  tern_op_t *op = p->op ? tern_value_defining_op(p->value) : NULL;
  return op && op->block == tern_linalg_body(p->op) ? op : NULL;
}

point_t tern_chain_operand(const point_t *p, size_t index) {
  point_t made = *p;
  made.value = tern_op_operand(tern_chain_op(p), index);
  return made;
}

void tern_chain_resolve(chain_t *c, point_t *p) {
  for (bool is_moved = true; is_moved;) {
    const tern_op_t *op = tern_chain_op(p);
    point_t before = *p;
    if (!p->op) {
      is_moved = tern_type_is_shaped(p->value->type) && enter(c, p);
    } else if (op && c->skips_casts && is_cast(op)) {
      p->value = tern_op_operand(op, 0);
    } else {
      is_moved = tern_value_block(p->value) == tern_linalg_body(p->op) && !op && tern_chain_leave(p);
    }
    if (!is_moved) *p = before;
  }
}

// --- the same numbers ---

bool tern_chain_is_same_point(const point_t *x, const point_t *y) {
  if (x->value != y->value || x->op != y->op) return false;
  size_t count = x->op                                 ? tern_linalg_loop_count(x->op)
                 : tern_type_is_shaped(x->value->type) ? tern_type_rank(x->value->type)
                                                       : 0;
  return memcmp(x->loops, y->loops, count * sizeof *x->loops) == 0;
}

static bool is_index(const tern_op_t *op) { return tern_op_is(op, TERN_LINALG(INDEX)); }

size_t tern_chain_loop_of_index(const point_t *p) {
  return p->loops[tern_integer_attr_value(tern_op_attr(tern_chain_op(p), "dim"))];
}

static bool equal(chain_t *c, point_t x, point_t y, size_t depth) {
  tern_chain_resolve(c, &x);
  tern_chain_resolve(c, &y);
  if (x.value == y.value && x.op == y.op) return tern_chain_is_same_point(&x, &y);
  const tern_attr_t *constant = tern_value_constant(x.value);
  if (constant) {
    y.value = constant == tern_value_constant(y.value) ? x.value : y.value;
    return tern_chain_is_same_point(&x, &y) || (x.value == y.value && !tern_type_is_shaped(x.value->type));
  }
  const tern_op_t *op = tern_chain_op(&x), *other = tern_chain_op(&y);
  if (!op || !other || op->def != other->def || op->operand_count != other->operand_count || depth == MAX_DEPTH)
    return false;
  if (is_index(op)) return tern_chain_loop_of_index(&x) == tern_chain_loop_of_index(&y);
  if (tern_op_attr_dictionary(op) != tern_op_attr_dictionary(other) || op->region_count > 0) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!equal(c, tern_chain_operand(&x, i), tern_chain_operand(&y, i), depth + 1)) return false;
  }
  return true;
}

bool tern_chain_equal(chain_t *c, point_t x, point_t y) { return equal(c, x, y, 0); }

// --- products ---

static bool is_filled_with(const tern_value_t *value, double number) {
  tern_op_t *fill = tern_value_defining_op(value);
  const tern_attr_t *constant = NULL;
  if (fill && tern_op_is(fill, TERN_LINALG(FILL))) constant = tern_value_constant(tern_linalg_input(fill, 0));
  return constant && tern_attr_is_float(constant) && tern_float_attr_value(constant) == number;
}

static const tern_value_t *without_cast(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_ARITH(EXTF)) ? tern_op_operand(op, 0) : value;
}

// Sums of products, of numbers as they are or widened.
static bool is_product(const tern_op_t *op) {
  tern_contraction_t roles;
  if (!tern_is_linalg(op) || !tern_linalg_has_tensor_semantics(op) || op->result_count != 1) return false;
  if (tern_linalg_input_count(op) != 2 || !tern_linalg_match_contraction(op, &roles)) return false;
  if (tern_linalg_loop_count(op) > TERN_CHAIN_MAX_LOOPS || !is_filled_with(tern_linalg_output(op, 0), 0)) return false;
  const tern_block_t *body = tern_linalg_body(op);
  const tern_op_t *sum = tern_value_defining_op(tern_op_operand(body->last_op, 0));
  if (!sum || !tern_op_is(sum, TERN_ARITH(ADDF))) return false;
  const tern_op_t *product = NULL;
  for (size_t i = 0; i < 2 && !product; ++i) {
    if (tern_op_operand(sum, 1 - i) == body->args[2]) product = tern_value_defining_op(tern_op_operand(sum, i));
  }
  if (!product || !tern_op_is(product, TERN_ARITH(MULF))) return false;
  const tern_value_t *x = without_cast(tern_op_operand(product, 0)), *y = without_cast(tern_op_operand(product, 1));
  return (x == body->args[0] && y == body->args[1]) || (x == body->args[1] && y == body->args[0]);
}

static bool has_static_shapes(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_type_has_static_shape(tern_op_operand(op, i)->type)) return false;
  }
  return true;
}

// --- rows ---

// An element of what a reduction along the keys makes: what is combined by one of the rows, which start as `start`.
static bool read_reduction(chain_t *c, point_t *p, const tern_op_row_t *const *rows, double start) {
  tern_op_t *op = p->op ? NULL : tern_value_defining_op(p->value);
  if (!op || !tern_op_is(op, TERN_LINALG(GENERIC)) || op->result_count != 1 || !has_static_shapes(op)) return false;
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0);
  size_t count = tern_linalg_loop_count(op), loops[TERN_CHAIN_MAX_LOOPS];
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (count > TERN_CHAIN_MAX_LOOPS || !tern_affine_map_is_projected_permutation(map, false) ||
      !is_filled_with(tern_linalg_output(op, 0), start) || !tern_linalg_static_loop_ranges(op, ranges)) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) loops[i] = ranges[i] == 1 ? TERN_CHAIN_UNIT : c->key;
  for (size_t i = 0; i < count; ++i) {
    bool is_key = tern_linalg_iterator(op, i) == TERN_ITERATOR_REDUCTION && ranges[i] > 1;
    if (is_key && ranges[i] != c->extents[c->key]) return false;
  }
  for (size_t d = 0; d < map->result_count; ++d) loops[map->results[d]->value] = p->loops[d];
  const tern_block_t *body = tern_linalg_body(op);
  tern_op_t *combine = tern_value_defining_op(tern_op_operand(body->last_op, 0));
  bool is_known = combine && combine->block == body && (tern_op_is(combine, rows[0]) || tern_op_is(combine, rows[1]));
  for (size_t i = 0; i < 2 && is_known; ++i) {
    if (tern_op_operand(combine, i) != body->args[body->arg_count - 1]) continue;
    *p = (point_t){.value = tern_op_operand(combine, 1 - i), .op = op};
    for (size_t l = 0; l < count; ++l) p->loops[l] = loops[l];
    visit(c, op);
    return true;
  }
  return false;
}

static bool is_number(const tern_value_t *value, double number) {
  const tern_attr_t *constant = tern_value_constant(value);
  return constant && tern_attr_is_float(constant) && tern_float_attr_value(constant) == number;
}

// max(x, -inf), whichever max that is, is x.
static void skip_least(chain_t *c, point_t *p) {
  tern_chain_resolve(c, p);
  const tern_op_t *op = tern_chain_op(p);
  if (!op || (!tern_op_is(op, TERN_ARITH(MAXIMUMF)) && !tern_op_is(op, TERN_ARITH(MAXNUMF)))) return;
  for (size_t i = 0; i < 2; ++i) {
    if (!is_number(tern_op_operand(op, i), -INFINITY)) continue;
    *p = tern_chain_operand(p, 1 - i);
    tern_chain_resolve(c, p);
    return;
  }
}

static bool is_op(const point_t *p, const tern_op_row_t *row) {
  const tern_op_t *op = tern_chain_op(p);
  return op && tern_op_is(op, row);
}

// x / y, or x * (1 / y).
static bool read_quotient(chain_t *c, const point_t *p, point_t *x, point_t *y) {
  if (is_op(p, TERN_ARITH(DIVF))) {
    *x = tern_chain_operand(p, 0);
    *y = tern_chain_operand(p, 1);
    return true;
  }
  for (size_t i = 0; i < 2 && is_op(p, TERN_ARITH(MULF)); ++i) {
    point_t inverse = tern_chain_operand(p, i);
    tern_chain_resolve(c, &inverse);
    if (!is_op(&inverse, TERN_ARITH(DIVF)) || !is_number(tern_op_operand(tern_chain_op(&inverse), 0), 1)) continue;
    *x = tern_chain_operand(p, 1 - i);
    *y = tern_chain_operand(&inverse, 1);
    return true;
  }
  return false;
}

// exp(t - max of rows of t) / sum of rows of it
static bool read_softmax(chain_t *c, point_t weight) {
  static const tern_op_row_t *const sums[] = {TERN_ARITH(ADDF), TERN_ARITH(ADDF)};
  static const tern_op_row_t *const maxima[] = {TERN_ARITH(MAXIMUMF), TERN_ARITH(MAXNUMF)};
  point_t power, sum, max;
  tern_chain_resolve(c, &weight);
  if (!read_quotient(c, &weight, &power, &sum)) return false;
  tern_chain_resolve(c, &power);
  tern_chain_resolve(c, &sum);
  if (!is_op(&power, TERN_MATH(EXP)) || !read_reduction(c, &sum, sums, 0) || !tern_chain_equal(c, sum, power))
    return false;
  point_t difference = tern_chain_operand(&power, 0);
  tern_chain_resolve(c, &difference);
  if (!is_op(&difference, TERN_ARITH(SUBF))) return false;
  c->score = tern_chain_operand(&difference, 0);
  max = tern_chain_operand(&difference, 1);
  skip_least(c, &max);
  return read_reduction(c, &max, maxima, -INFINITY) && tern_chain_equal(c, max, c->score);
}

// --- scores ---

// The product that the score is computed of: the first that is found.
static bool find_product(chain_t *c, point_t p, point_t *out, size_t depth) {
  tern_chain_resolve(c, &p);
  const tern_op_t *op = tern_chain_op(&p), *made = p.op ? NULL : tern_value_defining_op(p.value);
  if (made && is_product(made)) return *out = p, true;
  for (size_t i = 0; op && i < op->operand_count && depth < MAX_DEPTH; ++i) {
    if (find_product(c, tern_chain_operand(&p, i), out, depth + 1)) return true;
  }
  return false;
}

// Gives the loops of the product numbers of the attention's: those of its result are known, others are new.
static bool number_loops(chain_t *c, const tern_op_t *op, size_t known, const size_t *of_dims, size_t *out) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, known);
  if (!has_static_shapes(op) || !tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    size_t dim = 0;
    while (dim < map->result_count && !tern_affine_expr_is_dim(map->results[dim], loop)) ++dim;
    out[loop] = dim < map->result_count ? of_dims[dim] : add_loop(c, ranges[loop]);
    if (c->extents[out[loop]] != ranges[loop]) return false;
  }
  return true;
}

// Does all that the product is used for lead to the last product, by what was gone through?
static bool is_used_here_only(const chain_t *c, const tern_value_t *value, size_t depth) {
  tern_value_for_each_use(value, use) {
    const tern_op_t *user = use->owner;
    bool is_known = user == c->product;
    if (is_known) continue;
    for (size_t i = 0; i < c->ops.count; ++i) is_known |= c->ops.values[i] == user;
    if (!is_known || depth == MAX_DEPTH) return false;
    for (size_t i = 0; i < user->result_count; ++i) {
      if (!is_used_here_only(c, tern_op_result(user, i), depth + 1)) return false;
    }
  }
  return true;
}

// --- behind the last product ---

static const tern_op_t *only_user(const tern_value_t *value) {
  return value->first_use && !value->first_use->next ? value->first_use->owner : NULL;
}

// Hands on its only input, perhaps as another float, in another order.
bool tern_chain_is_move(const chain_t *c, const tern_op_t *op) {
  if (!is_elementwise(op) || op->result_count != 1 || tern_linalg_input_count(op) != 1) return false;
  if (!tern_affine_map_is_permutation(tern_linalg_indexing_map(op, 0))) return false;
  const tern_block_t *body = tern_linalg_body(op);
  const tern_op_t *cast = tern_value_defining_op(tern_op_operand(body->last_op, 0));
  if (!cast) return tern_op_operand(body->last_op, 0) == body->args[0];
  return c->skips_casts && is_cast(cast) && tern_op_operand(cast, 0) == body->args[0];
}

static void find_result(chain_t *c) {
  point_t *p = &c->result;
  for (const tern_op_t *user; (user = only_user(p->value)) && user->block == c->product->block;) {
    point_t next = {.value = user->result_count ? tern_op_result(user, 0) : NULL};
    if (is_reshape(user)) {
      next = (point_t){.value = next.value};
      for (size_t i = 0; i < TERN_CHAIN_MAX_LOOPS; ++i) next.loops[i] = p->loops[i];
      if (!pass_reshape(p->value->type, next.value->type, next.loops)) return;
    } else if (tern_chain_is_move(c, user)) {
      size_t loops[TERN_CHAIN_MAX_LOOPS];
      const tern_affine_map_t *in = tern_linalg_indexing_map(user, 0), *out = tern_linalg_output_map(user, 0);
      for (size_t d = 0; d < in->result_count; ++d) loops[in->results[d]->value] = p->loops[d];
      for (size_t d = 0; d < out->result_count; ++d) next.loops[d] = loops[out->results[d]->value];
    } else {
      return;
    }
    *p = next;
  }
}

// --- the chain ---

static bool match_weights(chain_t *c) {
  tern_op_t *op = c->product;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, c->place), *out = tern_linalg_output_map(op, 0);
  if (!has_static_shapes(op) || !tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    c->product_loops[loop] = add_loop(c, ranges[loop]);
    if (tern_linalg_iterator(op, loop) != TERN_ITERATOR_REDUCTION || ranges[loop] == 1) continue;
    if (c->key != TERN_CHAIN_UNIT) return false;
    c->key = c->product_loops[loop];
  }
  if (c->key == TERN_CHAIN_UNIT) return false;
  point_t weight = {.value = tern_linalg_input(op, c->place)}, score;
  for (size_t d = 0; d < map->result_count; ++d) weight.loops[d] = c->product_loops[map->results[d]->value];
  c->result.value = tern_op_result(op, 0);
  for (size_t d = 0; d < out->result_count; ++d) c->result.loops[d] = c->product_loops[out->results[d]->value];
  const tern_type_t *element = tern_type_element(weight.value->type);
  c->skips_casts = is_16_bit(element);
  if (tern_type_element(tern_linalg_input(op, 1 - c->place)->type) != element) return false;
  if (!read_softmax(c, weight) || !find_product(c, c->score, &score, 0)) return false;
  c->scores = tern_value_defining_op(score.value);
  if (!number_loops(c, c->scores, 2, score.loops, c->score_loops) || !is_used_here_only(c, score.value, 0))
    return false;
  find_result(c);
  return !c->has_too_many;
}

bool tern_chain_match(tern_op_t *product, chain_t *c) {
  *c = (chain_t){0};
  if (!is_product(product)) return false;
  for (size_t place = 0; place < 2; ++place) {
    tern_chain_deinitialize(c);
    *c = (chain_t){.product = product, .place = place, .extents = {1}, .loop_count = 1};
    if (match_weights(c)) return true;
  }
  return false;
}

void tern_chain_deinitialize(chain_t *c) { tern_vec_deinitialize(&c->ops); }
