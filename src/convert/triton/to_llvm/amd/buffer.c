// amdg.buffer_*: accesses at offsets from a base, through a descriptor of the memory behind it (upstream: BufferOpsEmitter).
//
// The descriptor says that there are 2^31 - 2 bytes. What is masked off is read at offset 2^31: beyond the end, where loads
// give zero and stores do nothing, so that no branch is needed.

#include "convert/triton/to_llvm/amd/access.h"
#include "dialect/amdg/amdg.h"
#include "dialect/rocdl/rocdl.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

enum { RESOURCE_SPACE = 8, WORD_BITS = 32 };

// What all accesses of an op share.
typedef struct buffer {
  tern_conversion_t *conversion;
  tern_builder_t *b;
  const tern_op_t *op;
  tern_value_t *resource;
  tern_values_t offsets, masks;
  const tern_type_t *element;
  size_t width;
} buffer_t;

// --- descriptors ---

// Bits of the descriptor's last word: the format (32 bits, float), which must not be zero; of RDNA also that offsets are compared with
// the size.
static int64_t descriptor_flags(tern_amd_family_t family) {
  enum { FORMAT = 7 << 12 | 4 << 15, RESERVED = 1 << 24, CHECKS_OFFSETS = 3 << 28 };
  bool has_more = family >= TERN_AMD_RDNA2 && family <= TERN_AMD_RDNA4;
  return has_more ? FORMAT | RESERVED | CHECKS_OFFSETS : FORMAT;
}

static tern_value_t *make_resource(tern_conversion_t *conversion, tern_value_t *base) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *stride = tern_emit_int(b, 16, 0), *bytes = tern_emit_int(b, 64, INT32_MAX - 1);
  tern_value_t *flags = tern_emit_i32(b, descriptor_flags(tern_triton_lowering_of(conversion)->chip.family));
  return tern_emit_op(b, TERN_ROCDL(MAKE_BUFFER_RSRC), tern_llvm_ptr_type(b->context, RESOURCE_SPACE),
                      TERN_VALUES(base, stride, bytes, flags));
}

static tern_value_t *operand_of(const tern_op_t *op, tern_values_t operands, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return operands.values[start];
}

static buffer_t begin(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, const tern_type_t *type) {
  buffer_t buffer = {.conversion = conversion, .b = tern_triton_builder(conversion), .op = op};
  buffer.element = tern_triton_element_type(conversion, type);
  buffer.offsets = tern_triton_unpack(conversion, operand_of(op, operands, "offsets"));
  buffer.masks = tern_triton_operand_values(conversion, op, operands, "mask");
  buffer.resource = make_resource(conversion, operand_of(op, operands, "ptr"));
  buffer.width = tern_triton_access_width(conversion, op, buffer.element, buffer.masks.count > 0, buffer.offsets.count);
  return buffer;
}

// --- places ---

// The bytes to the elements from `first` on, for which `condition` holds (NULL: everywhere).
static tern_value_t *place_of(const buffer_t *buffer, size_t first, tern_value_t *condition) {
  tern_builder_t *b = buffer->b;
  int64_t size = (int64_t)tern_llvm_type_size(tern_triton_byte_type(b, buffer->element));
  tern_value_t *bytes = tern_emit_mul(b, tern_emit_i32(b, size), buffer->offsets.values[first]);
  if (!condition) condition = tern_emit_bool(b, true);
  return tern_emit_select(b, condition, bytes, tern_emit_i32(b, INT32_MIN));
}

// How caches take it: bits of the instruction, which CDNA 3 and 4 have.
static int64_t cache_bits(const buffer_t *buffer, bool is_load) {
  enum { SC0 = 1, NONTEMPORAL = 2, SC1 = 16 };
  tern_amd_family_t family = tern_triton_lowering_of(buffer->conversion)->chip.family;
  int64_t cache = tern_triton_enum_of(buffer->op, "cache");
  if (family != TERN_AMD_CDNA3 && family != TERN_AMD_CDNA4) return 0;
  if (cache == TERN_TT_CACHE_CS || (is_load && cache == TERN_TT_CACHE_CG)) return SC0 | NONTEMPORAL;
  return cache == (is_load ? TERN_TT_CACHE_CV : TERN_TT_CACHE_WT) ? SC0 | SC1 : 0;
}

// What the instruction moves: integers of 32 bits where elements are narrower and there are more of them.
static const tern_type_t *moved_type(const buffer_t *buffer) {
  const tern_type_t *element = tern_triton_byte_type(buffer->b, buffer->element);
  uint32_t bits = (uint32_t)tern_type_bit_width(element), all = bits * (uint32_t)buffer->width;
  if (bits >= WORD_BITS) return tern_triton_group_type(buffer->b, buffer->element, buffer->width);
  if (buffer->width == 1) return element->kind == TERN_TYPE_BF16 ? tern_emit_i(buffer->b, 16) : element;
  if (all <= WORD_BITS) return tern_emit_i(buffer->b, all);
  return tern_emit_vector_of(tern_emit_i(buffer->b, WORD_BITS), all / WORD_BITS);
}

