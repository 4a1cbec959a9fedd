// Conflicts of a plan of buffers: results are written when they are computed, which may be long before their store.

#include "convert/bufferization/buffer_conflicts.h"

#include "analysis/memory_location.h"
#include "dialect/arith/index_math.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/hal/hal.h"
#include "dialect/iree/iree.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"

// --- places ---

static const tern_value_t *offset_of(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "offset", &start, &count);
  return tern_op_operand(op, start);
}

static bool is_same_index(const tern_value_t *a, const tern_value_t *b) {
  int64_t offset_a, offset_b;
  if (a == b) return true;
  return a && b && tern_index_constant(a, &offset_a) && tern_index_constant(b, &offset_b) && offset_a == offset_b;
}

static bool is_of_interface(const tern_op_t *op) {
  return tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR)) || tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR));
}

// The tensor that a load gives or a store takes.
static const tern_value_t *tensor_of(const tern_op_t *op) {
  return op->result_count ? tern_op_result(op, 0) : tern_op_operand(op, 0);
}

// The buffer of a load or store that is none of hal.interface.*.
static tern_value_t *memref_of(const tern_op_t *op) { return tern_op_operand(op, op->result_count ? 0 : 1); }

static const tern_value_t *byte_offset_of(const tern_value_t *base) {
  const tern_op_t *op = tern_value_defining_op(base);
  size_t start, count;
  if (!op || !tern_op_is(op, TERN_IREE(PLACEHOLDER))) return NULL;
  tern_op_operands_named(op, "byte_offset", &start, &count);
  return count ? tern_op_operand(op, start) : NULL;
}

// Ranges of one binding that begin at different offsets are different resources, which were given the binding together.
static bool are_different_resources(const tern_value_t *a, const tern_value_t *b) {
  return a != b && !is_same_index(byte_offset_of(a), byte_offset_of(b));
}

static bool read_slice(const tern_value_t *memref, tern_slice_t *out_slice) {
  const tern_op_t *op = tern_value_defining_op(memref);
  return op && tern_op_is(op, TERN_MEMREF(SUBVIEW)) && tern_slice_read(op, out_slice);
}

// Two slices of one buffer that have no element in common.
static bool are_disjoint_parts(const tern_value_t *a, const tern_value_t *b) {
  tern_slice_t slices[2];
  if (!read_slice(a, &slices[0]) || !read_slice(b, &slices[1])) return false;
  if (tern_op_operand(tern_value_defining_op(a), 0) != tern_op_operand(tern_value_defining_op(b), 0)) return false;
  for (size_t i = 0; i < slices[0].count; ++i) {
    int64_t first[2], last[2];
    bool is_known = true;
    for (size_t k = 0; k < 2; ++k) {
      int64_t size, stride;
      is_known = is_known && tern_mixed_constant(slices[k].offsets[i], &first[k]) &&
                 tern_mixed_constant(slices[k].sizes[i], &size) && tern_mixed_constant(slices[k].strides[i], &stride);
      if (is_known) last[k] = first[k] + (size - 1) * stride;
    }
    if (is_known && (last[0] < first[1] || last[1] < first[0])) return true;
  }
  return false;
}

static bool is_same_view(const tern_value_t *a, const tern_value_t *b) {
  tern_slice_t slices[2];
  if (a == b) return true;
  if (a->type != b->type || !read_slice(a, &slices[0]) || !read_slice(b, &slices[1])) return false;
  if (slices[0].count != slices[1].count) return false;
  for (size_t i = 0; i < slices[0].count; ++i) {
    if (!tern_mixed_equal(slices[0].offsets[i], slices[1].offsets[i]) ||
        !tern_mixed_equal(slices[0].sizes[i], slices[1].sizes[i]) ||
        !tern_mixed_equal(slices[0].strides[i], slices[1].strides[i])) {
      return false;
    }
  }
  return is_same_view(tern_op_operand(tern_value_defining_op(a), 0), tern_op_operand(tern_value_defining_op(b), 0));
}

bool tern_buffer_is_same_view(const tern_value_t *a, const tern_value_t *b) { return is_same_view(a, b); }

// May two loads or stores touch the same memory?
static bool may_overlap(const tern_op_t *a, const tern_op_t *b) {
  if (is_of_interface(a) != is_of_interface(b)) return false;
  if (is_of_interface(a)) return tern_op_attr(a, "binding") == tern_op_attr(b, "binding");
  tern_value_t *memref_a = memref_of(a), *memref_b = memref_of(b);
  const tern_value_t *base_a = tern_memory_base(memref_a), *base_b = tern_memory_base(memref_b);
  if (tern_memory_bases_alias(base_a, base_b) == TERN_NO_ALIAS) return false;
  return !are_different_resources(base_a, base_b) && !are_disjoint_parts(memref_a, memref_b);
}

