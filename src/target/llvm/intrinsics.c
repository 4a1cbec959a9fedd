// Intrinsics: `llvm.intr.NAME` is LLVM's `llvm.NAME`, declared for the types of some operands or results, which a table
// names; attributes become immediate arguments at their places.

#include <llvm-c/Target.h>
#include <stdio.h>

#include "target/llvm/translate.h"

enum { MAX_IMMEDIATES = 4, MAX_ARGS = 16 };

typedef struct immediate {
  unsigned position;
  const char *attr;
} immediate_t;

typedef struct overload {
  const tern_op_row_t *op;
  unsigned results, arguments;  // bit masks
  immediate_t immediates[MAX_IMMEDIATES];
} overload_t;

static const overload_t overloads[] = {
#define ROW(ID, RESULTS, OPERANDS, ...) {TERN_LLVM(ID), RESULTS, OPERANDS, {__VA_ARGS__}},
#include "target/llvm/intrinsic_overloads.def"
#undef ROW
};
// Most intrinsics are overloaded on their first operand alone.
static const overload_t on_first_operand = {NULL, 0, 1, {{0, NULL}}};

static const overload_t *find_overload(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof(overloads) / sizeof(overloads[0]); i++)
    if (op->def->row == overloads[i].op) return &overloads[i];
  return &on_first_operand;
}

typedef struct args {
  LLVMValueRef values[MAX_ARGS];
  unsigned count;
} args_t;
typedef struct type_args {
  LLVMTypeRef values[MAX_ARGS];
  size_t count;
} type_args_t;

// Declares and calls `name` for these types, to get a `result` (NULL: none). NULL after an error.
static LLVMValueRef build_call(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *result,
                               const char *name, type_args_t *types, args_t *args) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  if (id == 0) {
    tern_op_error(op, "LLVM has no intrinsic '%s'", name);
    return NULL;
  }
  size_t type_count = LLVMIntrinsicIsOverloaded(id) ? types->count : 0;
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(t->module, id, types->values, type_count);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  // Wrong operands would make LLVM assert.
  bool is_right = LLVMCountParamTypes(type) == args->count;
  LLVMTypeRef params[MAX_ARGS];
  if (is_right) LLVMGetParamTypes(type, params);
  for (unsigned i = 0; is_right && i < args->count; i++) is_right = params[i] == LLVMTypeOf(args->values[i]);
  if (is_right && result) is_right = LLVMGetReturnType(type) == tern_llvm_to_type(t, op, result);
  if (!is_right) {
    tern_op_error(op, "operand or result types do not fit the intrinsic '%s'", name);
    return NULL;
  }
  return LLVMBuildCall2(t->builder, type, function, args->values, args->count, "");
}

static const tern_type_t *result_type(const tern_op_t *op) { return op->result_count > 0 ? op->results[0].type : NULL; }

static bool finish(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef call) {
  if (!call) return false;
  if (op->result_count > 0) tern_llvm_set_value(t, &op->results[0], call);
  return true;
}

// --- memory by mask: the alignment is an attribute of the pointer argument ---

typedef struct masked {
  const tern_op_row_t *op;
  const char *name;
  bool is_load;
  unsigned pointer;  // which argument
  unsigned args;     // how many, with the pass-through value
} masked_t;

static const masked_t masked_rows[] = {
    {TERN_LLVM(INTR_MASKED_LOAD), "llvm.masked.load", true, 0, 3},
    {TERN_LLVM(INTR_MASKED_STORE), "llvm.masked.store", false, 1, 3},
    {TERN_LLVM(INTR_MASKED_GATHER), "llvm.masked.gather", true, 0, 3},
    {TERN_LLVM(INTR_MASKED_SCATTER), "llvm.masked.scatter", false, 1, 3},
};

static bool translate_masked(tern_llvm_translation_t *t, const tern_op_t *op, const masked_t *row) {
  args_t args = {0};
  LLVMTypeRef vector =
      row->is_load ? tern_llvm_to_type(t, op, op->results[0].type) : LLVMTypeOf(tern_llvm_operand(t, op, 0));
  if (!vector) return false;
  for (size_t i = 0; i < op->operand_count; i++) args.values[args.count++] = tern_llvm_operand(t, op, i);
  if (args.count < row->args) args.values[args.count++] = LLVMGetPoison(vector);
  type_args_t types = {{vector, LLVMTypeOf(args.values[row->pointer])}, 2};
  LLVMValueRef call = build_call(t, op, result_type(op), row->name, &types, &args);
  if (!call) return false;
  int64_t alignment = tern_llvm_int_attr(op, "alignment", 0);
  if (alignment > 0) tern_llvm_add_call_alignment(t, call, row->pointer, alignment);
  if (tern_op_attr(op, "nontemporal")) {
    LLVMMetadataRef one = tern_llvm_md_int(t, 32, 1);
    tern_llvm_set_metadata(t, call, "nontemporal", tern_llvm_node(t, &one, 1));
  }
  return finish(t, op, call);
}

// --- matrices ---

