// Shared memory as Triton had it until 2024: a tensor whose encoding is one of shared memory, of which ops made new versions.
//
//   %m = triton_gpu.alloc_tensor : tensor<2x16x16xf16, #shared>
//   %n = triton_gpu.insert_slice_async %p, %m, %i {axis = 0 : i32} : tensor<16x16x!tt.ptr<f16>, #b> -> tensor<2x16x16xf16, #shared>
// is today
//   %m = ttg.local_alloc : () -> !ttg.memdesc<2x16x16xf16, #shared, #smem, mutable>
//   %s = ttg.memdesc_index %m[%i] : ...
//   ttg.async_copy_global_to_local %p, %s : ...
// where %n is %m: there has always been one piece of memory. Such tensor types are read as descriptors.

#include "asm/legacy.h"
#include "dialect/arith/arith.h"
#include "dialect/legacy/hooks.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"

static bool is_memory(const tern_type_t *type) { return tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC); }

static const tern_type_t *memory_of(const tern_type_t *element, const int64_t *dims, size_t rank,
                                    const tern_attr_t *encoding) {
  const tern_memdesc_t memory = {.element = element,
                                 .encoding = encoding,
                                 .memory_space = tern_ttg_shared_memory_get(element->context),
                                 .is_mutable = true,
                                 .rank = rank,
                                 .dims = dims,
                                 .alloc_rank = rank,
                                 .alloc_dims = dims};
  return tern_memdesc_get(&memory);
}

const tern_type_t *tern_legacy_upgrade_tensor(const tern_type_t *tensor) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(tensor);
  if (!tern_ttg_is_shared(encoding)) return tensor;
  size_t rank = tern_type_rank(tensor), encoding_rank = tern_ttg_rank(encoding);
  if (rank != encoding_rank && rank != encoding_rank + 1) return tensor;
  return memory_of(tern_type_element(tensor), tern_type_dims(tensor), rank, encoding);
}

// --- conversions ---

// A tensor of the same shape in the encoding that nobody has chosen; NULL: nothing says how many warps there are.
static const tern_type_t *default_tensor(const tern_parser_t *parser, const tern_memdesc_t *memory) {
  const tern_attr_t *warps = tern_legacy_enclosing_attr(parser, "ttg.num-warps");
  const tern_attr_t *threads = tern_legacy_enclosing_attr(parser, "ttg.threads-per-warp");
  const tern_attr_t *ctas = tern_legacy_enclosing_attr(parser, "ttg.num-ctas");
  if (!tern_attr_is_integer(warps)) return NULL;
  const tern_ttg_machine_t machine = {.warps = tern_integer_attr_value(warps),
                                      .threads = tern_attr_is_integer(threads) ? tern_integer_attr_value(threads) : 32,
                                      .ctas = tern_attr_is_integer(ctas) ? tern_integer_attr_value(ctas) : 1};
  tern_context_t *context = memory->element->context;
  return tern_tensor_type_get(memory->element, memory->dims, memory->rank,
                              tern_ttg_default_encoding(context, memory->dims, memory->rank, machine));
}

static bool refuse_without_warps(tern_parser_t *parser, const tern_parsed_op_t *op) {
  return tern_parser_error_at(parser, op->pos,
                              "fills shared memory from threads, of which the module says no number: "
                              "\"triton_gpu.num-warps\"");
}

// Between tensors it is what it was; with memory it is an allocation or a load.
bool tern_legacy_upgrade_convert_layout(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  tern_types_t results = tern_legacy_result_types(op);
  if (operands.count != 1 || results.count != 1) return true;
  tern_value_t *source = operands.values[0];
  bool from_memory = is_memory(source->type), to_memory = is_memory(results.values[0]);
  if (from_memory && source->type == results.values[0]) return tern_legacy_stand_for(op, source);
  if (from_memory && to_memory) {
    tern_memdesc_t memory = tern_memdesc_read(source->type);
    const tern_type_t *tensor = default_tensor(parser, &memory);
    if (!tensor) return refuse_without_warps(parser, op);
    tern_builder_t b = tern_legacy_builder(op);
    tern_value_t *loaded =
        tern_build_value(&b, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(source), .types = TERN_TYPES(tensor));
    tern_legacy_set_operands(op, (tern_values_t)TERN_VALUES(loaded));
  }
  if (to_memory) return tern_legacy_choose_op(parser, op, "ttg.local_alloc");
  return !from_memory || tern_legacy_choose_op(parser, op, "ttg.local_load");
}
bool tern_legacy_parse_convert_layout(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_legacy_parse_conversion(parser, op) && tern_legacy_upgrade_convert_layout(parser, op);
}

