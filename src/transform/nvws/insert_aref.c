// --nvws-insert-aref: values that one partition of a loop makes and another uses go through arefs (upstream's pass of the name).
//
//   %x = "a"() {ttg.partition = 0}               %x = "a"()
//   "b"(%x) {ttg.partition = 1}                  %b, %t = nvws.aref.put.enter %aref       {partition 0}
//                                                ttg.local_store %x, %b
//                                          =>    nvws.aref.put.exit %aref, %t [none]
//                                                %c, %u = nvws.aref.get.enter %aref       {partition 1}
//                                                %y = ttg.local_load %c
//                                                nvws.aref.get.exit %aref, %u [none]
//                                                "b"(%y)
//
// Loads of descriptors go into the buffer themselves. Who reads the buffer where it is, such as a product, has it until the last of its
// reads. A value that is carried to the next iteration is put when that begins. Numbers travel as tensors of one element.

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/nvws/arefs.h"
#include "transform/nvws/schedules.h"
#include "transform/ttg/operand_memory.h"
#include "transform/ttg/shared_for_users.h"
#include "transform/ttg/warp_specialize/partitions.h"
#include "transform/ttng/tma_copies.h"

// A value, and a partition that gets it.
typedef struct transfer {
  tern_op_t *loop;      // the one that is divided
  tern_block_t *block;  // where the value is made
  tern_value_t *value;
  tern_partitions_t makers;
  tern_op_t *create;
} transfer_t;

typedef TERN_VEC(tern_operand_t *) uses_t;

// --- schedules ---

static bool runs_before(const tern_op_t *a, const tern_op_t *b) {
  tern_nvws_schedule_t first = tern_nvws_schedule_of(a), second = tern_nvws_schedule_of(b);
  if (first.stage != second.stage) return first.stage < second.stage;
  if (first.cluster != second.cluster) return first.cluster < second.cluster;
  return tern_op_is_before(a, b);
}

// --- what a value is ---

// The op whose result is put into the memory that `value` is, in the same partition; NULL: `value` is no such memory.
static tern_op_t *stored_op(const tern_value_t *value) {
  const tern_op_t *alloc = tern_value_defined_by(value, TERN_TTG(LOCAL_ALLOC));
  tern_op_t *source = alloc && alloc->operand_count ? tern_value_defining_op(tern_op_operand(alloc, 0)) : NULL;
  return source && tern_partitions_of(source) == tern_partitions_of(alloc) ? source : NULL;
}

// The load of a descriptor that fills the memory `value`, or NULL.
static tern_op_t *load_of_memory(const tern_value_t *value) {
  tern_op_t *source = stored_op(value);
  return source && tern_tma_reads(source) ? source : NULL;
}

static bool is_number(const tern_type_t *type) { return tern_type_is_integer(type) || tern_type_is_float(type); }

static bool can_be_handed_over(const tern_value_t *value) {
  return is_number(value->type) || value->type->kind == TERN_TYPE_TENSOR ||
         tern_value_defined_by(value, TERN_TTG(LOCAL_ALLOC));
}

static const tern_type_t *tensor_of_number(const tern_op_t *op, const tern_type_t *number) {
  const tern_ttg_machine_t machine = {.warps = tern_ttg_lookup_num_warps(op),
                                      .threads = tern_ttg_lookup_threads_per_warp(op),
                                      .ctas = tern_ttg_lookup_num_ctas(op)};
  const int64_t one[] = {1};
  return tern_tensor_type_get(number, one, 1, tern_ttg_default_encoding(number->context, one, 1, machine));
}

// --- memory ---

static const tern_type_t *memory_of_tensor(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && tern_tma_reads(op)) return tern_ttg_memory_for(value->type, tern_tma_memory_encoding(op));
  tern_value_for_each_use(value, use) {
    if (op && tern_op_is(use->owner, TERN_TTG(LOCAL_ALLOC)))
      return tern_ttg_memory_for(value->type, tern_memdesc_read(tern_op_result(use->owner, 0)->type).encoding);
  }
  const tern_attr_t *encoding = NULL;
  if (op && tern_ttg_shared_for_users(value, &encoding) == TERN_TTG_SHARED && encoding)
    return tern_ttg_memory_for(value->type, encoding);
  return tern_ttg_plain_memory(value->type, false);
}

