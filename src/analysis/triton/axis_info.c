// See axis_info.h. Facts flow by analysis/dataflow.h; axis_rules.c has what ops make of them.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/dataflow.h"
#include "analysis/triton/axis_rules.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/op_list.h"
#include "ir/symbol.h"

struct tern_axis_infos {
  tern_arena_t arena;
  tern_map_t flows;      // function -> tern_dataflow_t *
  tern_map_t arguments;  // argument of a function that is called -> tern_axis_info_t *
  tern_dataflow_analysis_t analysis;
};

// The state of a value. What branches ask for is kept as an attribute.
typedef struct state {
  tern_axis_info_t info;
  const tern_attr_t *constant;
} state_t;

// --- what nobody computes ---

// A list of numbers, one a dimension; one number says the same of all of them, whatever the shape of its list.
static void read_hint(const tern_attr_t *hint, size_t rank, int64_t *out_values) {
  if (tern_attr_is_integer(hint) && rank == 1) out_values[0] = tern_integer_attr_value(hint);
  bool is_list =
      hint && hint->kind == TERN_ATTR_DENSE_ELEMENTS && tern_type_is_integer(tern_type_element(tern_attr_type(hint)));
  if (!is_list || (tern_dense_elements_attr_count(hint) != rank && !tern_dense_elements_attr_is_splat(hint))) return;
  for (size_t d = 0; d < rank; ++d) out_values[d] = tern_integer_attr_value(tern_dense_elements_attr_at(hint, d));
}

static void read_hints(const tern_attr_t *hints, tern_axis_info_t *inout) {
  read_hint(tern_dictionary_attr_lookup(hints, TERN_STR("tt.contiguity")), inout->rank, inout->contiguity);
  read_hint(tern_dictionary_attr_lookup(hints, TERN_STR("tt.divisibility")), inout->rank, inout->divisibility);
  read_hint(tern_dictionary_attr_lookup(hints, TERN_STR("tt.constancy")), inout->rank, inout->constancy);
}

static const tern_attr_t *argument_hints(const tern_op_t *function, size_t index) {
  const tern_attr_t *all = tern_op_attr(function, "arg_attrs");
  return all && index < tern_array_attr_count(all) ? tern_array_attr_at(all, index) : NULL;
}

static bool is_function(const tern_op_t *op) { return tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE); }

static tern_axis_info_t unknown_argument(const tern_axis_infos_t *infos, const tern_value_t *value) {
  tern_axis_info_t info = tern_axis_info_uniform(tern_axis_rank(value->type), 1);
  const tern_block_t *block = tern_value_arg_block(value);
  const tern_op_t *op = tern_block_parent_op(block);
  if (!op || !is_function(op) || !tern_block_is_entry(block)) return info;
  const tern_axis_info_t *given = tern_map_get(&infos->arguments, value);
  if (given) return *given;
  read_hints(argument_hints(op, value->index), &info);
  return info;
}

// What is so of a value of which only its type and the hints at its op are known.
static tern_axis_info_t unknown_info(const tern_axis_infos_t *infos, const tern_value_t *value) {
  if (value->is_block_argument) return unknown_argument(infos, value);
  tern_axis_info_t info = tern_axis_info_uniform(tern_axis_rank(value->type), 1);
  read_hints(tern_value_defining_op(value)->attrs, &info);
  return info;
}

// --- the callbacks of the solver ---

static const void *make_state(tern_dataflow_t *flow, const tern_axis_info_t *info, const tern_attr_t *constant) {
  state_t *state = tern_arena_alloc_zeroed(tern_dataflow_arena(flow), sizeof *state);
  *state = (state_t){*info, constant};
  return state;
}

// The counter of a loop has the divisor that its start and its step share.
static bool loop_counter(const tern_dataflow_t *flow, const tern_op_t *loop, tern_axis_info_t *inout) {
  const state_t *start = tern_dataflow_state(flow, tern_op_operand(loop, 0));
  const state_t *step = tern_dataflow_state(flow, tern_op_operand(loop, 2));
  if (!start || !step) return false;
  inout->divisibility[0] = tern_axis_gcd(start->info.divisibility[0], step->info.divisibility[0]);
  return true;
}

