// Building cost programs: constants are folded, so that the program of a dispatch without dynamic sizes is a list of
// constants.

#include "pipeline/cost/count.h"

#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/hal/hal.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"

void tern_count_program_deinitialize(tern_count_program_t *program) {
  tern_vec_deinitialize(&program->words);
  tern_vec_deinitialize(&program->known);
  tern_map_deinitialize(&program->numbers);
}

static tern_count_t emit(tern_count_program_t *program, tern_grid_op_t op, uint32_t a, uint32_t b, bool is_exact) {
  tern_vec_push(&program->words, (uint32_t)op);
  tern_vec_push(&program->words, a);
  tern_vec_push(&program->words, b);
  return (tern_count_t){0, program->count++, is_exact};
}

uint32_t tern_count_materialize(tern_count_program_t *program, tern_count_t count) {
  if (count.instruction != TERN_COUNT_CONSTANT) return count.instruction;
  uint64_t bits = (uint64_t)count.value;
  return emit(program, TERN_GRID_CONSTANT, (uint32_t)bits, (uint32_t)(bits >> 32), true).instruction;
}

// False where the result is not defined: the program says so when it runs.
static bool fold(tern_grid_op_t op, int64_t a, int64_t b, int64_t *out_value) {
  bool is_division =
      op == TERN_GRID_DIV || op == TERN_GRID_FLOOR_DIV || op == TERN_GRID_CEIL_DIV || op == TERN_GRID_REM;
  if (is_division && (a < 0 || b <= 0)) return false;
  switch (op) {
    case TERN_GRID_ADD: return !__builtin_add_overflow(a, b, out_value);
    case TERN_GRID_SUB: return !__builtin_sub_overflow(a, b, out_value);
    case TERN_GRID_MUL: return !__builtin_mul_overflow(a, b, out_value);
    case TERN_GRID_DIV:
    case TERN_GRID_FLOOR_DIV: return *out_value = a / b, true;
    case TERN_GRID_CEIL_DIV: return *out_value = a / b + (a % b != 0), true;
    case TERN_GRID_REM: return *out_value = a % b, true;
    case TERN_GRID_MIN: return *out_value = a < b ? a : b, true;
    case TERN_GRID_MAX: return *out_value = a > b ? a : b, true;
    default: return false;
  }
}

tern_count_t tern_count_apply(tern_count_program_t *program, tern_grid_op_t op, tern_count_t lhs, tern_count_t rhs) {
  bool is_exact = lhs.is_exact && rhs.is_exact, is_sum = op == TERN_GRID_ADD || op == TERN_GRID_SUB;
  bool are_constant = lhs.instruction == TERN_COUNT_CONSTANT && rhs.instruction == TERN_COUNT_CONSTANT;
  int64_t value;
  if (are_constant && fold(op, lhs.value, rhs.value, &value)) {
    return (tern_count_t){value, TERN_COUNT_CONSTANT, is_exact};
  }
  tern_count_t neutral = {.instruction = UINT32_MAX - 1};
  if ((is_sum && tern_count_is(rhs, 0)) || (op == TERN_GRID_MUL && tern_count_is(rhs, 1))) neutral = lhs;
  if ((op == TERN_GRID_ADD && tern_count_is(lhs, 0)) || (op == TERN_GRID_MUL && tern_count_is(lhs, 1))) neutral = rhs;
  if (op == TERN_GRID_MUL && (tern_count_is(lhs, 0) || tern_count_is(rhs, 0))) neutral = tern_count_make(0);
  if (neutral.instruction != UINT32_MAX - 1) return neutral.is_exact = is_exact, neutral;
  uint32_t a = tern_count_materialize(program, lhs), b = tern_count_materialize(program, rhs);
  return emit(program, op, a, b, is_exact);
}

//---- Values ----