static const tern_type_t *memory_of(const transfer_t *t) {
  const tern_type_t *type = t->value->type;
  if (is_number(type)) return tern_ttg_plain_memory(tensor_of_number(t->loop, type), false);
  return type->kind == TERN_TYPE_TENSOR ? memory_of_tensor(t->value) : type;
}

static void make_aref(transfer_t *t) {
  tern_builder_t b = tern_builder_before(t->loop);
  b.loc = tern_value_loc(t->value);
  const tern_type_t *ring = tern_nvws_ring_of(memory_of(t), 1);
  tern_value_t *buffers = tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .types = TERN_TYPES(ring));
  const tern_type_t *type = tern_nvws_aref_get(b.context, TERN_TYPES(ring));
  t->create = tern_build(&b, TERN_NVWS(AREF_CREATE), .operands = TERN_VALUES(buffers), .types = TERN_TYPES(type));
}

// --- the put ---

static void load_into(tern_builder_t *b, const tern_op_t *load, tern_value_t *buffer, tern_partitions_t set) {
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < load->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(load, i));
  tern_vec_push(&operands, buffer);
  bool is_gather = tern_op_is(load, TERN_TT(DESCRIPTOR_GATHER));
  const tern_op_row_t *row = is_gather ? TERN_NVWS(DESCRIPTOR_GATHER) : TERN_NVWS(DESCRIPTOR_LOAD);
  const tern_attr_t *size = tern_integer_attr_get(tern_i_type_get(b->context, 32), tern_tma_bytes(load));
  tern_op_t *made = tern_build(b, row, .operands = {operands.values, operands.count}, .types = {0},
                               .dictionary = tern_op_attr_dictionary(load), .attrs = TERN_ATTRS({"txCount", size}));
  tern_partitions_set(made, set);
  tern_vec_deinitialize(&operands);
}

// Writes the value to the buffer; what does it by itself is named in the exit. The ops that are of no use then go to `stale`.
static int64_t fill_buffer(const transfer_t *t, tern_builder_t *b, tern_value_t *buffer, tern_partitions_t set,
                           tern_nvws_schedule_t when, tern_op_list_t *stale) {
  tern_value_t *value = t->value;
  tern_op_t *op = tern_value_defining_op(value), *load = load_of_memory(value);
  bool is_memory = op && tern_op_is(op, TERN_TTG(LOCAL_ALLOC));
  if (load || (op && tern_tma_reads(op))) {
    load_into(b, load ? load : op, buffer, set);
    if (load) tern_vec_push(stale, op);
    tern_vec_push(stale, load ? load : op);
    return TERN_NVWS_ASYNC_TMA_LOAD;
  }
  tern_value_t *source = is_memory ? tern_op_operand(op, 0) : value;
  if (is_memory) tern_vec_push(stale, op);
  if (is_number(value->type)) {
    tern_op_t *splat = tern_build(b, TERN_TT(SPLAT), .operands = TERN_VALUES(value),
                                  .types = TERN_TYPES(tensor_of_number(t->loop, value->type)));
    source = tern_op_result(tern_nvws_place_in(splat, set, when), 0);
  }
  tern_nvws_place_in(tern_build(b, TERN_TTG(LOCAL_STORE), .operands = TERN_VALUES(source, buffer), .types = {0}), set,
                     when);
  return TERN_NVWS_ASYNC_NONE;
}

static const tern_attr_t *kind_attr(tern_context_t *context, int64_t kind) {
  return tern_enum_attr_get(context, TERN_NVWS_ENUM(ASYNC_OP), kind);
}

static tern_op_t *enter(const transfer_t *t, tern_builder_t *b, const tern_op_row_t *row, const tern_type_t *buffer,
                        tern_partitions_t set, tern_nvws_schedule_t when) {
  const tern_type_t *token = tern_dialect_type_get(b->context, &tern_ttg_types[TERN_TTG_TYPE_ASYNC_TOKEN], NULL, 0);
  tern_op_t *made = tern_build(b, row, .operands = TERN_VALUES(tern_op_result(t->create, 0)),
                               .types = TERN_TYPES(buffer, token), .segments = (int32_t[]){1, 0, 0});
  return tern_nvws_place_in(made, set, when);
}