// The arguments of partitions are what their op captures. One that was not reached yet may still be anything.
static const state_t *captured(tern_dataflow_t *flow, tern_op_t *partitions, size_t index) {
  const tern_op_t *specialize = tern_op_parent(partitions);
  if (!specialize || index >= specialize->operand_count) return NULL;
  tern_value_t *capture = tern_op_operand(specialize, index);
  tern_dataflow_depend(flow, partitions, capture);
  const state_t *state = tern_dataflow_state(flow, capture);
  if (state) return state;
  tern_axis_info_t best = tern_axis_info_uniform(tern_axis_rank(capture->type), TERN_AXIS_MAX_DIVISOR);
  return make_state(flow, &best, NULL);
}

static const void *unknown(tern_dataflow_t *flow, const tern_value_t *value) {
  tern_axis_info_t info = unknown_info(tern_dataflow_user(flow), value);
  tern_op_t *op = value->is_block_argument ? tern_block_parent_op(tern_value_arg_block(value)) : NULL;
  if (op && tern_op_is(op, TERN_SCF(FOR)) && value->index == 0) loop_counter(flow, op, &info);
  if (op && tern_op_is(op, TERN_TTG(WARP_SPECIALIZE_PARTITIONS)) && tern_block_is_entry(tern_value_arg_block(value))) {
    const state_t *state = captured(flow, op, value->index);
    if (state) return state;
  }
  return make_state(flow, &info, NULL);
}

static const void *join(tern_dataflow_t *flow, const void *a, const void *b) {
  const state_t *x = a, *y = b;
  state_t joined;
  memset(&joined, 0, sizeof joined);
  joined.info = tern_axis_info_join(&x->info, &y->info);
  joined.constant = x->constant == y->constant ? x->constant : NULL;
  bool is_same = joined.constant == x->constant && joined.info.is_constant == x->info.is_constant;
  size_t size = x->info.rank * sizeof(int64_t);
  is_same = is_same && memcmp(joined.info.contiguity, x->info.contiguity, size) == 0 &&
            memcmp(joined.info.divisibility, x->info.divisibility, size) == 0 &&
            memcmp(joined.info.constancy, x->info.constancy, size) == 0;
  return is_same ? a : make_state(flow, &joined.info, joined.constant);
}

static const tern_attr_t *constant_of(const void *state) { return ((const state_t *)state)->constant; }

static void transfer(tern_dataflow_t *flow, tern_op_t *op) {
  const tern_axis_info_t **operands = tern_malloc((op->operand_count + 1) * sizeof *operands);
  for (size_t i = 0; i < op->operand_count; ++i)
    operands[i] = &((const state_t *)tern_dataflow_state(flow, tern_op_operand(op, i)))->info;
  tern_axis_info_t info;
  bool is_known = tern_axis_apply_rule(op, operands, &info);
  free(operands);
  if (!is_known) {
    tern_dataflow_set_results_unknown(flow, op);
    return;
  }
  read_hints(op->attrs, &info);
  const tern_attr_t *constant = tern_op_is(op, TERN_ARITH(CONSTANT)) ? tern_op_attr(op, "value") : NULL;
  const void *state = make_state(flow, &info, constant);
  for (size_t i = 0; i < op->result_count; ++i) tern_dataflow_join(flow, tern_op_result(op, i), state);
}

// --- functions, callers first ---

typedef struct call_walk {
  tern_op_t *module;
  tern_map_t seen;
  tern_op_list_t order;  // callees first
  tern_axis_infos_t *infos;
} call_walk_t;

static tern_op_t *callee_of(const call_walk_t *walk, const tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_CALL_LIKE)) return NULL;
  const tern_attr_t *ref = tern_op_attr(op, "callee");
  if (!ref || ref->kind != TERN_ATTR_SYMBOL_REF) return NULL;
  tern_op_t *callee = tern_symbol_lookup_ref_in(walk->module, ref);
  return callee && is_function(callee) && !tern_region_is_empty(&callee->regions[0]) ? callee : NULL;
}

static tern_walk_result_t list_function(tern_op_t *op, void *user);

