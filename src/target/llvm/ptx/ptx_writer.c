// Modules, functions and blocks as PTX. See ptx_writer.h.

#include "target/llvm/ptx/ptx_writer.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#include "target/llvm/ptx/ptx_private.h"

enum { PTX_KERNEL = 71, SHARED = 3, WORD = 32 };  // llvm::CallingConv::PTX_Kernel; an address space

// --- names ---

static tern_str_t name_of(LLVMValueRef value) {
  size_t size;
  const char *name = LLVMGetValueName2(value, &size);
  return tern_str_make(name, size);
}

static bool is_name(tern_str_t name) {
  bool is_right = name.size > 0 && (name.data[0] < '0' || name.data[0] > '9');
  for (size_t i = 0; i < name.size; ++i) {
    char c = name.data[i];
    is_right &= c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  return is_right;
}

// --- edges ---

static bool has_phis(LLVMBasicBlockRef block) {
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  return first && LLVMIsAPHINode(first);
}

// Is the value read by phis `a` and `b` only?
static bool is_of(LLVMValueRef value, LLVMValueRef a, LLVMValueRef b) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (LLVMGetUser(use) != a && LLVMGetUser(use) != b) return false;
  return true;
}

// The phi of a loop before this one whose sum, made in place, this one alone takes over where the loop ends: products of warp groups
// that are under way add to its register, which nobody may copy. Or one that has taken it over before. NULL: there is none.
static LLVMValueRef continued_phi(ptx_writer_t *writer, LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); ++i) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i), from = ptx_phi_of(writer, value);
    bool is_there = from && from != phi && tern_map_contains(&writer->values, from);
    bool is_taken_over = is_there && (from != value || tern_map_contains(&writer->continued, from));
    if (is_taken_over && is_of(value, phi, from)) return from;
  }
  return NULL;
}

static void define_phis(ptx_writer_t *writer, LLVMBasicBlockRef block) {
  for (LLVMValueRef op = LLVMGetFirstInstruction(block); op && LLVMIsAPHINode(op); op = LLVMGetNextInstruction(op)) {
    LLVMValueRef continued = continued_phi(writer, op);
    if (continued) {
      tern_map_set(&writer->continued, op, continued);
      ptx_define_as(writer, op, writer->operands.values[ptx_operands_of(writer, continued)]);
      continue;
    }
    size_t start = ptx_define(writer, op), count = writer->operands.count - start;
    for (size_t i = 0; i < count; ++i)
      writer->operands.values[start + i] = ptx_new_register(writer, writer->operands.values[start + i].type);
  }
}

static LLVMValueRef value_from(LLVMValueRef phi, LLVMBasicBlockRef block) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); ++i)
    if (LLVMGetIncomingBlock(phi, i) == block) return LLVMGetIncomingValue(phi, i);
  return NULL;
}

static bool is_same_register(ptx_operand_t a, ptx_operand_t b) {
  return a.form == PTX_REGISTER && b.form == PTX_REGISTER && a.value == b.value && a.type.class == b.type.class;
}

typedef struct move {
  ptx_operand_t to, from;
  bool is_late;  // its target is read by another move
} move_t;

typedef TERN_VEC(move_t) moves_t;

typedef enum kinds { NOTHING, CONSTANTS, OTHERS, ALL } kinds_t;

// What is in the register already is not moved.
static void list_moves(ptx_writer_t *writer, LLVMBasicBlockRef from, LLVMBasicBlockRef to, kinds_t kinds,
                       moves_t *out) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
    LLVMValueRef value = value_from(phi, from);
    size_t start = ptx_operands_of(writer, phi), count = ptx_count_of(writer, LLVMTypeOf(phi));
    size_t source = ptx_operands_of(writer, value);
    for (size_t i = 0; i < count; ++i) {
      move_t move = {.to = writer->operands.values[start + i], .from = writer->operands.values[source + i]};
      bool is_listed = (kinds & (move.from.form == PTX_CONSTANT ? CONSTANTS : OTHERS)) != 0;
      if (!is_listed || move.from.form == PTX_UNDEFINED || is_same_register(move.to, move.from)) continue;
      tern_vec_push(out, move);
    }
  }
}

