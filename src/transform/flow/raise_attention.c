// --iree-flow-raise-attention: two products with a softmax between them become one op.
//
//   %s = (products of %q and %k)                     linalg.generic
//   %t = (f(%s) + mask, element by element)          linalg.generic
//   %m = (maxima of rows of %t)                      linalg.generic
//   %e = exp(%t - %m)                                linalg.generic        %r = iree_linalg_ext.attention
//   %l = (sums of rows of %e)                        linalg.generic   ->          ins(%q, %k, %v, %scale, %mask)
//   %p = %e / %l                                     linalg.generic
//   %r = (products of %p and %v)                     linalg.generic
//
// This is ours. It comes behind fusion, which has put broadcasts into maps; how ops are cut otherwise does not matter
// (attention_chain.h). A function of a score, and of its place, that is no more than a factor becomes the scale, what is
// added the mask, and another function the body. For GPUs elements of other tensors are arguments of that, operands are
// what transposes and casts to f32 are of, and casts of scores to 16 bits are left out.
// The op then divides sums of products instead of their factors, which overflow where values are greater than the
// largest number divided by how many keys there are; rows of scores that are all -inf are NaN in both forms, and so is
// what has a NaN or +inf among its scores. Nothing else may use what is between the products, and only such attention
// is made as --iree-linalg-ext-tile-attention takes, and as has rows enough for several workgroups. A transpose behind
// the last product, which einsum makes, is a part of the op.

#include "analysis/gpu/attention_config.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/reassociation.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/flow/attention_chain.h"

enum { MAX_LOOPS = TERN_LINALG_EXT_MAX_LOOPS, MAX_EXTRAS = TERN_LINALG_EXT_MAX_EXTRAS, MAX_KNOWN = 64, MAX_DEPTH = 64 };

typedef tern_chain_t chain_t;
typedef tern_chain_point_t point_t;

// A value of the body that is made, and what it stands for.
typedef struct known {
  point_t point;
  tern_value_t *value;
} known_t;

// The op, as far as it is known.
typedef struct attention {
  chain_t *chain;
  bool is_for_gpu, reads_sources;            // reads_sources: operands are what transposes and casts are of
  size_t numbers[2 * TERN_CHAIN_MAX_LOOPS];  // of the op's loops
  // A loop of heads that are repeated goes along different ones only, and another loop, numbered behind all of the chain, along the
  // heads that are the same: so many, or 0.
  int64_t repeats[TERN_CHAIN_MAX_LOOPS];
  const tern_attr_t
      *groups;  // of the op's result, whose dims are joined to those that are wanted; NULL: they are the same
  size_t loop_count, unit_count;           // those of one iteration come last
  point_t query, key, value, mask, scale;  // tensors; mask and scale may have none
  double factor;                           // the scale, if it is a constant
  point_t score, scaled;                   // what the softmax is of without the mask; the scaled product in it
  point_t extras[MAX_EXTRAS];
  size_t extra_count;
  known_t known[MAX_KNOWN];
  size_t known_count;
  bool has_failed;
} attention_t;

// --- operands ---

// What the tensor is an element-wise move of: a transpose, a cast from 16 bits, a reshape that moves dims of size one.
static void strip(const chain_t *c, point_t *p) {
  for (;;) {
    point_t before = *p;
    tern_op_t *op = tern_value_defining_op(p->value);
    bool is_reshape = op && (tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE)));
    if (!op || (!is_reshape && !tern_chain_is_move(c, op))) return;
    chain_t look = *c;
    look.ops = (tern_op_list_t){0};
    tern_chain_resolve(&look, p);
    tern_vec_deinitialize(&look.ops);
    // A number of more bits that was cut is another one.
    bool is_cut = tern_type_bit_width(tern_type_element(p->value->type)) >
                  tern_type_bit_width(tern_type_element(before.value->type));
    if (p->op || is_cut || p->value == before.value) {
      *p = before;
      return;
    }
  }
}

static point_t operand_of(const attention_t *a, const tern_op_t *product, size_t index, const size_t *loops) {
  point_t p = {.value = tern_linalg_input(product, index)};
  const tern_affine_map_t *map = tern_linalg_indexing_map(product, index);
  for (size_t d = 0; d < map->result_count; ++d) p.loops[d] = loops[map->results[d]->value];
  if (a->reads_sources) strip(a->chain, &p);
  return p;
}

