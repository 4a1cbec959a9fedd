// Ops that move no data between threads: constants, ranges, and tensors seen as others (upstream: ViewOpToLLVM, MakeRangeOpToLLVM).
//
// Encodings are such that a thread finds each element of the result among its own. So a view is a table: which register of the
// source has the coordinates that a register of the result stands for. Lanes and warps need not be looked at, for layouts
// are linear.

#include "base/map.h"
#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ub/ub.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS };

// --- where registers are ---

typedef struct registers {
  tern_layout_t layout;
  size_t in, count;
} registers_t;

static registers_t registers_of(const tern_type_t *type) {
  registers_t registers = {.layout = tern_ttg_type_layout(type)};
  registers.in = tern_layout_find(&registers.layout.ins, TERN_LAYOUT_REGISTER);
  registers.count = (size_t)1 << tern_layout_bits(&registers.layout.ins, TERN_LAYOUT_REGISTER);
  return registers;
}

// The coordinates of a register, where all else is zero.
static void place_of(const registers_t *registers, size_t number, int64_t *coordinates) {
  int64_t ins[MAX_RANK] = {0};
  if (registers->in < registers->layout.ins.count) ins[registers->in] = (int64_t)number;
  tern_layout_apply(&registers->layout, ins, coordinates);
}

// The number of coordinates among those of a tensor, the last dimension first; above zero, to be a key.
static const void *key_of(const int64_t *coordinates, const int64_t *dims, size_t rank) {
  uintptr_t key = 0;
  for (size_t d = 0; d < rank; ++d) key = key * (uintptr_t)dims[d] + (uintptr_t)coordinates[d];
  return (const void *)(key + 1);
}

// Coordinates of the source for coordinates of the result; false: it is not the source's.
typedef void (*source_of_fn_t)(const tern_op_t *op, const int64_t *coordinates, int64_t *out_source);

static void dims_of(const tern_type_t *type, int64_t *dims) {
  for (size_t d = 0; d < tern_type_rank(type); ++d) dims[d] = tern_type_dim(type, d);
}

// The values of the source by coordinates: the first register that has them.
static void index_registers(const tern_type_t *type, tern_values_t values, tern_map_t *map) {
  registers_t registers = registers_of(type);
  int64_t dims[MAX_RANK], coordinates[MAX_RANK];
  dims_of(type, dims);
  for (size_t r = values.count; r-- > 0;) {
    place_of(&registers, r, coordinates);
    tern_map_set(map, key_of(coordinates, dims, tern_type_rank(type)), values.values[r]);
  }
}

static bool is_readable(const tern_type_t *type) { return tern_type_rank(type) <= MAX_RANK; }

// Result `index` of an op with one operand, each element of which is one of the operand's. NULL list: a thread lacks one.
static tern_values_t view(tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t *type,
                          const tern_map_t *source, const tern_type_t *source_type, source_of_fn_t source_of) {
  registers_t registers = registers_of(type);
  int64_t dims[MAX_RANK], coordinates[MAX_RANK], places[MAX_RANK];
  dims_of(source_type, dims);
  tern_value_t **values = tern_triton_room(conversion, registers.count);
  for (size_t r = 0; r < registers.count; ++r) {
    place_of(&registers, r, coordinates);
    source_of(op, coordinates, places);
    values[r] = tern_map_get(source, key_of(places, dims, tern_type_rank(source_type)));
    if (!values[r]) return (tern_values_t){0};
  }
  return (tern_values_t){values, registers.count};
}

static bool refuse_view(const tern_op_t *op) {
  tern_op_error(op, "has encodings by which a thread of the result needs what others have");
  tern_emit_note(op->loc, "put a ttg.convert_layout in front of it");
  return false;
}

static bool lower_view(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion, source_of_fn_t source_of) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *type = tern_op_result(op, 0)->type;
  if (!is_readable(source) || !is_readable(type)) return false;
  tern_map_t map = {0};
  index_registers(source, tern_triton_unpack(conversion, operands.values[0]), &map);
  tern_values_t values = view(conversion, op, type, &map, source, source_of);
  tern_map_deinitialize(&map);
  return values.values ? tern_triton_replace(conversion, op, values) : refuse_view(op);
}

// --- views ---

static void source_of_expansion(const tern_op_t *op, const int64_t *coordinates, int64_t *out_source) {
  size_t axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis")), count = 0;
  for (size_t d = 0; d < tern_type_rank(tern_op_result(op, 0)->type); ++d) {
    if (d != axis) out_source[count++] = coordinates[d];
  }
}

