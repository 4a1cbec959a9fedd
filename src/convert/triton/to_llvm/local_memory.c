// Shared memory that programs name: ttg.local_alloc, ttg.local_load, ttg.local_store, ttg.local_dealloc; and ttg.global_scratch_alloc
// (upstream: MemoryOpToLLVM).
//
// Registers are matched with places by the algebra of layouts. Where the chip has ldmatrix and stmatrix, and lines of 16 bytes
// lie as these want them, they move four words of each lane at once; otherwise vectors do that are as wide as registers and places
// have neighbours in common.

#include "convert/triton/to_llvm/memdesc.h"
#include "convert/triton/to_llvm/shared_access.h"
#include "ir/diagnostic.h"

enum { ANY = 128 };

// How registers of `tensor` move to or from the memory that `memory` describes. False after an error.
static bool plan_moves(const tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t *tensor,
                       const tern_type_t *memory, bool is_store, tern_memory_moves_t *out_moves) {
  tern_memdesc_t memdesc = tern_memdesc_read(memory);
  tern_layout_t registers = tern_ttg_type_layout(tensor), places = tern_ttg_type_layout(memory);
  bool is_padded = tern_attr_is_ttg(memdesc.encoding, TERN_TTG_ATTR_PADDED_SHARED);
  tern_layout_t map = tern_layout_invert_and_compose(&registers, &places);
  if (map.error) return tern_op_error(op, "has no places for '%s': %s", tern_type_text(tensor), map.error);
  if (!tern_layout_is_trivial_over(&map, TERN_LAYOUT_NAMES(TERN_LAYOUT_BLOCK))) {
    tern_op_error(op, "accesses the memory of other blocks of the cluster");
    tern_emit_note(op->loc, "give the tensor and the memory the same 'CGALayout'");
    return false;
  }
  map = tern_layout_sublayout(&map, TERN_LAYOUT_NAMES(TERN_LAYOUT_REGISTER, TERN_LAYOUT_LANE, TERN_LAYOUT_WARP),
                              TERN_LAYOUT_NAMES(TERN_LAYOUT_OFFSET));
  const tern_type_t *element = tern_triton_element_type(conversion, tern_type_element(tensor));
  size_t bits = tern_triton_memory_bits(element), most = ANY;
  uint64_t moving = tern_triton_moving_bits(&memdesc);
  bool has_matrix = is_store ? tern_triton_has_store_matrix(conversion) : tern_triton_has_load_matrix(conversion);
  for (int is_transposed = 0; has_matrix && !is_padded && is_transposed < 2; ++is_transposed) {
    if (tern_memory_moves_matrix(&map, bits, is_transposed, moving, out_moves)) return true;
  }
  for (size_t i = 0; is_padded && i < tern_ttg_count(memdesc.encoding, TERN_TTG_FIELD_INTERVALS); ++i) {
    size_t interval = (size_t)tern_ttg_at(memdesc.encoding, TERN_TTG_FIELD_INTERVALS, i);
    most = interval < most ? interval : most;
  }
  *out_moves = tern_memory_moves_plain(&map, bits, most, moving);
  return true;
}

static tern_triton_place_t place_of(tern_conversion_t *conversion, const tern_type_t *type,
                                    const tern_triton_memory_t *memory) {
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  bool is_padded = tern_attr_is_ttg(memdesc.encoding, TERN_TTG_ATTR_PADDED_SHARED);
  return (tern_triton_place_t){.base = memory->base,
                               .moved = tern_triton_memory_offset(conversion, type, memory),
                               .padding = is_padded ? memdesc.encoding : NULL};
}

static bool store(tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t *tensor, tern_value_t *value,
                  const tern_type_t *type, const tern_triton_memory_t *memory) {
  tern_memory_moves_t moves;
  if (!plan_moves(conversion, op, tensor, type, true, &moves)) return false;
  tern_triton_place_t place = place_of(conversion, type, memory);
  tern_triton_store_registers(conversion, op, &place, &moves, tern_triton_unpack(conversion, value).values);
  return true;
}

static bool lower_alloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  if (!tern_attr_is_ttg(memdesc.memory_space, TERN_TTG_ATTR_SHARED_MEMORY)) return false;
  if (!tern_op_attr(op, "allocation.offset")) {
    tern_op_error(op, "has no place in shared memory");
    tern_emit_note(op->loc, "run --allocate-shared-memory first");
    return false;
  }
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t **offsets = tern_triton_room(conversion, memdesc.rank);
  tern_triton_memory_t memory = {tern_triton_shared_address(conversion, op), {offsets, memdesc.rank}};
  tern_value_t *zero = tern_emit_i32(b, 0);
  for (size_t d = 0; d < memdesc.rank; ++d) offsets[d] = zero;
  if (operands.count > 0 && !store(conversion, op, tern_op_operand(op, 0)->type, operands.values[0], type, &memory))
    return false;
  return tern_conversion_replace_value(conversion, op, tern_triton_pack_memory(conversion, type, &memory));
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_operand(op, 0)->type, *tensor = tern_op_result(op, 0)->type;
  tern_triton_memory_t memory = tern_triton_unpack_memory(conversion, operands.values[0]);
  tern_memory_moves_t moves;
  if (!plan_moves(conversion, op, tensor, type, false, &moves)) return false;
  tern_layout_t layout = tern_ttg_type_layout(tensor);
  size_t count = (size_t)1 << tern_layout_bits(&layout.ins, TERN_LAYOUT_REGISTER);
  tern_value_t **values = tern_triton_room(conversion, count);
  tern_triton_place_t place = place_of(conversion, type, &memory);
  const tern_type_t *element = tern_triton_element_type(conversion, tern_type_element(tensor));
  tern_triton_load_registers(conversion, op, &place, &moves, element, values);
  return tern_triton_replace(conversion, op, (tern_values_t){values, count});
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_triton_memory_t memory = tern_triton_unpack_memory(conversion, operands.values[1]);
  if (!store(conversion, op, tern_op_operand(op, 0)->type, operands.values[0], tern_op_operand(op, 1)->type, &memory))
    return false;
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_dealloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_global_scratch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_attr_t *offset = tern_op_attr(op, "ttg.global_scratch_memory_offset");
  if (!offset) {
    tern_op_error(op, "has no place in global memory");
    tern_emit_note(op->loc, "run --tritongpu-global-scratch-memory-allocation first");
    return false;
  }
  tern_value_t *pointer = tern_triton_global_scratch(conversion, op, tern_integer_attr_value(offset));
  return tern_conversion_replace_value(conversion, op, pointer);
}

const tern_conversion_pattern_t tern_triton_local_memory_patterns[] = {
    {"local-alloc", TERN_TTG(LOCAL_ALLOC), TERN_TRITON_BENEFIT, lower_alloc},
    {"local-load", TERN_TTG(LOCAL_LOAD), TERN_TRITON_BENEFIT, lower_load},
    {"local-store", TERN_TTG(LOCAL_STORE), TERN_TRITON_BENEFIT, lower_store},
    {"local-dealloc", TERN_TTG(LOCAL_DEALLOC), TERN_TRITON_BENEFIT, lower_dealloc},
    {"global-scratch-alloc", TERN_TTG(GLOBAL_SCRATCH_ALLOC), TERN_TRITON_BENEFIT, lower_global_scratch},
    {0},
};