static void push_immediate(tern_llvm_translation_t *t, const tern_op_t *op, args_t *args, const char *attr) {
  const tern_attr_t *value = tern_op_attr(op, attr);
  LLVMTypeRef type = LLVMIntTypeInContext(t->llvm, tern_type_bit_width(tern_attr_type(value)));
  args->values[args->count++] = LLVMConstInt(type, (uint64_t)tern_integer_attr_value(value), true);
}

static bool translate_matrix(tern_llvm_translation_t *t, const tern_op_t *op) {
  static const char *const memory_attrs[] = {"isVolatile", "rows", "columns"};
  static const char *const multiply_attrs[] = {"lhs_rows", "lhs_columns", "rhs_columns"};
  static const char *const transpose_attrs[] = {"rows", "columns"};
  args_t args = {0};
  for (size_t i = 0; i < op->operand_count; i++) args.values[args.count++] = tern_llvm_operand(t, op, i);
  LLVMTypeRef result = op->result_count > 0 ? tern_llvm_to_type(t, op, op->results[0].type) : NULL;
  if (op->result_count > 0 && !result) return false;
  type_args_t types = {{result}, 1};
  const char *name;
  if (tern_op_is(op, TERN_LLVM(INTR_MATRIX_MULTIPLY))) {
    name = "llvm.matrix.multiply";
    types.values[types.count++] = LLVMTypeOf(args.values[0]);
    types.values[types.count++] = LLVMTypeOf(args.values[1]);
    for (size_t i = 0; i < 3; i++) push_immediate(t, op, &args, multiply_attrs[i]);
  } else if (tern_op_is(op, TERN_LLVM(INTR_MATRIX_TRANSPOSE))) {
    name = "llvm.matrix.transpose";
    for (size_t i = 0; i < 2; i++) push_immediate(t, op, &args, transpose_attrs[i]);
  } else {
    bool is_load = tern_op_is(op, TERN_LLVM(INTR_MATRIX_COLUMN_MAJOR_LOAD));
    name = is_load ? "llvm.matrix.column.major.load" : "llvm.matrix.column.major.store";
    if (!is_load) types.values[0] = LLVMTypeOf(args.values[0]);
    types.values[types.count++] = LLVMTypeOf(args.values[args.count - 1]);
    for (size_t i = 0; i < 3; i++) push_immediate(t, op, &args, memory_attrs[i]);
  }
  LLVMValueRef call = build_call(t, op, result_type(op), name, &types, &args);
  // Columns in memory are as aligned as their elements.
  if (call && tern_op_attr(op, "isVolatile")) {
    unsigned alignment =
        LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(t->module), LLVMGetElementType(types.values[0]));
    tern_llvm_add_call_alignment(t, call, op->result_count > 0 ? 0 : 1, alignment);
  }
  return finish(t, op, call);
}

// --- floats with rounding and exception rules as metadata ---

static bool translate_constrained(tern_llvm_translation_t *t, const tern_op_t *op, const char *name) {
  static const char *const exceptions[] = {"fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"};
  static const struct {
    int64_t value;
    const char *name;
  } roundings[] = {{0, "round.towardzero"}, {1, "round.tonearest"},     {2, "round.upward"},
                   {3, "round.downward"},   {4, "round.tonearestaway"}, {7, "round.dynamic"}};
  args_t args = {{tern_llvm_operand(t, op, 0)}, 1};
  LLVMTypeRef result = tern_llvm_to_type(t, op, op->results[0].type);
  if (!result) return false;
  const tern_attr_t *rounding = tern_op_attr(op, "roundingmode");
  for (size_t i = 0; rounding && i < sizeof(roundings) / sizeof(roundings[0]); i++) {
    if (tern_enum_attr_value(rounding) != roundings[i].value) continue;
    LLVMMetadataRef text = tern_llvm_md_string(t, tern_str_from_cstr(roundings[i].name));
    args.values[args.count++] = LLVMMetadataAsValue(t->llvm, text);
  }
  const char *exception = exceptions[tern_llvm_enum_attr(op, "fpExceptionBehavior", 0)];
  args.values[args.count++] = LLVMMetadataAsValue(t->llvm, tern_llvm_md_string(t, tern_str_from_cstr(exception)));
  type_args_t types = {{result, LLVMTypeOf(args.values[0])}, 2};
  LLVMValueRef call = build_call(t, op, result_type(op), name, &types, &args);
  if (call) tern_llvm_add_call_unit(t, call, "strictfp");
  return finish(t, op, call);
}

static bool translate_scope_declaration(tern_llvm_translation_t *t, const tern_op_t *op, const char *name) {
  LLVMMetadataRef scope = tern_llvm_alias_scope(t, tern_op_attr(op, "scope"));
  args_t args = {{LLVMMetadataAsValue(t->llvm, tern_llvm_node(t, &scope, 1))}, 1};
  type_args_t types = {0};
  return finish(t, op, build_call(t, op, result_type(op), name, &types, &args));
}

