// What each op makes of what is known of its operands (see axis_info.h): a row for each op, and for ops of two operands a
// function for each of the facts.

#include "analysis/triton/axis_rules.h"

#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/tt/tt.h"
#include "dialect/ub/ub.h"

typedef tern_axis_info_t info_t;

// --- numbers ---

static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

int64_t tern_axis_gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int64_t gcd3(int64_t a, int64_t b, int64_t c) { return tern_axis_gcd(tern_axis_gcd(a, b), c); }

int64_t tern_axis_divisor(int64_t number) {
  uint64_t bit = (uint64_t)number & (~(uint64_t)number + 1);
  return bit == 0 || bit > (uint64_t)TERN_AXIS_MAX_DIVISOR ? TERN_AXIS_MAX_DIVISOR : (int64_t)bit;
}

// The product of two divisors, which stays a divisor.
static int64_t multiply(int64_t a, int64_t b) {
  return a > TERN_AXIS_MAX_DIVISOR / most(b, 1) ? TERN_AXIS_MAX_DIVISOR : a * b;
}

info_t tern_axis_info_uniform(size_t rank, int64_t value) {
  info_t info = {.rank = rank};
  for (size_t d = 0; d < rank; ++d) info.contiguity[d] = info.divisibility[d] = info.constancy[d] = value;
  return info;
}

size_t tern_axis_rank(const tern_type_t *type) {
  if (tern_tt_is_block_pointer(type)) type = tern_tt_type_inside(type);
  if (type->kind != TERN_TYPE_TENSOR) return 1;
  size_t rank = tern_type_rank(type);
  return rank <= TERN_TTG_MAX_RANK ? rank : 0;
}

static bool is_tensor(const tern_type_t *type) { return type->kind == TERN_TYPE_TENSOR; }

static int64_t result_size(const tern_op_t *op, size_t d) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  return is_tensor(type) ? tern_type_dim(type, d) : 1;
}

// --- facts of two ---

// Where groups are cut shorter, the first of the new ones may be any number of the old ones: [0 1] and [16 17 18 19] have 18.
static int64_t shared_divisibility(const info_t *a, const info_t *b, size_t d) {
  int64_t divisor = tern_axis_gcd(a->divisibility[d], b->divisibility[d]);
  bool is_open = a->contiguity[d] == TERN_AXIS_MAX_DIVISOR || b->contiguity[d] == TERN_AXIS_MAX_DIVISOR;
  if (a->contiguity[d] == b->contiguity[d] || is_open) return divisor;
  return gcd3(divisor, a->contiguity[d], b->contiguity[d]);
}

static bool is_same_constant(const info_t *a, const info_t *b) {
  return a->is_constant && b->is_constant && a->constant == b->constant;
}

info_t tern_axis_info_join(const info_t *a, const info_t *b) {
  info_t info = {.rank = a->rank};
  // What stands for tensors between conversions may stand for different ones.
  if (a->rank != b->rank) return tern_axis_info_uniform(a->rank, 1);
  for (size_t d = 0; d < a->rank; ++d) {
    info.contiguity[d] = tern_axis_gcd(a->contiguity[d], b->contiguity[d]);
    info.divisibility[d] = shared_divisibility(a, b, d);
    info.constancy[d] = tern_axis_gcd(a->constancy[d], b->constancy[d]);
  }
  info.is_constant = is_same_constant(a, b);
  info.constant = info.is_constant ? a->constant : 0;
  return info;
}

// All numbers of the op's result are `constant`.
static info_t constant_info(const tern_op_t *op, size_t rank, int64_t constant) {
  info_t info = tern_axis_info_uniform(rank, 1);
  for (size_t d = 0; d < rank; ++d) {
    info.divisibility[d] = tern_axis_divisor(constant);
    info.constancy[d] = result_size(op, d);
  }
  info.is_constant = true;
  info.constant = constant;
  return info;
}

static bool is_constant(const info_t *info, int64_t constant) {
  return info->is_constant && info->constant == constant;
}

// Numbers that follow each other have no divisor in common; only the first of each group has the one that is told.
static int64_t each_divisibility(const info_t *info, size_t d) {
  return info->contiguity[d] > 1 ? 1 : info->divisibility[d];
}

// --- ops of two operands: facts ---

// Constants are kept as words of 64 bits, of which what is above the type's width means nothing.
static int64_t read_signed(const tern_type_t *type, int64_t word) {
  uint32_t width = tern_type_bit_width(tern_type_element(type));
  if (width == 0 || width >= 64) return word;
  return (int64_t)((uint64_t)word << (64 - width)) >> (64 - width);
}

