// Matrices of a subgroup. The first invocation of the subgroup holds all elements, row by row; its accesses stand for those of
// the whole subgroup.

#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "interpreter/program.h"
#include "ir/diagnostic.h"

// `number` 1 says that a subgroup runs the op.
static step_t wait(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m, (void)v, (void)i;
  return STEP_WAIT;
}

static const tern_type_t *matrix_of(const tern_op_t *op) {
  return op->result_count ? tern_op_result(op, 0)->type : tern_op_operand(op, 0)->type;
}

static bool prepare(program_t *p, instruction_t *i) {
  (void)p;
  const tern_type_t *type = matrix_of(i->op);
  i->number = 1;
  i->lanes = tern_interpreter_type_words(type);
  return tern_interpreter_number_of(tern_gpu_matrix_element(type), &i->element);
}

static bool prepare_access(program_t *p, instruction_t *i) {
  i->is_access = true;
  return prepare(p, i);
}

// --- accesses ---

// All invocations of the subgroup must name the same place.
static bool check_uniform(invocation_t *const *members, size_t count, const instruction_t *i, uint32_t first,
                          uint32_t words) {
  for (size_t k = 1; k < count; ++k) {
    if (memcmp(&members[k]->words[first], &members[0]->words[first], words * sizeof(uint64_t)) == 0) continue;
    return tern_op_error(i->op, "is given different operands by invocations of one subgroup");
  }
  return true;
}

static bool move_matrix(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i, size_t place,
                        uint64_t *words, touch_t touch) {
  const tern_type_t *type = matrix_of(i->op);
  for (size_t k = place; k < i->op->operand_count; ++k) {
    uint32_t size = tern_interpreter_type_words(tern_op_operand(i->op, k)->type);
    if (!check_uniform(members, count, i, i->operands[k], size)) return false;
  }
  int64_t rows = tern_gpu_matrix_rows(type), columns = tern_gpu_matrix_columns(type);
  int64_t lead = tern_integer_attr_value(tern_op_attr(i->op, "leadDimension"));
  bool is_transposed = tern_op_attr(i->op, "transpose") != NULL;
  uint64_t start, unit;
  if (!tern_interpreter_find_address(m, members[0], i, place, place + 1, &start, &unit)) return false;
  uint64_t buffer = members[0]->words[i->operands[place] + MEMREF_BUFFER];
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      uint64_t line = (uint64_t)(is_transposed ? c : r), within = (uint64_t)(is_transposed ? r : c);
      uint64_t at = start + line * (uint64_t)lead * unit + within * i->element.bytes;
      if (!tern_interpreter_move_element(m, members[0], i, buffer, at, &words[r * columns + c], touch)) return false;
    }
  }
  return true;
}

static bool load(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  return move_matrix(m, members, count, i, 0, &members[0]->words[i->results[0]], TOUCH_READ);
}

static bool store(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  return move_matrix(m, members, count, i, 1, &members[0]->words[i->operands[0]], TOUCH_WRITE);
}

// --- arithmetic ---

static bool multiply(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  (void)m, (void)count;
  const tern_type_t *a = tern_op_operand(i->op, 0)->type;
  int64_t rows = tern_gpu_matrix_rows(matrix_of(i->op)), columns = tern_gpu_matrix_columns(matrix_of(i->op));
  int64_t depth = tern_gpu_matrix_columns(a);
  number_t factor;
  tern_interpreter_number_of(tern_gpu_matrix_element(a), &factor);
  uint64_t *words = members[0]->words;
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      uint64_t held = words[i->operands[2] + (uint64_t)(r * columns + c)];
      int64_t whole = i->element.is_float ? 0 : tern_interpreter_signed(i->element, held);
      double sum = i->element.is_float ? tern_interpreter_decode(i->element, held) : 0;
      for (int64_t k = 0; k < depth; ++k) {
        uint64_t x = words[i->operands[0] + (uint64_t)(r * depth + k)],
                 y = words[i->operands[1] + (uint64_t)(k * columns + c)];
        if (factor.is_float) {
          sum += tern_interpreter_decode(factor, x) * tern_interpreter_decode(factor, y);
        } else if (tern_integer_type_signedness(tern_gpu_matrix_element(a)) == TERN_UNSIGNED) {
          whole += (int64_t)(x * y);
        } else {
          whole += tern_interpreter_signed(factor, x) * tern_interpreter_signed(factor, y);
        }
      }
      words[i->results[0] + (uint64_t)(r * columns + c)] = i->element.is_float
                                                               ? tern_interpreter_encode(i->element, sum)
                                                               : tern_interpreter_truncate(i->element, (uint64_t)whole);
    }
  }
  return true;
}

