#include "analysis/sign.h"

#include "analysis/incoming_values.h"
#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/hal/hal.h"
#include "dialect/stream/stream.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"

#define DEPTH_LIMIT 16

// Which operands have to be non-negative for the result to be.
typedef enum rule {
  ALWAYS,        // whatever they are
  ALL,           // all of them
  ANY,           // one of them
  FIRST,         // the first
  ALL_BUT_FIRST  // all behind the first, which is a condition
} rule_t;

static const struct {
  const tern_op_row_t *row;
  rule_t rule;
} rules[] = {
    {TERN_ARITH(ADDI), ALL},
    {TERN_ARITH(MULI), ALL},
    {TERN_ARITH(DIVSI), ALL},
    {TERN_ARITH(CEILDIVSI), ALL},
    {TERN_ARITH(FLOORDIVSI), ALL},
    {TERN_ARITH(DIVUI), ALL},
    {TERN_ARITH(CEILDIVUI), ALL},
    {TERN_ARITH(REMSI), FIRST},
    {TERN_ARITH(REMUI), ALL},
    {TERN_ARITH(MINSI), ALL},
    {TERN_ARITH(MINUI), ANY},
    {TERN_ARITH(MAXSI), ANY},
    {TERN_ARITH(MAXUI), ALL},
    {TERN_ARITH(ANDI), ANY},
    {TERN_ARITH(ORI), ALL},
    {TERN_ARITH(XORI), ALL},
    {TERN_ARITH(SHRSI), FIRST},
    {TERN_ARITH(SHRUI), FIRST},
    {TERN_ARITH(SELECT), ALL_BUT_FIRST},
    {TERN_ARITH(EXTUI), ALWAYS},
    {TERN_ARITH(EXTSI), FIRST},
    {TERN_ARITH(INDEX_CAST), FIRST},
    {TERN_UTIL(ALIGN), FIRST},
    {TERN_UTIL(SIZEOF), ALWAYS},
    {TERN_UTIL(BUFFER_SIZE), ALWAYS},
    {TERN_UTIL(LIST_SIZE), ALWAYS},
    {TERN_TENSOR(DIM), ALWAYS},
    {TERN_HAL(BUFFER_LENGTH), ALWAYS},
    {TERN_HAL(BUFFER_VIEW_DIM), ALWAYS},
    {TERN_HAL(BUFFER_VIEW_RANK), ALWAYS},
    {TERN_STREAM(RESOURCE_SIZE), ALWAYS},
    {TERN_STREAM(TENSOR_SIZEOF), ALWAYS},
};

// Values around loops are assumed not to be negative until they are found to be; what was concluded of one by then is worth
// nothing.
typedef struct search {
  tern_map_t assumed;  // to itself; to NULL: it may be negative
  bool has_concluded, has_failed;
} search_t;

static bool is_never_negative(search_t *search, const tern_value_t *value, int depth);

static bool apply(search_t *search, rule_t rule, const tern_op_t *op, int depth) {
  size_t first = rule == ALL_BUT_FIRST ? 1 : 0, end = rule == FIRST ? 1 : op->operand_count;
  if (rule == ALWAYS) return true;
  for (size_t i = first; i < end; ++i) {
    bool is_known = is_never_negative(search, tern_op_operand(op, i), depth + 1);
    if (is_known == (rule == ANY)) return is_known;
  }
  return rule != ANY;
}

// A 32-bit pattern without sign that becomes a wider index, or an index that is cut: only the first is known.
static bool is_widening(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  return tern_type_is_index(to) && tern_type_is_integer(from) && tern_integer_type_width(from) < 64;
}

static bool is_never_negative(search_t *search, const tern_value_t *value, int depth) {
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) return constant >= 0;
  if (tern_map_contains(&search->assumed, value)) {
    search->has_concluded = true;
    return tern_map_get(&search->assumed, value) != NULL;
  }
  if (depth == DEPTH_LIMIT) return false;
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && tern_op_is(op, TERN_ARITH(INDEX_CASTUI))) return is_widening(op);
  for (size_t i = 0; op && i < sizeof rules / sizeof rules[0]; ++i) {
    if (tern_op_is(op, rules[i].row)) return apply(search, rules[i].rule, op, depth);
  }
  tern_value_vec_t incoming = {0};
  bool is_known = tern_incoming_values(value, NULL, &incoming) && incoming.count > 0;
  tern_map_set(&search->assumed, value, (void *)value);
  for (size_t i = 0; i < incoming.count && is_known; ++i) {
    is_known = is_never_negative(search, incoming.values[i], depth + 1);
  }
  tern_vec_deinitialize(&incoming);
  if (!is_known) {
    tern_map_set(&search->assumed, value, NULL);
    search->has_failed |= search->has_concluded;
  }
  return is_known;
}

bool tern_value_is_never_negative(const tern_value_t *value) {
  search_t search = {0};
  bool is_known = is_never_negative(&search, value, 0) && !search.has_failed;
  tern_map_deinitialize(&search.assumed);
  return is_known;
}
