// tt.load, tt.store and atomic ops: memory by addresses, watched for what lies outside of every array and for races.
//
// A lane that a mask leaves out is not read; without `other` its value is open, and is zero here as on the targets.

#include <string.h>

#include "interpreter/triton/triton.h"

// --- watching ---

static const char *verb_of(access_t access) {
  return access == ACCESS_READ ? "loads" : access == ACCESS_WRITE ? "stores" : "changes";
}

// The argument whose array is next to an address, and where from its start; false if there is none.
static bool find_argument(const evaluator_t *e, uint64_t address, size_t *out_argument, int64_t *out_offset,
                          size_t *out_size) {
  uint64_t least = UINT64_MAX;
  for (size_t k = 0; e->launch && k < e->launch->argument_count; ++k) {
    uint64_t start = e->launch->arrays[k];
    if (!start) continue;
    size_t size = 0;
    for (size_t m = 0; m < e->memories.count; ++m) {
      if (e->memories.values[m].address == start) size = e->memories.values[m].size;
    }
    uint64_t distance = address < start ? start - address : address < start + size ? 0 : address - start - size;
    if (distance >= least) continue;
    least = distance;
    *out_argument = k;
    *out_offset = (int64_t)(address - start);
    *out_size = size;
  }
  return least != UINT64_MAX;
}

static void refuse_access(evaluator_t *e, const tern_op_t *op, uint64_t address, size_t bytes, access_t access) {
  static const uint32_t no_program[3];
  const uint32_t *program = e->launch ? e->launch->program : no_program;
  size_t argument, size;
  int64_t offset;
  if (find_argument(e, address, &argument, &offset, &size)) {
    STOP_UNDEFINED(e, op, "program (%u, %u, %u) %s %zu bytes at offset %lld of argument %zu, which has %zu bytes",
                   program[0], program[1], program[2], verb_of(access), bytes, (long long)offset, argument, size);
  } else {
    STOP_UNDEFINED(e, op, "program (%u, %u, %u) %s %zu bytes at address %llu, where nothing is", program[0], program[1],
                   program[2], verb_of(access), bytes, (unsigned long long)address);
  }
}

uint8_t *tern_triton_access(evaluator_t *e, const tern_op_t *op, uint64_t address, size_t bytes, access_t access,
                            uint8_t **out_poison) {
  memory_t *memory = tern_reference_find_memory(e, address);
  if (!memory || memory->is_freed || memory->size - (address - memory->address) < bytes) {
    refuse_access(e, op, address, bytes, access);
    return NULL;
  }
  size_t offset = (size_t)(address - memory->address);
  if (offset % bytes != 0) {
    STOP_UNDEFINED(e, op, "%s %zu bytes at offset %zu of an array, which is no multiple", verb_of(access), bytes,
                   offset);
    return NULL;
  }
  bool is_shared = e->launch && memory->address < e->launch->own_memory;
  if (is_shared) tern_triton_races_note(&e->launch->races, op, memory->address, memory->size, offset, bytes, access);
  *out_poison = memory->poison + offset;
  return memory->data + offset;
}

bool tern_triton_mask(evaluator_t *e, const node_t *n, const datum_t *mask, int64_t element, bool *out_is_on) {
  int64_t value = 1;
  if (mask && !tern_reference_element(e, n, mask, lane_of(mask, element), &value)) return false;
  *out_is_on = value & 1;
  return true;
}

static void take(datum_t *to, int64_t element, const uint8_t *data, const uint8_t *poison) {
  number_t number = to->form.number;
  to->words[element] = 0;
  memcpy(&to->words[element], data, number.bytes);
  to->words[element] = tern_interpreter_truncate(number, to->words[element]);
  to->poison[element] = 0;
  for (uint32_t b = 0; b < number.bytes; ++b) to->poison[element] |= poison[b];
}

static void give(const datum_t *from, int64_t element, uint8_t *data, uint8_t *poison) {
  memcpy(data, &from->words[element], from->form.number.bytes);
  memset(poison, from->poison[element], from->form.number.bytes);
}

