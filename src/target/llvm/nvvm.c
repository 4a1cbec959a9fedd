// nvvm ops as LLVM intrinsics, by the templates of nvvm_intrinsics.def, and the attributes of kernels.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "dialect/nvvm/nvvm.h"
#include "target/llvm/translate.h"

typedef struct intrinsic_row {
  const tern_op_row_t *op;
  const char *condition, *name, *arguments;
} intrinsic_row_t;

static const intrinsic_row_t rows[] = {
#define ROW(ID, ...) {TERN_NVVM(ID), __VA_ARGS__},
#include "target/llvm/nvvm_intrinsics.def"
#undef ROW
};

static const struct {
  const tern_op_row_t *op;
  const char *condition;
  unsigned version;
} versions[] = {
#define VERSION(ID, ...) {TERN_NVVM(ID), __VA_ARGS__},
#include "target/llvm/nvvm_versions.def"
#undef VERSION
};

enum { MAX_NAME = 160, MAX_ARGS = 40 };

// --- what templates ask of an op ---

// The attribute, or its default where it is left out; NULL: there is none.
static const tern_attr_t *find_attr(const tern_op_t *op, tern_str_t name) {
  const tern_attr_t *attr = tern_op_attr_str(op, name);
  int slot = tern_op_def_slot(op->def, name);
  if (!attr && slot >= 0 && op->def->attrs[slot].has_default) attr = op->def->attrs[slot].default_value;
  return attr;
}

static bool find_operands(const tern_op_t *op, tern_str_t name, size_t *out_start, size_t *out_count) {
  for (size_t i = 0; i < op->def->operand_count; i++) {
    if (!tern_str_equal(tern_ident_str(op->def->operands[i].name), name)) continue;
    tern_op_operand_group(op, i, out_start, out_count);
    return true;
  }
  return false;
}

static const tern_value_t *find_operand(const tern_op_t *op, tern_str_t name) {
  size_t start, count;
  return find_operands(op, name, &start, &count) && count > 0 ? tern_op_operand(op, start) : NULL;
}

static const char *case_of(const tern_op_t *op, tern_str_t name) {
  const tern_attr_t *attr = find_attr(op, name);
  if (!attr || attr->kind != TERN_ATTR_ENUM) return NULL;
  return tern_enum_case_name(attr->row, tern_enum_attr_value(attr));
}

static bool is_there(const tern_op_t *op, tern_str_t name) {
  if (find_operand(op, name)) return true;
  const tern_attr_t *attr = find_attr(op, name);
  if (!attr) return false;
  // A bool says itself whether it holds.
  return !tern_attr_is_integer(attr) || tern_integer_type_width(tern_attr_type(attr)) != 1 ||
         tern_integer_attr_value(attr) != 0;
}

// One condition: `!addr@3`, `scope=cta`, `val:i32`.
static bool holds(const tern_op_t *op, tern_str_t condition) {
  bool is_negated = condition.data[0] == '!';
  if (is_negated) condition = tern_str_drop(condition, 1);
  static const char signs[] = "@=:";
  size_t at = condition.size;
  for (size_t i = 0; i < 3 && at == condition.size; i++) at = tern_str_find_char(condition, signs[i]);
  tern_str_t name = tern_str_make(condition.data, at);
  if (at == condition.size) return is_there(op, name) != is_negated;
  tern_str_t wanted = tern_str_drop(condition, at + 1);
  const tern_value_t *value = find_operand(op, name);
  bool result = false;
  switch (condition.data[at]) {
    case '@': result = value && tern_nvvm_pointer_space(value) == (tern_nvvm_space_t)(wanted.data[0] - '0'); break;
    case ':': result = value && tern_str_equal_cstr(wanted, tern_type_text(value->type)); break;
    default: {
      const char *text = case_of(op, name), *other = case_of(op, wanted);
      result = text && (other ? strcmp(text, other) == 0 : tern_str_equal_cstr(wanted, text));
      break;
    }
  }
  return result != is_negated;
}

static bool all_hold(const tern_op_t *op, tern_str_t conditions) {
  while (conditions.size > 0) {
    if (!holds(op, tern_str_split(&conditions, ' '))) return false;
  }
  return true;
}