static bool splat(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  (void)m;
  if (!check_uniform(members, count, i, i->operands[0], 1)) return false;
  for (uint32_t k = 0; k < i->lanes; ++k) members[0]->words[i->results[0] + k] = members[0]->words[i->operands[0]];
  return true;
}

static const struct {
  tern_gpu_matrix_op_t kind;
  const tern_op_row_t *row;  // of the same meaning on elements
} element_ops[] = {
    {TERN_GPU_MATRIX_ADDF, TERN_ARITH(ADDF)},     {TERN_GPU_MATRIX_MULF, TERN_ARITH(MULF)},
    {TERN_GPU_MATRIX_SUBF, TERN_ARITH(SUBF)},     {TERN_GPU_MATRIX_MAXF, TERN_ARITH(MAXIMUMF)},
    {TERN_GPU_MATRIX_MINF, TERN_ARITH(MINIMUMF)}, {TERN_GPU_MATRIX_DIVF, TERN_ARITH(DIVF)},
    {TERN_GPU_MATRIX_ADDI, TERN_ARITH(ADDI)},     {TERN_GPU_MATRIX_MULI, TERN_ARITH(MULI)},
    {TERN_GPU_MATRIX_SUBI, TERN_ARITH(SUBI)},     {TERN_GPU_MATRIX_DIVS, TERN_ARITH(DIVSI)},
    {TERN_GPU_MATRIX_DIVU, TERN_ARITH(DIVUI)},    {TERN_GPU_MATRIX_NEGATEF, TERN_ARITH(NEGF)},
    {TERN_GPU_MATRIX_EXTF, TERN_ARITH(EXTF)},     {TERN_GPU_MATRIX_TRUNCF, TERN_ARITH(TRUNCF)},
};

static lane_fn_t find_lane(const op_row_t *rows, const tern_op_row_t *row) {
  for (; rows->row; ++rows) {
    if (rows->row == row) return rows->lane;
  }
  return NULL;
}

static bool prepare_elementwise(program_t *p, instruction_t *i) {
  if (!prepare(p, i)) return false;
  int64_t kind = tern_enum_attr_value(tern_op_attr(i->op, "opType"));
  for (size_t k = 0; k < sizeof element_ops / sizeof element_ops[0] && !i->lane; ++k) {
    if ((int64_t)element_ops[k].kind != kind) continue;
    i->lane = find_lane(tern_interpreter_float_rows, element_ops[k].row);
    if (!i->lane) i->lane = find_lane(tern_interpreter_number_rows, element_ops[k].row);
  }
  tern_interpreter_number_of(tern_gpu_matrix_element(tern_op_operand(i->op, 0)->type), &i->lane_op.source);
  i->lane_op.result = i->element;
  return (i->lane && i->op->operand_count <= 2) ||
         tern_op_error(i->op, "is of a kind that the interpreter does not run");
}

static bool elementwise(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  (void)m, (void)count;
  uint64_t *words = members[0]->words;
  for (uint32_t k = 0; k < i->lanes; ++k) {
    uint64_t operands[2] = {0}, out[2] = {0};
    for (uint32_t o = 0; o < i->op->operand_count; ++o) operands[o] = words[i->operands[o] + k];
    const char *problem = i->lane(&i->lane_op, operands, out);
    if (problem) return tern_op_error(i->op, "%s", problem);
    words[i->results[0] + k] = out[0];
  }
  return true;
}

const op_row_t tern_interpreter_matrix_rows[] = {
    {TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), wait, prepare_access, NULL, load},
    {TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), wait, prepare_access, NULL, store},
    {TERN_GPU(SUBGROUP_MMA_COMPUTE), wait, prepare, NULL, multiply},
    {TERN_GPU(SUBGROUP_MMA_CONSTANT_MATRIX), wait, prepare, NULL, splat},
    {TERN_GPU(SUBGROUP_MMA_ELEMENTWISE), wait, prepare_elementwise, NULL, elementwise},
    {0},
};
