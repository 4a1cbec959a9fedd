// --iree-vm-global-initialization: initial values and initializers, in the order of the module, become one function.
//
//   vm.global.i32 private @a = 4 : i32                 vm.global.i32 private mutable @a : i32
//   vm.initializer { ...                     ==>       vm.func private @__init() { store 4 to @a; ... ; vm.return }
//     vm.return }                                      vm.export @__init      (and @__deinit, which is empty)
//
// A global that code has to set is mutable from then on.

#include "base/vec.h"
#include "dialect/vm/vm.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef struct global_row {
  int global, constant, store;
} global_row_t;

#define ROW(ID) {TERN_VM_GLOBAL_##ID, TERN_VM_CONST_##ID, TERN_VM_GLOBAL_STORE_##ID}
static const global_row_t rows[] = {ROW(I32), ROW(I64), ROW(F32), ROW(F64)};
#undef ROW

static const global_row_t *find_row(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, &tern_vm_ops[rows[i].global])) return &rows[i];
  }
  return NULL;
}

// From `first` up to `next`, what returned goes on to `next`.
static void redirect_returns(tern_block_t *first, tern_block_t *next) {
  for (tern_block_t *block = first; block != next; block = block->next) {
    tern_op_t *end = block->last_op;
    if (!end || !tern_op_is(end, TERN_VM(RETURN))) continue;
    tern_builder_t at_end = tern_builder_before(end);
    tern_build(&at_end, TERN_VM(BR), .successors = &next, .successor_count = 1);
    tern_op_destroy(end);
  }
}

// Opens the body of a function that exists: what comes goes behind all that it does. False after an error.
static bool open_body(tern_op_t *function, tern_builder_t *out_end) {
  if (!tern_op_is(function, TERN_VM(FUNC)) || tern_region_is_empty(&function->regions[0])) {
    return tern_op_error(function, "has the name of the module's own function but is none with a body");
  }
  tern_region_t *body = &function->regions[0];
  tern_block_t *last = body->last_block;
  tern_op_t *end = last->last_op;
  if (last == body->first_block && end && tern_op_is(end, TERN_VM(RETURN))) {
    tern_op_destroy(end);
  } else {
    last = tern_region_add_block(body);
    redirect_returns(body->first_block, last);
  }
  *out_end = tern_builder_at_end(last, function->loc);
  return true;
}

// The function `name` of the module, with a body that ends in an open block; NULL after an error.
static tern_op_t *open_function(tern_op_t *module, const char *name, tern_builder_t *out_end) {
  tern_context_t *context = tern_op_context(module);
  tern_block_t *body = tern_op_body(module, 0);
  const tern_attr_t *name_attr = tern_string_attr_get(context, tern_str_from_cstr(name));
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_t *function = tern_symbol_lookup_in(module, tern_str_from_cstr(name));
  if (function) return open_body(function, out_end) ? function : NULL;
  tern_builder_t b = tern_builder_at_end(body, module->loc);
  if (body->last_op && tern_op_is(body->last_op, TERN_VM(MODULE_TERMINATOR)))
    tern_builder_set_before(&b, body->last_op);
  b.loc = module->loc;
  tern_build(&b, TERN_VM(EXPORT),
             .attrs = TERN_ATTRS({"function_ref", tern_flat_symbol_ref_attr_get(context, tern_str_from_cstr(name))},
                                 {"export_name", name_attr}));
  function = tern_build(&b, TERN_VM(FUNC), .regions = 1,
                        .attrs = TERN_ATTRS({"sym_name", name_attr},
                                            {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))},
                                            {"function_type", tern_type_attr_get(type)}));
  *out_end = tern_builder_at_end(tern_region_add_block(&function->regions[0]), module->loc);
  return function;
}

