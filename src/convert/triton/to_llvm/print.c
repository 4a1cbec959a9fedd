// tt.print and tt.assert (upstream: PrintOpToLLVM, AssertOpToLLVM).
//
//   tt.print " x: " {...} : %t : tensor<16x16xf16>    each thread prints each of its elements:
//                                                     pid (0, 0, 0) idx ( 3, 12) x: 1.500000

#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

enum { MAX_VALUES = 4 + TERN_LAYOUT_MAX_DIMS, PROGRAM_AXES = 3 };

// --- formats ---

typedef struct line {
  tern_string_builder_t text;
  tern_value_t *values[MAX_VALUES];
  size_t count;
} line_t;

// How a value of this type is printed.
static void append_format(tern_string_builder_t *text, const tern_type_t *type, bool is_hex, bool is_signed) {
  if (tern_type_is_llvm(type, TERN_LLVM_PTR)) {
    tern_string_builder_append_cstr(text, "%p");
    return;
  }
  uint32_t bits = tern_type_bit_width(type);
  const char *size = bits > 32 ? "ll" : "";
  if (is_hex)
    tern_string_builder_append_format(text, "0x%%0%u%sx", bits < 8 ? 2 : bits / 4, size);
  else if (tern_type_is_float(type))
    tern_string_builder_append_cstr(text, "%f");
  else
    tern_string_builder_append_format(text, "%%%s%s", size, is_signed ? "i" : "u");
}

// As C promotes arguments: floats are doubles, unless their bits are printed, and integers have 32 bits at least.
static tern_value_t *promote(tern_builder_t *b, tern_value_t *value, bool is_hex, bool is_signed) {
  if (tern_type_is_llvm(value->type, TERN_LLVM_PTR)) return value;
  if (tern_type_is_float(value->type)) {
    const tern_type_t *f64 = tern_float_type_get(b->context, TERN_TYPE_F64);
    if (!is_hex) return value->type == f64 ? value : tern_emit_unary(b, TERN_LLVM(FPEXT), f64, value);
    value = tern_emit_bitcast(b, value, tern_emit_i(b, tern_type_bit_width(value->type)));
  }
  if (tern_integer_type_width(value->type) >= 32) return value;
  return tern_emit_unary(b, is_signed && !is_hex ? TERN_LLVM(SEXT) : TERN_LLVM(ZEXT), tern_emit_i(b, 32), value);
}

static void add_value(line_t *line, tern_value_t *value) { line->values[line->count++] = value; }

static void start_line(tern_conversion_t *conversion, line_t *line) {
  *line = (line_t){0};
  tern_string_builder_append_cstr(&line->text, "pid (%u, %u, %u)");
  for (int64_t axis = 0; axis < PROGRAM_AXES; ++axis)
    add_value(line, tern_triton_target_of(conversion)->program_id(conversion, axis));
}

static void finish_line(tern_conversion_t *conversion, line_t *line) {
  tern_string_builder_append_char(&line->text, '\n');
  tern_triton_target_of(conversion)
      ->print(conversion, tern_string_builder_view(&line->text), (tern_values_t){line->values, line->count});
  tern_string_builder_deinitialize(&line->text);
}

// --- printing ---

static unsigned digits_of(int64_t size) {
  unsigned digits = 0;
  for (int64_t most = 1; most < size; most *= 10) ++digits;
  return digits;
}

typedef struct printed {
  tern_op_t *op;
  size_t index;  // of the operand
  bool is_hex, is_signed;
} printed_t;

static void add_indices(line_t *line, const tern_type_t *type, tern_value_t *const *indices) {
  tern_string_builder_append_cstr(&line->text, " idx (");
  for (size_t d = 0; indices && d < tern_type_rank(type); ++d) {
    unsigned digits = digits_of(tern_type_dim(type, d));
    tern_string_builder_append_cstr(&line->text, d ? ", %" : "%");
    if (digits) tern_string_builder_append_format(&line->text, "%u", digits);
    tern_string_builder_append_char(&line->text, 'u');
    add_value(line, indices[d]);
  }
  tern_string_builder_append_char(&line->text, ')');
}

