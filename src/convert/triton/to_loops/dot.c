// tt.dot and tt.dot_scaled: the operands are copied to buffers in the type that is summed in, then tiles of sums are held in vectors
// while the depth is walked.

#include "convert/triton/to_loops/loops.h"
#include "ir/context.h"

enum { TILE_ROWS = 8, TILE_VECTORS = 2 };

typedef struct product {
  const tern_type_t *type;  // of the sums
  int64_t batch, m, n, k;
  value_t a, b, d;  // buffers of it: batch x m x k, batch x k x n, batch x m x n
  size_t lane_bits;
  int64_t rows, vectors;  // of a tile
} product_t;

// --- operands ---

// f32 for narrower floats, i32 for integers.
static const tern_type_t *sum_type(writer_t *w, const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (element->kind == TERN_TYPE_F64) return element;
  if (tern_type_is_integer(element))
    return tern_type_bit_width(element) > 32 ? element : tern_i_type_get(w->b.context, 32);
  return tern_float_type_get(w->b.context, TERN_TYPE_F32);
}

static element_t convert(writer_t *w, const element_t *e, size_t lane_bits, const tern_type_t *from,
                         const tern_type_t *to) {
  value_t value = tern_tt_is_uniform(e) ? e->base : tern_tt_vector(w, e, lane_bits);
  if (tern_type_is_integer(from)) return tern_tt_wrap(tern_tt_resize(w, value, tern_type_bit_width(to), true));
  return tern_tt_wrap(tern_tt_convert_float(w, value, from, to, false));
}

static void fill_as(writer_t *w, tern_value_t *value, const tern_type_t *type, value_t address) {
  const int64_t *dims = tern_type_dims(value->type);
  size_t rank = tern_type_rank(value->type);
  nest_t nest = tern_tt_nest_begin(w, dims, rank, tern_tt_lane_bits(dims, rank));
  element_t e = tern_tt_emit(w, value, &nest.place);
  e = convert(w, &e, nest.place.lane_bits, tern_type_element(value->type), type);
  tern_tt_write(w, address, type, &nest.place, dims, &e);
  tern_tt_nest_end(w, &nest);
}

static value_t buffer_as(writer_t *w, tern_value_t *value, const tern_type_t *type) {
  if (tern_type_element(value->type) == type) return tern_tt_buffer(w, value);
  value_t address = tern_tt_allocate(w, type, tern_type_element_count(value->type));
  fill_as(w, value, type, address);
  return address;
}

// --- sums ---

static value_t element_pointer(writer_t *w, value_t base, value_t index, int64_t size) {
  return tern_tt_byte_address(w, base, tern_tt_scale(w, index, size));
}

static value_t load(writer_t *w, value_t base, value_t index, const tern_type_t *type) {
  int64_t size = tern_type_bit_width(tern_type_element(type)) / 8;
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(w->b.context, 64), size);
  return tern_build_value(&w->b, TERN_LLVM(LOAD), .operands = TERN_VALUES(element_pointer(w, base, index, size)),
                          .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"alignment", alignment}));
}

static value_t multiply_add(writer_t *w, value_t x, value_t y, value_t sum) {
  if (tern_type_is_integer(tern_type_element(x->type))) {
    return tern_tt_binary(w, TERN_ARITH(ADDI), tern_tt_binary(w, TERN_ARITH(MULI), x, y), sum);
  }
  const tern_attr_t *contract = tern_enum_attr_get(w->b.context, TERN_ARITH_ENUM(FASTMATH), TERN_FASTMATH_CONTRACT);
  value_t xy = tern_build_value(&w->b, TERN_ARITH(MULF), .operands = TERN_VALUES(x, y),
                                .attrs = TERN_ATTRS({"fastmath", contract}));
  return tern_build_value(&w->b, TERN_ARITH(ADDF), .operands = TERN_VALUES(xy, sum),
                          .attrs = TERN_ATTRS({"fastmath", contract}));
}

static value_t plus(writer_t *w, value_t x, int64_t y) { return tern_tt_add(w, x, y ? tern_tt_int(w, 64, y) : NULL); }