static void emit_move(ptx_writer_t *writer, ptx_operand_t to, ptx_operand_t from) {
  static const char *const names[] = {"mov.pred $0, $1;", "mov.b16 $0, $1;", "mov.b32 $0, $1;", "mov.b64 $0, $1;"};
  PTX_EMIT(writer, names[to.type.class], to, from);
}

// The phis of a block get their values all at once: what another move reads is written behind all others.
static void write_phis(ptx_writer_t *writer, LLVMBasicBlockRef from, LLVMBasicBlockRef to, kinds_t kinds) {
  moves_t moves = {0};
  list_moves(writer, from, to, kinds, &moves);
  for (size_t i = 0; i < moves.count; ++i) moves.values[i].from = ptx_written(writer, moves.values[i].from);
  for (size_t i = 0; i < moves.count; ++i) {
    move_t *move = &moves.values[i];
    for (size_t k = 0; k < moves.count && !move->is_late; ++k)
      move->is_late = k != i && is_same_register(move->to, moves.values[k].from);
  }
  for (size_t i = 0; i < moves.count; ++i) {
    move_t *move = &moves.values[i];
    if (!move->is_late) continue;
    ptx_operand_t copy = ptx_new_register(writer, move->to.type);
    emit_move(writer, copy, move->from);
    move->from = copy;
  }
  for (int late = 0; late <= 1; ++late) {
    for (size_t i = 0; i < moves.count; ++i)
      if (moves.values[i].is_late == late) emit_move(writer, moves.values[i].to, moves.values[i].from);
  }
  tern_vec_deinitialize(&moves);
}

// The label of a block, or of the edge to it from `from`, which is numbered among those of `from`.
static void append_label(ptx_writer_t *writer, LLVMBasicBlockRef block, unsigned edge) {
  size_t number = (size_t)(uintptr_t)tern_map_get(&writer->blocks, block) - 1;
  tern_string_builder_append_format(&writer->body, "$L__BB%u_%zu", writer->function_number, number);
  if (edge) tern_string_builder_append_format(&writer->body, "_%u", edge);
}

static void jump(ptx_writer_t *writer, LLVMBasicBlockRef to) {
  tern_string_builder_append_cstr(&writer->body, "\tbra.uni ");
  append_label(writer, to, 0);
  tern_string_builder_append_cstr(&writer->body, ";\n");
}

static void jump_if(ptx_writer_t *writer, const char *sign, ptx_operand_t condition, LLVMBasicBlockRef to,
                    unsigned edge) {
  tern_string_builder_append_cstr(&writer->body, sign);
  ptx_append_operand(writer, condition);
  tern_string_builder_append_cstr(&writer->body, " bra ");
  append_label(writer, to, edge);
  tern_string_builder_append_cstr(&writer->body, ";\n");
}

// Where all other edges have been taken: to the block, which may follow.
static void fall(ptx_writer_t *writer, LLVMBasicBlockRef from, LLVMBasicBlockRef to, kinds_t kinds) {
  write_phis(writer, from, to, kinds);
  if (LLVMGetNextBasicBlock(from) != to) jump(writer, to);
}

static void write_edge(ptx_writer_t *writer, LLVMBasicBlockRef from, unsigned edge, LLVMBasicBlockRef to,
                       kinds_t kinds) {
  append_label(writer, from, edge);
  tern_string_builder_append_cstr(&writer->body, ":\n");
  writer->constant_count = 0;
  write_phis(writer, from, to, kinds);
  jump(writer, to);
}