// --- names ---

static const char *float_name(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_F8E4M3FN: return "e4m3";
    case TERN_TYPE_F8E5M2: return "e5m2";
    case TERN_TYPE_F8E8M0FNU: return "ue8m0";
    case TERN_TYPE_F6E2M3FN: return "e2m3";
    case TERN_TYPE_F6E3M2FN: return "e3m2";
    default: return "e2m1";
  }
}

// A row of a matrix's registers in tensor memory is repeated so often.
static int64_t repetitions(const tern_op_t *op) {
  const tern_type_t *type = op->result_count > 0 ? op->results[0].type : tern_op_operand_named(op, "val")->type;
  int64_t count = type->kind == TERN_TYPE_VECTOR ? tern_type_element_count(type) : 1;
  switch (tern_nvvm_value(op, "shape", 0)) {
    case TERN_NVVM_TCGEN05_LDST_SHAPE_SHAPE_16X256B: return count / 4;
    case TERN_NVVM_TCGEN05_LDST_SHAPE_SHAPE_16X128B: return count / 2;
    default: return count;
  }
}

static const char *sum_name(const tern_type_t *type) {
  return tern_enum_case_name(TERN_NVVM_ENUM(MMA_TYPE), tern_nvvm_mma_type_of(type, true));
}

// `{x}`, without its braces and without a question.
static void append_value(const tern_op_t *op, tern_str_t text, tern_string_builder_t *out) {
  size_t start, count;
  char last = text.data[text.size - 1];
  size_t dot = tern_str_find_char(text, '.');
  if (text.data[0] == '#' && find_operands(op, tern_str_drop(text, 1), &start, &count)) {
    tern_string_builder_append_format(out, "%zu", count);
  } else if (text.data[0] == ':') {
    const tern_value_t *value = find_operand(op, tern_str_drop(text, 1));
    tern_string_builder_append_cstr(out, value ? tern_type_text(value->type) : "");
  } else if (tern_str_equal_cstr(text, "registers")) {
    tern_string_builder_append_format(out, "%" PRId64, repetitions(op));
  } else if (tern_str_equal_cstr(text, "sum")) {
    const tern_value_t *value = find_operand(op, TERN_STR("operandC"));
    tern_string_builder_append_cstr(out, value ? sum_name(value->type) : "");
  } else if (tern_str_equal_cstr(text, "result")) {
    tern_string_builder_append_cstr(out, sum_name(op->results[0].type));
  } else if (dot + 2 == text.size) {
    const tern_attr_t *shape = find_attr(op, tern_str_make(text.data, dot));
    tern_string_builder_append_format(out, "%" PRId64, (int64_t)shape->params[last == 'm' ? 0 : last == 'n' ? 1 : 2]);
  } else {
    tern_str_t name = last == '.' || last == '-' ? tern_str_make(text.data, text.size - 1) : text;
    const tern_attr_t *attr = find_attr(op, name);
    const char *word = case_of(op, name);
    if (word && last == '-') word = strchr(word, '_') + 1;
    for (; word && *word; word++) tern_string_builder_append_char(out, *word == '_' && last == '.' ? '.' : *word);
    if (tern_attr_is_integer(attr)) tern_string_builder_append_format(out, "%" PRId64, tern_integer_attr_value(attr));
    if (attr && attr->kind == TERN_ATTR_TYPE)
      tern_string_builder_append_cstr(out, float_name(tern_type_attr_value(attr)));
  }
}

// The first of `wanted` that no inner brace holds; the size if there is none.
static size_t find_outside(tern_str_t text, char wanted) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (depth == 0 && text.data[i] == wanted) return i;
    if (text.data[i] == '{') depth++;
    if (text.data[i] == '}') depth--;
  }
  return text.size;
}