// --- loads and stores ---

static bool is_zero(tern_value_t *const *values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const tern_op_t *constant = tern_value_defined_by(values[i], TERN_LLVM(MLIR_CONSTANT));
    const tern_attr_t *attr = constant ? tern_op_attr(constant, "value") : NULL;
    bool is_null = tern_attr_is_float(attr)     ? tern_float_attr_value(attr) == 0
                   : tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) == 0
                                                : false;
    if (!is_null) return false;
  }
  return true;
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  buffer_t buffer = begin(conversion, op, operands, type);
  tern_builder_t *b = buffer.b;
  tern_values_t others = tern_triton_operand_values(conversion, op, operands, "other");
  uint64_t repeated = tern_triton_repeated_registers(type);
  size_t count = buffer.offsets.count, width = buffer.width;
  const tern_type_t *group_type = tern_triton_group_type(b, buffer.element, width);
  tern_value_t **values = tern_triton_room(conversion, count), *zero = tern_emit_i32(b, 0);
  for (size_t first = 0; first < count; first += width) {
    size_t original = first & ~(size_t)repeated;
    for (size_t i = 0; original != first && i < width; ++i) values[first + i] = values[original + i];
    if (original != first) continue;
    tern_value_t *condition = buffer.masks.count ? buffer.masks.values[first] : NULL;
    tern_value_t *place = place_of(&buffer, first, condition), *bits = tern_emit_i32(b, cache_bits(&buffer, true));
    tern_value_t *group = tern_emit_op(b, TERN_ROCDL(RAW_PTR_BUFFER_LOAD), moved_type(&buffer),
                                       TERN_VALUES(buffer.resource, place, zero, bits));
    group = tern_emit_bitcast(b, group, group_type);
    if (condition && others.count && !is_zero(others.values + first, width))
      group = tern_emit_select(b, condition, group, tern_triton_pack_group(b, others.values + first, width));
    tern_triton_unpack_group(b, group, buffer.element, width, values + first);
  }
  return tern_triton_replace(conversion, op, (tern_values_t){values, count});
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_operand_named(op, "value")->type;
  buffer_t buffer = begin(conversion, op, operands, type);
  tern_builder_t *b = buffer.b;
  tern_values_t values = tern_triton_unpack(conversion, operand_of(op, operands, "value"));
  tern_layout_t layout = tern_ttg_type_layout(type);
  uint64_t repeated;
  tern_value_t *once = tern_triton_once(conversion, op, &layout, &repeated), *zero = tern_emit_i32(b, 0);
  for (size_t first = 0; first < values.count; first += buffer.width) {
    if (first & repeated) continue;
    tern_value_t *condition = buffer.masks.count ? tern_emit_both(b, once, buffer.masks.values[first]) : once;
    tern_value_t *group = tern_triton_pack_group(b, values.values + first, buffer.width);
    group = tern_emit_bitcast(b, group, moved_type(&buffer));
    tern_value_t *place = place_of(&buffer, first, condition), *bits = tern_emit_i32(b, cache_bits(&buffer, false));
    tern_build(b, TERN_ROCDL(RAW_PTR_BUFFER_STORE), .operands = TERN_VALUES(group, buffer.resource, place, zero, bits),
               .types = {0});
  }
  tern_conversion_erase(conversion, op);
  return true;
}

// --- atomics ---

static void fence(const buffer_t *buffer, bool is_first) {
  tern_builder_t *b = buffer->b;
  const char *name =
      tern_enum_case_name(TERN_TT_ENUM(MEM_SEMANTIC), tern_enum_attr_value(tern_op_attr(buffer->op, "sem")));
  if (strcmp(name, "acq_rel") != 0 && strcmp(name, is_first ? "release" : "acquire") != 0) return;
  int64_t order = is_first ? TERN_LLVM_ORDERING_RELEASE : TERN_LLVM_ORDERING_ACQUIRE;
  const tern_attr_t *scope = tern_string_attr_get(b->context, tern_str_from_cstr(tern_triton_amd_scope(buffer->op)));
  tern_build(b, TERN_LLVM(FENCE), .types = {0},
             .attrs = TERN_ATTRS({"ordering", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ATOMIC_ORDERING), order)},
                                 {"syncscope", scope}));
}

static bool check_scope(const tern_op_t *op) {
  if (*tern_triton_amd_scope(op)) return true;
  tern_op_error(op, "is for all devices, for which buffers have no atomic instructions");
  tern_emit_note(op->loc, "use tt.atomic_rmw or tt.atomic_cas");
  return false;
}

// Makes one instruction for `first` and its neighbours; the last four operands are the descriptor, the place, an offset and the
// caches' bits.
typedef tern_value_t *(*change_fn_t)(const buffer_t *buffer, const tern_values_t *lists, size_t first,
                                     tern_value_t *const place[4]);

