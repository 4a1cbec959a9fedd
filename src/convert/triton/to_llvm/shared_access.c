// See shared_access.h.

#include "convert/triton/to_llvm/shared_access.h"

#include "dialect/nvvm/nvvm.h"

enum { WORD_BITS = 32, MOST_VECTOR = 4, HAS_LDMATRIX = 75, HAS_STMATRIX = 90 };

bool tern_triton_has_load_matrix(const tern_conversion_t *conversion) {
  const tern_triton_lowering_t *lowering = tern_triton_lowering_of(conversion);
  return lowering->target == &tern_triton_nvidia && lowering->capability >= HAS_LDMATRIX;
}

bool tern_triton_has_store_matrix(const tern_conversion_t *conversion) {
  const tern_triton_lowering_t *lowering = tern_triton_lowering_of(conversion);
  return lowering->target == &tern_triton_nvidia && lowering->capability >= HAS_STMATRIX;
}

// --- values in memory ---

static uint32_t bits_of(const tern_type_t *type) {
  if (tern_type_is_llvm(type, TERN_LLVM_PTR)) return 64;
  return tern_type_bit_width(type);
}

size_t tern_triton_memory_bits(const tern_type_t *type) {
  size_t bits = bits_of(type);
  return bits < 8 ? 8 : bits;
}

tern_value_t *tern_triton_to_memory(tern_builder_t *b, tern_value_t *value) {
  tern_value_t *bits = tern_emit_bitcast(b, value, tern_emit_i(b, bits_of(value->type)));
  return tern_emit_resize(b, bits, (uint32_t)tern_triton_memory_bits(value->type));
}

tern_value_t *tern_triton_from_memory(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_emit_bitcast(b, tern_emit_resize(b, value, bits_of(type)), type);
}

// Is a value in memory what it is in a register, bit by bit?
static bool is_plain(const tern_type_t *type) {
  return !tern_type_is_llvm(type, TERN_LLVM_PTR) && bits_of(type) == tern_triton_memory_bits(type);
}

const tern_type_t *tern_triton_stored_type(tern_builder_t *b, const tern_type_t *type) {
  return is_plain(type) ? type : tern_emit_i(b, (uint32_t)tern_triton_memory_bits(type));
}

tern_value_t *tern_triton_to_stored(tern_builder_t *b, tern_value_t *value) {
  return is_plain(value->type) ? value : tern_triton_to_memory(b, value);
}

// Small integers as words of 32 bits, and back.
static tern_value_t *pack_word(tern_builder_t *b, tern_value_t *const *values, size_t count) {
  if (count == 1) return values[0];
  return tern_emit_bitcast(b, tern_emit_vector(b, values, count), tern_emit_i(b, WORD_BITS));
}

static void unpack_word(tern_builder_t *b, tern_value_t *word, const tern_type_t *element, size_t count,
                        tern_value_t **out_values) {
  if (count == 1) {
    out_values[0] = word;
    return;
  }
  tern_value_t *vector = tern_emit_bitcast(b, word, tern_emit_vector_of(element, (int64_t)count));
  for (size_t i = 0; i < count; ++i) out_values[i] = tern_emit_element(b, vector, (int64_t)i);
}

// --- addresses ---

typedef struct access {
  tern_conversion_t *conversion;
  const tern_triton_place_t *place;
  const tern_memory_moves_t *moves;
  int64_t bytes;        // of an element
  tern_value_t *start;  // i32, bytes: without what registers add
} access_t;

static int64_t log2_of(int64_t value) {
  int64_t bits = 0;
  while (value >> (bits + 1)) ++bits;
  return bits;
}

static access_t begin_access(tern_conversion_t *conversion, const tern_op_t *op, const tern_triton_place_t *place,
                             const tern_memory_moves_t *moves, size_t bits) {
  access_t access = {conversion, place, moves, (int64_t)bits / 8, NULL};
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_triton_ids_t ids = tern_triton_ids(conversion, op);
  tern_layout_t scaled = {.ins = moves->addresses.ins};
  int64_t shift = log2_of(access.bytes);
  tern_layout_append_dim(&scaled.outs, TERN_LAYOUT_OFFSET, tern_layout_out_bits(&moves->addresses) + (size_t)shift);
  for (size_t i = 0; i < tern_layout_in_bits(&scaled); ++i) scaled.bases[i] = moves->addresses.bases[i] << shift;
  tern_triton_apply_layout(b, &scaled, (tern_value_t *const[]){ids.lane, ids.warp}, &access.start);
  if (place->moved) {
    tern_value_t *moved = tern_emit_mul(b, place->moved, tern_emit_i32(b, access.bytes));
    access.start = tern_emit_xor(b, access.start, moved);
  }
  return access;
}