static void exit_from(const transfer_t *t, tern_builder_t *b, const tern_op_row_t *row, const tern_op_t *entered,
                      const tern_attr_t *kinds, tern_partitions_t set, tern_nvws_schedule_t when) {
  tern_nvws_place_in(
      tern_build(b, row, .operands = TERN_VALUES(tern_op_result(t->create, 0), tern_nvws_token_of(entered)),
                 .types = {0}, .attrs = TERN_ATTRS({"async_ops", kinds})),
      set, when);
}

// One of the partitions that have the value puts it.
static void make_put(const transfer_t *t, tern_builder_t *b, tern_op_list_t *stale) {
  const tern_op_t *op = tern_value_defining_op(t->value), *stored = stored_op(t->value);
  bool is_load = stored && (tern_tma_reads(stored) || tern_op_is(stored, TERN_TT(LOAD)));
  tern_nvws_schedule_t when = tern_nvws_schedule_of(is_load ? stored : op);
  tern_partitions_t set = tern_partitions_one(tern_partitions_first(t->makers));
  const tern_type_t *ring = tern_op_operand(t->create, 0)->type;
  tern_op_t *entered = enter(t, b, TERN_NVWS(AREF_PUT_ENTER), tern_nvws_buffer_of_ring(ring), set, when);
  int64_t kind = fill_buffer(t, b, tern_op_result(entered, 0), set, when, stale);
  const tern_attr_t *attr = kind_attr(b->context, kind);
  exit_from(t, b, TERN_NVWS(AREF_PUT_EXIT), entered, tern_array_attr_get(b->context, &attr, 1), set, when);
}

// --- the get ---

static bool has_memory_result(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_type_is_ttg(tern_op_result(op, i)->type, TERN_TTG_TYPE_MEMDESC)) return true;
  }
  return false;
}

static void add_op(tern_op_list_t *ops, tern_op_t *op) {
  for (size_t i = 0; i < ops->count; ++i) {
    if (ops->values[i] == op) return;
  }
  tern_vec_push(ops, op);
}

// Who in the partition reads the value, also through views of memory.
static void find_consumers(const tern_value_t *value, size_t partition, tern_op_list_t *consumers) {
  tern_value_for_each_use(value, use) {
    if (!value->is_block_argument && has_memory_result(use->owner)) {
      for (size_t i = 0; i < use->owner->result_count; ++i)
        find_consumers(tern_op_result(use->owner, i), partition, consumers);
    } else if (tern_partitions_has(tern_partitions_of_use(use), partition)) {
      add_op(consumers, use->owner);
    }
  }
}