// A load and a store of the very same elements.
static bool is_same_place(const tern_op_t *load, const tern_op_t *store) {
  if (!is_of_interface(load)) return is_same_view(memref_of(load), memref_of(store));
  return is_same_index(offset_of(load), offset_of(store)) &&
         tern_type_element_count(tensor_of(load)->type) == tern_type_element_count(tensor_of(store)->type);
}

// --- readers ---

// The store that `tensor` ends up in, or NULL.
static tern_op_t *final_store(const tern_buffer_plan_t *plan, const tern_value_t *tensor) {
  const tern_destination_t *destination = tern_buffer_plan_destination(plan, tensor);
  while (destination && destination->kind != TERN_DESTINATION_STORE) {
    if (destination->kind == TERN_DESTINATION_TEMPORARY) return NULL;
    destination = tern_buffer_plan_destination(plan, tern_op_result(destination->op, destination->result));
  }
  return destination ? destination->op : NULL;
}

// What `use` reads is where, and when, `writer` writes: the op goes on with what is there.
static bool reads_in_place(const tern_op_t *writer, const tern_operand_t *use) {
  if (use->owner != writer) return false;
  size_t index = tern_operand_index(use);
  if (tern_is_linalg(writer)) {
    return index >= tern_linalg_input_count(writer) || tern_buffer_may_work_in_place(writer, index);
  }
  return (tern_op_is(writer, TERN_TENSOR(INSERT_SLICE)) || tern_op_is(writer, TERN_TENSOR(INSERT))) && index == 1;
}

// An op behind `writer` that reads the memory of `tensor`, through views; NULL if there is none. `is_same`: the tensor's
// place is that which `writer` writes.
static tern_op_t *find_reader_after(const tern_value_t *tensor, const tern_op_t *writer, bool is_same) {
  tern_value_for_each_use(tensor, use) {
    tern_op_t *reader = use->owner;
    if (tern_buffer_is_view(reader)) {
      bool keeps_order = !tern_op_is(reader, TERN_TENSOR(EXTRACT_SLICE));
      tern_op_t *found = find_reader_after(tern_op_result(reader, 0), writer, is_same && keeps_order);
      if (found) return found;
      continue;
    }
    while (reader->block && reader->block != writer->block && tern_op_parent(reader)) reader = tern_op_parent(reader);
    if (reader->block == writer->block && tern_op_is_before(writer, reader)) return reader;
    if (reader == writer && !(is_same && reads_in_place(writer, use))) return reader;
  }
  return NULL;
}

static bool has_reader_at(const tern_op_t *op, const tern_value_t *tensor, const tern_op_t *store) {
  return op == store && tern_op_operand(store, 0) == tensor;
}

// An op that reads what `load` gave after `writer` has begun to write the place of `store`; NULL if there is none.
static tern_op_t *find_victim(const tern_buffer_plan_t *plan, const tern_op_t *load, tern_op_t *writer,
                              const tern_op_t *store) {
  const tern_value_t *old = tern_op_result(load, 0);
  const tern_destination_t *own = tern_buffer_plan_destination(plan, old);
  if (own && own->kind == TERN_DESTINATION_TEMPORARY) {
    return tern_op_is_before(writer, load) ? (tern_op_t *)load : NULL;
  }
  if (tern_map_get(&plan->early_fills, writer)) return old->first_use ? old->first_use->owner : NULL;
  bool is_same = is_same_place(load, store);
  tern_op_t *reader = find_reader_after(old, writer, is_same);
  // The store of a whole loaded tensor to where it came from changes nothing.
  bool changes_nothing = reader == store && writer == store && is_same && has_reader_at(reader, old, store);
  return changes_nothing ? NULL : reader;
}

typedef struct conflict {
  tern_op_t *load, *reader;
} conflict_t;

// A binding that is both loaded and stored: nothing may read the old contents after `writer` begins to write the new ones.
static bool find_conflict(const tern_buffer_plan_t *plan, tern_op_t *writer, const tern_op_t *store,
                          conflict_t *out_conflict) {
  // A store inside of a loop happens where the loop is.
  const tern_op_t *place = store->block == plan->block ? store : writer;
  for (size_t l = 0; l < plan->ops.count; ++l) {
    tern_op_t *load = plan->ops.values[l];
    // A load behind the store is given what was stored.
    if (!tern_buffer_is_load(load) || !may_overlap(load, store) || tern_op_is_before(place, load)) continue;
    tern_op_t *reader = find_victim(plan, load, writer, store);
    if (!reader) continue;
    *out_conflict = (conflict_t){load, reader};
    return true;
  }
  return false;
}

// --- stores ---

