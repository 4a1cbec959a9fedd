// See operand_memory.h (upstream: the builders of SwizzledSharedEncodingAttr, composeSharedLayoutForOperand, getOrderForMemory).

#include "transform/ttg/operand_memory.h"

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t greatest(int64_t a, int64_t b) { return a > b ? a : b; }

bool tern_ttg_registers_of(const tern_type_t *tensor, int64_t *out_counts) {
  tern_layout_t layout = tern_ttg_type_layout(tensor);
  if (layout.error) return false;
  size_t in = tern_layout_find(&layout.ins, TERN_LAYOUT_REGISTER), last = 0;
  size_t bits = in < layout.ins.count ? layout.ins.values[in].bits : 0;
  for (size_t d = 0; d < layout.outs.count; ++d) out_counts[d] = 1;
  for (size_t bit = 0; bit < bits; ++bit) {
    // A register that has what another one has counts where the one before it does.
    for (size_t d = 0; d < layout.outs.count; ++d) {
      if (tern_layout_basis(&layout, in, bit, d) != 0) last = d;
    }
    out_counts[last] *= 2;
  }
  return true;
}

bool tern_ttg_memory_order(const tern_type_t *tensor, int64_t *out_order) {
  tern_layout_t layout = tern_ttg_type_layout(tensor);
  int64_t counts[TERN_TTG_MAX_RANK];
  if (layout.error || !tern_ttg_registers_of(tensor, counts)) return false;
  const tern_attr_t *linear = tern_ttg_linear_get(tensor->context, &layout);
  size_t registers[TERN_TTG_MAX_RANK], threads[TERN_TTG_MAX_RANK];
  tern_ttg_order_of(linear, TERN_TTG_FIELD_REGISTER, registers);
  tern_ttg_order_of(linear, TERN_TTG_FIELD_LANE, threads);
  bool by_threads = counts[threads[0]] == 1;
  for (size_t d = 0; d < layout.outs.count; ++d) out_order[d] = (int64_t)(by_threads ? threads[d] : registers[d]);
  return true;
}

// Groups of `vec` elements change places in `max_phase` ways, each of them for `per_phase` lines.
typedef struct swizzle {
  int64_t vec, per_phase, max_phase;
} swizzle_t;

// What is swizzled, and how it is read.
typedef struct reading {
  const tern_attr_t *parent;           // of the operand's encoding
  int64_t index, k_width, bits, line;  // `line`: elements of a line of memory, the whole tensor's
  size_t rank, first;                  // `first`: the dimension that lines go along
  int64_t part;                        // elements of a line that a block of a cluster has
  bool is_turned;
} reading_t;

static const swizzle_t none = {1, 1, 1};

// A matrix instruction reads 8 lines at a time, of which 4 threads have k_width elements each.
static swizzle_t swizzle_nvidia(const reading_t *r) {
  int64_t lines = 8, vec = 4 * r->k_width;
  size_t k_dim = r->index == 0 ? r->rank - 1 : r->rank - 2;
  if (r->is_turned != (r->first != k_dim)) {
    lines = vec;
    vec = 8;
  }
  int64_t per_phase = greatest(1024 / (r->bits * r->part), 1);
  int64_t max_phase = greatest(least(lines, 1024 / (vec * r->bits)), 1);
  return (swizzle_t){vec, per_phase, greatest(max_phase / per_phase, 1)};
}

// Lines that go across the depth are in other banks by themselves; from CDNA 4 on they are turned as they are loaded.
static swizzle_t swizzle_mfma(const reading_t *r) {
  size_t k_dim = (r->index == 0) != r->is_turned ? 1 : 0;
  bool turns_on_load = tern_ttg_number(r->parent, TERN_TTG_FIELD_VERSION) == 4;
  if (r->index >= 2 || (r->first != k_dim && !(turns_on_load && (r->bits == 8 || r->bits == 16)))) return none;
  int64_t per_phase = greatest((turns_on_load ? 64 : 32) * 32 / r->bits / r->line, 1);
  int64_t max_phase = greatest(least(16 / per_phase, r->line / r->k_width), 1);
  if (tern_ttg_at(r->parent, TERN_TTG_FIELD_INSTR_SHAPE, 0) == 4) max_phase = 4;
  return (swizzle_t){r->k_width, per_phase, max_phase};
}