static void append_name(const tern_op_t *op, tern_str_t text, tern_string_builder_t *out) {
  while (text.size > 0) {
    if (text.data[0] != '{') {
      tern_string_builder_append_char(out, text.data[0]);
      text = tern_str_drop(text, 1);
      continue;
    }
    text = tern_str_drop(text, 1);
    size_t end = find_outside(text, '}');
    tern_str_t inner = tern_str_make(text.data, end);
    text = tern_str_drop(text, end + 1);
    size_t question = find_outside(inner, '?');
    if (question == inner.size) {
      append_value(op, inner, out);
      continue;
    }
    tern_str_t answers = tern_str_drop(inner, question + 1);
    size_t colon = find_outside(answers, ':');
    if (holds(op, tern_str_make(inner.data, question)))
      append_name(op, tern_str_make(answers.data, colon), out);
    else if (colon < answers.size)
      append_name(op, tern_str_drop(answers, colon + 1), out);
  }
}

// --- arguments ---

typedef struct call {
  LLVMValueRef args[MAX_ARGS];
  unsigned count;
} call_t;

static LLVMValueRef constant(const tern_llvm_translation_t *t, int64_t value, tern_str_t type) {
  unsigned width = (unsigned)strtoul(type.data + 1, NULL, 10);
  return LLVMConstInt(LLVMIntTypeInContext(t->llvm, width), (uint64_t)value, true);
}

static LLVMValueRef bool_constant(const tern_llvm_translation_t *t, bool value) {
  return LLVMConstInt(LLVMInt1TypeInContext(t->llvm), value, false);
}

// `=1:i32`
static LLVMValueRef literal(const tern_llvm_translation_t *t, tern_str_t text) {
  return constant(t, strtoll(text.data + 1, NULL, 10), tern_str_drop(text, tern_str_find_char(text, ':') + 1));
}

// `#x:i32`, `#x+1:i32`
static LLVMValueRef number(const tern_llvm_translation_t *t, const tern_op_t *op, tern_str_t text) {
  size_t colon = tern_str_find_char(text, ':');
  bool is_next = colon > 2 && text.data[colon - 2] == '+';
  const tern_attr_t *attr = find_attr(op, tern_str_make(text.data, is_next ? colon - 2 : colon));
  return constant(t, attr ? tern_enum_attr_value(attr) + is_next : 0, tern_str_drop(text, colon + 1));
}

static LLVMValueRef operand(const tern_llvm_translation_t *t, const tern_op_t *op, tern_str_t name) {
  size_t start, count;
  return find_operands(op, name, &start, &count) && count > 0 ? tern_llvm_operand(t, op, start) : NULL;
}

static void add_argument(tern_llvm_translation_t *t, const tern_op_t *op, tern_str_t text, call_t *call) {
  size_t bar = tern_str_find_char(text, '|'), start, count;
  tern_str_t rest = tern_str_drop(text, 1);
  LLVMValueRef value = NULL;
  if (text.data[0] == '=') {
    value = literal(t, text);
  } else if (text.data[0] == '?') {
    value = bool_constant(t, holds(op, rest));
  } else if (text.data[0] == '#') {
    value = number(t, op, rest);
  } else if (text.data[0] == '<') {
    LLVMValueRef shift = number(t, op, tern_str_drop(text, 2));
    value = LLVMConstInt(LLVMTypeOf(shift), UINT64_C(1) << LLVMConstIntGetZExtValue(shift), false);
  } else if (text.data[0] == '~') {
    LLVMValueRef tested = operand(t, op, rest);
    value = LLVMBuildICmp(t->builder, LLVMIntNE, tested, LLVMConstNull(LLVMTypeOf(tested)), "");
  } else if (bar < text.size) {
    value = operand(t, op, tern_str_make(text.data, bar));
    if (!value) value = literal(t, tern_str_drop(text, bar + 1));
  } else if (find_operands(op, text, &start, &count)) {
    for (size_t i = 0; i < count && call->count < MAX_ARGS; i++)
      call->args[call->count++] = tern_llvm_operand(t, op, start + i);
    return;
  }
  if (value && call->count < MAX_ARGS) call->args[call->count++] = value;
}

// --- calls ---