// The end of a coroutine. LLVM's intrinsic gives nothing any more; what it gave, whether this is a part that was split
// off and not where the coroutine began, another one tells.
static bool translate_coro_end(tern_llvm_translation_t *t, const tern_op_t *op, const char *name) {
  args_t args = {{tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1), tern_llvm_operand(t, op, 2)}, 3};
  type_args_t types = {0};
  if (!build_call(t, op, NULL, name, &types, &args)) return false;
  const tern_value_t *result = &op->results[0];
  if (!tern_value_has_uses(result)) return true;
  args_t none = {0};
  LLVMValueRef is_start = build_call(t, op, result->type, "llvm.coro.is_in_ramp", &types, &none);
  if (is_start) tern_llvm_set_value(t, result, LLVMBuildNot(t->builder, is_start, ""));
  return is_start != NULL;
}

// --- all others ---

// The types that the masks name: a struct's members for results of a struct.
static bool collect_types(tern_llvm_translation_t *t, const tern_op_t *op, const overload_t *overload,
                          const args_t *args, type_args_t *out_types) {
  for (unsigned i = 0; i < 8; i++) {
    if (!(overload->results >> i & 1) || op->result_count == 0) continue;
    LLVMTypeRef type = tern_llvm_to_type(t, op, op->results[0].type);
    if (!type) return false;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      if (i >= LLVMCountStructElementTypes(type)) return tern_op_error(op, "result struct has too few members");
      type = LLVMStructGetTypeAtIndex(type, i);
    }
    out_types->values[out_types->count++] = type;
  }
  for (unsigned i = 0; i < args->count && i < 8; i++)
    if (overload->arguments >> i & 1) out_types->values[out_types->count++] = LLVMTypeOf(args->values[i]);
  return true;
}

static LLVMValueRef immediate_at(tern_llvm_translation_t *t, const tern_op_t *op, const overload_t *overload,
                                 unsigned position) {
  for (size_t i = 0; i < MAX_IMMEDIATES && overload->immediates[i].attr; i++) {
    if (overload->immediates[i].position != position) continue;
    const tern_attr_t *attr = tern_op_attr(op, overload->immediates[i].attr);
    if (tern_attr_is_float(attr)) return LLVMConstReal(LLVMDoubleTypeInContext(t->llvm), tern_float_attr_value(attr));
    LLVMTypeRef type = LLVMIntTypeInContext(t->llvm, tern_type_bit_width(tern_attr_type(attr)));
    return LLVMConstInt(type, (uint64_t)tern_integer_attr_value(attr), true);
  }
  return NULL;
}

static bool translate_plain(tern_llvm_translation_t *t, const tern_op_t *op, const char *name) {
  const overload_t *overload = find_overload(op);
  type_args_t types = {0};
  args_t args = {0};
  if (op->operand_count > 8) return tern_op_error(op, "has too many operands");
  for (size_t next = 0; args.count < MAX_ARGS;) {
    LLVMValueRef immediate = immediate_at(t, op, overload, args.count);
    if (!immediate && next == op->operand_count) break;
    args.values[args.count++] = immediate ? immediate : tern_llvm_operand(t, op, next++);
  }
  if (!collect_types(t, op, overload, &args, &types)) return false;
  LLVMValueRef call = build_call(t, op, result_type(op), name, &types, &args);
  if (!call) return false;
  tern_llvm_set_fastmath(op, call);
  tern_llvm_set_aliasing(t, op, call);
  if (!tern_llvm_add_signature_attributes(t, op, call, true)) return false;
  return finish(t, op, call);
}

// Where the dialect leaves out an underscore.
static const struct {
  const tern_op_row_t *op;
  const char *name;
} renamed[] = {{TERN_LLVM(INTR_VASTART), "llvm.va_start"},
               {TERN_LLVM(INTR_VAEND), "llvm.va_end"},
               {TERN_LLVM(INTR_VACOPY), "llvm.va_copy"}};

bool tern_llvm_translate_intrinsic(tern_llvm_translation_t *t, tern_op_t *op) {
  for (size_t i = 0; i < sizeof(masked_rows) / sizeof(masked_rows[0]); i++)
    if (op->def->row == masked_rows[i].op) return translate_masked(t, op, &masked_rows[i]);
  for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++)
    if (op->def->row == renamed[i].op) return translate_plain(t, op, renamed[i].name);
  tern_str_t base = tern_str_drop(tern_op_name(op), strlen("llvm.intr."));
  char name[128];
  snprintf(name, sizeof(name), "llvm.%.*s", (int)base.size, base.data);
  if (tern_str_starts_with(base, TERN_STR("matrix."))) return translate_matrix(t, op);
  if (tern_str_starts_with(base, TERN_STR("experimental.constrained."))) return translate_constrained(t, op, name);
  if (tern_op_is(op, TERN_LLVM(INTR_CORO_END))) return translate_coro_end(t, op, name);
  if (tern_op_is(op, TERN_LLVM(INTR_EXPERIMENTAL_NOALIAS_SCOPE_DECL))) return translate_scope_declaration(t, op, name);
  return translate_plain(t, op, name);
}