// One value in all of shared memory: a tensor of it in registers, which is then allocated with.
bool tern_legacy_upgrade_tensor_splat(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  tern_types_t results = tern_legacy_result_types(op);
  if (operands.count != 1 || results.count != 1 || !is_memory(results.values[0])) return true;
  tern_memdesc_t memory = tern_memdesc_read(results.values[0]);
  const tern_type_t *tensor = default_tensor(parser, &memory);
  if (!tensor) return refuse_without_warps(parser, op);
  tern_builder_t b = tern_legacy_builder(op);
  tern_value_t *value = tern_build_value(&b, TERN_TT(SPLAT), .operands = operands, .types = TERN_TYPES(tensor));
  tern_legacy_set_operands(op, (tern_values_t)TERN_VALUES(value));
  return tern_legacy_choose_op(parser, op, "ttg.local_alloc");
}
bool tern_legacy_parse_tensor_splat(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_legacy_parse_conversion(parser, op) && tern_legacy_upgrade_tensor_splat(parser, op);
}

// Dimensions were exchanged in one way only, that of two.
bool tern_legacy_upgrade_trans(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  if (!tern_op_parsed_attr(parser, op, "order"))
    tern_op_add_attr(parser, op, "order",
                     tern_dense_i32_array_attr_get(tern_parser_context(parser), (const int32_t[]){1, 0}, 2));
  bool is_of_memory = operands.count == 1 && is_memory(operands.values[0]->type);
  return !is_of_memory || tern_legacy_choose_op(parser, op, "ttg.memdesc_trans");
}
bool tern_legacy_parse_trans(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_legacy_parse_conversion(parser, op) && tern_legacy_upgrade_trans(parser, op);
}

// --- allocation ---

bool tern_legacy_upgrade_alloc_tensor(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_types_t results = tern_legacy_result_types(op);
  return (results.count == 1 && is_memory(results.values[0])) ||
         tern_parser_error_at(parser, op->pos, "expected a tensor with an encoding of shared memory");
}
bool tern_legacy_parse_alloc_tensor(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *type;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  tern_op_add_result_type(parser, op, type);
  return tern_legacy_upgrade_alloc_tensor(parser, op);
}

// --- one of several buffers ---

static tern_value_t *build_index(tern_builder_t *b, tern_value_t *memory, tern_value_t *index) {
  tern_memdesc_t whole = tern_memdesc_read(memory->type);
  const tern_type_t *type = memory_of(whole.element, whole.dims + 1, whole.rank - 1, whole.encoding);
  return tern_build_value(b, TERN_TTG(MEMDESC_INDEX), .operands = TERN_VALUES(memory, index),
                          .types = TERN_TYPES(type));
}

// Is it memory of several buffers?
static bool has_buffers(const tern_value_t *value) {
  if (!is_memory(value->type)) return false;
  tern_memdesc_t memory = tern_memdesc_read(value->type);
  return memory.rank >= 2 && memory.rank == tern_ttg_rank(memory.encoding) + 1;
}

// `%src, %dst, %index, %mask, %other {attrs} : t -> u`
static bool parse_insert_slice(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  const tern_type_t *source, *memory;
  if (!tern_parse_operand_list(parser, NULL, &operands) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_colon_type(parser, &source) || !tern_parse_token(parser, "->"))
    return false;
  memory = tern_parse_type(parser);
  if (!memory) return false;
  const tern_type_t *value = tern_tt_is_block_pointer(source) ? tern_tt_type_inside(source) : source;
  if (value->kind != TERN_TYPE_TENSOR) return tern_parser_error_at(parser, op->pos, "expected a tensor of pointers");
  const tern_type_t *element = tern_type_element(value);
  if (tern_type_is_tt(element, TERN_TT_TYPE_PTR)) element = tern_tt_type_inside(element);
  const tern_type_t *types[] = {source, memory, tern_i_type_get(source->context, 32),
                                tern_type_with_element(value, tern_i_type_get(source->context, 1)),
                                tern_type_with_element(value, element)};
  if (operands.count < 3 || operands.count > 5)
    return tern_parser_error_at(parser, op->pos, "expected 3 to 5 operands but got %zu", operands.count);
  for (size_t i = 0; i < operands.count; ++i) {
    if (!tern_op_resolve_operand(parser, op, operands.values[i], types[i])) return false;
  }
  return true;
}