static bool lower_expand_dims(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_view(op, operands, conversion, source_of_expansion);
}

static void source_of_broadcast(const tern_op_t *op, const int64_t *coordinates, int64_t *out_source) {
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  for (size_t d = 0; d < tern_type_rank(source); ++d)
    out_source[d] = tern_type_dim(source, d) == 1 ? 0 : coordinates[d];
}

static bool lower_broadcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_view(op, operands, conversion, source_of_broadcast);
}

static void source_of_trans(const tern_op_t *op, const int64_t *coordinates, int64_t *out_source) {
  const tern_attr_t *order = tern_op_attr(op, "order");
  for (size_t d = 0; d < tern_dense_array_attr_count(order); ++d)
    out_source[tern_dense_array_attr_int(order, d)] = coordinates[d];
}

static bool lower_trans(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_view(op, operands, conversion, source_of_trans);
}

static void source_of_reshape(const tern_op_t *op, const int64_t *coordinates, int64_t *out_source) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *type = tern_op_result(op, 0)->type;
  int64_t number = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) number = number * tern_type_dim(type, d) + coordinates[d];
  for (size_t d = tern_type_rank(source); d-- > 0; number /= tern_type_dim(source, d))
    out_source[d] = number % tern_type_dim(source, d);
}

// Where the order may change, registers stay as they are.
static bool lower_reshape(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!tern_op_attr(op, "allow_reorder")) return lower_view(op, operands, conversion, source_of_reshape);
  tern_values_t values = tern_triton_unpack(conversion, operands.values[0]);
  const tern_type_t *lowered = tern_triton_lower_type(conversion, tern_op_result(op, 0)->type);
  if (!lowered || tern_llvm_struct_elements(lowered).count != values.count) return refuse_view(op);
  return tern_triton_replace(conversion, op, values);
}

// --- joins ---

// The last coordinate says which of both.
static bool lower_join(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *type = tern_op_result(op, 0)->type;
  if (!is_readable(source) || !is_readable(type)) return false;
  tern_map_t maps[2] = {{0}, {0}};
  for (size_t i = 0; i < 2; ++i) index_registers(source, tern_triton_unpack(conversion, operands.values[i]), &maps[i]);
  registers_t registers = registers_of(type);
  int64_t dims[MAX_RANK], coordinates[MAX_RANK];
  size_t rank = tern_type_rank(source);
  dims_of(source, dims);
  tern_value_t **values = tern_triton_room(conversion, registers.count);
  bool is_found = true;
  for (size_t r = 0; r < registers.count && is_found; ++r) {
    place_of(&registers, r, coordinates);
    values[r] = tern_map_get(&maps[coordinates[rank]], key_of(coordinates, dims, rank));
    is_found = values[r] != NULL;
  }
  for (size_t i = 0; i < 2; ++i) tern_map_deinitialize(&maps[i]);
  return is_found ? tern_triton_replace(conversion, op, (tern_values_t){values, registers.count}) : refuse_view(op);
}

static void source_of_first_half(const tern_op_t *op, const int64_t *coordinates, int64_t *out_source) {
  size_t rank = tern_type_rank(tern_op_result(op, 0)->type);
  for (size_t d = 0; d < rank; ++d) out_source[d] = coordinates[d];
  out_source[rank] = 0;
}

static void source_of_second_half(const tern_op_t *op, const int64_t *coordinates, int64_t *out_source) {
  source_of_first_half(op, coordinates, out_source);
  out_source[tern_type_rank(tern_op_result(op, 0)->type)] = 1;
}

static bool lower_split(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const source_of_fn_t halves[] = {source_of_first_half, source_of_second_half};
  const tern_type_t *source = tern_op_operand(op, 0)->type, *type = tern_op_result(op, 0)->type;
  if (!is_readable(source)) return false;
  tern_map_t map = {0};
  index_registers(source, tern_triton_unpack(conversion, operands.values[0]), &map);
  tern_value_t *results[2] = {NULL, NULL};
  for (size_t i = 0; i < 2; ++i) {
    tern_values_t values = view(conversion, op, type, &map, source, halves[i]);
    if (values.values) results[i] = tern_triton_pack(conversion, type, values);
  }
  tern_map_deinitialize(&map);
  if (!results[0] || !results[1]) return refuse_view(op);
  tern_conversion_replace(conversion, op, (tern_values_t){results, 2});
  return true;
}

