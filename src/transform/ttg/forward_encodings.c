// Encodings flow forward, from loads, products and their like (anchors) to all that is computed from them; where several meet, one
// is chosen and the others are converted (upstream: LayoutPropagation of RemoveLayoutConversions).
//
// First all encodings that reach a value are collected, then one of them is chosen for each value, and last the function is
// rewritten from outside to inside: an op whose result is to have another encoding is made again in front of itself, and the
// old ones go at the end.

#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/layout_conversions.h"

typedef TERN_VEC(const tern_attr_t *) encoding_list_t;
typedef TERN_VEC(tern_value_t *) value_list_t;

typedef struct propagation {
  tern_map_t candidates;  // value -> encoding_list_t *, owned; one each once they are chosen
  tern_map_t rewritten;   // value -> the value that stands for it in the chosen encoding
  tern_op_list_t dead;
} propagation_t;

// --- candidates ---

static encoding_list_t *list_of(propagation_t *p, tern_value_t *value) {
  encoding_list_t *list = tern_map_get(&p->candidates, value);
  if (list) return list;
  list = tern_calloc(1, sizeof *list);
  tern_map_set(&p->candidates, value, list);
  return list;
}

static bool add_candidate(propagation_t *p, tern_value_t *value, const tern_attr_t *encoding) {
  encoding_list_t *list = list_of(p, value);
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == encoding) return false;
  }
  tern_vec_push(list, encoding);
  return true;
}

static void add_anchor(propagation_t *p, tern_value_t *value) {
  if (tern_ttg_type_encoding(value->type)) add_candidate(p, value, tern_ttg_value_encoding(value));
}

static void add_anchors(propagation_t *p, tern_op_t *function) {
  tern_block_t *entry = function->regions[0].first_block;
  for (size_t i = 0; i < entry->arg_count; ++i) add_anchor(p, entry->args[i]);
  tern_op_list_t anchors = tern_op_collect(function, TERN_POSTORDER, tern_ttg_is_anchor);
  for (size_t i = 0; i < anchors.count; ++i) {
    tern_op_t *op = anchors.values[i];
    for (size_t r = 0; r < op->result_count; ++r) add_anchor(p, tern_op_result(op, r));
  }
  tern_vec_deinitialize(&anchors);
}

// One step: what `op` makes of encodings goes to a value of its.
typedef struct step {
  propagation_t *p;
  const encoding_list_t *encodings;
  value_list_t *changed;
} step_t;

static void flow_to(const step_t *step, tern_value_t *value, const tern_op_t *op) {
  bool is_changed = false;
  if (!tern_ttg_is_tensor(value)) return;
  for (size_t i = 0; i < step->encodings->count; ++i) {
    const tern_attr_t *encoding = tern_ttg_result_encoding(op, step->encodings->values[i]);
    is_changed = (encoding && add_candidate(step->p, value, encoding)) || is_changed;
  }
  if (is_changed) tern_vec_push(step->changed, value);
}

// What a yield hands on becomes results of its op, and arguments of a loop's next iteration.
static void flow_from_yield(const step_t *step, const tern_op_t *yield, size_t index) {
  const tern_op_t *parent = tern_op_parent(yield);
  bool is_for = tern_op_is(parent, TERN_SCF(FOR)), is_while = tern_op_is(parent, TERN_SCF(WHILE));
  if (!is_for && !is_while && !tern_op_is(parent, TERN_SCF(IF))) return;
  // A scf.while goes on with what its body yields, and its results are those of its condition.
  if (index < parent->result_count) flow_to(step, tern_op_result(parent, index), yield);
  if (is_for) flow_to(step, tern_op_body(parent, 0)->args[index + 1], yield);
  if (is_while) flow_to(step, tern_op_body(parent, 0)->args[index], yield);
}

static void flow_from_condition(const step_t *step, const tern_op_t *condition, size_t index) {
  const tern_op_t *parent = tern_op_parent(condition);
  if (index == 0) return;
  flow_to(step, tern_op_body(parent, 1)->args[index - 1], condition);
  flow_to(step, tern_op_result(parent, index - 1), condition);
}

