// Bodies of named ops from postfix programs (upstream: RegionBuilderHelper in LinalgOps.cpp, convertScalarToDtype).

#include "dialect/linalg/body.h"

#include "asm/parser.h"
#include "dialect/arith/arith.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"

// One function of the DSL: the op that computes it for each kind of element, NULL where there is none.
typedef struct body_function {
  const char *name;
  size_t arity;
  const char *float_op, *integer_op, *bool_op, *complex_op;
} body_function_t;

// The first 24 are the cases of ElementwiseKind, in order.
static const body_function_t functions[] = {
    {"exp", 1, "math.exp", NULL, NULL, NULL},
    {"log", 1, "math.log", NULL, NULL, NULL},
    {"abs", 1, "math.absf", NULL, NULL, NULL},
    {"ceil", 1, "math.ceil", NULL, NULL, NULL},
    {"floor", 1, "math.floor", NULL, NULL, NULL},
    {"negf", 1, "arith.negf", NULL, NULL, NULL},
    {"reciprocal", 1, "arith.divf", NULL, NULL, NULL},
    {"round", 1, "math.round", NULL, NULL, NULL},
    {"sqrt", 1, "math.sqrt", NULL, NULL, NULL},
    {"rsqrt", 1, "math.rsqrt", NULL, NULL, NULL},
    {"square", 1, "arith.mulf", NULL, NULL, NULL},
    {"tanh", 1, "math.tanh", NULL, NULL, NULL},
    {"erf", 1, "math.erf", NULL, NULL, NULL},
    {"add", 2, "arith.addf", "arith.addi", "arith.ori", "complex.add"},
    {"sub", 2, "arith.subf", "arith.subi", NULL, "complex.sub"},
    {"mul", 2, "arith.mulf", "arith.muli", "arith.andi", "complex.mul"},
    {"div", 2, "arith.divf", "arith.divsi", NULL, "complex.div"},
    {"div_unsigned", 2, NULL, "arith.divui", NULL, NULL},
    {"max_signed", 2, "arith.maximumf", "arith.maxsi", "arith.maxsi", NULL},
    {"min_signed", 2, "arith.minimumf", "arith.minsi", "arith.minsi", NULL},
    {"max_unsigned", 2, NULL, "arith.maxui", NULL, NULL},
    {"min_unsigned", 2, NULL, "arith.minui", NULL, NULL},
    {"powf", 2, "math.powf", NULL, NULL, NULL},
    {"select", 3, "arith.select", "arith.select", "arith.select", NULL},
};
#define FUNCTION_COUNT (sizeof(functions) / sizeof(functions[0]))

size_t tern_linalg_elementwise_arity(int64_t kind) {
  return kind >= 0 && (size_t)kind < FUNCTION_COUNT ? functions[kind].arity : 1;
}

const char *tern_linalg_elementwise_program(int64_t kind) {
  static const char *const programs[] = {"0 exp",
                                         "0 log",
                                         "0 abs",
                                         "0 ceil",
                                         "0 floor",
                                         "0 negf",
                                         "0 reciprocal",
                                         "0 round",
                                         "0 sqrt",
                                         "0 rsqrt",
                                         "0 square",
                                         "0 tanh",
                                         "0 erf",
                                         "0 1 add",
                                         "0 1 sub",
                                         "0 1 mul",
                                         "0 1 div",
                                         "0 1 div_unsigned",
                                         "0 1 max_signed",
                                         "0 1 min_signed",
                                         "0 1 max_unsigned",
                                         "0 1 min_unsigned",
                                         "0 1 powf",
                                         "0 1 2 select"};
  _Static_assert(sizeof(programs) / sizeof(programs[0]) == FUNCTION_COUNT, "one program for each kind");
  return kind >= 0 && (size_t)kind < FUNCTION_COUNT ? programs[kind] : NULL;
}

typedef struct body_machine {
  tern_builder_t *builder;
  tern_block_t *body;
  const tern_type_t *out_type;
  bool is_unsigned_cast;
  tern_value_t *stack[8];
  size_t depth;
  const char *message;
  const tern_type_t *types[2];
} body_machine_t;

static bool fail(body_machine_t *machine, const char *message, const tern_type_t *a, const tern_type_t *b) {
  machine->message = message;
  machine->types[0] = a;
  machine->types[1] = b;
  return false;
}