static const struct {
  const tern_op_row_t *row;
  tern_grid_op_t op;
} binary_ops[] = {
    {TERN_ARITH(ADDI), TERN_GRID_ADD},
    {TERN_ARITH(SUBI), TERN_GRID_SUB},
    {TERN_ARITH(MULI), TERN_GRID_MUL},
    {TERN_ARITH(DIVSI), TERN_GRID_DIV},
    {TERN_ARITH(DIVUI), TERN_GRID_DIV},
    {TERN_ARITH(FLOORDIVSI), TERN_GRID_FLOOR_DIV},
    {TERN_ARITH(CEILDIVSI), TERN_GRID_CEIL_DIV},
    {TERN_ARITH(CEILDIVUI), TERN_GRID_CEIL_DIV},
    {TERN_ARITH(REMSI), TERN_GRID_REM},
    {TERN_ARITH(REMUI), TERN_GRID_REM},
    {TERN_ARITH(MINSI), TERN_GRID_MIN},
    {TERN_ARITH(MINUI), TERN_GRID_MIN},
    {TERN_ARITH(MAXSI), TERN_GRID_MAX},
    {TERN_ARITH(MAXUI), TERN_GRID_MAX},
    {TERN_ARITH(ORI), TERN_GRID_OR},
};

static bool is_same_number(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_ARITH(INDEX_CAST), TERN_ARITH(INDEX_CASTUI),
                                              TERN_ARITH(EXTUI),      TERN_ARITH(EXTSI),
                                              TERN_ARITH(TRUNCI),     TERN_IREE_TENSOR_EXT(DISPATCH_WORKLOAD_ORDINAL)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

static bool count_of_expr(tern_count_program_t *program, const tern_affine_expr_t *expr, const tern_op_t *op,
                          size_t first, size_t dim_count, tern_count_t *out_count) {
  static const tern_grid_op_t ops[] = {[TERN_AFFINE_ADD] = TERN_GRID_ADD,
                                       [TERN_AFFINE_MUL] = TERN_GRID_MUL,
                                       [TERN_AFFINE_MOD] = TERN_GRID_REM,
                                       [TERN_AFFINE_FLOORDIV] = TERN_GRID_FLOOR_DIV,
                                       [TERN_AFFINE_CEILDIV] = TERN_GRID_CEIL_DIV};
  if (expr->kind == TERN_AFFINE_CONSTANT) return *out_count = tern_count_make(expr->value), true;
  if (expr->kind == TERN_AFFINE_DIM || expr->kind == TERN_AFFINE_SYMBOL) {
    size_t position = first + (size_t)expr->value + (expr->kind == TERN_AFFINE_SYMBOL ? dim_count : 0);
    return tern_count_of_value(program, tern_op_operand(op, position), out_count);
  }
  tern_count_t lhs, rhs;
  if (!count_of_expr(program, expr->lhs, op, first, dim_count, &lhs)) return false;
  if (!count_of_expr(program, expr->rhs, op, first, dim_count, &rhs)) return false;
  *out_count = tern_count_apply(program, ops[expr->kind], lhs, rhs);
  return true;
}

// affine.apply, affine.min, affine.max: the least or greatest result of a map.
static bool count_of_map(tern_count_program_t *program, const tern_op_t *op, tern_count_t *out_count) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  tern_grid_op_t combine = tern_op_is(op, TERN_AFFINE(MAX)) ? TERN_GRID_MAX : TERN_GRID_MIN;
  for (size_t i = 0; i < map->result_count; ++i) {
    tern_count_t one;
    if (!count_of_expr(program, map->results[i], op, 0, map->dim_count, &one)) return false;
    *out_count = i ? tern_count_apply(program, combine, *out_count, one) : one;
  }
  return map->result_count > 0;
}

// Either of two numbers: the greater one.
static bool count_of_select(tern_count_program_t *program, const tern_op_t *op, tern_count_t *out_count) {
  tern_count_t on_true, on_false;
  if (!tern_count_of_value(program, tern_op_operand(op, 1), &on_true)) return false;
  if (!tern_count_of_value(program, tern_op_operand(op, 2), &on_false)) return false;
  *out_count = tern_count_apply(program, TERN_GRID_MAX, on_true, on_false);
  out_count->is_exact = false;
  return true;
}

// The halves of a number of 64 bits come in two push constants.
static bool count_of_shift(tern_count_program_t *program, const tern_op_t *op, tern_count_t *out_count) {
  int64_t bits;
  tern_count_t value;
  if (!tern_value_constant_int(tern_op_operand(op, 1), &bits) || bits < 0 || bits > 62) return false;
  if (!tern_count_of_value(program, tern_op_operand(op, 0), &value)) return false;
  *out_count = tern_count_multiply(program, value, tern_count_make(INT64_C(1) << bits));
  return true;
}

