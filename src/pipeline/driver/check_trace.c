// Traces of two runs, compared by location.

#include "pipeline/driver/check_trace.h"

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/func/func.h"
#include "ir/diagnostic.h"

// Values of an op in the order in which it gave them. A long run is noted up to a limit.
#define EVENTS_MAX 50000

typedef struct event {
  const tern_op_t *op;
  datum_t *value;
  uint32_t turn;  // how many values the op's result had before this one
  uint32_t result;
} event_t;

typedef struct trace {
  TERN_VEC(event_t) events;
  tern_map_t turns;  // op -> how often it ran
} trace_t;

static void note(const tern_op_t *op, datum_t *const *values, size_t count, void *user) {
  trace_t *trace = user;
  uintptr_t turn = (uintptr_t)tern_map_get(&trace->turns, op);
  tern_map_set(&trace->turns, op, (void *)(turn + 1));
  for (size_t k = 0; k < count && trace->events.count < EVENTS_MAX; ++k) {
    if (values[k]->kind != DATUM_NUMBERS) continue;
    tern_vec_push(&trace->events, (event_t){op, tern_reference_retain(values[k]), (uint32_t)turn, (uint32_t)k});
  }
}

static void run(tern_op_t *root, tern_op_t *function, tern_types_t types, const tern_reference_inputs_t *inputs,
                trace_t *out) {
  tern_reference_result_t result;
  tern_reference_try(root, function, types, inputs, note, out, &result);
  tern_reference_result_deinitialize(&result);
}

static void deinitialize(trace_t *trace) {
  for (size_t k = 0; k < trace->events.count; ++k) tern_reference_release(trace->events.values[k].value);
  tern_vec_deinitialize(&trace->events);
  tern_map_deinitialize(&trace->turns);
}

static bool is_known(const tern_attr_t *loc) { return loc->kind != TERN_ATTR_LOC_UNKNOWN; }

static bool gives_the_same_kind(const datum_t *a, const datum_t *b) {
  bool is_same = a->rank == b->rank && a->form.words == b->form.words &&
                 a->form.number.is_float == b->form.number.is_float && a->form.number.width == b->form.number.width;
  for (uint32_t d = 0; is_same && d < a->rank; ++d) is_same = a->sizes[d] == b->sizes[d];
  return is_same;
}

// The op of the other version that stands for the one at `loc`: where several have the location, the last that gives
// such a value. NULL: none, or one that ran another number of times.
static const event_t *find_partner(const trace_t *before, const trace_t *after, const event_t *event) {
  const tern_op_t *partner = NULL;
  for (size_t k = 0; k < before->events.count; ++k) {
    const event_t *old = &before->events.values[k];
    if (old->op->loc == event->op->loc && old->result == event->result &&
        gives_the_same_kind(old->value, event->value)) {
      partner = old->op;
    }
  }
  if (!partner || tern_map_get(&before->turns, partner) != tern_map_get(&after->turns, event->op)) return NULL;
  for (size_t k = 0; k < before->events.count; ++k) {
    const event_t *old = &before->events.values[k];
    if (old->op == partner && old->turn == event->turn && old->result == event->result) return old;
  }
  return NULL;
}

// Of several ops of the new version at one location, the last one that gives such a value stands for the old one.
static bool is_last_at_location(const trace_t *after, size_t index) {
  const event_t *event = &after->events.values[index];
  for (size_t k = index + 1; k < after->events.count; ++k) {
    const event_t *other = &after->events.values[k];
    if (other->op == event->op) return true;  // a loop came around
    if (other->op->loc == event->op->loc && gives_the_same_kind(other->value, event->value)) return false;
  }
  return true;
}

static void report(const event_t *old, const event_t *new) {
  tern_string_builder_t text = {0};
  int64_t element = tern_reference_find_difference(old->value, new->value);
  tern_str_t old_name = tern_op_name(old->op), new_name = tern_op_name(new->op);
  datum_t *was = tern_reference_extract(old->value, element), *is = tern_reference_extract(new->value, element);
  tern_reference_print(is, &text);
  tern_string_builder_append_format(&text, " where '%.*s' gave ", (int)old_name.size, old_name.data);
  tern_reference_print(was, &text);
  tern_reference_release(was);
  tern_reference_release(is);
  tern_emit_note(new->op->loc, "the first op with another value than before the pass is '%.*s'%s: it gives %.*s",
                 (int)new_name.size, new_name.data, new->turn ? ", not in its first turn" : "", (int)text.size,
                 text.data);
  tern_string_builder_deinitialize(&text);
}

// Nothing at a location that both versions have: what the function gives in the end is all there is to name.
static void report_result(tern_op_t *function) {
  const tern_op_t *end = tern_op_body(function, 0)->last_op;
  const tern_op_t *giver = end && end->operand_count ? tern_value_defining_op(tern_op_operand(end, 0)) : NULL;
  if (!giver) return;
  tern_str_t name = tern_op_name(giver);
  tern_emit_note(
      giver->loc,
      "no op has the location of one that gave another value before the pass; the result is now that of '%.*s'",
      (int)name.size, name.data);
}

void tern_check_trace_report(tern_op_t *before, tern_op_t *old_function, tern_op_t *after, tern_op_t *new_function,
                             tern_types_t types, const tern_reference_inputs_t *inputs) {
  trace_t old = {0}, new = {0};
  run(before, old_function, types, inputs, &old);
  run(after, new_function, types, inputs, &new);
  bool is_found = false;
  // Looking for partners is quadratic: what is far into a run is not looked at.
  for (size_t k = 0; k < new.events.count && k < 2000 && !is_found; ++k) {
    const event_t *event = &new.events.values[k];
    if (!is_known(event->op->loc) || !is_last_at_location(&new, k)) continue;
    const event_t *partner = find_partner(&old, &new, event);
    is_found = partner && tern_reference_find_difference(partner->value, event->value) >= 0;
    if (is_found) report(partner, event);
  }
  if (!is_found) report_result(new_function);
  deinitialize(&old);
  deinitialize(&new);
}
