// Calls of intrinsics, by the rows of intrinsics.def, and inline assembly.

#include <stdlib.h>

#include "target/llvm/ptx/ptx_private.h"

enum { WORD = 32, MAX_OPERANDS = 640, MAX_ARGUMENTS = 3 };

typedef struct intrinsic_row {
  const char *name;  // behind `llvm.`; of a row with a letter the beginning
  const char *text;
  char letter;   // 0: `text` is a template
  uint8_t rest;  // ptx_rest_t
  uint8_t count;
} intrinsic_row_t;

static const intrinsic_row_t rows[] = {
#define TEXT(name, text) {name, text, 0, PTX_ANY, 0},
#define TYPED(prefix, instruction, letter, rest, count) {prefix, instruction, letter, PTX_##rest, count},
#include "target/llvm/ptx/intrinsics.def"
};

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

// --- intrinsics ---

static const intrinsic_row_t *find_row(tern_str_t name) {
  for (size_t i = 0; i < ROW_COUNT; ++i) {
    const intrinsic_row_t *row = &rows[i];
    if (row->letter ? tern_str_starts_with(name, tern_str_from_cstr(row->name)) : tern_str_equal_cstr(name, row->name))
      return row;
  }
  return NULL;
}

static tern_str_t name_of(LLVMValueRef function) {
  size_t size;
  const char *name = LLVMGetValueName2(function, &size);
  return tern_str_make(name, size);
}

static void write_typed(ptx_writer_t *writer, LLVMValueRef op, const intrinsic_row_t *row) {
  size_t start = ptx_define(writer, op), count = writer->operands.count - start;
  for (size_t i = 0; i < count; ++i) {
    ptx_type_t type = writer->operands.values[start + i].type;
    ptx_operand_t operands[1 + MAX_ARGUMENTS] = {ptx_new_register(writer, type)};
    for (unsigned k = 0; k < row->count; ++k) {
      ptx_operand_t operand = ptx_operand_at(writer, LLVMGetOperand(op, k), i);
      if (row->letter == 'f' && type.bits < WORD) operand = ptx_in_register(writer, operand);
      if (row->rest != PTX_ANY) operand = ptx_extended(writer, operand, row->rest == PTX_SIGNS);
      operands[k + 1] = operand;
    }
    // Booleans have no such ops, and NaNs of f64 are not handed on.
    writer->is_unknown |= type.class == PTX_PRED || (type.kind == PTX_DOUBLE && strstr(row->text, "NaN"));
    ptx_emit_typed(writer, row->text, row->letter, type, operands, row->count + 1u);
    writer->operands.values[start + i] = operands[0];
  }
}

// `%tid.x` and others.
static bool write_special_register(ptx_writer_t *writer, LLVMValueRef op, tern_str_t name) {
  static const tern_str_t prefix = {"nvvm.read.ptx.sreg.", sizeof("nvvm.read.ptx.sreg.") - 1};
  if (!tern_str_starts_with(name, prefix)) return false;
  tern_str_t text = tern_str_drop(name, prefix.size);
  size_t start = ptx_define(writer, op);
  ptx_operand_t to = ptx_new_register(writer, writer->operands.values[start].type);
  bool is_of_cluster = tern_str_starts_with(text, TERN_STR("cluster."));
  tern_string_builder_append_cstr(&writer->body, to.type.bits == WORD ? "\tmov.u32 " : "\tmov.u64 ");
  ptx_append_operand(writer, to);
  tern_string_builder_append_cstr(&writer->body, is_of_cluster ? ", %cluster_" : ", %");
  tern_string_builder_append(&writer->body, is_of_cluster ? tern_str_drop(text, strlen("cluster.")) : text);
  tern_string_builder_append_cstr(&writer->body, ";\n");
  writer->operands.values[start] = to;
  return true;
}

