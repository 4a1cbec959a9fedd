// Index values as sums.

#include "analysis/index_form.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "ir/op_def.h"

static const tern_index_form_t unknown = {.is_unknown = true};

void tern_index_scope_deinitialize(tern_index_scope_t *scope) {
  tern_vec_deinitialize(&scope->fixed);
  tern_map_deinitialize(&scope->varying);
}

// --- what varies ---

static bool any_operand_varies(tern_index_scope_t *scope, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_index_varies(scope, tern_op_operand(op, i))) return true;
  }
  return false;
}

static bool yield_varies(tern_index_scope_t *scope, const tern_op_t *op, size_t region, size_t index) {
  const tern_block_t *block = tern_op_body(op, region);
  return block && index < block->last_op->operand_count &&
         tern_index_varies(scope, tern_op_operand(block->last_op, index));
}

// A loop's value: its bounds, what it starts as, and what is yielded to it.
static bool loop_value_varies(tern_index_scope_t *scope, const tern_op_t *op, size_t carried) {
  if (tern_op_is(op, TERN_SCF(FOR))) {
    for (size_t i = 0; i < 3; ++i) {
      if (tern_index_varies(scope, tern_op_operand(op, i))) return true;
    }
    if (carried == SIZE_MAX) return false;
    return tern_index_varies(scope, tern_op_operand(op, 3 + carried)) || yield_varies(scope, op, 0, carried);
  }
  return true;
}

static bool compute_varies(tern_index_scope_t *scope, const tern_value_t *value) {
  if (value->is_block_argument) {
    const tern_op_t *op = tern_block_parent_op(tern_value_arg_block(value));
    return !op || loop_value_varies(scope, op, value->index == 0 ? SIZE_MAX : value->index - 1);
  }
  const tern_op_t *op = tern_value_defining_op(value);
  if (tern_op_is(op, TERN_GPU(THREAD_ID)) || tern_op_is(op, TERN_GPU(LANE_ID)) ||
      tern_op_is(op, TERN_GPU(SUBGROUP_ID)) || tern_op_is(op, TERN_GPU(GLOBAL_ID))) {
    return true;
  }
  if (tern_op_is(op, TERN_SCF(FOR))) return loop_value_varies(scope, op, value->index);
  if (tern_op_is(op, TERN_SCF(IF))) {
    return any_operand_varies(scope, op) || yield_varies(scope, op, 0, value->index) ||
           yield_varies(scope, op, 1, value->index);
  }
  if (op->region_count != 0) return true;
  // What others may write while it is read.
  if (!tern_op_is(op, TERN_MEMREF(LOAD)) && tern_op_effects(op) != 0) return true;
  return any_operand_varies(scope, op);
}

bool tern_index_varies(tern_index_scope_t *scope, const tern_value_t *value) {
  uintptr_t known = (uintptr_t)tern_map_get(&scope->varying, value);
  if (known) return known == 2;
  // Values that go around a loop do not vary by themselves.
  tern_map_set(&scope->varying, value, (void *)(uintptr_t)1);
  bool varies = compute_varies(scope, value);
  if (varies) tern_map_set(&scope->varying, value, (void *)(uintptr_t)2);
  return varies;
}

// --- sums ---

tern_index_form_t tern_index_form_add(const tern_index_form_t *a, const tern_index_form_t *b, int64_t factor) {
  if (a->is_unknown || b->is_unknown) return unknown;
  tern_index_form_t sum = *a;
  sum.constant += factor * b->constant;
  for (size_t i = 0; i < b->term_count; ++i) {
    size_t at = 0;
    while (at < sum.term_count && sum.terms[at].value != b->terms[i].value) ++at;
    if (at == TERN_INDEX_FORM_TERMS) return unknown;
    if (at == sum.term_count) sum.terms[sum.term_count++] = (tern_index_term_t){b->terms[i].value, 0};
    sum.terms[at].factor += factor * b->terms[i].factor;
    if (sum.terms[at].factor == 0) sum.terms[at] = sum.terms[--sum.term_count];
  }
  return sum;
}

static bool compare(int64_t predicate, int64_t a, int64_t b) {
  switch ((tern_cmpi_predicate_t)predicate) {
    case TERN_CMPI_EQ: return a == b;
    case TERN_CMPI_NE: return a != b;
    case TERN_CMPI_SLT: return a < b;
    case TERN_CMPI_SLE: return a <= b;
    case TERN_CMPI_SGT: return a > b;
    case TERN_CMPI_SGE: return a >= b;
    case TERN_CMPI_ULT: return (uint64_t)a < (uint64_t)b;
    case TERN_CMPI_ULE: return (uint64_t)a <= (uint64_t)b;
    case TERN_CMPI_UGT: return (uint64_t)a > (uint64_t)b;
    case TERN_CMPI_UGE: return (uint64_t)a >= (uint64_t)b;
  }
  return false;
}

