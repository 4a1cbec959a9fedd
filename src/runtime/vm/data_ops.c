// Lists and buffers as instructions: each operand is a unit, the result first.

#include "runtime/vm/data_ops.h"

#include <string.h>

typedef struct data_op {
  const tern_vm_module_t *module;
  const tern_allocator_t *allocator;
  uint16_t opcode;
  const uint16_t *operands;
  uint64_t *values;
  const tern_ref_t *refs;
  tern_ref_t *out_ref;
  uint64_t *instructions_left;
} data_op_t;

// Counts what is done to many bytes as more than one instruction, so that a limit of instructions is one of time.
static void charge(const data_op_t *op, uint64_t size) {
  enum { BYTES_PER_INSTRUCTION = 4096 };
  uint64_t cost = size / BYTES_PER_INSTRUCTION, *left = op->instructions_left;
  if (*left != UINT64_MAX) *left -= cost < *left ? cost : *left;
}

static uint64_t value_at(const data_op_t *op, size_t index) { return op->values[op->operands[index]]; }
static uint32_t word_at(const data_op_t *op, size_t index) { return (uint32_t)value_at(op, index); }
static tern_ref_t ref_at(const data_op_t *op, size_t index) {
  return op->refs[op->operands[index] & (uint16_t)~TERN_BYTECODE_MOVE];
}

static tern_status_t get_object(const data_op_t *op, size_t index, const tern_ref_type_t *type, void *out_object) {
  tern_ref_t ref = ref_at(op, index);
  void *object = tern_ref_get(ref, type);
  memcpy(out_object, &object, sizeof object);
  if (object) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "expected a reference to '%s' but got %s%s%s", type->name,
                          ref.object ? "one to '" : "null", ref.object ? ref.type->name : "", ref.object ? "'" : "");
}

//---- Lists ----

static tern_vm_element_kind_t element_kind(const tern_vm_module_t *module, uint32_t list_type) {
  static const uint8_t kinds[TERN_BYTECODE_KIND_COUNT] = {
      [TERN_BYTECODE_KIND_I32] = TERN_VM_ELEMENT_I32,    [TERN_BYTECODE_KIND_I64] = TERN_VM_ELEMENT_I64,
      [TERN_BYTECODE_KIND_F32] = TERN_VM_ELEMENT_F32,    [TERN_BYTECODE_KIND_F64] = TERN_VM_ELEMENT_F64,
      [TERN_BYTECODE_KIND_BUFFER] = TERN_VM_ELEMENT_REF, [TERN_BYTECODE_KIND_LIST] = TERN_VM_ELEMENT_REF,
      [TERN_BYTECODE_KIND_REF] = TERN_VM_ELEMENT_REF,    [TERN_BYTECODE_KIND_I8] = TERN_VM_ELEMENT_I8,
      [TERN_BYTECODE_KIND_I16] = TERN_VM_ELEMENT_I16,
  };
  const tern_bytecode_type_t *types = module->image->types;
  return (tern_vm_element_kind_t)kinds[types[types[list_type].element].kind];
}

static tern_status_t get_ref(const data_op_t *op, const tern_vm_list_t *list) {
  tern_ref_t ref;
  TERN_RETURN_IF_ERROR(tern_vm_list_get_ref(list, word_at(op, 2), &ref));
  // An element of another type reads as null, as upstream has it.
  if (tern_vm_ref_has_type(op->module, op->operands[3], ref)) *op->out_ref = tern_ref_retain(ref);
  return tern_ok();
}

static tern_status_t execute_list(const data_op_t *op) {
  tern_vm_list_t *list;
  if (op->opcode == TERN_BYTECODE_OP_LIST_ALLOC) {
    uint32_t type = op->operands[1];
    charge(op, (uint64_t)word_at(op, 2) * sizeof(tern_vm_element_t));
    TERN_RETURN_IF_ERROR(tern_vm_list_create(op->allocator, element_kind(op->module, type), word_at(op, 2), &list));
    *op->out_ref = tern_ref_make(&tern_vm_list_type, list);
    return tern_ok();
  }
  bool has_result = strchr(tern_bytecode_operands(op->opcode), '=') != NULL;
  TERN_RETURN_IF_ERROR(get_object(op, has_result ? 1 : 0, &tern_vm_list_type, &list));
  switch (op->opcode) {
    case TERN_BYTECODE_OP_LIST_RESERVE:
      charge(op, (uint64_t)word_at(op, 1) * sizeof(tern_vm_element_t));
      return tern_vm_list_reserve(list, word_at(op, 1));
    case TERN_BYTECODE_OP_LIST_RESIZE:
      charge(op, ((uint64_t)word_at(op, 1) + list->count) * sizeof(tern_vm_element_t));
      return tern_vm_list_resize(list, word_at(op, 1));
    case TERN_BYTECODE_OP_LIST_SIZE: op->values[op->operands[0]] = list->count; return tern_ok();
    case TERN_BYTECODE_OP_LIST_GET_REF: return get_ref(op, list);
    case TERN_BYTECODE_OP_LIST_SET_REF:
      return tern_vm_list_set_ref(list, word_at(op, 1), tern_ref_retain(ref_at(op, 2)));
    default: break;
  }
  // get and set take turns: i32, i64, f32, f64.
  static const uint8_t kinds[] = {TERN_VM_ELEMENT_I32, TERN_VM_ELEMENT_I64, TERN_VM_ELEMENT_F32, TERN_VM_ELEMENT_F64};
  tern_vm_element_kind_t kind = (tern_vm_element_kind_t)kinds[(op->opcode - TERN_BYTECODE_OP_LIST_GET_I32) / 2];
  tern_vm_slot_t slot = {{0}};
  if (!has_result) {
    slot.bits = value_at(op, 2);
    return tern_vm_list_set(list, word_at(op, 1), kind, slot);
  }
  TERN_RETURN_IF_ERROR(tern_vm_list_get(list, word_at(op, 2), kind, &slot));
  op->values[op->operands[0]] = slot.bits;
  return tern_ok();
}