static swizzle_t swizzle_wmma(const reading_t *r) {
  if (r->first != (r->index == 0 ? 1 : 0)) return none;
  int64_t vec = least(r->k_width * r->bits, 128) / r->bits, per_phase = greatest(32 * 32 / r->bits / r->line, 1);
  int64_t lines = tern_ttg_at(r->parent, TERN_TTG_FIELD_INSTR_SHAPE, 0);
  return (swizzle_t){vec, per_phase, greatest(least(lines / per_phase, r->line / vec), 1)};
}

static swizzle_t swizzle_for(const reading_t *r) {
  if (tern_attr_is_ttg(r->parent, TERN_TTG_ATTR_NVIDIA_MMA)) return swizzle_nvidia(r);
  if (tern_attr_is_ttg(r->parent, TERN_TTG_ATTR_AMD_MFMA)) return swizzle_mfma(r);
  return tern_attr_is_ttg(r->parent, TERN_TTG_ATTR_AMD_WMMA) ? swizzle_wmma(r) : none;
}

// Into how many parts blocks of a cluster cut a dimension.
static int64_t parts_of(uint64_t cga, size_t rank, size_t dim) {
  const tern_attr_t *bases = (const tern_attr_t *)(uintptr_t)cga;
  int64_t parts = 1;
  for (size_t i = dim; i < tern_dense_array_attr_count(bases); i += rank) {
    if (tern_dense_array_attr_int(bases, i) != 0) parts *= 2;
  }
  return parts;
}

static const tern_attr_t *swizzled(tern_context_t *context, swizzle_t swizzle, const int64_t *order, size_t rank,
                                   uint64_t cga) {
  return tern_ttg_encoding_get(
      context, TERN_TTG_ATTR_SWIZZLED_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_VEC, (uint64_t)swizzle.vec},
                      {TERN_TTG_FIELD_PER_PHASE, (uint64_t)swizzle.per_phase},
                      {TERN_TTG_FIELD_MAX_PHASE, (uint64_t)swizzle.max_phase},
                      {TERN_TTG_FIELD_ORDER, tern_ttg_list(context, order, rank)}, {TERN_TTG_FIELD_CGA_LAYOUT, cga}));
}

static reading_t reading_of(int64_t index, int64_t k_width, const int64_t *shape, const int64_t *order, size_t rank,
                            uint64_t cga, uint32_t element_bits) {
  reading_t reading = {
      .index = index, .k_width = greatest(k_width, 1), .bits = element_bits, .rank = rank, .first = (size_t)order[0]};
  reading.line = shape[reading.first];
  reading.part = greatest(reading.line / parts_of(cga, rank, reading.first), 1);
  return reading;
}

const tern_attr_t *tern_ttg_operand_memory(const tern_attr_t *operand, const int64_t *shape, const int64_t *order,
                                           size_t rank, uint64_t cga, uint32_t element_bits, bool is_turned) {
  int64_t index = tern_ttg_number(operand, TERN_TTG_FIELD_OP_IDX);
  int64_t k_width = tern_ttg_number(operand, TERN_TTG_FIELD_K_WIDTH);
  reading_t reading = reading_of(index, k_width, shape, order, rank, cga, element_bits);
  reading.parent = tern_ttg_parent(operand);
  reading.is_turned = is_turned;
  return swizzled(operand->context, swizzle_for(&reading), order, rank, cga);
}

const tern_attr_t *tern_ttg_mma_memory(tern_context_t *context, int64_t index, int64_t k_width, const int64_t *shape,
                                       const int64_t *order, size_t rank, uint64_t cga, uint32_t element_bits) {
  reading_t reading = reading_of(index, k_width, shape, order, rank, cga, element_bits);
  return swizzled(context, swizzle_nvidia(&reading), order, rank, cga);
}