static uint64_t read_unsigned(const tern_type_t *type, int64_t word) {
  uint32_t width = tern_type_bit_width(tern_type_element(type));
  return width == 0 || width >= 64 ? (uint64_t)word : (uint64_t)word & ((UINT64_C(1) << width) - 1);
}

typedef struct binary {
  const tern_op_t *op;
  const info_t *lhs, *rhs;
} binary_t;

typedef int64_t fact_fn_t(const binary_t *b, size_t d);
typedef bool constant_fn_t(const binary_t *b, int64_t *out);

static int64_t signed_lhs(const binary_t *b) { return read_signed(b->op->operands[0].value->type, b->lhs->constant); }
static int64_t signed_rhs(const binary_t *b) { return read_signed(b->op->operands[1].value->type, b->rhs->constant); }
static uint64_t unsigned_lhs(const binary_t *b) {
  return read_unsigned(b->op->operands[0].value->type, b->lhs->constant);
}
static uint64_t unsigned_rhs(const binary_t *b) {
  return read_unsigned(b->op->operands[1].value->type, b->rhs->constant);
}

static int64_t no_fact(const binary_t *b, size_t d) {
  (void)b, (void)d;
  return 1;
}

static int64_t shared_constancy(const binary_t *b, size_t d) {
  return tern_axis_gcd(b->lhs->constancy[d], b->rhs->constancy[d]);
}

static int64_t sum_contiguity(const binary_t *b, size_t d) {
  return most(tern_axis_gcd(b->lhs->constancy[d], b->rhs->contiguity[d]),
              tern_axis_gcd(b->lhs->contiguity[d], b->rhs->constancy[d]));
}

static int64_t difference_contiguity(const binary_t *b, size_t d) {
  return tern_axis_gcd(b->lhs->contiguity[d], b->rhs->constancy[d]);
}

static int64_t sum_divisibility(const binary_t *b, size_t d) {
  return tern_axis_gcd(b->lhs->divisibility[d], b->rhs->divisibility[d]);
}

// Offsets count elements, pointers bytes.
static int64_t pointee_bytes(const binary_t *b) {
  return most(1, tern_axis_pointee_bits(tern_op_operand(b->op, 0)->type) / 8);
}

static int64_t address_divisibility(const binary_t *b, size_t d) {
  return tern_axis_gcd(b->lhs->divisibility[d], multiply(b->rhs->divisibility[d], pointee_bytes(b)));
}

static int64_t product_contiguity(const binary_t *b, size_t d) {
  int64_t lhs = is_constant(b->rhs, 1) ? b->lhs->contiguity[d] : 1;
  int64_t rhs = is_constant(b->lhs, 1) ? b->rhs->contiguity[d] : 1;
  return most(lhs, rhs);
}

static int64_t product_divisibility(const binary_t *b, size_t d) {
  int64_t lhs = is_constant(b->rhs, 1) ? b->lhs->divisibility[d] : each_divisibility(b->lhs, d);
  int64_t rhs = is_constant(b->lhs, 1) ? b->rhs->divisibility[d] : each_divisibility(b->rhs, d);
  return multiply(lhs, rhs);
}

static int64_t quotient_contiguity(const binary_t *b, size_t d) {
  return is_constant(b->rhs, 1) ? b->lhs->contiguity[d] : 1;
}

// Numbers that follow each other, by one and the same: groups as long as both are aligned to.
static bool is_range_by_constant(const binary_t *b, size_t d) {
  if (!is_tensor(tern_op_result(b->op, 0)->type)) return false;
  int64_t size = result_size(b->op, d);
  return b->lhs->contiguity[d] == size && b->rhs->constancy[d] == size;
}

static int64_t aligned_group(const binary_t *b, size_t d) {
  return gcd3(b->lhs->contiguity[d], b->lhs->divisibility[d], b->rhs->divisibility[d]);
}

static int64_t quotient_constancy(const binary_t *b, size_t d) {
  int64_t constancy = shared_constancy(b, d);
  return is_range_by_constant(b, d) ? most(constancy, aligned_group(b, d)) : constancy;
}

static int64_t quotient_divisibility(const binary_t *b, size_t d) {
  if (is_constant(b->lhs, 0) || is_constant(b->rhs, 1)) return b->lhs->divisibility[d];
  if (!b->rhs->is_constant || b->lhs->contiguity[d] != 1) return 1;
  int64_t divisor = b->rhs->constant < 0 ? -b->rhs->constant : b->rhs->constant;
  bool is_power = divisor > 0 && (divisor & (divisor - 1)) == 0;
  return is_power ? most(1, b->lhs->divisibility[d] / divisor) : 1;
}

