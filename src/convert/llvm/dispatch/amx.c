// amx ops to the llvm dialect (upstream: AMX's LegalizeForLLVMExport): intrinsics that are told the shapes of tiles, from which
// LLVM configures the processor.

#include "dialect/amx/amx.h"

#include "convert/llvm/dispatch/dispatch.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static tern_value_t *build_i16(tern_builder_t *b, int64_t value) {
  return tern_llvm_build_int(b, tern_i_type_get(b->context, 16), value);
}

static tern_value_t *build_rows(tern_builder_t *b, const tern_type_t *tile) {
  return build_i16(b, tern_amx_tile_rows(tile));
}

static tern_value_t *build_row_bytes(tern_builder_t *b, const tern_type_t *tile) {
  return build_i16(b, tern_amx_tile_row_bytes(tile));
}

static tern_op_t *build_call(tern_builder_t *b, const char *name, tern_values_t args, tern_types_t types) {
  const tern_attr_t *intrinsic = tern_string_attr_get(b->context, tern_str_from_cstr(name));
  return tern_build(
      b, TERN_LLVM(CALL_INTRINSIC), .operands = args, .types = types, .segments = (int32_t[]){(int32_t)args.count, 0},
      .attrs =
          TERN_ATTRS({"intrin", intrinsic}, {"op_bundle_sizes", tern_dense_i32_array_attr_get(b->context, NULL, 0)}));
}

// Replaces an op with one result, a tile.
static bool replace_by_call(tern_conversion_t *conversion, tern_op_t *op, const char *name, tern_values_t args) {
  const tern_type_t *type = tern_llvm_convert_type(op->results[0].type);
  if (!type) return false;
  tern_op_t *call = build_call(builder_of(conversion), name, args, TERN_TYPES(type));
  return tern_conversion_replace_value(conversion, op, tern_op_result(call, 0));
}

static bool convert_zero(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *tile = op->results[0].type;
  return replace_by_call(conversion, op, "llvm.x86.tilezero.internal",
                         TERN_VALUES(build_rows(b, tile), build_row_bytes(b, tile)));
}

// --- memory ---

typedef struct place {
  tern_value_t *address, *stride;  // bytes
} place_t;

static place_t find_place(tern_builder_t *b, const tern_op_t *op, tern_values_t operands) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type, *i64 = tern_i_type_get(b->context, 64);
  size_t start, count, rank = tern_type_rank(memref);
  tern_op_operands_named(op, "stride", &start, &count);
  tern_value_t *stride =
      count ? operands.values[start] : tern_descriptor_stride(b, memref, operands.values[0], rank - 2);
  int64_t bytes = tern_type_bit_width(tern_type_element(memref)) / 8;
  return (place_t){.address = tern_descriptor_element_ptr(b, memref, operands.values[0], operands.values + 1),
                   .stride = tern_llvm_build_mul(b, stride, tern_llvm_build_int(b, i64, bytes))};
}

static bool is_of_bytes(const tern_type_t *memref) {
  const tern_type_t *element = tern_type_element(memref);
  return memref->kind == TERN_TYPE_MEMREF && (tern_type_is_integer(element) || tern_type_is_float(element)) &&
         tern_type_bit_width(element) % 8 == 0;
}

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *tile = op->results[0].type;
  if (!is_of_bytes(tern_op_operand(op, 0)->type)) return false;
  place_t place = find_place(b, op, operands);
  return replace_by_call(conversion, op, "llvm.x86.tileloadd64.internal",
                         TERN_VALUES(build_rows(b, tile), build_row_bytes(b, tile), place.address, place.stride));
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  size_t start, count;
  tern_op_operands_named(op, "val", &start, &count);
  const tern_type_t *tile = tern_op_operand(op, start)->type;
  if (!is_of_bytes(tern_op_operand(op, 0)->type)) return false;
  place_t place = find_place(b, op, operands);
  build_call(
      b, "llvm.x86.tilestored64.internal",
      TERN_VALUES(build_rows(b, tile), build_row_bytes(b, tile), place.address, place.stride, operands.values[start]),
      (tern_types_t){0});
  tern_conversion_erase(conversion, op);
  return true;
}

// --- products ---

static bool replace_product(tern_conversion_t *conversion, tern_op_t *op, const char *name, tern_values_t operands) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *lhs = tern_op_operand(op, 0)->type, *rhs = tern_op_operand(op, 1)->type;
  return replace_by_call(conversion, op, name,
                         TERN_VALUES(build_rows(b, lhs), build_row_bytes(b, rhs), build_row_bytes(b, lhs),
                                     operands.values[2], operands.values[0], operands.values[1]));
}

static bool convert_mulf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  bool is_bf16 = tern_amx_tile_element(tern_op_operand(op, 0)->type)->kind == TERN_TYPE_BF16;
  return replace_product(conversion, op, is_bf16 ? "llvm.x86.tdpbf16ps.internal" : "llvm.x86.tdpfp16ps.internal",
                         operands);
}

static bool convert_muli(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const char *const names[2][2] = {{"llvm.x86.tdpbssd.internal", "llvm.x86.tdpbsud.internal"},
                                          {"llvm.x86.tdpbusd.internal", "llvm.x86.tdpbuud.internal"}};
  bool is_lhs_unsigned = tern_op_attr(op, "isZextLhs"), is_rhs_unsigned = tern_op_attr(op, "isZextRhs");
  return replace_product(conversion, op, names[is_lhs_unsigned][is_rhs_unsigned], operands);
}

const tern_conversion_pattern_t tern_dispatch_amx_patterns[] = {
    {"tile-zero", TERN_AMX(TILE_ZERO), 1, convert_zero},    {"tile-load", TERN_AMX(TILE_LOAD), 1, convert_load},
    {"tile-store", TERN_AMX(TILE_STORE), 1, convert_store}, {"tile-mulf", TERN_AMX(TILE_MULF), 1, convert_mulf},
    {"tile-muli", TERN_AMX(TILE_MULI), 1, convert_muli},    {0},
};
