// What the softmax is of, for a tile of products: scale, body and mask of the op on tensors of tt, each op of the body as it is.
//
// Powers are those of two (kernel.h: in which measure). A factor of log2(e) goes into constants and into the scale where it can;
// numbers that are read may be next to the greatest ones, times log2(e) infinite, and are multiplied when the maximum is off.

#include <math.h>

#include "convert/linalg_ext/attention_to_triton/kernel.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/tt/tt.h"

#define LOG2_E 1.44269504088896340736
#define LEAST_FINITE (-3.0e38)

typedef tern_attention_kernel_t kernel_t;

// Values of the body that are computed already, for this tile.
typedef struct tile {
  kernel_t *kernel;
  tern_value_t *products;
  bool is_masked;
  tern_map_t known;
} tile_t;

static const tern_type_t *tile_of(const kernel_t *k, const tern_type_t *element) {
  const int64_t dims[] = {k->config.rows, k->config.keys};
  if (tern_type_is_index(element)) element = tern_i_type_get(element->context, 32);
  return tern_attention_tensor(element, dims, 2);
}

static tern_value_t *number(const kernel_t *k, double value) {
  return tern_build_number(k->b, tile_of(k, tern_float_type_get(k->b->context, TERN_TYPE_F32)), value);
}

static tern_value_t *scaled(const kernel_t *k, tern_value_t *x, double factor) {
  return factor == 1 ? x : tern_attention_join(k->b, TERN_ARITH(MULF), x, number(k, factor));
}

// --- what is read ---

static const tern_type_t *i1_of(const tern_value_t *value) {
  return tern_type_with_element(value->type, tern_i_type_get(value->type->context, 1));
}

// Is the place within the op's loop? NULL: all places of the tile are.
static tern_value_t *inside(kernel_t *k, bool is_of_keys) {
  const tern_attention_loops_t *loops = &k->config.loops;
  size_t loop = is_of_keys ? loops->keys : loops->rows;
  int64_t extent = loop == TERN_ATTENTION_NO_LOOP ? 1 : loops->extents[loop];
  if (extent % (is_of_keys ? k->config.keys : k->config.rows) == 0) return NULL;
  tern_value_t *places = tern_attention_places(k, is_of_keys);
  return tern_arith_cmpi(k->b, TERN_CMPI_SLT, places, tern_build_number(k->b, places->type, (double)extent));
}

// Elements for the tile of scores, as they lie in memory.
static tern_value_t *read_elements(kernel_t *k, const tern_attention_operand_t *operand) {
  tern_builder_t *b = k->b;
  const tern_attention_loops_t *loops = &k->config.loops;
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *pointer = tern_attention_base(k, operand), *mask = NULL;
  int64_t dims[2] = {1, 1};
  tern_value_t *offsets[2] = {NULL, NULL};
  for (size_t i = 0; i < 2; ++i) {
    size_t loop = i ? loops->keys : loops->rows;
    int64_t stride = loop == TERN_ATTENTION_NO_LOOP ? 0 : operand->strides[loop];
    if (stride == 0) continue;
    dims[i] = i ? k->config.keys : k->config.rows;
    tern_value_t *places = tern_attention_places(k, i == 1);
    places = tern_attention_cast(b, TERN_ARITH(EXTSI), places, tern_type_with_element(places->type, i64));
    offsets[i] = tern_attention_join(b, TERN_ARITH(MULI), places, tern_build_number(b, places->type, (double)stride));
  }
  const tern_type_t *type = tern_attention_tensor(operand->element, dims, 2);
  pointer = tern_attention_cast(b, TERN_TT(SPLAT), pointer, tern_type_with_element(type, pointer->type));
  for (size_t i = 0; i < 2; ++i) {
    if (!offsets[i]) continue;
    tern_value_t *offset = offsets[i], *is_inside = inside(k, i == 1);
    const tern_type_t *whole = tern_type_with_element(type, i64),
                      *bits = tern_type_with_element(type, tern_i_type_get(b->context, 1));
    if (offset->type != whole) offset = tern_attention_cast(b, TERN_TT(BROADCAST), offset, whole);
    pointer = tern_attention_join(b, TERN_TT(ADDPTR), pointer, offset);
    if (is_inside && is_inside->type != bits) is_inside = tern_attention_cast(b, TERN_TT(BROADCAST), is_inside, bits);
    if (is_inside) mask = mask ? tern_attention_join(b, TERN_ARITH(ANDI), mask, is_inside) : is_inside;
  }
  tern_value_t *other = mask ? tern_arith_constant(b, tern_arith_zero_attr(type)) : NULL;
  return tern_build_value(b, TERN_TT(LOAD), .operands = {(tern_value_t *[]){pointer, mask, other}, mask ? 3 : 1},
                          .types = TERN_TYPES(type), .segments = (const int32_t[]){1, mask != NULL, mask != NULL});
}