static int64_t rest_contiguity(const binary_t *b, size_t d) {
  return is_range_by_constant(b, d) ? aligned_group(b, d) : 1;
}

// Of [2 2 4 4] by [0 1 2 3] nothing is known, so divisors have to be the same for neighbours.
static int64_t rest_divisibility(const binary_t *b, size_t d) {
  return b->rhs->constancy[d] > 1 ? sum_divisibility(b, d) : 1;
}

static int64_t shift_contiguity(const binary_t *b, size_t d) {
  return is_constant(b->rhs, 0) ? b->lhs->contiguity[d] : 1;
}

// How far a constant shift goes, at most 62; 0 where it is not constant.
static int64_t shift_of(const binary_t *b) {
  uint64_t shift = b->rhs->is_constant ? unsigned_rhs(b) : 0;
  return shift > 62 ? 62 : (int64_t)shift;
}

static int64_t shifted_left_divisibility(const binary_t *b, size_t d) {
  int64_t shift = shift_of(b);
  return multiply(shift ? each_divisibility(b->lhs, d) : b->lhs->divisibility[d], INT64_C(1) << shift);
}

static int64_t shifted_right_divisibility(const binary_t *b, size_t d) {
  if (!b->rhs->is_constant) return 1;
  int64_t shift = shift_of(b);
  return most(1, (shift ? each_divisibility(b->lhs, d) : b->lhs->divisibility[d]) >> shift);
}

// --- ops of two operands: constants, of which both are asked for where there are two ---

