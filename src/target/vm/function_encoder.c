// The code of a vm.func: registers are chosen, then every op becomes the instruction of its name, operand by operand as
// the row of base/bytecode_ops.def says.

#include <stdio.h>
#include <string.h>

#include "ir/context.h"
#include "ir/diagnostic.h"
#include "rewrite/branch.h"
#include "target/vm/image.h"
#include "target/vm/register_allocation.h"

// --- ops and instructions ---

// Instructions that no op is named after.
enum { TERN_VM_BLOCK = TERN_VM_OP_COUNT, TERN_VM_GLOBAL_ADDRESS_REF, OP_LIMIT };

static const uint16_t opcodes[OP_LIMIT] = {
#define OP(ID, NAME, OPERANDS) [TERN_VM_##ID] = TERN_BYTECODE_OP_##ID + 1,
#include "base/bytecode_ops.def"
#undef OP
};

static const char *const operand_letters[TERN_BYTECODE_OP_COUNT] = {
#define OP(ID, NAME, OPERANDS) [TERN_BYTECODE_OP_##ID] = OPERANDS,
#include "base/bytecode_ops.def"
#undef OP
};

// Ops that are written as another one's instruction.
static const int aliases[][2] = {{TERN_VM_CAST_REF_ANY, TERN_VM_ASSIGN_REF},
#define GREATER(SUFFIX) \
  {TERN_VM_CMP_GT_##SUFFIX, TERN_VM_CMP_LT_##SUFFIX}, { TERN_VM_CMP_GTE_##SUFFIX, TERN_VM_CMP_LTE_##SUFFIX }
                                 GREATER(I32_S),
                                 GREATER(I32_U),
                                 GREATER(I64_S),
                                 GREATER(I64_U),
                                 GREATER(F32_O),
                                 GREATER(F32_U),
                                 GREATER(F64_O),
                                 GREATER(F64_U)};
#undef GREATER

typedef struct encoder {
  tern_vm_image_t *image;
  const tern_op_t *function;
  tern_vm_registers_t registers;
  size_t start;              // of the function's code
  tern_map_t block_offsets;  // block -> offset in units + 1
  TERN_VEC(struct {
    size_t position;
    const tern_block_t *block;
  })
  fixups;  // targets to fill in
} encoder_t;

static int find_instruction(const encoder_t *e, const tern_op_t *op) {
  if (op->def->dialect != &tern_vm_dialect) return -1;
  int id = (int)(op->def->row - tern_vm_ops);
  for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; ++i) {
    if (aliases[i][0] == id) id = aliases[i][1];
  }
  if (id == TERN_VM_GLOBAL_ADDRESS) {
    const tern_op_t *global =
        tern_symbol_table_lookup(&e->image->symbols, tern_symbol_ref_attr_at(tern_op_attr(op, "global"), 0));
    if (global && tern_op_is(global, TERN_VM(GLOBAL_REF))) id = TERN_VM_GLOBAL_ADDRESS_REF;
  }
  return (int)opcodes[id] - 1;
}

// --- units ---

static void emit(encoder_t *e, uint32_t unit) { tern_vec_push(&e->image->code, (uint16_t)unit); }
static void emit_u32(encoder_t *e, uint32_t value) {
  emit(e, value & 0xffff);
  emit(e, value >> 16);
}
static void emit_u64(encoder_t *e, uint64_t value) {
  emit_u32(e, (uint32_t)value);
  emit_u32(e, (uint32_t)(value >> 32));
}

// --- operands ---

static void emit_use(encoder_t *e, const tern_op_t *op, size_t index) {
  const tern_value_t *value = tern_op_operand(op, index);
  uint32_t reg = tern_vm_register_of(&e->registers, value);
  bool is_moved = tern_vm_value_is_ref(value) && tern_vm_is_last_use(&e->registers, op, index);
  emit(e, reg | (is_moved ? TERN_BYTECODE_MOVE : 0));
}

static void emit_uses(encoder_t *e, const tern_op_t *op, size_t start, size_t count) {
  emit(e, (uint32_t)count);
  for (size_t i = 0; i < count; ++i) emit_use(e, op, start + i);
}

static void emit_results(encoder_t *e, const tern_op_t *op) {
  emit(e, op->result_count);
  for (size_t i = 0; i < op->result_count; ++i) emit(e, tern_vm_register_of(&e->registers, &op->results[i]));
}

static void emit_moves(encoder_t *e, const tern_vm_moves_t *moves, bool is_ref) {
  uint32_t count = 0;
  for (size_t i = 0; i < moves->count; ++i) count += moves->values[i].is_ref == is_ref;
  emit(e, count);
  for (size_t i = 0; i < moves->count; ++i) {
    const tern_vm_move_t *move = &moves->values[i];
    if (move->is_ref != is_ref) continue;
    emit(e, move->source | (is_ref && move->is_last_use ? TERN_BYTECODE_MOVE : 0));
    emit(e, move->target);
  }
}

