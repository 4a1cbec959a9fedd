// tt.atomic_rmw and tt.atomic_cas as LLVM's atomic instructions, for which its code generator knows what each GPU has and makes loops
// of compare-and-swap of the rest (upstream: AtomicRMWOpsEmitter, AtomicCASOpConversion of AMD).
//
// Each element is changed by the one thread of those that have it, whose result the others get through shared memory. The elements of
// a thread are ordered together: by one fence before all of them and one behind.

#include "convert/triton/to_llvm/amd/access.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

// --- orders ---

typedef struct order {
  bool acquires, releases;
  const char *scope;  // of LLVM
} order_t;

static order_t order_of(const tern_op_t *op) {
  const char *name = tern_enum_case_name(TERN_TT_ENUM(MEM_SEMANTIC), tern_enum_attr_value(tern_op_attr(op, "sem")));
  bool is_both = strcmp(name, "acq_rel") == 0;
  return (order_t){.acquires = is_both || strcmp(name, "acquire") == 0,
                   .releases = is_both || strcmp(name, "release") == 0,
                   .scope = tern_triton_amd_scope(op)};
}

static const tern_attr_t *ordering_attr(tern_builder_t *b, const order_t *order) {
  int64_t value = TERN_LLVM_ORDERING_MONOTONIC;
  if (order->acquires) value = order->releases ? TERN_LLVM_ORDERING_ACQ_REL : TERN_LLVM_ORDERING_ACQUIRE;
  if (order->releases && !order->acquires) value = TERN_LLVM_ORDERING_RELEASE;
  return tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ATOMIC_ORDERING), value);
}

static void set_scope(tern_builder_t *b, tern_op_t *op, const order_t *order) {
  if (*order->scope)
    tern_op_set_attr(op, "syncscope", tern_string_attr_get(b->context, tern_str_from_cstr(order->scope)));
}

static void fence(tern_builder_t *b, const order_t *order, bool is_first) {
  const order_t own = {.acquires = !is_first, .releases = is_first, .scope = order->scope};
  if (!(is_first ? order->releases : order->acquires)) return;
  set_scope(b, tern_build(b, TERN_LLVM(FENCE), .types = {0}, .attrs = TERN_ATTRS({"ordering", ordering_attr(b, &own)})),
            &own);
}

// --- read, change, write ---

static const struct {
  const char *kind, *name;
} kinds[] = {
    {"and", "_and"}, {"or", "_or"},  {"xor", "_xor"},  {"add", "add"},   {"fadd", "fadd"},
    {"max", "max"},  {"min", "min"}, {"umax", "umax"}, {"umin", "umin"}, {"exch", "xchg"},
};

static const char *name_of(const tern_op_t *op) {
  const char *kind = tern_enum_case_name(TERN_TT_ENUM(RMW_OP), tern_enum_attr_value(tern_op_attr(op, "atomic_rmw_op")));
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (strcmp(kinds[i].kind, kind) == 0) return kinds[i].name;
  }
  return NULL;
}

static tern_value_t *change(tern_builder_t *b, const char *name, tern_value_t *pointer, tern_value_t *value,
                            const order_t *order) {
  int64_t kind = 0;
  tern_enum_case_value(TERN_LLVM_ENUM(ATOMIC_BIN_OP), tern_str_from_cstr(name), &kind);
  tern_op_t *op =
      tern_build(b, TERN_LLVM(ATOMICRMW), .operands = TERN_VALUES(pointer, value), .types = TERN_TYPES(value->type),
                 .attrs = TERN_ATTRS({"bin_op", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ATOMIC_BIN_OP), kind)},
                                     {"ordering", ordering_attr(b, order)}));
  set_scope(b, op, order);
  // Arrays lie in the memory of the GPU, for which it has instructions that memory elsewhere may have not.
  if (strcmp(name, "fadd") == 0) {
    static const char *const facts[] = {"rocdl.no_fine_grained_memory", "rocdl.no_remote_memory",
                                        "rocdl.ignore_denormal_mode"};
    for (size_t i = 0; i < 3; ++i) tern_op_set_attr(op, facts[i], tern_unit_attr_get(b->context));
  }
  return tern_op_result(op, 0);
}

static bool check_type(const tern_op_t *op, const tern_type_t *element) {
  if (tern_type_is_llvm(element, TERN_LLVM_PTR) || tern_type_bit_width(element) >= 16) return true;
  tern_op_error(op, "is of '%s', for which AMD's GPUs have no atomic instruction", tern_type_text(element));
  tern_emit_note(op->loc, "use 16, 32 or 64 bits");
  return false;
}

// Halves are added in pairs where the chip does so.
static size_t choose_width(const tern_conversion_t *conversion, const char *name, const tern_type_t *element,
                           size_t width) {
  tern_amd_family_t family = tern_triton_lowering_of(conversion)->chip.family;
  bool is_half = tern_type_is_float(element) && tern_type_bit_width(element) == 16;
  bool has_pairs = tern_amd_is_cdna(family) || family >= TERN_AMD_RDNA4;
  return is_half && has_pairs && strcmp(name, "fadd") == 0 && width > 1 ? 2 : 1;
}

