#include "analysis/split_sums.h"

#include "analysis/size_bound.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"

// Additions of a loop whose number of iterations is not known.
#define UNKNOWN INT64_MAX

// What a loop within adds to a sum.
typedef struct part {
  tern_op_t *loop;
  size_t index;  // of the result
  int64_t additions;
} part_t;

// A sum's way through a block: from what it is in the end back to `start`.
typedef struct way {
  const tern_block_t *block;
  const tern_value_t *start;
  bool is_kept;  // a select besides takes `start`
  int64_t additions;
  TERN_VEC(part_t) parts;
} way_t;

static size_t count_uses(const tern_value_t *value) {
  size_t count = 0;
  tern_value_for_each_use(value, use)++ count;
  return count;
}

static int64_t add_up(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UNKNOWN : sum;
}

static int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UNKNOWN : product;
}

static int64_t count_trips(const tern_op_t *loop) {
  int64_t trips;
  bool is_known = tern_scf_trip_count(tern_scf_for_lower(loop), tern_scf_for_upper(loop), tern_scf_for_step(loop),
                                      tern_op_attr(loop, "unsignedCmp") != NULL, &trips);
  return is_known ? trips : UNKNOWN;
}

// As many as there are, or more: loops that start somewhere else than at 0 hardly start below.
static int64_t bound_trips(const tern_op_t *loop) {
  int64_t trips = count_trips(loop), lower = 0, step, bound = tern_value_upper_bound(tern_scf_for_upper(loop));
  bool has_step = tern_index_constant(tern_scf_for_step(loop), &step) && step > 0;
  if (trips != UNKNOWN || bound == TERN_DYNAMIC || !has_step) return trips;
  tern_index_constant(tern_scf_for_lower(loop), &lower);
  return bound > lower ? (bound - lower - 1) / step + 1 : 0;
}

static bool find_way(const tern_op_t *loop, size_t index, way_t *out_way);

static bool follow(way_t *way, tern_value_t *value, size_t uses);

// Through a select of what the sum was before.
static bool follow_select(way_t *way, const tern_op_t *select, size_t added) {
  tern_value_t *old = tern_op_operand(select, 3 - added);
  if (count_uses(old) != 2) return false;
  way_t inner = {.block = way->block, .start = old, .is_kept = true};
  bool is_sum = follow(&inner, tern_op_operand(select, added), 1) && inner.parts.count == 0;
  tern_vec_deinitialize(&inner.parts);
  way->additions = add_up(way->additions, inner.additions);
  return is_sum && follow(way, old, 2);
}

// Through the sum of a loop within.
static bool follow_loop(way_t *way, tern_op_t *loop, size_t index) {
  way_t inner;
  bool is_sum = find_way(loop, index, &inner);
  int64_t additions = multiply(inner.additions, bound_trips(loop));
  tern_vec_deinitialize(&inner.parts);
  if (!is_sum) return false;
  way->additions = add_up(way->additions, additions);
  tern_vec_push(&way->parts, ((part_t){loop, index, additions}));
  return follow(way, tern_op_operand(loop, 3 + index), 1);
}

// Is `value` what the sum starts with and something added to it? Nobody else may see what is between: it has `uses` uses.
static bool follow(way_t *way, tern_value_t *value, size_t uses) {
  if (value == way->start) return count_uses(value) == (way->is_kept ? 2 : uses);
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != way->block || count_uses(value) != uses) return false;
  if (tern_op_is(op, TERN_SCF(FOR))) return follow_loop(way, op, (size_t)(value - op->results));
  bool is_fma = tern_op_is(op, TERN_MATH(FMA)) || tern_op_is(op, TERN_VECTOR(FMA));
  bool is_select = tern_op_is(op, TERN_ARITH(SELECT));
  if (!is_fma && !is_select && !tern_op_is(op, TERN_ARITH(ADDF))) return false;
  // One of the last two operands, or the last one of three.
  int64_t additions = way->additions;
  size_t parts = way->parts.count;
  for (size_t i = op->operand_count - (is_fma ? 1 : 2); i < op->operand_count; ++i) {
    way->additions = is_select ? additions : add_up(additions, 1);
    way->parts.count = parts;
    if (is_select ? follow_select(way, op, i) : follow(way, tern_op_operand(op, i), 1)) return true;
  }
  return false;
}

