// --ensure-debug-info-scope-on-llvm-func: line tables for functions of the llvm dialect (upstream:
// DIScopeForLLVMFuncOp.cpp).

#include <string.h>

#include "dialect/builtin/builtin.h"
#include "dialect/llvm/llvm.h"
#include "pass/pass.h"

#define ATTR(NAME, ...)                                                        \
  tern_llvm_attr_make(context, NAME, (const tern_named_attr_t[]){__VA_ARGS__}, \
                      sizeof((const tern_named_attr_t[]){__VA_ARGS__}) / sizeof(tern_named_attr_t))

static const tern_attr_t *as_attr(uint64_t param) { return (const tern_attr_t *)(uintptr_t)param; }

static const tern_attr_t *text(tern_context_t *context, const char *words) {
  return tern_string_attr_get(context, tern_str_from_cstr(words));
}

static const tern_attr_t *number(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), value);
}

// The place in a file that a location is about; of a call, where it stands. NULL: there is none.
static const tern_attr_t *find_file(const tern_attr_t *loc) {
  switch (loc->kind) {
    case TERN_ATTR_LOC_FILE: return loc;
    case TERN_ATTR_LOC_NAME:
    case TERN_ATTR_LOC_CALL_SITE: return find_file(as_attr(loc->params[1]));
    case TERN_ATTR_LOC_FUSED:
      for (size_t i = 1; i < loc->param_count; ++i) {
        const tern_attr_t *file = find_file(as_attr(loc->params[i]));
        if (file) return file;
      }
      return NULL;
    default: return NULL;
  }
}

static tern_str_t file_name(const tern_attr_t *file) {
  const tern_ident_t *name = (const tern_ident_t *)(uintptr_t)file->params[0];
  return (tern_str_t){name->data, name->size};
}

// The file of a location as its name and where it lies.
static const tern_attr_t *file_of(tern_context_t *context, const tern_attr_t *loc) {
  const tern_attr_t *file = find_file(loc);
  if (!file) return tern_llvm_di_file_attr(context, TERN_STR("<unknown>"), TERN_STR(""));
  tern_str_t path = file_name(file), name = path;
  size_t end = path.size;
  while (end > 0 && path.data[end - 1] != '/') --end;
  name = (tern_str_t){path.data + end, path.size - end};
  while (end > 1 && path.data[end - 1] == '/') --end;
  return tern_llvm_di_file_attr(context, name, (tern_str_t){path.data, end});
}

// Only functions with a body belong to the unit and are told apart.
static void add_scope(tern_op_t *func, const tern_attr_t *unit) {
  tern_context_t *context = tern_op_context(func);
  if (tern_llvm_find_in_loc(func->loc, "llvm.di_subprogram")) return;
  const tern_attr_t *place = find_file(func->loc);
  const tern_attr_t *file = place ? file_of(context, func->loc) : tern_llvm_attr_param(unit, "file");
  const tern_attr_t *line = number(context, place ? (int64_t)place->params[1] : 1);
  const tern_attr_t *type = ATTR("llvm.di_subroutine_type", {"callingConvention", text(context, "DW_CC_normal")});
  const tern_attr_t *name = tern_op_attr(func, "sym_name");
  bool has_body = tern_op_body(func, 0) != NULL;
  const tern_attr_t *id = has_body ? tern_distinct_attr_create(tern_unit_attr_get(context)) : NULL;
  const tern_attr_t *scope =
      ATTR("llvm.di_subprogram", {"id", id}, {"compileUnit", has_body ? unit : NULL}, {"scope", file}, {"name", name},
           {"linkageName", name}, {"file", file}, {"line", line}, {"scopeLine", line},
           {"subprogramFlags", text(context, has_body ? "Definition|Optimized" : "Optimized")}, {"type", type});
  func->loc = tern_fused_loc_get(context, &func->loc, 1, scope);
}

// `loc` in a scope of its own file inside `scope`; each call on the way in one of its own.
static const tern_attr_t *in_file(tern_context_t *context, const tern_attr_t *loc, const tern_attr_t *scope) {
  const tern_attr_t *block = ATTR("llvm.di_lexical_block_file", {"scope", scope}, {"file", file_of(context, loc)},
                                  {"discriminator", number(context, 0)});
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
  const tern_attr_t *file = find_file(op->loc), *func_file = find_file(func->loc);
  if (!file || !func_file || tern_str_equal(file_name(file), file_name(func_file))) return;
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
    unit = ATTR("llvm.di_compile_unit", {"id", tern_distinct_attr_create(tern_unit_attr_get(context))},
                {"sourceLanguage", text(context, "DW_LANG_C")}, {"file", file_of(context, module->loc)},
                {"producer", text(context, "MLIR")}, {"isOptimized", tern_bool_attr_get(context, true)},
                {"emissionKind", tern_string_attr_get(context, tern_pass_string(pass, "emission-kind"))});
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