bool tern_triton_read(evaluator_t *e, const tern_op_t *op, uint64_t address, datum_t *to, int64_t element) {
  uint8_t *poison, *data = tern_triton_access(e, op, address, to->form.number.bytes, ACCESS_READ, &poison);
  if (data) take(to, element, data, poison);
  return data != NULL;
}

bool tern_triton_write(evaluator_t *e, const tern_op_t *op, uint64_t address, const datum_t *from, int64_t element) {
  uint8_t *poison, *data = tern_triton_access(e, op, address, from->form.number.bytes, ACCESS_WRITE, &poison);
  if (data) give(from, element, data, poison);
  return data != NULL;
}

// --- pointers ---

static flow_t run_addptr(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *pointers = operand_of(f, n, 0), *offsets = operand_of(f, n, 1);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  const tern_type_t *pointer = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  number_t pointee;
  if (!tern_interpreter_number_of(tern_tt_type_inside(pointer), &pointee)) pointee.bytes = 8;  // of pointers
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < result->count; ++k) {
    int64_t p = lane_of(pointers, k), o = lane_of(offsets, k);
    int64_t offset = tern_interpreter_signed(offsets->form.number, offsets->words[o]);
    result->words[k] = pointers->words[p] + (uint64_t)offset * pointee.bytes;
    result->poison[k] = pointers->poison[p] | offsets->poison[o];
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static bool address_of(evaluator_t *e, const node_t *n, const datum_t *pointers, int64_t element, uint64_t *out) {
  int64_t address;
  if (!tern_reference_element(e, n, pointers, lane_of(pointers, element), &address)) return false;
  *out = (uint64_t)address;
  return true;
}

static flow_t run_load(evaluator_t *e, frame_t *f, const node_t *n) {
  if (tern_tt_is_block_pointer(tern_op_operand(n->op, 0)->type)) return tern_triton_load_block(e, f, n);
  const datum_t *pointers = operand_of(f, n, 0), *mask = tern_triton_optional(f, n, "mask"),
                *other = tern_triton_optional(f, n, "other");
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  for (int64_t k = 0; k < result->count; ++k) {
    bool is_on;
    uint64_t address;
    if (!tern_triton_mask(e, n, mask, k, &is_on)) return FLOW_STOP;
    if (!is_on) {
      if (other) tern_reference_move(result, k, other, lane_of(other, k), 1);
    } else if (!address_of(e, n, pointers, k, &address) || !tern_triton_read(e, n->op, address, result, k)) {
      return FLOW_STOP;
    }
  }
  return FLOW_NEXT;
}

static flow_t run_store(evaluator_t *e, frame_t *f, const node_t *n) {
  if (tern_tt_is_block_pointer(tern_op_operand(n->op, 0)->type)) return tern_triton_store_block(e, f, n);
  const datum_t *pointers = operand_of(f, n, 0), *value = operand_of(f, n, 1),
                *mask = tern_triton_optional(f, n, "mask");
  for (int64_t k = 0; k < value->count; ++k) {
    bool is_on;
    uint64_t address;
    if (!tern_triton_mask(e, n, mask, k, &is_on)) return FLOW_STOP;
    if (!is_on) continue;
    if (!address_of(e, n, pointers, k, &address) || !tern_triton_write(e, n->op, address, value, k)) return FLOW_STOP;
  }
  return FLOW_NEXT;
}

// --- atomics ---

enum { RMW_AND = 1, RMW_OR, RMW_XOR, RMW_ADD, RMW_FADD, RMW_MAX, RMW_MIN, RMW_UMAX, RMW_UMIN, RMW_EXCH };

uint64_t tern_triton_combine(number_t number, int64_t kind, uint64_t a, uint64_t b) {
  int64_t left = tern_interpreter_signed(number, a), right = tern_interpreter_signed(number, b);
  if (number.is_float && kind != RMW_EXCH) {
    double x = tern_interpreter_decode(number, a), y = tern_interpreter_decode(number, b);
    double z = kind == RMW_MAX ? (x > y || y != y ? x : y) : kind == RMW_MIN ? (x < y || y != y ? x : y) : x + y;
    return tern_interpreter_encode(number, z);
  }
  switch (kind) {
    case RMW_AND: return a & b;
    case RMW_OR: return a | b;
    case RMW_XOR: return a ^ b;
    case RMW_ADD: return tern_interpreter_truncate(number, a + b);
    case RMW_MAX: return left > right ? a : b;
    case RMW_MIN: return left < right ? a : b;
    case RMW_UMAX: return a > b ? a : b;
    case RMW_UMIN: return a < b ? a : b;
    default: return b;
  }
}

bool tern_triton_update(evaluator_t *e, const tern_op_t *op, uint64_t address, int64_t kind, const datum_t *value,
                        int64_t element, datum_t *old) {
  number_t number = value->form.number;
  uint8_t *poison, *data = tern_triton_access(e, op, address, number.bytes, ACCESS_ATOMIC, &poison);
  if (!data) return false;
  datum_t *now = tern_reference_array(value->form, NULL, 0);
  take(now, 0, data, poison);
  if (old) tern_reference_move(old, element, now, 0, 1);
  now->words[0] = tern_triton_combine(number, kind, now->words[0], value->words[element]);
  now->poison[0] = value->poison[element] | (kind == RMW_EXCH ? 0 : now->poison[0]);
  give(now, 0, data, poison);
  tern_reference_release(now);
  return true;
}

bool tern_triton_exchange(evaluator_t *e, const tern_op_t *op, uint64_t address, const datum_t *expected,
                          const datum_t *value, int64_t element, datum_t *old) {
  uint8_t *poison, *data = tern_triton_access(e, op, address, value->form.number.bytes, ACCESS_ATOMIC, &poison);
  if (!data) return false;
  take(old, element, data, poison);
  if (old->poison[element] || expected->poison[element]) return STOP_UNDEFINED(e, op, "compares poison") == FLOW_NEXT;
  if (old->words[element] == expected->words[element]) give(value, element, data, poison);
  return true;
}

// Locks and counters are single words; a tensor of them orders nothing.
static void acquire(evaluator_t *e, const tern_op_t *op, const datum_t *pointers) {
  int64_t order = enum_of(op, "sem", 4);
  bool acquires = order == 2 || order == 4;
  if (e->launch && pointers->rank == 0 && acquires) tern_triton_races_acquire(&e->launch->races, pointers->words[0]);
}
static void release(evaluator_t *e, const tern_op_t *op, const datum_t *pointers) {
  int64_t order = enum_of(op, "sem", 4);
  bool releases = order == 3 || order == 4;
  if (e->launch && pointers->rank == 0 && releases) tern_triton_races_release(&e->launch->races, pointers->words[0]);
}

static flow_t run_atomic_rmw(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *pointers = operand_of(f, n, 0), *value = operand_of(f, n, 1),
                *mask = tern_triton_optional(f, n, "mask");
  int64_t kind = enum_of(n->op, "atomic_rmw_op", RMW_ADD);
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  acquire(e, n->op, pointers);
  for (int64_t k = 0; k < result->count; ++k) {
    bool is_on;
    uint64_t address;
    if (!tern_triton_mask(e, n, mask, k, &is_on)) return FLOW_STOP;
    if (!is_on) continue;
    if (!address_of(e, n, pointers, k, &address)) return FLOW_STOP;
    if (!tern_triton_update(e, n->op, address, kind, value, k, result)) return FLOW_STOP;
  }
  release(e, n->op, pointers);
  return FLOW_NEXT;
}

static flow_t run_atomic_cas(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *pointers = operand_of(f, n, 0), *expected = operand_of(f, n, 1), *value = operand_of(f, n, 2);
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  acquire(e, n->op, pointers);
  for (int64_t k = 0; k < result->count; ++k) {
    uint64_t address;
    if (!address_of(e, n, pointers, k, &address)) return FLOW_STOP;
    if (!tern_triton_exchange(e, n->op, address, expected, value, k, result)) return FLOW_STOP;
  }
  release(e, n->op, pointers);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_triton_memory_rows[] = {
    {TERN_TT(ADDPTR), run_addptr},         {TERN_TT(LOAD), run_load},
    {TERN_TT(STORE), run_store},           {TERN_TT(ATOMIC_RMW), run_atomic_rmw},
    {TERN_TT(ATOMIC_CAS), run_atomic_cas}, {0},
};
