// --convert-nvvm-to-llvm: nvvm ops that LLVM has no intrinsic for become inline assembly (upstream: NVVMToLLVM and
// BasicPtxBuilderInterface).
//
// An op gives a list of values, each read, written or both, and its PTX text with places `%0`, `%1` ... for them. The
// text of nvvm.inline_ptx names its places: {$rw0}, {$w0}, {$r0}. A predicate comes last and guards the text.

#include "convert/gpu_to_llvm/nvvm/nvvm_to_llvm.h"

#include <inttypes.h>

#include "base/vec.h"
#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"
#include "ir/dominance.h"
#include "pass/pass.h"
#include "rewrite/conversion.h"

typedef enum access { READ, READ_WRITE, WRITE } access_t;

typedef struct ptx {
  tern_op_t *op;
  tern_rewriter_t *rewriter;
  TERN_VEC(tern_value_t *) operands;      // what the assembly reads
  TERN_VEC(const tern_type_t *) results;  // what it writes: values that are read and written, then the op's results
  TERN_VEC(tern_value_t *) changed;       // the values that are read and written
  tern_string_builder_t constraints, tied, text;
  size_t place_count;
} ptx_t;

static void deinitialize(ptx_t *ptx) {
  tern_vec_deinitialize(&ptx->operands);
  tern_vec_deinitialize(&ptx->results);
  tern_vec_deinitialize(&ptx->changed);
  tern_string_builder_deinitialize(&ptx->constraints);
  tern_string_builder_deinitialize(&ptx->tied);
  tern_string_builder_deinitialize(&ptx->text);
}

// --- registers ---

// The letter of a type's register; 0 if it has none. Several bytes or halves in one register go by its width.
static char register_letter(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) == 1) {
    const tern_type_t *element = tern_type_element(type);
    int64_t count = tern_type_dim(type, 0);
    if (count == 4 && tern_type_is_i(element, 8)) return 'r';
    if (count == 2 && (element->kind == TERN_TYPE_F16 || element->kind == TERN_TYPE_BF16)) return 'f';
    return register_letter(element);
  }
  if (type->kind == TERN_TYPE_F32) return 'f';
  if (type->kind == TERN_TYPE_F64) return 'd';
  // Addresses in shared memory are 32 bits wide.
  if (tern_type_is_llvm(type, TERN_LLVM_PTR)) return type->params[0] == TERN_NVVM_SHARED ? 'r' : 'l';
  if (!tern_type_is_signless(type)) return 0;
  switch (tern_integer_type_width(type)) {
    case 1: return 'b';
    case 16: return 'h';
    case 32: return 'r';
    case 64: return 'l';
    default: return 0;
  }
}

static bool check_type(const tern_op_t *op, const tern_type_t *type) {
  if (tern_type_is_llvm(type, TERN_LLVM_STRUCT)) {
    tern_types_t members = tern_llvm_struct_elements(type);
    for (size_t i = 0; i < members.count; ++i) {
      if (!check_type(op, members.values[i])) return false;
    }
    return true;
  }
  if (register_letter(type)) return true;
  if (type->kind == TERN_TYPE_VECTOR) type = tern_type_element(type);
  return tern_emit_error(op->loc,
                         "The register type could not be deduced from MLIR type. The '%s' is not supported. Supported "
                         "types are:i1, i16, i32, i64, f32, f64,pointers.\nPlease use llvm.bitcast if you have "
                         "different type.",
                         tern_type_text(type));
}

static bool check_types(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!check_type(op, tern_op_operand(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!check_type(op, op->results[i].type)) return false;
  }
  return true;
}

// --- values ---

static void add_constraint(ptx_t *ptx, access_t access, char letter) {
  tern_string_builder_append_format(&ptx->constraints, "%s%s%c", ptx->place_count ? "," : "", access == READ ? "" : "=",
                                    letter);
  if (access == READ_WRITE) tern_string_builder_append_format(&ptx->tied, ",%zu", ptx->place_count);
  ++ptx->place_count;
}

static bool is_constant(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_LLVM(MLIR_CONSTANT));
}