static void write_template(ptx_writer_t *writer, LLVMValueRef op, const char *text) {
  size_t start = ptx_define(writer, op), count = writer->operands.count - start;
  ptx_operand_t operands[MAX_OPERANDS];
  unsigned argument_count = LLVMGetNumArgOperands(op);
  if (!*text) return;
  for (size_t i = 0; i < count; ++i) {
    operands[i] = ptx_new_register(writer, writer->operands.values[start + i].type);
    writer->operands.values[start + i] = operands[i];
  }
  for (unsigned i = 0; i < argument_count; ++i) {
    LLVMValueRef argument = LLVMGetOperand(op, i);
    size_t parts = ptx_count_of(writer, LLVMTypeOf(argument));
    for (size_t k = 0; k < parts && count < MAX_OPERANDS; ++k) operands[count++] = ptx_operand_at(writer, argument, k);
  }
  ptx_emit(writer, text, operands, count);
}

static void write_intrinsic(ptx_writer_t *writer, LLVMValueRef op, LLVMValueRef function) {
  tern_str_t name = name_of(function);
  static const tern_str_t prefix = {"llvm.", sizeof("llvm.") - 1};
  const intrinsic_row_t *row = tern_map_get(&writer->rows, function);
  if (!tern_str_starts_with(name, prefix)) {
    writer->is_unknown = true;
    return;
  }
  name = tern_str_drop(name, prefix.size);
  if (!row && write_special_register(writer, op, name)) return;
  if (!row) row = find_row(name);
  if (!row) {
    writer->is_unknown = true;
    return;
  }
  tern_map_set(&writer->rows, function, (void *)(uintptr_t)row);
  if (row->letter)
    write_typed(writer, op, row);
  else
    write_template(writer, op, row->text);
}

// --- inline assembly ---

// What the operands of a call of inline assembly are: results first, as its text counts them.
typedef struct assembly {
  ptx_operand_t operands[MAX_OPERANDS];
  size_t count, result_count;
} assembly_t;

// A value in one register, if it is a vector, too.
static ptx_operand_t as_register(ptx_writer_t *writer, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return ptx_register_at(writer, value, 0);
  ptx_operand_t parts[4], word;
  size_t count = ptx_count_of(writer, type), start = ptx_operands_of(writer, value);
  unsigned bits = (unsigned)(8 * LLVMABISizeOfType(writer->layout, type));
  word.type = ptx_integer_type(bits <= 64 ? bits : WORD);
  writer->is_unknown |= count > sizeof parts / sizeof parts[0] || bits > 64;
  if (writer->is_unknown) return ptx_constant(word.type, 0);
  memcpy(parts, writer->operands.values + start, count * sizeof parts[0]);
  ptx_reinterpret(writer, parts, count, &word, 1);
  return ptx_in_register(writer, word);
}

static void add_operand(ptx_writer_t *writer, assembly_t *assembly, ptx_operand_t operand) {
  if (assembly->count < MAX_OPERANDS)
    assembly->operands[assembly->count++] = operand;
  else
    writer->is_unknown = true;
}

// --- results in the place of arguments ---

// Is each result of the assembly read by at most one instruction, which takes it out of the struct?
static bool has_separate_results(LLVMValueRef op) {
  enum { MAX_RESULTS = 1024 };
  bool is_read[MAX_RESULTS] = {false};
  for (LLVMUseRef use = LLVMGetFirstUse(op); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool is_one = LLVMIsAExtractValueInst(user) && LLVMGetNumIndices(user) == 1;
    unsigned index = is_one ? LLVMGetIndices(user)[0] : MAX_RESULTS;
    if (index >= MAX_RESULTS || is_read[index]) return false;
    is_read[index] = true;
  }
  return true;
}

// May the assembly, in the argument's block, write over the register of the argument? It has to be the only one that reads it, and
// the register must be of no other value.
static bool ends_with(ptx_writer_t *writer, LLVMValueRef argument, LLVMValueRef op) {
  LLVMValueRef source = LLVMIsAInstruction(argument);
  LLVMUseRef use = source ? LLVMGetFirstUse(source) : NULL;
  if (!use || LLVMGetNextUse(use) || LLVMGetInstructionParent(source) != LLVMGetInstructionParent(op)) return false;
  switch (LLVMGetInstructionOpcode(source)) {
    case LLVMPHI:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul: return true;
    case LLVMExtractValue: break;
    default: return false;
  }
  LLVMValueRef call = LLVMGetOperand(source, 0);
  bool is_assembly = LLVMIsACallInst(call) && LLVMIsAInlineAsm(LLVMGetCalledValue(call)) &&
                     LLVMGetInstructionParent(call) == LLVMGetInstructionParent(op);
  if (!is_assembly) return false;
  if (writer->asked.call != call) {
    writer->asked.call = call;
    writer->asked.has_separate_results = has_separate_results(call);
  }
  return writer->asked.has_separate_results;
}

