// See combine.h.

#include "convert/triton/to_llvm/across/combine.h"

#include "convert/triton/to_llvm/shared_access.h"
#include "dialect/builtin/builtin.h"
#include "ir/diagnostic.h"

// --- what the op says ---

bool tern_triton_combine_begin(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                               tern_triton_combine_t *out) {
  *out = (tern_triton_combine_t){.conversion = conversion, .op = op, .b = tern_triton_builder(conversion)};
  if (op->operand_count > TERN_TRITON_MAX_COMBINED)
    return tern_op_error(op, "has %u operands, of which at most %d are combined at once", op->operand_count,
                         TERN_TRITON_MAX_COMBINED);
  out->axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  out->operand_count = op->operand_count;
  out->layout = tern_ttg_type_layout(tern_op_operand(op, 0)->type);
  if (out->layout.error) return tern_op_error(op, "has no layout: %s", out->layout.error);
  for (size_t i = 0; i < op->operand_count; ++i) out->values[i] = tern_triton_unpack(conversion, operands.values[i]);
  out->register_count = out->values[0].count;
  out->ids = tern_triton_ids(conversion, op);
  return true;
}

tern_triton_elements_t tern_triton_combine_at(const tern_triton_combine_t *c, size_t register_number) {
  tern_triton_elements_t elements;
  for (size_t i = 0; i < c->operand_count; ++i) elements.values[i] = c->values[i].values[register_number];
  return elements;
}

// --- elements ---