// Can `to` be reached from `from` without passing `through`?
static bool can_avoid(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef through) {
  TERN_VEC(LLVMBasicBlockRef) reached = {0};
  bool is_found = from == to;
  tern_vec_push(&reached, from);
  for (size_t i = 0; i < reached.count && !is_found; ++i) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(reached.values[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); ++k) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
      bool is_known = next == through;
      for (size_t j = 0; j < reached.count && !is_known; ++j) is_known = reached.values[j] == next;
      is_found |= next == to && next != through;
      if (!is_known) tern_vec_push(&reached, next);
    }
  }
  tern_vec_deinitialize(&reached);
  return is_found;
}

// The moves of constants on an edge stand before the branch, where the phis' registers have no value yet: in front of a loop that
// may not run at all, sums that products of warp groups add to begin with zeros, and where the loop is left nobody may write them.
static kinds_t write_constants_early(ptx_writer_t *writer, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(from));
  bool is_free = has_phis(to) && can_avoid(entry, from, to);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); is_free && phi && LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    for (LLVMValueRef of = tern_map_get(&writer->continued, phi); of && is_free;
         of = tern_map_get(&writer->continued, of))
      is_free = can_avoid(entry, from, LLVMGetInstructionParent(of));
  }
  if (is_free) write_phis(writer, from, to, CONSTANTS);
  return is_free ? OTHERS : ALL;
}

// Is the value read by nobody who is reached by `other`, but by what is on the way through the block of its phi?
static bool is_dead(LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef other) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
  for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMBasicBlockRef place = LLVMGetInstructionParent(user);
    if (LLVMIsATerminatorInst(user) && place == from) return false;
    if (place == block) continue;
    if (LLVMIsAPHINode(user) || place == other || can_avoid(other, place, block)) return false;
  }
  return true;
}

// The moves on the edge back to the beginning of a loop stand before the branch, if where the loop is left for `other` nobody reads
// the registers of its phis: the branch back is the only one then, as ptxas likes loops.
static bool write_all_early(ptx_writer_t *writer, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                            LLVMBasicBlockRef other) {
  if (!has_phis(to) || can_avoid(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(from)), from, to)) return false;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
    if (!is_dead(phi, from, other)) return false;
  write_phis(writer, from, to, ALL);
  return true;
}

static bool has_moves(ptx_writer_t *writer, LLVMBasicBlockRef from, LLVMBasicBlockRef to, kinds_t kinds) {
  moves_t moves = {0};
  if (!has_phis(to) || kinds == NOTHING) return false;
  list_moves(writer, from, to, kinds, &moves);
  bool has_some = moves.count > 0;
  tern_vec_deinitialize(&moves);
  return has_some;
}

static void write_branch(ptx_writer_t *writer, LLVMBasicBlockRef block, LLVMValueRef op) {
  LLVMBasicBlockRef first = LLVMGetSuccessor(op, 0), second = LLVMIsConditional(op) ? LLVMGetSuccessor(op, 1) : first;
  if (first == second) {
    fall(writer, block, first, ALL);
    return;
  }
  ptx_operand_t condition = ptx_register_at(writer, LLVMGetCondition(op), 0);
  kinds_t of_first = ALL, of_second = ALL;
  // Those of one edge, for both may write the same register.
  if (write_all_early(writer, block, first, second))
    of_first = NOTHING;
  else if (write_all_early(writer, block, second, first))
    of_second = NOTHING;
  else if ((of_second = write_constants_early(writer, block, second)) == ALL)
    of_first = write_constants_early(writer, block, first);
  bool moves_first = has_moves(writer, block, first, of_first),
       moves_second = has_moves(writer, block, second, of_second);
  bool is_turned = !moves_second && (moves_first || LLVMGetNextBasicBlock(block) == first);
  if (is_turned) {
    jump_if(writer, "\t@!", condition, second, 0);
    fall(writer, block, first, of_first);
  } else if (!moves_first) {
    jump_if(writer, "\t@", condition, first, 0);
    fall(writer, block, second, of_second);
  } else {
    jump_if(writer, "\t@", condition, block, 1);
    write_phis(writer, block, second, of_second);
    jump(writer, second);
    write_edge(writer, block, 1, first, of_first);
  }
}