// The same as numbers that are computed with: truth values are bits.
static tern_value_t *read_numbers(kernel_t *k, const tern_attention_operand_t *operand, const tern_type_t *element) {
  tern_value_t *x = read_elements(k, operand);
  if (tern_type_is_i(element, 1)) {
    tern_value_t *zero = tern_arith_constant(k->b, tern_arith_zero_attr(x->type));
    x = tern_arith_cmpi(k->b, TERN_CMPI_NE, x, zero);
  }
  const tern_type_t *whole = tile_of(k, element);
  return x->type == whole ? x : tern_attention_cast(k->b, TERN_TT(BROADCAST), x, whole);
}

// --- the body ---

static tern_value_t *emit(tile_t *t, const tern_value_t *value);

static tern_value_t *emit_index(kernel_t *k, size_t loop) {
  const tern_attention_loops_t *loops = &k->config.loops;
  const tern_type_t *type = tile_of(k, tern_i_type_get(k->b->context, 32));
  if (loop == loops->rows || loop == loops->keys)
    return tern_attention_cast(k->b, TERN_TT(BROADCAST), tern_attention_places(k, loop == loops->keys), type);
  tern_value_t *place = k->places[loop] ? k->places[loop] : tern_attention_i32(k->b, 0);
  return tern_attention_cast(k->b, TERN_TT(SPLAT), place, type);
}

static tern_value_t *emit_constant(kernel_t *k, const tern_attr_t *constant, const tern_type_t *type) {
  const tern_type_t *tile = tile_of(k, type), *element = tern_type_element(tile);
  const tern_attr_t *attr =
      tern_attr_is_float(constant) ? constant : tern_integer_attr_get(element, tern_integer_attr_value(constant));
  return tern_arith_constant(k->b, tern_dense_elements_attr_get_splat(tile, attr));
}

// Positions have 32 bits here.
static tern_value_t *emit_index_cast(kernel_t *k, const tern_op_t *op, tern_value_t *x) {
  const tern_type_t *type = tile_of(k, tern_op_result(op, 0)->type);
  uint32_t from = tern_type_bit_width(tern_type_element(x->type)), to = tern_type_bit_width(tern_type_element(type));
  bool is_unsigned = tern_op_is(op, TERN_ARITH(INDEX_CASTUI));
  if (from == to) return x;
  const tern_op_row_t *extension = is_unsigned ? TERN_ARITH(EXTUI) : TERN_ARITH(EXTSI);
  return tern_attention_cast(k->b, from < to ? extension : TERN_ARITH(TRUNCI), x, type);
}

static tern_value_t *emit_op(tile_t *t, const tern_op_t *op) {
  kernel_t *k = t->kernel;
  tern_value_t *operands[3];
  if (tern_op_is(op, TERN_IREE_LINALG_EXT(INDEX)))
    return emit_index(k, (size_t)tern_integer_attr_value(tern_op_attr(op, "dim")));
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = emit(t, tern_op_operand(op, i));
  bool is_index_cast = tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI));
  if (is_index_cast) return emit_index_cast(k, op, operands[0]);
  return tern_build_value(k->b, op->def->row, .operands = {operands, op->operand_count},
                          .types = TERN_TYPES(tile_of(k, tern_op_result(op, 0)->type)),
                          .dictionary = tern_op_attr_dictionary(op));
}

static tern_value_t *scale_products(const tile_t *t, double factor) {
  kernel_t *k = t->kernel;
  tern_value_t *x = scaled(k, t->products, factor * (k->scale_value ? 1 : k->scale_constant));
  return k->scale_value ? tern_attention_join(k->b, TERN_ARITH(MULF), x, tern_attention_spread(k, k->scale_value)) : x;
}

static tern_value_t *emit_argument(tile_t *t, size_t index, const tern_type_t *type) {
  if (index == 0) return scale_products(t, 1);
  return read_numbers(t->kernel, &t->kernel->extras[index - 1], type);
}

// What the value of the body is, for all of the tile.
static tern_value_t *emit(tile_t *t, const tern_value_t *value) {
  tern_value_t *known = tern_map_get(&t->known, value);
  if (known) return known;
  const tern_attr_t *constant = tern_value_constant(value);
  const tern_op_t *op = tern_value_defining_op(value);
  tern_value_t *made = constant ? emit_constant(t->kernel, constant, value->type)
                       : op     ? emit_op(t, op)
                                : emit_argument(t, value->index, value->type);
  tern_map_set(&t->known, value, made);
  return made;
}

// The same times log2(e).
static tern_value_t *emit_log2(tile_t *t, const tern_value_t *value) {
  kernel_t *k = t->kernel;
  const tern_op_t *op = tern_value_defining_op(value);
  const tern_attr_t *constant = tern_value_constant(value);
  if (constant) {
    double x = tern_float_attr_value(constant), y = x * LOG2_E;
    // A finite number stays one: rows of nothing else are all alike, not NaN.
    if (isfinite(x)) y = fmax(LEAST_FINITE, fmin(-LEAST_FINITE, y));
    return number(k, y);
  }
  if (!op) return scale_products(t, LOG2_E);
  if (!tern_op_is(op, TERN_ARITH(SELECT))) return scaled(k, emit(t, value), LOG2_E);
  tern_value_t *condition = emit(t, tern_op_operand(op, 0)), *yes = emit_log2(t, tern_op_operand(op, 1));
  return tern_attention_select(k->b, condition, yes, emit_log2(t, tern_op_operand(op, 2)));
}

