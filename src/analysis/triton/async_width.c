// The width of copies from global to shared memory: see async_width.h.

#include "analysis/triton/async_width.h"

#include "dialect/ttg/layout.h"

tern_layout_t tern_async_places(const tern_op_t *copy) {
  tern_layout_t sources = tern_ttg_type_layout(tern_op_operand(copy, 0)->type);
  tern_layout_t memory = tern_ttg_type_layout(tern_op_operand(copy, 1)->type);
  tern_layout_t places = tern_layout_invert_and_compose(&sources, &memory);
  if (places.error) return places;
  const char *ins[TERN_LAYOUT_MAX_DIMS];
  for (size_t i = 0; i < places.ins.count; ++i) ins[i] = places.ins.values[i].name;
  return tern_layout_sublayout(&places, (tern_layout_names_t){ins, places.ins.count},
                               TERN_LAYOUT_NAMES(TERN_LAYOUT_OFFSET));
}

static int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }

int64_t tern_async_vector(const tern_op_t *copy, const tern_layout_t *places, int64_t contiguity,
                          int64_t mask_alignment) {
  const tern_attr_t *promised = tern_op_attr(copy, "contiguity");
  int64_t vector = contiguity, registers = INT64_C(1) << tern_layout_bits(&places->ins, TERN_LAYOUT_REGISTER);
  int64_t bits = tern_type_bit_width(tern_memdesc_read(tern_op_operand(copy, 1)->type).element);
  size_t mask, count;
  tern_op_operands_named(copy, "mask", &mask, &count);
  if (promised && tern_integer_attr_value(promised) > vector) vector = tern_integer_attr_value(promised);
  if (count) vector = least(vector, mask_alignment);
  vector = least(least(vector, tern_layout_consecutive(places)), registers);
  while (vector * bits > 8 * TERN_ASYNC_MAX_BYTES) vector /= 2;
  return vector;
}
