// nvws: verifiers.

#include "dialect/nvws/hooks.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"

// --- nvws.aref.create ---

// Whoever uses the buffer besides does not wait for the others.
static bool is_used_elsewhere(const tern_value_t *buffer) {
  tern_value_for_each_use(buffer, use) {
    if (!tern_op_is(use->owner, TERN_NVWS(AREF_CREATE)) && !tern_op_is(use->owner, TERN_TTG(LOCAL_DEALLOC)))
      return true;
  }
  return false;
}

bool tern_nvws_verify_aref_create(const tern_op_t *op) {
  const tern_type_t *aref = tern_op_result(op, 0)->type;
  if (tern_nvws_buffer_count(aref) != op->operand_count)
    return tern_op_error(op, "has %zu buffers, but its type has %zu", (size_t)op->operand_count,
                         tern_nvws_buffer_count(aref));
  int64_t depth = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *buffer = tern_op_operand(op, i);
    if (buffer->type != tern_nvws_buffer_type(aref, i))
      return tern_op_error(op, "buffer #%zu has type '%s', but the aref has '%s'", i, tern_type_text(buffer->type),
                           tern_type_text(tern_nvws_buffer_type(aref, i)));
    if (is_used_elsewhere(buffer))
      return tern_op_error_unnamed(op, "Aref buffer is used elsewhere, Aref cannot guarantee async safety");
    int64_t size = tern_memdesc_read(buffer->type).dims[0];
    if (i > 0 && size != depth) return tern_op_error_unnamed(op, "Leading dims of sliced aref inputs don't match.");
    depth = size;
  }
  return true;
}

// --- nvws.aref.put.enter, nvws.aref.get.enter ---

// NULL, or why `slice` is no buffer of the ring `whole`. Scales in tensor memory are no ring: they have no dimension for it.
static const char *check_slice(const tern_type_t *whole, const tern_type_t *slice) {
  if (!tern_type_is_ttg(whole, TERN_TTG_TYPE_MEMDESC)) return "Slicing not Implemented for this type";
  if (!tern_type_is_ttg(slice, TERN_TTG_TYPE_MEMDESC)) return "MLIR Types don't match";
  tern_memdesc_t from = tern_memdesc_read(whole), to = tern_memdesc_read(slice);
  bool is_scales = tern_attr_is_ttng(from.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING);
  size_t dropped = is_scales ? 0 : 1;
  if (from.element != to.element || from.rank != to.rank + dropped)
    return is_scales ? "Ranks don't match for TensorMemoryScalesEncodingAttr" : "Ranks don't match";
  for (size_t d = 0; d < to.rank; ++d) {
    if (from.dims[d + dropped] == to.dims[d]) continue;
    return is_scales ? "Dimensions don't match for TensorMemoryScalesEncodingAttr" : "Dimensions don't match";
  }
  return NULL;
}

bool tern_nvws_verify_enter(const tern_op_t *op) {
  const tern_type_t *aref = tern_op_operand(op, 0)->type;
  if (op->result_count != tern_nvws_buffer_count(aref) + 1)
    return tern_op_error_unnamed(op, "Aref has different number of arguments than enter");
  for (size_t i = 0; i < tern_nvws_buffer_count(aref); ++i) {
    const char *wrong = check_slice(tern_nvws_buffer_type(aref, i), tern_op_result(op, i)->type);
    if (wrong) return tern_op_error_unnamed(op, "%s", wrong);
  }
  return true;
}

// --- nvws.warp_group ---

bool tern_nvws_verify_warp_group(const tern_op_t *op) {
  if (tern_dense_array_attr_count(tern_op_attr(op, "numWarps")) != op->region_count)
    return tern_op_error_unnamed(op, "Must supply numWarps for each Warp Group.");
  if (op->result_count == 0) return true;
  if (op->region_count == 0) return tern_op_error_unnamed(op, "Must have at least one region when there are results.");
  const tern_op_t *end = tern_op_body(op, 0)->last_op;
  if (!end || !tern_op_is(end, TERN_NVWS(WARP_GROUP_YIELD)))
    return tern_op_error_unnamed(op,
                                 "When nvws.warp_group op has results, the first region should be terminated by "
                                 "nvws.warp_group.yield op.");
  return end->operand_count == op->result_count ||
         tern_op_error_unnamed(op,
                               "Mismatch in the number of results returned by nvws.warp_group op and the number of the "
                               "operands of the corresponding nvws.warp_group.yield op in the first region.");
}
