// See allocation.h. Here buffers are gathered.

#include "analysis/triton/allocation.h"

#include <stdlib.h>

#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"
#include "ir/op_def.h"

enum { SCRATCH_ALIGNMENT = 128, CAPTURE_ALIGNMENT = 8, FUNCTION_ALIGNMENT = 4 };

typedef struct search {
  const tern_allocation_options_t *options;
  const tern_allocation_t *module;  // callees are there already
  tern_function_allocation_t *function;
  bool has_failed;
} search_t;

static void add_buffer(search_t *s, tern_buffer_kind_t kind, tern_op_t *owner, int64_t size, int64_t alignment) {
  tern_function_allocation_t *function = s->function;
  if (size == 0 && kind != TERN_BUFFER_EXPLICIT) return;
  tern_vec_push(&function->buffers,
                (tern_shared_buffer_t){.kind = kind, .owner = owner, .size = size, .alignment = alignment});
  tern_map_set(kind == TERN_BUFFER_EXPLICIT ? &function->explicits : &function->scratch, owner,
               (void *)(uintptr_t)function->buffers.count);
}

// --- explicit buffers ---

// Elements with the padding between them; none is needed behind the last one.
static int64_t pad(const tern_attr_t *encoding, int64_t elements) {
  int64_t padded = elements;
  for (size_t i = 0; i < tern_ttg_count(encoding, TERN_TTG_FIELD_INTERVALS); ++i) {
    int64_t interval = tern_ttg_at(encoding, TERN_TTG_FIELD_INTERVALS, i);
    int64_t padding = tern_ttg_at(encoding, TERN_TTG_FIELD_PADDINGS, i);
    padded += elements / interval * padding - (elements % interval == 0 ? padding : 0);
  }
  return padded;
}

static int64_t size_of_memory(const tern_memdesc_t *memdesc) {
  const tern_attr_t *encoding = memdesc->encoding;
  size_t rank = tern_ttg_rank(encoding), lead = memdesc->rank > rank ? memdesc->rank - rank : 0;
  int64_t part[TERN_LAYOUT_MAX_DIMS], elements = 1;
  tern_ttg_part_shape(encoding, memdesc->dims + lead, part);
  for (size_t d = 0; d < lead; ++d) elements *= memdesc->dims[d];
  for (size_t d = 0; d < rank; ++d) elements *= part[d];
  // Numbers of 4 bits lie in every other eight bytes.
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED) && tern_ttg_number(encoding, TERN_TTG_FIELD_FP4_PADDED))
    elements *= 2;
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_PADDED_SHARED)) elements = pad(encoding, elements);
  size_t bits = tern_type_is_tt(memdesc->element, TERN_TT_TYPE_PTR) ? 64 : tern_type_bit_width(memdesc->element);
  return elements * (int64_t)bits / 8;
}

static void add_explicit(search_t *s, tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (!tern_is_shared_memdesc(type)) return;
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  const tern_attr_t *alignment = tern_op_attr(op, "alignment");
  if (!tern_ttg_is_shared(memdesc.encoding) || tern_ttg_rank(memdesc.encoding) > memdesc.rank) {
    s->has_failed = true;
    tern_op_error(op, "has no place in shared memory: '%s' does not say how it is laid out", tern_type_text(type));
    return;
  }
  add_buffer(s, TERN_BUFFER_EXPLICIT, op, size_of_memory(&memdesc),
             alignment ? tern_integer_attr_value(alignment) : tern_ttg_alignment(memdesc.encoding));
}

// --- scratch ---

// The states of the warps of all partitions, a byte for each.
static int64_t most_partition_warps(tern_op_t *function) {
  tern_op_list_t ops = tern_op_collect_row(function, TERN_PREORDER, TERN_TTG(WARP_SPECIALIZE));
  int64_t most = 0;
  for (size_t i = 0; i < ops.count; ++i) {
    int64_t warps = tern_ttg_partition_warps(ops.values[i]);
    most = warps > most ? warps : most;
  }
  tern_vec_deinitialize(&ops);
  return most;
}

