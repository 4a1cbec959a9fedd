// tt.atomic_rmw and tt.atomic_cas as inline PTX (upstream: LoadStoreOpToLLVM of NVIDIA).
//
// Each element is changed once: by the one thread of those that have it, whose result the others get through shared memory.

#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "convert/triton/to_llvm/ptx.h"
#include "dialect/nvg/nvg.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

enum { BF16_CAPABILITY = 90, VECTOR_CAPABILITY = 90, VECTOR_PTX = 81, MAX_VECTOR = 8 };

static const char *semantics_of(const tern_op_t *op) {
  return tern_enum_case_name(TERN_TT_ENUM(MEM_SEMANTIC), tern_enum_attr_value(tern_op_attr(op, "sem")));
}

static const char *scope_of(const tern_op_t *op) {
  return tern_enum_case_name(TERN_TT_ENUM(MEM_SYNC_SCOPE), tern_enum_attr_value(tern_op_attr(op, "scope")));
}

// --- which instruction ---

// The instruction's name and the kind of its type by the op's kind; floats have kinds of their own. `bits`: those that it takes.
typedef struct rmw {
  const char *kind, *name;
  char type;
} rmw_t;

static const rmw_t rmws[] = {
    {"and", "and", 'b'}, {"or", "or", 'b'},   {"xor", "xor", 'b'},  {"add", "add", 'u'},  {"fadd", "add", 'f'},
    {"max", "max", 's'}, {"min", "min", 's'}, {"umax", "max", 'u'}, {"umin", "min", 'u'}, {"exch", "exch", 'b'},
};

static const rmw_t *find_rmw(const tern_op_t *op) {
  const char *kind = tern_enum_case_name(TERN_TT_ENUM(RMW_OP), tern_enum_attr_value(tern_op_attr(op, "atomic_rmw_op")));
  for (size_t i = 0; i < sizeof rmws / sizeof rmws[0]; ++i) {
    if (strcmp(rmws[i].kind, kind) == 0) return &rmws[i];
  }
  return NULL;
}

// "add.noftz.f16": what stands behind scope and semantics. With `vector` elements at once.
static void append_instruction(tern_ptx_t *ptx, const rmw_t *rmw, const tern_type_t *element, size_t vector,
                               bool is_packed) {
  uint32_t bits = tern_type_bit_width(element);
  bool is_half = rmw->type == 'f' && bits == 16;
  tern_ptx_format(ptx, ".%s%s", rmw->name, is_half ? ".noftz" : "");
  if (vector > 1 && !is_packed) tern_ptx_format(ptx, ".v%zu", vector);
  if (is_half)
    tern_ptx_format(ptx, ".%s16%s", element->kind == TERN_TYPE_BF16 ? "bf" : "f", is_packed ? "x2" : "");
  else
    tern_ptx_format(ptx, ".%c%u", rmw->type, bits);
}

static char letter_of(uint32_t bits) { return bits <= 16 ? 'h' : tern_ptx_letter(bits); }

static const char *move_type(uint32_t bits) { return bits <= 16 ? "u16" : bits == 32 ? "u32" : "u64"; }

// Integers of 16 bits have no instruction but cas, and those of 8 bits none.
static bool check_type(const tern_op_t *op, const tern_type_t *element, bool is_cas) {
  uint32_t bits = tern_type_is_llvm(element, TERN_LLVM_PTR) ? 64 : tern_type_bit_width(element);
  bool is_float = tern_type_is_float(element) && !is_cas;
  if (bits == 32 || bits == 64 || (bits == 16 && (is_float || is_cas))) return true;
  tern_op_error(op, "is of '%s', for which NVIDIA's GPUs have no atomic instruction", tern_type_text(element));
  tern_emit_note(op->loc, "use 32 or 64 bits%s", is_cas ? ", or 16" : "; floats to be added may have 16");
  return false;
}

// --- results ---

