// Old spellings of views, slices, reshapes and padding.

#include "dialect/arith/arith.h"
#include "dialect/legacy/hooks.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/tensor/tensor.h"

enum { MAX_RANK = 32 };

// --- subview ---

// An old list of offsets, sizes or strides: none, which meant that the types say it, or one value per dimension.
typedef struct slice_list {
  tern_operand_list_t operands;
  int64_t statics[MAX_RANK];
} slice_list_t;

// What the result type says about a subview without lists: its own static sizes, and where it lies in the source.
static bool complete_lists(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t *source,
                           const tern_type_t *result, slice_list_t lists[3]) {
  size_t rank = tern_type_rank(source);
  int64_t source_strides[MAX_RANK], strides[MAX_RANK], source_offset, offset;
  if (!tern_memref_type_strides(source, source_strides, &source_offset) ||
      !tern_memref_type_strides(result, strides, &offset)) {
    return tern_parser_error_at(parser, op->pos, "a subview without lists needs strided layouts");
  }
  bool is_offset_known = offset != TERN_DYNAMIC && source_offset != TERN_DYNAMIC;
  int64_t rest = is_offset_known ? offset - source_offset : 0;
  bool is_ok = true;
  for (size_t i = 0; i < rank; ++i) {
    int64_t unit = source_strides[i];
    bool is_stride_known = unit != TERN_DYNAMIC && unit > 0;
    lists[0].statics[i] = is_stride_known && rest > 0 ? rest / unit : 0;
    if (is_stride_known) rest -= lists[0].statics[i] * unit;
    lists[1].statics[i] = tern_type_dim(result, i);
    is_ok &= lists[1].operands.count > 0 || lists[1].statics[i] != TERN_DYNAMIC;
    bool is_multiple = is_stride_known && strides[i] != TERN_DYNAMIC && strides[i] % unit == 0;
    lists[2].statics[i] = is_multiple ? strides[i] / unit : 1;
    is_ok &= lists[2].operands.count > 0 || is_multiple;
  }
  is_ok &= lists[0].operands.count > 0 || (is_offset_known && rest == 0);
  return is_ok || tern_parser_error_at(parser, op->pos,
                                       "the types '%s' and '%s' do not say the offsets, sizes and strides that the "
                                       "subview leaves out",
                                       tern_type_text(source), tern_type_text(result));
}

static void add_lists(tern_parser_t *parser, tern_parsed_op_t *op, slice_list_t lists[3], size_t rank) {
  static const char *const names[] = {"static_offsets", "static_sizes", "static_strides"};
  int32_t segments[4] = {1};
  for (size_t i = 0; i < 3; ++i) {
    bool is_dynamic = lists[i].operands.count > 0;
    for (size_t j = 0; is_dynamic && j < rank; ++j) lists[i].statics[j] = TERN_DYNAMIC;
    segments[i + 1] = (int32_t)lists[i].operands.count;
    tern_op_add_attr(parser, op, names[i],
                     tern_dense_i64_array_attr_get(tern_parser_context(parser), lists[i].statics, rank));
  }
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), segments, 4));
}

// `%m[][][] : t to u`, some of the lists maybe with values.
static bool parse_subview_by_types(tern_parser_t *parser, tern_parsed_op_t *op, tern_unresolved_operand_t source) {
  slice_list_t *lists = tern_parser_alloc(parser, 3 * sizeof(lists[0]));
  memset(lists, 0, 3 * sizeof(lists[0]));
  const tern_type_t *index = tern_index_type_get(tern_parser_context(parser)), *type, *result;
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_parse_operand_list(parser, "[]", &lists[i].operands)) return false;
  }
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type) ||
      !tern_parse_keyword(parser, "to")) {
    return false;
  }
  result = tern_parse_type(parser);
  if (!result) return false;
  bool is_right = type->kind == TERN_TYPE_MEMREF && result->kind == TERN_TYPE_MEMREF &&
                  tern_type_rank(type) == tern_type_rank(result) && tern_type_rank(type) <= MAX_RANK;
  if (!is_right) {
    return tern_parser_error_at(parser, op->pos, "a subview without lists needs memrefs of one rank up to %d",
                                MAX_RANK);
  }
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < 3; ++i) {
    size_t count = lists[i].operands.count;
    if (count == 0 || count == rank) continue;
    return tern_parser_error_at(parser, op->pos, "expected no or %zu values in each list but got %zu", rank, count);
  }
  if (!complete_lists(parser, op, type, result, lists) || !tern_op_resolve_operand(parser, op, source, type)) {
    return false;
  }
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_op_resolve_operands(parser, op, &lists[i].operands, index)) return false;
  }
  add_lists(parser, op, lists, rank);
  tern_op_add_result_type(parser, op, result);
  return true;
}

