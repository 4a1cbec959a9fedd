// ttg.convert_layout: the same tensor, dealt to threads in another way (upstream: ConvertLayoutOpToLLVM).
//
// The cheapest way that suffices: nothing; other registers; shuffles, where at most one bit of registers and lanes changes places
// (warp_shuffles.c); otherwise shared memory, in as many rounds as its part of the tensor needs:
//
//   for each round: stores; barrier; loads; barrier
//
// Where each warp gets back what it stored itself, it is the warp alone that waits. Where blocks of a cluster need elements of others,
// all of them wait, and read each other's memory.

#include "analysis/layout/warp_moves.h"
#include "convert/triton/to_llvm/across/warp_shuffles.h"
#include "convert/triton/to_llvm/shared_access.h"
#include "ir/diagnostic.h"

typedef struct conversion_plan {
  tern_transit_t transit;
  tern_transit_side_t from, to;
  tern_memory_moves_t stores, loads;
  bool is_warp_local;
} conversion_plan_t;

// --- registers ---

static bool rename_registers(tern_conversion_t *conversion, tern_op_t *op, tern_values_t values,
                             const tern_layout_t *map) {
  size_t count = (size_t)1 << tern_layout_bits(&map->ins, TERN_LAYOUT_REGISTER);
  tern_value_t **results = tern_triton_room(conversion, count);
  for (size_t r = 0; r < count; ++r)
    results[r] = values.values[map->ins.count ? tern_layout_apply_flat(map, (uint64_t)r) : (uint64_t)r];
  return tern_triton_replace(conversion, op, (tern_values_t){results, count});
}

// --- shared memory ---

static bool plan_side(const tern_transit_side_t *side, tern_transit_instruction_t instruction, size_t bits,
                      tern_memory_moves_t *out_moves) {
  enum { ANY = 128 };
  if (instruction == TERN_TRANSIT_PLAIN) {
    *out_moves = tern_memory_moves_plain(&side->map, bits, ANY, 0);
    return true;
  }
  return tern_memory_moves_matrix(&side->map, bits, instruction == TERN_TRANSIT_TRANSPOSED, 0, out_moves);
}

// Do warps mean the same in both, and does each have elements of its own?
static bool stays_in_warps(const tern_layout_t *source, const tern_layout_t *result) {
  const tern_layout_t *const layouts[] = {source, result};
  for (size_t i = 0; i < 2; ++i) {
    uint64_t masks[TERN_LAYOUT_MAX_DIMS] = {0};
    tern_layout_free_masks(layouts[i], masks);
    if (masks[tern_layout_find(&layouts[i]->ins, TERN_LAYOUT_WARP)]) return false;
  }
  tern_layout_t map = tern_layout_invert_and_compose(result, source);
  return !map.error && tern_layout_is_trivial_over(&map, TERN_LAYOUT_NAMES(TERN_LAYOUT_WARP));
}

static bool make_plan(const tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *source,
                      const tern_layout_t *result, size_t bits, conversion_plan_t *out) {
  tern_transit_tiles_t tiles = {.is_exact = tern_triton_target_of(conversion)->compares_transits,
                                .has_load_matrix = tern_triton_has_load_matrix(conversion),
                                .has_store_matrix = tern_triton_has_store_matrix(conversion)};
  *out = (conversion_plan_t){.transit = tern_transit_choose(source, result, bits, &tiles)};
  if (out->transit.error) return tern_op_error(op, "has no memory to go through: %s", out->transit.error);
  out->from = tern_transit_side(&out->transit, source);
  out->to = tern_transit_side(&out->transit, result);
  out->is_warp_local = stays_in_warps(source, result);
  const char *error = out->from.error ? out->from.error : out->to.error;
  if (error) return tern_op_error(op, "has no memory to go through: %s", error);
  return (plan_side(&out->from, out->transit.store, bits, &out->stores) &&
          plan_side(&out->to, out->transit.load, bits, &out->loads)) ||
         tern_op_error(op, "has no memory to go through: %s", "matrices do not fit the layouts");
}