static tern_value_t *build(body_machine_t *machine, const char *name, tern_values_t operands, const tern_type_t *type) {
  const tern_op_row_t *row = tern_context_find_op(machine->builder->context, tern_str_from_cstr(name));
  if (!row) {
    fail(machine, "needs a dialect that is not registered", NULL, NULL);
    return NULL;
  }
  return tern_build_value(machine->builder, row, .operands = operands, .types = TERN_TYPES(type));
}

// A value that cannot be cast is returned as it is, with a warning; the verifier then finds fault with its user.
static tern_value_t *cast_scalar(body_machine_t *machine, tern_value_t *value, const tern_type_t *to,
                                 bool is_unsigned) {
  const tern_type_t *from = value->type;
  if (from == to) return value;
  tern_values_t operands = TERN_VALUES(value);
  if (tern_type_is_int_or_index(from) && tern_type_is_int_or_index(to) &&
      (tern_type_is_index(from) || tern_type_is_index(to)))
    return build(machine, "arith.index_cast", operands, to);
  uint32_t from_width = tern_type_bit_width(from), to_width = tern_type_bit_width(to);
  if (tern_type_is_float(to)) {
    if (tern_type_is_integer(from)) return build(machine, is_unsigned ? "arith.uitofp" : "arith.sitofp", operands, to);
    if (tern_type_is_float(from) && to_width > from_width) return build(machine, "arith.extf", operands, to);
    if (tern_type_is_float(from) && to_width < from_width) return build(machine, "arith.truncf", operands, to);
  } else if (tern_type_is_integer(to)) {
    if (tern_type_is_float(from)) return build(machine, is_unsigned ? "arith.fptoui" : "arith.fptosi", operands, to);
    if (tern_type_is_integer(from) && to_width > from_width)
      return build(machine, is_unsigned ? "arith.extui" : "arith.extsi", operands, to);
    if (tern_type_is_integer(from) && to_width < from_width) return build(machine, "arith.trunci", operands, to);
  } else if (to->kind == TERN_TYPE_COMPLEX && (tern_type_is_float(from) || tern_type_is_integer(from))) {
    const tern_type_t *element = tern_type_element(to);
    if (tern_type_is_float(element)) {
      tern_value_t *real = cast_scalar(machine, value, element, is_unsigned);
      if (!real) return NULL;
      tern_value_t *zero = tern_arith_constant_float(machine->builder, element, 0.0);
      return build(machine, "complex.create", TERN_VALUES(real, zero), to);
    }
  }
  tern_emit_warning(machine->builder->loc, "could not cast operand of type '%s' to '%s'", tern_type_text(from),
                    tern_type_text(to));
  return value;
}

static bool push(body_machine_t *machine, tern_value_t *value) {
  if (!value) return false;
  if (machine->depth == sizeof(machine->stack) / sizeof(machine->stack[0]))
    return fail(machine, "has a body that is too deep", NULL, NULL);
  machine->stack[machine->depth++] = value;
  return true;
}

static bool apply_unary(body_machine_t *machine, const body_function_t *function) {
  tern_value_t *arg = machine->stack[--machine->depth];
  const tern_type_t *type = arg->type;
  if (!tern_type_is_float(type)) return fail(machine, "unsupported non numeric type", NULL, NULL);
  if (strcmp(function->name, "square") == 0)
    return push(machine, build(machine, function->float_op, TERN_VALUES(arg, arg), type));
  if (strcmp(function->name, "reciprocal") != 0)
    return push(machine, build(machine, function->float_op, TERN_VALUES(arg), type));
  tern_value_t *one = tern_arith_constant_float(machine->builder, type, 1.0);
  return push(machine, build(machine, function->float_op, TERN_VALUES(one, arg), type));
}