static void emit_branch(encoder_t *e, const tern_op_t *op, size_t successor) {
  tern_vm_moves_t moves = {0};
  tern_vec_reserve(&e->fixups, e->fixups.count + 1);
  e->fixups.values[e->fixups.count].position = e->image->code.count;
  e->fixups.values[e->fixups.count++].block = op->successors[successor].block;
  emit_u32(e, 0);
  tern_vm_branch_moves(&e->registers, op, successor, &moves);
  emit_moves(e, &moves, false);
  emit_moves(e, &moves, true);
  tern_vec_deinitialize(&moves);
}

static const tern_op_t *symbol_at(const encoder_t *e, const tern_op_t *op, const char *attr) {
  return tern_symbol_table_lookup(&e->image->symbols, tern_symbol_ref_attr_at(tern_op_attr(op, attr), 0));
}

static void emit_callee(encoder_t *e, const tern_op_t *op) {
  const tern_op_t *callee = symbol_at(e, op, tern_op_is(op, TERN_VM(IMPORT_RESOLVED)) ? "import" : "callee");
  uint32_t flag = tern_op_is(callee, TERN_VM(IMPORT)) ? TERN_BYTECODE_IMPORT : 0;
  emit_u32(e, tern_vm_image_ordinal(e->image, callee) | flag);
}

static void emit_message(encoder_t *e, const tern_op_t *op) {
  const tern_attr_t *text = tern_op_attr(op, tern_op_is(op, TERN_VM(TRACE)) ? "event_name" : "message");
  tern_bytecode_string_t string = tern_vm_image_string(e->image, text ? tern_string_attr_value(text) : TERN_STR(""));
  emit_u32(e, string.offset);
  emit_u32(e, string.size);
}

static void emit_segments(encoder_t *e, const tern_op_t *op) {
  const tern_attr_t *sizes = tern_op_attr(op, "segment_sizes");
  size_t position = e->image->code.count;
  emit(e, 0);
  for (size_t i = 0; i < tern_int_list_attr_count(sizes); ++i) {
    int64_t size = tern_int_list_attr_at(sizes, i);
    if (size >= 0) emit(e, (uint32_t)size);
  }
  e->image->code.values[position] = (uint16_t)(e->image->code.count - position - 1);
}

// The type that an instruction names: of a list's elements where one is made, else of the result.
static void emit_type(encoder_t *e, const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  if (tern_op_is(op, TERN_VM(LIST_ALLOC))) type = tern_vm_type_target(type);
  emit(e, tern_vm_image_type(e->image, type));
}

static void emit_tagged_uses(encoder_t *e, const tern_op_t *op) {
  emit(e, op->operand_count);
  for (size_t i = 0; i < op->operand_count; ++i) {
    emit(e, tern_vm_image_type(e->image, tern_op_operand(op, i)->type));
    emit_use(e, op, i);
  }
}

// --- instructions ---

// Where an instruction has its operands in another order than the op.
static size_t operand_at(const tern_op_t *op, size_t index) {
  tern_str_t name = tern_op_name(op);
  bool is_swapped = tern_str_starts_with(name, TERN_STR("vm.global.store.indirect")) ||
                    tern_str_starts_with(name, TERN_STR("vm.cmp.gt"));
  return is_swapped && index < 2 ? 1 - index : index;
}

static void emit_constant(encoder_t *e, const tern_op_t *op, bool is_wide) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (is_wide) {
    emit_u64(e, value->params[1]);
  } else {
    emit_u32(e, (uint32_t)value->params[1]);
  }
}

static void emit_operands(encoder_t *e, const tern_op_t *op, const char *letters) {
  const char *equals = strchr(letters, '=');
  size_t next_result = 0, next_operand = 0;
  for (const char *c = letters; *c; ++c) {
    bool is_result = equals && c < equals;
    switch (*c) {
      case '=': break;
      case 'i':
      case 'I':
      case 'f':
      case 'F':
      case 'r':
        if (is_result) {
          emit(e, tern_vm_register_of(&e->registers, &op->results[next_result++]));
        } else {
          emit_use(e, op, operand_at(op, next_operand++));
        }
        break;
      case 'k':
      case 'q': emit_constant(e, op, false); break;
      case 'K':
      case 'Q': emit_constant(e, op, true); break;
      case 't': emit_type(e, op); break;
      case 'g':
      case 'G': emit_u32(e, tern_vm_image_ordinal(e->image, symbol_at(e, op, "global"))); break;
      case 'd': emit_u32(e, tern_vm_image_ordinal(e->image, symbol_at(e, op, "rodata"))); break;
      case 'c': emit_callee(e, op); break;
      case 'm': emit_message(e, op); break;
      case 's': emit_segments(e, op); break;
      case 'a': emit_uses(e, op, 0, op->operand_count); break;
      case 'o': emit_results(e, op); break;
      case 'l':
      case 'L': emit_uses(e, op, next_operand, op->operand_count - next_operand); break;
      case 'v': emit_tagged_uses(e, op); break;
      case 'b': emit_branch(e, op, c > letters && c[-1] == 'b' ? 1 : 0); break;
      default:  // T
        emit(e, op->successor_count - 1u);
        for (size_t i = 1; i < op->successor_count; ++i) emit_branch(e, op, i);
        break;
    }
  }
}