static void write_switch(ptx_writer_t *writer, LLVMBasicBlockRef block, LLVMValueRef op) {
  ptx_operand_t value = ptx_extended(writer, ptx_register_at(writer, LLVMGetOperand(op, 0), 0), false);
  unsigned count = LLVMGetNumSuccessors(op);
  writer->is_unknown |= value.type.class == PTX_PRED;
  for (unsigned i = 1; i < count; ++i) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(op, i);
    ptx_operand_t condition = ptx_new_register(writer, ptx_integer_type(1));
    ptx_operand_t number = ptx_constant(value.type, LLVMConstIntGetZExtValue(LLVMGetSwitchCaseValue(op, i)));
    ptx_emit_typed(writer, "setp.eq", 'b', value.type, (const ptx_operand_t[]){condition, value, number}, 3);
    jump_if(writer, "\t@", condition, has_phis(to) ? block : to, has_phis(to) ? i : 0);
  }
  write_phis(writer, block, LLVMGetSuccessor(op, 0), ALL);
  jump(writer, LLVMGetSuccessor(op, 0));
  for (unsigned i = 1; i < count; ++i)
    if (has_phis(LLVMGetSuccessor(op, i))) write_edge(writer, block, i, LLVMGetSuccessor(op, i), ALL);
}

static void write_terminator(ptx_writer_t *writer, LLVMBasicBlockRef block, LLVMValueRef op) {
  // Whoever has something to say of a loop says it to LLVM's code generator.
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(op));
  unsigned loop = LLVMGetMDKindIDInContext(context, "llvm.loop", strlen("llvm.loop"));
  writer->is_unknown |= LLVMHasMetadata(op) && LLVMGetMetadata(op, loop);
  switch (LLVMGetInstructionOpcode(op)) {
    case LLVMBr: write_branch(writer, block, op); break;
    case LLVMSwitch: write_switch(writer, block, op); break;
    case LLVMRet: tern_string_builder_append_cstr(&writer->body, "\tret;\n"); break;
    default: writer->is_unknown = true; break;
  }
}

// --- blocks ---

static void (*writer_of(LLVMOpcode opcode))(ptx_writer_t *writer, LLVMValueRef op) {
  switch (opcode) {
    case LLVMICmp:
    case LLVMFCmp: return ptx_write_comparison;
    case LLVMSelect: return ptx_write_select;
    case LLVMBitCast: return ptx_write_bitcast;
    case LLVMAddrSpaceCast: return ptx_write_address_cast;
    case LLVMLoad: return ptx_write_load;
    case LLVMStore: return ptx_write_store;
    case LLVMGetElementPtr: return ptx_write_address;
    case LLVMCall: return ptx_write_call;
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
    case LLVMExtractValue:
    case LLVMInsertValue: return ptx_write_movement;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMFreeze: return ptx_write_conversion;
    default: return ptx_write_arithmetic;
  }
}

static void write_block(ptx_writer_t *writer, LLVMBasicBlockRef block) {
  LLVMValueRef op = LLVMGetFirstInstruction(block);
  writer->constant_count = writer->step_count = 0;
  while (op && LLVMIsAPHINode(op)) op = LLVMGetNextInstruction(op);
  for (; op && !LLVMIsATerminatorInst(op) && !writer->is_unknown; op = LLVMGetNextInstruction(op))
    writer_of(LLVMGetInstructionOpcode(op))(writer, op);
  if (op && !writer->is_unknown) write_terminator(writer, block, op);
}

// --- functions ---

static void append_attribute(LLVMValueRef function, const char *name, const char *directive,
                             tern_string_builder_t *out) {
  LLVMAttributeRef attribute =
      LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
  unsigned size;
  if (!attribute) return;
  const char *value = LLVMGetStringAttributeValue(attribute, &size);
  tern_string_builder_append_cstr(out, directive);
  tern_string_builder_append(out, tern_str_make(value, size));
  tern_string_builder_append_char(out, '\n');
}