static void flow_to_user(const step_t *step, const tern_operand_t *use) {
  tern_op_t *user = use->owner;
  size_t index = tern_operand_index(use);
  if (tern_op_is(user, TERN_SCF(FOR))) {
    if (index < 3) return;
    flow_to(step, tern_op_body(user, 0)->args[index - 2], user);
    flow_to(step, tern_op_result(user, index - 3), user);
  } else if (tern_op_is(user, TERN_SCF(WHILE))) {
    flow_to(step, tern_op_body(user, 0)->args[index], user);
  } else if (tern_op_is(user, TERN_SCF(YIELD))) {
    flow_from_yield(step, user, index);
  } else if (tern_op_is(user, TERN_SCF(CONDITION))) {
    flow_from_condition(step, user, index);
  } else if (tern_op_is(user, TERN_TTNG(WARP_GROUP_DOT_WAIT))) {
    if (index < user->result_count) flow_to(step, tern_op_result(user, index), user);
  } else if (tern_op_is(user, TERN_TT(GATHER))) {
    if (index == 1 && !tern_op_attr(user, "efficient_layout")) flow_to(step, tern_op_result(user, 0), user);
  } else if (tern_ttg_passes_encoding(user)) {
    for (size_t i = 0; i < user->result_count; ++i) flow_to(step, tern_op_result(user, i), user);
  }
}

static void collect_candidates(propagation_t *p) {
  value_list_t queue = {0}, changed = {0};
  for (size_t i = 0; i < p->candidates.entry_count; ++i)
    tern_vec_push(&queue, (tern_value_t *)(uintptr_t)p->candidates.entries[i].key);
  while (queue.count) {
    tern_value_t *value = queue.values[--queue.count];
    const encoding_list_t *list = tern_map_get(&p->candidates, value);
    // The list may grow while it is gone through, when a value flows into itself; what is new comes with the next turn.
    encoding_list_t now = {0};
    for (size_t i = 0; i < list->count; ++i) tern_vec_push(&now, list->values[i]);
    changed.count = 0;
    step_t step = {p, &now, &changed};
    tern_value_for_each_use(value, use) flow_to_user(&step, use);
    for (size_t i = 0; i < changed.count; ++i) tern_vec_push(&queue, changed.values[i]);
    tern_vec_deinitialize(&now);
  }
  tern_vec_deinitialize(&queue);
  tern_vec_deinitialize(&changed);
}

// --- choice ---

static bool is_matrix(const tern_attr_t *encoding) {
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA) || tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_MFMA) ||
         tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_WMMA);
}

// Accesses want blocks, other ops the sums of products.
static void choose(propagation_t *p) {
  for (size_t i = 0; i < p->candidates.entry_count; ++i) {
    const tern_op_t *op = tern_value_defining_op(p->candidates.entries[i].key);
    encoding_list_t *list = p->candidates.entries[i].value;
    bool is_access = op && (tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(STORE)) ||
                            tern_op_is(op, TERN_TT(ATOMIC_RMW)) || tern_op_is(op, TERN_TT(ATOMIC_CAS)));
    size_t chosen = 0;
    for (size_t k = list->count; k-- > 0;) {
      bool is_liked = is_access ? tern_attr_is_ttg(list->values[k], TERN_TTG_ATTR_BLOCKED) : is_matrix(list->values[k]);
      if (is_liked) chosen = k;
    }
    list->values[0] = list->values[chosen];
    list->count = 1;
  }
}

// --- the function in the chosen encodings ---

// The encoding that was chosen for the value; NULL: nobody cares.
static const tern_attr_t *chosen_for(const propagation_t *p, const tern_value_t *value) {
  const encoding_list_t *list = tern_map_get(&p->candidates, value);
  return list ? list->values[0] : NULL;
}

static tern_value_t *rewritten(const propagation_t *p, tern_value_t *value) {
  const tern_attr_t *encoding = tern_ttg_is_tensor(value) ? chosen_for(p, value) : NULL;
  if (!encoding || encoding == tern_ttg_value_encoding(value)) return value;
  tern_value_t *made = tern_map_get(&p->rewritten, value);
  return made ? made : value;
}

static tern_builder_t builder_behind(tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  return op ? tern_builder_after(op) : tern_builder_at_start(tern_value_arg_block(value), tern_value_loc(value));
}

// What stands for the value, in this encoding.
static tern_value_t *value_as(const propagation_t *p, tern_value_t *value, const tern_attr_t *encoding) {
  if (!tern_ttg_is_tensor(value)) return value;
  tern_value_t *made = rewritten(p, value);
  if (tern_ttg_value_encoding(made) == encoding) return made;
  tern_builder_t b = builder_behind(made);
  b.loc = tern_value_loc(value);
  return tern_ttg_build_convert(&b, made, encoding);
}

// `old` is `made` from now on: for all where the types are the same, else for those who ask.
static void stand_for(propagation_t *p, tern_value_t *old, tern_value_t *made) {
  if (old->type == made->type) {
    tern_value_replace_all_uses(old, made);
  } else {
    tern_map_set(&p->rewritten, old, made);
  }
}

