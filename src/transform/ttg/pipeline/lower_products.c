// See parts.h (upstream: lowerMMAs of LowerLoops.cpp).
//
//   %m = ttng.tmem_alloc                           %m = ttng.tmem_alloc
//   scf.for ... {                                  %k = (barriers, as many as products may be under way)
//     ttng.tc_gen5_mma %a, %b, %m    stage 1  =>   scf.for ... iter_args(%phase = 0, %i = 0) {
//   }                                                ttng.tc_gen5_mma %a, %b, %m, %k[%i] {is_async}      stage 1
//                                                    ttng.wait_barrier %k[%i], %phase deps %a, %b        stage 2
//                                                    %i = (%i + 1) mod 2, %phase changes as %i begins anew
//                                                  }
//
// The wait is in front of what first needs the product to be done: a read of the sums, or what makes operands anew.

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttg/tmem/product_overlap.h"
#include "transform/ttg/tmem/tmem_tokens.h"
#include "transform/ttng/tma_copies.h"

typedef struct product {
  tern_ttg_schedule_t *schedule;
  tern_op_t *op, *memory;
  size_t first_counter;  // of the values that the loop carries for it: phase, barrier, buffer
  int64_t buffer_count;
} product_t;

static tern_op_t *top_level(const tern_ttg_schedule_t *schedule, tern_op_t *op) {
  const tern_block_t *body = tern_op_body(schedule->loop, 0);
  while (op && op->block != body) op = tern_op_parent(op);
  return op;
}

static const tern_ttg_scheduled_t *entry_of(const product_t *p, const tern_op_t *op) {
  return tern_ttg_schedule_find(p->schedule, op);
}

