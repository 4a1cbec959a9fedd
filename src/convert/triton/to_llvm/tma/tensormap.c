// Tensor maps that a kernel makes: written field by field in shared memory, and copied to global memory where copies read them
// (upstream: TensorMapCreateOpConversion and its neighbours).

#include "convert/triton/to_llvm/ptx.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/ttng/ttng.h"

enum { MAP_BYTES = 128, WORD_BYTES = 4 };

typedef struct map {
  tern_conversion_t *conversion;
  tern_builder_t *b;
  tern_value_t *address, *is_first, *is_first_warp;
} map_t;

// Replaces a field: `index` of a list, negative: it is none; `value`, or the constant `number` where that is NULL.
static void replace(const map_t *map, const char *field, const char *bits, int index, tern_value_t *value,
                    int64_t number) {
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int address = tern_ptx_operand(&ptx, 'l', map->address), given = 0;
  bool is_wide = strcmp(bits, "b64") == 0;
  if (value) given = tern_ptx_operand(&ptx, is_wide ? 'l' : 'r', value);
  tern_ptx_predicate(&ptx, map->is_first);
  tern_ptx_format(&ptx, "tensormap.replace.tile.%s.shared::cta.b1024.%s [ $%d + 0 ], ", field, bits, address);
  if (index >= 0) tern_ptx_format(&ptx, "0x%x, ", (unsigned)index);
  if (value)
    tern_ptx_format(&ptx, "$%d;", given);
  else
    tern_ptx_format(&ptx, "0x%llx;", (unsigned long long)number);
  tern_ptx_finish(&ptx, map->b, true, NULL);
}

static void replace_list(const map_t *map, const tern_op_t *op, tern_values_t operands, const char *operand,
                         const char *field, const char *bits) {
  size_t start, count;
  tern_op_operands_named(op, operand, &start, &count);
  for (size_t i = 0; i < count; ++i) replace(map, field, bits, (int)i, operands.values[start + i], 0);
}

static void replace_constant(const map_t *map, const tern_op_t *op, const char *attr, const char *field) {
  replace(map, field, "b32", -1, NULL, tern_integer_attr_value(tern_op_attr(op, attr)));
}

// The lanes of the first warp write a word each: fields that are not replaced are zero.
static void clear(const map_t *map, const tern_op_t *op) {
  tern_builder_t *b = map->b;
  const tern_type_t *i32 = tern_emit_i(b, 32);
  tern_value_t *lane = tern_triton_ids(map->conversion, op).thread;
  tern_value_t *word = tern_emit_gep(b, i32, map->address, lane);
  tern_triton_target_of(map->conversion)
      ->store_shared(map->conversion, word, NULL, tern_emit_i32(b, 0), map->is_first_warp);
  tern_value_t *all = tern_emit_i32(b, -1);
  tern_build(b, TERN_NVVM(BAR_WARP_SYNC), .operands = TERN_VALUES(all), .types = {0});
}

static void copy_out(const map_t *map, tern_value_t *target) {
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int to = tern_ptx_operand(&ptx, 'l', target), from = tern_ptx_operand(&ptx, 'l', map->address);
  tern_ptx_predicate(&ptx, map->is_first_warp);
  tern_ptx_format(&ptx,
                  "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [ $%d + 0 ], "
                  "[ $%d + 0 ], 0x%x;",
                  to, from, MAP_BYTES);
  tern_ptx_finish(&ptx, map->b, true, NULL);
}

static bool lower_create(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *thread = tern_triton_ids(conversion, op).thread;
  size_t start, rank;
  tern_op_operands_named(op, "global_dim", &start, &rank);
  const map_t map = {conversion, b, tern_triton_shared_address(conversion, op),
                     tern_emit_icmp(b, TERN_EMIT_EQ, thread, tern_emit_i32(b, 0)),
                     tern_emit_icmp(b, TERN_EMIT_SLT, thread, tern_emit_i32(b, MAP_BYTES / WORD_BYTES))};
  clear(&map, op);
  replace(&map, "global_address", "b64", -1, operands.values[1], 0);
  replace(&map, "rank", "b32", -1, NULL, (int64_t)rank - 1);
  replace_list(&map, op, operands, "box_dim", "box_dim", "b32");
  replace_list(&map, op, operands, "global_dim", "global_dim", "b32");
  replace_list(&map, op, operands, "global_stride", "global_stride", "b64");
  replace_list(&map, op, operands, "element_stride", "element_stride", "b32");
  replace_constant(&map, op, "elem_type", "elemtype");
  replace_constant(&map, op, "interleave_layout", "interleave_layout");
  replace_constant(&map, op, "swizzle_mode", "swizzle_mode");
  replace_constant(&map, op, "fill_mode", "fill_mode");
  copy_out(&map, operands.values[0]);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_acquire(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *thread = tern_triton_ids(conversion, op).thread;
  tern_value_t *is_first_warp = tern_emit_icmp(b, TERN_EMIT_SLT, thread, tern_emit_i32(b, MAP_BYTES / WORD_BYTES));
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int address = tern_ptx_operand(&ptx, 'l', operands.values[0]);
  tern_ptx_predicate(&ptx, is_first_warp);
  tern_ptx_format(&ptx, "fence.proxy.tensormap::generic.acquire.gpu [ $%d + 0 ], 0x%x;", address, MAP_BYTES);
  tern_ptx_next(&ptx);
  tern_ptx_predicate(&ptx, is_first_warp);
  tern_ptx_text(&ptx, "cp.async.bulk.commit_group ;");
  tern_ptx_next(&ptx);
  tern_ptx_predicate(&ptx, is_first_warp);
  tern_ptx_text(&ptx, "cp.async.bulk.wait_group.read 0 ;");
  tern_ptx_finish(&ptx, b, true, NULL);
  tern_triton_target_of(conversion)->barrier(conversion, op);
  tern_conversion_erase(conversion, op);
  return true;
}

// A descriptor is a generic pointer to its map.
static bool lower_reinterpret(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  return tern_conversion_replace_value(conversion, op,
                                       tern_emit_bitcast(b, operands.values[0], tern_llvm_ptr_type(b->context, 0)));
}

#define ROW(NAME, ID, FUNCTION) {NAME, TERN_TTNG(ID), TERN_TRITON_BENEFIT, FUNCTION}
const tern_conversion_pattern_t tern_triton_tensormap_patterns[] = {
    ROW("tensormap-create", TENSORMAP_CREATE, lower_create),
    ROW("tensormap-acquire", TENSORMAP_FENCEPROXY_ACQUIRE, lower_acquire),
    ROW("reinterpret-descriptor", REINTERPRET_TENSOR_DESCRIPTOR, lower_reinterpret),
    {0},
};