// Does the op hand on its only input, whose elements it repeats along dims that that has not?
static bool repeats_elements(const tern_op_t *op) {
  if (!op || !tern_op_is(op, TERN_LINALG(GENERIC)) || op->result_count != 1 || !tern_linalg_is_all_parallel(op))
    return false;
  const tern_block_t *body = tern_linalg_body(op);
  return tern_linalg_input_count(op) == 1 && tern_op_operand(body->last_op, 0) == body->args[0] &&
         tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, 0), false) &&
         tern_affine_map_is_permutation(tern_linalg_output_map(op, 0));
}

// Heads that are repeated before they are multiplied: [..., heads, n, ...] as [..., heads * n, ...].
static void find_repeats(attention_t *a, point_t *p) {
  const tern_op_t *join = tern_value_defining_op(p->value);
  if (!join || !tern_op_is(join, TERN_TENSOR(COLLAPSE_SHAPE))) return;
  const tern_op_t *repeat = tern_value_defining_op(tern_op_operand(join, 0));
  if (!repeats_elements(repeat)) return;
  const tern_attr_t *groups = tern_op_attr(join, "reassociation");
  const tern_affine_map_t *in = tern_linalg_indexing_map(repeat, 0), *out = tern_linalg_output_map(repeat, 0);
  const tern_type_t *type = tern_op_result(repeat, 0)->type;
  size_t of_loops[TERN_LINALG_MAX_LOOPS];
  int64_t repeats[TERN_CHAIN_MAX_LOOPS] = {0};
  bool is_used[TERN_LINALG_MAX_LOOPS] = {false};
  for (size_t d = 0; d < in->result_count; ++d) is_used[in->results[d]->value] = true;
  for (size_t g = 0; g < tern_array_attr_count(groups); ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    size_t loop = p->loops[g], wide = 0;
    for (size_t i = 0; i < tern_array_attr_count(group); ++i) {
      size_t dim = (size_t)tern_integer_attr_value(tern_array_attr_at(group, i)),
             own = (size_t)out->results[dim]->value;
      if (tern_type_dim(type, dim) == 1) {
        of_loops[own] = TERN_CHAIN_UNIT;
        continue;
      }
      // Of two dims the second is repeated. Where there is one alone, all have the same head.
      if (wide > 1 || (wide == 1 && is_used[own])) return;
      of_loops[own] = loop;
      if (!is_used[own] && wide == 1) repeats[loop] = tern_type_dim(type, dim);
      ++wide;
    }
  }
  for (size_t l = 0; l < TERN_CHAIN_MAX_LOOPS; ++l) {
    if (repeats[l] && a->repeats[l] && repeats[l] != a->repeats[l]) return;
  }
  for (size_t l = 0; l < TERN_CHAIN_MAX_LOOPS; ++l) a->repeats[l] = repeats[l] ? repeats[l] : a->repeats[l];
  p->value = tern_linalg_input(repeat, 0);
  for (size_t d = 0; d < in->result_count; ++d) p->loops[d] = of_loops[in->results[d]->value];
}

static size_t repeated(const attention_t *a, size_t loop) { return a->chain->loop_count + loop; }

// The value with a dim of its own for the repeated heads of each loop that has such, unless it was taken before they were repeated.
static point_t split_heads(const attention_t *a, tern_builder_t *b, point_t p) {
  size_t rank = tern_type_rank(p.value->type), count = 0, ends[TERN_CHAIN_MAX_LOOPS];
  int64_t dims[2 * TERN_CHAIN_MAX_LOOPS];
  point_t made = p;
  for (size_t d = 0; d < rank; ++d) {
    int64_t size = tern_type_dim(p.value->type, d), repeats = a->repeats[p.loops[d]];
    bool is_split = repeats > 0 && size == a->chain->extents[p.loops[d]];
    made.loops[count] = p.loops[d];
    dims[count++] = is_split ? size / repeats : size;
    if (is_split) {
      made.loops[count] = repeated(a, p.loops[d]);
      dims[count++] = repeats;
    }
    ends[d] = count;
  }
  if (count == rank) return made;
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(p.value->type), dims, count, NULL);
  made.value = tern_build_value(
      b, TERN_TENSOR(EXPAND_SHAPE), .operands = TERN_VALUES(p.value), .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"reassociation", tern_reassociation_get(b->context, ends, rank)},
                          {"static_output_shape", tern_dense_i64_array_attr_get(b->context, dims, count)}));
  return made;
}