// The bytes that a store to a binding writes, where they are known.
static bool find_bytes(const tern_op_t *store, int64_t *out_start, int64_t *out_end) {
  const tern_type_t *type = tern_op_operand(store, 0)->type;
  if (!tern_index_constant(offset_of(store), out_start) || !tern_type_has_static_shape(type)) return false;
  int64_t width = (int64_t)(tern_type_bit_width(tern_type_element(type)) + 7) / 8;
  *out_end = *out_start + tern_type_element_count(type) * width;
  return true;
}

static bool write_one_place(const tern_op_t *earlier, const tern_op_t *later) {
  if (!may_overlap(earlier, later)) return false;
  if (!is_of_interface(later)) return true;
  int64_t start, end, other_start, other_end;
  bool is_known = find_bytes(later, &start, &end) && find_bytes(earlier, &other_start, &other_end);
  return is_known ? start < other_end && other_start < end : is_same_index(offset_of(earlier), offset_of(later));
}

// The store before `plan->ops.values[index]`, a store, that writes to its place; NULL if there is none.
static tern_op_t *find_earlier_store(const tern_buffer_plan_t *plan, size_t index) {
  tern_op_t *later = plan->ops.values[index];
  for (size_t k = 0; k < index && tern_buffer_is_store(later); ++k) {
    tern_op_t *earlier = plan->ops.values[k];
    if (tern_buffer_is_store(earlier) && write_one_place(earlier, later)) return earlier;
  }
  return NULL;
}

// Results are written when they are computed, so two stores to one place would not happen in their order.
static bool check_stores(const tern_buffer_plan_t *plan) {
  bool is_right = true;
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *earlier = find_earlier_store(plan, i), *later = plan->ops.values[i];
    if (!earlier) continue;
    const tern_attr_t *binding = tern_op_attr(later, "binding");
    if (binding) {
      is_right =
          tern_op_error(later, "writes to a part of binding %s that is written already", tern_attr_text(binding));
    } else {
      is_right = tern_op_error(later, "writes to a part of a buffer that is written already");
    }
    tern_emit_note(earlier->loc, "by this store; remove it, or give the two different bindings or offsets");
  }
  return is_right;
}

// --- events ---

// A store, and the op of the block that it happens at: itself, or the loop around it.
typedef struct event {
  tern_op_t *at, *store;
} event_t;
typedef TERN_VEC(event_t) event_list_t;

static void collect_inner_events(const tern_buffer_plan_t *plan, tern_op_t *at, event_list_t *events) {
  for (size_t i = 0; i < plan->inner.entry_count; ++i) {
    const tern_buffer_plan_list_t *list = plan->inner.entries[i].value;
    tern_op_t *owner = at ? at : (tern_op_t *)(uintptr_t)plan->inner.entries[i].key;
    for (size_t k = 0; list && k < list->count; ++k) {
      const tern_buffer_plan_t *inner = list->values[k];
      for (size_t o = 0; o < inner->ops.count; ++o) {
        tern_op_t *op = inner->ops.values[o];
        if (tern_buffer_is_store(op)) tern_vec_push(events, ((event_t){owner, op}));
      }
      collect_inner_events(inner, owner, events);
    }
  }
}

static void collect_events(const tern_buffer_plan_t *plan, event_list_t *events) {
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *op = plan->ops.values[i];
    if (tern_buffer_is_store(op)) tern_vec_push(events, ((event_t){op, op}));
  }
  collect_inner_events(plan, NULL, events);
}

// --- all ---

// Calls `visit` for each pair of an op and the store whose place it writes; stops at false.
typedef bool (*visit_fn_t)(void *user, tern_op_t *writer, tern_op_t *store);

static bool visit_inner(const tern_buffer_plan_t *plan, visit_fn_t visit, void *user) {
  event_list_t events = {0};
  bool goes_on = true;
  collect_inner_events(plan, NULL, &events);
  for (size_t i = 0; i < events.count && goes_on; ++i)
    goes_on = visit(user, events.values[i].at, events.values[i].store);
  tern_vec_deinitialize(&events);
  return goes_on;
}

static bool visit_writers(const tern_buffer_plan_t *plan, visit_fn_t visit, void *user) {
  if (!visit_inner(plan, visit, user)) return false;
  for (size_t w = 0; w < plan->ops.count; ++w) {
    tern_op_t *writer = plan->ops.values[w];
    if (tern_buffer_is_store(writer) && !visit(user, writer, writer)) return false;
    if (tern_buffer_is_view(writer)) continue;
    for (size_t i = 0; i < writer->result_count; ++i) {
      tern_op_t *store = final_store(plan, tern_op_result(writer, i));
      if (store && !visit(user, writer, store)) return false;
    }
  }
  return true;
}