// Functions of two numbers.
static bool compute(const tern_op_t *op, int64_t a, int64_t b, int64_t *out) {
  bool divides = b > 0 && a >= 0;
  if (tern_op_is(op, TERN_ARITH(DIVSI)) || tern_op_is(op, TERN_ARITH(DIVUI)) ||
      tern_op_is(op, TERN_ARITH(FLOORDIVSI))) {
    return divides ? (*out = a / b, true) : false;
  }
  if (tern_op_is(op, TERN_ARITH(REMSI)) || tern_op_is(op, TERN_ARITH(REMUI))) {
    return divides ? (*out = a % b, true) : false;
  }
  if (tern_op_is(op, TERN_ARITH(CEILDIVSI)) || tern_op_is(op, TERN_ARITH(CEILDIVUI))) {
    return divides ? (*out = (a + b - 1) / b, true) : false;
  }
  if (tern_op_is(op, TERN_ARITH(MINSI))) return *out = a < b ? a : b, true;
  if (tern_op_is(op, TERN_ARITH(MAXSI))) return *out = a > b ? a : b, true;
  if (tern_op_is(op, TERN_ARITH(ANDI))) return *out = a & b, true;
  if (tern_op_is(op, TERN_ARITH(ORI))) return *out = a | b, true;
  if (tern_op_is(op, TERN_ARITH(XORI))) return *out = a ^ b, true;
  if (tern_op_is(op, TERN_ARITH(SHLI)) && b >= 0 && b < 63) return *out = (int64_t)((uint64_t)a << b), true;
  if (tern_op_is(op, TERN_ARITH(SHRUI)) && b >= 0 && b < 63 && a >= 0) return *out = a >> b, true;
  if (!tern_op_is(op, TERN_ARITH(CMPI))) return false;
  *out = compare(tern_enum_attr_value(tern_op_attr(op, "predicate")), a, b);
  return true;
}

static int64_t linear_id(const tern_index_scope_t *s) {
  return s->id[0] + s->workgroup_size[0] * (s->id[1] + s->workgroup_size[1] * s->id[2]);
}

// Ids and sizes.
static bool query(const tern_index_scope_t *s, const tern_op_t *op, int64_t *out) {
  int64_t count = s->workgroup_size[0] * s->workgroup_size[1] * s->workgroup_size[2];
  const tern_attr_t *dimension = tern_op_attr(op, "dimension");
  int64_t d = dimension ? tern_enum_attr_value(dimension) : 0;
  if (tern_op_is(op, TERN_GPU(THREAD_ID))) return *out = s->id[d], true;
  if (tern_op_is(op, TERN_GPU(BLOCK_DIM))) return *out = s->workgroup_size[d], true;
  if (tern_op_is(op, TERN_GPU(LANE_ID))) return *out = linear_id(s) % s->subgroup_size, true;
  if (tern_op_is(op, TERN_GPU(SUBGROUP_ID))) return *out = linear_id(s) / s->subgroup_size, true;
  if (tern_op_is(op, TERN_GPU(SUBGROUP_SIZE))) return *out = s->subgroup_size, true;
  if (tern_op_is(op, TERN_GPU(NUM_SUBGROUPS))) return *out = (count + s->subgroup_size - 1) / s->subgroup_size, true;
  return false;
}

static tern_index_form_t evaluate_op(tern_index_scope_t *scope, const tern_op_t *op) {
  int64_t number;
  if (query(scope, op, &number)) return tern_index_form_constant(number);
  if (tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI))) {
    return tern_index_evaluate(scope, tern_op_operand(op, 0));
  }
  if (tern_op_is(op, TERN_ARITH(SELECT))) {
    tern_index_form_t condition = tern_index_evaluate(scope, tern_op_operand(op, 0));
    if (!tern_index_form_is_constant(&condition)) return unknown;
    return tern_index_evaluate(scope, tern_op_operand(op, condition.constant ? 1 : 2));
  }
  if (op->operand_count != 2 || op->region_count != 0) return unknown;
  tern_index_form_t a = tern_index_evaluate(scope, tern_op_operand(op, 0));
  tern_index_form_t b = tern_index_evaluate(scope, tern_op_operand(op, 1));
  // A condition that is not met needs no second opinion.
  bool is_false =
      (tern_index_form_is_constant(&a) && a.constant == 0) || (tern_index_form_is_constant(&b) && b.constant == 0);
  if (tern_op_is(op, TERN_ARITH(ANDI)) && is_false) return tern_index_form_constant(0);
  if (a.is_unknown || b.is_unknown) return unknown;
  if (tern_op_is(op, TERN_ARITH(ADDI))) return tern_index_form_add(&a, &b, 1);
  if (tern_op_is(op, TERN_ARITH(SUBI))) return tern_index_form_add(&a, &b, -1);
  if (tern_op_is(op, TERN_ARITH(MULI)) && (a.term_count == 0 || b.term_count == 0)) {
    tern_index_form_t zero = tern_index_form_constant(0);
    return a.term_count == 0 ? tern_index_form_add(&zero, &b, a.constant) : tern_index_form_add(&zero, &a, b.constant);
  }
  if (a.term_count == 0 && b.term_count == 0 && compute(op, a.constant, b.constant, &number)) {
    return tern_index_form_constant(number);
  }
  return unknown;
}

tern_index_form_t tern_index_evaluate(tern_index_scope_t *scope, const tern_value_t *value) {
  for (size_t i = 0; i < scope->fixed.count; ++i) {
    if (scope->fixed.values[i].value == value) return tern_index_form_constant(scope->fixed.values[i].number);
  }
  const tern_attr_t *attr = tern_value_constant(value);
  if (attr) return tern_attr_is_integer(attr) ? tern_index_form_constant(tern_integer_attr_value(attr)) : unknown;
  const tern_op_t *op = tern_value_defining_op(value);
  tern_index_form_t form = op ? evaluate_op(scope, op) : unknown;
  if (!form.is_unknown || tern_index_varies(scope, value)) return form;
  form = (tern_index_form_t){.term_count = 1};
  form.terms[0] = (tern_index_term_t){value, 1};
  return form;
}