// Gives all threads what one of them got, through the memory that was allocated for it: that of the first of those blocks of the
// cluster that have the same.
static void share_results(tern_conversion_t *conversion, tern_op_t *op, const tern_layout_t *layout,
                          tern_value_t **values, size_t count, tern_value_t *condition, uint64_t repeated) {
  const tern_triton_target_t *target = tern_triton_target_of(conversion);
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = values[0]->type;
  tern_value_t *base = tern_triton_shared_address(conversion, op), **places = tern_triton_room(conversion, count);
  for (size_t r = 0; r < count; ++r) places[r] = base;
  if (layout) {
    tern_values_t indices = tern_triton_indices(conversion, op, layout);
    size_t rank = layout->outs.count;
    for (size_t r = 0; r < count; ++r) {
      tern_value_t *number = tern_emit_i32(b, 0);
      for (size_t d = 0; d < rank; ++d) {
        size_t bits = tern_layout_bits(&layout->outs, tern_layout_dim_name(d));
        size_t at = tern_layout_find(&layout->outs, tern_layout_dim_name(d));
        number = tern_emit_add(b, tern_emit_shl(b, number, (int64_t)bits), indices.values[r * rank + at]);
      }
      places[r] = tern_emit_gep(b, type, base, number);
    }
  }
  for (size_t r = 0; r < count; ++r) {
    if ((r & repeated) == 0) target->store_shared(conversion, places[r], NULL, values[r], condition);
  }
  uint64_t same = (uint64_t)tern_triton_lowering_of(conversion)->cta_count - 1;
  same &= ~tern_triton_blocks_apart(conversion, layout);
  tern_value_t *first = same ? tern_triton_block_among(conversion, op, same, 0) : NULL;
  tern_triton_meet(conversion, op, first != NULL);
  for (size_t r = 0; r < count; ++r) values[r] = target->load_shared(conversion, places[r], first, type, NULL);
  if (first) target->cluster_barrier(b);
}

bool tern_triton_finish_atomic(tern_conversion_t *conversion, tern_op_t *op, const tern_layout_t *layout,
                               tern_value_t **values, size_t count, tern_value_t *condition, uint64_t repeated) {
  bool is_used = tern_value_has_uses(tern_op_result(op, 0));
  if (is_used && condition && tern_op_attr(op, "allocation.offset")) {
    uint64_t all = (uint64_t)tern_triton_lowering_of(conversion)->cta_count - 1;
    bool is_cluster = tern_triton_blocks_apart(conversion, layout) != all;
    if (is_cluster && !tern_triton_check_cluster_meets(conversion, op)) return false;
    share_results(conversion, op, layout, values, count, condition, repeated);
  }
  for (size_t r = 0; r < count; ++r) {
    if (!values[r]) values[r] = values[r & ~(size_t)repeated];
  }
  return tern_triton_replace(conversion, op, (tern_values_t){values, count});
}

// --- read, change, write ---

typedef struct rmw_access {
  tern_op_t *op;
  const rmw_t *rmw;
  const tern_type_t *element;
  size_t vector;
  bool is_packed;  // two halves in a word
} rmw_access_t;

// How many neighbours are changed at once: sums of floats only, where the chip can.
static void choose_vector(const tern_conversion_t *conversion, rmw_access_t *access, int64_t vector) {
  bool is_half = tern_type_bit_width(access->element) == 16, is_f32 = access->element->kind == TERN_TYPE_F32;
  access->vector = 1;
  if (access->rmw->type != 'f' || vector < 2 || !(is_half || is_f32)) return;
  const tern_triton_lowering_t *lowering = tern_triton_lowering_of(conversion);
  if (lowering->capability >= VECTOR_CAPABILITY && lowering->ptx_version >= VECTOR_PTX) {
    int64_t most = is_half ? MAX_VECTOR : MAX_VECTOR / 2;
    access->vector = (size_t)(vector < most ? vector : most);
  } else if (access->element->kind == TERN_TYPE_F16) {
    access->vector = 2;
    access->is_packed = true;
  }
}

static void change_group(tern_conversion_t *conversion, const rmw_access_t *access, tern_value_t *pointer,
                         tern_value_t *const *values, tern_value_t *condition, tern_value_t **out_values) {
  tern_builder_t *b = tern_triton_builder(conversion);
  bool is_packed = access->is_packed;
  size_t count = is_packed ? 1 : access->vector;
  const tern_type_t *type = is_packed ? tern_emit_vector_of(access->element, 2) : access->element;
  uint32_t bits = is_packed ? 32 : tern_type_bit_width(access->element);
  int results[MAX_VECTOR], operands[MAX_VECTOR];
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  for (size_t i = 0; i < count; ++i) results[i] = tern_ptx_result_in(&ptx, letter_of(bits));
  int address = tern_ptx_operand(&ptx, 'l', pointer);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = is_packed ? tern_emit_vector(b, values, 2) : values[i];
    operands[i] = tern_ptx_operand(&ptx, letter_of(bits), value);
  }
  for (size_t i = 0; i < count; ++i) {
    tern_ptx_format(&ptx, "mov.%s $%d, 0x0;", move_type(bits), results[i]);
    tern_ptx_next(&ptx);
  }
  if (condition) tern_ptx_predicate(&ptx, condition);
  tern_ptx_format(&ptx, "atom.global.%s.%s", scope_of(access->op), semantics_of(access->op));
  append_instruction(&ptx, access->rmw, access->element, access->vector, is_packed);
  tern_ptx_text(&ptx, " ");
  if (count > 1)
    tern_ptx_list(&ptx, results, count);
  else
    tern_ptx_format(&ptx, "$%d", results[0]);
  tern_ptx_format(&ptx, ", [ $%d + 0 ], ", address);
  if (count > 1)
    tern_ptx_list(&ptx, operands, count);
  else
    tern_ptx_format(&ptx, "$%d", operands[0]);
  tern_ptx_text(&ptx, ";");
  tern_value_t *all = tern_ptx_finish(&ptx, b, true, count > 1 ? tern_llvm_struct_of(type, count) : type);
  for (size_t i = 0; i < access->vector; ++i) {
    if (is_packed)
      out_values[i] = tern_emit_element(b, all, (int64_t)i);
    else
      out_values[i] = count > 1 ? tern_emit_extract(b, all, (int64_t)i) : all;
  }
}

