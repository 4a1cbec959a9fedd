#include "transform/scf/pipeline_loop.h"

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/context.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

// A value that later stages use than the one that makes it.
typedef struct crossing {
  tern_value_t *value;
  unsigned made, last_use;  // stages
  size_t first_arg;         // of the new loop; the oldest version comes first
} crossing_t;

typedef struct pipeline {
  tern_op_t *loop, *kernel;
  const tern_pipeline_options_t *options;
  unsigned last_stage;
  bool is_dynamic;      // the loop is taken to have fewer iterations than stages at times
  tern_map_t stages;    // op -> its stage plus one
  tern_map_t versions;  // value of the old loop -> array of its values by iteration (owned)
  TERN_VEC(crossing_t) crossings;
  value_list_t inits;
} pipeline_t;

static tern_block_t *body_of(const tern_op_t *loop) { return tern_op_body(loop, 0); }
static tern_op_t *yield_of(const tern_op_t *loop) { return body_of(loop)->last_op; }

// The stage of an op of the body; false: it is none.
static bool find_stage(const pipeline_t *p, const tern_op_t *op, unsigned *out_stage) {
  uintptr_t stage = op ? (uintptr_t)tern_map_get(&p->stages, op) : 0;
  if (stage) *out_stage = (unsigned)(stage - 1);
  return stage != 0;
}

// Which value carried from one iteration to the next `value` is; -1: none.
static int64_t carried_index(const pipeline_t *p, const tern_value_t *value) {
  for (size_t i = 0; i < p->loop->result_count; ++i) {
    if (tern_scf_for_carried(p->loop, i) == value) return (int64_t)i;
  }
  return -1;
}

// The op that makes a value, in the iteration before if the value is carried.
static tern_op_t *find_maker(const pipeline_t *p, tern_value_t *value, unsigned *out_distance) {
  int64_t carried = carried_index(p, value);
  *out_distance = carried >= 0;
  if (carried >= 0) value = tern_op_operand(yield_of(p->loop), (size_t)carried);
  return tern_value_defining_op(value);
}

// --- versions ---

static tern_value_t *get_version(const pipeline_t *p, const tern_value_t *value, size_t index) {
  tern_value_t *const *all = tern_map_get(&p->versions, value);
  return all ? all[index] : NULL;
}

static void set_version(pipeline_t *p, const tern_value_t *value, size_t index, tern_value_t *version) {
  tern_value_t **all = tern_map_get(&p->versions, value);
  size_t count = 2 * p->last_stage + 2;
  if (!all) {
    all = tern_malloc(count * sizeof *all);
    for (size_t i = 0; i < count; ++i) all[i] = NULL;
    tern_map_set(&p->versions, value, all);
  }
  all[index] = version;
}

static void forget_versions(pipeline_t *p) {
  for (size_t i = 0; i < p->versions.entry_count; ++i) free(p->versions.entries[i].value);
  tern_map_deinitialize(&p->versions);
  p->versions = (tern_map_t){0};
}

// --- operands, nested ones included ---

typedef void (*operand_fn_t)(pipeline_t *p, tern_op_t *op, size_t index, tern_op_t *copy, void *user);

// Calls back for the operands of an op, and of those in it, with the op that is its copy (or the same).
static void for_each_operand(pipeline_t *p, tern_op_t *op, tern_op_t *copy, operand_fn_t callback, void *user) {
  for (size_t i = 0; i < op->operand_count; ++i) callback(p, op, i, copy, user);
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_block_t *copied = copy->regions[r].first_block;
    tern_region_for_each_block(&op->regions[r], block) {
      tern_op_t *other = copied->first_op;
      for (tern_op_t *inner = block->first_op; inner; inner = inner->next, other = other->next) {
        for_each_operand(p, inner, other, callback, user);
      }
      copied = copied->next;
    }
  }
}

// --- checks ---

typedef struct check {
  int64_t cycle, cycles_per_iteration;
  const tern_map_t *cycles;  // op -> its cycle plus one
  bool is_right;
} check_t;

