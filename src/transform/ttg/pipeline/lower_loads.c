// See parts.h (upstream: lowerLoads of LowerLoops.cpp).
//
//   scf.for ... {                               %m = ttg.local_alloc : 2x...
//     %x = tt.load %p         stage 0           scf.for ... iter_args(%f = -1, %r = -1) {
//     use(%x)                 stage 2       =>    %f1 = (%f + 1) mod 2
//   }                                             %r1 = (%r + 1) mod 2
//                                                 ttg.async_copy_global_to_local %p, %m[%f1]    stage 0
//                                                 %t = ttg.async_commit_group                   stage 0
//                                                 ttg.async_wait %t                             stage 2
//                                                 %x = ttg.local_load %m[%r1]                   stage 2
//                                                 use(%x)                                       stage 2
//                                               }
//
// There are two counters, so that each stage has its own and none has to be handed on.

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "transform/ttg/coalescing.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttg/shared_for_users.h"
#include "transform/ttng/tma_copies.h"

// --- the schedule ---

bool tern_pipeline_check_schedule(const tern_ttg_schedule_t *schedule) {
  const tern_block_t *body = tern_op_body(schedule->loop, 0);
  tern_block_for_each_op(body, op) {
    if (op == body->last_op || tern_ttg_schedule_find(schedule, op)) continue;
    tern_op_error(op, "not assigned a pipeline stage");
    tern_emit_note(schedule->loop->loc,
                   "the loop has 'tt.scheduled_max_stage': each op of its body needs 'loop.stage' and "
                   "'loop.cluster', which --tritongpu-schedule-loops gives");
    return false;
  }
  return true;
}

// --- the memory of a load ---

// Memory without a swizzle, in the order of the tensor.
static const tern_attr_t *plain_encoding(const tern_type_t *tensor) {
  tern_context_t *context = tensor->context;
  tern_layout_t layout = tern_ttg_type_layout(tensor);
  if (layout.error) return NULL;
  size_t registers[TERN_TTG_MAX_RANK];
  int64_t order[TERN_TTG_MAX_RANK];
  tern_ttg_order_of(tern_ttg_linear_get(context, &layout), TERN_TTG_FIELD_REGISTER, registers);
  for (size_t d = 0; d < tern_type_rank(tensor); ++d) order[d] = (int64_t)registers[d];
  return tern_ttg_encoding_get(
      context, TERN_TTG_ATTR_SWIZZLED_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_VEC, 1}, {TERN_TTG_FIELD_PER_PHASE, 1}, {TERN_TTG_FIELD_MAX_PHASE, 1},
                      {TERN_TTG_FIELD_ORDER, tern_ttg_list(context, order, tern_type_rank(tensor))},
                      {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_cga_list(tern_tensor_type_encoding(tensor))}));
}

// That of an allocation which holds what is loaded; or what products that read it want.
static const tern_attr_t *find_encoding(const tern_op_t *load) {
  if (tern_tma_reads(load)) return tern_tma_memory_encoding(load);
  const tern_attr_t *held = NULL, *wanted = NULL;
  // The list of uses begins with the newest: the first allocation is the last one there.
  tern_value_for_each_use(&load->results[0], use) {
    if (tern_op_is(use->owner, TERN_TTG(LOCAL_ALLOC))) held = tern_memdesc_read(use->owner->results[0].type).encoding;
  }
  if (held) return held;
  if (tern_ttg_shared_for_users(&load->results[0], &wanted) == TERN_TTG_SHARED && wanted) return wanted;
  return plain_encoding(load->results[0].type);
}

static bool feeds_warp_group_dot(const tern_op_t *allocation) {
  tern_value_for_each_use(&allocation->results[0], use) {
    const tern_op_t *user = use->owner;
    while (tern_tma_is_view(user) && tern_value_has_one_use(&user->results[0]))
      user = user->results[0].first_use->owner;
    if (tern_op_is(user, TERN_TTNG(WARP_GROUP_DOT))) return true;
  }
  return false;
}

// Products read memory while those of the next iteration run: one more buffer.
static int64_t count_buffers(const tern_op_t *load, int64_t stages) {
  const tern_op_t *allocation = tern_pipeline_only_allocation(load);
  return stages + (allocation && feeds_warp_group_dot(allocation));
}