static bool goes_along(const point_t *p, size_t loop) {
  for (size_t d = 0; d < tern_type_rank(p->value->type); ++d) {
    if (p->loops[d] == loop) return true;
  }
  return false;
}

static bool find_operands(attention_t *a) {
  const chain_t *c = a->chain;
  point_t x = operand_of(a, c->scores, 0, c->score_loops), y = operand_of(a, c->scores, 1, c->score_loops);
  bool is_first = goes_along(&x, c->key);
  if (is_first == goes_along(&y, c->key)) return false;
  a->key = is_first ? x : y;
  a->query = is_first ? y : x;
  a->value = operand_of(a, c->product, 1 - c->place, c->product_loops);
  if (a->reads_sources) {
    find_repeats(a, &a->key);
    find_repeats(a, &a->value);
  }
  return true;
}

// --- scores ---

static bool is_score(const attention_t *a, const point_t *p) {
  return !p->op && p->value == tern_op_result(a->chain->scores, 0);
}

// The constant that the number is, whichever element of a tensor it is.
static const tern_attr_t *constant_of(const point_t *p) {
  const tern_attr_t *constant = tern_value_constant(p->value);
  if (!tern_type_is_shaped(p->value->type)) return constant;
  return tern_attr_is_splat(constant) ? tern_dense_elements_attr_at(constant, 0) : NULL;
}

static bool is_constant(const point_t *p, double *out) {
  const tern_attr_t *constant = constant_of(p);
  if (!constant || !tern_attr_is_float(constant)) return false;
  *out = tern_float_attr_value(constant);
  return true;
}

// Finds the ops that take the product.
static void find_users(const attention_t *a, point_t p, point_t *user, size_t *inout_count, size_t depth) {
  tern_chain_resolve(a->chain, &p);
  const tern_op_t *op = tern_chain_op(&p);
  for (size_t i = 0; op && i < op->operand_count && depth < MAX_DEPTH; ++i) {
    point_t operand = tern_chain_operand(&p, i);
    tern_chain_resolve(a->chain, &operand);
    if (is_score(a, &operand)) {
      if (*inout_count > 0 && tern_chain_is_same_point(user, &p)) continue;
      *user = p;
      ++*inout_count;
    } else {
      find_users(a, operand, user, inout_count, depth + 1);
    }
  }
}

// The element of a tensor of no dims, where that is all that the number is.
static bool is_single_number(point_t *p) {
  return p->op && !tern_chain_op(p) && tern_value_block(p->value) == tern_linalg_body(p->op) && tern_chain_leave(p) &&
         tern_type_rank(p->value->type) == 0 && tern_type_is_float(tern_type_element(p->value->type));
}

// A factor of the product becomes the scale, if nothing else is computed of it.
static void find_scale(attention_t *a) {
  point_t user = {0};
  size_t count = 0;
  a->factor = 1;
  find_users(a, a->score, &user, &count, 0);
  const tern_op_t *op = count == 1 ? tern_chain_op(&user) : NULL;
  bool is_quotient = op && tern_op_is(op, TERN_ARITH(DIVF)) && a->is_for_gpu;
  if (!op || (!is_quotient && !tern_op_is(op, TERN_ARITH(MULF)))) return;
  for (size_t i = 0; i < (is_quotient ? 1 : 2); ++i) {
    point_t score = tern_chain_operand(&user, i), other = tern_chain_operand(&user, 1 - i), number = other;
    tern_chain_resolve(a->chain, &score);
    tern_chain_resolve(a->chain, &other);
    if (!is_score(a, &score)) continue;
    if (is_constant(&other, &a->factor)) {
      if (is_quotient) a->factor = 1 / a->factor;
    } else if (!is_quotient && is_single_number(&number)) {
      a->scale = number;
    } else {
      return;
    }
    a->scaled = user;
    return;
  }
}