// A value as the body's argument, which has the program's type.
static tern_value_t *cast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(b, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

tern_triton_elements_t tern_triton_combine_two(const tern_triton_combine_t *c, const tern_triton_elements_t *first,
                                               const tern_triton_elements_t *second) {
  const tern_block_t *body = tern_op_body(c->op, 0);
  tern_value_t *args[2 * TERN_TRITON_MAX_COMBINED];
  tern_triton_elements_t result;
  for (size_t i = 0; i < c->operand_count; ++i) {
    args[i] = cast(c->b, first->values[i], body->args[i]->type);
    args[c->operand_count + i] = cast(c->b, second->values[i], body->args[c->operand_count + i]->type);
  }
  tern_builder_clone_body(c->b, body, args, result.values);
  for (size_t i = 0; i < c->operand_count; ++i) result.values[i] = cast(c->b, result.values[i], first->values[i]->type);
  return result;
}

tern_triton_elements_t tern_triton_combine_select(const tern_triton_combine_t *c, tern_value_t *condition,
                                                  const tern_triton_elements_t *x, const tern_triton_elements_t *y) {
  tern_triton_elements_t result;
  for (size_t i = 0; i < c->operand_count; ++i)
    result.values[i] = tern_emit_select(c->b, condition, x->values[i], y->values[i]);
  return result;
}

tern_triton_elements_t tern_triton_combine_shuffle(const tern_triton_combine_t *c, tern_triton_shuffle_t kind,
                                                   const tern_triton_elements_t *x, tern_value_t *lane) {
  tern_triton_elements_t result;
  for (size_t i = 0; i < c->operand_count; ++i)
    result.values[i] = tern_triton_shuffle(c->conversion, kind, x->values[i], lane);
  return result;
}

// --- places ---

uint64_t tern_triton_axis_bits(const tern_triton_combine_t *c, const char *in, bool is_axis) {
  const tern_layout_t *layout = &c->layout;
  size_t position = tern_layout_find(&layout->ins, in);
  uint64_t mask = 0;
  for (size_t bit = 0; position < layout->ins.count && bit < layout->ins.values[position].bits; ++bit) {
    uint64_t word = layout->bases[tern_layout_bits_before(&layout->ins, position) + bit];
    bool is_along = tern_layout_get(&layout->outs, c->axis, word) != 0;
    if (word && is_along == is_axis) mask |= UINT64_C(1) << bit;
  }
  return mask;
}

tern_value_t *tern_triton_gather_bits(tern_builder_t *b, tern_value_t *x, uint64_t mask) {
  if (!mask) return tern_emit_i32(b, 0);
  tern_layout_t layout = {0};
  tern_value_t *result;
  size_t bits = 64 - (size_t)__builtin_clzll(mask), count = 0;
  tern_layout_append_dim(&layout.ins, "x", bits);
  tern_layout_append_dim(&layout.outs, "x", (size_t)__builtin_popcountll(mask));
  for (size_t bit = 0; bit < bits; ++bit) layout.bases[bit] = mask >> bit & 1 ? UINT64_C(1) << count++ : 0;
  x = tern_emit_and(b, x, tern_emit_i32(b, (INT64_C(1) << bits) - 1));
  tern_triton_apply_layout(b, &layout, &x, &result);
  return result;
}

void tern_triton_register_place(const tern_layout_t *layout, size_t register_number, size_t axis, bool with_axis,
                                int64_t *out_place) {
  int64_t ins[TERN_LAYOUT_MAX_DIMS] = {0};
  ins[tern_layout_find(&layout->ins, TERN_LAYOUT_REGISTER)] = (int64_t)register_number;
  tern_layout_apply(layout, ins, out_place);
  if (!with_axis) out_place[axis] = 0;
}

// --- scratch memory ---

// Operands with large elements come first, so that all are aligned.
tern_triton_scratch_t tern_triton_combine_scratch(const tern_triton_combine_t *c, int64_t start, int64_t count) {
  tern_triton_scratch_t scratch;
  tern_value_t *base = tern_triton_shared_address(c->conversion, c->op);
  int64_t offset = start;
  for (size_t bits = 64; bits >= 8; bits /= 2) {
    for (size_t i = 0; i < c->operand_count; ++i) {
      if (tern_triton_memory_bits(c->values[i].values[0]->type) != bits) continue;
      scratch.bases[i] = tern_emit_gep_bytes(c->b, base, offset);
      offset += count * (int64_t)bits / 8;
    }
  }
  return scratch;
}

void tern_triton_scratch_store(const tern_triton_combine_t *c, const tern_triton_scratch_t *scratch,
                               tern_value_t *index, const tern_triton_elements_t *x, tern_value_t *condition) {
  for (size_t i = 0; i < c->operand_count; ++i) {
    tern_value_t *value = tern_triton_to_stored(c->b, x->values[i]);
    tern_value_t *pointer = tern_emit_gep(c->b, value->type, scratch->bases[i], index);
    tern_triton_target_of(c->conversion)->store_shared(c->conversion, pointer, NULL, value, condition);
  }
}

static tern_triton_elements_t load_elements(const tern_triton_combine_t *c, const tern_triton_scratch_t *scratch,
                                            tern_value_t *index, tern_value_t *block, tern_value_t *condition) {
  tern_triton_elements_t result;
  for (size_t i = 0; i < c->operand_count; ++i) {
    const tern_type_t *type = c->values[i].values[0]->type;
    const tern_type_t *stored = tern_triton_stored_type(c->b, type);
    tern_value_t *pointer = tern_emit_gep(c->b, stored, scratch->bases[i], index);
    tern_value_t *value =
        tern_triton_target_of(c->conversion)->load_shared(c->conversion, pointer, block, stored, condition);
    result.values[i] = tern_triton_from_memory(c->b, value, type);
  }
  return result;
}

tern_triton_elements_t tern_triton_scratch_load(const tern_triton_combine_t *c, const tern_triton_scratch_t *scratch,
                                                tern_value_t *index, tern_value_t *condition) {
  return load_elements(c, scratch, index, NULL, condition);
}

tern_triton_elements_t tern_triton_scratch_load_of_block(const tern_triton_combine_t *c,
                                                         const tern_triton_scratch_t *scratch, tern_value_t *index,
                                                         tern_value_t *block) {
  return load_elements(c, scratch, index, block, NULL);
}
