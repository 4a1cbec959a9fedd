// See parts.h (upstream: getSharedEncIfAllUsersAreDotEnc and canBeConvertedToAsyncLoad of LowerLoops.cpp).

#include "analysis/triton/encoding_flow.h"
#include "dialect/tt/tt.h"
#include "transform/amdg/dot_chain.h"
#include "transform/amdg/pipeline/padded_memory.h"
#include "transform/amdg/pipeline/parts.h"
#include "transform/ttg/operand_memory.h"
#include "transform/ttg/shared_for_users.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK };

// --- asynchronous copies ---

int64_t tern_amd_fit_copy(const tern_machine_t *machine, int64_t count, int64_t element_bits) {
  for (; count > 0; count /= 2) {
    int64_t bits = count * element_bits;
    bool is_word = bits == 32 && (machine->family == TERN_AMD_CDNA3 || machine->family == TERN_AMD_CDNA4 ||
                                  machine->family == TERN_AMD_GFX1250);
    bool is_wide = (bits == 128 && (machine->family == TERN_AMD_CDNA4 || machine->family == TERN_AMD_GFX1250)) ||
                   (bits == 64 && machine->family == TERN_AMD_GFX1250);
    if (is_word || is_wide) return count;
  }
  return 0;
}

// Elements that are side by side both in the registers of a thread and, up to the first gap, in memory.
static int64_t consecutive(const tern_type_t *tensor, const tern_attr_t *encoding) {
  tern_layout_t registers = tern_ttg_type_layout(tensor), memory = tern_ttg_layout(encoding, tern_type_dims(tensor));
  tern_layout_t places = tern_layout_invert_and_compose(&registers, &memory);
  if (places.error) return 0;
  int64_t count = tern_layout_consecutive(&places);
  bool is_padded = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_PADDED_SHARED);
  for (size_t i = 0; is_padded && i < tern_ttg_count(encoding, TERN_TTG_FIELD_INTERVALS); ++i) {
    int64_t interval = tern_ttg_at(encoding, TERN_TTG_FIELD_INTERVALS, i);
    if (interval < count) count = interval;
  }
  return count;
}

bool tern_amd_can_be_async(const tern_op_t *load, const tern_attr_t *encoding, const tern_axis_infos_t *infos) {
  tern_machine_t machine;
  const tern_type_t *type = load->results[0].type;
  tern_amd_machine_of(load, &machine);
  if (encoding && (machine.family == TERN_AMD_CDNA3 || machine.family == TERN_AMD_CDNA4)) {
    int64_t bits = (int64_t)tern_type_bit_width(tern_type_element(type));
    if (tern_amd_fit_copy(&machine, consecutive(type, encoding), bits) == 0) return false;
  }
  return tern_ttg_load_is_wide(load, infos);
}

// --- what readers want ---

typedef struct question {
  const tern_axis_infos_t *infos;
  const tern_op_t *op;      // whose result is read
  const tern_type_t *type;  // as a tensor
  int64_t order[MAX_RANK], memory_order[MAX_RANK];
  uint64_t cga;
  bool is_async;
} question_t;

static const tern_attr_t *memory_for_operand(const question_t *q, const tern_attr_t *operand) {
  tern_machine_t machine;
  bool can_be_async = q->is_async && tern_op_is(q->op, TERN_TT(LOAD)) && tern_amd_can_be_async(q->op, NULL, q->infos);
  const tern_attr_t *padded = NULL;
  if (can_be_async && tern_amd_machine_of(q->op, &machine))
    padded = tern_amd_padded_memory(&machine, operand, q->type, (size_t)q->memory_order[0]);
  if (padded) return padded;
  return tern_ttg_operand_memory(operand, tern_type_dims(q->type), q->memory_order, tern_type_rank(q->type), q->cga,
                                 tern_type_bit_width(tern_type_element(q->type)), false);
}

