// --iree-vm-resolve-rodata-loads: a load of a global that holds one constant from the start is that constant.
//
//   vm.global.ref private @g : !vm.buffer        in an initializer: vm.global.store.ref (vm.const.ref.rodata @d), @g
//   %b = vm.global.load.ref @g : !vm.buffer      ==>    %b = vm.const.ref.rodata @d : !vm.buffer

#include "base/vec.h"
#include "dialect/vm/vm.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef struct global_use {
  tern_op_t *global;
  const tern_attr_t *rodata;  // what is stored
  bool is_other;              // something else is, or its address is taken
  tern_op_list_t loads;
  tern_op_list_t stores;
} global_use_t;

typedef struct globals {
  tern_map_t numbers;  // name ident -> number + 1
  TERN_VEC(global_use_t) values;
} globals_t;

static tern_walk_result_t collect_use(tern_op_t *op, void *user) {
  globals_t *globals = user;
  const tern_attr_t *ref = tern_op_attr(op, "global");
  if (op->def->dialect != &tern_vm_dialect || !ref || ref->kind != TERN_ATTR_SYMBOL_REF) return TERN_WALK_ADVANCE;
  uintptr_t number = (uintptr_t)tern_map_get(&globals->numbers, (const void *)(uintptr_t)ref->params[0]);
  if (number == 0) return TERN_WALK_ADVANCE;
  global_use_t *use = &globals->values.values[number - 1];
  if (tern_op_is(op, TERN_VM(GLOBAL_LOAD_REF))) {
    tern_vec_push(&use->loads, op);
    return TERN_WALK_ADVANCE;
  }
  tern_vec_push(&use->stores, op);
  const tern_op_t *source = op->operand_count ? tern_value_defining_op(tern_op_operand(op, 0)) : NULL;
  bool is_rodata = tern_op_is(op, TERN_VM(GLOBAL_STORE_REF)) && source &&
                   tern_op_is(source, TERN_VM(CONST_REF_RODATA)) && tern_op_parent_of(op, TERN_VM(INITIALIZER));
  const tern_attr_t *rodata = is_rodata ? tern_op_attr(source, "rodata") : NULL;
  if (!rodata || (use->rodata && use->rodata != rodata)) use->is_other = true;
  use->rodata = rodata;
  return TERN_WALK_ADVANCE;
}

static void resolve(global_use_t *use) {
  if (use->is_other || !use->rodata) return;
  for (size_t i = 0; i < use->loads.count; ++i) {
    tern_op_t *load = use->loads.values[i];
    tern_builder_t b = tern_builder_before(load);
    const tern_type_t *type = load->results[0].type;
    if (!tern_type_is_vm(type, TERN_VM_TYPE_BUFFER)) return;
    tern_value_replace_all_uses(&load->results[0],
                                tern_build_value(&b, TERN_VM(CONST_REF_RODATA), .types = TERN_TYPES(type),
                                                 .attrs = TERN_ATTRS({"rodata", use->rodata})));
    tern_op_destroy(load);
  }
  for (size_t i = 0; i < use->stores.count; ++i) tern_op_destroy(use->stores.values[i]);
  tern_op_destroy(use->global);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  globals_t globals = {0};
  tern_context_t *context = tern_op_context(module);
  (void)pass;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_VM(GLOBAL_REF)) || tern_symbol_visibility(op) != TERN_PRIVATE) continue;
    tern_vec_push(&globals.values, ((global_use_t){.global = op}));
    tern_map_set(&globals.numbers, tern_ident_get(context, tern_symbol_name(op)),
                 (void *)(uintptr_t)globals.values.count);
  }
  tern_op_walk_pre(module, collect_use, &globals);
  for (size_t i = 0; i < globals.values.count; ++i) {
    resolve(&globals.values.values[i]);
    tern_vec_deinitialize(&globals.values.values[i].loads);
    tern_vec_deinitialize(&globals.values.values[i].stores);
  }
  tern_vec_deinitialize(&globals.values);
  tern_map_deinitialize(&globals.numbers);
  return true;
}

const tern_pass_def_t tern_vm_resolve_rodata_loads_pass = {
    .name = "ResolveRodataLoadsPass",
    .flag = "iree-vm-resolve-rodata-loads",
    .anchor = "vm.module",
    .summary = "Replaces loads of globals that hold a constant by the constant",
    .run = run,
};
