// See shared_for_users.h (upstream: getSharedEncIfAllUsersAreDotEnc and swizzleDotOperandLike of Transforms/Utility.cpp).

#include "transform/ttg/shared_for_users.h"

#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "transform/ttg/operand_memory.h"

// What is asked of a tensor or of memory alike.
typedef struct content {
  const tern_attr_t *encoding;
  size_t rank;
  const int64_t *dims;
  uint32_t bits;
} content_t;

static content_t content_of(const tern_type_t *type) {
  if (!tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) {
    return (content_t){tern_tensor_type_encoding(type), tern_type_rank(type), tern_type_dims(type),
                       tern_type_bit_width(tern_type_element(type))};
  }
  tern_memdesc_t memory = tern_memdesc_read(type);
  return (content_t){memory.encoding, memory.rank, memory.dims, tern_type_bit_width(memory.element)};
}

static bool find_order(const tern_type_t *type, int64_t *out_order) {
  if (!tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) return tern_ttg_memory_order(type, out_order);
  const tern_attr_t *encoding = content_of(type).encoding;
  for (size_t d = 0; d < tern_ttg_count(encoding, TERN_TTG_FIELD_ORDER); ++d)
    out_order[d] = tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, d);
  return true;
}

// A tensor whose threads lie as those of an operand of mma.sync do, 8 lines of 4 threads, is read as one. NULL: it is none.
static const tern_attr_t *swizzle_like_operand(const tern_type_t *type, uint64_t cga) {
  tern_layout_t layout = tern_ttg_type_layout(type);
  tern_ttg_share_t share;
  size_t rank = tern_type_rank(type), lanes[TERN_TTG_MAX_RANK], row_major[TERN_TTG_MAX_RANK];
  if (layout.error || rank < 2 || !tern_ttg_share_of(tern_tensor_type_encoding(type), tern_type_dims(type), &share))
    return NULL;
  tern_ttg_order_of(tern_ttg_linear_get(type->context, &layout), TERN_TTG_FIELD_LANE, lanes);
  int64_t index = -1, order[TERN_TTG_MAX_RANK], k_width = share.contiguous[lanes[0]];
  for (int64_t i = 0; i < 2 && index < 0; ++i) {
    tern_ttg_matrix_order(rank, i == 0, row_major);
    if (memcmp(row_major, lanes, rank * sizeof *lanes) == 0) index = i;
  }
  if (index < 0) return NULL;
  for (size_t d = 0; d < rank; ++d) order[d] = (int64_t)lanes[d];
  const char *inner = tern_layout_dim_name(lanes[0]), *outer = tern_layout_dim_name(lanes[1]);
  tern_layout_t registers = tern_layout_identity_1d(k_width, TERN_LAYOUT_REGISTER, inner);
  tern_layout_t columns = tern_layout_identity_1d(4, TERN_LAYOUT_LANE, inner);
  tern_layout_t lines = tern_layout_identity_1d(8, TERN_LAYOUT_LANE, outer);
  tern_layout_t tile = tern_layout_product(&registers, &columns);
  tile = tern_layout_product(&tile, &lines);
  if (tern_layout_divide_left(&layout, &tile).error) return NULL;
  return tern_ttg_mma_memory(type->context, index, k_width, tern_type_dims(type), order, rank, cga,
                             tern_type_bit_width(tern_type_element(type)));
}

// The memory that a conversion, or a read of memory, would take best.
static const tern_attr_t *encoding_for_reader(const tern_value_t *value, const tern_op_t *user) {
  if (!tern_op_is(user, TERN_TTG(LOCAL_LOAD)) && !tern_op_is(user, TERN_TTG(CONVERT_LAYOUT))) return NULL;
  content_t source = content_of(value->type);
  const tern_type_t *type = user->results[0].type;
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  int64_t order[TERN_TTG_MAX_RANK];
  if (!source.encoding || !encoding || !find_order(value->type, order)) return NULL;
  // Linear encodings are made by those who did not think of clusters.
  bool is_linear = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_LINEAR);
  uint64_t cga = tern_ttg_cga_list(is_linear ? source.encoding : encoding);
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP)) return swizzle_like_operand(type, cga);
  return tern_ttg_operand_memory(encoding, source.dims, order, source.rank, cga, source.bits, false);
}

tern_ttg_sharing_t tern_ttg_shared_for_users(const tern_value_t *value, const tern_attr_t **out_encoding) {
  *out_encoding = NULL;
  tern_value_for_each_use(value, use) {
    const tern_op_t *user = use->owner;
    if (user->result_count != 1) return TERN_TTG_NOT_SHARED;
    const tern_type_t *type = user->results[0].type;
    const tern_attr_t *wanted;
    if (tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) {
      const tern_attr_t *inner;
      wanted = tern_memdesc_read(type).encoding;
      if (!tern_attr_is_ttg(wanted, TERN_TTG_ATTR_SWIZZLED_SHARED)) return TERN_TTG_NOT_SHARED;
      tern_ttg_sharing_t sharing = tern_ttg_shared_for_users(&user->results[0], &inner);
      if (sharing != TERN_TTG_SHARED) return sharing;
    } else {
      wanted = encoding_for_reader(value, user);
      if (!wanted) return TERN_TTG_NOT_SHARED;
    }
    if (*out_encoding && *out_encoding != wanted) return TERN_TTG_INCOMPATIBLE;
    *out_encoding = wanted;
  }
  return TERN_TTG_SHARED;
}

int64_t tern_ttg_copied_bytes(const tern_type_t *tensor, const tern_attr_t *shared) {
  tern_layout_t registers = tern_ttg_type_layout(tensor), memory = tern_ttg_layout(shared, tern_type_dims(tensor));
  tern_layout_t places = tern_layout_invert_and_compose(&registers, &memory);
  if (places.error) return 0;
  return tern_layout_consecutive(&places) * (int64_t)tern_type_bit_width(tern_type_element(tensor)) / 8;
}

int64_t tern_ttg_loaded_together(const tern_op_t *load, const tern_axis_infos_t *infos) {
  const tern_value_t *pointers = tern_op_operand(load, 0), *mask = tern_op_operand_named(load, "mask");
  if (pointers->type->kind != TERN_TYPE_TENSOR) return 1;
  int64_t count = tern_axis_contiguity(infos, pointers), alike = mask ? tern_axis_mask_alignment(infos, mask) : count;
  return alike < count ? alike : count;
}

bool tern_ttg_load_is_wide(const tern_op_t *load, const tern_axis_infos_t *infos) {
  const tern_type_t *pointers = tern_op_operand(load, 0)->type;
  if (tern_tt_is_block_pointer(pointers)) return false;
  int64_t bits = tern_ttg_loaded_together(load, infos) * (int64_t)tern_axis_pointee_bits(pointers);
  return bits >= 8 * TERN_TTG_LEAST_COPY_BYTES;
}
