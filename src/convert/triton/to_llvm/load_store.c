// tt.load and tt.store as inline PTX that a predicate guards (upstream: LoadStoreOpToLLVM of NVIDIA).
//
// A thread's elements that lie next to each other are accessed together: as words of 32 bits, or of 64 where elements have
// so many, up to four at once. What several threads have is stored by one.

#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "convert/triton/to_llvm/ptx.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

enum { MIN_WORD = 32, MAX_ACCESS = 128, MAX_WORDS = 8, MIN_MOVE = 16 };

// How a group of elements is cut into words.
typedef struct words {
  const tern_type_t *element;  // what is in memory: i8 for i1, and integers for pointers
  uint32_t element_bits, bits;
  size_t vector, count, each;  // elements in all; words; elements of a word
} words_t;

static words_t words_of(tern_builder_t *b, const tern_type_t *element, int64_t vector) {
  words_t words = {.element = element};
  bool is_pointer = tern_type_is_llvm(element, TERN_LLVM_PTR);
  words.element_bits = is_pointer ? 64 : tern_type_bit_width(element);
  if (words.element_bits < 8) words.element_bits = 8;
  if (is_pointer || words.element_bits != (uint32_t)tern_type_bit_width(element))
    words.element = tern_emit_i(b, words.element_bits);
  while (vector * words.element_bits > MAX_ACCESS) vector /= 2;
  uint32_t total = (uint32_t)vector * words.element_bits;
  uint32_t word = words.element_bits > MIN_WORD ? words.element_bits : MIN_WORD;
  words.vector = (size_t)vector;
  words.bits = total < word ? total : word;
  words.count = total / words.bits;
  words.each = words.bits / words.element_bits;
  return words;
}

// An element as it lies in memory, and back.
static tern_value_t *to_memory(tern_builder_t *b, tern_value_t *value, const words_t *words) {
  if (tern_type_is_i(value->type, 1)) return tern_emit_unary(b, TERN_LLVM(SEXT), words->element, value);
  return tern_emit_bitcast(b, value, words->element);
}

static tern_value_t *from_memory(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (tern_type_is_i(type, 1)) return tern_emit_resize(b, value, 1);
  return tern_emit_bitcast(b, value, type);
}

static tern_value_t *pack_word(tern_builder_t *b, tern_value_t *const *values, const words_t *words) {
  tern_value_t *elements[MAX_ACCESS / 8], *word;
  for (size_t i = 0; i < words->each; ++i) elements[i] = to_memory(b, values[i], words);
  tern_ptx_pack_words(b, elements, words->each, words->bits, &word);
  return word;
}

// --- cache hints ---

static int64_t enum_of(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_enum_attr_value(attr) : 0;
}

static const char *eviction_of(const tern_op_t *op) {
  int64_t policy = enum_of(op, "evict");
  if (policy == TERN_TT_EVICT_FIRST) return "evict_first";
  return policy == TERN_TT_EVICT_LAST ? "evict_last" : NULL;
}

// The register with the policy for the cache of level 2, of which all accesses of an op have one; NULL: none is asked for.
static tern_value_t *make_policy(tern_conversion_t *conversion, const char *eviction) {
  if (!eviction || tern_triton_lowering_of(conversion)->capability < 80) return NULL;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int result = tern_ptx_result(&ptx, 64);
  tern_ptx_format(&ptx, "mov.u64 $%d, 0x0;", result);
  tern_ptx_next(&ptx);
  tern_ptx_format(&ptx, "createpolicy.fractional.L2::%s.b64 $%d, 1.0;", eviction, result);
  return tern_ptx_finish(&ptx, b, false, tern_emit_i(b, 64));
}

static void add_modifiers(tern_ptx_t *ptx, const char *cache, const char *eviction, const tern_value_t *policy,
                          const words_t *words) {
  if (cache) tern_ptx_format(ptx, ".%s", cache);
  if (eviction) tern_ptx_format(ptx, ".L1::%s", eviction);
  if (policy) tern_ptx_text(ptx, ".L2::cache_hint");
  if (words->count > 1) tern_ptx_format(ptx, ".v%zu", words->count);
  tern_ptx_format(ptx, ".b%u ", words->bits);
}

// --- what an access is of ---

typedef struct access {
  tern_op_t *op;
  tern_values_t pointers, masks, others;  // of the last two, the lists may be empty
  words_t words;
  uint64_t repeated;  // bits of registers that repeat others
  const char *eviction;
  tern_value_t *policy;
} access_t;

