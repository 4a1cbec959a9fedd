// What lanes of a wave give each other, by instructions for words: other values are cut into words and put together again
// (upstream: LowerGpuOpsToROCDLOps, decomposeValue).
//
//   %r, %valid = gpu.shuffle xor %x, %offset, %width : f32
// becomes
//   %lane = rocdl.mbcnt.hi(-1, rocdl.mbcnt.lo(-1, 0))
//   %end = (%lane + %width) & -%width             the end of the group that takes part
//   %other = %lane ^ %offset
//   %valid = %other < %end
//   %r = rocdl.ds_bpermute (%valid ? %other : %lane) * 4, %x

#include "base/arena.h"
#include "convert/gpu_to_llvm/rocdl/gpu_to_rocdl.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/rocdl/rocdl.h"
#include "ir/context.h"

enum { WORD_WIDTH = 32 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static const tern_type_t *word_type(const tern_builder_t *b) { return tern_i_type_get(b->context, WORD_WIDTH); }

static tern_value_t *make_word(tern_builder_t *b, int64_t value) { return tern_llvm_make_int(b, word_type(b), value); }

static tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_llvm_make(b, row, lhs->type, TERN_VALUES(lhs, rhs));
}

// --- values as words ---

typedef struct words {
  tern_value_t **values;
  size_t count;
} words_t;

// Bits of a scalar or of a vector; 0: it has no number of them.
static uint64_t width_of(const tern_type_t *type) {
  bool is_vector = type->kind == TERN_TYPE_VECTOR && !tern_vector_type_scalable_mask(type);
  const tern_type_t *element = is_vector ? tern_type_element(type) : type;
  if (!tern_type_is_float(element) && !tern_type_is_signless(element)) return 0;
  return tern_type_bit_width(element) * (is_vector ? (uint64_t)tern_type_element_count(type) : 1);
}

// How many words a value is; 0: it is no whole number of them.
static size_t word_count(const tern_type_t *type) {
  uint64_t width = width_of(type);
  if (width == 0 || (width > WORD_WIDTH && width % WORD_WIDTH != 0)) return 0;
  return width <= WORD_WIDTH ? 1 : (size_t)(width / WORD_WIDTH);
}

// To be freed by the caller.
static words_t cut_into_words(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *word = word_type(b);
  words_t words = {.count = word_count(value->type)};
  words.values = tern_malloc((words.count + 1) * sizeof *words.values);
  uint64_t width = width_of(value->type);
  if (words.count > 1) {
    const tern_type_t *vector = tern_vector_type_get(word, (const int64_t[]){(int64_t)words.count}, 1, 0);
    tern_value_t *all = tern_llvm_make(b, TERN_LLVM(BITCAST), vector, TERN_VALUES(value));
    for (size_t i = 0; i < words.count; ++i) {
      tern_value_t *index = make_word(b, (int64_t)i);
      words.values[i] = tern_llvm_make(b, TERN_LLVM(EXTRACTELEMENT), word, TERN_VALUES(all, index));
    }
    return words;
  }
  const tern_type_t *bits = tern_i_type_get(b->context, (uint32_t)width);
  if (value->type != bits) value = tern_llvm_make(b, TERN_LLVM(BITCAST), bits, TERN_VALUES(value));
  words.values[0] = width < WORD_WIDTH ? tern_llvm_make(b, TERN_LLVM(ZEXT), word, TERN_VALUES(value)) : value;
  return words;
}