// Bits as they are, integers to another width, pointers to another space; the value itself where none applies.
static LLVMValueRef adapt(const tern_llvm_translation_t *t, LLVMValueRef value, LLVMTypeRef type) {
  LLVMTypeRef from = LLVMTypeOf(value);
  if (from == type) return value;
  LLVMTypeKind from_kind = LLVMGetTypeKind(from), kind = LLVMGetTypeKind(type);
  if (from_kind == LLVMPointerTypeKind && kind == LLVMPointerTypeKind)
    return LLVMBuildAddrSpaceCast(t->builder, value, type, "");
  if (from_kind == LLVMIntegerTypeKind && kind == LLVMIntegerTypeKind)
    return LLVMGetIntTypeWidth(from) < LLVMGetIntTypeWidth(type) ? LLVMBuildZExt(t->builder, value, type, "")
                                                                 : LLVMBuildTrunc(t->builder, value, type, "");
  bool are_bits = (from_kind == LLVMVectorTypeKind && kind == LLVMIntegerTypeKind) ||
                  (from_kind == LLVMIntegerTypeKind && kind == LLVMVectorTypeKind);
  return are_bits ? LLVMBuildBitCast(t->builder, value, type, "") : value;
}

static LLVMValueRef build_call(tern_llvm_translation_t *t, const tern_op_t *op, const char *name, call_t *call) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  if (id == 0) {
    tern_op_error(op, "LLVM has no intrinsic '%s'", name);
    return NULL;
  }
  LLVMTypeRef overload = call->count > 0 ? LLVMTypeOf(call->args[0]) : NULL;
  LLVMValueRef function =
      LLVMGetIntrinsicDeclaration(t->module, id, &overload, LLVMIntrinsicIsOverloaded(id) && overload ? 1 : 0);
  LLVMTypeRef type = LLVMGlobalGetValueType(function), params[MAX_ARGS];
  bool is_right = LLVMCountParamTypes(type) == call->count;
  if (is_right) LLVMGetParamTypes(type, params);
  for (unsigned i = 0; is_right && i < call->count; i++) {
    call->args[i] = adapt(t, call->args[i], params[i]);
    is_right = LLVMTypeOf(call->args[i]) == params[i];
  }
  if (!is_right) {
    tern_op_error(op, "operand types do not fit the intrinsic '%s'", name);
    return NULL;
  }
  return LLVMBuildCall2(t->builder, type, function, call->args, call->count, "");
}

// The call's value as the op's result.
static bool finish(tern_llvm_translation_t *t, const tern_op_t *op, const char *name, LLVMValueRef value) {
  if (!value) return false;
  if (op->result_count == 0) return true;
  LLVMTypeRef type = tern_llvm_to_type(t, op, op->results[0].type);
  if (!type) return false;
  // The election's first result is the lane.
  if (tern_op_is(op, TERN_NVVM(ELECT_SYNC))) value = LLVMBuildExtractValue(t->builder, value, 1, "");
  // One register is no struct in LLVM.
  bool is_alone = LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 1 &&
                  LLVMStructGetTypeAtIndex(type, 0) == LLVMTypeOf(value);
  value = is_alone ? LLVMBuildInsertValue(t->builder, LLVMGetPoison(type), value, 0, "") : adapt(t, value, type);
  if (LLVMTypeOf(value) != type) return tern_op_error(op, "result type does not fit the intrinsic '%s'", name);
  tern_llvm_set_value(t, &op->results[0], value);
  return true;
}

// Registers whose LLVM name is not that of the op.
static const struct {
  const tern_op_row_t *op;
  const char *name;
} renamed_registers[] = {
    {TERN_NVVM(READ_PTX_SREG_AGGR_SMEM_SIZE), "llvm.nvvm.read.ptx.sreg.aggr_smem_size"},
    {TERN_NVVM(READ_PTX_SREG_DYNAMIC_SMEM_SIZE), "llvm.nvvm.read.ptx.sreg.dynamic_smem_size"},
    {TERN_NVVM(READ_PTX_SREG_TOTAL_SMEM_SIZE), "llvm.nvvm.read.ptx.sreg.total_smem_size"},
};