static bool check_access(const tern_op_t *op, const tern_type_t *pointer) {
  if (pointer->kind == TERN_TYPE_TENSOR || !tern_tt_is_block_pointer(pointer)) return true;
  tern_op_error(op, "has a block pointer");
  tern_emit_note(op->loc, "run --triton-rewrite-tensor-pointer before");
  return false;
}

static tern_values_t unpack_named(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands,
                                  const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return count ? tern_triton_unpack(conversion, operands.values[start]) : (tern_values_t){0};
}

static access_t read_access(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                            const tern_type_t *value_type) {
  tern_triton_access_t known = tern_triton_access_of(conversion, op);
  const tern_type_t *element = tern_triton_element_type(conversion, value_type);
  access_t access = {.op = op, .pointers = tern_triton_unpack(conversion, operands.values[0])};
  access.masks = unpack_named(conversion, op, operands, "mask");
  int64_t vector = known.vector;
  if (access.masks.count && known.mask < vector) vector = known.mask;
  if ((size_t)vector > access.pointers.count) vector = (int64_t)access.pointers.count;
  access.words = words_of(tern_triton_builder(conversion), element, vector);
  access.eviction = eviction_of(op);
  access.policy = make_policy(conversion, access.eviction);
  return access;
}

// --- loads ---

// The constant that all elements of `values` are, as an integer; false: they are none.
static bool is_one_constant(tern_value_t *const *values, size_t count, int64_t *out_number) {
  for (size_t i = 0; i < count; ++i) {
    int64_t number;
    if (!tern_emit_is_constant(values[i], &number) || (i > 0 && number != *out_number)) return false;
    *out_number = number;
  }
  return true;
}

static const char *move_type(uint32_t bits) { return bits <= MIN_MOVE ? "u16" : bits == 32 ? "u32" : "u64"; }

// What the results are where nothing is loaded.
static void add_initial(tern_ptx_t *ptx, tern_builder_t *b, const access_t *access, size_t first, const int *results) {
  const words_t *words = &access->words;
  for (size_t w = 0; w < words->count; ++w) {
    bool has_others = access->others.count > 0;
    tern_value_t *const *others = has_others ? access->others.values + first + w * words->each : NULL;
    int64_t number = 0;
    tern_ptx_format(ptx, "mov.%s $%d, ", move_type(words->bits), results[w]);
    if (!has_others || is_one_constant(others, words->each, &number)) {
      uint64_t element = (uint64_t)number, bits = 0;
      uint32_t width = words->bits < MIN_MOVE ? MIN_MOVE : words->bits;
      if (words->element_bits < 64) element &= (UINT64_C(1) << words->element_bits) - 1;
      for (uint32_t at = 0; at < width; at += words->element_bits) bits |= element << at;
      tern_ptx_format(ptx, "0x%llx;", (unsigned long long)bits);
    } else {
      tern_value_t *word = pack_word(b, others, words);
      tern_ptx_format(ptx, "$%d;", tern_ptx_operand(ptx, tern_ptx_letter(words->bits), word));
    }
    tern_ptx_next(ptx);
  }
}

static const char *load_cache(const tern_op_t *op) {
  int64_t cache = enum_of(op, "cache");
  return cache == TERN_TT_CACHE_CA ? "ca" : cache == TERN_TT_CACHE_CG ? "cg" : cache == TERN_TT_CACHE_CV ? "cv" : NULL;
}

static bool is_volatile(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "isVolatile");
  return attr && tern_integer_attr_value(attr);
}

// Loads the elements from `first` on.
static void load_group(tern_conversion_t *conversion, const access_t *access, size_t first, const tern_type_t *type,
                       tern_value_t **out_values) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const words_t *words = &access->words;
  int results[MAX_WORDS];
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  for (size_t w = 0; w < words->count; ++w) results[w] = tern_ptx_result(&ptx, words->bits);
  add_initial(&ptx, b, access, first, results);
  int pointer = tern_ptx_operand(&ptx, 'l', access->pointers.values[first]), policy = 0;
  if (access->policy) policy = tern_ptx_operand(&ptx, 'l', access->policy);
  if (access->masks.count) tern_ptx_predicate(&ptx, access->masks.values[first]);
  tern_ptx_text(&ptx, is_volatile(access->op) ? "ld.volatile.global" : "ld.global");
  // The cache operators and `volatile` exclude each other.
  add_modifiers(&ptx, is_volatile(access->op) ? NULL : load_cache(access->op), access->eviction, access->policy, words);
  tern_ptx_list(&ptx, results, words->count);
  tern_ptx_format(&ptx, ", [ $%d + 0 ]", pointer);
  if (access->policy) tern_ptx_format(&ptx, ", $%d", policy);
  tern_ptx_text(&ptx, ";");
  const tern_type_t *word = tern_emit_i(b, words->bits);
  const tern_type_t *loaded = words->count == 1 ? word : tern_llvm_struct_of(word, words->count);
  tern_value_t *all = tern_ptx_finish(&ptx, b, true, loaded);
  for (size_t w = 0; w < words->count; ++w) {
    tern_value_t **values = out_values + w * words->each;
    tern_value_t *value = words->count == 1 ? all : tern_emit_extract(b, all, (int64_t)w);
    tern_ptx_unpack_word(b, value, words->element, words->each, values);
    for (size_t i = 0; i < words->each; ++i) values[i] = from_memory(b, values[i], type);
  }
}