// --- masks ---

static tern_value_t *add_mask(kernel_t *k, tern_value_t *score) {
  const tern_type_t *element = tern_type_element(k->maps.mask_value->type), *f32 = tern_type_element(score->type);
  if (tern_type_is_float(element)) {
    tern_value_t *mask = read_numbers(k, &k->mask, element);
    if (element != f32) mask = tern_attention_cast(k->b, TERN_ARITH(EXTF), mask, score->type);
    return tern_attention_join(k->b, TERN_ARITH(ADDF), score, mask);
  }
  // Truth values are those of the last bit.
  tern_value_t *mask = read_numbers(k, &k->mask, element);
  const tern_type_t *bits = i1_of(mask);
  if (mask->type != bits) mask = tern_attention_cast(k->b, TERN_ARITH(TRUNCI), mask, bits);
  return tern_attention_select(k->b, mask, score, number(k, -INFINITY));
}

static void narrow(kernel_t *k, tern_cmpi_predicate_t predicate, tern_value_t *places, int64_t bound,
                   tern_value_t **inout_mask) {
  const tern_type_t *bits = tile_of(k, tern_i_type_get(k->b->context, 1));
  tern_value_t *mask = tern_arith_cmpi(k->b, predicate, places, tern_build_number(k->b, places->type, (double)bound));
  if (mask->type != bits) mask = tern_attention_cast(k->b, TERN_TT(BROADCAST), mask, bits);
  *inout_mask = *inout_mask ? tern_attention_join(k->b, TERN_ARITH(ANDI), *inout_mask, mask) : mask;
}

// Which scores of the tile count; NULL: all.
static tern_value_t *build_mask(kernel_t *k) {
  const tern_attention_window_t *w = &k->window;
  int64_t extent = k->config.loops.extents[k->config.loops.keys];
  tern_value_t *mask = NULL, *keys = tern_attention_places(k, true);
  int64_t last = k->has_window && w->last < extent - 1 ? w->last : extent - 1;
  if (last < extent - 1 || extent % k->config.keys != 0) narrow(k, TERN_CMPI_SLE, keys, last, &mask);
  if (!k->has_window) return mask;
  if (w->first > 0) narrow(k, TERN_CMPI_SGE, keys, w->first, &mask);
  if (w->most == INT32_MAX && w->least == -INT32_MAX) return mask;
  const tern_type_t *type = tile_of(k, tern_type_element(keys->type));
  tern_value_t *rows = tern_attention_cast(k->b, TERN_TT(BROADCAST), tern_attention_places(k, false), type);
  tern_value_t *ahead =
      tern_attention_join(k->b, TERN_ARITH(SUBI), tern_attention_cast(k->b, TERN_TT(BROADCAST), keys, type), rows);
  if (w->most < INT32_MAX) narrow(k, TERN_CMPI_SLE, ahead, w->most, &mask);
  if (w->least > -INT32_MAX) narrow(k, TERN_CMPI_SGE, ahead, w->least, &mask);
  return mask;
}

// --- scores ---

static bool reads_floats(const kernel_t *k) {
  bool is_any = k->maps.mask && tern_type_is_float(tern_type_element(k->maps.mask_value->type));
  for (size_t i = 0; i < k->maps.extra_count; ++i) is_any = is_any || tern_type_is_float(k->extras[i].element);
  return is_any;
}

static const tern_value_t *yielded(const kernel_t *k) {
  const tern_block_t *body = k->op->regions[0].first_block;
  if (k->has_window) return k->window.score;
  return body ? tern_op_operand(body->last_op, 0) : NULL;
}

tern_attention_measure_t tern_attention_choose_measure(const kernel_t *k) {
  const tern_value_t *score = yielded(k);
  bool is_plain = !score || score == k->op->regions[0].first_block->args[0];
  if (is_plain && !k->maps.mask && !k->has_scale_in_memory && k->scale_constant > 0) return TERN_ATTENTION_PRODUCTS;
  return reads_floats(k) ? TERN_ATTENTION_NATURAL : TERN_ATTENTION_LOG2;
}

tern_value_t *tern_attention_build_scores(kernel_t *k, tern_value_t *products, bool is_masked) {
  tile_t tile = {.kernel = k, .products = products, .is_masked = is_masked};
  const tern_value_t *score = yielded(k);
  tern_value_t *made = products;
  bool is_log2 = k->measure == TERN_ATTENTION_LOG2;
  if (k->measure != TERN_ATTENTION_PRODUCTS) {
    if (!score)
      made = scale_products(&tile, is_log2 ? LOG2_E : 1);
    else
      made = is_log2 ? emit_log2(&tile, score) : emit(&tile, score);
    if (k->maps.mask) made = add_mask(k, made);
  }
  tern_value_t *mask = is_masked ? build_mask(k) : NULL;
  tern_map_deinitialize(&tile.known);
  return mask ? tern_attention_select(k->b, mask, made, number(k, -INFINITY)) : made;
}