static void add_value(ptx_t *ptx, tern_value_t *value, access_t access) {
  if (access != WRITE) tern_vec_push(&ptx->operands, value);
  if (access != READ) tern_vec_push(&ptx->results, value->type);
  if (access == READ_WRITE) tern_vec_push(&ptx->changed, value);
  add_constraint(ptx, access, is_constant(value) ? 'n' : register_letter(value->type));
}

// The members of a struct: written, read, or read into the registers of what was written before.
static void add_struct(ptx_t *ptx, tern_value_t *value, access_t access) {
  tern_types_t members = tern_llvm_struct_elements(value->type);
  if (access == WRITE) tern_vec_push(&ptx->results, value->type);
  for (size_t i = 0; i < members.count; ++i) {
    if (access != WRITE) {
      const int64_t position[] = {(int64_t)i};
      tern_vec_push(&ptx->operands,
                    tern_build_value(
                        &ptx->rewriter->builder, TERN_LLVM(EXTRACTVALUE), .operands = TERN_VALUES(value),
                        .types = TERN_TYPES(members.values[i]),
                        .attrs = TERN_ATTRS(
                            {"position", tern_dense_i64_array_attr_get(ptx->rewriter->builder.context, position, 1)})));
    }
    if (access == READ_WRITE) {
      tern_string_builder_append_format(&ptx->constraints, ",%zu", i);
      ++ptx->place_count;
    } else {
      add_constraint(ptx, access, register_letter(members.values[i]));
    }
  }
}

static void add(ptx_t *ptx, tern_value_t *value, access_t access) {
  if (!value) return;
  (tern_type_is_llvm(value->type, TERN_LLVM_STRUCT) ? add_struct : add_value)(ptx, value, access);
}

static tern_value_t *build_i32(ptx_t *ptx, int64_t value) {
  return tern_llvm_build_int(&ptx->rewriter->builder, tern_i_type_get(ptx->rewriter->builder.context, 32), value);
}

// Results, operands, and numbers that stand in the op's dictionary.
static void add_all(ptx_t *ptx) {
  const tern_op_t *op = ptx->op;
  for (size_t i = 0; i < op->result_count; ++i) add(ptx, &ptx->op->results[i], WRITE);
  for (size_t i = 0; i < op->operand_count; ++i) add(ptx, tern_op_operand(op, i), READ);
}

static void add_numbers(ptx_t *ptx) {
  for (size_t i = 0; i < tern_dictionary_attr_count(ptx->op->attrs); ++i) {
    const tern_attr_t *attr = tern_dictionary_attr_at(ptx->op->attrs, i);
    if (tern_attr_is_integer(attr)) add(ptx, build_i32(ptx, tern_integer_attr_value(attr)), READ);
  }
}

// --- the text of each op ---

static void append(ptx_t *ptx, const char *text) { tern_string_builder_append_cstr(&ptx->text, text); }

static size_t group_size(const tern_op_t *op, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return count;
}

// `%2,%3`; the place behind them.
static size_t append_places(ptx_t *ptx, size_t first, size_t count, const char *separator) {
  for (size_t i = 0; i < count; ++i) {
    tern_string_builder_append_format(&ptx->text, "%s%%%zu", i ? separator : "", first + i);
  }
  return first + count;
}

static const char *shared_suffix(const ptx_t *ptx) {
  return tern_nvvm_pointer_space(tern_op_operand(ptx->op, 0)) == TERN_NVVM_SHARED ? ".shared" : "";
}

static void write_mbarrier_init(ptx_t *ptx) {
  add_all(ptx);
  add_numbers(ptx);
  tern_string_builder_append_format(&ptx->text, "mbarrier.init%s.b64 [%%0], %%1;", shared_suffix(ptx));
}

static void write_mbarrier_arrive_expect_tx(ptx_t *ptx) {
  add_all(ptx);
  tern_string_builder_append_format(&ptx->text, "mbarrier.arrive.expect_tx%s.b64 _, [%%0], %%1;", shared_suffix(ptx));
}