// References that nobody reads are dropped at once, so that what they refer to can go.
static void emit_discards(encoder_t *e, const tern_op_t *op) {
  tern_vm_register_list_t registers = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_value_has_uses(&op->results[i]) || !tern_vm_value_is_ref(&op->results[i])) continue;
    tern_vec_push(&registers, tern_vm_register_of(&e->registers, &op->results[i]));
  }
  if (registers.count > 0) {
    emit(e, TERN_BYTECODE_OP_DISCARD_REFS);
    emit(e, (uint32_t)registers.count);
    for (size_t i = 0; i < registers.count; ++i) emit(e, registers.values[i] | TERN_BYTECODE_MOVE);
  }
  tern_vec_deinitialize(&registers);
}

static void emit_block_start(encoder_t *e, const tern_block_t *block) {
  tern_vm_register_list_t registers = {0};
  emit(e, TERN_BYTECODE_OP_BLOCK);
  tern_vm_dead_refs_at(&e->registers, block, &registers);
  if (registers.count > 0) {
    emit(e, TERN_BYTECODE_OP_DISCARD_REFS);
    emit(e, (uint32_t)registers.count);
    for (size_t i = 0; i < registers.count; ++i) emit(e, registers.values[i] | TERN_BYTECODE_MOVE);
  }
  tern_vec_deinitialize(&registers);
}

// Lists are counted in 16 bits.
static bool is_limit_kept(const tern_op_t *op) {
  return op->operand_count <= UINT16_MAX && op->result_count <= UINT16_MAX;
}

static bool encode_op(encoder_t *e, const tern_op_t *op) {
  int opcode = find_instruction(e, op);
  if (opcode < 0) {
    tern_op_error(op, "has no instruction");
    tern_emit_note(op->loc, "run --iree-vm-transformation-pipeline before");
    return false;
  }
  if (!is_limit_kept(op)) return tern_op_error(op, "has more values than an instruction can name");
  emit(e, (uint32_t)opcode);
  emit_operands(e, op, operand_letters[opcode]);
  emit_discards(e, op);
  return true;
}

static bool encode_blocks(encoder_t *e) {
  const tern_region_t *region = &e->function->regions[0];
  tern_region_for_each_block(region, block) {
    tern_map_set(&e->block_offsets, block, (void *)(uintptr_t)(e->image->code.count - e->start + 1));
    emit_block_start(e, block);
    tern_block_for_each_op(block, op) {
      if (!encode_op(e, op)) return false;
    }
  }
  for (size_t i = 0; i < e->fixups.count; ++i) {
    uint32_t target = (uint32_t)(uintptr_t)tern_map_get(&e->block_offsets, e->fixups.values[i].block) - 1;
    uint16_t *units = &e->image->code.values[e->fixups.values[i].position];
    units[0] = (uint16_t)target;
    units[1] = (uint16_t)(target >> 16);
  }
  return true;
}

bool tern_vm_image_add_function(tern_vm_image_t *image, const tern_op_t *function) {
  encoder_t e = {.image = image, .function = function, .start = image->code.count};
  tern_vm_registers_initialize(&e.registers, &function->regions[0]);
  uint32_t block_count = 0;
  tern_region_for_each_block(&function->regions[0], block)++ block_count;
  bool is_right =
      e.registers.value_count <= TERN_BYTECODE_REGISTER_MAX && e.registers.ref_count <= TERN_BYTECODE_REGISTER_MAX;
  if (!is_right) tern_op_error(function, "needs more than %u registers", TERN_BYTECODE_REGISTER_MAX);
  is_right = is_right && encode_blocks(&e);
  tern_bytecode_function_t row = {.name = tern_vm_image_string(image, tern_symbol_name(function)),
                                  .signature = tern_vm_image_signature(image, function),
                                  .code_offset = (uint32_t)e.start,
                                  .code_size = (uint32_t)(image->code.count - e.start),
                                  .value_register_count = e.registers.value_count,
                                  .ref_register_count = e.registers.ref_count,
                                  .block_count = block_count};
  if (is_right) tern_vec_push(&image->functions, row);
  tern_vm_registers_deinitialize(&e.registers);
  tern_map_deinitialize(&e.block_offsets);
  tern_vec_deinitialize(&e.fixups);
  return is_right;
}