// The way of a carried value from the end of the body to its start, if it is a sum. Its parts are the caller's to release.
static bool find_way(const tern_op_t *loop, size_t index, way_t *out_way) {
  const tern_block_t *body = tern_op_body(loop, 0);
  *out_way = (way_t){.block = body, .start = tern_scf_for_carried(loop, index)};
  return follow(out_way, tern_op_operand(body->last_op, index), 1) && out_way->additions > 0;
}

// --- cutting ---

typedef TERN_VEC(bool) flags_t;

static tern_value_t *build_nothing(tern_builder_t *b, const tern_value_t *like) {
  return tern_build_number(b, like->type, -0.0);
}

static tern_value_t *build_sum(tern_builder_t *b, tern_value_t *total, tern_value_t *piece) {
  return tern_build_value(b, TERN_ARITH(ADDF), .operands = TERN_VALUES(total, piece));
}

// A loop within starts from nothing, and its sum is added to what it started with.
static void detach(const part_t *part) {
  tern_value_t *total = tern_op_operand(part->loop, 3 + part->index), *piece = tern_op_result(part->loop, part->index);
  tern_builder_t b = tern_builder_before(part->loop);
  tern_op_set_operand(part->loop, 3 + part->index, build_nothing(&b, total));
  tern_builder_set_after(&b, part->loop);
  tern_operand_t *user = piece->first_use;
  tern_operand_set(user, build_sum(&b, total, piece));
}

// Are these so many more than `most` that pieces are worth it?
static bool is_long(int64_t additions, int64_t trips, int64_t most) { return multiply(additions, trips) / 2 > most; }

// Detaches what is long of the sums, and marks these. Gives the additions of an iteration: the most of any sum.
static int64_t prepare_sums(tern_op_t *loop, int64_t most, flags_t *out_is_sum) {
  int64_t trips = bound_trips(loop), longest = 0;
  for (size_t i = 0; i < loop->result_count; ++i) {
    way_t way;
    bool is_sum = find_way(loop, i, &way);
    int64_t additions = way.additions;
    bool is_cut = is_sum && is_long(additions, trips, most);
    for (size_t p = 0; is_cut && p < way.parts.count; ++p) {
      const part_t *part = &way.parts.values[p];
      // A sum of few is not worth an addition of its own.
      if (part->additions < most / 2) continue;
      detach(part);
      additions = additions == UNKNOWN ? 1 : additions - part->additions + 1;
    }
    tern_vec_deinitialize(&way.parts);
    tern_vec_push(out_is_sum, is_sum);
    if (is_sum && additions > longest) longest = additions;
  }
  return longest;
}

// A loop around `loop` of whose iterations it does `count`, each time with sums of their own.
static tern_op_t *wrap(tern_op_t *loop, int64_t count, const flags_t *is_sum) {
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *upper = tern_scf_for_upper(loop), *step = tern_scf_for_step(loop);
  tern_value_t *length = tern_build_index_mul(&b, step, tern_build_index(&b, count));
  tern_values_t inits = {0};
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < loop->result_count; ++i) tern_vec_push(&values, tern_op_operand(loop, 3 + i));
  inits = (tern_values_t){values.values, values.count};
  tern_op_t *outer = tern_build_scf_for(&b, tern_scf_for_lower(loop), upper, length, inits);
  tern_value_t *first = tern_scf_for_iv(outer), *end = tern_build_index_add(&b, first, length);
  int64_t trips = count_trips(loop);
  if (trips == UNKNOWN || trips % count != 0) end = tern_build_index_min(&b, end, upper);
  for (size_t i = 0; i < loop->result_count; ++i) {
    tern_value_t *carried = tern_scf_for_carried(outer, i), *result = tern_op_result(loop, i);
    tern_value_replace_all_uses(result, tern_op_result(outer, i));
    tern_op_set_operand(loop, 3 + i, is_sum->values[i] ? build_nothing(&b, result) : carried);
  }
  tern_op_set_operand(loop, 0, first);
  tern_op_set_operand(loop, 1, end);
  tern_op_remove(loop);
  tern_builder_insert(&b, loop);
  for (size_t i = 0; i < loop->result_count; ++i) {
    tern_value_t *carried = tern_scf_for_carried(outer, i), *result = tern_op_result(loop, i);
    values.values[i] = is_sum->values[i] ? build_sum(&b, carried, result) : result;
  }
  tern_build_scf_for_end(&b, outer, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  return outer;
}