// score + the element of an input that is nothing else
static void find_mask(attention_t *a) {
  tern_chain_resolve(a->chain, &a->score);
  const tern_op_t *op = tern_chain_op(&a->score);
  if (!op || !tern_op_is(op, TERN_ARITH(ADDF))) return;
  for (size_t i = 0; i < 2; ++i) {
    point_t mask = tern_chain_operand(&a->score, i);
    bool is_argument = !tern_chain_op(&mask) && tern_value_block(mask.value) == tern_linalg_body(mask.op);
    if (!is_argument || !tern_chain_leave(&mask) || tern_type_rank(mask.value->type) == 0) continue;
    point_t source = mask;
    size_t count = 0;
    tern_chain_resolve(a->chain, &source);
    if (is_score(a, &source)) continue;
    find_users(a, mask, &source, &count, 0);
    if (count > 0) continue;
    a->mask = mask;
    a->score = tern_chain_operand(&a->score, 1 - i);
    return;
  }
}

// --- the body ---

static const tern_type_t *computed_type(const attention_t *a, const tern_type_t *type) {
  bool is_narrow = type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16;
  return a->chain->skips_casts && is_narrow ? tern_float_type_get(type->context, TERN_TYPE_F32) : type;
}

static tern_value_t *emit(attention_t *a, tern_builder_t *b, point_t p, size_t depth);

static tern_value_t *remember(attention_t *a, const point_t *p, tern_value_t *value) {
  if (a->known_count == MAX_KNOWN) return a->has_failed = true, value;
  a->known[a->known_count++] = (known_t){*p, value};
  return value;
}

// An element of a tensor, as an argument of the body.
static tern_value_t *emit_element(attention_t *a, tern_builder_t *b, const point_t *p) {
  if (!a->is_for_gpu || a->extra_count == MAX_EXTRAS) return a->has_failed = true, NULL;
  a->extras[a->extra_count++] = *p;
  const tern_type_t *element = tern_type_element(p->value->type), *type = computed_type(a, element);
  tern_value_t *argument = tern_block_add_arg(b->block, element, b->loc);
  if (type == element) return argument;
  return tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(argument), .types = TERN_TYPES(type));
}

static tern_value_t *emit_number(const attention_t *a, tern_builder_t *b, size_t loop) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  return tern_build_value(b, TERN_IREE_LINALG_EXT(INDEX), .types = TERN_TYPES(tern_index_type_get(b->context)),
                          .attrs = TERN_ATTRS({"dim", tern_integer_attr_get(i64, (int64_t)a->numbers[loop])}));
}

static tern_value_t *emit_index(const attention_t *a, tern_builder_t *b, size_t loop) {
  if (loop == TERN_CHAIN_UNIT) return tern_build_index(b, 0);
  tern_value_t *place = emit_number(a, b, loop);
  if (a->repeats[loop] == 0) return place;
  place = tern_build_index_mul(b, place, tern_build_index(b, a->repeats[loop]));
  return tern_build_index_add(b, place, emit_number(a, b, repeated(a, loop)));
}

// Is the tensor a constant of integers that grow by 1, as a position and a number that were added up become?
static bool counts_up(const tern_value_t *tensor, int64_t *out_first) {
  enum { MOST = 1 << 16 };
  const tern_attr_t *constant = tern_value_constant(tensor);
  if (!constant || constant->kind != TERN_ATTR_DENSE_ELEMENTS || tern_type_rank(tensor->type) != 1 ||
      !tern_type_is_integer(tern_type_element(tensor->type)) || tern_type_dim(tensor->type, 0) > MOST) {
    return false;
  }
  *out_first = tern_int_list_attr_at(constant, 0);
  for (int64_t i = 1; i < tern_type_dim(tensor->type, 0); ++i) {
    if (tern_int_list_attr_at(constant, (size_t)i) != *out_first + i) return false;
  }
  return true;
}

static tern_value_t *emit_count(const attention_t *a, tern_builder_t *b, const point_t *p, int64_t first) {
  const tern_type_t *type = tern_type_element(p->value->type);
  tern_value_t *place = tern_build_value(
      b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(emit_index(a, b, p->loops[0])), .types = TERN_TYPES(type));
  tern_value_t *start = tern_arith_constant_int(b, type, first);
  return tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(place, start), .types = TERN_TYPES(type));
}

static tern_value_t *emit_constant(const attention_t *a, tern_builder_t *b, const point_t *p) {
  const tern_type_t *element = tern_type_is_shaped(p->value->type) ? tern_type_element(p->value->type) : p->value->type;
  const tern_type_t *type = computed_type(a, element);
  if (type == element) return tern_build_constant(b, constant_of(p));
  return tern_build_number(b, type, tern_float_attr_value(constant_of(p)));
}