static void write_mbarrier_try_wait_parity(ptx_t *ptx) {
  add_all(ptx);
  add_numbers(ptx);
  tern_string_builder_append_format(&ptx->text,
                                    "{\n\t.reg .pred       P1; \n\tLAB_WAIT: \n\t"
                                    "mbarrier.try_wait.parity%s.b64 P1, [%%0], %%1, %%2; \n\t"
                                    "@P1 bra.uni DONE; \n\tbra.uni     LAB_WAIT; \n\tDONE: \n\t}",
                                    shared_suffix(ptx));
}

static void write_barrier_arrive(ptx_t *ptx) {
  add_all(ptx);
  add_numbers(ptx);
  append(ptx, tern_op_operand_named(ptx->op, "barrierId") ? "bar.arrive %0, %1;" : "bar.arrive 0, %0;");
}

static void write_tensor_load(ptx_t *ptx) {
  size_t rank = group_size(ptx->op, "coordinates"), offsets = group_size(ptx->op, "im2colOffsets");
  bool is_multicast = tern_op_operand_named(ptx->op, "multicastMask") != NULL;
  bool has_hint = tern_op_operand_named(ptx->op, "l2CacheHint") != NULL;
  add_all(ptx);
  tern_string_builder_append_format(
      &ptx->text, "cp.async.bulk.tensor.%zud.shared::cluster.global.mbarrier::complete_tx::bytes%s%s%s", rank,
      offsets ? ".im2col" : "", is_multicast ? ".multicast::cluster" : "", has_hint ? ".L2::cache_hint" : "");
  append(ptx, " [%0], [%1, {");
  size_t next = append_places(ptx, 2, rank, ",");
  append(ptx, "} ], [");
  next = append_places(ptx, next, 1, "");
  append(ptx, "]");
  if (offsets) {
    append(ptx, ",{");
    next = append_places(ptx, next, offsets, ",");
    append(ptx, "}");
  }
  for (int i = is_multicast + has_hint; i > 0; --i) {
    append(ptx, ", ");
    next = append_places(ptx, next, 1, "");
  }
  append(ptx, ";");
}

static void write_tensor_store(ptx_t *ptx) {
  size_t rank = group_size(ptx->op, "coordinates");
  add_all(ptx);
  add_numbers(ptx);
  tern_string_builder_append_format(&ptx->text, "cp.async.bulk.tensor.%zud.global.shared::cta.bulk_group [%%0, {",
                                    rank);
  append_places(ptx, 2, rank, ", ");
  append(ptx, "} ], [%1];");
}

static void write_prefetch(ptx_t *ptx) {
  add_all(ptx);
  add_numbers(ptx);
  append(ptx, "prefetch.tensormap [%0];");
}

