// --extract-variable-info: values that the source had names for become variables that debuggers show.
//
//   %x = llvm.mul %a, %b loc("x"("f.py":3:1))       =>       %x = llvm.mul %a, %b loc(...)
//                                                            llvm.intr.dbg.value #llvm.di_local_variable<name = "x", ...> = %x
//
// Source: Triton's pass of the same name (LLVMDILocalVariable.cpp).

#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/llvm/debug_info.h"

static const tern_attr_t *as_attr(uint64_t param) { return (const tern_attr_t *)(uintptr_t)param; }

// How many bits a number or a vector of numbers has; 0: not known.
static int64_t bits_of(const tern_type_t *type) {
  if (tern_type_is_integer(type) || tern_type_is_float(type)) return tern_type_bit_width(type);
  if (type->kind != TERN_TYPE_VECTOR) return 0;
  int64_t bits = bits_of(tern_type_element(type));
  for (size_t d = 0; d < tern_type_rank(type); ++d) bits *= tern_type_dim(type, d);
  return bits;
}

static const tern_attr_t *basic_type(const tern_type_t *type) {
  tern_context_t *context = type->context;
  int64_t bits = bits_of(type);
  const char *name = "unknown_type", *encoding = "DW_ATE_signed";
  if (tern_type_is_i(type, 1)) {
    name = "bool";
    encoding = "DW_ATE_boolean";
  } else if (tern_type_is_integer(type)) {
    name = "int";
  } else if (type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64) {
    name = type->kind == TERN_TYPE_F16 ? "half" : type->kind == TERN_TYPE_F32 ? "float" : "double";
    encoding = "DW_ATE_float";
  } else if (type->kind == TERN_TYPE_VECTOR && bits > 0) {
    name = "vector";
    encoding = "DW_ATE_float";
  } else {
    bits = 0;
  }
  return TERN_DEBUG_ATTR("llvm.di_basic_type", {"tag", tern_debug_text(context, "DW_TAG_base_type")},
                         {"name", tern_debug_text(context, name)}, {"sizeInBits", tern_debug_number(context, bits)},
                         {"encoding", tern_debug_text(context, encoding)});
}

static void tell(tern_op_t *op, const tern_attr_t *scope) {
  tern_context_t *context = tern_op_context(op);
  const tern_ident_t *name = (const tern_ident_t *)(uintptr_t)op->loc->params[0];
  const tern_attr_t *text = tern_string_attr_get(context, (tern_str_t){name->data, name->size});
  const tern_attr_t *file = tern_llvm_di_file_attr(context, TERN_STR("<unknown>"), TERN_STR("<unknown>"));
  const tern_attr_t *variable = TERN_DEBUG_ATTR("llvm.di_local_variable", {"scope", scope}, {"name", text},
                                                {"file", file}, {"type", basic_type(op->results[0].type)});
  tern_builder_t b = tern_builder_after(op);
  b.loc = as_attr(op->loc->params[1]);
  tern_build(&b, TERN_LLVM(INTR_DBG_VALUE), .operands = TERN_VALUES(&op->results[0]), .types = {0},
             .attrs = TERN_ATTRS({"varInfo", variable}));
}

static bool is_named(const tern_op_t *op) {
  return op->result_count > 0 && op->loc->kind == TERN_ATTR_LOC_NAME && op->block &&
         !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && tern_op_parent_of(op, TERN_LLVM(FUNC));
}

static const tern_attr_t *scope_of(tern_op_t *func) {
  tern_context_t *context = tern_op_context(func);
  const tern_attr_t *scope = tern_llvm_find_in_loc(func->loc, "llvm.di_subprogram");
  if (scope) return scope;
  const tern_op_t *module = tern_op_parent(func);
  const tern_attr_t *unit = module ? tern_llvm_find_in_loc(module->loc, "llvm.di_compile_unit") : NULL;
  const tern_attr_t *file = tern_debug_file(context, tern_debug_find_place(func->loc, false));
  if (!unit) unit = tern_debug_unit(context, file, "triton", TERN_STR("Full"));
  scope = tern_debug_subprogram(func, unit, file);
  func->loc = tern_fused_loc_get(context, &func->loc, 1, scope);
  return scope;
}

static void tell_all(tern_op_t *func) {
  tern_op_list_t ops = tern_op_collect(func, TERN_PREORDER, is_named);
  for (size_t i = 0; i < ops.count; ++i) tell(ops.values[i], scope_of(func));
  tern_vec_deinitialize(&ops);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit_row(module, TERN_PREORDER, TERN_LLVM(FUNC), tell_all);
  return true;
}

const tern_pass_def_t tern_extract_variable_info_pass = {
    .flag = "extract-variable-info",
    .name = "LLVMDILocalVariable",
    .anchor = "builtin.module",
    .summary = "Tell debuggers the values that the source has names for",
    .dialects = (const tern_dialect_t *const[]){&tern_llvm_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
