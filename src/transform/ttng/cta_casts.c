// Encodings that spread through a function by casts; see cta_casts.h. Casts are taken in turn; one that cannot move yet goes to the end.

#include "transform/ttng/cta_casts.h"

#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "rewrite/builder.h"

enum { MAX_STEPS = 10000, MAX_RANK = TERN_LAYOUT_MAX_DIMS };

typedef tern_cta_casts_t casts_t;

// --- types ---

static const tern_type_t *tensor_of(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_TENSOR) return type;
  return tern_tt_is_block_pointer(type) ? tern_tt_type_inside(type) : NULL;
}

const tern_attr_t *tern_cta_encoding(const tern_type_t *type) {
  const tern_type_t *tensor = tensor_of(type);
  return tensor ? tern_tensor_type_encoding(tensor) : NULL;
}

static const tern_type_t *with_encoding(const tern_type_t *type, const tern_attr_t *encoding) {
  const tern_type_t *tensor = tensor_of(type);
  const tern_type_t *made =
      tern_tensor_type_get(tern_type_element(tensor), tern_type_dims(tensor), tern_type_rank(tensor), encoding);
  return tensor == type ? made : tern_tt_pointer_get(made, tern_tt_pointer_space(type));
}

static int64_t clamp(int64_t value, int64_t least, int64_t most) {
  return value < least ? least : value > most ? most : value;
}

const tern_attr_t *tern_cta_replace(const tern_attr_t *encoding, const int64_t *shape, size_t rank, int64_t warps,
                                    const tern_attr_t *cga) {
  int64_t lanes[MAX_RANK], parts[MAX_RANK], part[MAX_RANK];
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED) || tern_ttg_rank(encoding) != rank) return NULL;
  tern_ttg_value_t value = {TERN_TTG_FIELD_CGA_LAYOUT, (uint64_t)(uintptr_t)cga};
  const tern_attr_t *dealt = tern_ttg_encoding_with(encoding, &value, 1);
  tern_ttg_part_shape(dealt, shape, part);
  int64_t lanes_left = tern_ttg_threads_per_warp(encoding), warps_left = warps, left = lanes_left * warps;
  int64_t lanes_used = 1, warps_used = 1;
  for (size_t i = 0; i + 1 < rank; ++i) {
    size_t d = (size_t)tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i);
    int64_t blocks = part[d] / tern_ttg_at(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, d);
    int64_t here = clamp(left, 1, blocks > 1 ? blocks : 1);
    lanes[d] = clamp(here, 1, lanes_left);
    parts[d] = clamp(here / lanes[d], 1, warps_left);
    warps_left /= parts[d];
    lanes_left /= lanes[d];
    left /= here;
    lanes_used *= lanes[d];
    warps_used *= parts[d];
  }
  // The slowest dimension has what is left.
  size_t last = (size_t)tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, rank - 1);
  lanes[last] = tern_ttg_threads_per_warp(encoding) / lanes_used;
  parts[last] = warps / warps_used;
  tern_ttg_value_t values[] = {{TERN_TTG_FIELD_THREADS_PER_WARP, tern_ttg_list(encoding->context, lanes, rank)},
                               {TERN_TTG_FIELD_WARPS_PER_CTA, tern_ttg_list(encoding->context, parts, rank)}};
  return tern_ttg_encoding_with(dealt, values, 2);
}

// --- casts ---

static bool is_cast(const tern_op_t *op) { return tern_op_is(op, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)); }
static tern_value_t *input_of(const tern_cta_cast_t *cast) { return tern_op_operand(cast->op, 0); }
static tern_value_t *output_of(const tern_cta_cast_t *cast) { return &cast->op->results[0]; }

static tern_value_t *make_cast(casts_t *casts, tern_builder_t *b, tern_value_t *value, const tern_type_t *type,
                               bool is_backward) {
  tern_op_t *op = tern_build(b, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = TERN_VALUES(value),
                             .types = TERN_TYPES(type));
  tern_vec_push(&casts->queue, (tern_cta_cast_t){op, is_backward});
  return &op->results[0];
}