bool tern_legacy_parse_subview(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t start = tern_parser_pos(parser);
  tern_unresolved_operand_t source;
  if (!tern_parse_operand(parser, &source)) return false;
  tern_source_pos_t lists = tern_parser_pos(parser);
  bool is_empty = tern_parse_optional_token(parser, "[") && tern_parser_at_token(parser, "]");
  tern_legacy_rewind(parser, is_empty ? lists : start);
  return is_empty ? parse_subview_by_types(parser, op, source) : tern_legacy_parse_current(parser, op);
}

// Generic forms had static_offsets, static_sizes and static_strides as arrays of i64 attributes, and -1 for a dynamic
// size.
bool tern_legacy_upgrade_slice(tern_parser_t *parser, tern_parsed_op_t *op) {
  static const char *const names[] = {"static_offsets", "static_sizes", "static_strides"};
  for (size_t i = 0; i < 3; ++i) {
    const tern_attr_t *list = tern_op_parsed_attr(parser, op, names[i]);
    if (!list || list->kind != TERN_ATTR_ARRAY) continue;
    size_t count = tern_array_attr_count(list);
    int64_t *values = tern_parser_alloc(parser, (count + 1) * sizeof(values[0]));
    for (size_t j = 0; j < count; ++j) {
      const tern_attr_t *value = tern_array_attr_at(list, j);
      if (!tern_attr_is_integer(value)) {
        return tern_parser_error_at(parser, op->pos, "expected integers in '%s'", names[i]);
      }
      values[j] = tern_integer_attr_value(value);
      if (i == 1 && values[j] == -1) values[j] = TERN_DYNAMIC;
    }
    tern_op_add_attr(parser, op, names[i], tern_dense_i64_array_attr_get(tern_parser_context(parser), values, count));
  }
  return tern_legacy_upgrade_segments(parser, op);
}

// --- reshapes ---

// `[[0, 1], [2]]` of positions; the groups were maps `affine_map<(i, j, k) -> (i, j)>` at first. NULL after an error.
static const tern_attr_t *parse_reassociation(tern_parser_t *parser) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *groups = tern_parse_attr(parser, NULL);
  if (!groups) return NULL;
  bool is_ok = groups->kind == TERN_ATTR_ARRAY && tern_array_attr_count(groups) <= MAX_RANK;
  const tern_attr_t *converted[MAX_RANK], *positions[MAX_RANK];
  for (size_t i = 0; is_ok && i < tern_array_attr_count(groups); ++i) {
    const tern_attr_t *group = tern_array_attr_at(groups, i);
    converted[i] = group;
    if (group->kind != TERN_ATTR_AFFINE_MAP) continue;
    const tern_affine_map_t *map = tern_affine_map_attr_value(group);
    is_ok = map->result_count <= MAX_RANK && tern_affine_map_is_projected_permutation(map, false);
    for (size_t j = 0; is_ok && j < map->result_count; ++j) {
      positions[j] = tern_integer_attr_get(i64, map->results[j]->value);
    }
    if (is_ok) converted[i] = tern_array_attr_get(context, positions, map->result_count);
  }
  if (is_ok) return tern_array_attr_get(context, converted, tern_array_attr_count(groups));
  tern_parser_error_at(parser, pos, "expected a reassociation: lists of dimensions, or maps that select them");
  return NULL;
}

// Is `reassociation` a partition of 0..rank-1 into `group_count` ascending runs?
static bool is_partition(const tern_attr_t *reassociation, size_t group_count, size_t rank) {
  size_t next = 0;
  if (tern_array_attr_count(reassociation) != group_count) return false;
  for (size_t i = 0; i < group_count; ++i) {
    const tern_attr_t *group = tern_array_attr_at(reassociation, i);
    if (group->kind != TERN_ATTR_ARRAY) return false;
    for (size_t j = 0; j < tern_array_attr_count(group); ++j, ++next) {
      const tern_attr_t *position = tern_array_attr_at(group, j);
      if (!tern_attr_is_integer(position) || tern_integer_attr_value(position) != (int64_t)next) return false;
    }
  }
  return next == rank;
}