static bool count_of_binary(tern_count_program_t *program, tern_grid_op_t grid_op, const tern_op_t *op,
                            tern_count_t *out_count) {
  tern_count_t lhs, rhs;
  bool has_lhs = tern_count_of_value(program, tern_op_operand(op, 0), &lhs);
  bool has_rhs = tern_count_of_value(program, tern_op_operand(op, 1), &rhs);
  if (has_lhs && has_rhs) return *out_count = tern_count_apply(program, grid_op, lhs, rhs), true;
  // The lesser of a known and an unknown number is at most the known one.
  if (grid_op != TERN_GRID_MIN || (!has_lhs && !has_rhs)) return false;
  *out_count = has_lhs ? lhs : rhs;
  out_count->is_exact = false;
  return true;
}

static bool count_of_dim_op(tern_count_program_t *program, const tern_op_t *op, tern_count_t *out_count) {
  int64_t dim;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (!tern_value_constant_int(tern_op_operand(op, 1), &dim) || dim < 0 || (size_t)dim >= tern_type_rank(type)) {
    return false;
  }
  *out_count = tern_count_of_dim(program, tern_op_operand(op, 0), (size_t)dim);
  return true;
}

static bool count_of_result(tern_count_program_t *program, const tern_op_t *op, size_t result,
                            tern_count_t *out_count) {
  if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_CONSTANT)) || tern_op_is(op, TERN_HAL(INTERFACE_CONSTANT_LOAD))) {
    const char *name = tern_op_is(op, TERN_HAL(INTERFACE_LOAD_CONSTANT)) ? "offset" : "ordinal";
    uint32_t word = (uint32_t)tern_integer_attr_value(tern_op_attr(op, name));
    return *out_count = emit(program, TERN_GRID_PUSH_CONSTANT, word, 0, true), true;
  }
  if (is_same_number(op)) return tern_count_of_value(program, tern_op_operand(op, 0), out_count);
  if (tern_op_is(op, TERN_UTIL(ASSUME_INT)))
    return tern_count_of_value(program, tern_op_operand(op, result), out_count);
  for (size_t i = 0; i < sizeof binary_ops / sizeof binary_ops[0]; ++i) {
    if (tern_op_is(op, binary_ops[i].row)) return count_of_binary(program, binary_ops[i].op, op, out_count);
  }
  if (tern_op_is(op, TERN_ARITH(SHLI))) return count_of_shift(program, op, out_count);
  if (tern_op_is(op, TERN_ARITH(SELECT))) return count_of_select(program, op, out_count);
  if (tern_op_is(op, TERN_MEMREF(DIM)) || tern_op_is(op, TERN_TENSOR(DIM))) {
    return count_of_dim_op(program, op, out_count);
  }
  bool is_map =
      tern_op_is(op, TERN_AFFINE(APPLY)) || tern_op_is(op, TERN_AFFINE(MIN)) || tern_op_is(op, TERN_AFFINE(MAX));
  return is_map && count_of_map(program, op, out_count);
}

// The counter of an scf.for is below its upper bound.
static bool count_of_argument(tern_count_program_t *program, const tern_value_t *value, tern_count_t *out_count) {
  const tern_op_t *loop = tern_block_parent_op(tern_value_block(value));
  if (!loop || !tern_op_is(loop, TERN_SCF(FOR)) || tern_op_body(loop, 0)->args[0] != value) return false;
  if (!tern_count_of_value(program, tern_scf_for_upper(loop), out_count)) return false;
  *out_count = tern_count_apply(program, TERN_GRID_SUB, *out_count, tern_count_make(1));
  out_count->is_exact = false;
  return true;
}

bool tern_count_of_value(tern_count_program_t *program, const tern_value_t *value, tern_count_t *out_count) {
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) return *out_count = tern_count_make(constant), true;
  size_t place = (size_t)(uintptr_t)tern_map_get(&program->numbers, value);
  if (place) return *out_count = program->known.values[place - 1], true;
  const tern_op_t *op = tern_value_defining_op(value);
  bool is_known = op ? count_of_result(program, op, (size_t)(value - op->results), out_count)
                     : count_of_argument(program, value, out_count);
  if (!is_known) return false;
  tern_vec_push(&program->known, *out_count);
  tern_map_set(&program->numbers, value, (void *)(uintptr_t)program->known.count);
  return true;
}