// Of the tile at row `i` and column `j` of batch `b`: `first` is the number of its first element in the result.
static void write_tile(writer_t *w, const product_t *p, value_t b, value_t i, value_t j) {
  const tern_type_t *vector = tern_tt_lanes_of(p->type, p->lane_bits);
  int64_t lanes = INT64_C(1) << p->lane_bits, size = tern_type_bit_width(p->type) / 8;
  value_t sums[TILE_ROWS * TILE_VECTORS], places[TILE_ROWS * TILE_VECTORS], columns[TILE_VECTORS], k;
  value_t row = tern_tt_add(w, tern_tt_scale(w, b, p->m), i);
  for (int64_t r = 0; r < p->rows; ++r) {
    for (int64_t v = 0; v < p->vectors; ++v) {
      value_t at = tern_tt_add(w, tern_tt_scale(w, plus(w, row, r), p->n), plus(w, j, v * lanes));
      places[r * p->vectors + v] = at;
      sums[r * p->vectors + v] = load(w, p->d, at, vector);
    }
  }
  size_t count = (size_t)(p->rows * p->vectors);
  value_t zero = tern_tt_int(w, 64, 0), one = tern_tt_int(w, 64, 1);
  tern_op_t *loop = tern_tt_loop_begin(w, zero, tern_tt_int(w, 64, p->k), one, (tern_values_t){sums, count}, &k);
  tern_block_t *block = w->b.block;
  value_t depth = tern_tt_add(w, tern_tt_scale(w, b, p->k), k);
  for (int64_t v = 0; v < p->vectors; ++v) {
    value_t at = tern_tt_add(w, tern_tt_scale(w, depth, p->n), plus(w, j, v * lanes));
    columns[v] = load(w, p->b, at, vector);
  }
  for (int64_t r = 0; r < p->rows; ++r) {
    value_t at = tern_tt_add(w, tern_tt_scale(w, plus(w, row, r), p->k), k);
    value_t x = tern_tt_broadcast(w, load(w, p->a, at, p->type), p->lane_bits);
    for (int64_t v = 0; v < p->vectors; ++v) {
      size_t at_sum = (size_t)(r * p->vectors + v);
      sums[at_sum] = multiply_add(w, x, columns[v], block->args[1 + at_sum]);
    }
  }
  tern_tt_loop_end(w, loop, (tern_values_t){sums, count});
  for (size_t s = 0; s < count; ++s) {
    value_t pointer = element_pointer(w, p->d, places[s], size);
    const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(w->b.context, 64), size);
    tern_build(&w->b, TERN_LLVM(STORE), .operands = TERN_VALUES(tern_op_result(loop, s), pointer),
               .attrs = TERN_ATTRS({"alignment", alignment}));
  }
}

// Loops over batches and tiles. A loop that runs once is none.
static tern_op_t *begin_loop(writer_t *w, int64_t size, int64_t step, value_t *out_index) {
  *out_index = NULL;
  if (size <= step) return NULL;
  return tern_tt_loop_begin(w, tern_tt_int(w, 64, 0), tern_tt_int(w, 64, size), tern_tt_int(w, 64, step),
                            (tern_values_t){0}, out_index);
}

static void write_product(writer_t *w, product_t *p) {
  value_t b, i, j;
  p->lane_bits = tern_tt_lane_bits(&p->n, 1);
  int64_t lanes = INT64_C(1) << p->lane_bits;
  p->rows = p->m < TILE_ROWS ? p->m : TILE_ROWS;
  p->vectors = p->n / lanes < TILE_VECTORS ? p->n / lanes : TILE_VECTORS;
  tern_op_t *loops[] = {begin_loop(w, p->batch, 1, &b), begin_loop(w, p->n, lanes * p->vectors, &j),
                        begin_loop(w, p->m, p->rows, &i)};
  write_tile(w, p, b, i, j);
  for (size_t l = 3; l-- > 0;) {
    if (loops[l]) tern_tt_loop_end(w, loops[l], (tern_values_t){0});
  }
}

// --- tt.dot ---

// A carried tensor that is read here only, each element where the result is written, lends its buffer to the result.
static value_t find_carried(writer_t *w, tern_value_t *value, const tern_type_t *type) {
  if (!tern_value_has_one_use(value)) return NULL;
  slot_t *slot = tern_tt_slot(w, value);
  tern_block_t *block = tern_value_arg_block(value);
  if (block) return slot && slot->kind == SLOT_BUFFER && value->type == type ? slot->address : NULL;
  tern_op_t *op = tern_value_defining_op(value);
  if (slot || !tern_tt_is_elementwise(op)) return NULL;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type != type) continue;
    value_t address = find_carried(w, tern_op_operand(op, i), type);
    if (address) return address;
  }
  return NULL;
}