// Can the body have all that the number is computed of?
static bool is_taken(const attention_t *a, point_t p, size_t depth) {
  tern_chain_resolve(a->chain, &p);
  const tern_op_t *op = tern_chain_op(&p);
  if (!op) return true;
  if (tern_op_is(op, TERN_LINALG(INDEX))) return true;
  bool is_known = a->is_for_gpu ? tern_gpu_attention_takes(op) : op->region_count == 0 && op->result_count == 1;
  for (size_t i = 0; is_known && i < op->operand_count; ++i)
    is_known = depth < MAX_DEPTH && is_taken(a, tern_chain_operand(&p, i), depth + 1);
  return is_known;
}

// An operand of an op of the body: computed there, or if that cannot be, read as somebody else computes it.
static tern_value_t *emit_operand(attention_t *a, tern_builder_t *b, point_t p, size_t depth) {
  if (is_taken(a, p, depth)) return emit(a, b, p, depth);
  bool is_argument = p.op && !tern_chain_op(&p) && tern_chain_leave(&p);
  if (is_argument) return emit_element(a, b, &p);
  return a->has_failed = true, NULL;
}

static tern_value_t *emit_op(attention_t *a, tern_builder_t *b, const point_t *p, size_t depth) {
  const tern_op_t *op = tern_chain_op(p);
  tern_value_t *operands[4];
  if (op->operand_count > 4 || op->region_count > 0 || op->result_count != 1 || depth == MAX_DEPTH)
    return a->has_failed = true, NULL;
  for (size_t i = 0; i < op->operand_count && !a->has_failed; ++i)
    operands[i] = emit_operand(a, b, tern_chain_operand(p, i), depth + 1);
  if (a->has_failed) return NULL;
  return tern_build_value(b, op->def->row, .operands = {operands, op->operand_count},
                          .types = TERN_TYPES(computed_type(a, p->value->type)),
                          .dictionary = tern_op_attr_dictionary(op));
}

static tern_value_t *emit(attention_t *a, tern_builder_t *b, point_t p, size_t depth) {
  tern_chain_resolve(a->chain, &p);
  for (size_t i = 0; i < a->known_count; ++i) {
    if (tern_chain_is_same_point(&a->known[i].point, &p)) return a->known[i].value;
  }
  bool is_scaled = a->scaled.value && tern_chain_is_same_point(&p, &a->scaled);
  if (is_score(a, &p) || is_scaled) return b->block->args[0];
  int64_t first;
  if (constant_of(&p)) return remember(a, &p, emit_constant(a, b, &p));
  if (!p.op && tern_type_is_shaped(p.value->type)) {
    bool is_count = a->is_for_gpu && counts_up(p.value, &first);
    return remember(a, &p, is_count ? emit_count(a, b, &p, first) : emit_element(a, b, &p));
  }
  const tern_op_t *op = tern_chain_op(&p);
  // A number from outside, or an argument that stands for no element.
  if (!op) return p.op && tern_value_block(p.value) == tern_linalg_body(p.op) ? (a->has_failed = true, NULL) : p.value;
  bool is_index = tern_op_is(op, TERN_LINALG(INDEX));
  return remember(a, &p, is_index ? emit_index(a, b, tern_chain_loop_of_index(&p)) : emit_op(a, b, &p, depth));
}

// --- loops ---

static void number_loop(attention_t *a, size_t loop) {
  if (loop == TERN_CHAIN_UNIT || a->numbers[loop] != SIZE_MAX) return;
  a->numbers[loop] = a->loop_count++;
  if (a->repeats[loop] > 0) a->numbers[repeated(a, loop)] = a->loop_count++;
}

static void count_units(attention_t *a, const point_t *p) {
  size_t count = 0;
  if (!p->value) return;
  for (size_t d = 0; d < tern_type_rank(p->value->type); ++d) count += p->loops[d] == TERN_CHAIN_UNIT;
  if (count > a->unit_count) a->unit_count = count;
}