static bool translate_register(tern_llvm_translation_t *t, const tern_op_t *op) {
  char name[MAX_NAME];
  call_t call = {0};
  tern_str_t base = tern_op_name(op);
  snprintf(name, sizeof(name), "llvm.%.*s", (int)base.size, base.data);
  for (size_t i = 0; i < sizeof(renamed_registers) / sizeof(renamed_registers[0]); i++)
    if (op->def->row == renamed_registers[i].op) snprintf(name, sizeof(name), "%s", renamed_registers[i].name);
  LLVMValueRef value = build_call(t, op, name, &call);
  const tern_attr_t *range = find_attr(op, TERN_STR("range"));
  if (value && range && !tern_llvm_add_call_range(t, op, value, range)) return false;
  return finish(t, op, name, value);
}

static bool translate_row(tern_llvm_translation_t *t, const tern_op_t *op, const intrinsic_row_t *row) {
  tern_string_builder_t name = {0};
  call_t call = {0};
  tern_string_builder_append_cstr(&name, "llvm.nvvm.");
  append_name(op, tern_str_from_cstr(row->name), &name);
  tern_str_t arguments = tern_str_from_cstr(row->arguments);
  while (arguments.size > 0) add_argument(t, op, tern_str_split(&arguments, ' '), &call);
  tern_string_builder_append_char(&name, '\0');
  bool is_right = finish(t, op, name.data, build_call(t, op, name.data, &call));
  tern_string_builder_deinitialize(&name);
  return is_right;
}

// --- what is no intrinsic, or an unusual one ---

static bool translate_breakpoint(tern_llvm_translation_t *t, const tern_op_t *op) {
  call_t call = {0};
  return build_call(t, op, "llvm.debugtrap", &call) != NULL;
}

// A tensor map among a kernel's parameters lies in their own address space.
static bool translate_parameter_prefetch(tern_llvm_translation_t *t, const tern_op_t *op) {
  enum { PARAMETER_SPACE = 101 };
  LLVMTypeRef type = LLVMPointerTypeInContext(t->llvm, PARAMETER_SPACE);
  call_t call = {{LLVMBuildAddrSpaceCast(t->builder, operand(t, op, TERN_STR("addr")), type, "")}, 1};
  return build_call(t, op, "llvm.nvvm.prefetch.tensormap", &call) != NULL;
}

// The bits of a shared memory descriptor; 1 at bit 46 is its version.
static bool translate_descriptor(tern_llvm_translation_t *t, const tern_op_t *op) {
  static const struct {
    const char *name;
    unsigned width, start;
  } fields[] = {{"startAddr", 14, 0},  {"leadingDimOffset", 14, 16}, {"strideDimOffset", 14, 32}, {NULL, 3, 46},
                {"baseOffset", 3, 49}, {"leadingDimMode", 1, 52},    {"swizzleMode", 3, 61}};
  LLVMTypeRef i32 = LLVMInt32TypeInContext(t->llvm), i64 = LLVMInt64TypeInContext(t->llvm);
  LLVMValueRef result = LLVMConstInt(i64, 0, false);
  for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
    LLVMValueRef field =
        fields[i].name ? operand(t, op, tern_str_from_cstr(fields[i].name)) : LLVMConstInt(i32, 1, false);
    LLVMValueRef mask = LLVMConstInt(i32, (1u << fields[i].width) - 1, false);
    field = LLVMBuildAnd(t->builder, adapt(t, field, i32), mask, "");
    field = LLVMBuildShl(t->builder, adapt(t, field, i64), LLVMConstInt(i64, fields[i].start, false), "");
    result = LLVMBuildOr(t->builder, result, field, "");
  }
  tern_llvm_set_value(t, &op->results[0], result);
  return true;
}

static void note_version(tern_llvm_translation_t *t, const tern_op_t *op) {
  for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
    if (op->def->row != versions[i].op || versions[i].version <= t->ptx_version) continue;
    if (all_hold(op, tern_str_from_cstr(versions[i].condition))) t->ptx_version = versions[i].version;
  }
}

static bool refuse(const tern_op_t *op, const char *message) {
  tern_op_error(op, "%s", message);
  tern_emit_note(op->loc, "run --convert-nvvm-to-llvm before");
  return false;
}

