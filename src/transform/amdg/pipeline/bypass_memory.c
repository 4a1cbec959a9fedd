// See parts.h (upstream: bypassLDS and isCoalesced of ScheduleLoops.cpp).

#include "analysis/triton/encoding_flow.h"
#include "analysis/triton/op_slice.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"
#include "transform/amdg/dot_chain.h"
#include "transform/amdg/pipeline/parts.h"

// The only operand of the product that depends on the load, as the op that makes it. NULL: there are none or several.
static tern_op_t *find_operand(tern_op_t *load, const tern_op_t *dot) {
  tern_op_list_t slice = tern_slice_forward(load);
  tern_op_t *found = NULL;
  size_t count = 0;
  for (size_t i = 0; i < dot->operand_count; ++i) {
    tern_op_t *maker = tern_value_defining_op(tern_op_operand(dot, i));
    for (size_t k = 0; k < slice.count; ++k) {
      if (slice.values[k] != maker || maker == load) continue;
      found = maker;
      ++count;
      break;
    }
  }
  tern_vec_deinitialize(&slice);
  return count == 1 ? found : NULL;
}

// The encoding of the load by which what turns it on the way to `operand` does nothing. NULL: it is not turned, or otherwise.
static const tern_attr_t *find_encoding(const tern_op_t *load, const tern_op_t *operand) {
  const tern_attr_t *wanted = tern_ttg_value_encoding(&operand->results[0]), *source = NULL;
  const tern_op_t *op = operand;
  while (op && op != load) {
    if (!tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) {
      if (!tern_op_is(op, TERN_TT(TRANS)) && !tern_op_is(op, TERN_TT(RESHAPE))) return NULL;
      source = wanted ? tern_ttg_operand_encoding(op, wanted) : NULL;
      if (!source) return NULL;
      wanted = source;
    }
    op = tern_value_defining_op(tern_op_operand(op, 0));
  }
  return op == load ? source : NULL;
}

// Has a thread as many neighbours as before, and no warp what another one has?
static bool is_coalesced(const tern_type_t *type, const tern_attr_t *encoding) {
  const tern_attr_t *old = tern_tensor_type_encoding(type);
  tern_ttg_share_t share;
  if (!tern_attr_is_ttg(old, TERN_TTG_ATTR_BLOCKED)) return false;
  tern_layout_t layout = tern_ttg_layout(encoding, tern_type_dims(type));
  if (layout.error || !tern_ttg_share_of(encoding, tern_type_dims(type), &share)) return false;
  size_t first = (size_t)tern_ttg_at(old, TERN_TTG_FIELD_ORDER, 0);
  if (share.contiguous[first] < tern_ttg_at(old, TERN_TTG_FIELD_SIZE_PER_THREAD, first)) return false;
  size_t in = tern_layout_find(&layout.ins, TERN_LAYOUT_WARP);
  size_t bits = in < layout.ins.count ? layout.ins.values[in].bits : 0;
  for (size_t bit = 0; bit < bits; ++bit) {
    bool is_zero = true;
    for (size_t d = 0; d < layout.outs.count; ++d) is_zero &= tern_layout_basis(&layout, in, bit, d) == 0;
    if (is_zero) return false;
  }
  return true;
}

tern_op_t *tern_amd_bypass_memory(tern_op_t *load, const tern_op_t *user) {
  enum { MOST_OPERANDS = 3 };
  if (!tern_op_is(load, TERN_TT(LOAD)) || !tern_amdg_is_dot(user)) return NULL;
  const tern_op_t *operand = find_operand(load, user);
  const tern_attr_t *encoding = operand ? find_encoding(load, operand) : NULL;
  tern_value_t *operands[MOST_OPERANDS], *old = &load->results[0];
  if (!encoding || !is_coalesced(old->type, encoding)) return NULL;
  tern_builder_t b = tern_builder_before(load);
  for (size_t i = 0; i < load->operand_count; ++i)
    operands[i] = tern_ttg_build_convert(&b, tern_op_operand(load, i), encoding);
  tern_op_t *made = tern_build(&b, TERN_TT(LOAD), .operands = {operands, load->operand_count},
                               .types = TERN_TYPES(tern_ttg_with_encoding(old->type, encoding)),
                               .dictionary = tern_op_attr_dictionary(load));
  tern_op_set_attr(made, "amdg.bypass_lds_load", tern_bool_attr_get(b.context, true));
  tern_value_replace_all_uses(old, tern_ttg_build_convert(&b, &made->results[0], tern_tensor_type_encoding(old->type)));
  tern_op_destroy(load);
  return made;
}