//---- Buffers ----

static uint64_t rotate(uint64_t value, int count) { return value << count | value >> (64 - count); }

static void mix(uint64_t state[4], int rounds) {
  while (rounds-- > 0) {
    state[0] += state[1];
    state[1] = rotate(state[1], 13) ^ state[0];
    state[0] = rotate(state[0], 32);
    state[2] += state[3];
    state[3] = rotate(state[3], 16) ^ state[2];
    state[0] += state[3];
    state[3] = rotate(state[3], 21) ^ state[0];
    state[2] += state[1];
    state[1] = rotate(state[1], 17) ^ state[2];
    state[2] = rotate(state[2], 32);
  }
}

// SipHash-2-4 (Aumasson, Bernstein) with the key 00 01 .. 0f.
static uint64_t hash_bytes(const unsigned char *data, uint64_t size) {
  const uint64_t key0 = 0x0706050403020100u, key1 = 0x0f0e0d0c0b0a0908u;
  uint64_t state[4] = {key0 ^ 0x736f6d6570736575u, key1 ^ 0x646f72616e646f6du, key0 ^ 0x6c7967656e657261u,
                       key1 ^ 0x7465646279746573u};
  uint64_t done = 0, word;
  for (; size - done >= 8; done += 8) {
    memcpy(&word, data + done, 8);
    state[3] ^= word;
    mix(state, 2);
    state[0] ^= word;
  }
  word = size << 56;
  for (uint64_t i = 0; done + i < size; ++i) word |= (uint64_t)data[done + i] << (8 * i);
  state[3] ^= word;
  mix(state, 2);
  state[0] ^= word;
  state[2] ^= 0xff;
  mix(state, 4);
  return state[0] ^ state[1] ^ state[2] ^ state[3];
}

// buffer, offset, length in bytes, value
static tern_status_t fill(const data_op_t *op, tern_vm_buffer_t *buffer) {
  static const uint8_t widths[] = {1, 2, 4, 8, 4, 8};
  size_t width = widths[op->opcode - TERN_BYTECODE_OP_BUFFER_FILL_I8];
  uint64_t offset = value_at(op, 1), length = value_at(op, 2), value = value_at(op, 3);
  unsigned char *data;
  TERN_RETURN_IF_ERROR(tern_vm_buffer_span(buffer, offset, length, true, &data));
  if (offset % width != 0 || length % width != 0) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "a fill is not a multiple of its %zu bytes", width);
  }
  charge(op, length);
  for (uint64_t i = 0; i < length; i += width) memcpy(data + i, &value, width);
  return tern_ok();
}

// The offset counts elements of `width` bytes.
static tern_status_t get_element(tern_vm_buffer_t *buffer, uint64_t offset, size_t width, bool is_written,
                                 unsigned char **out_data) {
  if (__builtin_mul_overflow(offset, (uint64_t)width, &offset)) offset = UINT64_MAX;
  return tern_vm_buffer_span(buffer, offset, width, is_written, out_data);
}

static tern_status_t load(const data_op_t *op, tern_vm_buffer_t *buffer) {
  static const uint8_t widths[] = {1, 1, 2, 2, 4, 8, 4, 8};
  size_t width = widths[op->opcode - TERN_BYTECODE_OP_BUFFER_LOAD_I8_U];
  unsigned char *data;
  TERN_RETURN_IF_ERROR(get_element(buffer, value_at(op, 2), width, false, &data));
  uint64_t value = 0;
  memcpy(&value, data, width);
  if (op->opcode == TERN_BYTECODE_OP_BUFFER_LOAD_I8_S) value = (uint32_t)(int8_t)value;
  if (op->opcode == TERN_BYTECODE_OP_BUFFER_LOAD_I16_S) value = (uint32_t)(int16_t)value;
  op->values[op->operands[0]] = value;
  return tern_ok();
}