// Adds the result's shape: the one dynamic dimension of a group is the source's divided by the static ones.
static bool add_output_shape(tern_parser_t *parser, tern_parsed_op_t *op, tern_value_t *source,
                             const tern_type_t *result, const tern_attr_t *reassociation) {
  tern_builder_t builder = tern_legacy_builder(op);
  const tern_type_t *index = tern_index_type_get(builder.context);
  const tern_op_row_t *dim_row = result->kind == TERN_TYPE_TENSOR ? TERN_TENSOR(DIM) : TERN_MEMREF(DIM);
  tern_op_add_attr(parser, op, "static_output_shape",
                   tern_dense_i64_array_attr_get(builder.context, tern_type_dims(result), tern_type_rank(result)));
  for (size_t i = 0, next = 0; i < tern_array_attr_count(reassociation); ++i) {
    int64_t product = 1;
    size_t dynamic_count = 0;
    for (size_t j = 0; j < tern_array_attr_count(tern_array_attr_at(reassociation, i)); ++j, ++next) {
      int64_t size = tern_type_dim(result, next);
      dynamic_count += size == TERN_DYNAMIC;
      if (size != TERN_DYNAMIC && __builtin_mul_overflow(product, size, &product)) product = 0;
    }
    if (dynamic_count == 0) continue;
    if (dynamic_count > 1 || product <= 0) {
      return tern_parser_error_at(parser, op->pos,
                                  "dimension %zu of the source becomes several dynamic dimensions; give their sizes by "
                                  "output_shape",
                                  i);
    }
    tern_value_t *position = tern_build_value(&builder, TERN_ARITH(CONSTANT),
                                              .attrs = TERN_ATTRS({"value", tern_integer_attr_get(index, (int64_t)i)}));
    tern_value_t *size =
        tern_build_value(&builder, dim_row, .operands = TERN_VALUES(source, position), .types = TERN_TYPES(index));
    if (product != 1) {
      tern_value_t *divisor = tern_build_value(&builder, TERN_ARITH(CONSTANT),
                                               .attrs = TERN_ATTRS({"value", tern_integer_attr_get(index, product)}));
      size = tern_build_value(&builder, TERN_ARITH(DIVSI), .operands = TERN_VALUES(size, divisor));
    }
    tern_op_add_operand_value(parser, op, size);
  }
  return true;
}

static bool finish_reshape(tern_parser_t *parser, tern_parsed_op_t *op, tern_unresolved_operand_t source,
                           const tern_attr_t *reassociation, const tern_type_t *type, const tern_type_t *result) {
  bool is_tensor = type->kind == TERN_TYPE_TENSOR;
  if ((!is_tensor && type->kind != TERN_TYPE_MEMREF) || result->kind != type->kind) {
    return tern_parser_error_at(parser, op->pos, "expected two ranked tensors or two memrefs but got '%s' and '%s'",
                                tern_type_text(type), tern_type_text(result));
  }
  size_t rank = tern_type_rank(type), result_rank = tern_type_rank(result);
  bool is_expansion = rank < result_rank;
  bool is_right = rank != result_rank && (is_expansion ? is_partition(reassociation, rank, result_rank)
                                                       : is_partition(reassociation, result_rank, rank));
  if (!is_right) {
    return tern_parser_error_at(parser, op->pos, "the reassociation %s does not join dimensions of '%s' or '%s'",
                                tern_attr_text(reassociation), tern_type_text(type), tern_type_text(result));
  }
  static const char *const names[2][2] = {{"memref.collapse_shape", "memref.expand_shape"},
                                          {"tensor.collapse_shape", "tensor.expand_shape"}};
  if (!tern_legacy_choose_op(parser, op, names[is_tensor][is_expansion])) return false;
  tern_value_t *value = tern_parser_resolve(parser, source, type);
  if (!value) return false;
  tern_op_add_operand_value(parser, op, value);
  tern_op_add_attr(parser, op, "reassociation", reassociation);
  tern_op_add_result_type(parser, op, result);
  return !is_expansion || add_output_shape(parser, op, value, result, reassociation);
}

// `%source reassociation : t into u`
bool tern_legacy_parse_reshape(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t source;
  const tern_type_t *type, *result;
  if (!tern_parse_operand(parser, &source)) return false;
  const tern_attr_t *reassociation = parse_reassociation(parser);
  if (!reassociation || !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type) ||
      !tern_parse_keyword(parser, "into")) {
    return false;
  }
  result = tern_parse_type(parser);
  return result && finish_reshape(parser, op, source, reassociation, type, result);
}

// The same under today's name, before there was an output_shape.
bool tern_legacy_parse_expand_shape(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t start = tern_parser_pos(parser);
  tern_unresolved_operand_t source;
  if (!tern_parse_operand(parser, &source) || !parse_reassociation(parser)) return false;
  bool is_current = tern_parse_optional_keyword(parser, "output_shape");
  tern_legacy_rewind(parser, start);
  return is_current ? tern_legacy_parse_current(parser, op) : tern_legacy_parse_reshape(parser, op);
}

