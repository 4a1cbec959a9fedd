// rng_bit_generator, of computed shapes as well, and rng.
//
// Bit generators are the counter-based ones of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011), with
// XLA's use of state and layout, bit for bit: Threefry2x32 with 20 rounds gives two words for each counter, which become
// neighbours along the first even dimension (else the longest); Philox4x32 with 10 rounds gives four words in a row. The
// counter is the 64 (Philox: 128) bits of the state behind the key. DEFAULT is PHILOX, as on
// XLA's CPUs.
//
// stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %sizes) of JAX is the same for a shape that is computed. There the
// dimension along which words are neighbours is found at run time, and the tensor made as one of three dimensions.
//
// rng says nothing of its bits. Here they are Threefry of the element's number, with the number of the op as a key, so that
// a program is reproducible and its tensors differ.

#include "convert/stablehlo/linear_algebra/lapack_calls.h"
#include "convert/stablehlo/loop_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// --- words ---

static tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

static tern_value_t *add(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return binary(b, TERN_ARITH(ADDI), x, y);
}

static tern_value_t *xor(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return binary(b, TERN_ARITH(XORI), x, y);
}

static tern_value_t *cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, const tern_type_t *type) {
  return x->type == type ? x : tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static tern_value_t *word(tern_builder_t *b, uint32_t width, uint64_t value) {
  return tern_build_constant(b, tern_integer_attr_get(tern_i_type_get(b->context, width), (int64_t)value));
}

static tern_value_t *low_word(tern_builder_t *b, tern_value_t *x) {
  return cast(b, TERN_ARITH(TRUNCI), x, tern_i_type_get(b->context, 32));
}

static tern_value_t *high_word(tern_builder_t *b, tern_value_t *x) {
  return low_word(b, binary(b, TERN_ARITH(SHRUI), x, word(b, 64, 32)));
}

static tern_value_t *join_words(tern_builder_t *b, tern_value_t *low, tern_value_t *high) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  high = binary(b, TERN_ARITH(SHLI), cast(b, TERN_ARITH(EXTUI), high, i64), word(b, 64, 32));
  return binary(b, TERN_ARITH(ORI), cast(b, TERN_ARITH(EXTUI), low, i64), high);
}

static tern_value_t *rotate_left(tern_builder_t *b, tern_value_t *x, uint32_t amount) {
  tern_value_t *left = binary(b, TERN_ARITH(SHLI), x, word(b, 32, amount));
  return binary(b, TERN_ARITH(ORI), left, binary(b, TERN_ARITH(SHRUI), x, word(b, 32, 32 - amount)));
}

// --- Threefry2x32 ---

static void build_threefry(tern_builder_t *b, tern_value_t *const key[2], tern_value_t *x[2]) {
  static const uint32_t rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  tern_value_t *keys[3] = {key[0], key[1], xor(b, xor(b, word(b, 32, 0x1BD11BDA), key[0]), key[1])};
  x[0] = add(b, x[0], keys[0]);
  x[1] = add(b, x[1], keys[1]);
  for (uint32_t group = 0; group < 5; ++group) {
    for (size_t i = 0; i < 4; ++i) {
      x[0] = add(b, x[0], x[1]);
      x[1] = xor(b, x[0], rotate_left(b, x[1], rotations[group % 2][i]));
    }
    x[0] = add(b, x[0], keys[(group + 1) % 3]);
    x[1] = add(b, add(b, x[1], keys[(group + 2) % 3]), word(b, 32, group + 1));
  }
}

// --- Philox4x32 ---

static void multiply_wide(tern_builder_t *b, tern_value_t *x, uint32_t factor, tern_value_t **out_high,
                          tern_value_t **out_low) {
  tern_value_t *wide = cast(b, TERN_ARITH(EXTUI), x, tern_i_type_get(b->context, 64));
  tern_value_t *product = binary(b, TERN_ARITH(MULI), wide, word(b, 64, factor));
  *out_high = high_word(b, product);
  *out_low = low_word(b, product);
}

static void build_philox(tern_builder_t *b, tern_value_t *const key[2], tern_value_t *x[4]) {
  tern_value_t *keys[2] = {key[0], key[1]};
  for (size_t round = 0; round < 10; ++round) {
    tern_value_t *high[2], *low[2];
    multiply_wide(b, x[0], 0xD2511F53, &high[0], &low[0]);
    multiply_wide(b, x[2], 0xCD9E8D57, &high[1], &low[1]);
    tern_value_t *next[4] = {xor(b, xor(b, high[1], x[1]), keys[0]), low[1], xor(b, xor(b, high[0], x[3]), keys[1]),
                             low[0]};
    for (size_t i = 0; i < 4; ++i) x[i] = next[i];
    keys[0] = add(b, keys[0], word(b, 32, 0x9E3779B9));
    keys[1] = add(b, keys[1], word(b, 32, 0xBB67AE85));
  }
}