static bool lower_rmw(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_operand(op, 1)->type, *element = tern_triton_element_type(conversion, type);
  const char *name = name_of(op);
  if (!name || !element || !check_type(op, element)) return false;
  tern_values_t pointers = tern_triton_unpack(conversion, operands.values[0]);
  tern_values_t values = tern_triton_unpack(conversion, operands.values[1]);
  tern_values_t masks = tern_triton_operand_values(conversion, op, operands, "mask");
  size_t width = tern_triton_access_width(conversion, op, element, masks.count > 0, values.count);
  width = choose_width(conversion, name, element, width);
  bool is_tensor = type->kind == TERN_TYPE_TENSOR;
  tern_layout_t layout = is_tensor ? tern_ttg_type_layout(type) : tern_layout_empty();
  uint64_t repeated;
  tern_value_t *once = tern_triton_once(conversion, op, is_tensor ? &layout : NULL, &repeated);
  tern_value_t **results =
      tern_arena_alloc_zeroed(&tern_triton_lowering_of(conversion)->arena, (values.count + 1) * sizeof *results);
  const order_t whole = order_of(op), none = {.scope = whole.scope};
  bool is_alone = values.count == width;
  if (!is_alone) fence(b, &whole, true);
  for (size_t i = 0; i < values.count; i += width) {
    if (i & repeated) continue;
    tern_value_t *condition = masks.count ? tern_emit_both(b, once, masks.values[i]) : once;
    tern_value_t *group = width == 1 ? values.values[i] : tern_emit_vector(b, values.values + i, width);
    bool is_always = tern_triton_holds_always(condition);
    tern_value_t *zero = is_always ? NULL : tern_emit_zero(b, group->type);
    tern_triton_branch_t branch = {0};
    if (!is_always) branch = tern_triton_begin_if(conversion, condition);
    tern_value_t *result = change(b, name, pointers.values[i], group, is_alone ? &whole : &none);
    if (!is_always) result = tern_triton_end_if(conversion, &branch, result, zero);
    for (size_t k = 0; k < width; ++k) results[i + k] = width == 1 ? result : tern_emit_element(b, result, (int64_t)k);
  }
  if (!is_alone) fence(b, &whole, false);
  return tern_triton_finish_atomic(conversion, op, is_tensor ? &layout : NULL, results, values.count, once, repeated);
}

// --- compare and swap ---

// LLVM compares integers and pointers.
static tern_value_t *swap(tern_conversion_t *conversion, tern_value_t *pointer, tern_value_t *expected,
                          tern_value_t *value, tern_value_t *condition, const order_t *order) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = value->type, *bits = type;
  if (tern_type_is_float(type)) bits = tern_emit_i(b, (uint32_t)tern_type_bit_width(type));
  tern_value_t *zero = tern_emit_zero(b, bits);
  tern_triton_branch_t branch = {0};
  if (condition) branch = tern_triton_begin_if(conversion, condition);
  tern_value_t *compared = tern_emit_bitcast(b, expected, bits), *swapped = tern_emit_bitcast(b, value, bits);
  const tern_attr_t *relaxed =
      tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ATOMIC_ORDERING), TERN_LLVM_ORDERING_MONOTONIC);
  const tern_type_t *pair = tern_llvm_struct_type(b->context, TERN_TYPES(bits, tern_emit_i(b, 1)), false);
  tern_op_t *op =
      tern_build(b, TERN_LLVM(CMPXCHG), .operands = TERN_VALUES(pointer, compared, swapped), .types = TERN_TYPES(pair),
                 .attrs = TERN_ATTRS({"success_ordering", ordering_attr(b, order)}, {"failure_ordering", relaxed}));
  set_scope(b, op, order);
  tern_value_t *found = tern_emit_extract(b, tern_op_result(op, 0), 0);
  if (condition) found = tern_triton_end_if(conversion, &branch, found, zero);
  return tern_emit_bitcast(b, found, type);
}

static bool lower_cas(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_operand(op, 2)->type, *element = tern_triton_element_type(conversion, type);
  if (!element || !check_type(op, element)) return false;
  tern_values_t lists[3];
  for (size_t i = 0; i < 3; ++i) lists[i] = tern_triton_unpack(conversion, operands.values[i]);
  bool is_tensor = type->kind == TERN_TYPE_TENSOR;
  tern_layout_t layout = is_tensor ? tern_ttg_type_layout(type) : tern_layout_empty();
  uint64_t repeated;
  tern_value_t *once = tern_triton_once(conversion, op, is_tensor ? &layout : NULL, &repeated);
  size_t count = lists[0].count;
  tern_value_t **results = tern_triton_room(conversion, count);
  const order_t order = order_of(op);
  for (size_t i = 0; i < count; ++i) {
    results[i] = i & repeated
                     ? NULL
                     : swap(conversion, lists[0].values[i], lists[1].values[i], lists[2].values[i], once, &order);
  }
  return tern_triton_finish_atomic(conversion, op, is_tensor ? &layout : NULL, results, count, once, repeated);
}

const tern_conversion_pattern_t tern_triton_amd_atomic_patterns[] = {
    {"atomic-rmw", TERN_TT(ATOMIC_RMW), TERN_TRITON_BENEFIT, lower_rmw},
    {"atomic-cas", TERN_TT(ATOMIC_CAS), TERN_TRITON_BENEFIT, lower_cas},
    {0},
};
