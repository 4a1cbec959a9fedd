// Parts of tensors that the same threads have: amdg.extract_slice, amdg.concat, amdg.in_thread_transpose (upstream:
// ExtractSliceOpToLLVM, ConcatOpToLLVM, InThreadTransposeOpToTTG).
//
// No element leaves its thread: a register of the result is that register of a source that has its coordinates, in lane 0 of warp 0
// and so everywhere, for layouts are linear.

#include "base/map.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/amdg/amdg.h"
#include "ir/diagnostic.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS };

// The coordinates of a register, dimension 0 first.
static void place_of(const tern_layout_t *layout, size_t number, int64_t out_place[MAX_RANK]) {
  int64_t ins[MAX_RANK] = {0}, outs[MAX_RANK];
  size_t in = tern_layout_find(&layout->ins, TERN_LAYOUT_REGISTER);
  if (in < layout->ins.count) ins[in] = (int64_t)number;
  tern_layout_apply(layout, ins, outs);
  for (size_t d = 0; d < layout->outs.count; ++d)
    out_place[d] = outs[tern_layout_find(&layout->outs, tern_layout_dim_name(d))];
}

static size_t register_count(const tern_layout_t *layout) {
  return (size_t)1 << tern_layout_bits(&layout->ins, TERN_LAYOUT_REGISTER);
}

// The number of coordinates among those of the layout, plus one.
static const void *key_of(const tern_layout_t *layout, const int64_t *place) {
  uintptr_t key = 0;
  for (size_t d = 0; d < layout->outs.count; ++d)
    key = key << tern_layout_bits(&layout->outs, tern_layout_dim_name(d)) | (uintptr_t)place[d];
  return (const void *)(key + 1);
}

// Which register has which coordinates, as number plus one.
static void index_registers(const tern_layout_t *layout, tern_map_t *out_map) {
  int64_t place[MAX_RANK];
  for (size_t r = register_count(layout); r-- > 0;) {
    place_of(layout, r, place);
    tern_map_set(out_map, key_of(layout, place), (void *)(uintptr_t)(r + 1));
  }
}

// Takes the source and the coordinates in it of what is at `place` in the result; returns the number of the source.
typedef size_t (*find_source_fn_t)(const tern_op_t *op, int64_t *place);

static size_t source_of_slice(const tern_op_t *op, int64_t *place) {
  const tern_attr_t *offsets = tern_op_attr(op, "static_offsets");
  for (size_t d = 0; d < tern_dense_array_attr_count(offsets); ++d) place[d] += tern_dense_array_attr_int(offsets, d);
  return 0;
}

static size_t source_of_concat(const tern_op_t *op, int64_t *place) {
  const tern_type_t *type = tern_op_operand(op, 0)->type, *all = op->results[0].type;
  size_t number = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    int64_t size = tern_type_dim(type, d);
    number = number * (size_t)(tern_type_dim(all, d) / size) + (size_t)(place[d] / size);
    place[d] %= size;
  }
  return number;
}

static size_t source_of_same(const tern_op_t *op, int64_t *place) {
  (void)op, (void)place;
  return 0;
}

static bool lower(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion, find_source_fn_t find) {
  tern_layout_t source = tern_ttg_type_layout(tern_op_operand(op, 0)->type);
  tern_layout_t result = tern_ttg_type_layout(tern_op_result(op, 0)->type);
  size_t count = register_count(&result);
  tern_value_t **values = tern_triton_room(conversion, count);
  tern_map_t map = {0};
  tern_values_t *sources =
      tern_arena_alloc_array(&tern_triton_lowering_of(conversion)->arena, operands.count, sizeof *sources);
  for (size_t i = 0; i < operands.count; ++i) sources[i] = tern_triton_unpack(conversion, operands.values[i]);
  index_registers(&source, &map);
  bool has_all = true;
  for (size_t r = 0; r < count && has_all; ++r) {
    int64_t place[MAX_RANK];
    place_of(&result, r, place);
    size_t number = find(op, place);
    uintptr_t own = (uintptr_t)tern_map_get(&map, key_of(&source, place));
    has_all = own != 0 && number < operands.count;
    if (has_all) values[r] = sources[number].values[own - 1];
  }
  tern_map_deinitialize(&map);
  if (has_all) return tern_triton_replace(conversion, op, (tern_values_t){values, count});
  tern_op_error(op, "needs elements that other threads have");
  tern_emit_note(op->loc, "parts are multiples of what all threads have of one register");
  return false;
}

static bool lower_slice(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower(op, operands, conversion, source_of_slice);
}

static bool lower_concat(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower(op, operands, conversion, source_of_concat);
}

static bool lower_transpose(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower(op, operands, conversion, source_of_same);
}

const tern_conversion_pattern_t tern_triton_amd_slice_patterns[] = {
    {"extract-slice", TERN_AMDG(EXTRACT_SLICE), TERN_TRITON_BENEFIT, lower_slice},
    {"concat", TERN_AMDG(CONCAT), TERN_TRITON_BENEFIT, lower_concat},
    {"in-thread-transpose", TERN_AMDG(IN_THREAD_TRANSPOSE), TERN_TRITON_BENEFIT, lower_transpose},
    {0},
};