static const tern_type_t *chosen_type(const propagation_t *p, const tern_value_t *value) {
  const tern_attr_t *encoding = chosen_for(p, value);
  return encoding ? tern_ttg_with_encoding(value->type, encoding) : value->type;
}

static void move_ops(tern_block_t *from, tern_block_t *to) {
  while (from->first_op) {
    tern_op_t *op = from->first_op;
    tern_op_remove(op);
    tern_op_insert(op, to, NULL);
  }
}

// A block like `old` at the end of `region`, with the types that were chosen for its arguments. `old` stays, empty.
static void rebuild_block(propagation_t *p, tern_block_t *old, tern_region_t *region) {
  tern_block_t *made = tern_region_add_block(region);
  for (size_t i = 0; i < old->arg_count; ++i)
    tern_block_add_arg(made, chosen_type(p, old->args[i]), tern_value_loc(old->args[i]));
  move_ops(old, made);
  for (size_t i = 0; i < old->arg_count; ++i) stand_for(p, old->args[i], made->args[i]);
}

// scf.for, scf.while and scf.if, with the types that were chosen for their results. `first`: the first operand that is handed on,
// to become the arguments of the first region from `first_arg` on.
static tern_op_t *rewrite_structured(propagation_t *p, tern_op_t *op, size_t first, size_t first_arg) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *made = tern_op_clone_without_regions(op, NULL);
  for (size_t i = first; i < op->operand_count; ++i) {
    const tern_value_t *arg = tern_op_body(op, 0)->args[i - first + first_arg];
    const tern_attr_t *encoding = chosen_for(p, arg);
    if (encoding) tern_op_set_operand(made, i, value_as(p, tern_op_operand(op, i), encoding));
  }
  for (size_t i = 0; i < op->result_count; ++i) made->results[i].type = chosen_type(p, tern_op_result(op, i));
  tern_builder_insert(&b, made);
  for (size_t i = 0; i < op->region_count; ++i) {
    if (op->regions[i].first_block) rebuild_block(p, op->regions[i].first_block, &made->regions[i]);
  }
  for (size_t i = 0; i < op->result_count; ++i) stand_for(p, tern_op_result(op, i), tern_op_result(made, i));
  return made;
}

// A conversion starts from what its source was given.
static tern_op_t *rewrite_convert(propagation_t *p, tern_op_t *op, const tern_attr_t *encoding) {
  tern_value_t *source = tern_op_operand(op, 0), *result = tern_op_result(op, 0);
  const tern_attr_t *from = chosen_for(p, source);
  source = value_as(p, source, from ? from : tern_ttg_value_encoding(source));
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *made = tern_ttg_build_convert(&b, source, encoding);
  tern_map_set(&p->rewritten, result, made);
  return tern_value_defining_op(made);
}

static tern_op_t *rewrite_folding(propagation_t *p, tern_op_t *op, const tern_attr_t *encoding) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *copy = tern_builder_clone(&b, op, NULL);
  tern_value_t *made = tern_ttg_build_convert(&b, tern_op_result(copy, 0), encoding);
  tern_map_set(&p->rewritten, tern_op_result(op, 0), made);
  return tern_value_defining_op(made);
}

// The encoding for the op's operands: one that an operand has, where it fits.
static const tern_attr_t *operands_encoding(const propagation_t *p, const tern_op_t *op, const tern_attr_t *encoding) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_attr_t *has = tern_ttg_value_encoding(rewritten(p, tern_op_operand(op, i)));
    if (has && tern_ttg_result_encoding(op, has) == encoding) return has;
  }
  return tern_ttg_operand_encoding(op, encoding);
}

static tern_op_t *rewrite_any(propagation_t *p, tern_op_t *op, const tern_attr_t *encoding) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *made = tern_builder_clone(&b, op, NULL);
  const tern_attr_t *from = operands_encoding(p, op, encoding);
  for (size_t i = 0; i < op->operand_count; ++i)
    tern_op_set_operand(made, i, value_as(p, tern_op_operand(op, i), from));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(made, i);
    if (tern_ttg_is_tensor(result)) result->type = tern_ttg_with_encoding(result->type, encoding);
    stand_for(p, tern_op_result(op, i), result);
  }
  return made;
}