static bool has_predicate(const tern_op_t *op) {
  for (size_t i = 0; i < op->def->operand_count; ++i) {
    size_t start, count;
    if (!tern_str_equal_cstr(tern_ident_str(op->def->operands[i].name), "predicate")) continue;
    tern_op_operand_group(op, i, &start, &count);
    return count > 0;
  }
  return false;
}

// No intrinsic takes a predicate. Upstream leaves it out.
bool tern_llvm_translate_nvvm(tern_llvm_translation_t *t, tern_op_t *op) {
  note_version(t, op);
  if (has_predicate(op)) return refuse(op, "has a predicate, which no LLVM intrinsic has");
  if (tern_op_is(op, TERN_NVVM(BREAKPOINT))) return translate_breakpoint(t, op);
  if (tern_op_is(op, TERN_NVVM(TCGEN05_MMA_SMEM_DESC))) return translate_descriptor(t, op);
  if (tern_op_is(op, TERN_NVVM(PREFETCH)) && all_hold(op, TERN_STR("tensormap in_param_space"))) {
    return translate_parameter_prefetch(t, op);
  }
  if (tern_str_starts_with(tern_op_name(op), TERN_STR("nvvm.read.ptx.sreg."))) return translate_register(t, op);
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
    if (op->def->row != rows[i].op || !all_hold(op, tern_str_from_cstr(rows[i].condition))) continue;
    return translate_row(t, op, &rows[i]);
  }
  return refuse(op, "has no LLVM intrinsic");
}

// --- kernels ---

// Attributes of functions, and the names that LLVM has for them.
static const struct {
  const char *from, *to;
} kernel_attributes[] = {
    {"nvvm.maxntid", "nvvm.maxntid"},
    {"nvvm.reqntid", "nvvm.reqntid"},
    {"nvvm.cluster_dim", "nvvm.cluster_dim"},
    {"nvvm.cluster_max_blocks", "nvvm.maxclusterrank"},
    {"nvvm.minctasm", "nvvm.minctasm"},
    {"nvvm.maxnreg", "nvvm.maxnreg"},
    {"nvvm.blocksareclusters", "nvvm.blocksareclusters"},
};

static void add_text_attribute(tern_llvm_translation_t *t, LLVMValueRef function, unsigned index, const char *name,
                               tern_str_t value) {
  LLVMAddAttributeAtIndex(function, index,
                          LLVMCreateStringAttribute(t->llvm, name, (unsigned)strlen(name), value.size ? value.data : "",
                                                    (unsigned)value.size));
}

void tern_llvm_add_kernel_attributes(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function) {
  enum { PTX_KERNEL = 71 };  // llvm::CallingConv::PTX_Kernel
  for (size_t i = 0; i < sizeof(kernel_attributes) / sizeof(kernel_attributes[0]); i++) {
    const tern_attr_t *attr = tern_op_attr(op, kernel_attributes[i].from);
    if (!attr) continue;
    tern_string_builder_t text = {0};
    size_t count = attr->kind == TERN_ATTR_DENSE_ARRAY ? tern_dense_array_attr_count(attr) : 0;
    for (size_t j = 0; j < count; j++)
      tern_string_builder_append_format(&text, "%s%" PRId64, j ? "," : "", tern_dense_array_attr_int(attr, j));
    if (tern_attr_is_integer(attr)) tern_string_builder_append_format(&text, "%" PRId64, tern_integer_attr_value(attr));
    add_text_attribute(t, function, (unsigned)LLVMAttributeFunctionIndex, kernel_attributes[i].to,
                       tern_string_builder_view(&text));
    tern_string_builder_deinitialize(&text);
  }
  if (tern_op_attr(op, "nvvm.kernel")) LLVMSetFunctionCallConv(function, PTX_KERNEL);
  const tern_attr_t *args = tern_op_attr(op, "arg_attrs");
  for (size_t i = 0; args && i < tern_array_attr_count(args); i++) {
    if (tern_dictionary_attr_lookup(tern_array_attr_at(args, i), TERN_STR("nvvm.grid_constant")))
      add_text_attribute(t, function, (unsigned)i + 1, "nvvm.grid_constant", TERN_STR(""));
  }
}