static void erase(casts_t *casts, tern_op_t *op) {
  size_t kept = casts->start;
  for (size_t i = casts->start; i < casts->queue.count; ++i) {
    if (casts->queue.values[i].op != op) casts->queue.values[kept++] = casts->queue.values[i];
  }
  casts->queue.count = kept;
  tern_op_destroy(op);
}

static void replace_uses_except(tern_value_t *value, tern_value_t *replacement, const tern_op_t *except) {
  for (tern_operand_t *use = value->first_use, *next; use; use = next) {
    next = use->next;
    if (use->owner != except) tern_operand_set(use, replacement);
  }
}

// `value` is of another type from here on; who uses it gets the old one, from a cast.
static void retype(casts_t *casts, tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  tern_value_t *old = make_cast(casts, b, value, value->type, false);
  value->type = type;
  replace_uses_except(value, old, tern_value_defining_op(old));
}

static void cast_operand(casts_t *casts, tern_op_t *op, size_t index, const tern_type_t *type) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_set_operand(op, index, make_cast(casts, &b, tern_op_operand(op, index), type, true));
}

void tern_cta_casts_insert(casts_t *casts, tern_op_t *op, tern_cta_choice_t choose, const void *user) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (tensor_of(type)) cast_operand(casts, op, i, with_encoding(type, choose(op, i, user)));
  }
  tern_builder_t b = tern_builder_after(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = &op->results[i];
    if (tensor_of(result->type))
      retype(casts, &b, result, with_encoding(result->type, choose(op, op->operand_count + i, user)));
  }
}

static const tern_attr_t *choose_same(const tern_op_t *op, size_t index, const void *user) {
  (void)op;
  (void)index;
  return user;
}

void tern_cta_casts_insert_same(casts_t *casts, tern_op_t *op, const tern_attr_t *encoding) {
  tern_cta_casts_insert(casts, op, choose_same, encoding);
}

static bool fail(casts_t *casts, const tern_attr_t *loc, const char *error) {
  casts->error = error;
  casts->culprit = loc;
  return true;
}

// --- ops that keep what they have ---

static const tern_type_t *type_at(const tern_op_t *op, size_t index) {
  return index < op->operand_count ? tern_op_operand(op, index)->type : op->results[index - op->operand_count].type;
}

static const tern_attr_t *choose_own(const tern_op_t *op, size_t index, const void *user) {
  (void)user;
  return tern_cta_encoding(type_at(op, index));
}

// --- reads and writes ---

static bool is_access(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(STORE)) || tern_op_is(op, TERN_TT(ATOMIC_RMW)) ||
         tern_op_is(op, TERN_TT(ATOMIC_CAS)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) ||
         tern_op_is(op, TERN_TT(DESCRIPTOR_STORE)) || tern_op_is(op, TERN_TT(DESCRIPTOR_REDUCE)) ||
         tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER)) || tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
}

static const tern_attr_t *cga_of(const tern_attr_t *encoding) {
  int64_t values[MAX_RANK * TERN_LAYOUT_MAX_BITS];
  size_t count = 0;
  tern_layout_t cga = tern_ttg_cga_layout(encoding);
  for (size_t i = 0; i < tern_layout_in_bits(&cga); ++i) {
    for (size_t d = 0; d < cga.outs.count; ++d) values[count++] = (int64_t)tern_layout_get(&cga.outs, d, cga.bases[i]);
  }
  return (const tern_attr_t *)(uintptr_t)tern_ttg_list(encoding->context, values, count);
}

// Threads stay where they are, blocks of the cluster go where the neighbour has them.
static const tern_attr_t *choose_access(const tern_op_t *op, size_t index, const void *user) {
  const tern_attr_t *wanted = user, *own = tern_cta_encoding(type_at(op, index));
  const tern_type_t *tensor = tensor_of(type_at(op, index));
  if (tern_ttg_rank(wanted) != tern_type_rank(tensor)) return own;
  const tern_attr_t *made = tern_cta_replace(own, tern_type_dims(tensor), tern_type_rank(tensor),
                                             tern_ttg_lookup_num_warps(op), cga_of(wanted));
  return made ? made : own;
}

