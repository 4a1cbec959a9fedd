// --ensure-debug-info-scope-on-llvm-func: line tables for functions of the llvm dialect (upstream:
// DIScopeForLLVMFuncOp.cpp).

#include "pass/pass.h"
#include "transform/llvm/debug_info.h"

static const tern_attr_t *as_attr(uint64_t param) { return (const tern_attr_t *)(uintptr_t)param; }

static const tern_attr_t *find_place(const tern_attr_t *loc) { return tern_debug_find_place(loc, false); }

static void add_scope(tern_op_t *func, const tern_attr_t *unit) {
  tern_context_t *context = tern_op_context(func);
  if (tern_llvm_find_in_loc(func->loc, "llvm.di_subprogram")) return;
  const tern_attr_t *place = find_place(func->loc);
  const tern_attr_t *file = place ? tern_debug_file(context, place) : tern_llvm_attr_param(unit, "file");
  func->loc = tern_fused_loc_get(context, &func->loc, 1, tern_debug_subprogram(func, unit, file));
}

// `loc` in a scope of its own file inside `scope`; each call on the way in one of its own.
static const tern_attr_t *in_file(tern_context_t *context, const tern_attr_t *loc, const tern_attr_t *scope) {
  const tern_attr_t *block = TERN_DEBUG_ATTR("llvm.di_lexical_block_file", {"scope", scope},
                                             {"file", tern_debug_file(context, find_place(loc))},
                                             {"discriminator", tern_debug_number(context, 0)});
  if (loc->kind == TERN_ATTR_LOC_CALL_SITE) loc = in_file(context, as_attr(loc->params[0]), block);
  return tern_fused_loc_get(context, &loc, 1, block);
}

static void place_op(tern_op_t *op) {
  const tern_op_t *func = tern_op_parent_of(op, TERN_LLVM(FUNC));
  const tern_attr_t *scope = func && func->loc->kind == TERN_ATTR_LOC_FUSED ? as_attr(func->loc->params[0]) : NULL;
  if (!tern_attr_is_llvm(scope, "llvm.di_subprogram")) return;
  tern_context_t *context = tern_op_context(op);
  if (op->loc->kind == TERN_ATTR_LOC_CALL_SITE) {
    const tern_attr_t *callee = in_file(context, as_attr(op->loc->params[0]), scope);
    op->loc = tern_call_site_loc_get(callee, as_attr(op->loc->params[1]));
    return;
  }
  const tern_attr_t *file = find_place(op->loc), *func_file = find_place(func->loc);
  if (!file || !func_file || tern_str_equal(tern_debug_path(file), tern_debug_path(func_file))) return;
  op->loc = in_file(context, op->loc, scope);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_LLVM(FUNC))) {
    add_scope(op, user);
  } else {
    place_op(op);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(module);
  const tern_attr_t *unit = tern_llvm_find_in_loc(module->loc, "llvm.di_compile_unit");
  if (!unit) {
    const tern_attr_t *file = tern_debug_file(context, find_place(module->loc));
    unit = tern_debug_unit(context, file, "MLIR", tern_pass_string(pass, "emission-kind"));
  }
  tern_op_walk_pre(module, visit, (void *)unit);
  return true;
}

static const char *const kinds[] = {"None", "Full", "LineTablesOnly", "DebugDirectivesOnly", NULL};
static const tern_option_def_t options[] = {
    {.name = "emission-kind",
     .kind = TERN_OPTION_STRING,
     .default_text = "LineTablesOnly",
     .help = "How much debuggers are told: None, Full, LineTablesOnly or DebugDirectivesOnly",
     .choices = kinds},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_ensure_debug_info_scope_on_llvm_func_pass = {
    .flag = "ensure-debug-info-scope-on-llvm-func",
    .name = "DIScopeForLLVMFuncOpPass",
    .anchor = "builtin.module",
    .summary = "Give each llvm.func a subprogram for debuggers, where its location is known",
    .description =
        "Locations become lines that a debugger can step through. Functions that have a subprogram keep it; a "
        "compile unit at the module is taken. Ops of other files than their function's, and inlined calls, get "
        "scopes of their files.",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};