// The result's buffer with what the products are added to.
static value_t begin_sums(writer_t *w, tern_value_t *sum, const tern_type_t *type, tern_block_t *block) {
  bool is_same = tern_type_element(sum->type) == type;
  value_t address = is_same ? find_carried(w, sum, sum->type) : NULL;
  slot_t *slot = tern_tt_slot(w, sum);
  (void)block;
  if (address && slot && slot->address == address) return address;
  if (!address) address = tern_tt_allocate(w, type, tern_type_element_count(sum->type));
  fill_as(w, sum, type, address);
  return address;
}

static void end_sums(writer_t *w, const product_t *p, tern_value_t *result) {
  const tern_type_t *element = tern_type_element(result->type);
  const int64_t *dims = tern_type_dims(result->type);
  size_t rank = tern_type_rank(result->type);
  value_t address = p->d;
  if (element != p->type) {
    address = tern_tt_allocate(w, element, tern_type_element_count(result->type));
    nest_t nest = tern_tt_nest_begin(w, dims, rank, tern_tt_lane_bits(dims, rank));
    element_t e = tern_tt_read(w, p->d, p->type, &nest.place, dims);
    e = convert(w, &e, nest.place.lane_bits, p->type, element);
    tern_tt_write(w, address, element, &nest.place, dims, &e);
    tern_tt_nest_end(w, &nest);
  }
  tern_tt_set_buffer(w, result, address);
}

static void write_dot(writer_t *w, tern_op_t *op) {
  tern_value_t *a = tern_op_operand(op, 0), *b = tern_op_operand(op, 1), *result = tern_op_result(op, 0);
  const int64_t *dims = tern_type_dims(result->type);
  size_t rank = tern_type_rank(result->type);
  product_t p = {.type = sum_type(w, result->type), .batch = rank == 3 ? dims[0] : 1, .m = dims[rank - 2]};
  p.n = dims[rank - 1];
  p.k = tern_type_dim(a->type, rank - 1);
  p.a = buffer_as(w, a, p.type);
  p.b = buffer_as(w, b, p.type);
  p.d = begin_sums(w, tern_op_operand(op, 2), p.type, op->block);
  write_product(w, &p);
  end_sums(w, &p, result);
}

// --- tt.dot_scaled ---

typedef struct scaled {
  tern_value_t *value, *scale;
  int64_t format;    // of tt.scale_dot_elem_type
  size_t depth;      // the dimension of the depth
  bool packs_depth;  // pairs of e2m1 lie along the depth
  int64_t dims[2];   // in numbers, not bytes
} scaled_t;

// Of a place in numbers: that of the group of `size` neighbours in one dimension; `out_inside`: which of them.
static place_t place_of_group(writer_t *w, const place_t *place, const int64_t *dims, size_t dim, int64_t size,
                              element_t *out_inside) {
  int64_t split[3] = {dims[0], dims[0], dims[1]};
  if (dim == 1) split[1] = dims[1];
  split[dim] = dims[dim] / size;
  split[dim + 1] = size;
  if (dim == 0) split[2] = dims[1];
  place_t apart = tern_tt_place_reshape(w, place, dims, 3, split);
  *out_inside = tern_tt_place_index(&apart, dim + 1);
  return tern_tt_place_without(&apart, dim + 1);
}

static value_t decode(writer_t *w, value_t bits, tern_type_kind_t kind) {
  tern_context_t *context = w->b.context;
  return tern_tt_decode_float(w, bits, tern_float_type_get(context, kind), tern_float_type_get(context, TERN_TYPE_F32));
}

// A number of e2m1 is half of a byte: the lower one is the first.
static value_t emit_half_bytes(writer_t *w, const scaled_t *s, const place_t *place) {
  element_t inside;
  size_t dim = s->packs_depth ? s->depth : 1 - s->depth;
  place_t bytes = place_of_group(w, place, s->dims, dim, 2, &inside);
  if (!inside.base) inside.base = tern_tt_int(w, 64, 0);
  value_t byte = tern_tt_emit_vector(w, s->value, &bytes);
  value_t which = tern_tt_resize(w, tern_tt_vector(w, &inside, place->lane_bits), 8, false);
  which = tern_tt_binary(w, TERN_ARITH(SHLI), which, tern_arith_constant_int(&w->b, which->type, 2));
  value_t half = tern_tt_binary(w, TERN_ARITH(SHRUI), byte, which);
  return decode(w, tern_tt_binary(w, TERN_ARITH(ANDI), half, tern_arith_constant_int(&w->b, half->type, 15)),
                TERN_TYPE_F4E2M1FN);
}