// What lies between the elements before.
static tern_value_t *add_padding(const access_t *access, tern_builder_t *b, tern_value_t *offset) {
  const tern_attr_t *encoding = access->place->padding;
  tern_value_t *padded = offset;
  for (size_t i = 0; encoding && i < tern_ttg_count(encoding, TERN_TTG_FIELD_INTERVALS); ++i) {
    int64_t interval = tern_ttg_at(encoding, TERN_TTG_FIELD_INTERVALS, i) * access->bytes;
    int64_t padding = tern_ttg_at(encoding, TERN_TTG_FIELD_PADDINGS, i) * access->bytes;
    tern_value_t *count = tern_emit_lshr(b, offset, log2_of(interval));
    padded = tern_emit_add(b, padded, tern_emit_shl(b, count, log2_of(padding)));
  }
  return padded;
}

static tern_value_t *address_of(const access_t *access, int64_t instruction) {
  tern_builder_t *b = tern_triton_builder(access->conversion);
  int64_t mixed = (int64_t)tern_memory_moves_mixed(access->moves, instruction) * access->bytes;
  int64_t added = (int64_t)tern_memory_moves_added(access->moves, instruction) * access->bytes;
  tern_value_t *offset = tern_emit_xor(b, access->start, tern_emit_i32(b, mixed));
  offset = add_padding(access, b, tern_emit_add(b, offset, tern_emit_i32(b, added)));
  tern_value_t *pointer = tern_emit_gep(b, tern_emit_i(b, 8), access->place->base, offset);
  tern_op_t *gep = tern_value_defined_by(pointer, TERN_LLVM(GETELEMENTPTR));
  if (gep && pointer != access->place->base)
    tern_op_set_attr(gep, "noWrapFlags",
                     tern_enum_attr_get(b->context, TERN_LLVM_ENUM(GEP_NO_WRAP), TERN_LLVM_GEP_INBOUNDS));
  return pointer;
}

// --- vectors ---

// What a vector of elements is moved as: integers, of 32 bits where there are more than four; or as it is, where all vectors are moved
// at once.
static const tern_type_t *memory_vector(const access_t *access, tern_builder_t *b, const tern_type_t *element,
                                        size_t count, size_t bits) {
  if (tern_triton_target_of(access->conversion)->moves_any_vector) return tern_emit_vector_of(element, (int64_t)count);
  size_t packed = count > MOST_VECTOR && bits < WORD_BITS ? WORD_BITS / bits : 1;
  return tern_emit_vector_of(tern_emit_i(b, (uint32_t)(bits * packed)), (int64_t)(count / packed));
}

static void store_vector(const access_t *access, int64_t instruction, tern_value_t **elements, size_t count) {
  tern_builder_t *b = tern_triton_builder(access->conversion);
  for (size_t i = 0; i < count; ++i) elements[i] = tern_triton_to_stored(b, elements[i]);
  tern_value_t *vector = tern_emit_vector(b, elements, count);
  vector = tern_emit_bitcast(b, vector, memory_vector(access, b, elements[0]->type, count, (size_t)access->bytes * 8));
  tern_value_t *pointer = address_of(access, instruction);
  tern_triton_target_of(access->conversion)->store_shared(access->conversion, pointer, NULL, vector, NULL);
}

static void load_vector(const access_t *access, int64_t instruction, const tern_type_t *type, tern_value_t **elements,
                        size_t count) {
  tern_builder_t *b = tern_triton_builder(access->conversion);
  size_t bits = (size_t)access->bytes * 8;
  const tern_type_t *element = tern_triton_stored_type(b, type);
  tern_value_t *vector = tern_triton_target_of(access->conversion)
                             ->load_shared(access->conversion, address_of(access, instruction), NULL,
                                           memory_vector(access, b, element, count, bits), NULL);
  vector = tern_emit_bitcast(b, vector, tern_emit_vector_of(element, (int64_t)count));
  for (size_t i = 0; i < count; ++i)
    elements[i] = tern_triton_from_memory(b, tern_emit_element(b, vector, (int64_t)i), type);
}

// --- matrices ---

static const tern_attr_t *layout_attr(tern_builder_t *b, const tern_memory_moves_t *moves) {
  bool is_transposed = moves->instruction == TERN_TRANSIT_TRANSPOSED;
  return tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_LAYOUT,
                            is_transposed ? TERN_NVVM_MMA_LAYOUT_COL : TERN_NVVM_MMA_LAYOUT_ROW);
}