// The order of the elements is free: a thread's of one behind those of the other.
static bool lower_cat(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_values_t lists[2] = {tern_triton_unpack(conversion, operands.values[0]),
                            tern_triton_unpack(conversion, operands.values[1])};
  const tern_type_t *lowered = tern_triton_lower_type(conversion, tern_op_result(op, 0)->type);
  size_t count = lists[0].count + lists[1].count;
  if (!lowered || tern_llvm_struct_elements(lowered).count != count) return refuse_view(op);
  tern_value_t **values = tern_triton_room(conversion, count);
  for (size_t i = 0; i < count; ++i)
    values[i] = i < lists[0].count ? lists[0].values[i] : lists[1].values[i - lists[0].count];
  return tern_triton_replace(conversion, op, (tern_values_t){values, count});
}

// --- the same for all ---

static bool replace_by_copies(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *value) {
  const tern_type_t *lowered = tern_triton_lower_type(conversion, tern_op_result(op, 0)->type);
  if (!lowered) return false;
  size_t count = tern_llvm_struct_elements(lowered).count;
  tern_value_t **values = tern_triton_room(conversion, count);
  for (size_t i = 0; i < count; ++i) values[i] = value;
  return tern_triton_replace(conversion, op, (tern_values_t){values, count});
}

static bool lower_splat(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return replace_by_copies(conversion, op, operands.values[0]);
}

static bool lower_unsplat(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_conversion_replace_value(conversion, op, tern_triton_unpack(conversion, operands.values[0]).values[0]);
}

static bool lower_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type, *element = tern_triton_element_type(conversion, type);
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (type->kind != TERN_TYPE_TENSOR || !element) return false;
  const tern_attr_t *attr = tern_dense_elements_attr_at(value, 0);
  return replace_by_copies(conversion, op, tern_llvm_build_constant(b, element, attr));
}

// Threads run one program: they cannot have different constants.
static tern_walk_result_t check_constant(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_ARITH(CONSTANT)) || tern_op_result(op, 0)->type->kind != TERN_TYPE_TENSOR)
    return TERN_WALK_ADVANCE;
  if (tern_attr_is_splat(tern_op_attr(op, "value"))) return TERN_WALK_ADVANCE;
  tern_op_error(op, "has elements that differ, which threads cannot tell apart");
  tern_emit_note(op->loc, "compute them from tt.make_range, or load them");
  return TERN_WALK_INTERRUPT;
}

bool tern_triton_check_constants(tern_op_t *module) {
  return tern_op_walk_pre(module, check_constant, NULL) != TERN_WALK_INTERRUPT;
}

static bool lower_poison(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_op_result(op, 0)->type, *lowered = tern_triton_lower_type(conversion, type);
  if (!lowered) return false;
  return tern_conversion_replace_value(conversion, op, tern_llvm_make_poison(tern_triton_builder(conversion), lowered));
}

// --- ranges ---

static bool lower_make_range(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_layout_t layout = tern_ttg_type_layout(tern_op_result(op, 0)->type);
  if (layout.error) return false;
  tern_values_t indices = tern_triton_indices(conversion, op, &layout);
  tern_value_t *start = tern_emit_i32(b, tern_integer_attr_value(tern_op_attr(op, "start")));
  tern_value_t **values = tern_triton_values(indices);
  for (size_t i = 0; i < indices.count; ++i) values[i] = tern_emit_add(b, values[i], start);
  return tern_triton_replace(conversion, op, indices);
}

#define ROW(NAME, OP, FUNCTION) {NAME, OP, TERN_TRITON_BENEFIT, FUNCTION}
const tern_conversion_pattern_t tern_triton_view_patterns[] = {
    ROW("broadcast", TERN_TT(BROADCAST), lower_broadcast),
    ROW("cat", TERN_TT(CAT), lower_cat),
    ROW("constant", TERN_ARITH(CONSTANT), lower_constant),
    ROW("expand-dims", TERN_TT(EXPAND_DIMS), lower_expand_dims),
    ROW("join", TERN_TT(JOIN), lower_join),
    ROW("make-range", TERN_TT(MAKE_RANGE), lower_make_range),
    ROW("poison", TERN_UB(POISON), lower_poison),
    ROW("reshape", TERN_TT(RESHAPE), lower_reshape),
    ROW("splat", TERN_TT(SPLAT), lower_splat),
    ROW("split", TERN_TT(SPLIT), lower_split),
    ROW("trans", TERN_TT(TRANS), lower_trans),
    ROW("unsplat", TERN_TT(UNSPLAT), lower_unsplat),
    {0},
};
