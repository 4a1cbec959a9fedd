// What a reduction's body combines, found and written; see the header.

#include "convert/gpu/combiner.h"

#include <math.h>
#include <string.h>

#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "rewrite/builder.h"

// --- the body ---

static bool is_accumulator(const tern_gpu_combiner_t *combiner, const tern_value_t *value) {
  return value->is_block_argument && value->owner == tern_linalg_body(combiner->op) &&
         value->index >= tern_linalg_input_count(combiner->op);
}

tern_value_t *tern_gpu_combiner_accumulator(const tern_gpu_combiner_t *combiner, size_t output) {
  return tern_linalg_body(combiner->op)->args[tern_linalg_output_position(combiner->op, output)];
}

static bool depends_on_accumulators(const tern_gpu_combiner_t *combiner, const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return is_accumulator(combiner, value) || (op && tern_map_contains(&combiner->slice, op));
}

// Functions that an argmax-like body may be made of. An arithmetic one must stand alone (the accumulator used once), or
// the body is not of the form g(acc, x) with g associative.
static bool is_associative_part(const tern_op_t *op, const tern_gpu_combiner_t *combiner) {
  static const tern_op_row_t *const choices[] = {
      TERN_ARITH(CMPI),    TERN_ARITH(CMPF),    TERN_ARITH(SELECT),   TERN_ARITH(ANDI),     TERN_ARITH(ORI),
      TERN_ARITH(XORI),    TERN_ARITH(MINSI),   TERN_ARITH(MINUI),    TERN_ARITH(MAXSI),    TERN_ARITH(MAXUI),
      TERN_ARITH(MINNUMF), TERN_ARITH(MAXNUMF), TERN_ARITH(MINIMUMF), TERN_ARITH(MAXIMUMF),
  };
  if (op->region_count != 0 || op->result_count != 1) return false;
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; ++i) {
    if (tern_op_is(op, choices[i])) return true;
  }
  if (op->operand_count != 2 || !tern_op_has_trait(op, TERN_TRAIT_COMMUTATIVE)) return false;
  for (size_t i = 0; i < 2; ++i) {
    const tern_value_t *operand = tern_op_operand(op, i);
    if (is_accumulator(combiner, operand)) {
      return tern_value_has_one_use(operand) && tern_value_has_one_use(tern_op_result(op, 0)) &&
             tern_op_is(tern_op_result(op, 0)->first_use->owner, TERN_LINALG(YIELD));
    }
  }
  return false;
}

// Collects g. False if it holds what is not known to be associative.
static bool collect_slice(tern_gpu_combiner_t *combiner) {
  tern_block_t *body = tern_linalg_body(combiner->op);
  tern_block_for_each_op(body, inner) {
    bool depends = false;
    for (size_t i = 0; i < inner->operand_count; ++i) {
      depends |= depends_on_accumulators(combiner, tern_op_operand(inner, i));
    }
    if (!depends || inner == body->last_op) continue;
    if (!is_associative_part(inner, combiner)) return false;
    tern_map_set(&combiner->slice, inner, inner);
  }
  for (size_t o = 0; o < combiner->output_count; ++o) {
    if (!depends_on_accumulators(combiner, tern_op_operand(body->last_op, o))) return false;
  }
  return true;
}

static bool is_leaf(const tern_gpu_combiner_t *combiner, const tern_value_t *value) {
  return !depends_on_accumulators(combiner, value) && !tern_value_constant(value);
}

// Is there an op of g that takes both, as compare and select do?
static bool meets(const tern_gpu_combiner_t *combiner, const tern_value_t *accumulator, const tern_value_t *leaf) {
  tern_value_for_each_use(accumulator, use) {
    if (!tern_map_contains(&combiner->slice, use->owner)) continue;
    for (size_t i = 0; i < use->owner->operand_count; ++i) {
      if (tern_op_operand(use->owner, i) == leaf) return true;
    }
  }
  return false;
}

// Pairs every x with its accumulator. False if some x has none, or two.
static bool find_leaves(tern_gpu_combiner_t *combiner) {
  tern_map_t owners = {0};
  bool is_right = true;
  for (size_t e = 0; e < combiner->slice.entry_count && is_right; ++e) {
    const tern_op_t *op = combiner->slice.entries[e].value;
    for (size_t i = 0; i < op->operand_count && is_right; ++i) {
      tern_value_t *leaf = tern_op_operand(op, i);
      if (!is_leaf(combiner, leaf) || tern_map_contains(&owners, leaf)) continue;
      size_t found = 0, which = 0;
      for (size_t o = 0; o < combiner->output_count; ++o) {
        const tern_value_t *accumulator = tern_gpu_combiner_accumulator(combiner, o);
        if (accumulator->type != leaf->type || !meets(combiner, accumulator, leaf)) continue;
        ++found;
        which = o;
      }
      is_right = found == 1 && !combiner->leaves[which];
      if (is_right) combiner->leaves[which] = leaf;
      tern_map_set(&owners, leaf, leaf);
    }
  }
  for (size_t o = 0; o < combiner->output_count; ++o) is_right &= combiner->leaves[o] != NULL;
  tern_map_deinitialize(&owners);
  return is_right;
}

