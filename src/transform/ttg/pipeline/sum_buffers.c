// See parts.h (upstream: multibufferTensorMemory of LowerLoops.cpp): sums that are still read while the next ones are computed.
//
// Which buffer is the current one changes where sums are begun anew: with each store, and with each product that does not use them.

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "dialect/ub/ub.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttg/tmem/tmem_tokens.h"

static tern_value_t *number(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

static bool is_stored_before(const tern_op_t *memory, const tern_op_t *loop) {
  if (memory->operand_count) return true;
  tern_value_for_each_use(&memory->results[0], use) {
    if (tern_op_is(use->owner, TERN_TTNG(TMEM_STORE)) && use->owner->block == loop->block) return true;
  }
  return false;
}

tern_value_t *tern_pipeline_first_buffer(tern_builder_t *b, const tern_op_t *memory, const tern_op_t *loop) {
  return number(b, is_stored_before(memory, loop) ? 0 : -1);
}

typedef struct sums {
  tern_ttg_schedule_t *schedule;
  tern_op_t *memory;
  tern_value_t *buffers, *token;  // all of them; a token that orders nothing
  int64_t count;
} sums_t;

static tern_value_t *allocate(tern_op_t *memory, int64_t count) {
  tern_memdesc_t type = tern_memdesc_read(memory->results[0].type);
  int64_t dims[TERN_LAYOUT_MAX_DIMS + 1] = {count};
  for (size_t d = 0; d < type.rank; ++d) dims[d + 1] = type.dims[d];
  type.rank = type.alloc_rank = type.rank + 1;
  type.dims = type.alloc_dims = dims;
  type.is_mutable = true;
  tern_builder_t b = tern_builder_before(memory);
  const tern_type_t *types[] = {tern_memdesc_get(&type), tern_pipeline_token_type(b.context)};
  tern_value_t *buffers = tern_build_value(&b, TERN_TTNG(TMEM_ALLOC), .types = {types, memory->result_count});
  if (memory->operand_count) {
    tern_value_t *first = tern_pipeline_view(&b, buffers, number(&b, 0));
    tern_tmem_build_store(&b, first, NULL, tern_op_operand(memory, 0), NULL);
  }
  return buffers;
}

// The buffers' order is said by barriers from here on.
static void drop_tokens(const sums_t *s, tern_op_t *op) {
  tern_value_t *token = tern_tmem_token(op);
  if (tern_tmem_dep(op)) tern_op_erase_group(op, tern_tmem_is_mma(op) ? "acc_dep" : "dep");
  if (token) tern_value_replace_all_uses(token, s->token);
}

static void use_buffer(const sums_t *s, tern_op_t *op, tern_builder_t *b, tern_value_t *index) {
  const char *name = tern_tmem_is_mma(op) ? "d" : tern_op_is(op, TERN_TTNG(TMEM_LOAD)) ? "src" : "dst";
  size_t start, count;
  drop_tokens(s, op);
  tern_op_operands_named(op, name, &start, &count);
  tern_op_set_operand(op, start, tern_pipeline_view(b, s->buffers, index));
}

static tern_value_t *build_next(const sums_t *s, tern_builder_t *b, tern_value_t *index) {
  tern_value_t *ignored;
  return tern_pipeline_build_next(b, s->schedule->loop, index, tern_pipeline_number_before(s->schedule->loop, s->count),
                                  &ignored);
}

static tern_value_t *choose(tern_builder_t *b, tern_value_t *flag, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(flag, yes, no),
                          .types = TERN_TYPES(yes->type));
}

// An op of the loop that uses the sums, of which buffer `index` is the current one. That behind it.
static tern_value_t *use_in_loop(const sums_t *s, tern_op_t *op, tern_value_t *index) {
  bool is_load = tern_op_is(op, TERN_TTNG(TMEM_LOAD));
  tern_staged_builder_t builder;
  tern_staged_builder_initialize(&builder, s->schedule, op, tern_ttg_schedule_find(s->schedule, op));
  if (!is_load) {
    tern_value_t *next = build_next(s, &builder.b, index);
    index = tern_tmem_is_mma(op) ? choose(&builder.b, tern_op_operand_named(op, "useD"), index, next)
                                 : choose(&builder.b, tern_op_operand_named(op, "pred"), next, index);
  }
  use_buffer(s, op, &builder.b, index);
  return index;
}

static bool uses_sums(const sums_t *s, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i) == &s->memory->results[0]) return true;
  }
  return false;
}

// Reads in conditionals take what is current there.
static tern_value_t *use_within(const sums_t *s, tern_op_t *top, tern_value_t *index) {
  if (uses_sums(s, top)) return use_in_loop(s, top, index);
  for (size_t i = 0; i < top->region_count; ++i) {
    tern_region_for_each_block(&top->regions[i], block) { tern_block_for_each_op(block, op) use_within(s, op, index); }
  }
  return index;
}

static void use_outside(const sums_t *s, size_t counter) {
  tern_op_t *loop = s->schedule->loop;
  for (tern_operand_t *use = s->memory->results[0].first_use, *next = NULL; use; use = next) {
    next = use->next;
    tern_op_t *op = use->owner;
    tern_builder_t b = tern_builder_before(op);
    use_buffer(s, op, &b, tern_op_is_before(loop, op) ? tern_op_result(loop, counter) : number(&b, 0));
  }
}

void tern_pipeline_buffer_sums(tern_ttg_schedule_t *schedule, tern_op_t *memory, size_t counter, int64_t count) {
  tern_op_t *loop = schedule->loop;
  sums_t s = {.schedule = schedule, .memory = memory, .count = count};
  tern_builder_t b = tern_builder_before(loop);
  tern_builder_set_before(&b, memory);
  s.buffers = allocate(memory, count);
  s.token = tern_build_value(&b, TERN_UB(POISON), .types = TERN_TYPES(tern_pipeline_token_type(b.context)));
  if (memory->result_count > 1) tern_value_replace_all_uses(&memory->results[1], s.token);
  tern_value_t *index = tern_scf_for_carried(loop, counter);
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  for (tern_op_t *op = tern_op_body(loop, 0)->first_op, *next = NULL; op != yield; op = next) {
    next = op->next;
    index = use_within(&s, op, index);
  }
  tern_op_set_operand(yield, counter, index);
  use_outside(&s, counter);
  tern_op_destroy(memory);
}
