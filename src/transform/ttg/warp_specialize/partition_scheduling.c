// --tritongpu-partition-scheduling: says of each op of a loop with tt.warp_specialize which partition of warps runs it (upstream's pass of
// the name).
//
//   scf.for ... {                                      partition 2 loads,
//     %a = tt.descriptor_load ...                      partition 1 multiplies in tensor memory,
//     ttng.tc_gen5_mma %a, ..., %sums             =>   partition 0, the function's own warps, computes with both,
//     %c = ttng.tmem_load %sums                        and so do partitions 3, ... where there are several products
//     "use"(%c)
//   } {tt.warp_specialize}
//
// What is between ops of partitions goes to one of them, other ops to all who use them. As attributes: see partitions.h. A loop that has
// them on some ops already keeps these. Loops with neither loads by descriptors nor products in tensor memory stay as they are.

#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/ttg/warp_specialize/accumulators.h"
#include "transform/ttg/warp_specialize/scheduling.h"
#include "transform/ttng/tma_copies.h"

enum { DEFAULT, PRODUCTS, LOADS, FIRST_MORE };
enum { LARGE = 256 };  // elements of a tensor whose exponentials are worth warps of their own

static bool is_mma(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

// --- loads ---

// The load and the memory that it can go to by itself.
static void assign_load(tern_partitioning_t *p, tern_op_t *load, tern_op_list_t *loads) {
  const tern_attr_t *encoding = tern_tma_memory_encoding(load);
  tern_partitioning_assign(p, load, LOADS);
  tern_vec_push(loads, load);
  tern_value_for_each_use(tern_op_result(load, 0), use) {
    bool is_shared = tern_op_is(use->owner, TERN_TTG(LOCAL_ALLOC)) &&
                     tern_memdesc_read(tern_op_result(use->owner, 0)->type).encoding == encoding;
    if (!is_shared && !tern_op_is(use->owner, TERN_TTNG(TMEM_ALLOC))) continue;
    tern_partitioning_assign(p, use->owner, LOADS);
    tern_vec_push(loads, use->owner);
  }
}

// --- products ---

static bool is_for_products(const tern_op_t *op) { return tern_partitions_has(tern_partitions_of(op), PRODUCTS); }

// A view that others use as well is copied: products have their own.
static tern_op_t *own_view(tern_op_t *view) {
  bool is_alone = true;
  tern_value_for_each_use(tern_op_result(view, 0), use) is_alone = is_alone && is_for_products(use->owner);
  if (is_alone) return view;
  tern_builder_t b = tern_builder_before(view);
  tern_op_t *copy = tern_builder_clone(&b, view, NULL);
  for (tern_operand_t *use = tern_op_result(view, 0)->first_use, *next = NULL; use; use = next) {
    next = use->next;
    if (is_for_products(use->owner)) tern_operand_set(use, tern_op_result(copy, 0));
  }
  return copy;
}

static void assign_views(tern_partitioning_t *p, const tern_op_t *mma) {
  tern_op_list_t queue = {0};
  for (size_t i = 0; i < mma->operand_count; ++i) {
    tern_op_t *op = tern_value_defining_op(tern_op_operand(mma, i));
    if (op) tern_vec_push(&queue, op);
  }
  while (queue.count) {
    tern_op_t *op = queue.values[--queue.count];
    // Views from before the loop are there for all.
    if (!tern_tma_is_view(op) || !tern_op_is_within(op, p->loop)) continue;
    op = own_view(op);
    tern_partitioning_assign(p, op, PRODUCTS);
    tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
    if (source) tern_vec_push(&queue, source);
  }
  tern_vec_deinitialize(&queue);
}

// The store that the product's sums come from, in this iteration or the one before. NULL: they come from elsewhere.
static tern_op_t *store_of_sums(const tern_partitioning_t *p, const tern_op_t *mma) {
  const tern_value_t *token = tern_op_operand_named(mma, "acc_dep");
  if (token && token->is_block_argument && tern_value_arg_block(token) == tern_op_body(p->loop, 0) && token->index > 0)
    token = tern_op_operand(tern_op_body(p->loop, 0)->last_op, token->index - 1);
  tern_op_t *store = token ? tern_value_defined_by(token, TERN_TTNG(TMEM_STORE)) : NULL;
  return store && tern_op_is_within(store, p->loop) ? store : NULL;
}

static void assign_product(tern_partitioning_t *p, tern_op_t *mma) {
  tern_partitioning_assign(p, mma, PRODUCTS);
  tern_op_t *store = store_of_sums(p, mma);
  bool is_reset = store && !tern_tmem_sums_are_changed(mma, p->loop) &&
                  tern_value_is_defined_outside(tern_op_operand_named(store, "src"), p->loop);
  if (is_reset) tern_partitioning_assign(p, store, PRODUCTS);
  assign_views(p, mma);
}

// --- what loads and products are of, and what is of them ---

static bool is_large_exponential(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_MATH(EXP2)) && !tern_op_is(op, TERN_TT(ELEMENTWISE_INLINE_ASM))) return false;
  int64_t elements = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    int64_t count = type->kind == TERN_TYPE_TENSOR ? 1 : 0;
    for (size_t d = 0; count && d < tern_type_rank(type); ++d) count *= tern_type_dim(type, d);
    elements += count;
  }
  return elements > LARGE;
}

