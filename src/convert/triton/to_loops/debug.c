// tt.print and tt.assert, element by element, and tt.map_elementwise, whose scalar code cannot be run on vectors.

#include <stdio.h>

#include "convert/triton/to_loops/loops.h"
#include "ir/context.h"
#include "ir/symbol.h"

enum { TEXT_MAX = 4096 };

// The address of a text, which becomes a global of the module.
static value_t address_of_text(writer_t *w, const char *text, size_t size) {
  tern_op_t *function = tern_block_parent_op(w->b.block);
  while (!tern_op_is(function, TERN_LLVM(FUNC))) function = tern_op_parent(function);
  tern_context_t *context = w->b.context;
  tern_op_t *module = tern_op_parent(function);
  char name[64];
  size_t number = 0;
  do {
    snprintf(name, sizeof name, "kernel_text_%zu", number++);
  } while (tern_symbol_lookup_in(module, tern_str_from_cstr(name)));
  tern_builder_t b = tern_builder_at_start(tern_op_body(module, 0), function->loc);
  const tern_type_t *type = tern_llvm_array_type(tern_i_type_get(context, 8), size);
  tern_build(
      &b, TERN_LLVM(MLIR_GLOBAL), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, tern_str_from_cstr(name))},
                          {"global_type", tern_type_attr_get(type)},
                          {"linkage", tern_enum_attr_get(context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_INTERNAL)},
                          {"constant", tern_unit_attr_get(context)},
                          {"value", tern_string_attr_get(context, tern_str_make(text, size))}));
  return tern_build_value(
      &w->b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(tern_llvm_ptr_type(context, 0)),
      .attrs = TERN_ATTRS({"global_name", tern_flat_symbol_ref_attr_get(context, tern_str_from_cstr(name))}));
}

static const tern_type_t *printf_type(writer_t *w) {
  const tern_type_t *pointer = tern_llvm_ptr_type(w->b.context, 0);
  return tern_llvm_func_type(tern_i_type_get(w->b.context, 32), TERN_TYPES(pointer), true);
}

static void declare_printf(writer_t *w) {
  tern_op_t *function = tern_block_parent_op(w->b.block);
  while (!tern_op_is(function, TERN_LLVM(FUNC))) function = tern_op_parent(function);
  tern_op_t *module = tern_op_parent(function);
  if (tern_symbol_lookup_in(module, TERN_STR("printf"))) return;
  tern_builder_t b = tern_builder_at_start(tern_op_body(module, 0), function->loc);
  tern_build(&b, TERN_LLVM(FUNC), .regions = 1,
             .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(w->b.context, TERN_STR("printf"))},
                                 {"function_type", tern_type_attr_get(printf_type(w))}));
}

// --- tt.print ---

typedef struct line {
  char format[TEXT_MAX];
  size_t size;
  value_t args[8 + RANK_MAX];  // behind the format
  size_t count;
} line_t;

static void add_text(line_t *line, const char *text, size_t size) {
  for (size_t i = 0; i < size && line->size + 3 < TEXT_MAX; ++i) {
    if (text[i] == '%') line->format[line->size++] = '%';
    line->format[line->size++] = text[i];
  }
}

static void add_argument(writer_t *w, line_t *line, const char *format, value_t value) {
  for (const char *at = format; *at && line->size + 1 < TEXT_MAX; ++at) line->format[line->size++] = *at;
  line->args[line->count++] = tern_type_is_integer(value->type) ? tern_tt_resize(w, value, 64, false) : value;
}

static void add_value(writer_t *w, line_t *line, value_t value, const tern_type_t *type, bool is_hex, bool is_signed) {
  if (tern_type_is_float(type) && !is_hex) {
    const tern_type_t *f64 = tern_float_type_get(w->b.context, TERN_TYPE_F64);
    add_argument(w, line, "%f", tern_tt_convert_float(w, value, type, f64, false));
    return;
  }
  if (tern_type_is_float(value->type)) {
    const tern_type_t *bits = tern_i_type_get(w->b.context, tern_type_bit_width(value->type));
    value = tern_tt_op(w, TERN_ARITH(BITCAST), bits, TERN_VALUES(value));
  }
  bool is_pointer = tern_type_is_tt(type, TERN_TT_TYPE_PTR);
  if (is_signed && tern_type_bit_width(value->type) > 1) value = tern_tt_resize(w, value, 64, true);
  add_argument(w, line, is_hex || is_pointer ? "0x%llx" : is_signed ? "%lld" : "%llu", value);
}

static void print_line(writer_t *w, line_t *line) {
  value_t operands[9 + RANK_MAX];
  add_text(line, "\n", 1);
  line->format[line->size++] = 0;
  operands[0] = address_of_text(w, line->format, line->size);
  for (size_t i = 0; i < line->count; ++i) operands[1 + i] = line->args[i];
  declare_printf(w);
  tern_context_t *context = w->b.context;
  tern_build(&w->b, TERN_LLVM(CALL), .operands = {operands, 1 + line->count},
             .types = TERN_TYPES(tern_i_type_get(context, 32)),
             .attrs = TERN_ATTRS({"callee", tern_flat_symbol_ref_attr_get(context, TERN_STR("printf"))},
                                 {"var_callee_type", tern_type_attr_get(printf_type(w))},
                                 {"op_bundle_sizes", tern_dense_i32_array_attr_get(context, NULL, 0)}),
             .segments = (int32_t[]){(int32_t)line->count + 1, 0});
}