// --- bits ---

typedef struct generator {
  bool is_philox;
  tern_value_t *key[2];      // words
  tern_value_t *counter[2];  // 64 bits each: low, high
  const tern_type_t *element;
  size_t count;  // values for each counter
} generator_t;

// low + number, with the carry in high.
static void advance(tern_builder_t *b, const generator_t *g, tern_value_t *number, tern_value_t *out_counter[2]) {
  out_counter[0] = add(b, g->counter[0], number);
  out_counter[1] = g->counter[1];
  if (!g->is_philox) return;
  const tern_attr_t *below = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_ULT);
  tern_value_t *has_carry =
      tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(out_counter[0], g->counter[0]),
                       .types = TERN_TYPES(tern_i_type_get(b->context, 1)), .attrs = TERN_ATTRS({"predicate", below}));
  out_counter[1] = add(b, g->counter[1], cast(b, TERN_ARITH(EXTUI), has_carry, g->counter[1]->type));
}

static tern_value_t *fit_element(tern_builder_t *b, tern_value_t *bits, const tern_type_t *element) {
  const tern_type_t *integer = tern_i_type_get(b->context, tern_type_bit_width(element));
  bits = cast(b, TERN_ARITH(TRUNCI), bits, integer);
  return cast(b, TERN_ARITH(BITCAST), bits, element);
}

static void fill_with_bits(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const generator_t *g = user;
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *counter[2], *x[4], *values[4];
  advance(b, g, cast(b, TERN_ARITH(INDEX_CAST), tern_linalg_build_index(b, 0), i64), counter);
  x[0] = low_word(b, counter[0]);
  x[1] = high_word(b, counter[0]);
  if (g->is_philox) {
    x[2] = low_word(b, counter[1]);
    x[3] = high_word(b, counter[1]);
    build_philox(b, g->key, x);
  } else {
    build_threefry(b, g->key, x);
  }
  size_t words = g->is_philox ? 4 : 2, step = words / g->count;
  for (size_t i = 0; i < g->count; ++i) {
    tern_value_t *bits = step == 1 ? x[i] : join_words(b, x[2 * i], x[2 * i + 1]);
    values[i] = fit_element(b, bits, g->element);
  }
  tern_build_linalg_yield(b, (tern_values_t){values, g->count});
}

// A type and its sizes, some of which may only be known at run time.
typedef struct shape {
  const tern_type_t *type;
  tern_extent_t sizes[MAX_RANK];
} shape_t;

static shape_t make_shape(const tern_type_t *like, const tern_extent_t *sizes, size_t rank) {
  shape_t shape;
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    shape.sizes[i] = sizes[i];
    dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  }
  shape.type = tern_type_with_shape(like, dims, rank);
  return shape;
}

static tern_extent_t round_up(tern_builder_t *b, tern_extent_t count, size_t unit) {
  if (unit == 1) return count;
  if (!count.value) return tern_extent_of((count.constant + (int64_t)unit - 1) / (int64_t)unit);
  tern_value_t *filled = tern_build_index_add(b, count.value, tern_build_index(b, (int64_t)unit - 1));
  return tern_extent_of_value(binary(b, TERN_ARITH(DIVUI), filled, tern_build_index(b, (int64_t)unit)));
}

// One tensor of `blocks` elements for each value of a counter.
static tern_op_t *build_blocks(tern_builder_t *b, generator_t *g, tern_extent_t blocks) {
  shape_t shape = make_shape(tern_tensor_type_get(g->element, NULL, 0, NULL), &blocks, 1);
  const tern_affine_map_t *maps[4];
  tern_value_t *outputs[4];
  for (size_t i = 0; i < g->count; ++i) {
    maps[i] = tern_affine_map_identity(b->context, 1);
    outputs[i] = tern_build_empty(b, shape.type, shape.sizes);
  }
  return tern_build_tensor_generic(b, (tern_values_t){0}, (tern_values_t){outputs, g->count}, maps, 1, 0,
                                   fill_with_bits, g);
}