static bool apply_binary(body_machine_t *machine, const body_function_t *function) {
  machine->depth -= 2;
  tern_value_t *lhs = machine->stack[machine->depth], *rhs = machine->stack[machine->depth + 1];
  const tern_type_t *a = lhs->type, *b = rhs->type;
  bool all_complex = a->kind == TERN_TYPE_COMPLEX && b->kind == TERN_TYPE_COMPLEX;
  bool all_float = tern_type_is_float(a) && tern_type_is_float(b);
  bool all_integer = tern_type_is_integer(a) && tern_type_is_integer(b);
  if (!all_complex && !all_float && !all_integer)
    return fail(machine,
                "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got ", a,
                b);
  bool all_bool = all_integer && tern_type_bit_width(a) == 1 && tern_type_bit_width(b) == 1;
  const char *name = all_complex ? function->complex_op
                     : all_float ? function->float_op
                     : all_bool  ? function->bool_op
                                 : function->integer_op;
  if (!name) {
    const char *message = "unsupported non numeric type";
    if (strcmp(function->name, "div_unsigned") == 0) message = "unsupported operation: unsigned div not on uint";
    if (strcmp(function->name, "max_unsigned") == 0) message = "unsupported operation: unsigned max not on uint";
    if (strcmp(function->name, "min_unsigned") == 0) message = "unsupported operation: unsigned min not on uint";
    if (all_bool && strcmp(function->name, "sub") == 0) message = "unsupported operation: sub with bools";
    if (all_bool && strcmp(function->name, "div") == 0) message = "unsupported operation: div with bools";
    return fail(machine, message, NULL, NULL);
  }
  return push(machine, build(machine, name, TERN_VALUES(lhs, rhs), a));
}

static bool apply_ternary(body_machine_t *machine, const body_function_t *function) {
  machine->depth -= 3;
  tern_value_t **args = &machine->stack[machine->depth];
  tern_value_t *value = build(machine, function->float_op, TERN_VALUES(args[0], args[1], args[2]), args[2]->type);
  return push(machine, value);
}

static bool apply(body_machine_t *machine, tern_str_t word) {
  for (size_t i = 0; i < FUNCTION_COUNT; i++) {
    const body_function_t *function = &functions[i];
    if (!tern_str_equal_cstr(word, function->name) || machine->depth < function->arity) continue;
    if (function->arity == 1) return apply_unary(machine, function);
    return function->arity == 2 ? apply_binary(machine, function) : apply_ternary(machine, function);
  }
  return fail(machine, "has a body with an unknown function", NULL, NULL);
}

static bool apply_cast(body_machine_t *machine, tern_str_t word) {
  tern_context_t *context = machine->builder->context;
  const tern_type_t *to = machine->out_type;
  if (tern_str_ends_with(word, TERN_STR(":f64"))) to = tern_float_type_get(context, TERN_TYPE_F64);
  if (tern_str_ends_with(word, TERN_STR(":i32"))) to = tern_i_type_get(context, 32);
  bool is_unsigned =
      tern_str_equal_cstr(word, "castu") || (tern_str_equal_cstr(word, "castattr") && machine->is_unsigned_cast);
  return push(machine, cast_scalar(machine, machine->stack[--machine->depth], to, is_unsigned));
}

static bool apply_word(body_machine_t *machine, tern_str_t word) {
  tern_context_t *context = machine->builder->context;
  int64_t number;
  if (tern_str_equal_cstr(word, "out")) return push(machine, machine->body->args[machine->body->arg_count - 1]);
  if (tern_str_to_int64(word, &number)) return push(machine, machine->body->args[number]);
  if (word.data[0] == 'i' && tern_str_to_int64(tern_str_drop(word, 1), &number)) {
    return push(machine, tern_linalg_build_index(machine->builder, (size_t)number));
  }
  if (tern_str_starts_with(word, TERN_STR("cast"))) return apply_cast(machine, word);
  if (word.data[0] >= '0' && word.data[0] <= '9') {
    const tern_attr_t *value = tern_parse_attr_text(context, word);
    if (!value) return fail(machine, "has a body with a malformed constant", NULL, NULL);
    return push(machine, tern_arith_constant(machine->builder, value));
  }
  return apply(machine, word);
}

bool tern_linalg_fill_body(tern_builder_t *builder, tern_block_t *body, const char *program, bool is_unsigned_cast,
                           const char **out_message, const tern_type_t *out_types[2]) {
  body_machine_t machine = {.builder = builder, .body = body, .is_unsigned_cast = is_unsigned_cast};
  machine.out_type = body->args[body->arg_count - 1]->type;
  tern_str_t rest = tern_str_from_cstr(program);
  bool is_ok = true;
  while (is_ok && rest.size > 0) is_ok = apply_word(&machine, tern_str_split(&rest, ' '));
  if (is_ok) tern_build(builder, TERN_LINALG(YIELD), .operands = {.values = machine.stack, .count = machine.depth});
  *out_message = machine.message;
  out_types[0] = machine.types[0];
  out_types[1] = machine.types[1];
  return is_ok;
}