// The dims of scores, then what the products have besides.
static void number_loops(attention_t *a) {
  const chain_t *c = a->chain;
  const tern_affine_map_t *map = tern_linalg_output_map(c->scores, 0);
  a->loop_count = a->unit_count = 0;
  for (size_t i = 0; i < 2 * TERN_CHAIN_MAX_LOOPS; ++i) a->numbers[i] = SIZE_MAX;
  for (size_t d = 0; d < map->result_count; ++d) number_loop(a, c->score_loops[map->results[d]->value]);
  for (size_t i = 0; i < tern_linalg_loop_count(c->scores); ++i) number_loop(a, c->score_loops[i]);
  for (size_t i = 0; i < tern_linalg_loop_count(c->product); ++i) number_loop(a, c->product_loops[i]);
  const point_t *points[] = {&a->query, &a->key, &a->value, &a->mask, &c->result};
  for (size_t i = 0; i < 5; ++i) count_units(a, points[i]);
  for (size_t i = 0; i < a->extra_count; ++i) count_units(a, &a->extras[i]);
}

// False: two dims go along one loop.
static bool make_map(const attention_t *a, tern_context_t *context, const point_t *p, const tern_attr_t **out) {
  size_t positions[MAX_LOOPS], units = 0, rank = tern_type_rank(p->value->type);
  bool is_used[MAX_LOOPS] = {false};
  for (size_t d = 0; d < rank; ++d) {
    positions[d] = p->loops[d] == TERN_CHAIN_UNIT ? a->loop_count + units++ : a->numbers[p->loops[d]];
    if (positions[d] >= MAX_LOOPS || is_used[positions[d]]) return false;
    is_used[positions[d]] = true;
  }
  size_t loops = a->loop_count + a->unit_count;
  *out = tern_affine_map_attr_get(tern_affine_map_select(context, loops, positions, rank));
  return true;
}

// --- the op ---

static void find_body(attention_t *a, tern_op_t *holder) {
  tern_builder_t b = tern_builder_before(holder);
  const tern_type_t *element = computed_type(a, tern_type_element(a->query.value->type));
  tern_builder_add_block(&b, &holder->regions[0], TERN_TYPES(element));
  tern_value_t *result = emit_operand(a, &b, a->score, 0);
  if (!a->has_failed) tern_build(&b, TERN_IREE_LINALG_EXT(YIELD), .operands = TERN_VALUES(result));
}

// The operands and maps of the op but the result's. False if they are none of an attention.
static size_t list_operands(const attention_t *a, tern_builder_t *b, tern_value_t **operands,
                            const tern_attr_t **maps) {
  const tern_type_t *element = computed_type(a, tern_type_element(a->query.value->type));
  const point_t *points[4 + MAX_EXTRAS] = {&a->query, &a->key, &a->value, &a->mask};
  size_t count = 0, point_count = 4;
  for (size_t i = 0; i < a->extra_count; ++i) points[point_count++] = &a->extras[i];
  for (size_t i = 0; i < point_count; ++i) {
    if (i == 3) {
      operands[count] = a->scale.value ? a->scale.value : tern_build_number(b, element, a->factor);
      maps[count++] =
          tern_affine_map_attr_get(tern_affine_map_select(b->context, a->loop_count + a->unit_count, NULL, 0));
    }
    if (!points[i]->value) continue;
    point_t point = split_heads(a, b, *points[i]);
    operands[count] = point.value;
    if (!make_map(a, b->context, &point, &maps[count++])) return 0;
  }
  return count;
}

// NULL: there is no such op.
static tern_op_t *build_attention(attention_t *a) {
  enum { MOST = 6 + MAX_EXTRAS };
  const chain_t *c = a->chain;
  tern_op_t *last = tern_value_defining_op(c->result.value);
  tern_builder_t b = tern_builder_before(last);
  const tern_type_t *type = c->result.value->type;
  tern_op_t *holder = tern_build(&b, TERN_IREE_LINALG_EXT(ATTENTION), .regions = 1, .segments = (int32_t[]){0, 0});
  number_loops(a);
  find_body(a, holder);
  number_loops(a);
  tern_value_t *operands[MOST];
  const tern_attr_t *maps[MOST];
  size_t count = a->has_failed ? 0 : list_operands(a, &b, operands, maps);
  point_t result = c->result;
  result.value = tern_tensor_build_empty(&b, type, (tern_values_t){0});
  result = split_heads(a, &b, result);
  if (!count || !make_map(a, b.context, &result, &maps[count])) return tern_op_destroy(holder), NULL;
  type = result.value->type;
  if (type != c->result.value->type) a->groups = tern_op_attr(tern_value_defining_op(result.value), "reassociation");
  operands[count] = tern_tensor_build_empty(&b, type, (tern_values_t){0});
  tern_op_t *op = tern_build(&b, TERN_IREE_LINALG_EXT(ATTENTION), .operands = {operands, count + 1},
                             .types = TERN_TYPES(type), .regions = 1, .segments = (int32_t[]){(int32_t)count, 1},
                             .attrs = TERN_ATTRS({"indexing_maps", tern_array_attr_get(b.context, maps, count + 1)}));
  tern_region_take_blocks(&op->regions[0], &holder->regions[0]);
  tern_op_destroy(holder);
  return op;
}