tern_count_t tern_count_guess(tern_count_program_t *program, const tern_value_t *value) {
  tern_count_t count;
  if (tern_count_of_value(program, value, &count)) return count;
  return (tern_count_t){1, TERN_COUNT_CONSTANT, false};
}

//---- Sizes ----

static bool holds_sizes(const char *operand) {
  static const char *const names[] = {"dynamic_dims", "dynamicSizes", "sizes", "output_shape"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (strcmp(operand, names[i]) == 0) return true;
  }
  return false;
}

// The operand with the size of dynamic dimension `dim` of the result of `op`; NULL if none has it. Dimensions that a view
// leaves out are not dynamic, so the dynamic ones are in the order of the operands.
static const tern_value_t *size_operand(const tern_op_t *op, const tern_type_t *type, size_t dim) {
  size_t index = 0, start, count;
  for (size_t i = 0; i < dim; ++i) index += tern_type_dim(type, i) == TERN_DYNAMIC;
  for (size_t i = 0; i < op->def->operand_count; ++i) {
    if (!holds_sizes(op->def->operands[i].name->data)) continue;
    tern_op_operand_group(op, i, &start, &count);
    if (index < count) return tern_op_operand(op, start + index);
  }
  return NULL;
}

// The product of the dimensions that became one.
static tern_count_t collapsed_size(tern_count_program_t *program, const tern_op_t *op, size_t dim) {
  const tern_attr_t *group = tern_array_attr_at(tern_op_attr(op, "reassociation"), dim);
  tern_count_t size = tern_count_make(1);
  for (size_t i = 0; i < tern_array_attr_count(group); ++i) {
    size_t source = (size_t)tern_integer_attr_value(tern_array_attr_at(group, i));
    size = tern_count_multiply(program, size, tern_count_of_dim(program, tern_op_operand(op, 0), source));
  }
  return size;
}

tern_count_t tern_count_of_dim(tern_count_program_t *program, const tern_value_t *shaped, size_t dim) {
  int64_t size = tern_type_dim(shaped->type, dim);
  if (size != TERN_DYNAMIC) return tern_count_make(size);
  const tern_op_t *op = tern_value_defining_op(shaped);
  const tern_value_t *operand = op ? size_operand(op, shaped->type, dim) : NULL;
  if (operand) return tern_count_guess(program, operand);
  if (op && tern_op_is(op, TERN_MEMREF(COLLAPSE_SHAPE))) return collapsed_size(program, op, dim);
  bool is_view_of_same_shape =
      op && (tern_op_is(op, TERN_MEMREF(CAST)) || tern_op_is(op, TERN_MEMREF(ASSUME_ALIGNMENT)) ||
             tern_op_is(op, TERN_MEMREF(MEMORY_SPACE_CAST)));
  if (is_view_of_same_shape) return tern_count_of_dim(program, tern_op_operand(op, 0), dim);
  return (tern_count_t){1, TERN_COUNT_CONSTANT, false};
}

tern_count_t tern_count_of_elements(tern_count_program_t *program, const tern_value_t *shaped) {
  tern_count_t count = tern_count_make(1);
  for (size_t i = 0; i < tern_type_rank(shaped->type); ++i) {
    count = tern_count_multiply(program, count, tern_count_of_dim(program, shaped, i));
  }
  return count;
}

tern_count_t tern_count_of_trips(tern_count_program_t *program, tern_count_t lower, tern_count_t upper,
                                 tern_count_t step) {
  // Of a lower bound that is not exact only the most is known; a loop from 0 on goes round at least as often.
  if (!lower.is_exact) lower.value = 0, lower.instruction = TERN_COUNT_CONSTANT;
  tern_count_t length = tern_count_apply(program, TERN_GRID_SUB, upper, lower);
  length = tern_count_apply(program, TERN_GRID_MAX, length, tern_count_make(0));
  return tern_count_is(step, 1) ? length : tern_count_apply(program, TERN_GRID_CEIL_DIV, length, step);
}