// Attributes that the copy keeps; those that it has no use for go.
static tern_named_attrs_t access_attrs(tern_parser_t *parser, tern_parsed_op_t *op) {
  static const char *const names[] = {"cache", "evict", "isVolatile", "async_agent", "agent.mutex_role"};
  tern_named_attr_t *attrs = tern_parser_alloc(parser, sizeof names / sizeof names[0] * sizeof *attrs);
  size_t count = 0;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const tern_attr_t *attr = tern_op_parsed_attr(parser, op, names[i]);
    if (attr) attrs[count++] = (tern_named_attr_t){names[i], attr};
  }
  return (tern_named_attrs_t){attrs, count};
}

// The parts of an insertion, checked.
static bool take_insertion(tern_parser_t *parser, tern_parsed_op_t *op, tern_values_t *out) {
  *out = tern_legacy_operands(op);
  const tern_attr_t *axis = tern_op_parsed_attr(parser, op, "axis");
  if (out->count < 3 || out->count > 5 || !has_buffers(out->values[1]))
    return tern_parser_error_at(parser, op->pos, "expected shared memory of several buffers, and the number of one");
  return !axis || tern_integer_attr_value(axis) == 0 ||
         tern_parser_error_at(parser, op->pos, "buffers are counted by the first dimension, which is axis 0");
}

bool tern_legacy_upgrade_insert_slice_async(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t x;
  if (!take_insertion(parser, op, &x)) return false;
  if (tern_tt_is_block_pointer(x.values[0]->type))
    return tern_parser_error_at(parser, op->pos,
                                "copies what a block pointer leads to, which takes a barrier: see "
                                "triton_nvidia_gpu.insert_slice_async_v2");
  tern_builder_t b = tern_legacy_builder(op);
  tern_value_t *operands[4] = {x.values[0], build_index(&b, x.values[1], x.values[2])};
  for (size_t i = 3; i < x.count; ++i) operands[i - 1] = x.values[i];
  tern_build(&b, TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL), .operands = {operands, x.count - 1},
             .attrs = access_attrs(parser, op), .segments = (const int32_t[]){1, 1, x.count > 3, x.count > 4});
  return tern_legacy_stand_for(op, x.values[1]);
}
bool tern_legacy_parse_insert_slice_async(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_insert_slice(parser, op) && tern_legacy_upgrade_insert_slice_async(parser, op);
}

bool tern_legacy_upgrade_insert_slice_sync(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t x;
  if (!take_insertion(parser, op, &x)) return false;
  tern_builder_t b = tern_legacy_builder(op);
  tern_value_t *operands[3] = {x.values[0]}, *value = x.values[0];
  for (size_t i = 3; i < x.count; ++i) operands[i - 2] = x.values[i];
  const tern_type_t *from = value->type;
  const tern_type_t *block = tern_tt_is_block_pointer(from) ? tern_tt_type_inside(from) : NULL;
  if (!block && tern_type_is_tt(tern_type_element(from), TERN_TT_TYPE_PTR))
    block = tern_type_with_element(from, tern_tt_type_inside(tern_type_element(from)));
  if (block)
    value =
        tern_build_value(&b, TERN_TT(LOAD), .operands = {operands, x.count - 2}, .types = TERN_TYPES(block),
                         .attrs = access_attrs(parser, op), .segments = (const int32_t[]){1, x.count > 3, x.count > 4});
  tern_build(&b, TERN_TTG(LOCAL_STORE), .operands = TERN_VALUES(value, build_index(&b, x.values[1], x.values[2])));
  return tern_legacy_stand_for(op, x.values[1]);
}
bool tern_legacy_parse_insert_slice_sync(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_insert_slice(parser, op) && tern_legacy_upgrade_insert_slice_sync(parser, op);
}

