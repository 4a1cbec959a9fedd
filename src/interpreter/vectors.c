// Ops that move lanes of vectors.

#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"
#include "interpreter/program.h"
#include "ir/diagnostic.h"

static uint32_t words_of(const tern_value_t *value) { return tern_interpreter_type_words(value->type); }

// The source's dimensions are the last ones of the result, each as large or one.
static step_t run_broadcast(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  const tern_type_t *from = tern_op_operand(i->op, 0)->type, *to = tern_op_result(i->op, 0)->type;
  size_t from_rank = from->kind == TERN_TYPE_VECTOR ? tern_type_rank(from) : 0, rank = tern_type_rank(to);
  for (uint32_t lane = 0; lane < i->lanes; ++lane) {
    uint32_t rest = lane, at = 0, stride = 1;
    for (size_t d = 0; d < from_rank; ++d) {
      uint32_t extent = (uint32_t)tern_type_dim(to, rank - 1 - d);
      uint32_t own = (uint32_t)tern_type_dim(from, from_rank - 1 - d);
      at += own == 1 ? 0 : rest % extent * stride;
      rest /= extent;
      stride *= own;
    }
    v->words[i->results[0] + lane] = v->words[i->operands[0] + at];
  }
  return STEP_NEXT;
}

// First lane of the position of an extract or insert in a vector of `type`.
static bool find_position(const invocation_t *v, const instruction_t *i, const tern_type_t *type, uint32_t *out) {
  const tern_attr_t *statics = tern_op_attr(i->op, "static_position");
  size_t start, count, used = 0, depth = tern_int_list_attr_count(statics);
  tern_op_operands_named(i->op, "dynamic_position", &start, &count);
  uint32_t at = 0, size = (uint32_t)tern_type_element_count(type);
  for (size_t k = 0; k < depth; ++k) {
    int64_t place = tern_int_list_attr_at(statics, k);
    if (place == TERN_DYNAMIC) place = (int64_t)v->words[i->operands[start + used++]];
    if (place < 0 || place >= tern_type_dim(type, k)) {
      return tern_op_error(i->op, "has position %lld in dimension %zu, which has %lld elements", (long long)place, k,
                           (long long)tern_type_dim(type, k));
    }
    size /= (uint32_t)tern_type_dim(type, k);
    at += (uint32_t)place * size;
  }
  *out = at;
  return true;
}

static step_t run_extract(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  uint32_t at;
  if (!find_position(v, i, tern_op_operand(i->op, 0)->type, &at)) return STEP_FAIL;
  memmove(&v->words[i->results[0]], &v->words[i->operands[0] + at], i->lanes * sizeof(uint64_t));
  return STEP_NEXT;
}

static step_t run_insert(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  uint32_t at;
  if (!find_position(v, i, tern_op_operand(i->op, 1)->type, &at)) return STEP_FAIL;
  memmove(&v->words[i->results[0]], &v->words[i->operands[1]], i->lanes * sizeof(uint64_t));
  memmove(&v->words[i->results[0] + at], &v->words[i->operands[0]],
          words_of(tern_op_operand(i->op, 0)) * sizeof(uint64_t));
  return STEP_NEXT;
}

static step_t run_copy(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  memmove(&v->words[i->results[0]], &v->words[i->operands[0]], i->lanes * sizeof(uint64_t));
  return STEP_NEXT;
}

static step_t run_from_elements(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  for (uint32_t k = 0; k < i->op->operand_count; ++k) v->words[i->results[0] + k] = v->words[i->operands[k]];
  return STEP_NEXT;
}

static step_t run_to_elements(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  for (uint32_t k = 0; k < i->op->result_count; ++k) v->words[i->results[k]] = v->words[i->operands[0] + k];
  return STEP_NEXT;
}

static step_t run_step(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  for (uint32_t k = 0; k < i->lanes; ++k) v->words[i->results[0] + k] = k;
  return STEP_NEXT;
}

static step_t run_bitcast(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  number_t from;
  tern_interpreter_number_of(tern_type_element(tern_op_operand(i->op, 0)->type), &from);
  memset(&v->words[i->results[0]], 0, i->lanes * sizeof(uint64_t));
  for (uint64_t bit = 0; bit < (uint64_t)i->lanes * i->element.width; ++bit) {
    uint64_t value = v->words[i->operands[0] + bit / from.width] >> (bit % from.width) & 1;
    v->words[i->results[0] + bit / i->element.width] |= value << (bit % i->element.width);
  }
  return STEP_NEXT;
}