static void wait(tern_conversion_t *conversion, tern_op_t *op, const conversion_plan_t *plan) {
  const tern_triton_target_t *target = tern_triton_target_of(conversion);
  if (plan->is_warp_local)
    target->warp_barrier(tern_triton_builder(conversion));
  else
    target->barrier(conversion, op);
}

static size_t register_count(const tern_transit_side_t *side) {
  return (size_t)1 << tern_layout_bits(&side->map.ins, TERN_LAYOUT_REGISTER);
}

static bool go_through_memory(tern_conversion_t *conversion, tern_op_t *op, tern_values_t values,
                              const tern_layout_t *source, const tern_layout_t *result) {
  const tern_type_t *type = values.values[0]->type;
  conversion_plan_t plan;
  if (!make_plan(conversion, op, source, result, tern_triton_memory_bits(type), &plan)) return false;
  tern_triton_place_t place = {.base = tern_triton_shared_address(conversion, op)};
  size_t count = (size_t)1 << tern_layout_bits(&result->ins, TERN_LAYOUT_REGISTER);
  tern_value_t **results = tern_triton_room(conversion, count);
  tern_value_t **stored = tern_triton_room(conversion, register_count(&plan.from));
  tern_value_t **loaded = tern_triton_room(conversion, register_count(&plan.to));
  for (int64_t round = 0; round < tern_transit_round_count(&plan.transit); ++round) {
    if (round > 0) wait(conversion, op, &plan);
    for (size_t r = 0; r < register_count(&plan.from); ++r)
      stored[r] = values.values[tern_transit_register(&plan.from, round, r)];
    tern_triton_store_registers(conversion, op, &place, &plan.stores, stored);
    wait(conversion, op, &plan);
    tern_triton_load_registers(conversion, op, &place, &plan.loads, type, loaded);
    for (size_t r = 0; r < register_count(&plan.to); ++r)
      results[tern_transit_register(&plan.to, round, r)] = loaded[r];
  }
  return tern_triton_replace(conversion, op, (tern_values_t){results, count});
}

// --- the memory of all blocks ---

// The number of a place, which is made of bits of these.
static int64_t slot_of(const tern_layout_t *map, const int64_t *outs, int64_t threads, int64_t lanes) {
  return outs[tern_layout_find(&map->outs, TERN_LAYOUT_REGISTER)] * threads +
         outs[tern_layout_find(&map->outs, TERN_LAYOUT_WARP)] * lanes +
         outs[tern_layout_find(&map->outs, TERN_LAYOUT_LANE)];
}

// Where a thread finds its elements: what its number adds to the slot and to the number of the block.
typedef struct origin {
  tern_value_t *slot, *block;
} origin_t;

static origin_t find_origin(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *map,
                            int64_t threads, int64_t lanes) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_triton_ids_t ids = tern_triton_ids(conversion, op);
  const struct {
    const char *name;
    tern_value_t *id;
    int64_t stride;  // of the dimension in slots; 0: it is the block
  } rows[] = {{TERN_LAYOUT_REGISTER, NULL, threads},
              {TERN_LAYOUT_LANE, ids.lane, 1},
              {TERN_LAYOUT_WARP, ids.warp, lanes},
              {TERN_LAYOUT_BLOCK, ids.block, 0}};
  tern_value_t *ins[TERN_LAYOUT_MAX_DIMS] = {NULL}, *outs[TERN_LAYOUT_MAX_DIMS];
  for (size_t i = 0; i < 4; ++i) {
    size_t in = tern_layout_find(&map->ins, rows[i].name);
    if (in < map->ins.count) ins[in] = rows[i].id;
  }
  tern_triton_apply_layout(b, map, ins, outs);
  origin_t origin = {.slot = tern_emit_i32(b, 0)};
  for (size_t i = 0; i < 4; ++i) {
    tern_value_t *part = outs[tern_layout_find(&map->outs, rows[i].name)];
    if (!rows[i].stride)
      origin.block = part;
    else
      origin.slot = tern_emit_add(b, origin.slot, tern_emit_mul(b, part, tern_emit_i32(b, rows[i].stride)));
  }
  return origin;
}