// An operand has to be made in a cycle before.
static void check_operand(pipeline_t *p, tern_op_t *op, size_t index, tern_op_t *copy, void *user) {
  (void)copy;
  check_t *check = user;
  unsigned distance;
  const tern_op_t *maker = find_maker(p, tern_op_operand(op, index), &distance);
  intptr_t cycle = maker ? (intptr_t)tern_map_get(check->cycles, maker) : 0;
  if (cycle && check->cycle < cycle - 1 - check->cycles_per_iteration * (int64_t)distance) check->is_right = false;
}

static bool check_order(pipeline_t *p) {
  const tern_pipeline_options_t *options = p->options;
  tern_map_t cycles = {0};
  check_t check = {.cycles_per_iteration = (int64_t)options->count, .cycles = &cycles, .is_right = true};
  for (size_t i = 0; i < options->count; ++i) {
    uintptr_t cycle = i + options->schedule[i].stage * options->count;
    tern_map_set(&cycles, options->schedule[i].op, (void *)(cycle + 1));
  }
  for (size_t i = 0; i < options->count; ++i) {
    tern_op_t *op = options->schedule[i].op;
    check.cycle = (int64_t)(intptr_t)tern_map_get(&cycles, op) - 1;
    for_each_operand(p, op, op, check_operand, &check);
  }
  tern_map_deinitialize(&cycles);
  return check.is_right;
}

static bool has_enough_iterations(const pipeline_t *p) {
  const tern_attr_t *bounds[3];
  for (size_t i = 0; i < 3; ++i) {
    bounds[i] = tern_value_constant(tern_op_operand(p->loop, i));
    if (!tern_attr_is_integer(bounds[i])) return false;
  }
  int64_t lower = tern_integer_attr_value(bounds[0]), upper = tern_integer_attr_value(bounds[1]);
  int64_t step = tern_integer_attr_value(bounds[2]), span;
  if (step <= 0 || __builtin_sub_overflow(upper, lower, &span) || span <= 0) return false;
  return (span - 1) / step + 1 > (int64_t)p->last_stage;
}

// Carried values come from an op of the body, or from outside.
static bool check_carried(const pipeline_t *p) {
  const tern_op_t *yield = yield_of(p->loop);
  for (size_t i = 0; i < yield->operand_count; ++i) {
    const tern_op_t *maker = tern_value_defining_op(tern_op_operand(yield, i));
    unsigned stage;
    if (!maker || (!find_stage(p, maker, &stage) && maker->block == body_of(p->loop))) return false;
  }
  return true;
}

static tern_pipeline_result_t check_all(pipeline_t *p) {
  const tern_pipeline_options_t *options = p->options;
  size_t count = 0;
  tern_block_for_each_op(body_of(p->loop), op) {
    unsigned stage;
    if (op != yield_of(p->loop) && !find_stage(p, op, &stage)) return TERN_PIPELINE_REFUSED;
    ++count;
  }
  bool is_whole = options->count > 0 && options->count + 1 == count;
  p->is_dynamic = options->takes_any_count && !(options->peels_epilogue && has_enough_iterations(p));
  if (!p->is_dynamic && !options->takes_any_count && !has_enough_iterations(p)) return TERN_PIPELINE_REFUSED;
  if (!is_whole || !check_carried(p) || !check_order(p)) return TERN_PIPELINE_REFUSED;
  bool has_predicates = p->is_dynamic || !options->peels_epilogue;
  for (size_t i = 0; i < options->count && has_predicates; ++i) {
    const tern_staged_op_t *one = &options->schedule[i];
    bool is_early = options->peels_epilogue || one->stage < p->last_stage;
    if (is_early && !options->can_predicate(one->op)) return TERN_PIPELINE_NO_PREDICATE;
  }
  return TERN_PIPELINE_DONE;
}

// --- arithmetic ---

static tern_value_t *make_number(tern_builder_t *b, const tern_type_t *type, int64_t value) {
  return tern_arith_constant(b, tern_integer_attr_get(type, value));
}

static tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

// Is the iteration at `iv` one before `end`?
static tern_value_t *make_less(tern_builder_t *b, const pipeline_t *p, tern_value_t *iv, tern_value_t *end) {
  bool is_unsigned = tern_op_attr(p->loop, "unsignedCmp") != NULL;
  return tern_arith_cmpi(b, is_unsigned ? TERN_CMPI_ULT : TERN_CMPI_SLT, iv, end);
}