static bool has_attribute(LLVMValueRef function, unsigned index, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, index, kind) != NULL;
}

// Arrays of bytes are left to LLVM.
static bool is_known_function(LLVMValueRef function) {
  bool is_known = LLVMGetFunctionCallConv(function) == PTX_KERNEL && !LLVMGetSubprogram(function) &&
                  is_name(name_of(function)) &&
                  LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) == LLVMVoidTypeKind;
  static const char flush[] = "denormal-fp-math-f32";
  is_known &= !LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, flush, sizeof flush - 1);
  for (unsigned i = 1; i <= LLVMCountParams(function); ++i) is_known &= !has_attribute(function, i, "byval");
  return is_known;
}

static void declare_parameter(ptx_writer_t *writer, LLVMValueRef function, unsigned i, tern_string_builder_t *out) {
  static const char *const types[] = {[PTX_PRED] = ".u8", [PTX_B16] = ".b16", [PTX_B32] = ".b32", [PTX_B64] = ".b64"};
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
  ptx_type_t scalar = ptx_type_of(writer, type);
  bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 1;
  tern_str_t name = name_of(function);
  writer->is_unknown |=
      scalar.bits != 1 && scalar.bits != 8 && scalar.bits != 16 && scalar.bits != WORD && scalar.bits != 64;
  tern_string_builder_append_format(out, "%s\t.param %s %.*s_param_%u", i ? ",\n" : "\n",
                                    is_pointer         ? ".u64 .ptr .global .align 1"
                                    : scalar.bits == 8 ? ".u8"
                                                       : types[scalar.class],
                                    (int)name.size, name.data, i);
}

static void load_parameter(ptx_writer_t *writer, LLVMValueRef function, unsigned i) {
  LLVMValueRef value = LLVMGetParam(function, i);
  size_t start = ptx_define(writer, value);
  ptx_type_t type = writer->operands.values[start].type;
  bool is_bit = type.class == PTX_PRED;
  ptx_operand_t to = ptx_new_register(writer, is_bit ? ptx_integer_type(8) : type);
  tern_str_t name = name_of(function);
  tern_string_builder_append_format(&writer->body, "\tld.param.b%u ", to.type.bits);
  ptx_append_operand(writer, to);
  tern_string_builder_append_format(&writer->body, ", [%.*s_param_%u];\n", (int)name.size, name.data, i);
  if (is_bit) {
    ptx_operand_t byte = ptx_extended(writer, to, false);
    to = ptx_new_register(writer, type);
    PTX_EMIT(writer, "setp.ne.b16 $0, $1, 0;", to, byte);
  }
  writer->operands.values[start] = to;
}

// The address of a variable in shared memory, where the function begins.
static void load_addresses(ptx_writer_t *writer, LLVMModuleRef module) {
  for (LLVMValueRef global = LLVMGetFirstGlobal(module); global; global = LLVMGetNextGlobal(global)) {
    size_t start = ptx_define(writer, global);
    ptx_operand_t to = ptx_new_register(writer, writer->operands.values[start].type);
    tern_str_t name = name_of(global);
    if (!LLVMGetFirstUse(global)) continue;
    tern_string_builder_append_cstr(&writer->body, "\tmov.b32 ");
    ptx_append_operand(writer, to);
    tern_string_builder_append_format(&writer->body, ", %.*s;\n", (int)name.size, name.data);
    writer->operands.values[start] = to;
  }
}

static void write_body(ptx_writer_t *writer, LLVMModuleRef module, LLVMValueRef function) {
  size_t count = 0;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
    tern_map_set(&writer->blocks, block, (void *)(uintptr_t)++count);
    define_phis(writer, block);
  }
  for (unsigned i = 0; i < LLVMCountParams(function); ++i) load_parameter(writer, function, i);
  load_addresses(writer, module);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
    if (block != LLVMGetFirstBasicBlock(function)) {
      append_label(writer, block, 0);
      tern_string_builder_append_cstr(&writer->body, ":\n");
    }
    write_block(writer, block);
  }
}