// Values of a counter next to each other along `dim` of `shape`: blocks of the shape with that dimension divided.
static tern_value_t *build_interleaved(tern_builder_t *b, tern_op_t *blocks, size_t count, const shape_t *shape,
                                       size_t dim) {
  size_t rank = tern_type_rank(shape->type);
  tern_extent_t offsets[MAX_RANK], strides[MAX_RANK], sizes[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) sizes[i > dim ? i + 1 : i] = shape->sizes[i];
  sizes[dim] = round_up(b, sizes[dim], count);
  sizes[dim + 1] = tern_extent_of((int64_t)count);
  shape_t whole = make_shape(shape->type, sizes, rank + 1);
  sizes[dim + 1] = tern_extent_of(1);
  shape_t part = make_shape(shape->type, sizes, rank + 1);
  for (size_t i = 0; i <= rank; ++i) {
    offsets[i] = tern_extent_of(0);
    strides[i] = tern_extent_of(1);
  }
  tern_value_t *result = tern_build_empty(b, whole.type, whole.sizes);
  for (size_t i = 0; i < count; ++i) {
    offsets[dim + 1] = tern_extent_of((int64_t)i);
    tern_value_t *values = tern_build_reshape(b, tern_op_result(blocks, i), part.type, part.sizes);
    result = tern_build_insert_slice(b, values, result, offsets, part.sizes, strides);
  }
  result = tern_build_join_dims(b, result, dim);
  offsets[dim + 1] = tern_extent_of(0);
  return tern_build_extract_slice(b, result, shape->type, offsets, shape->sizes, strides);
}

// The first dimension of even size, else the longest.
static size_t find_split_dim(const tern_type_t *type) {
  size_t longest = 0;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) % 2 == 0) return i;
    if (tern_type_dim(type, i) > tern_type_dim(type, longest)) longest = i;
  }
  return longest;
}

// The same at run time.
static tern_value_t *build_split_dim(tern_builder_t *b, const shape_t *shape) {
  size_t rank = tern_type_rank(shape->type);
  tern_value_t *found = tern_build_index(b, 0), *longest = tern_build_extent(b, shape->sizes[0]);
  for (size_t i = 1; i < rank; ++i) {
    tern_value_t *size = tern_build_extent(b, shape->sizes[i]);
    found = tern_build_select(b, tern_build_compared(b, TERN_CMPI_UGT, size, longest), tern_build_index(b, (int64_t)i),
                              found);
    longest = binary(b, TERN_ARITH(MAXUI), size, longest);
  }
  for (size_t i = rank; i-- > 0;) {
    tern_value_t *rest = binary(b, TERN_ARITH(REMUI), tern_build_extent(b, shape->sizes[i]), tern_build_index(b, 2));
    tern_value_t *is_even = tern_build_compared(b, TERN_CMPI_EQ, rest, tern_build_index(b, 0));
    found = tern_build_select(b, is_even, tern_build_index(b, (int64_t)i), found);
  }
  return found;
}

// What is before dimension `dim`, that dimension and what is behind it, as three dimensions.
static shape_t build_three_dims(tern_builder_t *b, const shape_t *shape, tern_value_t *dim) {
  static const int64_t predicates[] = {TERN_CMPI_ULT, TERN_CMPI_EQ, TERN_CMPI_UGT};
  tern_extent_t sizes[3];
  tern_value_t *one = tern_build_index(b, 1);
  for (size_t part = 0; part < 3; ++part) {
    tern_value_t *product = one;
    for (size_t i = 0; i < tern_type_rank(shape->type); ++i) {
      tern_value_t *is_in = tern_build_compared(b, predicates[part], tern_build_index(b, (int64_t)i), dim);
      tern_value_t *size = tern_build_select(b, is_in, tern_build_extent(b, shape->sizes[i]), one);
      product = tern_build_index_mul(b, product, size);
    }
    sizes[part] = tern_extent_of_value(product);
  }
  return make_shape(shape->type, sizes, 3);
}

static tern_extent_t count_elements(tern_builder_t *b, const shape_t *shape) {
  tern_extent_t count = tern_extent_of(1);
  for (size_t i = 0; i < tern_type_rank(shape->type); ++i) count = tern_extent_mul(b, count, shape->sizes[i]);
  return count;
}