static tern_value_t *make_steps(tern_builder_t *b, const pipeline_t *p, int64_t count) {
  tern_value_t *step = tern_scf_for_step(p->loop), *number = make_number(b, step->type, count);
  return binary(b, TERN_ARITH(MULI), step, number);
}

// --- copies before and behind the loop ---

typedef struct remap {
  tern_map_t *mapping;
  size_t version;
} remap_t;

static void remap_operand(pipeline_t *p, tern_op_t *op, size_t index, tern_op_t *copy, void *user) {
  (void)copy;
  remap_t *remap = user;
  tern_value_t *value = tern_op_operand(op, index), *version = get_version(p, value, remap->version);
  if (version) tern_map_set(remap->mapping, value, version);
}

// A copy that uses version `version` of its operands.
static tern_op_t *copy_op(pipeline_t *p, tern_builder_t *b, tern_op_t *op, size_t version) {
  tern_map_t mapping = {0};
  remap_t remap = {&mapping, version};
  for_each_operand(p, op, op, remap_operand, &remap);
  tern_op_t *copy = tern_builder_clone(b, op, &mapping);
  tern_map_deinitialize(&mapping);
  return copy;
}

// Its results are that version of the op's, and the next one of what is carried from them. Where the op may be switched off by
// `predicate`, what the loop is asked for stays as it was.
static void keep_results(pipeline_t *p, const tern_op_t *op, tern_op_t *copy, size_t version, tern_value_t *predicate) {
  const tern_op_t *yield = yield_of(p->loop);
  tern_builder_t b = tern_builder_after(copy);
  b.loc = p->loop->loc;
  for (size_t i = 0; i < op->result_count; ++i) {
    set_version(p, tern_op_result(op, i), version, tern_op_result(copy, i));
    for (size_t y = 0; y < yield->operand_count; ++y) {
      if (tern_op_operand(yield, y) != tern_op_result(op, i)) continue;
      tern_value_t *carried = tern_scf_for_carried(p->loop, y), *next = tern_op_result(copy, i);
      if (predicate && tern_value_has_uses(tern_op_result(p->loop, y))) {
        next = tern_build_value(&b, TERN_ARITH(SELECT),
                                .operands = TERN_VALUES(predicate, next, get_version(p, carried, version)),
                                .types = TERN_TYPES(next->type));
      }
      set_version(p, carried, version + 1, next);
    }
  }
}

static void annotate(const pipeline_t *p, tern_op_t *op, tern_pipeline_part_t part, unsigned iteration) {
  if (p->options->annotate) p->options->annotate(op, part, iteration, p->options->user);
}

static tern_op_t *switch_off(const pipeline_t *p, tern_op_t *op, tern_value_t *predicate) {
  tern_builder_t b = tern_builder_before(op);
  return p->options->predicate(&b, op, predicate);
}

// What is carried unchanged from outside is there in all iterations but the first.
static void keep_carried(pipeline_t *p, size_t count) {
  const tern_op_t *yield = yield_of(p->loop);
  for (size_t i = 0; i < p->loop->result_count; ++i) {
    tern_value_t *carried = tern_scf_for_carried(p->loop, i), *next = tern_op_operand(yield, i);
    unsigned stage;
    bool is_outside = !find_stage(p, tern_value_defining_op(next), &stage);
    for (size_t v = 1; v <= count && is_outside; ++v) set_version(p, carried, v, next);
  }
}

static void make_prologue(pipeline_t *p) {
  tern_builder_t b = tern_builder_before(p->loop);
  for (size_t i = 0; i < p->loop->result_count; ++i) {
    set_version(p, tern_scf_for_carried(p->loop, i), 0, tern_op_operand(p->loop, 3 + i));
  }
  keep_carried(p, p->last_stage);
  value_list_t predicates = {0};  // by iteration: is there one?
  for (unsigned i = 0; i < p->last_stage; ++i) {
    tern_value_t *lower = tern_scf_for_lower(p->loop);
    tern_value_t *iv = binary(&b, TERN_ARITH(ADDI), lower, make_steps(&b, p, i));
    set_version(p, tern_scf_for_iv(p->loop), i, iv);
    tern_vec_push(&predicates, p->is_dynamic ? make_less(&b, p, iv, tern_scf_for_upper(p->loop)) : NULL);
    for (size_t k = 0; k < p->options->count; ++k) {
      const tern_staged_op_t *one = &p->options->schedule[k];
      if (one->stage > i) continue;
      tern_op_t *copy = copy_op(p, &b, one->op, i - one->stage);
      tern_value_t *predicate = predicates.values[i - one->stage];
      if (predicate) copy = switch_off(p, copy, predicate);
      annotate(p, copy, TERN_PIPELINE_PROLOGUE, i);
      keep_results(p, one->op, copy, i - one->stage, predicate);
    }
  }
  tern_vec_deinitialize(&predicates);
}