static void store_initial_value(tern_builder_t *b, tern_op_t *global, const global_row_t *row) {
  const tern_attr_t *value = tern_op_attr(global, "initial_value");
  b->loc = global->loc;
  tern_value_t *constant = tern_build_value(b, &tern_vm_ops[row->constant], .types = TERN_TYPES(tern_attr_type(value)),
                                            .attrs = TERN_ATTRS({"value", value}));
  const tern_attr_t *ref = tern_flat_symbol_ref_attr_get(b->context, tern_symbol_name(global));
  tern_build(b, &tern_vm_ops[row->store], .operands = TERN_VALUES(constant), .attrs = TERN_ATTRS({"global", ref}));
  tern_op_set_attr(global, "initial_value", NULL);
  tern_op_set_attr(global, "is_mutable", tern_unit_attr_get(b->context));
}

// Moves the initializer's blocks behind the open one; its returns go on to a new open block.
static void inline_initializer(tern_builder_t *b, tern_op_t *function, tern_op_t *initializer) {
  tern_region_t *target = &function->regions[0], *source = &initializer->regions[0];
  tern_block_t *first = source->first_block, *own_last = target->last_block;
  b->loc = initializer->loc;
  // A single block is spliced in.
  if (!first->next) {
    tern_op_t *end = first->last_op;
    tern_block_for_each_op_safe(first, op) {
      if (op == end && tern_op_is(op, TERN_VM(RETURN))) {
        tern_op_destroy(op);
      } else {
        tern_op_remove(op);
        tern_op_insert(op, b->block, NULL);
      }
    }
    if (!tern_block_terminator(b->block)) return;
    tern_builder_set_end(b, tern_region_add_block(target));  // it ended in a failure
    return;
  }
  tern_build(b, TERN_VM(BR), .successors = &first, .successor_count = 1);
  tern_region_take_blocks(target, source);
  tern_block_t *next = tern_region_add_block(target);
  redirect_returns(own_last->next, next);
  tern_builder_set_end(b, next);
}

// Globals that something stores to, by name.
static tern_walk_result_t collect_store(tern_op_t *op, void *user) {
  bool is_store = tern_str_starts_with(tern_op_name(op), TERN_STR("vm.global.store.")) && tern_op_attr(op, "global");
  if (is_store) {
    tern_map_set(user, (const void *)(uintptr_t)tern_op_attr(op, "global")->params[0], op);
  }
  return TERN_WALK_ADVANCE;
}

static void mark_stored_globals(tern_op_t *module, tern_op_t *function) {
  tern_map_t stored = {0};
  tern_context_t *context = tern_op_context(module);
  tern_op_walk_pre(function, collect_store, &stored);
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    bool is_global = find_row(op) || tern_op_is(op, TERN_VM(GLOBAL_REF));
    if (is_global && tern_map_contains(&stored, tern_ident_get(context, tern_symbol_name(op)))) {
      tern_op_set_attr(op, "is_mutable", tern_unit_attr_get(context));
    }
  }
  tern_map_deinitialize(&stored);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_builder_t b, end;
  (void)pass;
  tern_op_t *function = open_function(module, "__init", &b);
  if (!function) return false;
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    const global_row_t *row = find_row(op);
    const tern_attr_t *value = row ? tern_op_attr(op, "initial_value") : NULL;
    if (value && value->params[1] != 0) {
      store_initial_value(&b, op, row);
    } else if (value) {
      tern_op_set_attr(op, "initial_value", NULL);
    } else if (tern_op_is(op, TERN_VM(INITIALIZER))) {
      inline_initializer(&b, function, op);
      tern_op_destroy(op);
    }
  }
  tern_build(&b, TERN_VM(RETURN), 0);
  mark_stored_globals(module, function);
  if (!open_function(module, "__deinit", &end)) return false;
  tern_build(&end, TERN_VM(RETURN), 0);
  return true;
}

const tern_pass_def_t tern_vm_global_initialization_pass = {
    .name = "GlobalInitializationPass",
    .flag = "iree-vm-global-initialization",
    .anchor = "vm.module",
    .summary = "Makes one function of all that initializes a module",
    .run = run,
};