// Two words of 32 bits for each counter, next to each other along one dimension.
static tern_value_t *build_pairs(tern_builder_t *b, generator_t *g, const shape_t *shape, tern_extent_t *out_blocks) {
  bool is_static = tern_type_has_static_shape(shape->type);
  shape_t split = is_static ? *shape : build_three_dims(b, shape, build_split_dim(b, shape));
  size_t dim = is_static ? find_split_dim(shape->type) : 1;
  shape_t half = split;
  half.sizes[dim] = round_up(b, split.sizes[dim], 2);
  *out_blocks = count_elements(b, &half);
  tern_value_t *bits = build_interleaved(b, build_blocks(b, g, *out_blocks), 2, &split, dim);
  return tern_build_reshape(b, bits, shape->type, shape->sizes);
}

static tern_value_t *build_bits(tern_builder_t *b, generator_t *g, const shape_t *shape, tern_extent_t *out_blocks) {
  size_t rank = tern_type_rank(shape->type);
  bool is_wide = tern_type_bit_width(g->element) == 64;
  g->count = (g->is_philox ? 4 : 2) / (is_wide ? 2 : 1);
  if (!g->is_philox && !is_wide && rank > 0) return build_pairs(b, g, shape, out_blocks);
  tern_extent_t elements = count_elements(b, shape);
  *out_blocks = round_up(b, elements, rank || g->is_philox ? g->count : 1);
  tern_op_t *blocks = build_blocks(b, g, *out_blocks);
  tern_value_t *bits = tern_op_result(blocks, 0);
  if (g->count > 1 && rank > 0) {
    shape_t flat = make_shape(shape->type, &elements, 1);
    bits = build_interleaved(b, blocks, g->count, &flat, 0);
  }
  return tern_build_reshape(b, bits, shape->type, shape->sizes);
}

// --- state ---

// Two or three elements of 64 bits, or four of 32: key, counter and (for Philox) the upper half of the counter.
static bool read_state(tern_hlo_lowering_t *l, generator_t *g, tern_value_t *out_words[3], size_t *out_count) {
  tern_builder_t *b = l->b;
  tern_value_t *state = l->operands.values[0];
  int64_t count = tern_type_rank(state->type) == 1 ? tern_type_dim(state->type, 0) : 0;
  uint32_t width = tern_type_bit_width(tern_type_element(state->type));
  bool is_known = (width == 64 && (count == 2 || count == 3)) || (width == 32 && count == 4);
  if (!is_known || !tern_type_is_integer(tern_type_element(state->type))) {
    return tern_op_error(l->op, "has a state of type '%s'; expected two or three elements of 64 bits",
                         tern_type_text(tern_op_operand(l->op, 0)->type));
  }
  *out_count = width == 64 ? (size_t)count : 2;
  for (size_t i = 0; i < *out_count; ++i) {
    if (width == 64) {
      out_words[i] = tern_build_element_at(b, state, (int64_t)i);
    } else {
      tern_value_t *low = tern_build_element_at(b, state, 2 * (int64_t)i);
      out_words[i] = join_words(b, low, tern_build_element_at(b, state, 2 * (int64_t)i + 1));
    }
  }
  g->key[0] = low_word(b, out_words[0]);
  g->key[1] = high_word(b, out_words[0]);
  g->counter[0] = out_words[1];
  // Without an upper half the key stands for it.
  g->counter[1] = *out_count == 3 ? out_words[2] : out_words[0];
  return true;
}

static tern_value_t *build_state(tern_builder_t *b, const tern_type_t *type, tern_value_t *const words[3]) {
  tern_value_t *elements[4];
  size_t count = (size_t)tern_type_dim(type, 0);
  bool is_narrow = tern_type_bit_width(tern_type_element(type)) == 32;
  for (size_t i = 0; i < count; ++i) {
    elements[i] = !is_narrow ? words[i] : i % 2 ? high_word(b, words[i / 2]) : low_word(b, words[i / 2]);
  }
  return tern_build_value(b, TERN_TENSOR(FROM_ELEMENTS), .operands = {elements, count}, .types = TERN_TYPES(type));
}

enum { RNG_THREE_FRY = 1 };  // of #stablehlo.rng_algorithm

// What the type of result `result` says, and the rest from list operand `operand`.
static shape_t read_shape(tern_hlo_lowering_t *l, size_t result, size_t operand) {
  tern_builder_t *b = l->b;
  shape_t shape = {.type = l->types[result]};
  for (size_t i = 0; i < tern_type_rank(shape.type); ++i) {
    shape.sizes[i] = tern_extent_of(tern_type_dim(shape.type, i));
    if (shape.sizes[i].constant != TERN_DYNAMIC) continue;
    tern_value_t *size = tern_build_element_at(b, l->operands.values[operand], (int64_t)i);
    shape.sizes[i] = tern_extent_of_value(tern_build_index_from(b, size, tern_hlo_written_element(l->op, operand)));
  }
  return shape;
}

