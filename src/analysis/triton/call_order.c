// See call_order.h.

#include "analysis/triton/call_order.h"

#include "base/map.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"

enum { IS_OPEN = 1, IS_DONE };

typedef struct search {
  tern_map_t states;  // function -> how far it is
  tern_call_order_t *order;
  tern_map_t called;  // functions that others call
} search_t;

tern_op_t *tern_tt_callee(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_TT(CALL))) return NULL;
  tern_op_t *callee = tern_symbol_lookup_nearest(op, tern_op_attr(op, "callee"));
  return callee && tern_op_is(callee, TERN_TT(FUNC)) ? callee : NULL;
}

static bool visit(search_t *s, tern_op_t *function) {
  tern_map_set(&s->states, function, (void *)(uintptr_t)IS_OPEN);
  tern_op_list_t calls = tern_op_collect_row(function, TERN_PREORDER, TERN_TT(CALL));
  bool is_ok = true;
  for (size_t i = 0; i < calls.count && is_ok; ++i) {
    tern_op_t *callee = tern_tt_callee(calls.values[i]);
    if (!callee) continue;
    tern_map_set(&s->called, callee, callee);
    uintptr_t state = (uintptr_t)tern_map_get(&s->states, callee);
    if (state == IS_OPEN) {
      tern_str_t name = tern_symbol_name(callee);
      is_ok = tern_op_error(calls.values[i], "makes '%.*s' call itself", (int)name.size, name.data);
      tern_emit_note(calls.values[i]->loc, "shared memory is laid out ahead of time: write a loop instead");
    } else if (state != IS_DONE) {
      is_ok = visit(s, callee);
    }
  }
  tern_vec_deinitialize(&calls);
  tern_map_set(&s->states, function, (void *)(uintptr_t)IS_DONE);
  tern_vec_push(s->order, (tern_called_function_t){.op = function});
  return is_ok;
}

bool tern_call_order_find(tern_op_t *module, tern_call_order_t *out_order) {
  *out_order = (tern_call_order_t){0};
  search_t s = {.order = out_order};
  tern_op_list_t functions = tern_op_collect_row(module, TERN_PREORDER, TERN_TT(FUNC));
  bool is_ok = true;
  for (size_t i = 0; i < functions.count && is_ok; ++i) {
    if (!tern_map_contains(&s.states, functions.values[i])) is_ok = visit(&s, functions.values[i]);
  }
  for (size_t i = 0; i < out_order->count; ++i)
    out_order->values[i].is_called = tern_map_contains(&s.called, out_order->values[i].op);
  tern_vec_deinitialize(&functions);
  tern_map_deinitialize(&s.states);
  tern_map_deinitialize(&s.called);
  return is_ok;
}