// Each thread lays down all of its registers, side by side with those of its block, and picks up what it needs from whatever block has
// it. Nobody goes on, or ends, before all have read.
static bool go_through_cluster(tern_conversion_t *conversion, tern_op_t *op, tern_values_t values,
                               const tern_layout_t *source, const tern_layout_t *result) {
  if (!tern_triton_check_cluster_meets(conversion, op)) return false;
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_triton_target_t *target = tern_triton_target_of(conversion);
  const tern_type_t *type = values.values[0]->type, *stored = tern_triton_stored_type(b, type);
  tern_layout_t map = tern_layout_invert_and_compose(result, source);
  int64_t lanes = INT64_C(1) << tern_layout_bits(&source->ins, TERN_LAYOUT_LANE);
  int64_t threads = lanes << tern_layout_bits(&source->ins, TERN_LAYOUT_WARP);
  tern_value_t *base = tern_triton_shared_address(conversion, op), *thread = tern_triton_ids(conversion, op).thread;
  for (size_t r = 0; r < values.count; ++r) {
    tern_value_t *slot = tern_emit_add(b, thread, tern_emit_i32(b, (int64_t)r * threads));
    tern_value_t *pointer = tern_emit_gep(b, stored, base, slot);
    target->store_shared(conversion, pointer, NULL, tern_triton_to_stored(b, values.values[r]), NULL);
  }
  target->cluster_barrier(b);
  origin_t origin = find_origin(conversion, op, &map, threads, lanes);
  size_t count = (size_t)1 << tern_layout_bits(&result->ins, TERN_LAYOUT_REGISTER);
  tern_value_t **results = tern_triton_room(conversion, count);
  for (size_t r = 0; r < count; ++r) {
    int64_t ins[TERN_LAYOUT_MAX_DIMS] = {0}, outs[TERN_LAYOUT_MAX_DIMS];
    size_t in = tern_layout_find(&map.ins, TERN_LAYOUT_REGISTER);
    if (in < map.ins.count) ins[in] = (int64_t)r;
    tern_layout_apply(&map, ins, outs);
    tern_value_t *slot = tern_emit_xor(b, origin.slot, tern_emit_i32(b, slot_of(&map, outs, threads, lanes)));
    int64_t block_bits = outs[tern_layout_find(&map.outs, TERN_LAYOUT_BLOCK)];
    tern_value_t *block = tern_emit_xor(b, origin.block, tern_emit_i32(b, block_bits));
    tern_value_t *pointer = tern_emit_gep(b, stored, base, slot);
    tern_value_t *value = target->load_shared(conversion, pointer, block, stored, NULL);
    results[r] = tern_triton_from_memory(b, value, type);
  }
  target->cluster_barrier(b);
  return tern_triton_replace(conversion, op, (tern_values_t){results, count});
}

// --- the choice ---

static bool lower_convert_layout(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_layout_t source = tern_ttg_type_layout(tern_op_operand(op, 0)->type);
  tern_layout_t result = tern_ttg_type_layout(tern_op_result(op, 0)->type), map;
  tern_layout_crossing_t crossing = tern_layout_crossing(&source, &result, &map);
  if (crossing == TERN_CROSSES_NOTHING) return tern_conversion_replace_value(conversion, op, operands.values[0]);
  tern_values_t values = tern_triton_unpack(conversion, operands.values[0]);
  switch (crossing) {
    case TERN_CROSSES_REGISTERS: return rename_registers(conversion, op, values, &map);
    case TERN_CROSSES_BLOCKS: return go_through_cluster(conversion, op, values, &source, &result);
    case TERN_CROSSING_ERROR: return tern_op_error(op, "has encodings that deal different tensors");
    default: break;
  }
  if (!tern_layout_shuffles(&source, &result)) return go_through_memory(conversion, op, values, &source, &result);
  return tern_triton_replace(conversion, op, tern_triton_shuffle_warps(conversion, op, values, &source, &result));
}

const tern_conversion_pattern_t tern_triton_convert_layout_patterns[] = {
    {"convert-layout", TERN_TTG(CONVERT_LAYOUT), TERN_TRITON_BENEFIT, lower_convert_layout},
    {0},
};
