// The elements of any value at a place: from its buffer, or from the op that makes it.

#include "convert/triton/to_loops/loops.h"

#include <assert.h>
#include <string.h>

#include "dialect/math/math.h"
#include "ir/context.h"

enum { BUFFER_ALIGNMENT = 64 };

// --- what values have become ---

slot_t *tern_tt_slot(const writer_t *w, const tern_value_t *value) { return tern_map_get(&w->slots, value); }

static slot_t *add_slot(writer_t *w, const tern_value_t *value, slot_t slot) {
  slot_t *copy = tern_arena_copy(w->arena, &slot, sizeof slot);
  tern_map_set(&w->slots, value, copy);
  return copy;
}

slot_t *tern_tt_set_scalars(writer_t *w, const tern_value_t *value, const value_t *scalars, size_t count) {
  value_t *copy = tern_arena_copy(w->arena, scalars, count * sizeof *scalars);
  return add_slot(w, value, (slot_t){.kind = SLOT_SCALARS, .scalars = copy, .count = count});
}

slot_t *tern_tt_set_buffer(writer_t *w, const tern_value_t *value, value_t address) {
  return add_slot(w, value, (slot_t){.kind = SLOT_BUFFER, .address = address});
}

value_t tern_tt_scalar(writer_t *w, tern_value_t *value) {
  place_t place = {0};
  return tern_tt_emit(w, value, &place).base;
}

// --- memory of the kernel ---

value_t tern_tt_byte_address(writer_t *w, value_t base, value_t offset) {
  if (!offset) return base;
  return tern_llvm_build_gep(&w->b, tern_i_type_get(w->b.context, 8), base, &offset, NULL, 1);
}

value_t tern_tt_allocate(writer_t *w, const tern_type_t *element, int64_t count) {
  int64_t offset = w->used;
  int64_t size = count * tern_tt_memory_size(element);
  w->used += (size + BUFFER_ALIGNMENT - 1) / BUFFER_ALIGNMENT * BUFFER_ALIGNMENT;
  if (w->used > w->size) w->size = w->used;
  return tern_tt_byte_address(w, w->scratch, tern_tt_int(w, 64, offset));
}

static tern_named_attr_t alignment_of(writer_t *w, int64_t size) {
  return (tern_named_attr_t){"alignment", tern_integer_attr_get(tern_i_type_get(w->b.context, 64), size)};
}

static bool is_contiguous(const element_t *offset, size_t lane_bits) {
  for (size_t i = 0; i < lane_bits; ++i) {
    if (offset->steps[i] != INT64_C(1) << i) return false;
  }
  return true;
}

// The lanes that do not move the offset see the same element, so that what they see is a shuffle of fewer.
static value_t read_spread(writer_t *w, value_t address, const tern_type_t *type, const element_t *offset,
                           size_t lane_bits) {
  size_t count = 0;
  bool is_dense = true;
  int32_t mask[1 << LANE_BITS_MAX] = {0};
  for (size_t i = 0; i < lane_bits; ++i) {
    if (offset->steps[i] == 0) continue;
    is_dense &= offset->steps[i] == INT64_C(1) << count;
    for (int32_t lane = 0; lane < 1 << lane_bits; ++lane) mask[lane] |= (lane >> i & 1) << count;
    ++count;
  }
  if (!is_dense) return NULL;
  const tern_type_t *few = tern_tt_lanes_of(type, count);
  value_t loaded = tern_build_value(&w->b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(few),
                                    .attrs = {&(tern_named_attr_t){0}, 0});
  const tern_attr_t *attr = tern_dense_i32_array_attr_get(w->b.context, mask, (size_t)1 << lane_bits);
  return tern_build_value(&w->b, TERN_LLVM(SHUFFLEVECTOR), .operands = TERN_VALUES(loaded, loaded),
                          .types = TERN_TYPES(tern_tt_lanes_of(type, lane_bits)), .attrs = TERN_ATTRS({"mask", attr}));
}

static value_t narrow_bool(writer_t *w, value_t value, const tern_type_t *element) {
  return tern_type_is_i(tern_tt_register_type(element), 1) ? tern_tt_resize(w, value, 1, false) : value;
}