// A load of one number becomes one of a tensor of one element, which an asynchronous copy can do.
static tern_op_t *widen(tern_ttg_schedule_t *schedule, tern_op_t *load) {
  static const int64_t one[] = {1};
  const tern_ttg_scheduled_t *user = tern_ttg_schedule_find(schedule, tern_pipeline_first_user(schedule, &load, 1));
  tern_staged_builder_t builder;
  tern_staged_builder_initialize(&builder, schedule, load, tern_ttg_schedule_find(schedule, load));
  const tern_attr_t *encoding = tern_ttg_default_encoding(builder.b.context, one, 1, tern_ttg_machine_of(load));
  tern_value_t *operands[3];
  for (size_t i = 0; i < load->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(load, i);
    operands[i] = tern_build_value(&builder.b, TERN_TT(SPLAT), .operands = TERN_VALUES(operand),
                                   .types = TERN_TYPES(tern_tensor_type_get(operand->type, one, 1, encoding)));
  }
  const tern_type_t *type = tern_tensor_type_get(load->results[0].type, one, 1, encoding);
  tern_op_t *made = tern_build(&builder.b, TERN_TT(LOAD), .operands = {operands, load->operand_count},
                               .types = TERN_TYPES(type), .dictionary = tern_op_attr_dictionary(load));
  tern_staged_builder_set_stage(&builder, user);
  tern_value_t *value = tern_build_value(&builder.b, TERN_TT(UNSPLAT), .operands = TERN_VALUES(&made->results[0]));
  tern_value_replace_all_uses(&load->results[0], value);
  tern_ttg_schedule_remove(schedule, load);
  tern_op_destroy(load);
  return made;
}

static void find_loads(tern_ttg_schedule_t *schedule, const tern_axis_infos_t *infos,
                       tern_pipeline_loads_t *out_loads) {
  tern_block_for_each_op_safe(tern_op_body(schedule->loop, 0), op) {
    bool is_load = tern_op_is(op, TERN_TT(LOAD));
    if (!is_load && !tern_tma_reads(op)) continue;
    int64_t stages = tern_pipeline_stages_to_use(schedule, op);
    bool is_number = op->results[0].type->kind != TERN_TYPE_TENSOR;
    if (stages <= 0 || (is_number && !tern_ttg_load_is_wide(op, infos))) continue;
    int64_t together = is_load ? tern_ttg_loaded_together(op, infos) : 0;
    if (is_number) op = widen(schedule, op);
    const tern_attr_t *encoding = find_encoding(op);
    if (!encoding) continue;
    bool is_fit = !is_load || ((is_number || tern_ttg_load_is_wide(op, infos)) &&
                               tern_ttg_copied_bytes(op->results[0].type, encoding) >= TERN_TTG_LEAST_COPY_BYTES);
    if (is_fit) {
      tern_vec_push(
          out_loads,
          ((tern_pipeline_load_t){
              .op = op, .buffer_count = count_buffers(op, stages), .encoding = encoding, .together = together}));
    } else if (stages > 1) {
      tern_emit_remark(op->loc,
                       "is kept in registers for %lld stages: asynchronous copies take 4 bytes or more that "
                       "lie together",
                       (long long)stages);
    }
  }
}

// --- counters ---

static tern_value_t *build_number(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

static tern_pipeline_counters_t *find_counters(tern_pipeline_counters_list_t *list, int64_t buffer_count) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i].buffer_count == buffer_count) return &list->values[i];
  }
  tern_vec_push(list, ((tern_pipeline_counters_t){.buffer_count = buffer_count}));
  return &list->values[list->count - 1];
}

static size_t counter_count(const tern_pipeline_counters_t *counters) { return counters->has_barriers ? 3 : 2; }