// Several blocks that are slices of one: they would read the same, and a conversion hands it on instead.
static bool is_shared_slice(const tern_attr_t *encoding) {
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SLICE)) return false;
  tern_layout_t cga = tern_ttg_cga_layout(tern_ttg_parent(encoding));
  size_t dim = (size_t)tern_ttg_number(encoding, TERN_TTG_FIELD_DIM), last = cga.outs.count;
  for (size_t i = 0; i < tern_layout_in_bits(&cga); ++i) {
    for (size_t d = 0; d < cga.outs.count; ++d) last = tern_layout_get(&cga.outs, d, cga.bases[i]) ? d : last;
    if (last == dim) return true;
  }
  return false;
}

static void take_over_access(casts_t *casts, tern_op_t *op, const tern_attr_t *encoding) {
  const tern_type_t *type = op->result_count ? op->results[0].type : tern_op_operand(op, 0)->type;
  const tern_attr_t *own = tern_cta_encoding(type);
  tern_cta_casts_insert(casts, op, choose_access, own && is_shared_slice(encoding) ? own : encoding);
}

// --- ops that take anything over ---

static bool is_of(const tern_op_t *op, const char *dialect) {
  return op->def->dialect && tern_str_equal_cstr(tern_str_from_cstr(op->def->dialect->name), dialect);
}

static bool is_elementwise(const tern_op_t *op) {
  static const int rows[] = {TERN_TT_INT_TO_PTR, TERN_TT_PTR_TO_INT,   TERN_TT_BITCAST,     TERN_TT_FP_TO_FP,
                             TERN_TT_ADDPTR,     TERN_TT_PRECISE_SQRT, TERN_TT_PRECISE_DIVF};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, &tern_tt_ops[rows[i]])) return true;
  }
  if (tern_op_is(op, TERN_TT(EXTERN_ELEMENTWISE))) return tern_integer_attr_value(tern_op_attr(op, "pure")) != 0;
  return (is_of(op, "arith") || is_of(op, "math")) && tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE);
}

// Their tensors all have the encoding of the result.
static bool takes_any(const tern_op_t *op) {
  return is_elementwise(op) || tern_op_is(op, TERN_TT(SPLAT)) || tern_op_is(op, TERN_TT(MAKE_RANGE)) ||
         tern_op_is(op, TERN_TT(MAKE_TENSOR_PTR)) || tern_op_is(op, TERN_TT(ADVANCE)) ||
         tern_op_is(op, TERN_TT(BROADCAST));
}

static const tern_attr_t *choose_expand(const tern_op_t *op, size_t index, const void *user) {
  const tern_attr_t *encoding = user;
  if (index == 1) return encoding;
  uint64_t axis = (uint64_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  return tern_ttg_encoding_get(
      encoding->context, TERN_TTG_ATTR_SLICE,
      TERN_TTG_VALUES({TERN_TTG_FIELD_DIM, axis}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)encoding}));
}

static void take_over_constant(casts_t *casts, tern_op_t *op, const tern_attr_t *encoding) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  bool is_splat = value->kind == TERN_ATTR_DENSE_ELEMENTS && tern_dense_elements_attr_is_splat(value);
  if (!is_splat) {
    tern_cta_casts_insert(casts, op, choose_own, NULL);
    return;
  }
  const tern_type_t *type = with_encoding(op->results[0].type, encoding);
  tern_op_set_attr(op, "value", tern_dense_elements_attr_get(type, tern_dense_elements_attr_data(value), true));
  tern_cta_casts_insert_same(casts, op, encoding);
}

// --- loops and conditionals ---

static void take_over_if(casts_t *casts, tern_op_t *op, size_t index, const tern_type_t *type) {
  tern_builder_t b = tern_builder_after(op);
  retype(casts, &b, &op->results[index], type);
  for (size_t i = 0; i < 2; ++i) cast_operand(casts, tern_block_terminator(tern_op_body(op, i)), index, type);
}

static void take_over_for(casts_t *casts, tern_op_t *op, size_t index, const tern_type_t *type) {
  tern_block_t *body = tern_op_body(op, 0);
  cast_operand(casts, op, index + 3, type);
  tern_builder_t inside = tern_builder_at_start(body, op->loc);
  retype(casts, &inside, body->args[index + 1], type);
  cast_operand(casts, tern_block_terminator(body), index, type);
  tern_builder_t behind = tern_builder_after(op);
  retype(casts, &behind, &op->results[index], type);
}