// Recursion ends because a function is visited once.
static void visit_function(call_walk_t *walk, tern_op_t *function) {
  if (!tern_map_set(&walk->seen, function, function)) return;
  tern_region_for_each_block(&function->regions[0], block) {
    tern_block_for_each_op(block, op) tern_op_walk_pre(op, list_function, walk);
  }
  tern_vec_push(&walk->order, function);
}

static tern_walk_result_t list_function(tern_op_t *op, void *user) {
  call_walk_t *walk = user;
  tern_op_t *function = is_function(op) ? op : callee_of(walk, op);
  if (function) visit_function(walk, function);
  return is_function(op) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

static void join_gcd(int64_t *inout, int64_t value) { *inout = tern_axis_gcd(*inout, value); }

// What a call gives joins what other calls have given and what the attributes of the argument say.
static void give_argument(tern_axis_infos_t *infos, const tern_op_t *callee, const tern_value_t *argument,
                          const tern_axis_info_t *info) {
  tern_axis_info_t *given = tern_map_get(&infos->arguments, argument);
  if (!given) {
    given = tern_arena_alloc(&infos->arena, sizeof *given);
    *given = tern_axis_info_uniform(1, TERN_AXIS_MAX_DIVISOR);
    read_hints(argument_hints(callee, argument->index), given);
    tern_map_set(&infos->arguments, argument, given);
  }
  join_gcd(&given->contiguity[0], info->contiguity[0]);
  join_gcd(&given->divisibility[0], info->divisibility[0]);
  join_gcd(&given->constancy[0], info->constancy[0]);
}

static tern_walk_result_t visit_call(tern_op_t *op, void *user) {
  const call_walk_t *walk = user;
  tern_op_t *callee = callee_of(walk, op);
  if (!callee) return TERN_WALK_ADVANCE;
  const tern_block_t *entry = callee->regions[0].first_block;
  for (size_t i = 0; i < op->operand_count && i < entry->arg_count; ++i) {
    tern_axis_info_t info = tern_axis_info_of(walk->infos, tern_op_operand(op, i));
    // Of tensors nothing is told to those who are called.
    if (tern_op_operand(op, i)->type->kind != TERN_TYPE_TENSOR && info.rank == 1)
      give_argument(walk->infos, callee, entry->args[i], &info);
  }
  return TERN_WALK_ADVANCE;
}

tern_axis_infos_t *tern_axis_infos_create(tern_op_t *module) {
  tern_axis_infos_t *infos = tern_malloc(sizeof *infos);
  *infos = (tern_axis_infos_t){
      .analysis = {.unknown = unknown, .join = join, .constant = constant_of, .transfer = transfer, .user = infos}};
  tern_arena_initialize(&infos->arena);
  call_walk_t walk = {.module = module, .infos = infos};
  tern_op_walk_pre(module, list_function, &walk);
  for (size_t i = walk.order.count; i-- > 0;) {
    tern_op_t *function = walk.order.values[i];
    tern_map_set(&infos->flows, function, tern_dataflow_solve(function, &infos->analysis));
    tern_op_walk_pre(function, visit_call, &walk);
  }
  tern_map_deinitialize(&walk.seen);
  tern_vec_deinitialize(&walk.order);
  return infos;
}

void tern_axis_infos_destroy(tern_axis_infos_t *infos) {
  for (size_t i = 0; i < infos->flows.entry_count; ++i) {
    if (infos->flows.entries[i].key) tern_dataflow_destroy(infos->flows.entries[i].value);
  }
  tern_map_deinitialize(&infos->flows);
  tern_map_deinitialize(&infos->arguments);
  tern_arena_deinitialize(&infos->arena);
  free(infos);
}

tern_axis_info_t tern_axis_info_of(const tern_axis_infos_t *infos, const tern_value_t *value) {
  const tern_block_t *block = tern_value_block(value);
  const tern_op_t *op = block ? tern_block_parent_op(block) : NULL;
  while (op && !is_function(op)) op = tern_op_parent(op);
  const tern_dataflow_t *flow = op ? tern_map_get(&infos->flows, op) : NULL;
  const state_t *state = flow ? tern_dataflow_state(flow, value) : NULL;
  return state ? state->info : unknown_info(infos, value);
}

// --- text ---

static void append_list(tern_string_builder_t *sb, const char *name, const int64_t *values, size_t count) {
  tern_string_builder_append_format(sb, "%s = [", name);
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_format(sb, "%s%" PRId64, i ? ", " : "", values[i]);
  tern_string_builder_append_format(sb, "], ");
}

void tern_axis_info_append_text(tern_string_builder_t *sb, const tern_axis_info_t *info) {
  append_list(sb, "contiguity", info->contiguity, info->rank);
  append_list(sb, "divisibility", info->divisibility, info->rank);
  append_list(sb, "constancy", info->constancy, info->rank);
  if (info->is_constant) {
    tern_string_builder_append_format(sb, "constant_value = %" PRId64, info->constant);
  } else {
    tern_string_builder_append_format(sb, "constant_value = <none>");
  }
}

// --- accesses ---

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

uint32_t tern_axis_pointee_bits(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (!tern_type_is_tt(element, TERN_TT_TYPE_PTR)) return 0;
  element = tern_type_element(tern_tt_type_inside(element));
  return tern_type_is_tt(element, TERN_TT_TYPE_PTR) ? 64 : tern_type_bit_width(element);
}

static uint32_t element_bits(const tern_type_t *type) {
  uint32_t pointee = tern_axis_pointee_bits(type);
  return pointee ? pointee : tern_type_bit_width(tern_type_element(type));
}

// What a thread has of a tensor with an encoding; without one the last dimension is the fastest. False: it is no tensor.
static bool share_of(const tern_value_t *value, tern_ttg_share_t *out) {
  const tern_type_t *type = value->type;
  if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) == 0 || tern_type_rank(type) > TERN_TTG_MAX_RANK)
    return false;
  const tern_attr_t *encoding = tern_ttg_type_encoding(type);
  if (encoding) return tern_ttg_share_of(encoding, tern_type_dims(type), out);
  *out = (tern_ttg_share_t){.rank = tern_type_rank(type), .elements = 1};
  for (size_t d = 0; d < out->rank; ++d) {
    out->order[d] = out->rank - 1 - d;
    out->contiguous[d] = 1;
  }
  return true;
}