static bool sum(const binary_t *b, int64_t *out) {
  *out = (int64_t)((uint64_t)b->lhs->constant + (uint64_t)b->rhs->constant);
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool difference(const binary_t *b, int64_t *out) {
  *out = (int64_t)((uint64_t)b->lhs->constant - (uint64_t)b->rhs->constant);
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool address(const binary_t *b, int64_t *out) {
  *out = (int64_t)((uint64_t)b->lhs->constant + (uint64_t)signed_rhs(b) * (uint64_t)pointee_bytes(b));
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool product(const binary_t *b, int64_t *out) {
  *out = (int64_t)((uint64_t)b->lhs->constant * (uint64_t)b->rhs->constant);
  if (b->lhs->is_constant && b->rhs->is_constant) return true;
  *out = 0;
  return is_constant(b->lhs, 0) || is_constant(b->rhs, 0);
}

static bool divides(const binary_t *b) { return b->lhs->is_constant && b->rhs->is_constant && unsigned_rhs(b) != 0; }

// The one signed quotient that no number is, and its rest, stay unknown.
static bool divides_signed(const binary_t *b) {
  return divides(b) && !(signed_rhs(b) == -1 && signed_lhs(b) == INT64_MIN);
}

static bool quotient(const binary_t *b, int64_t *out) {
  if (!divides_signed(b)) return false;
  *out = signed_lhs(b) / signed_rhs(b);
  return true;
}

static bool unsigned_quotient(const binary_t *b, int64_t *out) {
  if (!divides(b)) return false;
  *out = (int64_t)(unsigned_lhs(b) / unsigned_rhs(b));
  return true;
}

static bool rest(const binary_t *b, int64_t *out) {
  *out = 0;
  if (is_constant(b->rhs, 1)) return true;
  if (!divides_signed(b)) return false;
  *out = signed_lhs(b) % signed_rhs(b);
  return true;
}

static bool unsigned_rest(const binary_t *b, int64_t *out) {
  *out = 0;
  if (is_constant(b->rhs, 1)) return true;
  if (!divides(b)) return false;
  *out = (int64_t)(unsigned_lhs(b) % unsigned_rhs(b));
  return true;
}

static bool and_bits(const binary_t *b, int64_t *out) {
  *out = b->lhs->constant & b->rhs->constant;
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool or_bits(const binary_t *b, int64_t *out) {
  *out = b->lhs->constant | b->rhs->constant;
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool xor_bits(const binary_t *b, int64_t *out) {
  *out = b->lhs->constant ^ b->rhs->constant;
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool shifts(const binary_t *b) { return b->lhs->is_constant && b->rhs->is_constant && unsigned_rhs(b) < 64; }

static bool shifted_left(const binary_t *b, int64_t *out) {
  if (!shifts(b)) return false;
  *out = (int64_t)((uint64_t)b->lhs->constant << unsigned_rhs(b));
  return true;
}

static bool shifted_right(const binary_t *b, int64_t *out) {
  if (!shifts(b)) return false;
  *out = signed_lhs(b) >> unsigned_rhs(b);
  return true;
}

static bool unsigned_shifted_right(const binary_t *b, int64_t *out) {
  if (!shifts(b)) return false;
  *out = (int64_t)(unsigned_lhs(b) >> unsigned_rhs(b));
  return true;
}

static bool greater(const binary_t *b, int64_t *out) {
  *out = most(signed_lhs(b), signed_rhs(b));
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool smaller(const binary_t *b, int64_t *out) {
  *out = signed_lhs(b) < signed_rhs(b) ? signed_lhs(b) : signed_rhs(b);
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool unsigned_greater(const binary_t *b, int64_t *out) {
  *out = (int64_t)(unsigned_lhs(b) > unsigned_rhs(b) ? unsigned_lhs(b) : unsigned_rhs(b));
  return b->lhs->is_constant && b->rhs->is_constant;
}

static bool unsigned_smaller(const binary_t *b, int64_t *out) {
  *out = (int64_t)(unsigned_lhs(b) < unsigned_rhs(b) ? unsigned_lhs(b) : unsigned_rhs(b));
  return b->lhs->is_constant && b->rhs->is_constant;
}

static int64_t choice_contiguity(const binary_t *b, size_t d) {
  return tern_axis_gcd(b->lhs->contiguity[d], b->rhs->contiguity[d]);
}

static int64_t choice_divisibility(const binary_t *b, size_t d) { return shared_divisibility(b->lhs, b->rhs, d); }

// --- other ops ---

typedef bool rule_fn_t(const tern_op_t *op, const info_t *const *operands, info_t *out);

// The same numbers.
static bool same(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  (void)op;
  *out = *operands[0];
  return true;
}

// Between conversions: what is no tensor stands for the tensor that it was, or will be.
static bool cast(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  if (op->operand_count != 1 || op->result_count != 1) return false;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  *out = *operands[0];
  return !is_tensor(type) || tern_axis_rank(type) == out->rank;
}

static bool range(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  (void)operands;
  int64_t start = tern_integer_attr_value(tern_op_attr(op, "start"));
  *out = tern_axis_info_uniform(1, 1);
  out->contiguity[0] = tern_integer_attr_value(tern_op_attr(op, "end")) - start;
  // Zero is divisible by whatever 32 bits hold.
  out->divisibility[0] = start ? tern_axis_divisor(start) : INT64_C(1) << 30;
  return true;
}

static bool constant(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  (void)operands;
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_attr_is_splat(value) && is_tensor(type)) value = tern_dense_elements_attr_at(value, 0);
  if (!tern_attr_is_integer(value)) return false;
  int64_t word = (int64_t)read_unsigned(type, tern_integer_attr_value(value));
  *out = constant_info(op, tern_axis_rank(type), word);
  return true;
}

static bool poison(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  (void)operands;
  *out = tern_axis_info_uniform(tern_axis_rank(tern_op_result(op, 0)->type), TERN_AXIS_MAX_DIVISOR);
  return true;
}

static bool splat(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  const info_t *value = operands[0];
  *out = tern_axis_info_uniform(tern_axis_rank(tern_op_result(op, 0)->type), 1);
  if (value->rank == 0) return false;
  for (size_t d = 0; d < out->rank; ++d) {
    out->divisibility[d] = value->divisibility[0];
    out->constancy[d] = result_size(op, d);
  }
  out->is_constant = value->is_constant;
  out->constant = value->constant;
  return true;
}

static bool load(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  *out = tern_axis_info_uniform(operands[0]->rank, 1);
  for (size_t d = 0; d < out->rank; ++d)
    out->constancy[d] = tern_axis_gcd(operands[0]->constancy[d], op->operand_count > 1 ? operands[1]->constancy[d] : 0);
  return true;
}

static bool expand_dims(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  const info_t *source = operands[0];
  size_t axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  if (source->rank == 0 || source->rank + 1 > TERN_TTG_MAX_RANK) return false;
  int64_t divisibility = source->is_constant ? tern_axis_divisor(source->constant) : 0;
  for (size_t d = 0; d < source->rank && !source->is_constant; ++d)
    divisibility = tern_axis_gcd(divisibility, each_divisibility(source, d));
  *out = tern_axis_info_uniform(source->rank + 1, 1);
  for (size_t d = 0; d < out->rank; ++d) {
    size_t from = d < axis ? d : d - 1;
    out->contiguity[d] = d == axis ? 1 : source->contiguity[from];
    out->divisibility[d] = d == axis ? divisibility : source->divisibility[from];
    out->constancy[d] = d == axis ? 1 : source->constancy[from];
  }
  out->is_constant = source->is_constant;
  out->constant = source->constant;
  return true;
}

static bool broadcast(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  const tern_type_t *from = tern_op_operand(op, 0)->type;
  *out = *operands[0];
  for (size_t d = 0; d < out->rank; ++d) {
    if (tern_type_dim(from, d) != 1) continue;
    out->contiguity[d] = 1;
    out->constancy[d] = result_size(op, d);
  }
  return true;
}

static bool trans(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  const tern_attr_t *order = tern_op_attr(op, "order");
  *out = *operands[0];
  for (size_t d = 0; d < out->rank; ++d) {
    size_t from = (size_t)tern_int_list_attr_at(order, d);
    out->contiguity[d] = operands[0]->contiguity[from];
    out->divisibility[d] = operands[0]->divisibility[from];
    out->constancy[d] = operands[0]->constancy[from];
  }
  return true;
}

// --- comparisons ---

static bool compare(int64_t predicate, const binary_t *b) {
  int64_t x = signed_lhs(b), y = signed_rhs(b);
  uint64_t u = unsigned_lhs(b), v = unsigned_rhs(b);
  switch (predicate) {
    case TERN_CMPI_EQ: return x == y;
    case TERN_CMPI_NE: return x != y;
    case TERN_CMPI_SLT: return x < y;
    case TERN_CMPI_SLE: return x <= y;
    case TERN_CMPI_SGT: return x > y;
    case TERN_CMPI_SGE: return x >= y;
    case TERN_CMPI_ULT: return u < v;
    case TERN_CMPI_ULE: return u <= v;
    case TERN_CMPI_UGT: return u > v;
    default: return u >= v;
  }
}

// 4 4 4 4 <= 4 5 6 7 holds for whole groups, and so do >, and < and >= the other way round: where both are aligned, the answer
// only changes between groups.
static int64_t compared_constancy(int64_t predicate, const binary_t *b, size_t d) {
  int64_t size = result_size(b->op, d), constancy = shared_constancy(b, d);
  bool is_above = predicate == TERN_CMPI_SGT || predicate == TERN_CMPI_UGT || predicate == TERN_CMPI_SLE ||
                  predicate == TERN_CMPI_ULE;
  bool is_below = predicate == TERN_CMPI_SLT || predicate == TERN_CMPI_ULT || predicate == TERN_CMPI_SGE ||
                  predicate == TERN_CMPI_UGE;
  const info_t *ranging = is_above && b->lhs->constancy[d] == size   ? b->rhs
                          : is_below && b->rhs->constancy[d] == size ? b->lhs
                                                                     : NULL;
  if (!ranging) return constancy;
  return most(constancy, gcd3(ranging->contiguity[d], b->lhs->divisibility[d], b->rhs->divisibility[d]));
}

static bool cmpi(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  if (!is_tensor(tern_op_result(op, 0)->type)) return false;
  binary_t b = {op, operands[0], operands[1]};
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "predicate"));
  *out = tern_axis_info_uniform(b.lhs->rank, 1);
  out->is_constant = b.lhs->is_constant && b.rhs->is_constant;
  if (out->is_constant) out->constant = compare(predicate, &b);
  for (size_t d = 0; d < out->rank; ++d)
    out->constancy[d] = out->is_constant ? result_size(op, d) : compared_constancy(predicate, &b, d);
  return true;
}

static bool select(const tern_op_t *op, const info_t *const *operands, info_t *out) {
  const info_t *condition = operands[0], *x = operands[1], *y = operands[2];
  if (condition->is_constant) {
    *out = condition->constant ? *x : *y;
    return true;
  }
  bool is_scalar = tern_type_is_integer(tern_op_operand(op, 0)->type);
  *out = tern_axis_info_join(x, y);
  for (size_t d = 0; d < out->rank && !is_scalar; ++d) {
    out->constancy[d] = tern_axis_gcd(out->constancy[d], condition->constancy[d]);
    out->contiguity[d] = tern_axis_gcd(out->contiguity[d], condition->constancy[d]);
  }
  for (size_t d = 0; d < out->rank && out->is_constant; ++d) out->constancy[d] = result_size(op, d);
  return true;
}

// --- the rows ---

typedef struct rule {
  const tern_op_row_t *row;
  rule_fn_t *whole;  // or, of ops of two operands:
  fact_fn_t *contiguity, *divisibility, *constancy;
  constant_fn_t *constant;
} rule_t;

static const rule_t rules[] = {
    {.row = TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), cast},
    {.row = TERN_ARITH(EXTSI), same},
    {.row = TERN_ARITH(EXTUI), same},
    {.row = TERN_ARITH(TRUNCI), same},
    {.row = TERN_TTG(CONVERT_LAYOUT), same},
    {.row = TERN_TT(BITCAST), same},
    {.row = TERN_TT(MAKE_RANGE), range},
    {.row = TERN_UB(POISON), poison},
    {.row = TERN_ARITH(CONSTANT), constant},
    {.row = TERN_TT(BROADCAST), broadcast},
    {.row = TERN_TT(SPLAT), splat},
    {.row = TERN_TT(EXPAND_DIMS), expand_dims},
    {.row = TERN_ARITH(CMPI), cmpi},
    {.row = TERN_ARITH(SELECT), select},
    {.row = TERN_TT(LOAD), load},
    {.row = TERN_TT(TRANS), trans},
    {TERN_TT(ADDPTR), NULL, sum_contiguity, address_divisibility, shared_constancy, address},
    {TERN_ARITH(ADDI), NULL, sum_contiguity, sum_divisibility, shared_constancy, sum},
    {TERN_ARITH(SUBI), NULL, difference_contiguity, sum_divisibility, shared_constancy, difference},
    {TERN_ARITH(MULI), NULL, product_contiguity, product_divisibility, shared_constancy, product},
    {TERN_ARITH(DIVSI), NULL, quotient_contiguity, quotient_divisibility, quotient_constancy, quotient},
    {TERN_ARITH(DIVUI), NULL, quotient_contiguity, quotient_divisibility, quotient_constancy, unsigned_quotient},
    {TERN_ARITH(REMSI), NULL, rest_contiguity, rest_divisibility, shared_constancy, rest},
    {TERN_ARITH(REMUI), NULL, rest_contiguity, rest_divisibility, shared_constancy, unsigned_rest},
    {TERN_ARITH(ANDI), NULL, no_fact, no_fact, shared_constancy, and_bits},
    {TERN_ARITH(ORI), NULL, no_fact, no_fact, shared_constancy, or_bits},
    {TERN_ARITH(XORI), NULL, no_fact, no_fact, shared_constancy, xor_bits},
    {TERN_ARITH(SHLI), NULL, shift_contiguity, shifted_left_divisibility, shared_constancy, shifted_left},
    {TERN_ARITH(SHRUI), NULL, shift_contiguity, shifted_right_divisibility, shared_constancy, unsigned_shifted_right},
    {TERN_ARITH(SHRSI), NULL, shift_contiguity, shifted_right_divisibility, shared_constancy, shifted_right},
    {TERN_ARITH(MAXSI), NULL, choice_contiguity, choice_divisibility, shared_constancy, greater},
    {TERN_ARITH(MAXUI), NULL, choice_contiguity, choice_divisibility, shared_constancy, unsigned_greater},
    {TERN_ARITH(MINSI), NULL, choice_contiguity, choice_divisibility, shared_constancy, smaller},
    {TERN_ARITH(MINUI), NULL, choice_contiguity, choice_divisibility, shared_constancy, unsigned_smaller},
};

static void apply_binary(const rule_t *rule, const binary_t *b, info_t *out) {
  int64_t value;
  if (rule->constant(b, &value)) {
    *out = constant_info(b->op, b->lhs->rank, value);
    return;
  }
  *out = tern_axis_info_uniform(b->lhs->rank, 1);
  for (size_t d = 0; d < out->rank; ++d) {
    out->contiguity[d] = rule->contiguity(b, d);
    out->divisibility[d] = rule->divisibility(b, d);
    out->constancy[d] = rule->constancy(b, d);
  }
}

bool tern_axis_apply_rule(tern_op_t *op, const info_t *const *operands, info_t *out) {
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (!tern_op_is(op, rules[i].row)) continue;
    if (rules[i].whole) return rules[i].whole(op, operands, out);
    apply_binary(&rules[i], &(binary_t){op, operands[0], operands[1]}, out);
    return true;
  }
  return false;
}