// --- what crosses stages ---

static crossing_t *find_crossing(pipeline_t *p, const tern_value_t *value) {
  for (size_t i = 0; i < p->crossings.count; ++i) {
    if (p->crossings.values[i].value == value) return &p->crossings.values[i];
  }
  return NULL;
}

static void note_crossing(pipeline_t *p, tern_op_t *op, size_t index, tern_op_t *copy, void *user) {
  (void)copy;
  unsigned use = *(const unsigned *)user, made, distance;
  tern_value_t *value = tern_op_operand(op, index);
  const tern_op_t *maker = find_maker(p, value, &distance);
  // What the next iteration has made in the stage before is at hand.
  if (!find_stage(p, maker, &made) || made == use || made == use + distance) return;
  crossing_t *known = find_crossing(p, value);
  if (!known) {
    tern_vec_push(&p->crossings, ((crossing_t){.value = value, .made = made, .last_use = use}));
  } else if (known->last_use < use) {
    known->last_use = use;
  }
}

static void find_crossings(pipeline_t *p) {
  for (size_t i = 0; i < p->options->count; ++i) {
    tern_op_t *op = p->options->schedule[i].op;
    unsigned stage = p->options->schedule[i].stage;
    for_each_operand(p, op, op, note_crossing, &stage);
  }
}

// --- the loop ---

// A loop with the versions that the prologue made as carried values: those of the old loop, those that cross stages.
static void make_kernel_loop(pipeline_t *p) {
  tern_builder_t b = tern_builder_before(p->loop);
  const tern_op_t *yield = yield_of(p->loop);
  for (size_t i = 0; i < p->loop->result_count; ++i) {
    unsigned stage;
    bool is_inside = find_stage(p, tern_value_defining_op(tern_op_operand(yield, i)), &stage);
    tern_value_t *carried = tern_scf_for_carried(p->loop, i);
    tern_vec_push(&p->inits, get_version(p, carried, is_inside ? p->last_stage - stage : 0));
  }
  for (size_t i = 0; i < p->crossings.count; ++i) {
    crossing_t *crossing = &p->crossings.values[i];
    crossing->first_arg = p->inits.count;
    for (unsigned k = 0; k < crossing->last_use - crossing->made; ++k) {
      tern_vec_push(&p->inits, get_version(p, crossing->value, p->last_stage - crossing->last_use + k));
    }
  }
  tern_value_t *upper = tern_scf_for_upper(p->loop);
  if (p->options->peels_epilogue) {
    tern_value_t *stages = make_number(&b, upper->type, p->last_stage);
    upper = binary(&b, TERN_ARITH(SUBI), upper, binary(&b, TERN_ARITH(MULI), tern_scf_for_step(p->loop), stages));
  }
  p->kernel = tern_build_scf_for(&b, tern_scf_for_lower(p->loop), upper, tern_scf_for_step(p->loop),
                                 (tern_values_t){p->inits.values, p->inits.count});
  tern_op_set_attr(p->kernel, "unsignedCmp", tern_op_attr(p->loop, "unsignedCmp"));
}

typedef struct kernel {
  tern_builder_t b;
  tern_map_t mapping;         // values of the old body to those of the new one
  tern_value_t **predicates;  // by stage: is there an iteration for it? NULL: always
  tern_op_t *copy;            // of the op at hand
  unsigned stage;             // of it
} kernel_t;

static tern_value_t *mapped(const kernel_t *kernel, tern_value_t *value) {
  tern_value_t *copy = tern_map_get(&kernel->mapping, value);
  return copy ? copy : value;
}