// Operands of halves may be transposed; accumulators of integers have no signs.
static void write_wgmma(ptx_t *ptx) {
  const tern_op_t *op = ptx->op;
  int64_t a = tern_nvvm_value(op, "typeA", 0), b = tern_nvvm_value(op, "typeB", 0), d = tern_nvvm_value(op, "typeD", 0);
  bool is_half = a == TERN_NVVM_WGMMA_TYPE_F16 || a == TERN_NVVM_WGMMA_TYPE_BF16,
       has_signs = d != TERN_NVVM_WGMMA_TYPE_S32;
  bool saturates = tern_nvvm_value(op, "satfinite", 0) == TERN_NVVM_MMA_INT_OVERFLOW_SATFINITE;
  size_t count = tern_llvm_struct_elements(op->results[0].type).count, next = 2 * count;
  tern_value_t *numbers[5];
  size_t number_count = 0;
  numbers[number_count++] = build_i32(ptx, tern_nvvm_value(op, "scaleD", 0));
  if (has_signs) {
    numbers[number_count++] = build_i32(ptx, tern_nvvm_value(op, "scaleA", 1) < 0 ? -1 : 1);
    numbers[number_count++] = build_i32(ptx, tern_nvvm_value(op, "scaleB", 1) < 0 ? -1 : 1);
  }
  if (is_half) {
    numbers[number_count++] = build_i32(ptx, tern_nvvm_value(op, "layoutA", 0));
    numbers[number_count++] = build_i32(ptx, 1 - tern_nvvm_value(op, "layoutB", 0));
  }
  add(ptx, &ptx->op->results[0], WRITE);
  add(ptx, tern_op_operand_named(op, "inouts"), READ_WRITE);
  add(ptx, tern_op_operand_named(op, "descriptorA"), READ);
  add(ptx, tern_op_operand_named(op, "descriptorB"), READ);
  for (size_t i = 0; i < number_count; ++i) add(ptx, numbers[i], READ);

  const tern_enum_row_t *types = TERN_NVVM_ENUM(WGMMA_TYPE);
  tern_string_builder_append_format(&ptx->text,
                                    "{\n.reg .pred p;\nsetp.ne.b32 p, $%zu, 0;\nwgmma.mma_async.sync.aligned.m%" PRId64
                                    "n%" PRId64 "k%" PRId64 ".%s.%s.%s%s {",
                                    next + 2, tern_nvvm_shape_at(op, "shape", 0), tern_nvvm_shape_at(op, "shape", 1),
                                    tern_nvvm_shape_at(op, "shape", 2), tern_enum_case_name(types, d),
                                    tern_enum_case_name(types, a), tern_enum_case_name(types, b),
                                    saturates ? ".satfinite" : "");
  append_places(ptx, 0, count, ", ");
  tern_string_builder_append_format(&ptx->text, "}, %%%zu, %%%zu, p", next, next + 1);
  if (has_signs) tern_string_builder_append_format(&ptx->text, ", $%zu,  $%zu", next + 3, next + 4);
  if (is_half) tern_string_builder_append_format(&ptx->text, ", $%zu,  $%zu", next + 5, next + 6);
  append(ptx, ";\n}\n");
}

// --- nvvm.inline_ptx: places by name ---

enum { MAX_PLACES = 256 };
static const char *const place_kinds[] = {"rw", "w", "r"};
enum { PLACE_KIND_COUNT = 3 };

typedef struct place {
  size_t kind, number;
  const char *end;  // behind the closing brace
} place_t;

// Reads `{$rw12}` at `text`.
static bool read_place(const char *text, const char *end, place_t *out_place) {
  if (end - text < 5 || text[0] != '{' || text[1] != '$') return false;
  const char *at = text + 2;
  size_t kind = 0;
  while (kind < PLACE_KIND_COUNT && strncmp(at, place_kinds[kind], strlen(place_kinds[kind])) != 0) ++kind;
  if (kind == PLACE_KIND_COUNT) return false;
  at += strlen(place_kinds[kind]);
  size_t number = 0;
  const char *digits = at;
  for (; at < end && *at >= '0' && *at <= '9' && number < MAX_PLACES; ++at) number = number * 10 + (size_t)(*at - '0');
  if (at == digits || at == end || *at != '}' || number >= MAX_PLACES) return false;
  *out_place = (place_t){kind, number, at + 1};
  return true;
}

// The names in order, without gaps: what is read and written, what is written, what is read.
static void append_named_places(ptx_t *ptx, tern_str_t text) {
  bool is_seen[PLACE_KIND_COUNT][MAX_PLACES] = {{false}};
  size_t places[PLACE_KIND_COUNT][MAX_PLACES], next = 0;
  const char *end = text.data + text.size;
  place_t place;
  for (const char *at = text.data; at < end; ++at) {
    if (read_place(at, end, &place)) is_seen[place.kind][place.number] = true;
  }
  for (size_t kind = 0; kind < PLACE_KIND_COUNT; ++kind) {
    for (size_t i = 0; i < MAX_PLACES; ++i) {
      if (is_seen[kind][i]) places[kind][i] = next++;
    }
  }
  for (const char *at = text.data; at < end;) {
    if (read_place(at, end, &place)) {
      tern_string_builder_append_format(&ptx->text, "$%zu", places[place.kind][place.number]);
      at = place.end;
    } else {
      tern_string_builder_append(&ptx->text, tern_str_make(at++, 1));
    }
  }
}