static tern_status_t store(const data_op_t *op, tern_vm_buffer_t *buffer) {
  static const uint8_t widths[] = {1, 2, 4, 8, 4, 8};
  size_t width = widths[op->opcode - TERN_BYTECODE_OP_BUFFER_STORE_I8];
  unsigned char *data;
  TERN_RETURN_IF_ERROR(get_element(buffer, value_at(op, 1), width, true, &data));
  uint64_t value = value_at(op, 2);
  memcpy(data, &value, width);
  return tern_ok();
}

// result, source, offset, length, alignment
static tern_status_t clone_span(const data_op_t *op, tern_vm_buffer_t *source) {
  unsigned char *data;
  uint64_t length = value_at(op, 3);
  TERN_RETURN_IF_ERROR(tern_vm_buffer_span(source, value_at(op, 2), length, false, &data));
  tern_vm_buffer_t *copy;
  charge(op, length);
  TERN_RETURN_IF_ERROR(tern_vm_buffer_create(op->allocator, length, word_at(op, 4), &copy));
  if (length) memcpy(copy->data, data, (size_t)length);
  *op->out_ref = tern_ref_make(&tern_vm_buffer_type, copy);
  return tern_ok();
}

// source, offset, target, offset, length; or with a result first: left, offset, right, offset, length
static tern_status_t copy_or_compare(const data_op_t *op, tern_vm_buffer_t *left) {
  bool is_compare = op->opcode == TERN_BYTECODE_OP_BUFFER_COMPARE;
  size_t first = is_compare ? 1 : 0;
  tern_vm_buffer_t *right;
  unsigned char *left_data, *right_data;
  uint64_t length = value_at(op, first + 4);
  TERN_RETURN_IF_ERROR(get_object(op, first + 2, &tern_vm_buffer_type, &right));
  TERN_RETURN_IF_ERROR(tern_vm_buffer_span(left, value_at(op, first + 1), length, false, &left_data));
  TERN_RETURN_IF_ERROR(tern_vm_buffer_span(right, value_at(op, first + 3), length, !is_compare, &right_data));
  charge(op, length);
  if (is_compare) {
    op->values[op->operands[0]] = !length || memcmp(left_data, right_data, (size_t)length) == 0;
  } else if (length) {
    memmove(right_data, left_data, (size_t)length);
  }
  return tern_ok();
}

static tern_status_t execute_buffer(const data_op_t *op) {
  if (op->opcode == TERN_BYTECODE_OP_BUFFER_ALLOC) {
    tern_vm_buffer_t *made;
    charge(op, value_at(op, 1));
    TERN_RETURN_IF_ERROR(tern_vm_buffer_create(op->allocator, value_at(op, 1), word_at(op, 2), &made));
    *op->out_ref = tern_ref_make(&tern_vm_buffer_type, made);
    return tern_ok();
  }
  bool has_result = strchr(tern_bytecode_operands(op->opcode), '=') != NULL;
  tern_vm_buffer_t *buffer;
  TERN_RETURN_IF_ERROR(get_object(op, has_result ? 1 : 0, &tern_vm_buffer_type, &buffer));
  switch (op->opcode) {
    case TERN_BYTECODE_OP_BUFFER_CLONE: return clone_span(op, buffer);
    case TERN_BYTECODE_OP_BUFFER_LENGTH: op->values[op->operands[0]] = buffer->size; return tern_ok();
    case TERN_BYTECODE_OP_BUFFER_COPY:
    case TERN_BYTECODE_OP_BUFFER_COMPARE: return copy_or_compare(op, buffer);
    case TERN_BYTECODE_OP_BUFFER_HASH: {
      unsigned char *data;
      TERN_RETURN_IF_ERROR(tern_vm_buffer_span(buffer, value_at(op, 2), value_at(op, 3), false, &data));
      charge(op, value_at(op, 3));
      op->values[op->operands[0]] = hash_bytes(data, value_at(op, 3));
      return tern_ok();
    }
    default: break;
  }
  if (op->opcode <= TERN_BYTECODE_OP_BUFFER_FILL_F64) return fill(op, buffer);
  return op->opcode <= TERN_BYTECODE_OP_BUFFER_LOAD_F64 ? load(op, buffer) : store(op, buffer);
}

tern_status_t tern_vm_execute_data(const tern_vm_module_t *module, const tern_allocator_t *allocator, uint16_t opcode,
                                   const uint16_t *operands, uint64_t *values, const tern_ref_t *refs,
                                   tern_ref_t *out_ref, uint64_t *inout_instructions_left) {
  data_op_t op = {module, allocator, opcode, operands, values, refs, out_ref, inout_instructions_left};
  return opcode <= TERN_BYTECODE_OP_LIST_SET_REF ? execute_list(&op) : execute_buffer(&op);
}
