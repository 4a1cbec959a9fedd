// tt.dot: where a thread has what of a matrix, and which way a product goes (upstream: DotOpToLLVM).

#include "convert/triton/to_llvm/dot/dot.h"

#include "dialect/tt/tt.h"

// --- matrices ---

// Puts a number into an ascending list of different ones.
static void insert_place(int64_t *places, size_t *count, int64_t place) {
  size_t at = *count;
  while (at > 0 && places[at - 1] >= place) --at;
  if (at < *count && places[at] == place) return;
  memmove(places + at + 1, places + at, (*count - at) * sizeof *places);
  places[at] = place;
  ++*count;
}

static size_t find_place(const int64_t *places, size_t count, int64_t place) {
  size_t low = 0;
  while (low < count && places[low] < place) ++low;
  return low;
}

// The coordinates of a register; a matrix is a batch of one.
static void coordinates_of(const tern_layout_t *layout, size_t number, int64_t out[TERN_TRITON_DOT_AXES]) {
  int64_t ins[TERN_LAYOUT_MAX_DIMS] = {0}, outs[TERN_LAYOUT_MAX_DIMS];
  size_t in = tern_layout_find(&layout->ins, TERN_LAYOUT_REGISTER), rank = layout->outs.count;
  if (in < layout->ins.count) ins[in] = (int64_t)number;
  tern_layout_apply(layout, ins, outs);
  out[TERN_TRITON_DOT_BATCH] = 0;
  for (size_t d = 0; d < rank; ++d)
    out[TERN_TRITON_DOT_AXES - rank + d] = outs[tern_layout_find(&layout->outs, tern_layout_dim_name(d))];
}

static size_t position_of(const tern_triton_matrix_t *matrix, const int64_t *coordinates) {
  size_t position = 0;
  for (size_t axis = 0; axis < TERN_TRITON_DOT_AXES; ++axis)
    position =
        position * matrix->counts[axis] + find_place(matrix->places[axis], matrix->counts[axis], coordinates[axis]);
  return position;
}

bool tern_triton_read_matrix(tern_conversion_t *conversion, const tern_type_t *type, tern_values_t elements,
                             tern_triton_matrix_t *out_matrix) {
  tern_arena_t *arena = &tern_triton_lowering_of(conversion)->arena;
  tern_layout_t layout = tern_ttg_type_layout(type);
  *out_matrix = (tern_triton_matrix_t){0};
  if (layout.error || layout.outs.count < 2 || layout.outs.count > TERN_TRITON_DOT_AXES) return false;
  int64_t coordinates[TERN_TRITON_DOT_AXES];
  for (size_t axis = 0; axis < TERN_TRITON_DOT_AXES; ++axis)
    out_matrix->places[axis] = tern_arena_alloc_array(arena, elements.count + 1, sizeof(int64_t));
  for (size_t r = 0; r < elements.count; ++r) {
    coordinates_of(&layout, r, coordinates);
    for (size_t axis = 0; axis < TERN_TRITON_DOT_AXES; ++axis)
      insert_place(out_matrix->places[axis], &out_matrix->counts[axis], coordinates[axis]);
  }
  size_t count = 1;
  for (size_t axis = 0; axis < TERN_TRITON_DOT_AXES; ++axis) count *= out_matrix->counts[axis];
  out_matrix->elements = tern_arena_alloc_zeroed(arena, (count + 1) * sizeof(tern_value_t *));
  for (size_t r = elements.count; r-- > 0;) {
    coordinates_of(&layout, r, coordinates);
    out_matrix->elements[position_of(out_matrix, coordinates)] = elements.values[r];
  }
  for (size_t i = 0; i < count; ++i) {
    if (!out_matrix->elements[i]) return false;
  }
  return true;
}

tern_values_t tern_triton_write_matrix(tern_conversion_t *conversion, const tern_type_t *type,
                                       const tern_triton_matrix_t *matrix) {
  tern_layout_t layout = tern_ttg_type_layout(type);
  size_t count = (size_t)1 << tern_layout_bits(&layout.ins, TERN_LAYOUT_REGISTER);
  tern_value_t **values = tern_triton_room(conversion, count);
  for (size_t r = 0; r < count; ++r) {
    int64_t coordinates[TERN_TRITON_DOT_AXES];
    coordinates_of(&layout, r, coordinates);
    values[r] = matrix->elements[position_of(matrix, coordinates)];
  }
  return (tern_values_t){values, count};
}

// --- which way ---

static bool lower_dot(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_attr_t *encoding = tern_ttg_type_encoding(tern_op_result(op, 0)->type);
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA)) return tern_triton_lower_dot_fma(op, operands, conversion);
  // Later versions take the second operand from shared memory, which is another op.
  return tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION_MAJOR) == 2 &&
         tern_triton_lower_dot_mma(op, operands, conversion);
}

const tern_conversion_pattern_t tern_triton_dot_patterns[] = {
    {"dot", TERN_TT(DOT), TERN_TRITON_BENEFIT, lower_dot},
    {"dot_scaled", TERN_TT(DOT_SCALED), TERN_TRITON_BENEFIT, tern_triton_lower_dot_scaled},
    {0},
};