// --- conversions through memory ---

// How many bits of one input end up in another dimension.
static size_t moving_bits(const tern_layout_t *places, const char *from, const char *to) {
  size_t in = tern_layout_find(&places->ins, from), out = tern_layout_find(&places->outs, to), count = 0;
  if (in == places->ins.count || out == places->outs.count) return 0;
  for (size_t bit = 0; bit < places->ins.values[in].bits; ++bit) {
    if (tern_layout_basis(places, in, bit, out) != 0) ++count;
  }
  return count;
}

bool tern_ttg_needs_memory(const tern_type_t *from, const tern_type_t *to) {
  tern_layout_t source = tern_ttg_type_layout(from), result = tern_ttg_type_layout(to);
  tern_layout_t places = tern_layout_invert_and_compose(&source, &result);
  if (places.error) return true;
  if (!tern_layout_is_trivial_over(&places, TERN_LAYOUT_NAMES(TERN_LAYOUT_WARP, TERN_LAYOUT_BLOCK))) return true;
  return moving_bits(&places, TERN_LAYOUT_REGISTER, TERN_LAYOUT_LANE) > 1 ||
         moving_bits(&places, TERN_LAYOUT_LANE, TERN_LAYOUT_REGISTER) > 1;
}

void tern_ttg_convert_by_memory(tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  const tern_attr_t *source = tern_tensor_type_encoding(from), *operand = tern_tensor_type_encoding(to);
  int64_t order[TERN_TTG_MAX_RANK];
  if (!tern_attr_is_ttg(operand, TERN_TTG_ATTR_DOT_OP) || !tern_ttg_is_distributed(source)) return;
  if (!tern_ttg_needs_memory(from, to) || !tern_ttg_memory_order(from, order)) return;
  uint32_t bits = tern_type_bit_width(tern_type_element(from));
  const tern_attr_t *memory = tern_ttg_operand_memory(operand, tern_type_dims(from), order, tern_type_rank(from),
                                                      tern_ttg_cga_list(source), bits, false);
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *alloc = tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                         .types = TERN_TYPES(tern_ttg_memory_for(to, memory)));
  tern_value_t *load =
      tern_build_value(&b, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(alloc), .types = TERN_TYPES(to));
  tern_value_replace_all_uses(&op->results[0], load);
  tern_op_destroy(op);
}

// --- its type ---

const tern_type_t *tern_ttg_memory_for(const tern_type_t *tensor, const tern_attr_t *encoding) {
  return tern_memdesc_get(&(tern_memdesc_t){.element = tern_type_element(tensor),
                                            .encoding = encoding,
                                            .memory_space = tern_ttg_shared_memory_get(tensor->context),
                                            .rank = tern_type_rank(tensor),
                                            .dims = tern_type_dims(tensor),
                                            .alloc_rank = tern_type_rank(tensor),
                                            .alloc_dims = tern_type_dims(tensor)});
}

const tern_type_t *tern_ttg_plain_memory(const tern_type_t *tensor, bool is_mutable) {
  const tern_attr_t *encoding = tern_ttg_type_encoding(tensor);
  size_t rank = tern_type_rank(tensor);
  int64_t order[TERN_TTG_MAX_RANK];
  tern_ttg_share_t share;
  bool has_share = encoding && tern_ttg_share_of(encoding, tern_type_dims(tensor), &share);
  for (size_t d = 0; d < rank; ++d) order[d] = (int64_t)(has_share ? share.order[d] : rank - 1 - d);
  uint64_t cga = encoding ? tern_ttg_cga_list(encoding) : 0;
  const swizzle_t plain = {.vec = 1, .per_phase = 1, .max_phase = 1};
  tern_memdesc_t memory =
      tern_memdesc_read(tern_ttg_memory_for(tensor, swizzled(tensor->context, plain, order, rank, cga)));
  memory.is_mutable = is_mutable;
  return tern_memdesc_get(&memory);
}