static int64_t kind_of(const tern_op_t *consumer) {
  if (tern_op_is(consumer, TERN_TTNG(WARP_GROUP_DOT))) return TERN_NVWS_ASYNC_WGMMA;
  bool is_product = tern_op_is(consumer, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(consumer, TERN_TTNG(TC_GEN5_MMA_SCALED));
  return is_product ? TERN_NVWS_ASYNC_TC5MMA : TERN_NVWS_ASYNC_NONE;
}

static const tern_attr_t *kinds_of(tern_context_t *context, const tern_op_list_t *consumers) {
  const tern_attr_t *kinds[TERN_NVWS_ASYNC_WGMMA + 1];
  size_t count = 0;
  for (size_t i = 0; i < consumers->count; ++i) {
    const tern_attr_t *kind = kind_attr(context, kind_of(consumers->values[i]));
    size_t seen = 0;
    while (seen < count && kinds[seen] != kind) ++seen;
    if (seen == count) kinds[count++] = kind;
  }
  return tern_array_attr_get(context, kinds, count);
}

static tern_op_t *ancestor_in(const tern_block_t *block, tern_op_t *op) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

// The op behind which all of them have run: the last one in the innermost block that holds them all.
static tern_op_t *last_of(const tern_op_list_t *ops) {
  for (tern_block_t *block = ops->values[0]->block;; block = tern_block_parent_op(block)->block) {
    tern_op_t *last = NULL;
    size_t i = 0;
    for (; i < ops->count; ++i) {
      tern_op_t *op = ancestor_in(block, ops->values[i]);
      if (!op) break;
      if (!last || tern_op_is_before(last, op)) last = op;
    }
    if (i == ops->count) return last;
  }
}

// The ops of the loop's body that use the value in the partition, through views of memory and iterations: the first and the last of
// them to run.
static void find_first_and_last(const tern_value_t *value, const transfer_t *t, size_t partition, tern_op_t **first,
                                tern_op_t **last) {
  const tern_block_t *body = tern_op_body(t->loop, 0);
  tern_value_for_each_use(value, use) {
    bool is_view = has_memory_result(use->owner) && !tern_op_is(use->owner, TERN_TTG(LOCAL_ALLOC)) &&
                   !tern_op_is(use->owner, TERN_TTNG(TMEM_ALLOC));
    if (is_view) {
      find_first_and_last(tern_op_result(use->owner, 0), t, partition, first, last);
      continue;
    }
    if (!tern_partitions_has(tern_partitions_of(use->owner), partition)) continue;
    tern_op_t *user = ancestor_in(body, use->owner);
    if (!user || tern_nvws_schedule_of(user).stage < 0) continue;
    if (!*first || runs_before(user, *first)) *first = user;
    if (!*last || runs_before(*last, user)) *last = user;
  }
}

static void find_schedules(const transfer_t *t, const tern_value_t *const *values, size_t count, size_t partition,
                           tern_nvws_schedule_t *out_enter, tern_nvws_schedule_t *out_exit) {
  tern_op_t *first = NULL, *last = NULL;
  if (tern_op_attr(t->loop, "tt.scheduled_max_stage")) {
    for (size_t i = 0; i < count; ++i) {
      if (!values[i]->is_block_argument) {
        find_first_and_last(values[i], t, partition, &first, &last);
        continue;
      }
      // What is carried comes from the iteration before.
      const tern_op_t *yield = tern_value_arg_block(values[i])->last_op;
      first = last = tern_value_defining_op(tern_op_operand(yield, values[i]->index - 1));
    }
  }
  *out_enter = tern_nvws_schedule_of(first);
  *out_exit = tern_nvws_schedule_of(last);
}

typedef struct get {
  const transfer_t *transfer;
  tern_builder_t b;
  size_t partition;
  tern_value_t *values[2];  // memory that was loaded, and the tensor that was put there; or one value
  size_t value_count;
  const uses_t *uses;
  tern_nvws_schedule_t when;
  tern_value_t *buffer;
  tern_op_t *last;  // behind which the buffer may be given back; NULL: behind the last consumer
} get_t;

static void replace_uses(const get_t *get, const tern_value_t *value, tern_value_t *replacement) {
  for (size_t i = 0; i < get->uses->count; ++i) {
    if (get->uses->values[i]->value == value) tern_operand_set(get->uses->values[i], replacement);
  }
}

static void read_value(get_t *get, tern_value_t *value) {
  tern_partitions_t set = tern_partitions_one(get->partition);
  if (!is_number(value->type) && value->type->kind != TERN_TYPE_TENSOR) {
    replace_uses(get, value, get->buffer);
    return;
  }
  const tern_type_t *type = is_number(value->type) ? tensor_of_number(get->transfer->loop, value->type) : value->type;
  tern_op_t *read = tern_nvws_place_in(
      tern_build(&get->b, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(get->buffer), .types = TERN_TYPES(type)), set,
      get->when);
  tern_value_t *result = tern_op_result(read, 0);
  if (tern_value_has_one_use(get->buffer)) get->last = read;
  if (is_number(value->type)) {
    tern_op_t *number =
        tern_build(&get->b, TERN_TT(UNSPLAT), .operands = TERN_VALUES(result), .types = TERN_TYPES(value->type));
    result = tern_op_result(tern_nvws_place_in(number, set, get->when), 0);
    get->last = read;
  }
  replace_uses(get, value, result);
}

static tern_op_t *earliest_user(const transfer_t *t, const uses_t *uses) {
  tern_op_t *first = NULL;
  for (size_t i = 0; i < uses->count; ++i) {
    tern_op_t *user = ancestor_in(t->block, uses->values[i]->owner);
    if (user && (!first || tern_op_is_before(user, first))) first = user;
  }
  return first;
}

static void make_get(get_t *get) {
  const transfer_t *t = get->transfer;
  tern_op_list_t consumers = {0};
  tern_partitions_t set = tern_partitions_one(get->partition);
  tern_nvws_schedule_t exit_when;
  find_schedules(t, (const tern_value_t *const *)get->values, get->value_count, get->partition, &get->when, &exit_when);
  for (size_t i = 0; i < get->value_count; ++i) find_consumers(get->values[i], get->partition, &consumers);
  for (size_t i = 0; i < get->uses->count; ++i) {
    if (consumers.count == 0) add_op(&consumers, get->uses->values[i]->owner);
  }
  tern_memdesc_t buffer = tern_memdesc_read(tern_nvws_buffer_of_ring(tern_op_operand(t->create, 0)->type));
  buffer.is_mutable = false;
  buffer.alloc_dims = buffer.dims;
  buffer.alloc_rank = buffer.rank;
  get->b = tern_builder_before(earliest_user(t, get->uses));
  get->b.loc = tern_value_loc(get->values[0]);
  tern_op_t *entered = enter(t, &get->b, TERN_NVWS(AREF_GET_ENTER), tern_memdesc_get(&buffer), set, get->when);
  get->buffer = tern_op_result(entered, 0);
  const tern_attr_t *kinds = kinds_of(get->b.context, &consumers);
  for (size_t i = 0; i < get->value_count; ++i) read_value(get, get->values[i]);
  tern_builder_set_after(&get->b, get->last ? get->last : last_of(&consumers));
  get->b.loc = tern_value_loc(get->values[0]);
  exit_from(t, &get->b, TERN_NVWS(AREF_GET_EXIT), entered, kinds, set, exit_when);
  tern_vec_deinitialize(&consumers);
}

// --- one value ---

// The partitions that use the value there, but do not make it.
static tern_partitions_t takers_of(const tern_operand_t *use, tern_partitions_t makers) {
  if (!tern_partitions_known(use->owner)) return 0;
  bool is_yield = tern_op_is(use->owner, TERN_SCF(YIELD));
  return (is_yield ? tern_partitions_of_use(use) : tern_partitions_of(use->owner)) & ~makers;
}

static tern_partitions_t all_takers(const tern_value_t *value, tern_partitions_t makers) {
  tern_partitions_t all = 0;
  tern_value_for_each_use(value, use) all |= takers_of(use, makers);
  return all;
}

static void add_uses(tern_value_t *value, tern_partitions_t makers, size_t partition, get_t *get, uses_t *uses) {
  size_t before = uses->count;
  tern_value_for_each_use(value, use) {
    if (tern_partitions_has(takers_of(use, makers), partition)) tern_vec_push(uses, use);
  }
  if (uses->count > before) get->values[get->value_count++] = value;
}

// `b` is where the value is put.
static void hand_over(transfer_t *t, tern_builder_t *b) {
  tern_op_list_t stale = {0};
  tern_op_t *load = load_of_memory(t->value);
  tern_value_t *loaded = load ? tern_op_result(load, 0) : NULL;
  tern_partitions_t takers = all_takers(t->value, t->makers) | (load ? all_takers(loaded, t->makers) : 0);
  if (!takers || !t->makers) return;
  make_aref(t);
  b->loc = tern_value_loc(t->value);
  make_put(t, b, &stale);
  tern_partitions_for_each(takers, id) {
    uses_t uses = {0};
    get_t get = {.transfer = t, .partition = id, .uses = &uses};
    add_uses(t->value, t->makers, id, &get, &uses);
    if (load) add_uses(loaded, t->makers, id, &get, &uses);
    make_get(&get);
    tern_vec_deinitialize(&uses);
  }
  // Partitions that put a value may use it themselves, too.
  for (size_t i = 0; i < stale.count; ++i) {
    if (tern_op_has_no_uses(stale.values[i])) tern_op_destroy(stale.values[i]);
  }
  tern_vec_deinitialize(&stale);
}

// --- loops ---

// What is carried to the next iteration is there when that begins.
static void hand_over_carried(tern_op_t *outer, tern_op_t *loop) {
  tern_block_t *body = tern_op_body(loop, 0);
  for (size_t i = 1; i < body->arg_count; ++i) {
    const tern_type_t *type = body->args[i]->type;
    if (type->kind != TERN_TYPE_TENSOR && !is_number(type)) continue;
    transfer_t t = {
        .loop = outer, .block = body, .value = body->args[i], .makers = tern_partitions_of_result(loop, i - 1)};
    tern_builder_t b = tern_builder_at_start(body, loop->loc);
    hand_over(&t, &b);
  }
}

static void hand_over_results(tern_op_t *loop, tern_op_t *op, bool goes_before) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (!can_be_handed_over(result)) continue;
    transfer_t t = {.loop = loop, .block = op->block, .value = result, .makers = tern_partitions_of_result(op, i)};
    tern_builder_t b = goes_before ? tern_builder_before(op) : tern_builder_after(op);
    bool is_last = i + 1 == op->result_count;
    hand_over(&t, &b);
    if (is_last) return;  // the op may be gone
  }
}

