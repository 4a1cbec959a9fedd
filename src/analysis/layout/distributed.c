// See distributed.h.

#include "analysis/layout/distributed.h"

#include <string.h>

static const char *read_one(const tern_layout_t *layout, const tern_layout_dims_t *outs, tern_distributed_t *out) {
  const struct {
    const char *name;
    tern_f2_list_t *list;
  } kinds[] = {{TERN_LAYOUT_REGISTER, &out->registers},
               {TERN_LAYOUT_LANE, &out->lanes},
               {TERN_LAYOUT_WARP, &out->warps},
               {TERN_LAYOUT_BLOCK, &out->blocks}};
  *out = (tern_distributed_t){0};
  if (layout->error) return layout->error;
  for (size_t i = 0, at = 0; i < layout->ins.count; ++i) {
    tern_f2_list_t *list = NULL;
    for (size_t k = 0; k < 4; ++k) {
      if (strcmp(layout->ins.values[i].name, kinds[k].name) == 0) list = kinds[k].list;
    }
    if (!list) return "a distributed layout has registers, lanes, warps and blocks";
    for (size_t bit = 0; bit < layout->ins.values[i].bits; ++bit, ++at) {
      list->values[list->count++] = tern_layout_repack(&layout->outs, outs, layout->bases[at]);
    }
  }
  return tern_layout_is_surjective(layout) ? NULL : "a distributed layout has each element somewhere";
}

const char *tern_distributed_read(const tern_layout_t *first, const tern_layout_t *second, tern_distributed_t out[2]) {
  const char *error = read_one(first, &first->outs, &out[0]);
  if (!error) error = read_one(second, &first->outs, &out[1]);
  if (error) return error;
  bool has_same_outs = first->outs.count == second->outs.count;
  for (size_t i = 0; has_same_outs && i < first->outs.count; ++i) {
    size_t position = tern_layout_find(&second->outs, first->outs.values[i].name);
    has_same_outs = position < second->outs.count && second->outs.values[position].bits == first->outs.values[i].bits;
  }
  if (!has_same_outs) return "the outputs of two layouts are not the same";
  if (out[0].lanes.count != out[1].lanes.count) return "two layouts have different numbers of lanes";
  if (out[0].warps.count != out[1].warps.count) return "two layouts have different numbers of warps";
  if (out[0].blocks.count != out[1].blocks.count) return "two layouts have different numbers of blocks";
  return NULL;
}

tern_f2_span_t tern_distributed_span(const tern_distributed_t *layout) {
  const tern_f2_list_t *lists[] = {&layout->registers, &layout->lanes, &layout->warps};
  tern_f2_span_t span = {0};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t k = 0; k < lists[i]->count; ++k) tern_f2_span_add(&span, lists[i]->values[k], 0);
  }
  return span;
}

bool tern_distributed_same_blocks(const tern_distributed_t layouts[2]) {
  tern_f2_span_t first = tern_distributed_span(&layouts[0]), second = tern_distributed_span(&layouts[1]);
  if (first.count != second.count) return false;
  for (size_t i = 0; i < second.count; ++i) {
    if (!tern_f2_span_has(&first, second.vectors[i])) return false;
  }
  for (size_t i = 0; i < layouts[0].blocks.count; ++i) {
    if (!tern_f2_span_has(&first, layouts[0].blocks.values[i] ^ layouts[1].blocks.values[i])) return false;
  }
  return true;
}

tern_layout_t tern_distributed_copies(const tern_distributed_t *layout, uint64_t *out_distinct) {
  tern_layout_t copies = {0};
  tern_f2_span_t span = {0};
  tern_layout_append_dim(&copies.ins, TERN_LAYOUT_REGISTER, layout->registers.count);
  tern_layout_append_dim(&copies.outs, TERN_LAYOUT_REGISTER, layout->registers.count);
  *out_distinct = 0;
  for (size_t i = 0; i < layout->registers.count; ++i) {
    const uint64_t own = UINT64_C(1) << i;
    if (tern_f2_span_add(&span, layout->registers.values[i], own)) {
      *out_distinct |= own;
      copies.bases[i] = own;
    } else {
      tern_f2_span_reduce(&span, layout->registers.values[i], &copies.bases[i]);
    }
  }
  return copies;
}