static tern_value_t *put_together(tern_builder_t *b, words_t words, const tern_type_t *type) {
  tern_value_t *value = words.values[0];
  uint64_t width = width_of(type);
  if (words.count > 1) {
    const tern_type_t *vector = tern_vector_type_get(word_type(b), (const int64_t[]){(int64_t)words.count}, 1, 0);
    value = tern_llvm_make_poison(b, vector);
    for (size_t i = 0; i < words.count; ++i) {
      tern_value_t *index = make_word(b, (int64_t)i);
      value = tern_llvm_make(b, TERN_LLVM(INSERTELEMENT), vector, TERN_VALUES(value, words.values[i], index));
    }
  } else if (width < WORD_WIDTH) {
    value = tern_llvm_make(b, TERN_LLVM(TRUNC), tern_i_type_get(b->context, (uint32_t)width), TERN_VALUES(value));
  }
  return value->type == type ? value : tern_llvm_make(b, TERN_LLVM(BITCAST), type, TERN_VALUES(value));
}

// --- lanes ---

// Lanes before this one among `mask`, in the half of the wave that `row` looks at, and `start`.
static tern_value_t *count_lanes(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *mask, tern_value_t *start,
                                 int64_t end) {
  const tern_named_attr_t facts[] = {{"llvm.noundef", tern_unit_attr_get(b->context)},
                                     {"llvm.range", tern_gpu_range_attr(b->context, 0, end)}};
  const tern_attr_t *of_result = tern_dictionary_attr_get(b->context, facts, 2);
  return tern_build_value(b, row, .operands = TERN_VALUES(mask, start), .types = TERN_TYPES(word_type(b)),
                          .attrs = TERN_ATTRS({"res_attrs", tern_array_attr_get(b->context, &of_result, 1)}));
}

static tern_value_t *make_lane_id(tern_builder_t *b) {
  tern_value_t *zero = make_word(b, 0), *all = make_word(b, -1);
  tern_value_t *low = count_lanes(b, TERN_ROCDL(MBCNT_LO), all, zero, 32);
  return count_lanes(b, TERN_ROCDL(MBCNT_HI), all, low, 64);
}

static bool lower_lane_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *lane = tern_gpu_make_index_of_i32(tern_llvm_lowering_of(conversion), b, make_lane_id(b));
  return tern_conversion_replace_value(conversion, op, lane);
}

static bool lower_subgroup_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_rocdl_lowering_t *rocdl = (const tern_rocdl_lowering_t *)tern_gpu_lowering_of(conversion);
  const tern_attr_t *bound = tern_op_attr(op, "upper_bound");
  const tern_named_attr_t range = {
      "range",
      bound ? tern_gpu_range_attr(b->context, rocdl->machine.least_wave, tern_integer_attr_value(bound) + 1) : NULL};
  tern_value_t *size = tern_build_value(b, TERN_ROCDL(WAVEFRONTSIZE), .types = TERN_TYPES(word_type(b)),
                                        .attrs = {&range, bound ? 1 : 0});
  tern_value_t *index = tern_gpu_make_index_of_i32(&rocdl->gpu.lowering, b, size);
  return tern_conversion_replace_value(conversion, op, index);
}

// --- shuffles ---

// The lane that is read, if it takes part.
static tern_value_t *find_partner(tern_builder_t *b, const tern_op_t *op, tern_value_t *lane, tern_value_t *offset) {
  static const struct {
    const char *mode;
    const tern_op_row_t *row;
  } modes[] = {{"xor", TERN_LLVM(XOR)}, {"up", TERN_LLVM(SUB)}, {"down", TERN_LLVM(ADD)}};
  const char *mode = tern_enum_case_name(TERN_GPU_ENUM(SHUFFLE_MODE), tern_enum_attr_value(tern_op_attr(op, "mode")));
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i) {
    if (strcmp(modes[i].mode, mode) == 0) return binary(b, modes[i].row, lane, offset);
  }
  return offset;
}