static tern_op_t *rewrite_op(propagation_t *p, tern_op_t *op) {
  tern_vec_push(&p->dead, op);
  if (tern_op_is(op, TERN_SCF(FOR))) return rewrite_structured(p, op, 3, 1);
  if (tern_op_is(op, TERN_SCF(WHILE))) return rewrite_structured(p, op, 0, 0);
  if (tern_op_is(op, TERN_SCF(IF))) return rewrite_structured(p, op, op->operand_count, 0);
  const tern_attr_t *encoding = chosen_for(p, tern_op_result(op, 0));
  if (tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) return rewrite_convert(p, op, encoding);
  if (tern_ttg_folds_into_conversion(op, encoding)) return rewrite_folding(p, op, encoding);
  return rewrite_any(p, op, encoding);
}

// --- ops that keep their results ---

// What is handed on gets the type of what it becomes.
static void rewrite_handing(propagation_t *p, tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  bool is_condition = tern_op_is(op, TERN_SCF(CONDITION)), is_while = tern_op_is(parent, TERN_SCF(WHILE));
  for (size_t i = is_condition; i < op->operand_count; ++i) {
    const tern_value_t *target = is_condition ? tern_op_result(parent, i - 1)
                                 : is_while   ? tern_op_body(parent, 0)->args[i]
                                 : tern_op_is(parent, TERN_SCF(FOR)) || tern_op_is(parent, TERN_SCF(IF))
                                     ? tern_op_result(parent, i)
                                     : tern_op_operand(op, i);
    if (tern_ttg_is_tensor(target))
      tern_op_set_operand(op, i, value_as(p, tern_op_operand(op, i), tern_ttg_value_encoding(target)));
  }
}

// Reductions to scalars and assertions take their operands as they are: all as the first one that somebody cares about.
static void rewrite_sink(propagation_t *p, tern_op_t *op) {
  const tern_attr_t *encoding = NULL;
  for (size_t i = 0; i < op->operand_count && !encoding; ++i) encoding = chosen_for(p, tern_op_operand(op, i));
  for (size_t i = 0; i < op->operand_count && encoding; ++i)
    tern_op_set_operand(op, i, value_as(p, tern_op_operand(op, i), encoding));
}

// Other ops get what they had.
static void rewrite_operands(propagation_t *p, tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (chosen_for(p, operand)) tern_op_set_operand(op, i, value_as(p, operand, tern_ttg_value_encoding(operand)));
  }
}

static bool is_sink(const tern_op_t *op) {
  bool is_scalar = tern_op_is(op, TERN_TT(REDUCE)) && !tern_ttg_is_tensor(tern_op_result(op, 0));
  return is_scalar || tern_op_is(op, TERN_TT(ASSERT));
}

static bool needs_rewrite(const propagation_t *p, const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_attr_t *encoding = chosen_for(p, tern_op_result(op, i));
    if (encoding && encoding != tern_ttg_value_encoding(tern_op_result(op, i))) return true;
  }
  return false;
}

static void rewrite_in_order(propagation_t *p, tern_op_t *function) {
  TERN_VEC(tern_region_t *) queue = {0};
  tern_vec_push(&queue, &function->regions[0]);
  for (size_t i = 0; i < queue.count; ++i) {
    tern_region_for_each_block(queue.values[i], block) {
      tern_block_for_each_op(block, op) {
        tern_op_t *inner = op;
        if (needs_rewrite(p, op)) {
          inner = rewrite_op(p, op);
        } else if (tern_op_is(op, TERN_SCF(YIELD)) || tern_op_is(op, TERN_SCF(CONDITION))) {
          rewrite_handing(p, op);
        } else if (is_sink(op)) {
          rewrite_sink(p, op);
          continue;
        } else {
          rewrite_operands(p, op);
        }
        for (size_t r = 0; r < inner->region_count; ++r) tern_vec_push(&queue, &inner->regions[r]);
      }
    }
  }
  tern_vec_deinitialize(&queue);
}

void tern_ttg_propagate_encodings(tern_op_t *function) {
  propagation_t p = {0};
  add_anchors(&p, function);
  collect_candidates(&p);
  choose(&p);
  rewrite_in_order(&p, function);
  for (size_t i = p.dead.count; i-- > 0;) tern_op_drop_all_uses_of_operands(p.dead.values[i]);
  for (size_t i = p.dead.count; i-- > 0;) tern_op_destroy(p.dead.values[i]);
  for (size_t i = 0; i < p.candidates.entry_count; ++i) {
    encoding_list_t *list = p.candidates.entries[i].value;
    tern_vec_deinitialize(list);
    free(list);
  }
  tern_map_deinitialize(&p.candidates);
  tern_map_deinitialize(&p.rewritten);
  tern_vec_deinitialize(&p.dead);
}