// The argument that result `index` of the assembly begins in; NULL: none.
static LLVMValueRef tied_argument(LLVMValueRef op, unsigned index) {
  size_t size;
  const char *text = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(op), &size);
  tern_str_t constraints = tern_str_make(text, size);
  unsigned argument = 0, count = LLVMGetNumArgOperands(op);
  while (constraints.size > 0 && argument < count) {
    tern_str_t constraint = tern_str_split(&constraints, ',');
    int64_t tied;
    if (constraint.size == 0 || constraint.data[0] == '=' || constraint.data[0] == '~') continue;
    if (tern_str_to_int64(constraint, &tied) && tied == index) return LLVMGetOperand(op, argument);
    ++argument;
  }
  return NULL;
}

static bool has_one_user(LLVMValueRef value) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use);
}

static bool is_for_assembly(LLVMValueRef op) {
  LLVMValueRef user = has_one_user(op) ? LLVMGetUser(LLVMGetFirstUse(op)) : NULL;
  return user && LLVMIsACallInst(user) && LLVMIsAInlineAsm(LLVMGetCalledValue(user));
}

static bool is_next_of(LLVMValueRef op, LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); ++i)
    if (LLVMGetIncomingValue(phi, i) == op) return true;
  return false;
}

LLVMValueRef ptx_overwritten(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMOpcode opcode = LLVMIsAInstruction(op) ? LLVMGetInstructionOpcode(op) : LLVMPHI;
  if (opcode != LLVMFAdd && opcode != LLVMFSub && opcode != LLVMFMul) return NULL;
  bool is_asked = is_for_assembly(op);
  for (unsigned i = 0; i < 2; ++i) {
    LLVMValueRef value = LLVMGetOperand(op, i);
    bool is_phi = LLVMIsAPHINode(value) != NULL;
    bool is_wanted = is_asked ? is_phi || LLVMIsAExtractValueInst(value) : is_phi && is_next_of(op, value);
    if (is_wanted && ends_with(writer, value, op)) return value;
  }
  return NULL;
}

// The value in whose register this one is made; NULL: it has one of its own.
static LLVMValueRef made_of(ptx_writer_t *writer, LLVMValueRef value) {
  if (!LLVMIsAExtractValueInst(value)) return ptx_overwritten(writer, value);
  LLVMValueRef call = LLVMGetOperand(value, 0);
  bool is_assembly =
      LLVMGetNumIndices(value) == 1 && LLVMIsACallInst(call) && LLVMIsAInlineAsm(LLVMGetCalledValue(call));
  LLVMValueRef argument = is_assembly ? tied_argument(call, LLVMGetIndices(value)[0]) : NULL;
  return argument && ends_with(writer, argument, call) ? argument : NULL;
}

LLVMValueRef ptx_phi_of(ptx_writer_t *writer, LLVMValueRef value) {
  while (!LLVMIsAPHINode(value)) {
    value = made_of(writer, value);
    if (!value) return NULL;
  }
  return value;
}

// `r`, `l`, `n` or the number of a result that the argument begins in.
static void add_argument(ptx_writer_t *writer, LLVMValueRef op, assembly_t *assembly, tern_str_t constraint,
                         LLVMValueRef argument) {
  static const char *const moves[] = {"mov.pred $0, $1;", "mov.b16 $0, $1;", "mov.b32 $0, $1;", "mov.b64 $0, $1;"};
  int64_t tied;
  if (tern_str_to_int64(constraint, &tied)) {
    ptx_operand_t from = as_register(writer, argument);
    if ((uint64_t)tied >= assembly->result_count || assembly->operands[tied].type.class != from.type.class) {
      writer->is_unknown = true;
      return;
    }
    // A copy would be a reader of what products of warp groups are still adding to.
    if (ends_with(writer, argument, op))
      assembly->operands[tied] = from;
    else
      PTX_EMIT(writer, moves[from.type.class], assembly->operands[tied], from);
    add_operand(writer, assembly, assembly->operands[tied]);
    return;
  }
  bool is_number = constraint.size == 1 && constraint.data[0] == 'n';
  writer->is_unknown |= constraint.size != 1 || !memchr("rlfdhbcn", constraint.data[0], 8);
  add_operand(writer, assembly, is_number ? ptx_operand_at(writer, argument, 0) : as_register(writer, argument));
}