static void add_scratch(search_t *s, tern_op_t *op) {
  int64_t size = s->options->scratch;
  if (tern_op_is(op, TERN_TT(CALL))) {
    const tern_function_allocation_t *callee = tern_allocation_of(s->module, tern_tt_callee(op));
    if (callee) add_buffer(s, TERN_BUFFER_VIRTUAL, op, callee->size, SCRATCH_ALIGNMENT);
  } else if (tern_op_is(op, TERN_TTG(WARP_SPECIALIZE))) {
    s->has_failed |= !tern_ttg_capture_size(op, &size);
    add_buffer(s, TERN_BUFFER_SCRATCH, op, size, CAPTURE_ALIGNMENT);
  } else if (op == s->function->function) {
    add_buffer(s, TERN_BUFFER_SCRATCH, op, most_partition_warps(op), FUNCTION_ALIGNMENT);
  } else if (size >= 0) {
    add_buffer(s, TERN_BUFFER_SCRATCH, op, size, SCRATCH_ALIGNMENT);
  } else if (!tern_tt_scratch_size(op, &s->options->tiles, &size)) {
    s->has_failed = true;
  } else {
    add_buffer(s, TERN_BUFFER_SCRATCH, op, size, SCRATCH_ALIGNMENT);
  }
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  search_t *s = user;
  if (tern_op_is(op, TERN_TTG(LOCAL_ALLOC))) add_explicit(s, op);
  add_scratch(s, op);
  return s->has_failed ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// --- all ---

bool tern_allocation_find(tern_op_t *module, const tern_allocation_options_t *options,
                          tern_allocation_t *out_allocation) {
  tern_call_order_t order;
  *out_allocation = (tern_allocation_t){0};
  bool is_ok = tern_call_order_find(module, &order);
  for (size_t i = 0; i < order.count && is_ok; ++i) {
    tern_function_allocation_t allocation = {.function = order.values[i].op, .is_called = order.values[i].is_called};
    search_t s = {.options = options, .module = out_allocation, .function = &allocation};
    tern_op_walk_pre(allocation.function, visit, &s);
    tern_shared_aliases_find(allocation.function, &allocation.aliases);
    is_ok = !s.has_failed;
    if (is_ok) {
      tern_allocation_find_ranges(&allocation);
      tern_allocation_find_offsets(&allocation);
    }
    if (!allocation.is_called && allocation.size > out_allocation->size) out_allocation->size = allocation.size;
    tern_vec_push(&out_allocation->functions, allocation);
  }
  tern_vec_deinitialize(&order);
  return is_ok;
}

void tern_allocation_deinitialize(tern_allocation_t *allocation) {
  for (size_t i = 0; i < allocation->functions.count; ++i) {
    tern_function_allocation_t *function = &allocation->functions.values[i];
    tern_vec_deinitialize(&function->buffers);
    tern_map_deinitialize(&function->scratch);
    tern_map_deinitialize(&function->explicits);
    tern_shared_aliases_deinitialize(&function->aliases);
  }
  tern_vec_deinitialize(&allocation->functions);
}

const tern_function_allocation_t *tern_allocation_of(const tern_allocation_t *allocation, const tern_op_t *function) {
  for (size_t i = 0; function && i < allocation->functions.count; ++i) {
    if (allocation->functions.values[i].function == function) return &allocation->functions.values[i];
  }
  return NULL;
}

static const tern_shared_buffer_t *buffer_at(const tern_function_allocation_t *allocation, const tern_map_t *map,
                                             const tern_op_t *op) {
  uintptr_t number = (uintptr_t)tern_map_get(map, op);
  return number ? &allocation->buffers.values[number - 1] : NULL;
}

const tern_shared_buffer_t *tern_allocation_scratch(const tern_function_allocation_t *allocation, const tern_op_t *op) {
  return buffer_at(allocation, &allocation->scratch, op);
}

const tern_shared_buffer_t *tern_allocation_explicit(const tern_function_allocation_t *allocation,
                                                     const tern_op_t *op) {
  return buffer_at(allocation, &allocation->explicits, op);
}

void tern_allocation_attach(tern_op_t *module, const tern_allocation_t *allocation) {
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(module), 32);
  for (size_t i = 0; i < allocation->functions.count; ++i) {
    const tern_function_allocation_t *function = &allocation->functions.values[i];
    for (size_t k = function->buffers.count; k-- > 0;) {
      const tern_shared_buffer_t *buffer = &function->buffers.values[k];
      // An op that has both kinds says where its scratch is.
      if (buffer->kind == TERN_BUFFER_EXPLICIT && tern_allocation_scratch(function, buffer->owner)) continue;
      tern_op_set_attr(buffer->owner, "allocation.offset", tern_integer_attr_get(i32, buffer->offset));
    }
  }
  tern_op_set_attr(module, "ttg.shared", tern_integer_attr_get(i32, allocation->size));
}