// pid (0, 0, 0) idx (3)
static void begin_line(writer_t *w, line_t *line, const place_t *place) {
  add_argument(w, line, "pid (%lld", w->program[0]);
  add_argument(w, line, ", %lld", w->program[1]);
  add_argument(w, line, ", %lld)", w->program[2]);
  for (size_t d = 0; d < place->rank; ++d) {
    value_t i = place->index[d] ? place->index[d] : tern_tt_int(w, 64, 0);
    add_argument(w, line, d == 0 ? " idx (%lld" : ", %lld", i);
  }
  if (place->rank > 0) add_text(line, ")", 1);
}

// pid (0, 0, 0) idx (3) x: 1.500000
static void print_value(writer_t *w, tern_op_t *op, size_t index) {
  tern_str_t prefix = tern_string_attr_value(tern_op_attr(op, "prefix"));
  tern_value_t *value = index < op->operand_count ? tern_op_operand(op, index) : NULL;
  bool is_tensor = value && value->type->kind == TERN_TYPE_TENSOR;
  bool is_hex = tern_integer_attr_value(tern_op_attr(op, "hex")) != 0;
  nest_t nest = tern_tt_nest_begin(w, is_tensor ? tern_type_dims(value->type) : NULL,
                                   is_tensor ? tern_type_rank(value->type) : 0, 0);
  line_t line = {.size = 0};
  begin_line(w, &line, &nest.place);
  add_text(&line, prefix.data, prefix.size);
  if (value) {
    const tern_attr_t *signs = tern_op_attr(op, "isSigned");
    bool is_signed = signs && index < tern_dense_array_attr_count(signs) && tern_dense_array_attr_int(signs, index);
    add_value(w, &line, tern_tt_emit(w, value, &nest.place).base, tern_type_element(value->type), is_hex, is_signed);
  }
  print_line(w, &line);
  tern_tt_nest_end(w, &nest);
}

static void write_print(writer_t *w, tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count || i == 0; ++i) print_value(w, op, i);
}

// --- tt.assert ---

// The text is printed for each element, and the program goes on; it has failed in the end.
static void write_assert(writer_t *w, tern_op_t *op) {
  tern_value_t *condition = tern_op_operand(op, 0);
  tern_str_t message = tern_string_attr_value(tern_op_attr(op, "message"));
  bool is_tensor = condition->type->kind == TERN_TYPE_TENSOR;
  nest_t nest = tern_tt_nest_begin(w, is_tensor ? tern_type_dims(condition->type) : NULL,
                                   is_tensor ? tern_type_rank(condition->type) : 0, 0);
  value_t holds = tern_tt_emit(w, condition, &nest.place).base;
  tern_op_t *branch = tern_tt_if_begin(w, tern_tt_binary(w, TERN_ARITH(XORI), holds, tern_tt_int(w, 1, 1)));
  line_t line = {.size = 0};
  begin_line(w, &line, &nest.place);
  add_text(&line, " assertion failed: ", 19);
  add_text(&line, message.data, message.size);
  print_line(w, &line);
  tern_build(&w->b, TERN_LLVM(STORE), .operands = TERN_VALUES(tern_tt_int(w, 32, 1), w->failure),
             .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(tern_i_type_get(w->b.context, 64), 4)}));
  tern_tt_if_end(w, branch);
  tern_tt_nest_end(w, &nest);
}

// --- tt.map_elementwise ---

// The body takes `pack` neighbours at a time: those of a group lie one behind the other in row-major order.
static void write_map(writer_t *w, tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t pack = tern_integer_attr_value(tern_op_attr(op, "pack")), count = tern_type_element_count(type);
  value_t buffers[MAPPED_MAX];
  element_t args[MAPPED_MAX], results[MAPPED_MAX];
  for (size_t r = 0; r < op->result_count; ++r) {
    buffers[r] = tern_tt_allocate(w, tern_op_result(op, r)->type, count);
  }
  const int64_t groups = count / pack;
  nest_t nest = tern_tt_nest_begin(w, &groups, 1, 0);
  for (int64_t k = 0; k < pack; ++k) {
    value_t number = tern_tt_add(w, tern_tt_scale(w, nest.place.index[0], pack), tern_tt_int(w, 64, k));
    const place_t line = {.rank = 1, .index = {number}};
    place_t place = tern_tt_place_reshape(w, &line, &count, tern_type_rank(type), tern_type_dims(type));
    for (size_t i = 0; i < op->operand_count; ++i) {
      args[i * (size_t)pack + (size_t)k] = tern_tt_emit(w, tern_op_operand(op, i), &place);
    }
  }
  tern_tt_inline_body(w, body, args, 0, results);
  for (size_t r = 0; r < op->result_count * (size_t)pack; ++r) {
    size_t of = r / (size_t)pack;
    value_t number = tern_tt_add(w, tern_tt_scale(w, nest.place.index[0], pack), tern_tt_int(w, 64, (int64_t)r % pack));
    const place_t line = {.rank = 1, .index = {number}};
    tern_tt_write(w, buffers[of], tern_op_result(op, of)->type, &line, &count, &results[r]);
  }
  tern_tt_nest_end(w, &nest);
  for (size_t r = 0; r < op->result_count; ++r) tern_tt_set_buffer(w, tern_op_result(op, r), buffers[r]);
}

const statement_row_t tern_tt_debug_statements[] = {
    {TERN_TT(PRINT), write_print}, {TERN_TT(ASSERT), write_assert}, {TERN_TT(MAP_ELEMENTWISE), write_map}, {0}};