static void add_group(ptx_t *ptx, const char *name, access_t access) {
  size_t start, count;
  tern_op_operands_named(ptx->op, name, &start, &count);
  for (size_t i = 0; i < count; ++i) add(ptx, tern_op_operand(ptx->op, start + i), access);
}

static void write_inline_ptx(ptx_t *ptx) {
  add_group(ptx, "readWriteArgs", READ_WRITE);
  for (size_t i = 0; i < ptx->op->result_count; ++i) add(ptx, &ptx->op->results[i], WRITE);
  add_group(ptx, "readOnlyArgs", READ);
  add_group(ptx, "predicate", READ);
  append_named_places(ptx, tern_string_attr_value(tern_op_attr(ptx->op, "ptxCode")));
}

static const struct {
  const tern_op_row_t *op;
  bool is_for_predicate;  // without one there is an intrinsic
  void (*write)(ptx_t *ptx);
} rows[] = {
    {TERN_NVVM(BARRIER_ARRIVE), false, write_barrier_arrive},
    {TERN_NVVM(CP_ASYNC_BULK_TENSOR_GLOBAL_SHARED_CTA), true, write_tensor_store},
    {TERN_NVVM(CP_ASYNC_BULK_TENSOR_SHARED_CLUSTER_GLOBAL), true, write_tensor_load},
    {TERN_NVVM(INLINE_PTX), false, write_inline_ptx},
    {TERN_NVVM(MBARRIER_ARRIVE_EXPECT_TX), true, write_mbarrier_arrive_expect_tx},
    {TERN_NVVM(MBARRIER_INIT), true, write_mbarrier_init},
    {TERN_NVVM(MBARRIER_TRY_WAIT_PARITY), false, write_mbarrier_try_wait_parity},
    {TERN_NVVM(PREFETCH), true, write_prefetch},
    {TERN_NVVM(WGMMA_MMA_ASYNC), false, write_wgmma},
};
enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

static size_t find_row(const tern_op_t *op) {
  size_t i = 0;
  while (i < ROW_COUNT && rows[i].op != op->def->row) ++i;
  return i;
}

bool tern_nvvm_needs_ptx(const tern_op_t *op) {
  size_t row = find_row(op);
  return row < ROW_COUNT && (!rows[row].is_for_predicate || tern_op_operand_named(op, "predicate"));
}

// --- the assembly ---

// `@$4 ` before the text, `$` for `%` in it.
static const tern_attr_t *finish_text(ptx_t *ptx, bool has_predicate) {
  tern_string_builder_t text = {0};
  if (has_predicate) tern_string_builder_append_format(&text, "@$%zu ", ptx->operands.count - 1);
  for (size_t i = 0; i < ptx->text.size; ++i) {
    char c = ptx->text.data[i] == '%' ? '$' : ptx->text.data[i];
    tern_string_builder_append(&text, tern_str_make(&c, 1));
  }
  const tern_attr_t *attr = tern_string_attr_get(ptx->rewriter->builder.context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return attr;
}

static tern_op_t *build_assembly(ptx_t *ptx, bool has_predicate) {
  tern_builder_t *builder = &ptx->rewriter->builder;
  tern_context_t *context = builder->context;
  tern_types_t results = {ptx->results.values, ptx->results.count};
  const tern_type_t *type = results.count > 1    ? tern_llvm_struct_type(context, results, false)
                            : results.count == 1 ? results.values[0]
                                                 : NULL;
  tern_string_builder_append(&ptx->constraints, tern_string_builder_view(&ptx->tied));
  const tern_named_attr_t attrs[] = {
      {"asm_string", finish_text(ptx, has_predicate)},
      {"constraints", tern_string_attr_get(context, tern_string_builder_view(&ptx->constraints))},
      {"has_side_effects", tern_unit_attr_get(context)},
      {"asm_dialect", tern_enum_attr_get(context, TERN_LLVM_ENUM(ASM_DIALECT), 0)},
  };
  return tern_build(builder, TERN_LLVM(INLINE_ASM), .operands = {ptx->operands.values, ptx->operands.count},
                    .types = {&type, type ? 1 : 0}, .attrs = {attrs, sizeof(attrs) / sizeof(attrs[0])});
}

// Uses behind the assembly see what it wrote.
static void replace_later_uses(ptx_t *ptx, tern_value_t *value, tern_value_t *written) {
  tern_dominance_t *dominance = tern_dominance_create();
  TERN_VEC(tern_operand_t *) uses = {0};
  tern_value_for_each_use(value, use) {
    if (use->owner != ptx->op && tern_dominance_value_dominates(dominance, written, use->owner)) {
      tern_vec_push(&uses, use);
    }
  }
  for (size_t i = 0; i < uses.count; ++i) {
    tern_op_t *user = uses.values[i]->owner;
    tern_op_set_operand(user, (size_t)(uses.values[i] - user->operands), written);
    tern_rewriter_modified(ptx->rewriter, user);
  }
  tern_vec_deinitialize(&uses);
  tern_dominance_destroy(dominance);
}

static void replace_op(ptx_t *ptx, tern_op_t *assembly) {
  size_t count = ptx->results.count;
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < count; ++i) {
    const int64_t position[] = {(int64_t)i};
    tern_value_t *value = &assembly->results[0];
    if (count > 1) value = tern_llvm_build_extract(&ptx->rewriter->builder, value, position, 1);
    tern_vec_push(&values, value);
  }
  for (size_t i = 0; i < ptx->changed.count; ++i) {
    replace_later_uses(ptx, ptx->changed.values[i], values.values[i]);
  }
  tern_rewriter_replace(ptx->rewriter, ptx->op,
                        (tern_values_t){values.values + ptx->changed.count, count - ptx->changed.count});
  tern_vec_deinitialize(&values);
}