// --- extract_slice ---

enum { LISTS = 3 };
static const char *const list_names[LISTS] = {"static_offsets", "static_sizes", "static_strides"};

// `[%i, 0, 4]`: values go to `operands`, numbers to an attribute that has a mark for each value.
static bool parse_slice_list(tern_parser_t *parser, tern_parsed_op_t *op, const char *name,
                             tern_operand_list_t *operands) {
  int64_t numbers[TERN_LAYOUT_MAX_DIMS];
  size_t count = 0;
  if (!tern_parse_token(parser, "[")) return false;
  do {
    tern_unresolved_operand_t operand;
    bool is_value;
    if (count == TERN_LAYOUT_MAX_DIMS) return tern_parser_error(parser, "has too many dimensions");
    if (!tern_parse_optional_operand(parser, &operand, &is_value)) return false;
    numbers[count] = TERN_DYNAMIC;
    if (is_value)
      tern_operand_list_push(parser, operands, operand);
    else if (!tern_parse_integer(parser, &numbers[count]))
      return false;
    ++count;
  } while (tern_parse_optional_token(parser, ","));
  tern_op_add_attr(parser, op, name, tern_dense_i64_array_attr_get(tern_parser_context(parser), numbers, count));
  return tern_parse_token(parser, "]");
}

bool tern_legacy_parse_extract_slice(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_unresolved_operand_t source;
  const tern_type_t *from, *to;
  if (!tern_parse_operand(parser, &source)) return false;
  for (size_t i = 0; i < LISTS; ++i) {
    if (!parse_slice_list(parser, op, list_names[i], &operands)) return false;
  }
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &from) ||
      !tern_parse_keyword(parser, "to"))
    return false;
  to = tern_parse_type(parser);
  if (!to || !tern_op_resolve_operand(parser, op, source, from)) return false;
  tern_op_add_result_type(parser, op, to);
  return tern_op_resolve_operands(parser, op, &operands, tern_i_type_get(from->context, 32)) &&
         tern_legacy_upgrade_extract_slice(parser, op);
}

// Is the slice all of `memory` but for the first dimension, of which it is one?
static bool is_buffer(tern_parser_t *parser, const tern_parsed_op_t *op, const tern_memdesc_t *memory, bool is_one) {
  const tern_attr_t *lists[LISTS];
  for (size_t i = 0; i < LISTS; ++i) {
    lists[i] = tern_op_parsed_attr(parser, op, list_names[i]);
    if (!lists[i] || tern_dense_array_attr_count(lists[i]) != memory->rank) return false;
  }
  for (size_t d = 0; d < memory->rank; ++d) {
    int64_t size = d == 0 && is_one ? 1 : memory->dims[d];
    bool is_counted = d == 0 && is_one;
    if (tern_dense_array_attr_int(lists[1], d) != size || tern_dense_array_attr_int(lists[2], d) != 1) return false;
    if (!is_counted && tern_dense_array_attr_int(lists[0], d) != 0) return false;
  }
  return true;
}

bool tern_legacy_upgrade_extract_slice(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  tern_types_t results = tern_legacy_result_types(op);
  bool is_one = operands.count && has_buffers(operands.values[0]);
  if (operands.count && results.count == 1 && is_memory(operands.values[0]->type) && is_memory(results.values[0])) {
    tern_value_t *source = operands.values[0];
    tern_memdesc_t memory = tern_memdesc_read(source->type);
    if (is_buffer(parser, op, &memory, is_one)) {
      if (!is_one) return tern_legacy_stand_for(op, source);
      tern_builder_t b = tern_legacy_builder(op);
      int64_t number = tern_dense_array_attr_int(tern_op_parsed_attr(parser, op, list_names[0]), 0);
      const tern_type_t *i32 = tern_i_type_get(memory.element->context, 32);
      tern_value_t *index = number == TERN_DYNAMIC ? operands.values[1] : tern_arith_constant_int(&b, i32, number);
      return tern_legacy_stand_for(op, build_index(&b, source, index));
    }
  }
  return tern_parser_error_at(parser, op->pos,
                              "takes a part of a buffer, whose type has the size of the buffer today: see "
                              "ttg.memdesc_subslice");
}