static bool lower_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *value = operands.values[0], *offset = operands.values[1], *width = operands.values[2];
  if (word_count(value->type) == 0) return false;
  tern_value_t *lane = make_lane_id(b);
  tern_value_t *negated = binary(b, TERN_LLVM(SUB), make_word(b, 0), width);
  tern_value_t *end = binary(b, TERN_LLVM(AND), binary(b, TERN_LLVM(ADD), lane, width), negated);
  tern_value_t *partner = find_partner(b, op, lane, offset);
  const tern_attr_t *less = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ICMP_PREDICATE), TERN_CMPI_SLT);
  tern_value_t *is_valid = tern_build_value(b, TERN_LLVM(ICMP), .operands = TERN_VALUES(partner, end),
                                            .attrs = TERN_ATTRS({"predicate", less}));
  tern_value_t *source = tern_llvm_make(b, TERN_LLVM(SELECT), lane->type, TERN_VALUES(is_valid, partner, lane));
  // Lanes are numbered by bytes of their words.
  tern_value_t *address = binary(b, TERN_LLVM(SHL), source, make_word(b, 2));
  words_t words = cut_into_words(b, value);
  for (size_t i = 0; i < words.count; ++i) {
    words.values[i] = tern_llvm_make(b, TERN_ROCDL(DS_BPERMUTE), word_type(b), TERN_VALUES(address, words.values[i]));
  }
  tern_value_t *result = put_together(b, words, value->type);
  free(words.values);
  tern_conversion_replace(conversion, op, TERN_VALUES(result, is_valid));
  return true;
}

// With a partner in the same 32 lanes, by a pattern of bits: all are kept, none is set, those of `offset` are flipped.
static tern_value_t *swizzle(tern_builder_t *b, tern_value_t *word, int64_t offset) {
  return tern_llvm_make(b, TERN_ROCDL(DS_SWIZZLE), word->type, TERN_VALUES(word, make_word(b, offset << 10 | 31)));
}

// With a partner 16 or 32 lanes away: of the two words that the instruction leaves, the one that is not this lane's own.
static tern_value_t *swap(tern_builder_t *b, tern_value_t *word, int64_t offset) {
  const tern_op_row_t *row = offset == 16 ? TERN_ROCDL(PERMLANE16_SWAP) : TERN_ROCDL(PERMLANE32_SWAP);
  const tern_type_t *pair = tern_llvm_struct_type(b->context, TERN_TYPES(word->type, word->type), false);
  const tern_attr_t *no = tern_bool_attr_get(b->context, false);
  tern_value_t *both = tern_build_value(b, row, .operands = TERN_VALUES(word, word), .types = TERN_TYPES(pair),
                                        .attrs = TERN_ATTRS({"fi", no}, {"boundControl", no}));
  tern_value_t *first = tern_llvm_make_extract(b, both, (const int64_t[]){0}, 1);
  tern_value_t *second = tern_llvm_make_extract(b, both, (const int64_t[]){1}, 1);
  const tern_attr_t *equal = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ICMP_PREDICATE), TERN_CMPI_EQ);
  tern_value_t *is_own = tern_build_value(b, TERN_LLVM(ICMP), .operands = TERN_VALUES(first, word),
                                          .attrs = TERN_ATTRS({"predicate", equal}));
  return tern_llvm_make(b, TERN_LLVM(SELECT), word->type, TERN_VALUES(is_own, second, first));
}

typedef tern_value_t *(*exchange_fn_t)(tern_builder_t *b, tern_value_t *word, int64_t offset);

// How lanes of a wave of 64 exchange words with those at a constant distance, without asking for their numbers. NULL:
// not.
static exchange_fn_t find_exchange(const tern_op_t *op, const tern_machine_t *machine, int64_t *out_offset) {
  const char *mode = tern_enum_case_name(TERN_GPU_ENUM(SHUFFLE_MODE), tern_enum_attr_value(tern_op_attr(op, "mode")));
  int64_t width;
  bool is_exchange = strcmp(mode, "xor") == 0 && tern_value_constant_int(tern_op_operand(op, 2), &width) &&
                     width == 64 && tern_value_constant_int(tern_op_operand(op, 1), out_offset) &&
                     word_count(tern_op_operand(op, 0)->type) > 0;
  if (!is_exchange) return NULL;
  if (machine->has_permlane_swap && (*out_offset == 16 || *out_offset == 32)) return swap;
  return *out_offset >= 0 && *out_offset < 32 ? swizzle : NULL;
}