static tern_value_t *number(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

// --- how long sums are in use ---

// Buffers that sums need: stages from the first op of the loop that uses them to the last one, and one more if the next iteration's first use
// stands in front of the last one.
static int64_t count_buffers(const product_t *p) {
  const tern_ttg_scheduled_t *first = NULL, *last = NULL;
  tern_value_for_each_use(&p->memory->results[0], use) {
    const tern_op_t *top = top_level(p->schedule, use->owner);
    const tern_ttg_scheduled_t *entry = top ? entry_of(p, top) : NULL;
    if (entry && (!first || tern_pipeline_comes_before(entry, first))) first = entry;
    if (entry && (!last || tern_pipeline_comes_before(last, entry))) last = entry;
  }
  if (!first) return 0;
  bool overlaps = first->cluster->place < last->cluster->place ||
                  (first->cluster == last->cluster && first->op != last->op && tern_op_is_before(first->op, last->op));
  return last->stage - first->stage + overlaps;
}

// --- when it has to be done ---

// Memory that an op of the loop allocates for an operand is allocated before the loop, and written in it. The write; NULL: it is another op.
static tern_op_t *hoist_memory(product_t *p, tern_op_t *op) {
  bool is_local = tern_op_is(op, TERN_TTG(LOCAL_ALLOC));
  if ((!is_local && !tern_op_is(op, TERN_TTNG(TMEM_ALLOC))) || !op->operand_count || op->result_count > 1 ||
      op->block != tern_op_body(p->schedule->loop, 0))
    return NULL;
  tern_memdesc_t type = tern_memdesc_read(op->results[0].type);
  type.is_mutable = true;
  tern_builder_t before = tern_builder_before(p->schedule->loop);
  before.loc = op->loc;
  tern_value_t *memory = tern_build_value(&before, is_local ? TERN_TTG(LOCAL_ALLOC) : TERN_TTNG(TMEM_ALLOC),
                                          .types = TERN_TYPES(tern_memdesc_get(&type)));
  tern_staged_builder_t builder;
  tern_staged_builder_initialize(&builder, p->schedule, op, entry_of(p, op));
  tern_value_t *source = tern_op_operand(op, 0);
  tern_op_t *store =
      is_local ? tern_build(&builder.b, TERN_TTG(LOCAL_STORE), .operands = TERN_VALUES(source, memory))
               : tern_build(&builder.b, TERN_TTNG(TMEM_STORE),
                            .operands = TERN_VALUES(memory, source, tern_arith_constant_bool(&builder.b, true)),
                            .types = {0});
  if (!tern_memdesc_read(op->results[0].type).is_mutable) tern_tma_make_views_mutable(&op->results[0]);
  tern_value_replace_all_uses(&op->results[0], memory);
  tern_ttg_schedule_remove(p->schedule, op);
  tern_op_destroy(op);
  return store;
}

typedef struct stage_of_product {
  const tern_ttg_schedule_t *schedule;
  int64_t stage;
} stage_of_product_t;

static bool is_in_earlier_stage(const tern_op_t *load, const void *user) {
  const stage_of_product_t *product = user;
  const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(product->schedule, load);
  return entry && entry->stage < product->stage;
}

static void take_earlier(const product_t *p, const tern_op_t *op, const tern_ttg_scheduled_t **inout_first) {
  const tern_ttg_scheduled_t *entry = entry_of(p, op);
  if (entry && (!*inout_first || tern_pipeline_comes_before(entry, *inout_first))) *inout_first = entry;
}

// The first op that needs the product to be done; NULL: none, or it is not known where operands are from.
static const tern_ttg_scheduled_t *find_deadline(product_t *p) {
  const tern_ttg_scheduled_t *first = NULL;
  tern_value_for_each_use(&p->memory->results[0], use) {
    if (tern_op_is(use->owner, TERN_TTNG(TMEM_LOAD)) && use->owner->block == p->op->block)
      take_earlier(p, use->owner, &first);
  }
  const stage_of_product_t product = {p->schedule, entry_of(p, p->op)->stage};
  tern_product_operands_t operands = tern_product_operands_of(p->op, p->schedule->loop, is_in_earlier_stage, &product);
  for (size_t i = 0; i < operands.late.count; ++i) {
    tern_op_t *op = operands.late.values[i], *store = hoist_memory(p, op);
    // Both operands may be the same memory.
    for (size_t k = i + 1; k < operands.late.count && store; ++k) {
      if (operands.late.values[k] == op) operands.late.values[k] = store;
    }
    if (operands.are_known) take_earlier(p, store ? store : op, &first);
  }
  bool is_known = operands.are_known;
  tern_vec_deinitialize(&operands.late);
  return is_known ? first : NULL;
}

// Where the wait stands.
static tern_ttg_scheduled_t place_wait(product_t *p) {
  const tern_attr_t *latency = tern_op_attr(p->op, "tt.self_latency");
  const tern_ttg_scheduled_t *deadline = find_deadline(p), *own = entry_of(p, p->op);
  if (!deadline) return (tern_ttg_scheduled_t){NULL, own->stage + tern_integer_attr_value(latency), own->cluster};
  int64_t stage = tern_pipeline_comes_before(deadline, own) ? own->stage + 1 : deadline->stage;
  return (tern_ttg_scheduled_t){NULL, stage, tern_ttg_cluster_split_before(p->schedule, deadline->op)};
}

// --- barriers ---

static void build_wait(tern_builder_t *b, const tern_op_t *product, tern_value_t *barrier, tern_value_t *phase) {
  static const char *const names[] = {"a", "b", "a_scale", "b_scale"};
  tern_value_t *operands[6] = {barrier, phase};
  int32_t count = tern_op_is(product, TERN_TTNG(TC_GEN5_MMA_SCALED)) ? 4 : 2;
  for (int32_t i = 0; i < count; ++i) operands[2 + i] = tern_op_operand_named(product, names[i]);
  tern_build(b, TERN_TTNG(WAIT_BARRIER), .operands = {operands, (size_t)count + 2},
             .segments = (const int32_t[]){1, 1, 0, count});
}

// Reads of sums in conditionals that come before the wait have one of their own.
static void wait_in_branches(const product_t *p, const tern_ttg_scheduled_t *wait, tern_value_t *barrier,
                             tern_value_t *phase) {
  tern_value_for_each_use(&p->memory->results[0], use) {
    tern_op_t *load = use->owner, *top = top_level(p->schedule, load);
    if (!tern_op_is(load, TERN_TTNG(TMEM_LOAD)) || !top || top == load || entry_of(p, top)->stage >= wait->stage)
      continue;
    tern_builder_t b = tern_builder_before(load);
    build_wait(&b, p->op, barrier, phase);
  }
}

static void make_async(product_t *p) {
  tern_ttg_scheduled_t wait = place_wait(p), own = *entry_of(p, p->op);
  tern_op_t *loop = p->schedule->loop, *yield = tern_op_body(loop, 0)->last_op;
  int64_t count = wait.stage - own.stage + 1;
  tern_value_t *barriers = tern_pipeline_allocate_barriers(loop, count);
  tern_builder_t before = tern_builder_before(loop);
  tern_value_t *phase = tern_scf_for_carried(loop, p->first_counter);
  tern_value_t *index = count > 1 ? tern_scf_for_carried(loop, p->first_counter + 1) : number(&before, 0);
  tern_staged_builder_t builder;
  tern_staged_builder_initialize(&builder, p->schedule, p->op, &own);
  tern_value_t *barrier = tern_pipeline_view(&builder.b, barriers, index);
  tern_op_append_to_group(p->op, "barriers", barrier);
  tern_op_append_to_group(p->op, "barrier_preds", tern_arith_constant_bool(&builder.b, true));
  tern_op_set_attr(p->op, "is_async", tern_unit_attr_get(builder.b.context));
  tern_op_set_attr(p->op, "tt.self_latency", NULL);
  tern_builder_set_after(&builder.b, p->op);
  tern_staged_builder_set_stage(&builder, &wait);
  build_wait(&builder.b, p->op, barrier, phase);
  wait_in_branches(p, &wait, barrier, phase);
  tern_builder_set_before(&builder.b, yield);
  tern_staged_builder_set_stage(&builder, &own);
  tern_value_t *other =
      tern_build_value(&builder.b, TERN_ARITH(XORI), .operands = TERN_VALUES(phase, number(&builder.b, 1)));
  if (count > 1) {
    tern_value_t *wraps,
        *next = tern_pipeline_build_next(&builder.b, loop, index, tern_pipeline_number_before(loop, count), &wraps);
    other = tern_build_value(&builder.b, TERN_ARITH(SELECT), .operands = TERN_VALUES(wraps, other, phase),
                             .types = TERN_TYPES(phase->type));
    tern_op_set_operand(yield, p->first_counter + 1, next);
  }
  tern_op_set_operand(yield, p->first_counter, other);
}

// --- products ---

static bool lower_product(tern_ttg_schedule_t *schedule, tern_op_t *op) {
  product_t p = {.schedule = schedule, .op = op, .memory = tern_product_memory(op, schedule->loop)};
  const tern_attr_t *latency = tern_op_attr(op, "tt.self_latency");
  if (!p.memory || !latency || tern_integer_attr_value(latency) == 0) return true;
  p.buffer_count = count_buffers(&p);
  if (p.buffer_count > 1 && !tern_product_can_have_buffers(op, schedule->loop)) {
    tern_op_error(op, "has sums that are in use for %lld stages, but its memory cannot have as many buffers",
                  (long long)p.buffer_count);
    tern_emit_note(
        p.memory->loc,
        "sums have to be begun anew in the loop, by ttng.tmem_store or without 'useD', and only loads, stores and "
        "products may use them; --tritongpu-assign-latencies heeds that");
    return false;
  }
  tern_builder_t b = tern_builder_before(schedule->loop);
  tern_ttg_value_list_t inits = {0};
  tern_vec_push(&inits, number(&b, 0));
  tern_vec_push(&inits, number(&b, 0));
  if (p.buffer_count > 1) tern_vec_push(&inits, tern_pipeline_first_buffer(&b, p.memory, schedule->loop));
  p.first_counter = schedule->loop->result_count;
  schedule->loop = tern_pipeline_extend_loop(schedule->loop, &inits);
  tern_vec_deinitialize(&inits);
  make_async(&p);
  if (p.buffer_count > 1) tern_pipeline_buffer_sums(schedule, p.memory, p.first_counter + 2, p.buffer_count);
  return true;
}

bool tern_pipeline_lower_products(tern_ttg_schedule_t *schedule) {
  tern_op_list_t products = tern_op_collect(schedule->loop, TERN_POSTORDER, tern_tmem_is_mma);
  bool is_ok = true;
  for (size_t i = 0; i < products.count && is_ok; ++i) {
    if (products.values[i]->block == tern_op_body(schedule->loop, 0))
      is_ok = lower_product(schedule, products.values[i]);
  }
  tern_vec_deinitialize(&products);
  return is_ok;
}