static const tern_attr_t *case_attr(const tern_builder_t *b, const tern_enum_row_t *row, const char *name) {
  int64_t value = 0;
  tern_enum_case_value(row, tern_str_from_cstr(name), &value);
  return tern_enum_attr_get(b->context, row, value);
}

// A sum of bf16 where the chip has no instruction for it: LLVM makes a loop of compare and swap.
static tern_value_t *change_by_llvm(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *pointer,
                                    tern_value_t *value, tern_value_t *condition) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_block_t *before = op->block, *after = NULL;
  tern_value_t *result = NULL, *none = condition ? tern_emit_undef(b, value->type) : NULL;
  if (condition) {
    after = tern_conversion_split_block(conversion, op);
    result = tern_block_add_arg(after, value->type, op->loc);
    tern_block_t *change = tern_conversion_add_block(conversion, before->parent, after);
    tern_builder_set_end(b, before);
    tern_build(b, TERN_LLVM(COND_BR), .operands = TERN_VALUES(condition, none), .segments = (int32_t[]){1, 0, 1},
               .successors = (tern_block_t *[]){change, after}, .successor_count = 2);
    tern_builder_set_end(b, change);
  }
  static const char *const orders[] = {"monotonic", "acquire", "release", "acq_rel"};
  int64_t order = tern_enum_attr_value(tern_op_attr(op, "sem"));
  const tern_enum_row_t *order_row = TERN_LLVM_ENUM(ATOMIC_ORDERING), *kind_row = TERN_LLVM_ENUM(ATOMIC_BIN_OP);
  const char *scope = strcmp(scope_of(op), "cta") == 0 ? "block" : strcmp(scope_of(op), "gpu") == 0 ? "device" : "";
  tern_value_t *old = tern_build_value(
      b, TERN_LLVM(ATOMICRMW), .operands = TERN_VALUES(pointer, value), .types = TERN_TYPES(value->type),
      .attrs = TERN_ATTRS({"bin_op", case_attr(b, kind_row, "fadd")},
                          {"ordering", case_attr(b, order_row, orders[order - 1])},
                          {"syncscope", tern_string_attr_get(b->context, tern_str_from_cstr(scope))}));
  if (!condition) return old;
  tern_build(b, TERN_LLVM(BR), .operands = TERN_VALUES(old), .successors = &after, .successor_count = 1);
  tern_builder_set_before(b, op);
  return result;
}

// A scalar to which zero is added is only read, and an instruction that reads alone is cheaper.
static bool only_reads(const tern_op_t *op, tern_values_t values) {
  const char *order = semantics_of(op);
  bool is_read = strcmp(order, "acquire") == 0 || strcmp(order, "relaxed") == 0;
  return is_read && strcmp(find_rmw(op)->name, "add") == 0 && op->results[0].type->kind != TERN_TYPE_TENSOR &&
         tern_emit_is_zero(values.values[0]);
}

static tern_value_t *read_only(tern_conversion_t *conversion, const tern_op_t *op, tern_value_t *pointer,
                               tern_value_t *condition) {
  tern_value_t *operands[] = {pointer, condition};
  const tern_type_t *type = tern_triton_element_type(conversion, op->results[0].type);
  return tern_build_value(tern_triton_builder(conversion), TERN_NVG(LD_ACQUIRE),
                          .operands = {operands, condition ? 2 : 1}, .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"sem", tern_op_attr(op, "sem")}, {"scope", tern_op_attr(op, "scope")}));
}

