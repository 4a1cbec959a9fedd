// --enable-line-info: functions and what was inlined into them get the files and lines that debuggers and profilers show.
//
// Each function that has no subprogram gets one, in a unit of its own unless the module has one. Of an op that was inlined each place on the
// way, from the call to what was called, is said to be in its file.
//
// Source: Triton's pass of the same name (LLVMDIScope.cpp).

#include "pass/pass.h"
#include "transform/llvm/debug_info.h"

static const tern_attr_t *as_attr(uint64_t param) { return (const tern_attr_t *)(uintptr_t)param; }

static const tern_attr_t *file_of(tern_context_t *context, const tern_attr_t *loc) {
  return tern_debug_file(context, tern_debug_find_place(loc, true));
}

static void add_subprogram(tern_op_t *func, const tern_attr_t *unit) {
  tern_context_t *context = tern_op_context(func);
  if (tern_llvm_find_in_loc(func->loc, "llvm.di_subprogram")) return;
  const tern_attr_t *file = file_of(context, func->loc);
  if (!unit) unit = tern_debug_unit(context, file, "triton", TERN_STR("LineTablesOnly"));
  func->loc = tern_fused_loc_get(context, &func->loc, 1, tern_debug_subprogram(func, unit, file));
}

// Every place that calls lead over, in a part of `scope` that is in the place's file.
static const tern_attr_t *in_files(tern_context_t *context, const tern_attr_t *loc, const tern_attr_t *scope) {
  if (loc->kind == TERN_ATTR_LOC_CALL_SITE) {
    const tern_attr_t *callee = in_files(context, as_attr(loc->params[0]), scope);
    return tern_call_site_loc_get(callee, in_files(context, as_attr(loc->params[1]), scope));
  }
  const tern_attr_t *block =
      TERN_DEBUG_ATTR("llvm.di_lexical_block_file", {"scope", scope}, {"file", file_of(context, loc)},
                      {"discriminator", tern_debug_number(context, 0)});
  return tern_fused_loc_get(context, &loc, 1, block);
}

static tern_walk_result_t visit(tern_op_t *op, void *unit) {
  if (tern_op_is(op, TERN_LLVM(FUNC))) {
    add_subprogram(op, unit);
  } else if (op->loc->kind == TERN_ATTR_LOC_CALL_SITE) {
    const tern_op_t *func = tern_op_parent_of(op, TERN_LLVM(FUNC));
    const tern_attr_t *scope = func ? tern_llvm_find_in_loc(func->loc, "llvm.di_subprogram") : NULL;
    if (scope) op->loc = in_files(tern_op_context(op), op->loc, scope);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(module, visit, (void *)tern_llvm_find_in_loc(module->loc, "llvm.di_compile_unit"));
  return true;
}

const tern_pass_def_t tern_enable_line_info_pass = {
    .flag = "enable-line-info",
    .name = "LLVMDIScope",
    .anchor = "builtin.module",
    .summary = "Tell debuggers the files and lines of functions and of what was inlined",
    .dialects = (const tern_dialect_t *const[]){&tern_llvm_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