// Numbers that count and are not in the body are no ops of the schedule: constants stand before the loop.
static void build_counters(tern_op_t *loop, size_t first, tern_pipeline_counters_t *counters) {
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  tern_builder_t b = tern_builder_at_start(tern_op_body(loop, 0), loop->loc);
  tern_value_t *ignored, *wraps;
  tern_value_t *filled = tern_scf_for_carried(loop, first), *read = tern_scf_for_carried(loop, first + 1);
  counters->filled = tern_pipeline_build_next(&b, loop, filled, build_number(&b, counters->buffer_count), &ignored);
  counters->read = tern_pipeline_build_next(&b, loop, read, build_number(&b, counters->buffer_count), &wraps);
  tern_op_set_operand(yield, first, counters->filled);
  tern_op_set_operand(yield, first + 1, counters->read);
  if (!counters->has_barriers) return;
  tern_value_t *phase = tern_scf_for_carried(loop, first + 2);
  tern_value_t *other = tern_build_value(&b, TERN_ARITH(XORI), .operands = TERN_VALUES(phase, build_number(&b, 1)));
  counters->phase = tern_build_value(&b, TERN_ARITH(SELECT), .operands = TERN_VALUES(wraps, other, phase),
                                     .types = TERN_TYPES(phase->type));
  tern_op_set_operand(yield, first + 2, counters->phase);
}

static void add_counters(tern_ttg_schedule_t *schedule, tern_pipeline_counters_list_t *list) {
  tern_builder_t b = tern_builder_before(schedule->loop);
  tern_ttg_value_list_t inits = {0};
  tern_value_t *none = build_number(&b, -1), *zero = build_number(&b, 0);
  for (size_t i = 0; i < list->count; ++i) {
    tern_vec_push(&inits, none);
    tern_vec_push(&inits, none);
    if (list->values[i].has_barriers) tern_vec_push(&inits, zero);
  }
  size_t first = schedule->loop->result_count;
  schedule->loop = tern_pipeline_extend_loop(schedule->loop, &inits);
  tern_vec_deinitialize(&inits);
  for (size_t i = 0; i < list->count; ++i) {
    build_counters(schedule->loop, first, &list->values[i]);
    first += counter_count(&list->values[i]);
  }
}

// --- copies ---

// Who used the load uses memory: that which it was to be held in, or what is read of it.
static void replace_load(tern_staged_builder_t *builder, tern_op_t *load, tern_value_t *view, tern_value_t *token) {
  tern_value_t *old = &load->results[0];
  const tern_attr_t *encoding = tern_memdesc_read(view->type).encoding;
  const tern_value_t *other = tern_op_is(load, TERN_TT(LOAD)) ? tern_op_operand_named(load, "other") : NULL;
  bool is_masked = other && !tern_pipeline_is_zero(other);
  for (tern_operand_t *use = old->first_use, *next; use && !is_masked; use = next) {
    tern_op_t *user = use->owner;
    next = use->next;
    if (!tern_op_is(user, TERN_TTG(LOCAL_ALLOC)) || tern_memdesc_read(user->results[0].type).encoding != encoding)
      continue;
    tern_pipeline_replace_memory(builder->schedule, &user->results[0], view);
    tern_ttg_schedule_remove(builder->schedule, user);
    tern_op_destroy(user);
  }
  if (!tern_value_has_uses(old)) return;
  tern_value_t *operands[] = {view, token};
  tern_value_t *value = tern_build_value(&builder->b, TERN_TTG(LOCAL_LOAD), .operands = {operands, token ? 2 : 1},
                                         .types = TERN_TYPES(old->type));
  if (is_masked) {
    value = tern_build_value(
        &builder->b, TERN_ARITH(SELECT),
        .operands = TERN_VALUES(tern_op_operand_named(load, "mask"), value, tern_op_operand_named(load, "other")),
        .types = TERN_TYPES(old->type));
  }
  tern_value_replace_all_uses(old, value);
}

static void drop_load(tern_ttg_schedule_t *schedule, tern_op_t *load) {
  tern_ttg_schedule_remove(schedule, load);
  tern_op_destroy(load);
}

