// tt.load and tt.store as plain accesses of vectors, in a block of their own where there is a mask (upstream: LoadStoreOpToLLVM and
// MaskedOpsToLLVM of AMD).
//
// Cache modifiers are flags of LLVM: `volatile` goes past all caches, `nontemporal` does not stay in them.

#include "convert/triton/to_llvm/amd/access.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

static bool check_pointer(const tern_op_t *op) {
  const tern_type_t *pointer = tern_op_operand(op, 0)->type;
  if (pointer->kind == TERN_TYPE_TENSOR || !tern_tt_is_block_pointer(pointer)) return true;
  tern_op_error(op, "has a block pointer");
  tern_emit_note(op->loc, "run --triton-rewrite-tensor-pointer before");
  return false;
}

static bool is_volatile(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "isVolatile");
  return attr && tern_integer_attr_value(attr);
}

static tern_triton_memory_flags_t flags_of(const tern_op_t *op, bool is_store, const tern_type_t *element,
                                           size_t count) {
  int64_t cache = tern_triton_enum_of(op, "cache");
  bool passes = cache == (is_store ? TERN_TT_CACHE_WT : TERN_TT_CACHE_CV);
  bool streams = cache == TERN_TT_CACHE_CS || (!is_store && cache == TERN_TT_CACHE_CG);
  return (tern_triton_memory_flags_t){.is_volatile = passes || is_volatile(op),
                                      .is_nontemporal = passes || streams,
                                      .alignment = (int64_t)tern_llvm_type_size(element) * (int64_t)count};
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type, *element = tern_triton_element_type(conversion, type);
  if (!check_pointer(op)) return false;
  tern_values_t pointers = tern_triton_unpack(conversion, operands.values[0]);
  tern_values_t masks = tern_triton_operand_values(conversion, op, operands, "mask");
  tern_values_t others = tern_triton_operand_values(conversion, op, operands, "other");
  uint64_t repeated = tern_triton_repeated_registers(type);
  size_t width = tern_triton_access_width(conversion, op, element, masks.count > 0, pointers.count);
  const tern_type_t *group_type = tern_triton_group_type(b, element, width);
  tern_triton_memory_flags_t flags = flags_of(op, false, tern_triton_byte_type(b, element), width);
  tern_value_t **values = tern_triton_room(conversion, pointers.count);
  for (size_t first = 0; first < pointers.count; first += width) {
    size_t original = first & ~(size_t)repeated;
    for (size_t i = 0; original != first && i < width; ++i) values[first + i] = values[original + i];
    if (original != first) continue;
    tern_value_t *other = others.count ? tern_triton_pack_group(b, others.values + first, width) : NULL;
    tern_value_t *group = tern_triton_load_if(conversion, masks.count ? masks.values[first] : NULL, group_type,
                                              pointers.values[first], other, flags);
    tern_triton_unpack_group(b, group, element, width, values + first);
  }
  return tern_triton_replace(conversion, op, (tern_values_t){values, pointers.count});
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_operand(op, 1)->type, *element = tern_triton_element_type(conversion, type);
  if (!check_pointer(op)) return false;
  tern_values_t pointers = tern_triton_unpack(conversion, operands.values[0]);
  tern_values_t values = tern_triton_unpack(conversion, operands.values[1]);
  tern_values_t masks = tern_triton_operand_values(conversion, op, operands, "mask");
  bool is_tensor = type->kind == TERN_TYPE_TENSOR;
  tern_layout_t layout = is_tensor ? tern_ttg_type_layout(type) : tern_layout_empty();
  uint64_t repeated;
  tern_value_t *once = tern_triton_once(conversion, op, is_tensor ? &layout : NULL, &repeated);
  size_t width = tern_triton_access_width(conversion, op, element, masks.count > 0, values.count);
  tern_triton_memory_flags_t flags = flags_of(op, true, tern_triton_byte_type(b, element), width);
  for (size_t first = 0; first < values.count; first += width) {
    if (first & repeated) continue;
    tern_value_t *condition = masks.count ? tern_emit_both(b, once, masks.values[first]) : once;
    tern_value_t *group = tern_triton_pack_group(b, values.values + first, width);
    tern_triton_store_if(conversion, condition, group, pointers.values[first], flags);
  }
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_triton_amd_load_store_patterns[] = {
    {"load", TERN_TT(LOAD), TERN_TRITON_BENEFIT, lower_load},
    {"store", TERN_TT(STORE), TERN_TRITON_BENEFIT, lower_store},
    {0},
};