// Iterations of a piece: `count`, or up to twice as many if that is a whole number of times.
static int64_t choose_count(int64_t trips, int64_t count) {
  for (int64_t i = count; trips != UNKNOWN && i < 2 * count; ++i) {
    if (trips % i == 0) return i;
  }
  return count;
}

// Levels of loops where nobody knows how many iterations there are.
#define LEVELS 2

tern_op_t *tern_split_sums(tern_op_t *loop, int64_t most) {
  flags_t is_sum = {0};
  int64_t additions = prepare_sums(loop, most, &is_sum), trips = bound_trips(loop);
  for (int level = 0; additions > 0 && (trips == UNKNOWN ? level < LEVELS : is_long(additions, trips, most)); ++level) {
    int64_t count = choose_count(count_trips(loop), additions < most ? most / additions : 1);
    if (count == 1 && level > 0) break;
    loop = wrap(loop, count, &is_sum);
    additions = 1;
    trips = trips == UNKNOWN ? UNKNOWN : (trips + count - 1) / count;
  }
  tern_vec_deinitialize(&is_sum);
  return loop;
}

tern_op_t *tern_split_known_sums(tern_op_t *loop, size_t first, size_t count, int64_t additions, int64_t most) {
  int64_t trips = bound_trips(loop);
  if (!is_long(additions, trips, most)) return loop;
  flags_t is_sum = {0};
  for (size_t i = 0; i < loop->result_count; ++i) tern_vec_push(&is_sum, i >= first && i < first + count);
  loop = wrap(loop, choose_count(count_trips(loop), additions < most ? most / additions : 1), &is_sum);
  tern_vec_deinitialize(&is_sum);
  return loop;
}

// --- flushing ---

int64_t tern_carried_float_bytes(const tern_op_t *loop) {
  int64_t bytes = 0;
  for (size_t i = 0; i < loop->result_count; ++i) {
    const tern_type_t *type = tern_op_result(loop, i)->type, *element = tern_type_element(type);
    if (!tern_type_is_float(element)) continue;
    int64_t lanes = type->kind == TERN_TYPE_VECTOR ? tern_type_element_count(type) : 1;
    bytes += lanes * (tern_type_bit_width(element) <= 32 ? 4 : 8);
  }
  return bytes;
}

// The loop again, with as many totals as there are sums, which start from nothing; its body is that of `loop`, without an end.
static tern_op_t *carry_totals(tern_builder_t *b, tern_op_t *loop, const flags_t *is_sum, size_t *out_count) {
  TERN_VEC(tern_value_t *) inits = {0};
  size_t count = loop->result_count;
  for (size_t i = 0; i < count; ++i) tern_vec_push(&inits, tern_op_operand(loop, 3 + i));
  for (size_t i = 0; i < count; ++i) {
    if (is_sum->values[i]) tern_vec_push(&inits, build_nothing(b, tern_op_result(loop, i)));
  }
  tern_op_t *wider = tern_build_scf_for(b, tern_scf_for_lower(loop), tern_scf_for_upper(loop), tern_scf_for_step(loop),
                                        (tern_values_t){inits.values, inits.count});
  tern_block_t *body = tern_op_body(loop, 0);
  for (size_t i = 0; i < body->arg_count; ++i) {
    tern_value_replace_all_uses(body->args[i], tern_op_body(wider, 0)->args[i]);
  }
  tern_block_for_each_op_safe(body, op) {
    if (op == body->last_op) break;
    tern_op_remove(op);
    tern_builder_insert(b, op);
  }
  *out_count = inits.count;
  tern_vec_deinitialize(&inits);
  return wider;
}