static void forget_function(ptx_writer_t *writer) {
  tern_map_clear(&writer->values);
  tern_map_clear(&writer->blocks);
  tern_map_clear(&writer->continued);
  writer->operands.count = writer->body.size = 0;
  memset(writer->register_count, 0, sizeof writer->register_count);
}

static void write_function(ptx_writer_t *writer, LLVMModuleRef module, LLVMValueRef function,
                           tern_string_builder_t *out) {
  static const char *const registers[] = {".pred %p", ".b16 %rs", ".b32 %r", ".b64 %rd"};
  tern_str_t name = name_of(function);
  if (!is_known_function(function)) {
    writer->is_unknown = true;
    return;
  }
  forget_function(writer);
  tern_string_builder_append_format(out, "\n.visible .entry %.*s(", (int)name.size, name.data);
  for (unsigned i = 0; i < LLVMCountParams(function); ++i) declare_parameter(writer, function, i, out);
  tern_string_builder_append_cstr(out, "\n)\n");
  append_attribute(function, "nvvm.reqntid", ".reqntid ", out);
  append_attribute(function, "nvvm.maxntid", ".maxntid ", out);
  append_attribute(function, "nvvm.minctasm", ".minnctapersm ", out);
  append_attribute(function, "nvvm.maxnreg", ".maxnreg ", out);
  write_body(writer, module, function);
  tern_string_builder_append_cstr(out, "{\n");
  for (unsigned i = 0; i < PTX_CLASS_COUNT; ++i)
    if (writer->register_count[i])
      tern_string_builder_append_format(out, "\t.reg %s<%u>;\n", registers[i], writer->register_count[i] + 1);
  tern_string_builder_append(out, tern_string_builder_view(&writer->body));
  tern_string_builder_append_cstr(out, "}\n");
  ++writer->function_number;
}

// --- modules ---

// Shared memory whose size the launch says.
static void write_global(ptx_writer_t *writer, LLVMValueRef global, tern_string_builder_t *out) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  bool is_known = LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == SHARED && !LLVMGetInitializer(global) &&
                  is_name(name_of(global)) && LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
                  LLVMGetArrayLength2(type) == 0 && LLVMABISizeOfType(writer->layout, LLVMGetElementType(type)) == 1;
  tern_str_t name = name_of(global);
  writer->is_unknown |= !is_known;
  tern_string_builder_append_format(out, ".extern .shared .align %u .b8 %.*s[];\n", LLVMGetAlignment(global),
                                    (int)name.size, name.data);
}

// What clusters are is said by attributes that only LLVM's code generator reads.
static bool has_clusters(LLVMValueRef function) {
  static const char *const names[] = {"nvvm.cluster_dim", "nvvm.maxclusterrank", "nvvm.blocksareclusters"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
    if (LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, names[i], (unsigned)strlen(names[i])))
      return true;
  return false;
}

bool tern_llvm_write_ptx(LLVMModuleRef module, LLVMTargetDataRef layout, const char *chip, unsigned version,
                         tern_string_builder_t *out) {
  ptx_writer_t writer = {.layout = layout, .architecture = (unsigned)strtoul(chip + strlen("sm_"), NULL, 10)};
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, ".version %u.%u\n.target %s\n.address_size 64\n\n", version / 10,
                                    version % 10, chip);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) write_global(&writer, g, &text);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !writer.is_unknown; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    writer.is_unknown |= has_clusters(f);
    write_function(&writer, module, f, &text);
  }
  if (!writer.is_unknown) tern_string_builder_append(out, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&writer.body);
  tern_map_deinitialize(&writer.values);
  tern_map_deinitialize(&writer.blocks);
  tern_map_deinitialize(&writer.continued);
  tern_map_deinitialize(&writer.rows);
  tern_vec_deinitialize(&writer.operands);
  return !writer.is_unknown;
}