static bool take_over_carried(casts_t *casts, tern_op_t *op, size_t index, const tern_type_t *type) {
  if (tern_op_is(op, TERN_SCF(IF))) return take_over_if(casts, op, index, type), true;
  if (tern_op_is(op, TERN_SCF(FOR))) return take_over_for(casts, op, index, type), true;
  return fail(casts, op->loc, "is passed on by an op that is neither scf.for nor scf.if");
}

// --- one cast that meets another one ---

static void eliminate(casts_t *casts, tern_op_t *forward, tern_op_t *backward) {
  tern_value_t *input = tern_op_operand(forward, 0), *output = &backward->results[0];
  if (input->type != output->type) {
    tern_builder_t b = tern_builder_before(backward);
    input = tern_build_value(&b, TERN_TTG(CONVERT_LAYOUT), .operands = TERN_VALUES(input),
                             .types = TERN_TYPES(output->type));
  }
  tern_value_replace_all_uses(output, input);
  erase(casts, backward);
  erase(casts, forward);
}

// --- backward ---

// Casts of the same value to the same type are one, behind what makes the value; for further types that is made again.
static bool merge_backward(casts_t *casts, tern_value_t *input, tern_op_t **members, size_t count, bool is_first) {
  tern_op_t *maker = tern_value_defining_op(input);
  if (!is_first && !maker)
    return fail(casts, tern_value_loc(input), "is an argument that different ops want different encodings of");
  if (!is_first && (tern_op_effects(maker) & TERN_TRAIT_MEM_WRITE))
    return fail(casts, maker->loc,
                "is made by an op that is done once, and different ops want different encodings of it");
  if (!is_first) {
    tern_builder_t b = tern_builder_after(maker);
    maker = tern_builder_clone(&b, maker, NULL);
    input = &maker->results[input->index];
  }
  tern_builder_t b =
      maker ? tern_builder_after(maker) : tern_builder_at_start(tern_value_arg_block(input), tern_value_loc(input));
  tern_value_t *merged = make_cast(casts, &b, input, members[0]->results[0].type, true);
  for (size_t i = 0; i < count; ++i) {
    tern_value_replace_all_uses(&members[i]->results[0], merged);
    erase(casts, members[i]);
  }
  return true;
}

// Waits until all users of the value are casts; makes them such when nothing else moves any more.
static bool meet_users(casts_t *casts, tern_value_t *input, const tern_type_t *type) {
  TERN_VEC(tern_op_t *) brothers = {0};
  for (tern_operand_t *use = input->first_use, *next; use; use = next) {
    next = use->next;
    if (is_cast(use->owner)) {
      tern_vec_push(&brothers, use->owner);
      continue;
    }
    if (casts->unchanged <= casts->queue.count - casts->start) {
      tern_vec_deinitialize(&brothers);
      return false;
    }
    tern_builder_t b = tern_builder_before(use->owner);
    tern_value_t *brother = make_cast(casts, &b, input, type, true);
    tern_operand_set(use, make_cast(casts, &b, brother, input->type, false));
    tern_vec_push(&brothers, tern_value_defining_op(brother));
    break;  // The others are met next time.
  }
  for (bool is_first = true; brothers.count && !casts->error; is_first = false) {
    const tern_type_t *same = brothers.values[0]->results[0].type;
    size_t members = 0;
    // Those of the same type come first.
    for (size_t i = 0; i < brothers.count; ++i) {
      if (brothers.values[i]->results[0].type != same) continue;
      tern_op_t *member = brothers.values[i];
      for (size_t k = i; k > members; --k) brothers.values[k] = brothers.values[k - 1];
      brothers.values[members++] = member;
    }
    merge_backward(casts, input, brothers.values, members, is_first);
    brothers.count -= members;
    for (size_t i = 0; i < brothers.count; ++i) brothers.values[i] = brothers.values[i + members];
  }
  tern_vec_deinitialize(&brothers);
  return true;
}