static int64_t alignment(const tern_axis_infos_t *infos, const tern_value_t *value, uint32_t bits, size_t dim) {
  tern_axis_info_t info = tern_axis_info_of(infos, value);
  int64_t multiple = info.divisibility[dim];
  if (tern_axis_pointee_bits(value->type)) {
    multiple /= bits >= 8 ? bits / 8 : 1;
    if (multiple < 1) multiple = 1;
  }
  return least(multiple, info.contiguity[dim]);
}

int64_t tern_axis_alignment_of_bits(const tern_axis_infos_t *infos, const tern_value_t *offsets, uint32_t bits) {
  tern_ttg_share_t share;
  return share_of(offsets, &share) ? alignment(infos, offsets, bits, share.order[0]) : 1;
}

int64_t tern_axis_alignment(const tern_axis_infos_t *infos, const tern_value_t *pointers) {
  return tern_axis_alignment_of_bits(infos, pointers, element_bits(pointers->type));
}

int64_t tern_axis_contiguity_of_bits(const tern_axis_infos_t *infos, const tern_value_t *offsets, uint32_t bits) {
  tern_ttg_share_t share;
  if (!share_of(offsets, &share)) return 1;
  return least(alignment(infos, offsets, bits, share.order[0]), share.contiguous[share.order[0]]);
}

int64_t tern_axis_contiguity(const tern_axis_infos_t *infos, const tern_value_t *pointers) {
  return tern_axis_contiguity_of_bits(infos, pointers, element_bits(pointers->type));
}

int64_t tern_axis_mask_alignment(const tern_axis_infos_t *infos, const tern_value_t *mask) {
  tern_ttg_share_t share;
  if (!share_of(mask, &share)) return 1;
  int64_t constancy = tern_axis_info_of(infos, mask).constancy[share.order[0]];
  return constancy > 1 ? constancy : 1;
}