static void make_predicates(const pipeline_t *p, kernel_t *kernel) {
  for (unsigned i = 0; i < p->last_stage && !p->options->peels_epilogue; ++i) {
    if (p->options->stage_predicate) {
      kernel->predicates[i] = p->options->stage_predicate(&kernel->b, p->kernel, p->last_stage, i);
      continue;
    }
    tern_value_t *upper = tern_scf_for_upper(p->loop), *steps = make_steps(&kernel->b, p, p->last_stage - i);
    tern_value_t *end = binary(&kernel->b, TERN_ARITH(SUBI), upper, steps);
    kernel->predicates[i] = make_less(&kernel->b, p, tern_scf_for_iv(p->kernel), end);
  }
}

// Points an operand of a copy to the version that its stage needs.
static void fix_operand(pipeline_t *p, tern_op_t *op, size_t index, tern_op_t *copy, void *user) {
  kernel_t *kernel = user;
  tern_value_t *value = tern_op_operand(op, index), *source = value;
  if (value == tern_scf_for_iv(p->loop)) {
    tern_builder_t b = tern_builder_before(kernel->copy);
    b.loc = p->loop->loc;
    tern_value_t *steps = make_steps(&b, p, p->last_stage - kernel->stage);
    tern_op_set_operand(copy, index, binary(&b, TERN_ARITH(ADDI), tern_scf_for_iv(p->kernel), steps));
    return;
  }
  unsigned made;
  int64_t carried = carried_index(p, value);
  if (carried >= 0) {
    source = tern_op_operand(yield_of(p->loop), (size_t)carried);
    if (!find_stage(p, tern_value_defining_op(source), &made)) {
      // Only the last stage works on the first iteration; the others have what comes from outside in all later ones.
      if (kernel->stage != p->last_stage) tern_op_set_operand(copy, index, source);
      return;
    }
    if (made == kernel->stage) return;
    if (made == kernel->stage + 1) {
      tern_op_set_operand(copy, index, mapped(kernel, source));
      return;
    }
  }
  if (!find_stage(p, tern_value_defining_op(source), &made) || made == kernel->stage) return;
  const crossing_t *crossing = find_crossing(p, value);
  size_t arg = crossing->first_arg + crossing->last_use - crossing->made - (kernel->stage - made);
  tern_op_set_operand(copy, index, tern_scf_for_carried(p->kernel, arg));
}

static void copy_body(pipeline_t *p, kernel_t *kernel) {
  for (size_t i = 0; i < p->options->count; ++i) {
    const tern_staged_op_t *one = &p->options->schedule[i];
    kernel->stage = one->stage;
    kernel->copy = tern_builder_clone(&kernel->b, one->op, &kernel->mapping);
    for_each_operand(p, one->op, kernel->copy, fix_operand, kernel);
    tern_value_t *predicate = kernel->predicates[one->stage];
    if (predicate) {
      tern_op_t *copy = switch_off(p, kernel->copy, predicate);
      for (size_t r = 0; r < one->op->result_count; ++r) {
        tern_map_set(&kernel->mapping, tern_op_result(one->op, r), tern_op_result(copy, r));
      }
      kernel->copy = copy;
    }
    annotate(p, kernel->copy, TERN_PIPELINE_KERNEL, 0);
  }
}

// The value that carried value `index` has behind the loop. Where stages went on without iterations, the last one counts.
static tern_value_t *yielded(const pipeline_t *p, kernel_t *kernel, size_t index) {
  tern_value_t *old = tern_op_operand(yield_of(p->loop), index), *value = mapped(kernel, old);
  unsigned made = 0;
  bool is_early = find_stage(p, tern_value_defining_op(old), &made) && made < p->last_stage;
  bool is_used = tern_value_has_uses(tern_op_result(p->loop, index));
  if (p->options->peels_epilogue || !is_early || !is_used) return value;
  tern_value_t *predicate = kernel->predicates[made];
  return tern_build_value(&kernel->b, TERN_ARITH(SELECT),
                          .operands = TERN_VALUES(predicate, value, tern_scf_for_carried(p->kernel, index)),
                          .types = TERN_TYPES(value->type));
}