static bool is_memory(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(LOCAL_ALLOC)) && tern_partitions_known(op);
}

// Tensor memory and its products are --nvws-insert-tmem-aref's.
static bool is_other(const tern_op_t *op) {
  return tern_partitions_known(op) && op->result_count > 0 && !tern_op_is(op, TERN_TTG(LOCAL_ALLOC)) &&
         !tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) && !tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED)) &&
         !tern_op_is(op, TERN_TTNG(TMEM_ALLOC)) && !tern_op_is(op, TERN_TTNG(TMEM_STORE));
}

// Ops that others make stale do not come here: loads whose memory is put went with it.
static void insert_in_loop(tern_op_t *loop) {
  tern_op_list_t loops = tern_op_collect_row(loop, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) hand_over_carried(loop, loops.values[i]);
  tern_vec_deinitialize(&loops);
  tern_op_list_t memories = tern_op_collect(loop, TERN_POSTORDER, is_memory);
  for (size_t i = 0; i < memories.count; ++i) hand_over_results(loop, memories.values[i], true);
  tern_vec_deinitialize(&memories);
  tern_op_list_t others = tern_op_collect(loop, TERN_POSTORDER, is_other);
  for (size_t i = 0; i < others.count; ++i) {
    if (others.values[i] != loop) hand_over_results(loop, others.values[i], false);
  }
  tern_vec_deinitialize(&others);
}