static tern_walk_result_t promote_shuffle(tern_op_t *op, void *user) {
  int64_t offset;
  if (!tern_op_is(op, TERN_GPU(SHUFFLE))) return TERN_WALK_ADVANCE;
  exchange_fn_t exchange = find_exchange(op, user, &offset);
  if (!exchange) return TERN_WALK_ADVANCE;
  tern_builder_t b = tern_builder_before(op);
  words_t words = cut_into_words(&b, tern_op_operand(op, 0));
  for (size_t i = 0; i < words.count; ++i) words.values[i] = exchange(&b, words.values[i], offset);
  tern_value_replace_all_uses(tern_op_result(op, 0), put_together(&b, words, tern_op_operand(op, 0)->type));
  free(words.values);
  tern_value_t *is_valid = tern_op_result(op, 1);
  if (tern_value_has_uses(is_valid)) {
    tern_value_t *yes =
        tern_build_value(&b, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", tern_bool_attr_get(b.context, true)}));
    tern_value_replace_all_uses(is_valid, yes);
  }
  tern_op_t *constants[] = {tern_value_defining_op(tern_op_operand(op, 1)),
                            tern_value_defining_op(tern_op_operand(op, 2))};
  tern_op_destroy(op);
  for (size_t i = 0; i < 2; ++i) {
    bool is_second = i == 1 && constants[1] == constants[0];
    if (!is_second && tern_op_is_trivially_dead(constants[i])) tern_op_destroy(constants[i]);
  }
  return TERN_WALK_ADVANCE;
}

void tern_rocdl_promote_shuffles(tern_op_t *module, const tern_machine_t *machine) {
  tern_op_walk_post(module, promote_shuffle, (void *)(uintptr_t)machine);
}

// --- broadcasts ---

// Does readlane take it whole? (LLVM's AMDGPUUsage)
static bool is_readable(const tern_type_t *type) {
  uint64_t width = width_of(type);
  if (tern_type_is_llvm(type, TERN_LLVM_PTR)) return true;
  if (width == 0) return false;
  if (type->kind != TERN_TYPE_VECTOR) return width == 16 || width == 32 || width == 64;
  const tern_type_t *element = tern_type_element(type);
  return tern_type_is_i(element, 32) || (tern_type_element_count(type) == 2 && tern_type_bit_width(element) == 16);
}

static tern_value_t *read_lane(tern_builder_t *b, tern_value_t *value, const tern_values_t operands) {
  if (operands.count == 1) return tern_llvm_make(b, TERN_ROCDL(READFIRSTLANE), value->type, TERN_VALUES(value));
  return tern_llvm_make(b, TERN_ROCDL(READLANE), value->type, TERN_VALUES(value, operands.values[1]));
}

static bool lower_broadcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *value = operands.values[0], *result;
  if (is_readable(value->type)) {
    result = read_lane(b, value, operands);
  } else {
    if (word_count(value->type) == 0) return false;
    words_t words = cut_into_words(b, value);
    for (size_t i = 0; i < words.count; ++i) words.values[i] = read_lane(b, words.values[i], operands);
    result = put_together(b, words, value->type);
    free(words.values);
  }
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_rocdl_lane_patterns[] = {
    {"lane-id", TERN_GPU(LANE_ID), TERN_GPU_PATTERN_BENEFIT, lower_lane_id},
    {"subgroup-size", TERN_GPU(SUBGROUP_SIZE), TERN_GPU_PATTERN_BENEFIT, lower_subgroup_size},
    {"shuffle", TERN_GPU(SHUFFLE), TERN_GPU_PATTERN_BENEFIT, lower_shuffle},
    {"broadcast", TERN_GPU(SUBGROUP_BROADCAST), TERN_GPU_PATTERN_BENEFIT, lower_broadcast},
    {0},
};