static bool is_data(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_TENSOR || tern_type_is_ttg(value->type, TERN_TTG_TYPE_MEMDESC);
}

static void push_data(tern_op_t *op, tern_ttg_value_list_t *queue) {
  tern_ttg_value_list_t values = tern_ttg_outside_operands(op);
  for (size_t i = 0; i < values.count; ++i) tern_vec_push(queue, values.values[i]);
  tern_vec_deinitialize(&values);
}

static void assign_sources(tern_partitioning_t *p, tern_op_t *op, size_t id) {
  tern_ttg_value_list_t all = {0}, queue = {0};
  tern_map_t seen = {0};
  push_data(op, &all);
  for (size_t i = 0; i < all.count; ++i) {
    if (is_data(all.values[i])) tern_vec_push(&queue, all.values[i]);
  }
  while (queue.count) {
    tern_value_t *value = queue.values[--queue.count];
    if (!tern_map_set(&seen, value, value)) continue;
    tern_op_t *source = tern_partitioning_source(p->loop, value);
    if (!source) source = tern_partitioning_in_body(p->loop, tern_value_defining_op(value));
    if (!source || !tern_partitioning_is_reached(p, source) || !tern_partitioning_try_assign(p, source, id)) continue;
    push_data(source, &queue);
  }
  tern_map_deinitialize(&seen);
  tern_vec_deinitialize(&all);
  tern_vec_deinitialize(&queue);
}

static void assign_users(tern_partitioning_t *p, tern_op_t *op, size_t id) {
  tern_op_list_t queue = {0};
  tern_vec_push(&queue, op);
  while (queue.count) {
    tern_op_list_t users = tern_partitioning_users(p->loop, queue.values[--queue.count]);
    for (size_t i = 0; i < users.count; ++i) {
      if (tern_partitioning_try_assign(p, users.values[i], id)) tern_vec_push(&queue, users.values[i]);
    }
    tern_vec_deinitialize(&users);
  }
  tern_vec_deinitialize(&queue);
}

// Each product but the first has a partition that computes with it, as long as there are some; the last one chooses first.
static void assign_users_of_products(tern_partitioning_t *p, const tern_op_list_t *products) {
  for (size_t i = 1; i < products->count && p->count < TERN_MAX_PARTITIONS; ++i)
    p->parts[p->count++].stage = (int64_t)i;
  for (size_t i = products->count; i-- > 0;) {
    size_t own = FIRST_MORE - 1 + i < p->count ? FIRST_MORE - 1 + i : p->count - 1;
    assign_users(p, products->values[i], i ? own : DEFAULT);
  }
}

// --- the pass ---

static void collect(const tern_partitioning_t *p, bool (*is_wanted)(const tern_op_t *), tern_op_list_t *out) {
  tern_block_for_each_op(tern_op_body(p->loop, 0), op) {
    if (is_wanted(op)) tern_vec_push(out, op);
  }
}