static void print_element(tern_conversion_t *conversion, const printed_t *printed, tern_value_t *value,
                          tern_value_t *const *indices) {
  const tern_op_t *op = printed->op;
  line_t line;
  start_line(conversion, &line);
  add_indices(&line, tern_op_operand(op, printed->index)->type, indices);
  tern_string_builder_append(&line.text, tern_string_attr_value(tern_op_attr(op, "prefix")));
  if (op->operand_count > 1) tern_string_builder_append_format(&line.text, "(operand %zu) ", printed->index);
  append_format(&line.text, value->type, printed->is_hex, printed->is_signed);
  add_value(&line, promote(tern_triton_builder(conversion), value, printed->is_hex, printed->is_signed));
  finish_line(conversion, &line);
}

static bool print_operand(tern_conversion_t *conversion, const printed_t *printed, tern_value_t *operand) {
  const tern_type_t *type = tern_op_operand(printed->op, printed->index)->type;
  tern_values_t values = tern_triton_unpack(conversion, operand), indices = {0};
  size_t rank = 0;
  if (type->kind == TERN_TYPE_TENSOR) {
    tern_layout_t layout = tern_ttg_type_layout(type);
    const char *names[TERN_LAYOUT_MAX_DIMS];
    rank = tern_type_rank(type);
    for (size_t d = 0; d < rank; ++d) names[d] = tern_layout_dim_name(d);
    layout = tern_layout_transpose_outs(&layout, (tern_layout_names_t){names, rank});
    if (layout.error) return false;
    indices = tern_triton_indices(conversion, printed->op, &layout);
  }
  for (size_t i = 0; i < values.count; ++i)
    print_element(conversion, printed, values.values[i], rank ? indices.values + i * rank : NULL);
  return true;
}

static bool lower_print(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_attr_t *hex = tern_op_attr(op, "hex"), *is_signed = tern_op_attr(op, "isSigned");
  if (operands.count == 0) {
    line_t line;
    start_line(conversion, &line);
    tern_string_builder_append(&line.text, tern_string_attr_value(tern_op_attr(op, "prefix")));
    finish_line(conversion, &line);
  }
  for (size_t i = 0; i < operands.count; ++i) {
    const printed_t printed = {
        op, i, hex && tern_integer_attr_value(hex),
        is_signed && i < tern_dense_array_attr_count(is_signed) && tern_dense_array_attr_int(is_signed, i) > 0};
    if (!print_operand(conversion, &printed, operands.values[i])) return false;
  }
  tern_conversion_erase(conversion, op);
  return true;
}

// --- assertions ---

// Where a location is: the file, and the line; the function has no name here.
typedef struct place {
  tern_str_t file;
  int64_t line;
} place_t;

static place_t place_of(const tern_attr_t *loc) {
  const tern_attr_t *file = tern_loc_find_file(loc);
  if (!file) return (place_t){TERN_STR("unknown"), 0};
  return (place_t){tern_ident_str((const tern_ident_t *)(uintptr_t)file->params[0]), (int64_t)file->params[1]};
}

// Any element that is false makes the thread fail.
static bool lower_assert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_values_t conditions = tern_triton_unpack(conversion, operands.values[0]);
  bool is_tensor = tern_op_operand(op, 0)->type->kind == TERN_TYPE_TENSOR;
  tern_value_t *fails = tern_emit_bool(b, false);
  for (size_t i = 0; i < conditions.count; ++i) {
    tern_value_t *zero = tern_llvm_build_int(b, conditions.values[i]->type, 0);
    fails = tern_emit_or(b, fails, tern_emit_icmp(b, TERN_EMIT_EQ, conditions.values[i], zero));
  }
  tern_block_t *before = op->block, *after = tern_conversion_split_block(conversion, op);
  tern_block_t *failure = tern_conversion_add_block(conversion, before->parent, after);
  tern_builder_set_end(b, failure);
  place_t place = place_of(op->loc);
  tern_triton_target_of(conversion)
      ->fail(conversion, tern_string_attr_value(tern_op_attr(op, "message")), place.file, TERN_STR("unknown"),
             place.line);
  tern_build(b, TERN_LLVM(BR), .successors = &after, .successor_count = 1);
  tern_builder_set_end(b, before);
  tern_build(b, TERN_LLVM(COND_BR), .operands = TERN_VALUES(fails), .segments = (int32_t[]){1, 0, 0},
             .successors = (tern_block_t *[]){failure, after}, .successor_count = 2);
  tern_builder_set_before(b, op);
  if (is_tensor) tern_triton_target_of(conversion)->barrier(conversion, op);
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_triton_print_patterns[] = {
    {"print", TERN_TT(PRINT), TERN_TRITON_BENEFIT, lower_print},
    {"assert", TERN_TT(ASSERT), TERN_TRITON_BENEFIT, lower_assert},
    {0},
};