// In every `count`-th iteration the sums go to their totals and start anew. `values`: what is carried on, totals last.
static void build_flush(tern_builder_t *b, tern_op_t *loop, int64_t step, int64_t count, const flags_t *is_sum,
                        tern_value_t **values, size_t value_count) {
  TERN_VEC(tern_value_t *) flushed = {0}, kept = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  tern_value_t *place = tern_build_index_sub(b, tern_scf_for_iv(loop), tern_scf_for_lower(loop));
  place = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(place, tern_build_index(b, step * count)));
  tern_value_t *is_last = tern_arith_cmpi(b, TERN_CMPI_EQ, place, tern_build_index(b, step * (count - 1)));
  for (size_t i = 0; i < value_count; ++i) {
    if (i < is_sum->count && !is_sum->values[i]) continue;
    tern_vec_push(&kept, values[i]);
    tern_vec_push(&types, values[i]->type);
  }
  size_t sums = kept.count / 2;
  tern_op_t *choice =
      tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(is_last), .types = {types.values, types.count}, .regions = 2);
  tern_builder_set_end(b, tern_region_add_block(&choice->regions[0]));
  for (size_t i = 0; i < sums; ++i) tern_vec_push(&flushed, build_nothing(b, kept.values[i]));
  for (size_t i = 0; i < sums; ++i) tern_vec_push(&flushed, build_sum(b, kept.values[sums + i], kept.values[i]));
  tern_build(b, TERN_SCF(YIELD), .operands = {flushed.values, flushed.count});
  tern_builder_set_end(b, tern_region_add_block(&choice->regions[1]));
  tern_build(b, TERN_SCF(YIELD), .operands = {kept.values, kept.count});
  tern_builder_set_after(b, choice);
  for (size_t i = 0, next = 0; i < value_count; ++i) {
    if (i < is_sum->count && !is_sum->values[i]) continue;
    values[i] = tern_op_result(choice, next++);
  }
  tern_vec_deinitialize(&flushed);
  tern_vec_deinitialize(&kept);
  tern_vec_deinitialize(&types);
}

tern_op_t *tern_flush_sums(tern_op_t *loop, int64_t most) {
  flags_t is_sum = {0};
  int64_t additions = prepare_sums(loop, most, &is_sum), trips = bound_trips(loop), step;
  bool is_known = tern_index_constant(tern_scf_for_step(loop), &step);
  int64_t count = additions > 0 && additions < most ? most / additions : 1;
  if (!is_known || additions == 0 || !is_long(additions, trips, most)) {
    tern_vec_deinitialize(&is_sum);
    return loop;
  }
  tern_builder_t b = tern_builder_before(loop);
  size_t value_count, results = loop->result_count;
  tern_op_t *wider = carry_totals(&b, loop, &is_sum, &value_count);
  TERN_VEC(tern_value_t *) values = {0};
  const tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  for (size_t i = 0; i < results; ++i) tern_vec_push(&values, tern_op_operand(yield, i));
  for (size_t i = results; i < value_count; ++i) tern_vec_push(&values, tern_scf_for_carried(wider, i));
  build_flush(&b, wider, step, count, &is_sum, values.values, value_count);
  tern_build_scf_for_end(&b, wider, (tern_values_t){values.values, value_count});
  for (size_t i = 0, total = results; i < results; ++i) {
    tern_value_t *result = tern_op_result(wider, i);
    if (is_sum.values[i]) result = build_sum(&b, tern_op_result(wider, total++), result);
    tern_value_replace_all_uses(tern_op_result(loop, i), result);
  }
  tern_op_destroy(loop);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&is_sum);
  return wider;
}