static void begin(tern_partitioning_t *p, const tern_op_list_t *loads, const tern_op_list_t *products) {
  tern_op_list_t filled = {0};
  p->count = FIRST_MORE;
  p->parts[PRODUCTS].stage = 1;
  for (size_t i = 0; i < loads->count; ++i) assign_load(p, loads->values[i], &filled);
  for (size_t i = 0; i < products->count; ++i) assign_product(p, products->values[i]);
  tern_block_for_each_op(tern_op_body(p->loop, 0), op) {
    if (!is_large_exponential(op)) continue;
    tern_partitioning_assign(p, op, DEFAULT);
    assign_sources(p, op, DEFAULT);
  }
  for (size_t i = 0; i < filled.count; ++i) assign_users(p, filled.values[i], DEFAULT);
  assign_users_of_products(p, products);
  tern_vec_deinitialize(&filled);
}

// The partitions that the loop says that it has. False: it says nothing, or after an error.
static bool read_partitions(tern_partitioning_t *p, bool *is_right) {
  const tern_attr_t *stages = tern_op_attr(p->loop, "ttg.partition.stages");
  int64_t tag;
  if (!stages || stages->kind != TERN_ATTR_ARRAY || !tern_partitions_tag(p->loop, &tag)) return false;
  *is_right = tern_partitions_check_stages(p->loop);
  p->count = *is_right ? tern_array_attr_count(stages) : 0;
  for (size_t i = 0; i < p->count; ++i) p->parts[i].stage = tern_integer_attr_value(tern_array_attr_at(stages, i));
  tern_block_for_each_op(tern_op_body(p->loop, 0), op) {
    tern_partitions_t set = tern_partitions_of(op);
    size_t last = set ? (size_t)(63 - __builtin_clzll(set)) : 0;
    if (*is_right && last >= p->count) *is_right = tern_emit_error(op->loc, "invalid partition index %zu", last);
    if (!*is_right || op == op->block->last_op) break;
    tern_partitions_for_each(set, id) tern_vec_push(&p->parts[id].ops, op);
  }
  return *is_right;
}

static void write_stages(const tern_partitioning_t *p, size_t tag) {
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(p->loop), 32);
  const tern_attr_t *stages[TERN_MAX_PARTITIONS];
  for (size_t i = 0; i < p->count; ++i) stages[i] = tern_integer_attr_get(i32, p->parts[i].stage);
  tern_partitions_set_tag(p->loop, (int64_t)tag);
  tern_op_set_attr(p->loop, "ttg.partition.stages", tern_array_attr_get(tern_op_context(p->loop), stages, p->count));
}

static bool divide(tern_partitioning_t *p, size_t tag) {
  tern_op_list_t loads = {0}, products = {0};
  collect(p, tern_tma_reads, &loads);
  collect(p, is_mma, &products);
  bool is_right = true, is_known = read_partitions(p, &is_right), is_divided = loads.count + products.count > 0;
  if (is_right && !is_known && is_divided) begin(p, &loads, &products);
  tern_vec_deinitialize(&loads);
  tern_vec_deinitialize(&products);
  if (!is_right || (!is_known && !is_divided)) return is_right;
  tern_partitioning_propagate(p);
  tern_partitioning_copy_broadcasts(p);
  if (!tern_partitioning_finish(p)) return false;
  write_stages(p, tag);
  return true;
}

static bool is_specialized(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && tern_op_attr(op, "tt.warp_specialize");
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t loops = tern_op_collect(module, TERN_POSTORDER, is_specialized);
  bool is_right = true;
  for (size_t i = 0; i < loops.count && is_right; ++i) {
    tern_partitioning_t *p = tern_calloc(1, sizeof *p);
    p->loop = loops.values[i];
    is_right = divide(p, i);
    for (size_t id = 0; id < TERN_MAX_PARTITIONS; ++id) tern_vec_deinitialize(&p->parts[id].ops);
    free(p);
  }
  tern_vec_deinitialize(&loops);
  return is_right;
}

const tern_pass_def_t tern_tritongpu_partition_scheduling_pass = {
    .flag = "tritongpu-partition-scheduling",
    .name = "TritonGPUPartitionScheduling",
    .anchor = "builtin.module",
    .summary = "Say which partition of warps runs which op of a loop",
    .dialects = (const tern_dialect_t *const[]){&tern_scf_dialect, &tern_ttg_dialect, &tern_ttng_dialect, NULL},
    .run = run,
};
