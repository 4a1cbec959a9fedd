// Functions written out in terms of arith, cf and scf (upstream: MathToFuncs).

#include "convert/math/math_functions.h"

#include "asm/printer.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "dialect/llvm/llvm.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"

// --- functions and blocks ---

// A function under construction: the builder stands at the end of a block.
typedef struct writer {
  tern_builder_t b;
  tern_op_t *function;
} writer_t;

// Called `prefix` and the types, with underscores between.
static writer_t start_function(tern_op_t *module, const char *prefix, tern_types_t inputs, const tern_type_t *result,
                               size_t named_types) {
  tern_context_t *context = tern_op_context(module);
  tern_string_builder_t name = {0};
  tern_string_builder_append_cstr(&name, prefix);
  for (size_t i = 0; i < named_types; ++i) {
    tern_string_builder_append_char(&name, '_');
    tern_print_type(inputs.values[i], &name);
  }
  const tern_type_t *type = tern_function_type_get(context, inputs, TERN_TYPES(result));
  writer_t w = {.b = tern_builder_at_end(tern_op_body(module, 0), module->loc)};
  w.function =
      tern_build(&w.b, TERN_FUNC(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, tern_string_builder_view(&name))},
                                     {"function_type", tern_type_attr_get(type)},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))}));
  tern_string_builder_deinitialize(&name);
  tern_op_set_attr(w.function, "llvm.linkage",
                   tern_enum_attr_get(context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_LINKONCE_ODR));
  tern_builder_add_block(&w.b, &w.function->regions[0], inputs);
  return w;
}

// A block at the end of the function; the builder moves there.
static tern_block_t *add_block(writer_t *w, tern_types_t args) {
  return tern_builder_add_block(&w->b, &w->function->regions[0], args);
}

static void go_to_end(writer_t *w, tern_block_t *block) { tern_builder_set_end(&w->b, block); }

// --- ops ---

static tern_value_t *constant(writer_t *w, const tern_type_t *type, int64_t value) {
  const tern_attr_t *attr =
      tern_type_is_float(type) ? tern_float_attr_get(type, (double)value) : tern_integer_attr_get(type, value);
  return tern_build_value(&w->b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"value", attr}));
}

static tern_value_t *binary(writer_t *w, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(&w->b, row, .operands = TERN_VALUES(x, y));
}