static bool move_into_op(casts_t *casts, const tern_cta_cast_t *cast, tern_op_t *op, const tern_attr_t *encoding) {
  if (is_access(op)) return take_over_access(casts, op, encoding), true;
  if (takes_any(op)) return tern_cta_casts_insert_same(casts, op, encoding), true;
  if (tern_op_is(op, TERN_ARITH(CONSTANT))) return take_over_constant(casts, op, encoding), true;
  if (tern_op_is(op, TERN_TT(EXPAND_DIMS))) return tern_cta_casts_insert(casts, op, choose_expand, encoding), true;
  if (tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) {
    tern_value_replace_all_uses(&op->results[0], tern_op_operand(op, 0));
    tern_op_destroy(op);
    tern_vec_push(&casts->queue, *cast);
    return true;
  }
  bool carries = tern_op_is(op, TERN_SCF(IF)) || tern_op_is(op, TERN_SCF(FOR));
  if (carries) return take_over_carried(casts, op, input_of(cast)->index, output_of(cast)->type);
  return tern_cta_casts_insert(casts, op, choose_own, NULL), true;
}

static bool move_backward(casts_t *casts, const tern_cta_cast_t *cast) {
  tern_value_t *input = input_of(cast);
  const tern_type_t *type = output_of(cast)->type;
  if (!tern_value_has_one_use(input)) return meet_users(casts, input, type);
  tern_op_t *op = tern_value_defining_op(input);
  if (op && is_cast(op)) return eliminate(casts, op, cast->op), true;
  if (op) return move_into_op(casts, cast, op, tern_cta_encoding(type));
  tern_op_t *owner = tern_block_parent_op(tern_value_arg_block(input));
  if (tern_op_is(owner, TERN_SCF(FOR))) return take_over_for(casts, owner, input->index - 1, type), true;
  return fail(casts, tern_value_loc(input), "is an argument whose encoding cannot change");
}

// --- forward ---

static bool move_forward(casts_t *casts, const tern_cta_cast_t *cast) {
  tern_value_t *input = input_of(cast), *output = output_of(cast);
  if (!tern_value_has_uses(output)) return erase(casts, cast->op), true;
  if (!tern_value_has_one_use(output)) {
    tern_builder_t b = tern_builder_after(cast->op);
    while (tern_value_has_uses(output))
      tern_operand_set(output->first_use, make_cast(casts, &b, input, output->type, false));
    return erase(casts, cast->op), true;
  }
  tern_op_t *op = output->first_use->owner;
  size_t index = tern_operand_index(output->first_use);
  const tern_attr_t *encoding = tern_cta_encoding(input->type);
  if (is_cast(op)) return eliminate(casts, cast->op, op), true;
  if (is_access(op)) return take_over_access(casts, op, encoding), true;
  if (is_elementwise(op) || tern_op_is(op, TERN_TT(ADVANCE)))
    return tern_cta_casts_insert_same(casts, op, encoding), true;
  if (tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) {
    output->type = op->results[0].type;
    tern_value_replace_all_uses(&op->results[0], output);
    tern_op_destroy(op);
    tern_vec_push(&casts->queue, *cast);
    return true;
  }
  if (tern_op_is(op, TERN_SCF(FOR))) return take_over_for(casts, op, index - 3, input->type), true;
  if (tern_op_is(op, TERN_SCF(YIELD))) return take_over_carried(casts, tern_op_parent(op), index, input->type);
  return tern_cta_casts_insert(casts, op, choose_own, NULL), true;
}

bool tern_cta_casts_run(casts_t *casts) {
  for (size_t step = 0; casts->start < casts->queue.count && !casts->error; ++step) {
    tern_cta_cast_t cast = casts->queue.values[casts->start++];
    if (step == MAX_STEPS) fail(casts, cast.op->loc, "has encodings that change each other for ever");
    bool is_moved = cast.is_backward ? move_backward(casts, &cast) : move_forward(casts, &cast);
    casts->unchanged = is_moved ? 0 : casts->unchanged + 1;
    if (!is_moved) tern_vec_push(&casts->queue, cast);
  }
  return !casts->error;
}
