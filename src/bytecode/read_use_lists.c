// The order of the uses of values. A value's uses are in a list, newest first, so that a file read op by op has them in
// the reverse order of the ops; a file says where that is not so.

#include <stdlib.h>

#include "base/arena.h"
#include "bytecode/reader.h"

static bool read_order(tern_decoder_t *decoder, size_t count, tern_use_order_t *out_order) {
  size_t index = 0;
  uint64_t length;
  if (count > 1 && !tern_decode_index(decoder, count, "use-list", &index)) return false;
  if (!tern_decode_varint_with_flag(decoder, &length, &out_order->is_pairs)) return false;
  if (length > tern_decoder_remaining(decoder) || (out_order->is_pairs && length % 2)) {
    return tern_decoder_error(decoder, "the order of a value's uses is cut off");
  }
  out_order->value = (tern_value_t *)(uintptr_t)index;  // whoever asked knows which value that is
  out_order->count = (size_t)length;
  out_order->indices = tern_arena_alloc_array(&decoder->file->arena, out_order->count, sizeof(uint32_t));
  for (size_t i = 0; i < out_order->count; ++i) {
    uint64_t value;
    if (!tern_decode_varint(decoder, &value)) return false;
    if (value > UINT32_MAX)
      return tern_decoder_error(decoder, "the order of a value's uses names use %zu", (size_t)value);
    out_order->indices[i] = (uint32_t)value;
  }
  return true;
}

bool tern_decode_use_orders(tern_decoder_t *decoder, size_t count, size_t *out_first) {
  tern_bytecode_file_t *file = decoder->file;
  *out_first = file->use_orders.count;
  if (!count) return tern_decoder_error(decoder, "there are orders of uses, but no values");
  size_t order_count = 1;
  if (count > 1 && !tern_decode_count(decoder, &order_count)) return false;
  for (size_t i = 0; i < order_count; ++i) {
    tern_use_order_t order;
    if (!read_order(decoder, count, &order)) return false;
    tern_vec_push(&file->use_orders, order);
  }
  return true;
}

// --- putting uses in order ---

// A use and the place of its op in the module.
typedef struct placed_use {
  tern_operand_t *use;
  uint64_t place;
} placed_use_t;

typedef struct sorter {
  tern_bytecode_file_t *file;
  tern_map_t op_places;  // op -> its number in pre-order, plus one
  tern_map_t orders;     // value -> tern_use_order_t
  placed_use_t *uses;
  tern_operand_t **ordered;
  size_t capacity;
  bool is_ok;
} sorter_t;

static tern_walk_result_t number_op(tern_op_t *op, void *user) {
  tern_map_t *places = user;
  tern_map_set(places, op, (void *)(uintptr_t)(places->live_count + 1));
  return TERN_WALK_ADVANCE;
}

static int compare_uses(const void *a, const void *b) {
  uint64_t left = ((const placed_use_t *)a)->place, right = ((const placed_use_t *)b)->place;
  return left > right ? -1 : left < right;
}

static size_t count_uses(const tern_value_t *value) {
  size_t count = 0;
  tern_value_for_each_use(value, use)++ count;
  return count;
}

static void link_uses(tern_value_t *value, tern_operand_t *const *uses, size_t count) {
  tern_operand_t **link = &value->first_use;
  for (size_t i = 0; i < count; ++i) {
    *link = uses[i];
    uses[i]->prev = link;
    link = &uses[i]->next;
  }
  *link = NULL;
}

// Fills `ordered` from the sorted uses as the file's order says. False if that is no permutation.
static bool permute(sorter_t *sorter, const tern_use_order_t *order, size_t count) {
  memset(sorter->ordered, 0, count * sizeof(sorter->ordered[0]));
  if (!order->is_pairs) {
    if (order->count != count) return false;
    for (size_t i = 0; i < count; ++i) {
      if (order->indices[i] >= count || sorter->ordered[order->indices[i]]) return false;
      sorter->ordered[order->indices[i]] = sorter->uses[i].use;
    }
    return true;
  }
  // Pairs say (where it is in the list, where it is in the sorted order) of those that are not at the same place.
  bool *is_moved = tern_calloc(count, sizeof(bool));
  bool is_ok = true;
  for (size_t i = 0; i < order->count && is_ok; i += 2) {
    uint32_t place = order->indices[i], sorted = order->indices[i + 1];
    is_ok = place < count && sorted < count && !is_moved[sorted] && !sorter->ordered[place];
    if (!is_ok) break;
    is_moved[sorted] = true;
    sorter->ordered[place] = sorter->uses[sorted].use;
  }
  for (size_t i = 0; i < count && is_ok; ++i) {
    if (is_moved[i]) continue;
    is_ok = !sorter->ordered[i];
    sorter->ordered[i] = sorter->uses[i].use;
  }
  free(is_moved);
  return is_ok;
}

static void sort_uses(sorter_t *sorter, tern_value_t *value) {
  if (!sorter->is_ok || !value->first_use) return;
  const tern_use_order_t *order = tern_map_get(&sorter->orders, value);
  if (!value->first_use->next && !order) return;
  size_t count = count_uses(value);
  if (count > sorter->capacity) {
    sorter->uses = tern_realloc_array(sorter->uses, count, sizeof(sorter->uses[0]));
    sorter->ordered = tern_realloc_array(sorter->ordered, count, sizeof(sorter->ordered[0]));
    sorter->capacity = count;
  }
  size_t filled = 0;
  tern_value_for_each_use(value, use) {
    uint64_t place = (uint64_t)(uintptr_t)tern_map_get(&sorter->op_places, use->owner);
    sorter->uses[filled++] = (placed_use_t){use, place << 32 | tern_operand_index(use)};
  }
  qsort(sorter->uses, count, sizeof(sorter->uses[0]), compare_uses);
  for (size_t i = 0; i < count; ++i) sorter->ordered[i] = sorter->uses[i].use;
  if (order && !permute(sorter, order, count)) {
    sorter->is_ok =
        tern_emit_error(sorter->file->loc, "the order of a value's uses is no order of its %zu uses", count);
    return;
  }
  link_uses(value, sorter->ordered, count);
}

static tern_walk_result_t sort_in_op(tern_op_t *op, void *user) {
  sorter_t *sorter = user;
  for (size_t i = 0; i < op->result_count; ++i) sort_uses(sorter, &op->results[i]);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t j = 0; j < block->arg_count; ++j) sort_uses(sorter, block->args[j]);
    }
  }
  return sorter->is_ok ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

bool tern_file_apply_use_orders(tern_bytecode_file_t *file, tern_op_t *root) {
  if (!file->use_orders.count && !file->has_forward_uses) return true;
  sorter_t sorter = {.file = file, .is_ok = true};
  tern_op_walk_pre(root, number_op, &sorter.op_places);
  for (size_t i = 0; i < file->use_orders.count; ++i) {
    tern_use_order_t *order = &file->use_orders.values[i];
    tern_map_set(&sorter.orders, order->value, order);
  }
  tern_op_walk_pre(root, sort_in_op, &sorter);
  tern_map_deinitialize(&sorter.op_places);
  tern_map_deinitialize(&sorter.orders);
  free(sorter.uses);
  free(sorter.ordered);
  return sorter.is_ok;
}
