// Code that is given by name or as text: tt.extern_elementwise, tt.elementwise_inline_asm (upstream: ElementwiseOpToLLVM).
//
// Inline assembly sees `packed_element` elements of each operand at once, and those that are narrower than 32 bits lie in
// registers together.

#include <stdio.h>

#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

enum { MAX_ARGS = 8 };

// --- functions ---

static tern_value_t *make_extern(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                 tern_value_t *const *args) {
  tern_str_t symbol = tern_string_attr_value(tern_op_attr(op, "symbol"));
  char name[128];
  snprintf(name, sizeof name, "%.*s", (int)symbol.size, symbol.data);
  return tern_triton_call_library(conversion, op, name, type, (tern_values_t){args, op->operand_count});
}

static bool lower_extern(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_extern);
}

// --- assembly ---

static uint32_t bits_of(const tern_type_t *type) {
  return tern_type_is_llvm(type, TERN_LLVM_PTR) ? 64 : tern_type_bit_width(type);
}

// How many elements of this type a register holds, of `packed` that are seen at once.
static size_t elements_of_register(const tern_type_t *type, size_t packed) {
  uint32_t bits = bits_of(type);
  size_t count = bits < 32 ? 32 / bits : 1;
  return count < packed ? count : packed;
}

typedef struct assembly {
  tern_op_t *op;
  size_t packed, count;  // elements seen at once; elements of a thread
  tern_values_t lists[MAX_ARGS];
  const tern_type_t *results[MAX_ARGS];  // elements
  tern_value_t **values[MAX_ARGS];
} assembly_t;

// The registers of an operand's elements from `first` on; what goes beyond the last element is the last one.
static size_t push_operand(tern_builder_t *b, const assembly_t *assembly, size_t index, size_t first,
                           tern_value_t **registers) {
  tern_values_t list = assembly->lists[index];
  size_t each = elements_of_register(list.values[0]->type, assembly->packed), count = 0;
  for (size_t i = 0; i < assembly->packed; i += each) {
    tern_value_t *elements[32];
    for (size_t k = 0; k < each; ++k) {
      size_t at = first + i + k;
      elements[k] = list.values[at < list.count ? at : list.count - 1];
    }
    registers[count++] = each == 1 ? elements[0] : tern_emit_vector(b, elements, each);
  }
  return count;
}

// Takes the elements of results out of what the assembly gave.
static void take_results(tern_builder_t *b, const assembly_t *assembly, tern_value_t *all, size_t total, size_t first) {
  size_t at = 0;
  for (size_t r = 0; r < assembly->op->result_count; ++r) {
    size_t each = elements_of_register(assembly->results[r], assembly->packed);
    for (size_t i = 0; i < assembly->packed; i += each, ++at) {
      tern_value_t *held = total == 1 ? all : tern_emit_extract(b, all, (int64_t)at);
      for (size_t k = 0; k < each && first + i + k < assembly->count; ++k)
        assembly->values[r][first + i + k] = each == 1 ? held : tern_emit_element(b, held, (int64_t)k);
    }
  }
}

static bool call_assembly(tern_conversion_t *conversion, const assembly_t *assembly, size_t first) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_arena_t *arena = &tern_triton_lowering_of(conversion)->arena;
  const tern_op_t *op = assembly->op;
  size_t packed = assembly->packed, operand_count = 0, result_count = 0;
  tern_value_t **operands = tern_triton_room(conversion, packed * op->operand_count);
  for (size_t i = 0; i < op->operand_count; ++i)
    operand_count += push_operand(b, assembly, i, first, operands + operand_count);
  const tern_type_t **types = tern_arena_alloc_array(arena, packed * op->result_count + 1, sizeof *types);
  for (size_t r = 0; r < op->result_count; ++r) {
    size_t each = elements_of_register(assembly->results[r], packed);
    const tern_type_t *type = assembly->results[r];
    if (each > 1) type = tern_emit_vector_of(type, (int64_t)each);
    for (size_t i = 0; i < packed; i += each) types[result_count++] = type;
  }
  const tern_type_t *type = types[0];
  if (result_count > 1) type = tern_llvm_struct_type(b->context, (tern_types_t){types, result_count}, false);
  const tern_attr_t *pure = tern_op_attr(op, "pure");
  tern_value_t *all =
      tern_emit_asm(b, tern_string_attr_value(tern_op_attr(op, "asm_string")),
                    tern_string_attr_value(tern_op_attr(op, "constraints")), !(pure && tern_integer_attr_value(pure)),
                    type, (tern_values_t){operands, operand_count});
  take_results(b, assembly, all, result_count, first);
  return true;
}

// A dot, the kind of a type and its bits (".b32") are of PTX: other assemblers write underscores, or nothing.
static bool is_ptx(tern_str_t text) {
  for (size_t i = 0; i + 2 < text.size; ++i) {
    bool is_kind = text.data[i + 1] && strchr("bfsu", text.data[i + 1]);
    bool is_width = text.data[i + 2] >= '1' && text.data[i + 2] <= '9';
    if (text.data[i] == '.' && is_kind && is_width) return true;
  }
  return false;
}

static bool check_language(const tern_conversion_t *conversion, const tern_op_t *op) {
  bool is_nvidia = tern_triton_target_of(conversion) == &tern_triton_nvidia;
  if (is_nvidia || !is_ptx(tern_string_attr_value(tern_op_attr(op, "asm_string")))) return true;
  tern_op_error(op, "has assembly of NVIDIA's GPUs, and is compiled for %s", tern_triton_target_of(conversion)->name);
  tern_emit_note(op->loc, "write it in terms of tt and math, or in the assembly of the target");
  return false;
}

static bool lower_assembly(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!check_language(conversion, op)) return false;
  assembly_t assembly = {.op = op, .count = 1};
  assembly.packed = (size_t)tern_integer_attr_value(tern_op_attr(op, "packed_element"));
  if (operands.count > MAX_ARGS || op->result_count > MAX_ARGS || op->result_count == 0) {
    return tern_op_error(op, "has %zu operands and %zu results, and may have up to %d and from 1 to %d", operands.count,
                         (size_t)op->result_count, MAX_ARGS, MAX_ARGS);
  }
  for (size_t i = 0; i < operands.count; ++i) assembly.lists[i] = tern_triton_unpack(conversion, operands.values[i]);
  for (size_t r = 0; r < op->result_count; ++r) {
    const tern_type_t *type = tern_op_result(op, r)->type, *lowered = tern_triton_lower_type(conversion, type);
    if (!lowered) return false;
    assembly.results[r] = tern_triton_element_type(conversion, type);
    assembly.count = lowered == assembly.results[r] ? 1 : tern_llvm_struct_elements(lowered).count;
    assembly.values[r] = tern_triton_room(conversion, assembly.count);
  }
  for (size_t first = 0; first < assembly.count; first += assembly.packed) call_assembly(conversion, &assembly, first);
  tern_value_t *results[MAX_ARGS];
  for (size_t r = 0; r < op->result_count; ++r)
    results[r] =
        tern_triton_pack(conversion, tern_op_result(op, r)->type, (tern_values_t){assembly.values[r], assembly.count});
  tern_conversion_replace(conversion, op, (tern_values_t){results, op->result_count});
  return true;
}

const tern_conversion_pattern_t tern_triton_external_patterns[] = {
    {"extern-elementwise", TERN_TT(EXTERN_ELEMENTWISE), TERN_TRITON_BENEFIT, lower_extern},
    {"inline-asm", TERN_TT(ELEMENTWISE_INLINE_ASM), TERN_TRITON_BENEFIT, lower_assembly},
    {0},
};