static void make_yield(pipeline_t *p, kernel_t *kernel) {
  value_list_t values = {0};
  for (size_t i = 0; i < p->loop->result_count; ++i) tern_vec_push(&values, yielded(p, kernel, i));
  for (size_t i = 0; i < p->crossings.count; ++i) {
    const crossing_t *crossing = &p->crossings.values[i];
    size_t version = p->last_stage - crossing->last_use + 1, count = crossing->last_use - crossing->made;
    for (size_t k = 0; k < count; ++k) {
      set_version(p, crossing->value, version + k, tern_op_result(p->kernel, values.count));
      // Those of more than one iteration move on by one argument.
      tern_value_t *next =
          k + 1 == count ? mapped(kernel, crossing->value) : tern_scf_for_carried(p->kernel, values.count + 1);
      tern_vec_push(&values, next);
    }
  }
  tern_build(&kernel->b, TERN_SCF(YIELD), .operands = {values.values, values.count});
  tern_vec_deinitialize(&values);
}

static void make_kernel(pipeline_t *p) {
  tern_block_t *body = body_of(p->kernel);
  if (body->last_op) tern_op_destroy(body->last_op);
  kernel_t kernel = {.b = tern_builder_at_end(body, p->loop->loc)};
  kernel.predicates = tern_malloc((p->last_stage + 1) * sizeof *kernel.predicates);
  for (size_t i = 0; i <= p->last_stage; ++i) kernel.predicates[i] = NULL;
  tern_map_set(&kernel.mapping, tern_scf_for_iv(p->loop), tern_scf_for_iv(p->kernel));
  for (size_t i = 0; i < p->loop->result_count; ++i) {
    tern_map_set(&kernel.mapping, tern_scf_for_carried(p->loop, i), tern_scf_for_carried(p->kernel, i));
  }
  forget_versions(p);
  make_predicates(p, &kernel);
  copy_body(p, &kernel);
  make_yield(p, &kernel);
  tern_map_deinitialize(&kernel.mapping);
  free(kernel.predicates);
}

// --- behind the loop ---

// The numbers of the last iterations, as values of the induction variable:
// lower + step * (max(0, ceil((upper - lower) / step) - last_stage) + 0, 1 ...).
// `predicates` says by version whether there is such an iteration; NULL: there is.
static void make_last_iterations(pipeline_t *p, tern_builder_t *b, tern_value_t **predicates) {
  tern_value_t *lower = tern_scf_for_lower(p->loop), *upper = tern_scf_for_upper(p->loop);
  tern_value_t *step = tern_scf_for_step(p->loop);
  tern_value_t *zero = make_number(b, lower->type, 0), *one = make_number(b, lower->type, 1);
  tern_value_t *is_negative = tern_build_value(
      b, TERN_ARITH(CMPI), .operands = TERN_VALUES(step, zero),
      .attrs =
          TERN_ATTRS({"predicate", tern_enum_attr_get(b->context, TERN_ARITH_ENUM(CMPI_PREDICATE), TERN_CMPI_SLT)}));
  tern_value_t *minus_one = make_number(b, lower->type, -1);
  tern_value_t *towards_zero =
      tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_negative, one, minus_one));
  tern_value_t *range = binary(b, TERN_ARITH(ADDI), binary(b, TERN_ARITH(SUBI), upper, lower), step);
  tern_value_t *total = binary(b, TERN_ARITH(DIVSI), binary(b, TERN_ARITH(ADDI), range, towards_zero), step);
  tern_value_t *first = binary(b, TERN_ARITH(SUBI), total, make_number(b, lower->type, p->last_stage));
  tern_value_t *index = binary(b, TERN_ARITH(MAXSI), zero, first);
  for (unsigned i = 1; i <= p->last_stage; ++i) {
    tern_value_t *distance = binary(b, TERN_ARITH(MULI), step, index);
    set_version(p, tern_scf_for_iv(p->loop), i, binary(b, TERN_ARITH(ADDI), lower, distance));
    index = binary(b, TERN_ARITH(ADDI), index, one);
    predicates[i] = p->is_dynamic ? tern_arith_cmpi(b, TERN_CMPI_SGE, total, make_number(b, total->type, i)) : NULL;
  }
}