static value_t emit_number(writer_t *w, const scaled_t *s, const place_t *place) {
  static const tern_type_kind_t kinds[] = {TERN_TYPE_F8E4M3FN, TERN_TYPE_F8E5M2, TERN_TYPE_F6E2M3FN, TERN_TYPE_F6E3M2FN,
                                           TERN_TYPE_F4E2M1FN, TERN_TYPE_BF16,   TERN_TYPE_F16};
  if (s->format == TERN_TT_E2M1) return emit_half_bytes(w, s, place);
  value_t value = tern_tt_emit_vector(w, s->value, place);
  const tern_type_t *element = tern_type_element(s->value->type);
  const tern_type_t *f32 = tern_float_type_get(w->b.context, TERN_TYPE_F32);
  if (tern_type_is_float(element)) return tern_tt_convert_float(w, value, element, f32, false);
  return decode(w, value, kinds[s->format]);
}

static value_t buffer_scaled(writer_t *w, const scaled_t *s, const tern_type_t *type) {
  value_t address = tern_tt_allocate(w, type, s->dims[0] * s->dims[1]);
  nest_t nest = tern_tt_nest_begin(w, s->dims, 2, tern_tt_lane_bits(s->dims, 2));
  value_t value = emit_number(w, s, &nest.place);
  if (s->scale) {
    element_t inside;
    int64_t groups = tern_type_dim(s->scale->type, 1);
    place_t place = place_of_group(w, &nest.place, s->dims, s->depth, s->dims[s->depth] / groups, &inside);
    // The scales of the right operand lie by columns: their second dimension is the depth, too.
    if (s->depth == 0) {
      place_t swapped = place;
      swapped.index[0] = place.index[1];
      swapped.index[1] = place.index[0];
      for (size_t i = 0; i < place.lane_bits; ++i) {
        if (place.lanes[i].dim >= 0) swapped.lanes[i].dim = (int8_t)(1 - place.lanes[i].dim);
      }
      place = swapped;
    }
    element_t scale = tern_tt_emit(w, s->scale, &place);
    value_t bits = tern_tt_is_uniform(&scale) ? scale.base : tern_tt_vector(w, &scale, place.lane_bits);
    const tern_type_t *element = tern_type_element(s->scale->type);
    bool is_float8 = tern_type_is_float(element);
    value_t factor = decode(w, bits, is_float8 ? element->kind : TERN_TYPE_F8E8M0FNU);
    if (factor->type->kind != TERN_TYPE_VECTOR) factor = tern_tt_broadcast(w, factor, nest.place.lane_bits);
    value = tern_tt_binary(w, TERN_ARITH(MULF), value, factor);
  }
  element_t e = tern_tt_wrap(value);
  tern_tt_write(w, address, type, &nest.place, s->dims, &e);
  tern_tt_nest_end(w, &nest);
  return address;
}

static bool is_set(const tern_op_t *op, const char *name) {
  return tern_integer_attr_value(tern_op_attr(op, name)) != 0;
}

static void write_dot_scaled(writer_t *w, tern_op_t *op) {
  tern_value_t *result = tern_op_result(op, 0);
  const int64_t *dims = tern_type_dims(result->type);
  product_t p = {.type = sum_type(w, result->type), .batch = 1, .m = dims[0], .n = dims[1]};
  scaled_t a = {.value = tern_op_operand_named(op, "a"), .scale = tern_op_operand_named(op, "a_scale"), .depth = 1};
  scaled_t b = {.value = tern_op_operand_named(op, "b"), .scale = tern_op_operand_named(op, "b_scale"), .depth = 0};
  a.format = tern_enum_attr_value(tern_op_attr(op, "a_elem_type"));
  b.format = tern_enum_attr_value(tern_op_attr(op, "b_elem_type"));
  a.packs_depth = is_set(op, "lhs_k_pack");
  b.packs_depth = is_set(op, "rhs_k_pack");
  p.k = tern_type_dim(a.value->type, 1) * (a.format == TERN_TT_E2M1 && a.packs_depth ? 2 : 1);
  a.dims[0] = p.m;
  a.dims[1] = b.dims[0] = p.k;
  b.dims[1] = p.n;
  p.a = buffer_scaled(w, &a, p.type);
  p.b = buffer_scaled(w, &b, p.type);
  p.d = begin_sums(w, tern_op_operand_named(op, "c"), p.type, op->block);
  write_product(w, &p);
  end_sums(w, &p, result);
}

const statement_row_t tern_tt_dot_statements[] = {
    {TERN_TT(DOT), write_dot}, {TERN_TT(DOT_SCALED), write_dot_scaled}, {0}};