// The result, as one dim for heads that are the same and others.
static tern_value_t *join_heads(const attention_t *a, tern_op_t *op) {
  tern_value_t *result = tern_op_result(op, 0);
  const tern_type_t *type = a->chain->result.value->type;
  if (!a->groups) return result;
  tern_builder_t b = tern_builder_after(op);
  return tern_build_value(&b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(result), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", a->groups}));
}

// --- the pass ---

static bool is_wanted(const tern_op_t *op) { return tern_is_linalg(op) && !tern_is_in_dispatch(op); }

// Rows that a workgroup has at least, fewer workgroups than processors, and multiplications for which that matters: the
// products alone are distributed by keys and columns, too.
#define ROWS 32
#define FEW_WORKGROUPS 4
#define MUCH_WORK 40e6

static bool leaves_processors_idle(const tern_attention_loops_t *loops) {
  const int64_t *extents = loops->extents;
  double rows = (double)extents[loops->rows], outer = 1;
  for (size_t i = 0; i < loops->outer_count; ++i) outer *= (double)extents[loops->outer[i]];
  double work = outer * rows * (double)extents[loops->keys] * (double)(extents[loops->depth] + extents[loops->columns]);
  return outer * (rows > ROWS ? rows / ROWS : 1) < FEW_WORKGROUPS && work > MUCH_WORK;
}

// Is there a kernel for it, of the GPU, or if that is NULL of processors?
static bool has_kernel(const tern_op_t *op, const tern_machine_t *gpu) {
  tern_attention_loops_t loops;
  tern_gpu_attention_config_t config;
  if (gpu) return tern_gpu_choose_attention(op, gpu, &config);
  return tern_linalg_ext_find_attention_loops(op, &loops) && !leaves_processors_idle(&loops);
}

static bool raise_as(chain_t *c, const tern_machine_t *gpu, bool reads_sources) {
  attention_t a = {.chain = c, .is_for_gpu = gpu != NULL, .reads_sources = reads_sources, .score = c->score};
  if (!find_operands(&a)) return false;
  find_mask(&a);
  find_scale(&a);
  tern_op_t *op = build_attention(&a);
  if (!op) return false;
  if (!has_kernel(op, gpu)) return tern_op_destroy(op), false;
  tern_value_replace_all_uses(c->result.value, join_heads(&a, op));
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  tern_str_t chip = tern_pass_string(pass, "chip");
  const tern_machine_t *gpu = chip.size ? tern_machine_find_cuda(chip) : NULL;
  // From the last to the first. What is not used any more is left to canonicalize.
  for (size_t i = ops.count; i-- > 0;) {
    chain_t chain;
    bool is_raised = tern_chain_match(ops.values[i], &chain) &&
                     ((gpu && raise_as(&chain, gpu, true)) || raise_as(&chain, gpu, false));
    tern_chain_deinitialize(&chain);
    if (is_raised) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"chip", TERN_OPTION_STRING, NULL,
     "The GPU of NVIDIA's that attention is wanted for, such as sm_90a; left out: a processor", NULL},
};

const tern_pass_def_t tern_raise_attention_pass = {
    .flag = "iree-flow-raise-attention",
    .name = "RaiseAttentionPass",
    .summary = "Make one op of two products with a softmax between them",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects =
        (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_iree_linalg_ext_dialect, &tern_tensor_dialect, NULL},
    .statistics = (const char *const[]){"num-raised - chains that became attention", NULL},
    .run = run,
};