static void lower_to_async_copy(tern_ttg_schedule_t *schedule, const tern_pipeline_load_t *load,
                                const tern_pipeline_counters_t *counters) {
  tern_op_t *op = load->op, *user = tern_pipeline_first_user(schedule, &load->op, 1);
  tern_staged_builder_t builder;
  tern_staged_builder_initialize(&builder, schedule, op, tern_ttg_schedule_find(schedule, op));
  tern_value_t *view = tern_pipeline_view(&builder.b, load->memory, counters->filled);
  tern_value_t *mask = tern_op_operand_named(op, "mask"), *other = tern_op_operand_named(op, "other");
  tern_value_t *operands[4] = {tern_op_operand(op, 0), view};
  size_t count = 2;
  const tern_attr_t *together = tern_integer_attr_get(tern_i_type_get(builder.b.context, 32), load->together);
  if (mask) operands[count++] = mask;
  if (other) operands[count++] = other;
  tern_value_t *copy =
      tern_build_value(&builder.b, TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL), .operands = {operands, count},
                       .types = TERN_TYPES(tern_pipeline_token_type(builder.b.context)),
                       .attrs = TERN_ATTRS({"cache", tern_op_attr(op, "cache")}, {"evict", tern_op_attr(op, "evict")},
                                           {"isVolatile", tern_op_attr(op, "isVolatile")}, {"contiguity", together}),
                       .segments = (int32_t[]){1, 1, mask != NULL, other != NULL});
  tern_value_t *group = tern_build_value(&builder.b, TERN_TTG(ASYNC_COMMIT_GROUP), .operands = TERN_VALUES(copy),
                                         .types = TERN_TYPES(copy->type));
  tern_staged_builder_set_stage(&builder, tern_ttg_schedule_find(schedule, user));
  tern_value_t *token = tern_pipeline_build_wait(&builder.b, group);
  replace_load(&builder, op, tern_pipeline_view(&builder.b, load->memory, counters->read), token);
  drop_load(schedule, op);
}

static void lower_to_tma_copy(tern_ttg_schedule_t *schedule, const tern_pipeline_load_t *load,
                              const tern_pipeline_counters_t *counters) {
  tern_op_t *op = load->op, *user = tern_pipeline_first_user(schedule, &load->op, 1);
  tern_staged_builder_t builder;
  tern_staged_builder_initialize(&builder, schedule, op, tern_ttg_schedule_find(schedule, op));
  tern_value_t *view = tern_pipeline_view(&builder.b, load->memory, counters->filled);
  tern_tma_build_read(&builder.b, op, load->barrier, view, tern_arith_constant_bool(&builder.b, true));
  tern_builder_set_after(&builder.b, load->wait);
  tern_staged_builder_set_stage(&builder, tern_ttg_schedule_find(schedule, user));
  replace_load(&builder, op, tern_pipeline_view(&builder.b, load->memory, counters->read), NULL);
  drop_load(schedule, op);
}

void tern_pipeline_lower_loads(tern_ttg_schedule_t *schedule, const tern_axis_infos_t *infos) {
  tern_pipeline_loads_t loads = {0};
  tern_pipeline_counters_list_t counters = {0};
  find_loads(schedule, infos, &loads);
  bool has_copies = false;
  for (size_t i = 0; i < loads.count; ++i) {
    tern_pipeline_load_t *load = &loads.values[i];
    load->memory = tern_pipeline_allocate(schedule->loop, load->op->results[0].type, load->encoding, load->op->loc,
                                          load->buffer_count);
    tern_pipeline_counters_t *own = find_counters(&counters, load->buffer_count);
    own->has_barriers |= tern_tma_reads(load->op);
    has_copies |= tern_op_is(load->op, TERN_TT(LOAD));
  }
  if (loads.count > 0) {
    add_counters(schedule, &counters);
    tern_pipeline_make_barriers(schedule, &loads, &counters);
  }
  for (size_t i = 0; i < loads.count; ++i) {
    const tern_pipeline_load_t *load = &loads.values[i];
    const tern_pipeline_counters_t *own = find_counters(&counters, load->buffer_count);
    bool is_tma = tern_tma_reads(load->op);
    (is_tma ? lower_to_tma_copy : lower_to_async_copy)(schedule, load, own);
  }
  if (loads.count > 0) tern_ttg_schedule_operands(schedule);
  if (has_copies) {
    // Copies for iterations that there are none of may still be under way.
    tern_builder_t b = tern_builder_after(schedule->loop);
    tern_pipeline_build_wait(&b, NULL);
  }
  tern_vec_deinitialize(&loads);
  tern_vec_deinitialize(&counters);
}