static const tern_attr_t *element_attr(tern_builder_t *b) {
  return tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_LD_ST_MATRIX_ELT_TYPE, TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B16);
}

static void store_matrices(const access_t *access, int64_t instruction, tern_value_t **elements) {
  tern_builder_t *b = tern_triton_builder(access->conversion);
  size_t word = (size_t)1 << access->moves->word_bits, count = (size_t)1 << access->moves->matrix_bits;
  tern_value_t *operands[1 + MOST_VECTOR] = {address_of(access, instruction)};
  for (size_t i = 0; i < word * count; ++i) elements[i] = tern_triton_to_memory(b, elements[i]);
  for (size_t i = 0; i < count; ++i) operands[i + 1] = pack_word(b, elements + i * word, word);
  tern_build(
      b, TERN_NVVM(STMATRIX), .operands = {operands, count + 1}, .types = {0},
      .attrs = TERN_ATTRS({"layout", layout_attr(b, access->moves)},
                          {"shape", tern_nvvm_matrix_shape_get(b->context, 8, 8)}, {"eltType", element_attr(b)}));
}

static void load_matrices(const access_t *access, int64_t instruction, const tern_type_t *type,
                          tern_value_t **elements) {
  tern_builder_t *b = tern_triton_builder(access->conversion);
  size_t word = (size_t)1 << access->moves->word_bits, count = (size_t)1 << access->moves->matrix_bits;
  const tern_type_t *i32 = tern_emit_i(b, WORD_BITS), *element = tern_emit_i(b, (uint32_t)access->bytes * 8);
  tern_value_t *loaded = tern_build_value(
      b, TERN_NVVM(LDMATRIX), .operands = TERN_VALUES(address_of(access, instruction)),
      .types = TERN_TYPES(count > 1 ? tern_llvm_struct_of(i32, count) : i32),
      .attrs =
          TERN_ATTRS({"num", tern_integer_attr_get(i32, (int64_t)count)}, {"layout", layout_attr(b, access->moves)},
                     {"shape", tern_nvvm_matrix_shape_get(b->context, 8, 8)}, {"eltType", element_attr(b)}));
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *own = count > 1 ? tern_emit_extract(b, loaded, (int64_t)i) : loaded;
    unpack_word(b, own, element, word, elements + i * word);
  }
  for (size_t i = 0; i < word * count; ++i) elements[i] = tern_triton_from_memory(b, elements[i], type);
}

// --- all ---

static size_t elements_at_once(const tern_memory_moves_t *moves) {
  return (size_t)1 << (moves->word_bits + moves->matrix_bits);
}

void tern_triton_store_registers(tern_conversion_t *conversion, const tern_op_t *op, const tern_triton_place_t *place,
                                 const tern_memory_moves_t *moves, tern_value_t *const *values) {
  access_t access = begin_access(conversion, op, place, moves, tern_triton_memory_bits(values[0]->type));
  size_t count = elements_at_once(moves);
  tern_value_t **elements = tern_triton_room(conversion, count);
  for (int64_t i = 0; i < tern_memory_moves_count(moves); ++i) {
    for (size_t e = 0; e < count; ++e) elements[e] = values[tern_memory_moves_register(moves, i, (int64_t)e)];
    if (moves->instruction == TERN_TRANSIT_PLAIN)
      store_vector(&access, i, elements, count);
    else
      store_matrices(&access, i, elements);
  }
}

void tern_triton_load_registers(tern_conversion_t *conversion, const tern_op_t *op, const tern_triton_place_t *place,
                                const tern_memory_moves_t *moves, const tern_type_t *type, tern_value_t **out_values) {
  access_t access = begin_access(conversion, op, place, moves, tern_triton_memory_bits(type));
  size_t count = elements_at_once(moves), copies = (size_t)1 << __builtin_popcountll(moves->copies);
  tern_value_t **elements = tern_triton_room(conversion, count);
  for (int64_t i = 0; i < tern_memory_moves_count(moves); ++i) {
    if (moves->instruction == TERN_TRANSIT_PLAIN)
      load_vector(&access, i, type, elements, count);
    else
      load_matrices(&access, i, type, elements);
    for (size_t e = 0; e < count; ++e) out_values[tern_memory_moves_register(moves, i, (int64_t)e)] = elements[e];
  }
  for (size_t r = 0; r < count * (size_t)tern_memory_moves_count(moves) * copies; ++r) {
    if (r & moves->copies) out_values[r] = out_values[r & ~(size_t)moves->copies];
  }
}