// acc + x and its like, output by output.
static bool match_known(tern_gpu_combiner_t *combiner) {
  for (size_t o = 0; o < combiner->output_count; ++o) {
    tern_combiner_t *known = &combiner->known[o];
    if (!tern_match_combiner(combiner->op, o, known)) return false;
    tern_value_t *accumulator = tern_gpu_combiner_accumulator(combiner, o);
    tern_value_t *lhs = tern_op_operand(known->op, 0), *rhs = tern_op_operand(known->op, 1);
    combiner->leaves[o] = lhs == accumulator ? rhs : lhs;
    tern_map_set(&combiner->slice, known->op, known->op);
  }
  for (size_t o = 0; o < combiner->output_count; ++o) {
    if (depends_on_accumulators(combiner, combiner->leaves[o])) return false;
  }
  return true;
}

bool tern_gpu_combiner_match(const tern_op_t *op, tern_gpu_combiner_t *combiner) {
  *combiner = (tern_gpu_combiner_t){.op = (tern_op_t *)op, .output_count = tern_linalg_output_count(op)};
  if (combiner->output_count > TERN_GPU_MAX_OUTPUTS) return false;
  for (size_t o = 0; o < combiner->output_count; ++o) {
    const tern_type_t *type = tern_gpu_combiner_accumulator(combiner, o)->type;
    if (!tern_type_is_float(type) && !tern_type_is_int_or_index(type)) return false;
  }
  combiner->has_neutral = match_known(combiner);
  if (combiner->has_neutral) return true;
  tern_map_clear(&combiner->slice);
  memset(combiner->leaves, 0, sizeof combiner->leaves);
  return collect_slice(combiner) && find_leaves(combiner);
}

// --- values ---

tern_value_t *tern_gpu_combiner_build_neutral(tern_builder_t *b, const tern_combiner_t *known,
                                              const tern_type_t *type) {
  if (tern_type_is_float(type)) return tern_build_number(b, type, known->neutral);
  uint32_t width = tern_type_bit_width(type);
  uint64_t all_ones = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, sign = UINT64_C(1) << (width - 1);
  uint64_t bits = known->is_all_ones  ? all_ones
                  : known->is_lowest  ? sign
                  : known->is_highest ? all_ones & ~sign
                                      : (uint64_t)known->neutral;
  return tern_build_constant(b, tern_integer_attr_get(type, (int64_t)bits));
}

void tern_gpu_combiner_build(tern_builder_t *b, const tern_gpu_combiner_t *combiner, int64_t lanes,
                             tern_value_t *const *lhs, tern_value_t *const *rhs, tern_value_t **out) {
  tern_value_t *results[TERN_GPU_MAX_OUTPUTS];
  // Known combiners stand side by side: two of them may have the same x.
  for (size_t o = 0; combiner->has_neutral && o < combiner->output_count; ++o) {
    const tern_op_t *op = combiner->known[o].op;
    tern_value_t *operands[2];
    for (size_t i = 0; i < 2; ++i) {
      bool is_old = tern_op_operand(op, i) == tern_gpu_combiner_accumulator(combiner, o);
      operands[i] = is_old ? lhs[o] : rhs[o];
    }
    results[o] = tern_gpu_build_lanewise(b, op, operands, 2, lanes);
  }
  if (combiner->has_neutral) {
    memcpy(out, results, combiner->output_count * sizeof out[0]);
    return;
  }
  tern_map_t values = {0};
  tern_block_t *body = tern_linalg_body(combiner->op);
  for (size_t o = 0; o < combiner->output_count; ++o) {
    tern_map_set(&values, tern_gpu_combiner_accumulator(combiner, o), lhs[o]);
    tern_map_set(&values, combiner->leaves[o], rhs[o]);
  }
  tern_block_for_each_op(body, inner) {
    if (tern_op_is(inner, TERN_ARITH(CONSTANT))) {
      tern_builder_clone(b, inner, &values);
    } else if (tern_map_contains(&combiner->slice, inner)) {
      tern_value_t *operands[4];
      for (size_t i = 0; i < inner->operand_count && i < 4; ++i) {
        tern_value_t *value = tern_map_get(&values, tern_op_operand(inner, i));
        operands[i] = value ? value : tern_op_operand(inner, i);
      }
      tern_map_set(&values, tern_op_result(inner, 0),
                   tern_gpu_build_lanewise(b, inner, operands, inner->operand_count, lanes));
    }
  }
  for (size_t o = 0; o < combiner->output_count; ++o) {
    tern_value_t *yielded = tern_op_operand(body->last_op, o), *value = tern_map_get(&values, yielded);
    out[o] = value ? value : yielded;
  }
  tern_map_deinitialize(&values);
}