// --- the pass ---

static bool check_result(const tern_op_t *op, size_t index) {
  const tern_value_t *result = tern_op_result(op, index);
  const tern_op_t *load = tern_tma_reads(op) ? op : load_of_memory(result), *stored = stored_op(result);
  tern_partitions_t makers = tern_partitions_of_result(op, index);
  if (!all_takers(result, makers)) return true;
  if (tern_type_is_ttg(result->type, TERN_TTG_TYPE_ASYNC_TOKEN)) return true;
  if (!can_be_handed_over(result)) {
    tern_op_error(op, "makes a value of type '%s' for another partition", tern_type_text(result->type));
    tern_emit_note(op->loc, "tensors, numbers and memory of ttg.local_alloc can be handed over");
    return false;
  }
  bool is_copy = tern_op_is(op, TERN_TT(LOAD)) || (stored && tern_op_is(stored, TERN_TT(LOAD)));
  if (is_copy) {
    tern_op_error(op, "loads from pointers for another partition, which is not supported yet");
    tern_emit_note(op->loc, "load by a descriptor, or in the partition that uses it");
    return false;
  }
  if (load && !tern_tma_memory_encoding(load)) {
    tern_op_error(load, "has a descriptor without an encoding of shared memory");
    tern_emit_note(load->loc, "run --triton-nvidia-optimize-descriptor-encoding first");
    return false;
  }
  return true;
}

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  const tern_op_t *loop = user;
  if (op == loop || (!is_memory(op) && !is_other(op))) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!check_result(op, i)) return TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_ADVANCE;
}

static bool is_specialized_loop(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && tern_op_attr(op, "tt.warp_specialize");
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t loops = tern_op_collect(module, TERN_POSTORDER, is_specialized_loop);
  bool is_right = true;
  for (size_t i = 0; i < loops.count && is_right; ++i)
    is_right = tern_op_walk_post(loops.values[i], check_op, loops.values[i]) != TERN_WALK_INTERRUPT;
  for (size_t i = 0; i < loops.count && is_right; ++i) insert_in_loop(loops.values[i]);
  tern_vec_deinitialize(&loops);
  return is_right;
}

const tern_pass_def_t tern_nvws_insert_aref_pass = {
    .flag = "nvws-insert-aref",
    .name = "NVWSInsertAref",
    .anchor = "builtin.module",
    .summary = "Let partitions hand values to each other through arefs",
    .dialects = (const tern_dialect_t *const[]){&tern_nvws_dialect, &tern_tt_dialect, &tern_ttg_dialect, NULL},
    .run = run,
};