// Operands of products with scales are in linear encodings: they are what the product, further down, wants. NULL: there is none.
static const tern_attr_t *memory_for_linear(const question_t *q, const tern_value_t *value) {
  while (tern_value_has_one_use(value)) {
    const tern_operand_t *use = value->first_use;
    const tern_op_t *user = use->owner;
    if (user->result_count != 1 || user->block != tern_value_block(value)) return NULL;
    if (tern_amdg_is_dot(user)) {
      const tern_attr_t *sums = tern_ttg_value_encoding(&user->results[0]);
      if (!tern_attr_is_ttg(sums, TERN_TTG_ATTR_AMD_MFMA)) return NULL;
      tern_layout_t layout = tern_ttg_type_layout(value->type);
      const tern_attr_t *operand =
          tern_ttg_encoding_get(value->type->context, TERN_TTG_ATTR_DOT_OP,
                                TERN_TTG_VALUES({TERN_TTG_FIELD_OP_IDX, tern_operand_index(use)},
                                                {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)sums},
                                                {TERN_TTG_FIELD_K_WIDTH, (uint64_t)tern_layout_consecutive(&layout)}));
      return tern_ttg_operand_memory(operand, tern_type_dims(q->type), q->order, tern_type_rank(q->type), q->cga,
                                     tern_type_bit_width(tern_type_element(q->type)), false);
    }
    value = &user->results[0];
  }
  return NULL;
}

static const tern_attr_t *memory_of(const question_t *q);

// False: the user reads it in another way. NULL: it does not mind.
static bool ask_user(const question_t *q, const tern_op_t *user, const tern_attr_t **out_encoding) {
  *out_encoding = NULL;
  if (user->result_count != 1) return false;
  const tern_type_t *type = user->results[0].type;
  if (tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) {
    question_t inner = *q;
    inner.op = user;
    *out_encoding = tern_memdesc_read(type).encoding;
    return tern_op_is(user, TERN_TTG(LOCAL_ALLOC)) || memory_of(&inner) != NULL;
  }
  if (!tern_op_is(user, TERN_TTG(CONVERT_LAYOUT)) && !tern_op_is(user, TERN_TTG(LOCAL_LOAD))) return false;
  const tern_attr_t *encoding = tern_ttg_type_encoding(type);
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP)) *out_encoding = memory_for_operand(q, encoding);
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_LINEAR)) *out_encoding = memory_for_linear(q, &user->results[0]);
  return true;
}

static bool differs_by_vector(const tern_attr_t *a, const tern_attr_t *b) {
  if (!tern_attr_is_ttg(a, TERN_TTG_ATTR_SWIZZLED_SHARED) || !tern_attr_is_ttg(b, TERN_TTG_ATTR_SWIZZLED_SHARED))
    return false;
  const tern_ttg_value_t vector = {TERN_TTG_FIELD_VEC, (uint64_t)tern_ttg_number(b, TERN_TTG_FIELD_VEC)};
  return tern_ttg_encoding_with(a, &vector, 1) == b;
}

// All readers want one swizzle, of the longest vectors that one of them reads.
static const tern_attr_t *memory_of(const question_t *q) {
  const tern_attr_t *found = NULL;
  tern_value_for_each_use(&q->op->results[0], use) {
    const tern_attr_t *wanted;
    if (!ask_user(q, use->owner, &wanted)) return NULL;
    if (!wanted) continue;
    if (found && !differs_by_vector(found, wanted)) return NULL;
    bool is_longer = found && tern_ttg_number(wanted, TERN_TTG_FIELD_VEC) > tern_ttg_number(found, TERN_TTG_FIELD_VEC);
    if (!found || is_longer) found = wanted;
  }
  return found;
}

const tern_attr_t *tern_amd_memory_of_load(const tern_op_t *load, const tern_axis_infos_t *infos, bool is_async) {
  const tern_type_t *type = load->results[0].type;
  question_t q = {.infos = infos, .op = load, .type = type, .is_async = is_async};
  if (type->kind != TERN_TYPE_TENSOR || !tern_tensor_type_encoding(type) || !tern_ttg_memory_order(type, q.order))
    return NULL;
  size_t rank = tern_type_rank(type), count = 0;
  // Batches lie one behind the other.
  for (size_t i = 0; i < rank; ++i) {
    if (rank != 3 || q.order[i] != 0) q.memory_order[count++] = q.order[i];
  }
  if (rank == 3) q.memory_order[count] = 0;
  q.cga = tern_ttg_cga_list(tern_tensor_type_encoding(type));
  return memory_of(&q);
}