element_t tern_tt_read(writer_t *w, value_t address, const tern_type_t *element, const place_t *place,
                       const int64_t *dims) {
  const tern_type_t *type = tern_tt_memory_type(element);
  element_t offset = tern_tt_place_linear(w, place, dims);
  int64_t size = tern_tt_memory_size(element);
  value_t at = tern_tt_byte_address(w, address, tern_tt_scale(w, offset.base, size));
  bool is_uniform = !tern_tt_has_steps(&offset);
  const tern_type_t *loaded = tern_tt_lanes_of(type, is_uniform ? 0 : place->lane_bits);
  value_t value = NULL;
  tern_named_attr_t alignment = alignment_of(w, size);
  if (is_uniform || is_contiguous(&offset, place->lane_bits)) {
    value = tern_build_value(&w->b, TERN_LLVM(LOAD), .operands = TERN_VALUES(at), .types = TERN_TYPES(loaded),
                             .attrs = {&alignment, 1});
  } else {
    value = read_spread(w, at, type, &offset, place->lane_bits);
  }
  if (!value) {
    element_t addresses = {.base =
                               tern_tt_op(w, TERN_LLVM(PTRTOINT), tern_i_type_get(w->b.context, 64), TERN_VALUES(at))};
    for (size_t i = 0; i < LANE_BITS_MAX; ++i) addresses.steps[i] = offset.steps[i] * size;
    return tern_tt_load_at(w, &addresses, NULL, NULL, element, place->lane_bits);
  }
  return tern_tt_wrap(narrow_bool(w, value, element));
}

void tern_tt_write(writer_t *w, value_t address, const tern_type_t *element, const place_t *place, const int64_t *dims,
                   const element_t *value) {
  element_t offset = tern_tt_place_linear(w, place, dims);
  int64_t size = tern_tt_memory_size(element);
  value_t stored = tern_tt_vector(w, value, place->lane_bits);
  if (tern_type_is_i(tern_type_element(stored->type), 1)) stored = tern_tt_resize(w, stored, 8, false);
  assert(is_contiguous(&offset, place->lane_bits));
  value_t at = tern_tt_byte_address(w, address, tern_tt_scale(w, offset.base, size));
  tern_named_attr_t alignment = alignment_of(w, size);
  tern_build(&w->b, TERN_LLVM(STORE), .operands = TERN_VALUES(stored, at), .attrs = {&alignment, 1});
}

void tern_tt_fill(writer_t *w, tern_value_t *value, value_t address) {
  const int64_t *dims = tern_type_dims(value->type);
  size_t rank = tern_type_rank(value->type);
  nest_t nest = tern_tt_nest_begin(w, dims, rank, tern_tt_lane_bits(dims, rank));
  element_t element = tern_tt_emit(w, value, &nest.place);
  tern_tt_write(w, address, value->type, &nest.place, dims, &element);
  tern_tt_nest_end(w, &nest);
}

value_t tern_tt_buffer(writer_t *w, tern_value_t *value) {
  slot_t *slot = tern_tt_slot(w, value);
  if (slot && slot->kind == SLOT_BUFFER) return slot->address;
  value_t address = tern_tt_allocate(w, value->type, tern_type_element_count(value->type));
  tern_tt_fill(w, value, address);
  return address;
}

// --- elements ---

static bool is_same_place(const place_t *a, const place_t *b) {
  bool is_same = a->rank == b->rank && a->lane_bits == b->lane_bits;
  for (size_t d = 0; is_same && d < a->rank; ++d) is_same = a->index[d] == b->index[d];
  for (size_t i = 0; is_same && i < a->lane_bits; ++i) {
    is_same = a->lanes[i].dim == b->lanes[i].dim && (a->lanes[i].dim < 0 || a->lanes[i].bit == b->lanes[i].bit);
  }
  return is_same;
}

static bool find_memo(const writer_t *w, const tern_value_t *value, const place_t *place, element_t *out) {
  for (size_t i = w->memos.count; i-- > 0;) {
    const memo_t *memo = &w->memos.values[i];
    if (memo->value != value || !is_same_place(&memo->place, place)) continue;
    *out = memo->element;
    return true;
  }
  return false;
}

static element_t shift(writer_t *w, const slot_t *slot, const place_t *place) {
  element_t e = tern_tt_emit(w, slot->start, place);
  if (e.base) {
    e.base = tern_tt_binary(w, TERN_ARITH(ADDI), e.base, slot->shift);
    return e;
  }
  return element_of_vector(
      tern_tt_binary(w, TERN_ARITH(ADDI), e.vector, tern_tt_broadcast(w, slot->shift, place->lane_bits)));
}