typedef struct check {
  const tern_buffer_plan_t *plan;
  bool is_right;
} check_t;

static bool report(void *user, tern_op_t *writer, tern_op_t *store) {
  check_t *check = user;
  conflict_t conflict;
  if (!find_conflict(check->plan, writer, store, &conflict)) return true;
  const tern_attr_t *binding = tern_op_attr(store, "binding");
  check->is_right = tern_op_error(writer, "overwrites %s%s while its contents are still needed",
                                  binding ? "binding " : "a buffer", binding ? tern_attr_text(binding) : "");
  tern_emit_note(conflict.reader->loc, "they are read here; write the result to another binding");
  return true;
}

bool tern_buffer_plan_check_order(const tern_buffer_plan_t *plan) {
  check_t check = {plan, check_stores(plan)};
  visit_writers(plan, report, &check);
  return check.is_right;
}

// Gives a temporary to the tensor that is stored, or where the store itself is the conflict, to what was loaded. False:
// something has changed.
static bool resolve(void *user, tern_op_t *writer, tern_op_t *store) {
  tern_buffer_plan_t *plan = user;
  conflict_t conflict;
  if (!find_conflict(plan, writer, store, &conflict)) return true;
  if (writer == store || store->block != plan->block) {
    tern_buffer_plan_give_temporary(plan, tern_op_result(conflict.load, 0));
  } else {
    tern_buffer_plan_give_temporary(plan, tern_op_operand(store, 0));
  }
  return false;
}

// The tensor of a store is computed elsewhere, so that only the store writes.
static void compute_apart(tern_buffer_plan_t *plan, tern_op_t *store) {
  tern_value_t *tensor = tern_op_operand(store, 0);
  const tern_destination_t *destination = tern_buffer_plan_destination(plan, tensor);
  if (destination && destination->kind == TERN_DESTINATION_STORE && destination->op == store) {
    tern_buffer_plan_give_temporary(plan, tensor);
  }
}

static bool writes_for(const tern_buffer_plan_t *plan, tern_op_t *op, const tern_op_t *store) {
  for (size_t r = 0; r < op->result_count && !tern_buffer_is_view(op); ++r) {
    if (final_store(plan, tern_op_result(op, r)) == store) return true;
  }
  return false;
}

// The first op of the block that writes the place of the event.
static tern_op_t *first_writer(const tern_buffer_plan_t *plan, const event_t *event) {
  for (size_t i = 0; i < plan->ops.count && event->at == event->store; ++i) {
    tern_op_t *op = plan->ops.values[i];
    if (writes_for(plan, op, event->store)) return op;
  }
  return event->at;
}

static bool is_read_after(const tern_buffer_plan_t *plan, const tern_op_t *store, const tern_op_t *writer) {
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *op = plan->ops.values[i];
    if (op == writer || !writes_for(plan, op, store)) continue;
    for (size_t r = 0; r < op->result_count; ++r) {
      if (find_reader_after(tern_op_result(op, r), writer, false)) return true;
    }
  }
  return false;
}

static bool is_filled_early(const tern_buffer_plan_t *plan, const tern_op_t *store) {
  for (size_t i = 0; i < plan->early_fills.entry_count; ++i) {
    tern_op_t *fill = plan->early_fills.entries[i].value;
    if (fill && writes_for(plan, fill, store)) return true;
  }
  return false;
}

// Two events at one place: what is stored second must not be there before the first has happened, and what was stored first
// must not be looked for after the second.
static void resolve_events(tern_buffer_plan_t *plan) {
  event_list_t events = {0};
  collect_events(plan, &events);
  for (size_t i = 0; i < events.count; ++i) {
    for (size_t k = 0; k < events.count; ++k) {
      const event_t *first = &events.values[i], *second = &events.values[k];
      if (first->at == second->at || !tern_op_is_before(first->at, second->at)) continue;
      if (!may_overlap(first->store, second->store)) continue;
      bool is_direct = second->at == second->store;
      tern_op_t *writer = first_writer(plan, second);
      bool is_too_early = writer != second->at && !tern_op_is_before(first->at, writer);
      if (is_direct && (is_too_early || is_filled_early(plan, second->store))) {
        compute_apart(plan, second->store);
        writer = second->at;
      }
      if (first->at == first->store && is_read_after(plan, first->store, writer)) compute_apart(plan, first->store);
    }
  }
  tern_vec_deinitialize(&events);
}

void tern_buffer_plan_resolve_order(tern_buffer_plan_t *plan) {
  resolve_events(plan);
  // Each round takes a value away from those that conflict.
  for (size_t round = 0; round <= 2 * plan->ops.count + 2 && !visit_writers(plan, resolve, plan); ++round) {}
}