// Versions of carried values that the loop leaves behind.
static void keep_kernel_results(pipeline_t *p) {
  const tern_op_t *yield = yield_of(p->loop);
  keep_carried(p, p->last_stage);
  for (size_t i = 0; i < p->loop->result_count; ++i) {
    unsigned stage;
    bool is_inside = find_stage(p, tern_value_defining_op(tern_op_operand(yield, i)), &stage);
    if (!is_inside || stage == 0) continue;
    set_version(p, tern_scf_for_carried(p->loop, i), p->last_stage - stage + 1, tern_op_result(p->kernel, i));
  }
}

// What the loop gives, and the next iteration takes, is what iteration `version` made, if there is such a one.
static void take_results(pipeline_t *p, tern_builder_t *b, const tern_staged_op_t *one, size_t version,
                         tern_value_t *predicate, tern_value_t **results) {
  const tern_op_t *yield = yield_of(p->loop);
  for (size_t y = 0; y < yield->operand_count; ++y) {
    if (tern_value_defining_op(tern_op_operand(yield, y)) != one->op) continue;
    const tern_value_t *carried = tern_scf_for_carried(p->loop, y);
    tern_value_t *made = get_version(p, tern_op_operand(yield, y), version);
    if (predicate) {
      made = tern_build_value(b, TERN_ARITH(SELECT),
                              .operands = TERN_VALUES(predicate, made, get_version(p, carried, version)),
                              .types = TERN_TYPES(made->type));
      if (version < p->last_stage) set_version(p, carried, version + 1, made);
    }
    if (predicate || version == p->last_stage) results[y] = made;
  }
}

// Copies of the ops of the last iterations. `results` become those of the last one that there is.
static void make_epilogue(pipeline_t *p, tern_value_t **results) {
  tern_builder_t b = tern_builder_before(p->loop);
  unsigned last = p->last_stage;
  tern_value_t **predicates = tern_malloc((last + 1) * sizeof *predicates);
  keep_kernel_results(p);
  make_last_iterations(p, &b, predicates);
  for (unsigned i = 1; i <= last; ++i) {
    for (size_t k = 0; k < p->options->count; ++k) {
      const tern_staged_op_t *one = &p->options->schedule[k];
      if (one->stage < i) continue;
      size_t version = last - one->stage + i;
      tern_op_t *copy = copy_op(p, &b, one->op, version);
      if (predicates[version]) copy = switch_off(p, copy, predicates[version]);
      annotate(p, copy, TERN_PIPELINE_EPILOGUE, i - 1);
      keep_results(p, one->op, copy, version, NULL);
    }
    for (size_t k = 0; k < p->options->count; ++k) {
      const tern_staged_op_t *one = &p->options->schedule[k];
      size_t version = last - one->stage + i;
      if (one->stage >= i) take_results(p, &b, one, version, predicates[version], results);
    }
  }
  free(predicates);
}

static void replace_loop(pipeline_t *p) {
  size_t count = p->loop->result_count;
  tern_value_t **results = tern_malloc((count + 1) * sizeof *results);
  for (size_t i = 0; i < count; ++i) results[i] = tern_op_result(p->kernel, i);
  if (p->options->peels_epilogue) make_epilogue(p, results);
  for (size_t i = 0; i < count; ++i) tern_value_replace_all_uses(tern_op_result(p->loop, i), results[i]);
  tern_op_destroy(p->loop);
  free(results);
}

tern_pipeline_result_t tern_pipeline_loop(tern_op_t *loop, const tern_pipeline_options_t *options,
                                          tern_op_t **out_loop) {
  pipeline_t p = {.loop = loop, .options = options};
  *out_loop = NULL;
  for (size_t i = 0; i < options->count; ++i) {
    unsigned stage = options->schedule[i].stage;
    if (stage > p.last_stage) p.last_stage = stage;
    tern_map_set(&p.stages, options->schedule[i].op, (void *)((uintptr_t)stage + 1));
  }
  tern_pipeline_result_t result = check_all(&p);
  if (result == TERN_PIPELINE_DONE) {
    make_prologue(&p);
    find_crossings(&p);
    make_kernel_loop(&p);
    make_kernel(&p);
    replace_loop(&p);
    *out_loop = p.kernel;
  }
  forget_versions(&p);
  tern_map_deinitialize(&p.stages);
  tern_vec_deinitialize(&p.crossings);
  tern_vec_deinitialize(&p.inits);
  return result;
}