static uint64_t repeated_registers(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR) return 0;
  tern_layout_t layout = tern_ttg_type_layout(type);
  uint64_t masks[TERN_LAYOUT_MAX_DIMS];
  size_t in = tern_layout_find(&layout.ins, TERN_LAYOUT_REGISTER);
  tern_layout_free_masks(&layout, masks);
  return in < layout.ins.count ? masks[in] : 0;
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (!check_access(op, tern_op_operand(op, 0)->type)) return false;
  access_t access = read_access(conversion, op, operands, type);
  access.others = unpack_named(conversion, op, operands, "other");
  access.repeated = repeated_registers(type);
  const tern_type_t *element = tern_triton_element_type(conversion, type);
  size_t count = access.pointers.count, vector = access.words.vector;
  tern_value_t **values = tern_triton_room(conversion, count);
  for (size_t first = 0; first < count; first += vector) {
    size_t original = first & ~(size_t)access.repeated;
    if (original == first) load_group(conversion, &access, first, element, values + first);
    for (size_t i = 0; original != first && i < vector; ++i) values[first + i] = values[original + i];
  }
  return tern_triton_replace(conversion, op, (tern_values_t){values, count});
}

// --- stores ---

static const char *store_cache(const tern_op_t *op) {
  static const char *const names[] = {
      [TERN_TT_CACHE_WB] = "wb", [TERN_TT_CACHE_CG] = "cg", [TERN_TT_CACHE_CS] = "cs", [TERN_TT_CACHE_WT] = "wt"};
  int64_t cache = enum_of(op, "cache");
  return cache < (int64_t)(sizeof names / sizeof names[0]) ? names[cache] : NULL;
}

static void store_group(tern_conversion_t *conversion, const access_t *access, size_t first, tern_values_t values,
                        tern_value_t *condition) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const words_t *words = &access->words;
  int operands[MAX_WORDS];
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  for (size_t w = 0; w < words->count; ++w) {
    tern_value_t *word = pack_word(b, values.values + first + w * words->each, words);
    operands[w] = tern_ptx_operand(&ptx, tern_ptx_letter(words->bits), word);
  }
  int pointer = tern_ptx_operand(&ptx, 'l', access->pointers.values[first]), policy = 0;
  if (access->policy) policy = tern_ptx_operand(&ptx, 'l', access->policy);
  if (access->masks.count) condition = tern_emit_both(b, condition, access->masks.values[first]);
  if (condition) tern_ptx_predicate(&ptx, condition);
  tern_ptx_text(&ptx, "st.global");
  add_modifiers(&ptx, store_cache(access->op), access->eviction, access->policy, words);
  tern_ptx_format(&ptx, "[ $%d + 0 ], ", pointer);
  tern_ptx_list(&ptx, operands, words->count);
  if (access->policy) tern_ptx_format(&ptx, ", $%d", policy);
  tern_ptx_text(&ptx, ";");
  tern_ptx_finish(&ptx, b, true, NULL);
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_operand(op, 1)->type;
  if (!check_access(op, tern_op_operand(op, 0)->type)) return false;
  access_t access = read_access(conversion, op, operands, type);
  tern_values_t values = tern_triton_unpack(conversion, operands.values[1]);
  tern_layout_t layout;
  bool is_tensor = type->kind == TERN_TYPE_TENSOR;
  if (is_tensor) layout = tern_ttg_type_layout(type);
  tern_value_t *condition = tern_triton_once(conversion, op, is_tensor ? &layout : NULL, &access.repeated);
  for (size_t first = 0; first < values.count; first += access.words.vector) {
    if ((first & access.repeated) == 0) store_group(conversion, &access, first, values, condition);
  }
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_triton_load_store_patterns[] = {
    {"load", TERN_TT(LOAD), TERN_TRITON_BENEFIT, lower_load},
    {"store", TERN_TT(STORE), TERN_TRITON_BENEFIT, lower_store},
    {0},
};