// --- constants ---

// With a type behind it, flow.tensor.constant was what flow.tensor.dynamic_constant is.
bool tern_legacy_parse_tensor_constant(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t start = tern_parser_pos(parser);
  if (!tern_parse_attr(parser, NULL)) return false;
  bool is_dynamic = tern_parse_optional_token(parser, "->");
  tern_legacy_rewind(parser, start);
  if (!tern_legacy_choose_op(parser, op, is_dynamic ? "flow.tensor.dynamic_constant" : "flow.tensor.constant"))
    return false;
  return tern_legacy_parse_current(parser, op);
}

// --- init_tensor and pad_tensor ---

// `[4, %n] : tensor<4x?xf32>`
bool tern_legacy_parse_init_tensor(tern_parser_t *parser, tern_parsed_op_t *op) {
  int64_t sizes[MAX_RANK];
  size_t rank = 0;
  tern_operand_list_t operands = {0};
  const tern_type_t *type;
  if (!tern_parse_token(parser, "[")) return false;
  while (!tern_parser_at_token(parser, "]")) {
    tern_unresolved_operand_t operand;
    bool is_dynamic;
    if (rank == MAX_RANK) return tern_parser_error(parser, "expected at most %d sizes", MAX_RANK);
    if (!tern_parse_optional_operand(parser, &operand, &is_dynamic)) return false;
    if (is_dynamic) tern_operand_list_push(parser, &operands, operand);
    if (!is_dynamic && !tern_parse_integer(parser, &sizes[rank])) return false;
    if (is_dynamic) sizes[rank] = TERN_DYNAMIC;
    ++rank;
    if (!tern_parse_optional_token(parser, ",")) break;
  }
  if (!tern_parse_token(parser, "]") || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_colon_type(parser, &type)) {
    return false;
  }
  bool is_right = type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) == rank;
  for (size_t i = 0; is_right && i < rank; ++i) is_right = sizes[i] == tern_type_dim(type, i);
  if (!is_right) {
    return tern_parser_error_at(parser, op->pos, "the sizes are not those of '%s'", tern_type_text(type));
  }
  tern_op_add_result_type(parser, op, type);
  return tern_op_resolve_operands(parser, op, &operands, tern_index_type_get(tern_parser_context(parser)));
}

// Its body ended in linalg.yield.
bool tern_legacy_parse_pad_tensor(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_legacy_parse_current(parser, op)) return false;
  tern_region_for_each_block(tern_op_parsed_region(parser, op, 0), block) {
    tern_op_t *last = block->last_op;
    if (!last || !tern_op_is(last, TERN_LINALG(YIELD)) || last->operand_count != 1) continue;
    tern_builder_t builder = tern_builder_before(last);
    tern_build(&builder, TERN_TENSOR(YIELD), .operands = TERN_VALUES(tern_op_operand(last, 0)));
    tern_op_destroy(last);
  }
  return true;
}

// --- transpose ---

// `%m (i, j) -> (j, i) : memref<4x8xf32>`, also as linalg.transpose. Today the result's type stands behind `to`.
bool tern_legacy_parse_transpose(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (*tern_parser_pos(parser).pointer != '%') return tern_legacy_parse_current(parser, op);
  if (!tern_legacy_choose_op(parser, op, "memref.transpose")) return false;
  tern_unresolved_operand_t source;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &source)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_affine_map_t *map = tern_parse_affine_map(parser);
  if (!map || !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  const tern_type_t *result = NULL;
  if (tern_parse_optional_keyword(parser, "to")) {
    result = tern_parse_type(parser);
    if (!result) return false;
  } else {
    size_t permutation[MAX_RANK];
    bool is_right = type->kind == TERN_TYPE_MEMREF && tern_type_rank(type) <= MAX_RANK &&
                    tern_affine_map_is_permutation(map) && map->result_count == tern_type_rank(type);
    for (size_t i = 0; is_right && i < map->result_count; ++i) permutation[i] = (size_t)map->results[i]->value;
    result = is_right ? tern_memref_transposed_type(type, permutation) : NULL;
    if (!result) {
      return tern_parser_error_at(parser, pos,
                                  "expected a permutation of the dimensions of a strided memref, but the "
                                  "type is '%s'",
                                  tern_type_text(type));
    }
  }
  tern_op_add_attr(parser, op, "permutation", tern_affine_map_attr_get(map));
  tern_op_add_result_type(parser, op, result);
  return tern_op_resolve_operand(parser, op, source, type);
}