// Lanes that are all at the same place need no vector: one of them is computed.
static void drop_idle_lanes(place_t *place) {
  for (size_t i = 0; i < place->lane_bits; ++i) {
    if (place->lanes[i].dim >= 0) return;
  }
  place->lane_bits = 0;
}

element_t tern_tt_emit(writer_t *w, tern_value_t *value, const place_t *given) {
  place_t place = *given;
  element_t e;
  slot_t *slot = tern_tt_slot(w, value);
  drop_idle_lanes(&place);
  if (slot && slot->kind == SLOT_SCALARS) return element_of(slot->scalars[0]);
  if (find_memo(w, value, &place, &e)) return e;
  tern_op_t *op = tern_value_defining_op(value);
  if (slot && slot->kind == SLOT_BUFFER) {
    e = tern_tt_read(w, slot->address, value->type, &place, tern_type_dims(value->type));
  } else if (slot) {
    e = shift(w, slot, &place);
  } else {
    const element_row_t *row = tern_tt_element_row(op);
    const tern_attr_t *loc = w->b.loc;
    w->b.loc = op->loc;
    e = row ? row->emit(w, op, value->index, &place) : tern_tt_emit_elementwise(w, op, &place);
    w->b.loc = loc;
  }
  tern_vec_push(&w->memos, (memo_t){value, place, e});
  return e;
}

value_t tern_tt_emit_vector(writer_t *w, tern_value_t *value, const place_t *place) {
  element_t e = tern_tt_emit(w, value, place);
  return tern_tt_vector(w, &e, place->lane_bits);
}

// The ops of the body see its arguments as numbers, or as vectors: then memos of them at a made-up place hold them.
void tern_tt_inline_body(writer_t *w, tern_block_t *block, const element_t *args, size_t lane_bits,
                         element_t *out_results) {
  size_t memo_count = w->memos.count;
  if (lane_bits == 0) {
    for (size_t i = 0; i < block->arg_count; ++i) tern_tt_set_scalars(w, block->args[i], &args[i].base, 1);
    tern_tt_write_block(w, block);
    tern_op_t *last = tern_block_terminator(block);
    for (size_t i = 0; i < last->operand_count; ++i) {
      out_results[i] = element_of(tern_tt_scalar(w, tern_op_operand(last, i)));
    }
    w->memos.count = memo_count;
    return;
  }
  place_t place = {.rank = 1, .lane_bits = lane_bits};
  for (size_t i = 0; i < lane_bits; ++i) place.lanes[i] = (lane_bit_t){0, (int8_t)i};
  for (size_t i = 0; i < block->arg_count; ++i) tern_vec_push(&w->memos, (memo_t){block->args[i], place, args[i]});
  tern_op_t *end = tern_block_terminator(block);
  for (size_t i = 0; i < end->operand_count; ++i) out_results[i] = tern_tt_emit(w, tern_op_operand(end, i), &place);
  w->memos.count = memo_count;
}

// --- tables ---

const element_row_t *tern_tt_element_row(const tern_op_t *op) {
  static const element_row_t *const tables[] = {tern_tt_shape_rows, tern_tt_compute_rows, tern_tt_cast_rows,
                                                tern_tt_memory_rows, tern_tt_block_rows};
  for (size_t t = 0; t < sizeof tables / sizeof tables[0]; ++t) {
    for (const element_row_t *row = tables[t]; row->emit; ++row) {
      if (tern_op_is(op, row->op)) return row;
    }
  }
  return NULL;
}

const statement_row_t *tern_tt_statement_row(const tern_op_t *op) {
  static const statement_row_t *const tables[] = {
      tern_tt_memory_statements, tern_tt_atomic_statements, tern_tt_reduce_statements,  tern_tt_dot_statements,
      tern_tt_gather_statements, tern_tt_block_statements,  tern_tt_control_statements, tern_tt_debug_statements};
  for (size_t t = 0; t < sizeof tables / sizeof tables[0]; ++t) {
    for (const statement_row_t *row = tables[t]; row->write; ++row) {
      if (tern_op_is(op, row->op)) return row;
    }
  }
  return NULL;
}

bool tern_tt_is_elementwise(const tern_op_t *op) {
  tern_str_t name = tern_op_name(op);
  bool is_known = tern_str_starts_with(name, TERN_STR("arith.")) || tern_str_starts_with(name, TERN_STR("math."));
  return is_known && op->result_count == 1 && op->region_count == 0;
}