static bool lower_bits(tern_hlo_lowering_t *l, const shape_t *shape) {
  tern_builder_t *b = l->b;
  const tern_type_t *element = tern_type_element(shape->type);
  uint32_t width = tern_type_bit_width(element);
  if (width != 8 && width != 16 && width != 32 && width != 64) {
    return tern_op_error(l->op, "has elements of %u bits; expected 8, 16, 32 or 64", width);
  }
  const tern_attr_t *algorithm = tern_op_attr(l->op, "rng_algorithm");
  generator_t g = {.is_philox = !algorithm || tern_enum_attr_value(algorithm) != RNG_THREE_FRY, .element = element};
  tern_value_t *words[3] = {NULL}, *counter[2];
  size_t count;
  tern_extent_t blocks;
  if (!read_state(l, &g, words, &count)) return false;
  l->results[1] = build_bits(b, &g, shape, &blocks);
  tern_value_t *used = blocks.value ? cast(b, TERN_ARITH(INDEX_CAST), blocks.value, tern_i_type_get(b->context, 64))
                                    : word(b, 64, (uint64_t)blocks.constant);
  advance(b, &g, used, counter);
  words[1] = counter[0];
  if (g.is_philox) words[2] = counter[1];
  l->results[0] = build_state(b, l->types[0], words);
  return true;
}

static bool lower_rng_bit_generator(tern_hlo_lowering_t *l) {
  if (!tern_type_has_static_shape(l->types[1])) return false;
  shape_t shape = read_shape(l, 1, 0);
  return lower_bits(l, &shape);
}

bool tern_dynamic_rng_bit_generator(tern_hlo_lowering_t *l) {
  bool has_shape = l->operands.count == 2 && l->op->result_count == 2 && l->types[1]->kind == TERN_TYPE_TENSOR;
  const tern_type_t *list = has_shape ? l->operands.values[1]->type : NULL, *type = l->types[1];
  const tern_attr_t *algorithm = tern_op_attr(l->op, "rng_algorithm");
  if (!has_shape || list->kind != TERN_TYPE_TENSOR || tern_type_rank(list) != 1 ||
      !tern_type_is_int_or_index(tern_type_element(list)) || tern_type_dim(list, 0) != (int64_t)tern_type_rank(type) ||
      l->types[0] != l->operands.values[0]->type || tern_type_rank(type) + 1 > MAX_RANK ||
      (algorithm && algorithm->kind != TERN_ATTR_ENUM)) {
    return tern_op_error(l->op, "expects a state and a list of sizes, and to give a state and a tensor of these sizes");
  }
  shape_t shape = read_shape(l, 1, 1);
  return lower_bits(l, &shape);
}

// --- rng ---

typedef struct sample {
  tern_value_t *a, *b;
  const tern_type_t *written;
  bool is_normal;
  uint32_t number;  // of the op
  size_t rank;
  const tern_extent_t *sizes;
} sample_t;

// A number in [0, 1) of type `type`, from as many bits as its mantissa has.
static tern_value_t *build_unit(tern_builder_t *b, tern_value_t *bits, const tern_type_t *type) {
  uint32_t digits = type->kind == TERN_TYPE_F64 ? 53 : 24;
  bits = binary(b, TERN_ARITH(SHRUI), bits, word(b, 64, 64 - digits));
  return binary(b, TERN_ARITH(MULF), cast(b, TERN_ARITH(UITOFP), bits, type),
                tern_build_number(b, type, 1.0 / (double)(UINT64_C(1) << digits)));
}