static tern_value_t *compare(writer_t *w, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  const tern_attr_t *attr = tern_enum_attr_get(w->b.context, TERN_ARITH_ENUM(CMPI_PREDICATE), predicate);
  return tern_build_value(&w->b, TERN_ARITH(CMPI), .operands = TERN_VALUES(x, y),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *select(writer_t *w, tern_value_t *condition, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(&w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y));
}

static void give_back(writer_t *w, tern_value_t *value) {
  tern_build(&w->b, TERN_FUNC(RETURN), .operands = TERN_VALUES(value));
}

static void branch(writer_t *w, tern_block_t *target, tern_values_t args) {
  tern_build(&w->b, TERN_CF(BR), .operands = args, .successors = (tern_block_t *[]){target}, .successor_count = 1);
}

// At the end of `block`.
static void branch_if(writer_t *w, tern_block_t *block, tern_value_t *condition, tern_block_t *then_block,
                      tern_values_t then_args, tern_block_t *else_block, tern_values_t else_args) {
  tern_value_t *operands[8] = {condition};
  size_t count = 1;
  for (size_t i = 0; i < then_args.count; ++i) operands[count++] = then_args.values[i];
  for (size_t i = 0; i < else_args.count; ++i) operands[count++] = else_args.values[i];
  go_to_end(w, block);
  tern_build(&w->b, TERN_CF(COND_BR), .operands = {operands, count},
             .successors = (tern_block_t *[]){then_block, else_block}, .successor_count = 2,
             .segments = (int32_t[]){1, (int32_t)then_args.count, (int32_t)else_args.count});
}

static const tern_values_t nothing = {0};

// `if (condition) return value;`: the builder moves to the block behind it.
static void return_if(writer_t *w, tern_value_t *condition, tern_value_t *value) {
  tern_block_t *block = w->b.block, *then_block = add_block(w, (tern_types_t){0});
  give_back(w, value);
  tern_block_t *next = add_block(w, (tern_types_t){0});
  branch_if(w, block, condition, then_block, nothing, next, nothing);
  go_to_end(w, next);
}

// --- integer power ---

// What a negative exponent gives: the builder stands where it is known to be one.
static void write_negative_exponent(writer_t *w, tern_value_t *base, tern_value_t *exponent, tern_value_t *zero,
                                    tern_value_t *one, tern_value_t *minus_one) {
  tern_value_t *is_zero = compare(w, TERN_CMPI_EQ, base, zero);
  tern_block_t *block = w->b.block, *division = add_block(w, (tern_types_t){0});
  give_back(w, binary(w, TERN_ARITH(DIVSI), one, zero));
  tern_block_t *next = add_block(w, (tern_types_t){0});
  branch_if(w, block, is_zero, division, nothing, next, nothing);
  go_to_end(w, next);
  return_if(w, compare(w, TERN_CMPI_EQ, base, one), one);
  tern_value_t *is_minus_one = compare(w, TERN_CMPI_EQ, base, minus_one);
  tern_block_t *check = w->b.block, *parity = add_block(w, (tern_types_t){0});
  tern_value_t *is_odd = compare(w, TERN_CMPI_NE, binary(w, TERN_ARITH(ANDI), exponent, one), zero);
  return_if(w, is_odd, minus_one);
  give_back(w, one);
  tern_block_t *others = add_block(w, (tern_types_t){0});
  branch_if(w, check, is_minus_one, parity, nothing, others, nothing);
  go_to_end(w, others);
  give_back(w, zero);
}

// One round of square and multiply at the end of the loop's header, whose arguments are result, base and exponent:
// multiplies the result if the exponent is odd, halves it. The builder is left where `*out_is_done` is computed.
static tern_value_t *write_round(writer_t *w, tern_block_t *header, const tern_op_row_t *multiply, tern_value_t *zero,
                                 tern_value_t *one, tern_value_t **out_exponent, tern_value_t **out_is_done) {
  tern_value_t *result = header->args[0], *base = header->args[1], *exponent = header->args[2];
  go_to_end(w, header);
  tern_value_t *is_odd = compare(w, TERN_CMPI_NE, binary(w, TERN_ARITH(ANDI), exponent, one), zero);
  tern_block_t *odd = add_block(w, (tern_types_t){0});
  tern_value_t *product = binary(w, multiply, result, base);
  tern_block_t *merged = add_block(w, TERN_TYPES(result->type));
  go_to_end(w, odd);
  branch(w, merged, TERN_VALUES(product));
  branch_if(w, header, is_odd, odd, nothing, merged, TERN_VALUES(result));
  go_to_end(w, merged);
  *out_exponent = binary(w, TERN_ARITH(SHRUI), exponent, one);
  *out_is_done = compare(w, TERN_CMPI_EQ, *out_exponent, zero);
  return merged->args[0];
}

tern_op_t *tern_math_make_ipowi(tern_op_t *module, const tern_type_t *type) {
  writer_t w = start_function(module, "__mlir_math_ipowi", TERN_TYPES(type, type), type, 1);
  tern_value_t *base = w.b.block->args[0], *exponent = w.b.block->args[1];
  tern_value_t *zero = constant(&w, type, 0), *one = constant(&w, type, 1), *minus_one = constant(&w, type, -1);
  return_if(&w, compare(&w, TERN_CMPI_EQ, exponent, zero), one);
  tern_value_t *is_negative = compare(&w, TERN_CMPI_SLE, exponent, zero);
  tern_block_t *block = w.b.block, *negative = add_block(&w, (tern_types_t){0});
  write_negative_exponent(&w, base, exponent, zero, one, minus_one);
  tern_block_t *header = add_block(&w, TERN_TYPES(type, type, type));
  branch_if(&w, block, is_negative, negative, nothing, header, TERN_VALUES(one, base, exponent));
  tern_value_t *rest, *is_done;
  tern_value_t *result = write_round(&w, header, TERN_ARITH(MULI), zero, one, &rest, &is_done);
  return_if(&w, is_done, result);
  tern_value_t *square = binary(&w, TERN_ARITH(MULI), header->args[1], header->args[1]);
  branch(&w, header, TERN_VALUES(result, square, rest));
  return w.function;
}

// --- power of a float ---

// `if (condition) value = op(x, y)`: the value behind it. The builder stands at the end of a block and moves on.
static tern_value_t *change_if(writer_t *w, tern_value_t *condition, tern_value_t *value, const tern_op_row_t *row,
                               tern_value_t *x, tern_value_t *y) {
  tern_block_t *block = w->b.block, *then_block = add_block(w, (tern_types_t){0});
  tern_block_t *next = add_block(w, TERN_TYPES(value->type));
  branch_if(w, block, condition, then_block, nothing, next, TERN_VALUES(value));
  go_to_end(w, then_block);
  branch(w, next, TERN_VALUES(binary(w, row, x, y)));
  go_to_end(w, next);
  return next->args[0];
}

tern_op_t *tern_math_make_fpowi(tern_op_t *module, const tern_type_t *base_type, const tern_type_t *exponent_type) {
  writer_t w = start_function(module, "__mlir_math_fpowi", TERN_TYPES(base_type, exponent_type), base_type, 2);
  tern_value_t *base = w.b.block->args[0], *exponent = w.b.block->args[1];
  uint32_t width = tern_integer_type_width(exponent_type);
  int64_t least = width > 63 ? INT64_MIN : -(INT64_C(1) << (width - 1));
  tern_value_t *one = constant(&w, base_type, 1);
  tern_value_t *zero_exponent = constant(&w, exponent_type, 0), *one_exponent = constant(&w, exponent_type, 1);
  tern_value_t *least_exponent = constant(&w, exponent_type, least),
               *most_exponent = constant(&w, exponent_type, ~least);
  return_if(&w, compare(&w, TERN_CMPI_EQ, exponent, zero_exponent), one);
  tern_value_t *is_negative = compare(&w, TERN_CMPI_SLE, exponent, zero_exponent);
  // The least number has no opposite: one round less, and one factor more behind the loop.
  tern_value_t *is_least = compare(&w, TERN_CMPI_EQ, exponent, least_exponent);
  tern_value_t *start = select(&w, is_negative, binary(&w, TERN_ARITH(SUBI), zero_exponent, exponent), exponent);
  start = select(&w, is_least, most_exponent, start);
  tern_block_t *block = w.b.block, *header = add_block(&w, TERN_TYPES(base_type, base_type, exponent_type));
  go_to_end(&w, block);
  branch(&w, header, TERN_VALUES(one, base, start));
  tern_value_t *rest, *is_done;
  tern_value_t *result = write_round(&w, header, TERN_ARITH(MULF), zero_exponent, one_exponent, &rest, &is_done);
  tern_block_t *round_end = w.b.block, *next = add_block(&w, (tern_types_t){0});
  tern_value_t *square = binary(&w, TERN_ARITH(MULF), header->args[1], header->args[1]);
  branch(&w, header, TERN_VALUES(result, square, rest));
  tern_block_t *exit = add_block(&w, TERN_TYPES(base_type));
  branch_if(&w, round_end, is_done, exit, TERN_VALUES(result), next, nothing);
  go_to_end(&w, exit);
  tern_value_t *value = change_if(&w, is_least, exit->args[0], TERN_ARITH(MULF), exit->args[0], base);
  value = change_if(&w, is_negative, value, TERN_ARITH(DIVF), one, value);
  give_back(&w, value);
  return w.function;
}

// --- leading zeros ---

static void yield(tern_builder_t *b, tern_values_t values) { tern_build(b, TERN_SCF(YIELD), .operands = values); }

// The loop that shifts left until the number is negative, which it stays then.
static tern_value_t *write_shifts(writer_t *w, tern_value_t *arg, int64_t width, tern_value_t *zero) {
  const tern_type_t *type = arg->type, *index = tern_index_type_get(w->b.context);
  tern_value_t *one_index = constant(w, index, 1), *one = constant(w, type, 1);
  tern_value_t *width_index = constant(w, index, width), *count = constant(w, type, 0);
  tern_op_t *loop = tern_build_scf_for(&w->b, one_index, width_index, one_index, TERN_VALUES(arg, count));
  tern_value_t *number = tern_scf_for_carried(loop, 0), *found = tern_scf_for_carried(loop, 1);
  tern_value_t *is_negative = compare(w, TERN_CMPI_SLT, number, zero);
  tern_op_t *choice =
      tern_build(&w->b, TERN_SCF(IF), .operands = TERN_VALUES(is_negative), .types = TERN_TYPES(type, type));
  writer_t inner = *w;
  tern_builder_add_block(&inner.b, &choice->regions[0], (tern_types_t){0});
  yield(&inner.b, TERN_VALUES(number, found));
  tern_builder_add_block(&inner.b, &choice->regions[1], (tern_types_t){0});
  tern_value_t *next_count = binary(&inner, TERN_ARITH(ADDI), found, one);
  tern_value_t *next_number = binary(&inner, TERN_ARITH(SHLI), number, one);
  yield(&inner.b, TERN_VALUES(next_number, next_count));
  tern_build_scf_for_end(&w->b, loop, TERN_VALUES(tern_op_result(choice, 0), tern_op_result(choice, 1)));
  return tern_op_result(loop, 1);
}

tern_op_t *tern_math_make_ctlz(tern_op_t *module, const tern_type_t *type) {
  writer_t w = start_function(module, "__mlir_math_ctlz", TERN_TYPES(type), type, 1);
  int64_t width = tern_integer_type_width(type);
  tern_value_t *arg = w.b.block->args[0];
  tern_value_t *all = constant(&w, type, width), *zero = constant(&w, type, 0);
  tern_value_t *is_zero = compare(&w, TERN_CMPI_EQ, arg, zero);
  tern_op_t *choice = tern_build(&w.b, TERN_SCF(IF), .operands = TERN_VALUES(is_zero), .types = TERN_TYPES(type));
  writer_t inner = w;
  tern_builder_add_block(&inner.b, &choice->regions[0], (tern_types_t){0});
  yield(&inner.b, TERN_VALUES(all));
  tern_builder_add_block(&inner.b, &choice->regions[1], (tern_types_t){0});
  tern_value_t *count = write_shifts(&inner, arg, width, zero);
  yield(&inner.b, TERN_VALUES(count));
  give_back(&w, tern_op_result(choice, 0));
  return w.function;
}