static bool lower_atomic(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, const buffer_t *buffer,
                         const tern_values_t *lists, change_fn_t change) {
  (void)operands;
  tern_builder_t *b = buffer->b;
  tern_layout_t layout = tern_ttg_type_layout(tern_op_result(op, 0)->type);
  uint64_t repeated;
  tern_value_t *once = tern_triton_once(conversion, op, &layout, &repeated), *zero = tern_emit_i32(b, 0);
  size_t count = buffer->offsets.count;
  tern_value_t **results =
      tern_arena_alloc_zeroed(&tern_triton_lowering_of(conversion)->arena, (count + 1) * sizeof *results);
  // Bit 0 asks for what was there.
  tern_value_t *bits = tern_emit_i32(b, tern_value_has_uses(tern_op_result(op, 0)));
  fence(buffer, true);
  for (size_t first = 0; first < count; first += buffer->width) {
    if (first & repeated) continue;
    tern_value_t *condition = buffer->masks.count ? tern_emit_both(b, once, buffer->masks.values[first]) : once;
    tern_value_t *const place[] = {buffer->resource, place_of(buffer, first, condition), zero, bits};
    tern_value_t *group = change(buffer, lists, first, place);
    tern_triton_unpack_group(b, group, buffer->element, buffer->width, results + first);
  }
  fence(buffer, false);
  return tern_triton_finish_atomic(conversion, op, &layout, results, count, once, repeated);
}

static tern_value_t *change_rmw(const buffer_t *buffer, const tern_values_t *lists, size_t first,
                                tern_value_t *const place[4]) {
  const char *kind =
      tern_enum_case_name(TERN_TT_ENUM(RMW_OP), tern_enum_attr_value(tern_op_attr(buffer->op, "atomic_rmw_op")));
  tern_value_t *group = tern_triton_pack_group(buffer->b, lists[0].values + first, buffer->width);
  static const struct {
    const char *kind, *name;
  } names[] = {{"max", "smax"}, {"min", "smin"}, {"exch", "swap"}};
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
    if (strcmp(names[i].kind, kind) == 0) kind = names[i].name;
  tern_string_builder_append_format(&text, "llvm.amdgcn.raw.ptr.buffer.atomic.%s", kind);
  tern_value_t *result = tern_emit_intrinsic(buffer->b, text.data, group->type,
                                             TERN_VALUES(group, place[0], place[1], place[2], place[3]));
  tern_string_builder_deinitialize(&text);
  return result;
}

static bool lower_rmw(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!check_scope(op)) return false;
  buffer_t buffer = begin(conversion, op, operands, tern_op_result(op, 0)->type);
  bool is_half = tern_type_is_float(buffer.element) && tern_type_bit_width(buffer.element) == 16;
  if (is_half && buffer.width < 2) {
    tern_op_error(op, "adds single numbers of '%s', for which buffers have no atomic instruction",
                  tern_type_text(buffer.element));
    tern_emit_note(op->loc, "pairs that lie next to each other can be added, or use tt.atomic_rmw");
    return false;
  }
  buffer.width = is_half ? 2 : 1;
  tern_values_t values = tern_triton_unpack(conversion, operand_of(op, operands, "value"));
  return lower_atomic(conversion, op, operands, &buffer, &values, change_rmw);
}

static tern_value_t *change_cas(const buffer_t *buffer, const tern_values_t *lists, size_t first,
                                tern_value_t *const place[4]) {
  tern_value_t *compared = lists[0].values[first], *value = lists[1].values[first];
  return tern_emit_op(buffer->b, TERN_ROCDL(RAW_PTR_BUFFER_ATOMIC_CMPSWAP), value->type,
                      TERN_VALUES(value, compared, place[0], place[1], place[2], place[3]));
}

static bool lower_cas(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!check_scope(op)) return false;
  buffer_t buffer = begin(conversion, op, operands, tern_op_result(op, 0)->type);
  buffer.width = 1;
  const tern_values_t lists[] = {tern_triton_unpack(conversion, operand_of(op, operands, "cmp")),
                                 tern_triton_unpack(conversion, operand_of(op, operands, "val"))};
  return lower_atomic(conversion, op, operands, &buffer, lists, change_cas);
}

const tern_conversion_pattern_t tern_triton_amd_buffer_patterns[] = {
    {"buffer-load", TERN_AMDG(BUFFER_LOAD), TERN_TRITON_BENEFIT, lower_load},
    {"buffer-store", TERN_AMDG(BUFFER_STORE), TERN_TRITON_BENEFIT, lower_store},
    {"buffer-atomic-rmw", TERN_AMDG(BUFFER_ATOMIC_RMW), TERN_TRITON_BENEFIT, lower_rmw},
    {"buffer-atomic-cas", TERN_AMDG(BUFFER_ATOMIC_CAS), TERN_TRITON_BENEFIT, lower_cas},
    {0},
};