bool tern_nvvm_to_inline_ptx(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!check_types(op)) return false;
  ptx_t ptx = {.op = op, .rewriter = rewriter};
  size_t row = find_row(op);
  rows[row].write(&ptx);
  bool has_predicate = false;
  for (size_t i = 0; i < op->def->operand_count; ++i) {
    if (tern_str_equal_cstr(tern_ident_str(op->def->operands[i].name), "predicate")) {
      has_predicate = tern_op_operand_named(op, "predicate") != NULL;
    }
  }
  tern_op_t *assembly = build_assembly(&ptx, has_predicate);
  replace_op(&ptx, assembly);
  deinitialize(&ptx);
  return true;
}

static bool rewrite(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return tern_nvvm_needs_ptx(op) && tern_nvvm_to_inline_ptx(op, rewriter);
}

const tern_pattern_t tern_nvvm_to_llvm_pattern = {"nvvm-to-inline-ptx", NULL, 2, rewrite};

static tern_walk_result_t convert(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_nvvm_needs_ptx(op)) return TERN_WALK_ADVANCE;
  tern_rewriter_t rewriter = {tern_builder_before(op)};
  tern_nvvm_to_inline_ptx(op, &rewriter);
  return TERN_WALK_ADVANCE;
}

void tern_nvvm_convert_to_llvm(tern_op_t *root) { tern_op_walk_post(root, convert, NULL); }

// --- the pass ---

// Ops of other dialects are folded, as upstream's conversion does with what it need not convert.
static bool fold_others(tern_op_t *op) {
  static const tern_legality_entry_t entries[] = {
      {.dialect = "llvm", .legality = TERN_LEGAL},
      {.dialect = "nvvm", .legality = TERN_LEGAL},
  };
  tern_conversion_target_t target = {.entries = entries, .entry_count = 2, .replaces_at_end = true};
  return tern_apply_partial_conversion(op, &target, NULL, 0, NULL, NULL);
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  if (!fold_others(op)) return false;
  tern_nvvm_convert_to_llvm(op);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_convert_nvvm_to_llvm_pass = {
    .flag = "convert-nvvm-to-llvm",
    .name = "ConvertNVVMToLLVMPass",
    .summary = "Turn nvvm ops that LLVM has no intrinsic for into inline PTX",
    .description = "Other ops stay as they are.",
    .dialects = dialects,
    .run = run,
};