static bool lower_rmw(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_operand(op, 1)->type;
  rmw_access_t access = {.op = op, .rmw = find_rmw(op), .element = tern_triton_element_type(conversion, type)};
  if (!access.rmw || !access.element || !check_type(op, access.element, false)) return false;
  bool is_by_llvm = access.element->kind == TERN_TYPE_BF16 && access.rmw->type == 'f' &&
                    tern_triton_lowering_of(conversion)->capability < BF16_CAPABILITY;
  tern_values_t pointers = tern_triton_unpack(conversion, operands.values[0]);
  tern_values_t values = tern_triton_unpack(conversion, operands.values[1]), masks = {0};
  if (operands.count > 2) masks = tern_triton_unpack(conversion, operands.values[2]);
  tern_triton_access_t known = tern_triton_access_of(conversion, op);
  int64_t vector = masks.count && known.mask < known.vector ? known.mask : known.vector;
  choose_vector(conversion, &access, vector < (int64_t)values.count ? vector : (int64_t)values.count);
  bool is_tensor = type->kind == TERN_TYPE_TENSOR;
  tern_layout_t layout = is_tensor ? tern_ttg_type_layout(type) : tern_layout_empty();
  uint64_t repeated;
  tern_value_t *once = tern_triton_once(conversion, op, is_tensor ? &layout : NULL, &repeated);
  tern_value_t **results = tern_triton_room(conversion, values.count);
  for (size_t i = 0; i < values.count; ++i) results[i] = NULL;
  for (size_t i = 0; i < values.count; i += access.vector) {
    if (i & repeated) continue;
    tern_value_t *condition = once;
    if (masks.count) condition = tern_emit_both(tern_triton_builder(conversion), once, masks.values[i]);
    if (only_reads(op, values))
      results[i] = read_only(conversion, op, pointers.values[i], condition);
    else if (is_by_llvm)
      results[i] = change_by_llvm(conversion, op, pointers.values[i], values.values[i], condition);
    else
      change_group(conversion, &access, pointers.values[i], values.values + i, condition, results + i);
  }
  return tern_triton_finish_atomic(conversion, op, is_tensor ? &layout : NULL, results, values.count, once, repeated);
}

// --- compare and swap ---

static tern_value_t *swap(tern_conversion_t *conversion, const tern_op_t *op, tern_value_t *pointer,
                          tern_value_t *expected, tern_value_t *value, tern_value_t *condition) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = value->type;
  uint32_t bits = tern_type_is_llvm(type, TERN_LLVM_PTR) ? 64 : tern_type_bit_width(type);
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int result = tern_ptx_result_in(&ptx, letter_of(bits)), address = tern_ptx_operand(&ptx, 'l', pointer);
  int compared = tern_ptx_operand(&ptx, letter_of(bits), expected),
      swapped = tern_ptx_operand(&ptx, letter_of(bits), value);
  tern_ptx_format(&ptx, "mov.%s $%d, 0x0;", move_type(bits), result);
  tern_ptx_next(&ptx);
  if (condition) tern_ptx_predicate(&ptx, condition);
  tern_ptx_format(&ptx, "atom.global.%s.%s.cas.b%u $%d, [ $%d + 0 ], $%d, $%d;", semantics_of(op), scope_of(op), bits,
                  result, address, compared, swapped);
  return tern_ptx_finish(&ptx, b, true, type);
}

static bool lower_cas(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_operand(op, 2)->type, *element = tern_triton_element_type(conversion, type);
  if (!element || !check_type(op, element, true)) return false;
  tern_values_t lists[3];
  for (size_t i = 0; i < 3; ++i) lists[i] = tern_triton_unpack(conversion, operands.values[i]);
  bool is_tensor = type->kind == TERN_TYPE_TENSOR;
  tern_layout_t layout = is_tensor ? tern_ttg_type_layout(type) : tern_layout_empty();
  uint64_t repeated;
  tern_value_t *once = tern_triton_once(conversion, op, is_tensor ? &layout : NULL, &repeated);
  size_t count = lists[0].count;
  tern_value_t **results = tern_triton_room(conversion, count);
  for (size_t i = 0; i < count; ++i) {
    results[i] =
        i & repeated ? NULL : swap(conversion, op, lists[0].values[i], lists[1].values[i], lists[2].values[i], once);
  }
  return tern_triton_finish_atomic(conversion, op, is_tensor ? &layout : NULL, results, count, once, repeated);
}

const tern_conversion_pattern_t tern_triton_atomic_patterns[] = {
    {"atomic-rmw", TERN_TT(ATOMIC_RMW), TERN_TRITON_BENEFIT, lower_rmw},
    {"atomic-cas", TERN_TT(ATOMIC_CAS), TERN_TRITON_BENEFIT, lower_cas},
    {0},
};