static void read_constraints(ptx_writer_t *writer, LLVMValueRef op, tern_str_t constraints, assembly_t *assembly) {
  unsigned argument = 0, argument_count = LLVMGetNumArgOperands(op);
  while (constraints.size > 0 && !writer->is_unknown) {
    tern_str_t constraint = tern_str_split(&constraints, ',');
    bool is_clobber = constraint.size > 0 && constraint.data[0] == '~',
         is_result = constraint.size > 0 && constraint.data[0] == '=';
    if (is_clobber || is_result) continue;
    if (argument == argument_count)
      writer->is_unknown = true;
    else
      add_argument(writer, op, assembly, constraint, LLVMGetOperand(op, argument++));
  }
}

// Results that are vectors are words in the text; those that are structs are one for each member.
static void write_results(ptx_writer_t *writer, LLVMValueRef op, const assembly_t *assembly) {
  size_t start = ptx_define(writer, op), count = writer->operands.count - start;
  size_t parts = assembly->result_count ? count / assembly->result_count : 0;
  ptx_operand_t results[8];
  if (assembly->result_count == 0) return;
  writer->is_unknown |= parts * assembly->result_count != count || parts > sizeof results / sizeof results[0];
  for (size_t i = 0; i < assembly->result_count && !writer->is_unknown; ++i) {
    memcpy(results, writer->operands.values + start + i * parts, parts * sizeof results[0]);
    ptx_reinterpret(writer, &assembly->operands[i], 1, results, parts);
    memcpy(writer->operands.values + start + i * parts, results, parts * sizeof results[0]);
  }
}

static void add_results(ptx_writer_t *writer, LLVMTypeRef type, assembly_t *assembly) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  unsigned count = kind == LLVMVoidTypeKind ? 0 : kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : 1;
  for (unsigned i = 0; i < count; ++i) {
    LLVMTypeRef member = kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i) : type;
    bool is_vector = LLVMGetTypeKind(member) == LLVMVectorTypeKind;
    unsigned bits = is_vector ? (unsigned)(8 * LLVMABISizeOfType(writer->layout, member)) : 0;
    writer->is_unknown |= bits > 64;
    ptx_type_t scalar = is_vector ? ptx_integer_type(bits <= 64 ? bits : WORD) : ptx_type_of(writer, member);
    add_operand(writer, assembly, ptx_new_register(writer, scalar));
  }
  assembly->result_count = assembly->count;
}

static void write_assembly(ptx_writer_t *writer, LLVMValueRef op, LLVMValueRef code) {
  size_t text_size, constraints_size;
  const char *text = LLVMGetInlineAsmAsmString(code, &text_size);
  const char *constraints = LLVMGetInlineAsmConstraintString(code, &constraints_size);
  assembly_t assembly = {.count = 0};
  add_results(writer, LLVMTypeOf(op), &assembly);
  read_constraints(writer, op, tern_str_make(constraints, constraints_size), &assembly);
  if (text_size > 0) {
    tern_string_builder_append_cstr(&writer->body, "\t// begin inline asm\n\t");
    ptx_append_template(writer, tern_str_make(text, text_size), assembly.operands, assembly.count);
    tern_string_builder_append_cstr(&writer->body, "\n\t// end inline asm\n");
  }
  write_results(writer, op, &assembly);
}

void ptx_write_call(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMValueRef callee = LLVMGetCalledValue(op);
  if (LLVMIsAInlineAsm(callee))
    write_assembly(writer, op, callee);
  else if (LLVMIsAFunction(callee))
    write_intrinsic(writer, op, callee);
  else
    writer->is_unknown = true;
}