static step_t run_shuffle(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  const tern_attr_t *mask = tern_op_attr(i->op, "mask");
  uint32_t first = words_of(tern_op_operand(i->op, 0)), count = (uint32_t)tern_int_list_attr_count(mask);
  uint32_t slice = i->lanes / (count ? count : 1);
  for (uint32_t k = 0; k < count; ++k) {
    int64_t from = tern_int_list_attr_at(mask, k);
    if (from < 0) continue;  // poison: what is there
    uint64_t at = (uint64_t)from * slice;
    uint32_t word = at < first ? i->operands[0] + (uint32_t)at : i->operands[1] + (uint32_t)(at - first);
    memmove(&v->words[i->results[0] + k * slice], &v->words[word], slice * sizeof(uint64_t));
  }
  return STEP_NEXT;
}

static step_t run_interleave(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  for (uint32_t k = 0; k < i->lanes; ++k) v->words[i->results[0] + k] = v->words[i->operands[k & 1] + k / 2];
  return STEP_NEXT;
}

static step_t run_deinterleave(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  for (uint32_t k = 0; k < 2 * i->lanes; ++k) v->words[i->results[k & 1] + k / 2] = v->words[i->operands[0] + k];
  return STEP_NEXT;
}

static step_t run_reduction(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  uint32_t lanes = words_of(tern_op_operand(i->op, 0)), k = 0;
  int64_t kind = tern_enum_attr_value(tern_op_attr(i->op, "kind"));
  uint64_t sum = i->op->operand_count > 1 ? v->words[i->operands[1]] : v->words[i->operands[0] + k++];
  for (; k < lanes; ++k) sum = tern_interpreter_combine(i->element, kind, sum, v->words[i->operands[0] + k]);
  v->words[i->results[0]] = sum;
  return STEP_NEXT;
}

static bool prepare_one_dimension(program_t *p, instruction_t *i) {
  (void)p;
  return tern_type_rank(tern_op_operand(i->op, 0)->type) == 1 ||
         tern_op_error(i->op, "is on vectors of several dimensions, which the interpreter does not do");
}

static step_t run_extract_slice(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  int64_t offset = tern_int_list_attr_at(tern_op_attr(i->op, "offsets"), 0);
  memmove(&v->words[i->results[0]], &v->words[i->operands[0] + offset], i->lanes * sizeof(uint64_t));
  return STEP_NEXT;
}

static step_t run_insert_slice(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  int64_t offset = tern_int_list_attr_at(tern_op_attr(i->op, "offsets"), 0);
  memmove(&v->words[i->results[0]], &v->words[i->operands[1]], i->lanes * sizeof(uint64_t));
  memmove(&v->words[i->results[0] + offset], &v->words[i->operands[0]],
          words_of(tern_op_operand(i->op, 0)) * sizeof(uint64_t));
  return STEP_NEXT;
}

const op_row_t tern_interpreter_vector_rows[] = {
    {TERN_VECTOR(BROADCAST), run_broadcast, NULL, NULL, NULL},
    {TERN_VECTOR(EXTRACT), run_extract, NULL, NULL, NULL},
    {TERN_VECTOR(INSERT), run_insert, NULL, NULL, NULL},
    {TERN_VECTOR(SHAPE_CAST), run_copy, NULL, NULL, NULL},
    {TERN_VECTOR(FROM_ELEMENTS), run_from_elements, NULL, NULL, NULL},
    {TERN_VECTOR(TO_ELEMENTS), run_to_elements, NULL, NULL, NULL},
    {TERN_VECTOR(STEP), run_step, NULL, NULL, NULL},
    {TERN_VECTOR(BITCAST), run_bitcast, NULL, NULL, NULL},
    {TERN_VECTOR(SHUFFLE), run_shuffle, NULL, NULL, NULL},
    {TERN_VECTOR(INTERLEAVE), run_interleave, NULL, NULL, NULL},
    {TERN_VECTOR(DEINTERLEAVE), run_deinterleave, NULL, NULL, NULL},
    {TERN_VECTOR(REDUCTION), run_reduction, NULL, NULL, NULL},
    {TERN_VECTOR(EXTRACT_STRIDED_SLICE), run_extract_slice, prepare_one_dimension, NULL, NULL},
    {TERN_VECTOR(INSERT_STRIDED_SLICE), run_insert_slice, prepare_one_dimension, NULL, NULL},
    {0},
};