static tern_value_t *function(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

// Box and Muller: sqrt(-2 log(1 - u)) cos(2 pi v).
static tern_value_t *build_normal(tern_builder_t *b, tern_value_t *x[2], const tern_type_t *type) {
  tern_value_t *u = build_unit(b, join_words(b, word(b, 32, 0), x[0]), type);
  tern_value_t *v = build_unit(b, join_words(b, word(b, 32, 0), x[1]), type);
  tern_value_t *logarithm = function(b, TERN_MATH(LOG), binary(b, TERN_ARITH(SUBF), tern_build_number(b, type, 1), u));
  tern_value_t *radius =
      function(b, TERN_MATH(SQRT), binary(b, TERN_ARITH(MULF), tern_build_number(b, type, -2), logarithm));
  tern_value_t *angle = binary(b, TERN_ARITH(MULF), tern_build_number(b, type, 6.283185307179586), v);
  return binary(b, TERN_ARITH(MULF), radius, function(b, TERN_MATH(COS), angle));
}

static tern_value_t *build_real(tern_builder_t *b, const sample_t *s, tern_value_t *x[2], const tern_type_t *type) {
  const tern_type_t *wide = type->kind == TERN_TYPE_F64 ? type : tern_float_type_get(b->context, TERN_TYPE_F32);
  tern_value_t *low = cast(b, TERN_ARITH(EXTF), s->a, wide), *high = cast(b, TERN_ARITH(EXTF), s->b, wide), *value;
  if (s->is_normal) {
    value = build_normal(b, x, wide);
    value = binary(b, TERN_ARITH(ADDF), low, binary(b, TERN_ARITH(MULF), high, value));
  } else {
    value = build_unit(b, join_words(b, x[0], x[1]), wide);
    tern_value_t *range = binary(b, TERN_ARITH(SUBF), high, low);
    value = binary(b, TERN_ARITH(ADDF), low, binary(b, TERN_ARITH(MULF), range, value));
  }
  return cast(b, TERN_ARITH(TRUNCF), value, type);
}

// a + bits mod (b - a)
static tern_value_t *build_integer(tern_builder_t *b, const sample_t *s, tern_value_t *x[2], const tern_type_t *type) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  bool is_unsigned = tern_integer_type_signedness(s->written) == TERN_UNSIGNED || tern_integer_type_width(type) == 1;
  const tern_op_row_t *extend = is_unsigned ? TERN_ARITH(EXTUI) : TERN_ARITH(EXTSI);
  tern_value_t *low = cast(b, extend, s->a, i64), *high = cast(b, extend, s->b, i64);
  tern_value_t *range = binary(b, TERN_ARITH(MAXUI), binary(b, TERN_ARITH(SUBI), high, low), word(b, 64, 1));
  tern_value_t *value = binary(b, TERN_ARITH(REMUI), join_words(b, x[0], x[1]), range);
  return cast(b, TERN_ARITH(TRUNCI), add(b, low, value), type);
}

static void fill_with_sample(tern_builder_t *b, tern_block_t *body, void *user) {
  const sample_t *s = user;
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *type = body->args[0]->type;
  tern_value_t *number = tern_build_index(b, 0);
  for (size_t i = 0; i < s->rank; ++i) {
    number = tern_build_index_mul(b, number, tern_build_extent(b, s->sizes[i]));
    number = tern_build_index_add(b, number, tern_linalg_build_index(b, i));
  }
  number = cast(b, TERN_ARITH(INDEX_CAST), number, i64);
  tern_value_t *key[2] = {word(b, 32, s->number), word(b, 32, 0)};
  tern_value_t *x[2] = {low_word(b, number), high_word(b, number)};
  build_threefry(b, key, x);
  tern_value_t *value = tern_type_is_float(type) ? build_real(b, s, x, type) : build_integer(b, s, x, type);
  tern_build_linalg_yield(b, TERN_VALUES(value));
}

enum { RNG_NORMAL = 2 };  // of #stablehlo.rng_distribution

static bool lower_rng(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->types[0];
  uint32_t *count = l->conversion->user;
  shape_t shape = read_shape(l, 0, 2);
  sample_t sample = {.a = tern_build_only_element(b, l->operands.values[0]),
                     .b = tern_build_only_element(b, l->operands.values[1]),
                     .written = tern_hlo_written_element(l->op, 0),
                     .is_normal = tern_enum_attr_value(tern_op_attr(l->op, "rng_distribution")) == RNG_NORMAL,
                     .number = (*count)++,
                     .rank = tern_type_rank(type),
                     .sizes = shape.sizes};
  if (sample.is_normal && !tern_type_is_float(tern_type_element(type))) {
    return tern_op_error(l->op, "has a normal distribution of integers");
  }
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, sample.rank);
  tern_value_t *empty = tern_build_empty(b, type, shape.sizes);
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(empty), &identity, sample.rank, 0,
                                                 fill_with_sample, &sample);
  l->results[0] = tern_op_result(generic, 0);
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_random_lowerings[] = {
    {TERN_HLO_RNG, lower_rng},
    {TERN_HLO_RNG_BIT_GENERATOR, lower_rng_bit_generator},
    {TERN_HLO_NONE, NULL},
};
