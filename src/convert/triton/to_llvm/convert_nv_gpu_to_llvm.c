// --convert-nv-gpu-to-llvm: instructions of nvg as inline PTX (upstream: ConvertNVGPUToLLVM of Triton 3.6).
//
//   %r = nvg.wgmma_wait_group %x {pendings = 0 : i32} : !llvm.struct<(f32, f32)>
// becomes
//   %x0 = llvm.extractvalue %x[0] : !llvm.struct<(f32, f32)>
//   %x1 = llvm.extractvalue %x[1] : !llvm.struct<(f32, f32)>
//   %r = llvm.inline_asm ... "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1" %x0, %x1 : (f32, f32) -> !llvm.struct<(f32, f32)>
//
// Products that add to the same sums are one text, and the wait that follows them is part of it.
//
// Tensor memory is allocated where a kernel begins that asks where it lies, and freed where it returns: ttg.tensor_memory_size of the module
// says how much. Partitions of warps get the address as an operand.

#include <stdio.h>

#include "convert/triton/to_llvm/ptx.h"
#include "dialect/nvg/nvg.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttg/warp_specialize.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

enum { WARP_SIZE = 32, MAX_COLUMNS = 512, TENSOR_MEMORY_SPACE = 6, SHARED_SPACE = 3 };

// --- registers ---

// The letter of a register that holds a value.
static char letter_of(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_F32) return 'f';
  if (type->kind == TERN_TYPE_F64) return 'd';
  uint32_t bits = tern_type_is_llvm(type, TERN_LLVM_PTR) ? 64 : tern_type_bit_width(type);
  return bits <= 16 ? 'h' : bits == 32 ? 'r' : 'l';
}

// Adds the elements of a struct as results, which are numbered from 0.
static size_t add_results(tern_ptx_t *ptx, const tern_type_t *type, bool is_early) {
  tern_types_t types = tern_llvm_struct_elements(type);
  for (size_t i = 0; i < types.count; ++i) {
    char letter = letter_of(types.values[i]);
    is_early ? tern_ptx_early_result_in(ptx, letter) : tern_ptx_result_in(ptx, letter);
  }
  return types.count;
}

// Adds the elements of `value` as operands; tied to the results from 0 on, where `is_tied`. The number of the first one.
static int add_elements(tern_ptx_t *ptx, tern_builder_t *b, tern_value_t *value, bool is_tied) {
  int first = ptx->count;
  tern_types_t types = tern_llvm_struct_elements(value->type);
  for (size_t i = 0; i < types.count; ++i) {
    tern_value_t *element = tern_emit_extract(b, value, (int64_t)i);
    if (is_tied)
      tern_ptx_tied(ptx, (int)i, element);
    else
      tern_ptx_operand(ptx, letter_of(types.values[i]), element);
  }
  return first;
}

static void append_numbers(tern_ptx_t *ptx, int first, size_t count) {
  for (size_t i = 0; i < count; ++i) tern_ptx_format(ptx, "%s$%d", i ? "," : "", first + (int)i);
}

// Assembly with one result has no struct.
static void finish(tern_ptx_t *ptx, tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = op->results[0].type;
  tern_types_t elements = tern_llvm_struct_elements(type);
  tern_value_t *result = tern_ptx_finish(ptx, b, true, elements.count == 1 ? elements.values[0] : type);
  if (elements.count == 1) result = tern_emit_insert(b, tern_emit_undef(b, type), result, 0);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
}

// --- products ---

// The product whose sums `op` adds to, where nothing with effects lies between them and nobody else reads the sums.
static tern_op_t *product_before(const tern_op_t *op) {
  const tern_value_t *sums = op->operand_count > 3 ? tern_op_operand(op, 3) : NULL;
  tern_op_t *before = sums ? tern_value_defining_op(sums) : NULL;
  if (!before || !tern_op_is(before, TERN_NVG(WGMMA)) || before->block != op->block || !tern_value_has_one_use(sums))
    return NULL;
  const tern_op_t *between = op->prev;
  while (between && between != before && !tern_op_effects(between)) between = between->prev;
  return between == before ? before : NULL;
}

static bool is_continued(const tern_op_t *op) {
  const tern_value_t *sums = &op->results[0];
  if (!tern_value_has_one_use(sums)) return false;
  const tern_op_t *user = sums->first_use->owner;
  return tern_op_is(user, TERN_NVG(WGMMA)) && product_before(user) == op;
}

static void append_list(tern_ptx_t *ptx, const int *numbers, size_t count) {
  for (size_t i = 0; i < count; ++i) tern_ptx_format(ptx, "%s$%d", i ? "," : "", numbers[i]);
}

// The operands of a product and its instruction, whose sums are the results with these numbers.
static void add_product(tern_ptx_t *ptx, tern_builder_t *b, const tern_op_t *op, const int *sums, size_t count) {
  tern_value_t *x = tern_op_operand(op, 0);
  bool is_in_registers = tern_type_is_llvm(x->type, TERN_LLVM_STRUCT);
  int64_t kind = tern_nvg_number(op, "eltTypeA");
  int first = is_in_registers ? add_elements(ptx, b, x, false) : tern_ptx_operand(ptx, 'l', x);
  int last = ptx->count, y = tern_ptx_operand(ptx, 'l', tern_op_operand(op, 1));
  bool has_sums = op->operand_count > 3;
  int adds = has_sums ? tern_ptx_operand(ptx, 'b', tern_op_operand(op, 2)) : 0;
  tern_ptx_format(ptx, "wgmma.mma_async.sync.aligned.m%dn%dk%d.%s.%s.%s {", (int)tern_nvg_number(op, "m"),
                  (int)tern_nvg_number(op, "n"), (int)tern_nvg_number(op, "k"),
                  tern_nvg_element_name(tern_nvg_number(op, "eltTypeC")), tern_nvg_element_name(kind),
                  tern_nvg_element_name(tern_nvg_number(op, "eltTypeB")));
  append_list(ptx, sums, count);
  tern_ptx_text(ptx, is_in_registers ? "}, {" : "}, ");
  append_numbers(ptx, first, (size_t)(last - first));
  tern_ptx_format(ptx, is_in_registers ? "}, $%d, " : ", $%d, ", y);
  if (has_sums)
    tern_ptx_format(ptx, "$%d", adds);
  else
    tern_ptx_text(ptx, "0");
  // Nothing is negated; operands whose depth is not contiguous are turned.
  if (kind != TERN_NVG_S8) tern_ptx_text(ptx, ", 1, 1");
  bool takes_transposed = kind == TERN_NVG_F16 || kind == TERN_NVG_BF16;
  if (takes_transposed && !is_in_registers)
    tern_ptx_format(ptx, ", %d", tern_nvg_number(op, "layoutA") == TERN_NVG_COLUMN);
  if (takes_transposed) tern_ptx_format(ptx, ", %d", tern_nvg_number(op, "layoutB") == TERN_NVG_ROW);
  tern_ptx_text(ptx, ";");
}

// The products up to `last` that add to the same sums, the last one first.
static tern_op_list_t chain_of(tern_op_t *last) {
  tern_op_list_t products = {0};
  for (tern_op_t *product = last; product; product = product_before(product)) tern_vec_push(&products, product);
  return products;
}

static void add_chain(tern_ptx_t *ptx, tern_builder_t *b, const tern_op_list_t *products, const int *sums,
                      size_t count) {
  for (size_t i = products->count; i-- > 0;) {
    add_product(ptx, b, products->values[i], sums, count);
    if (i > 0) tern_ptx_next(ptx);
  }
}

// --- products and the wait for them ---

// A wait that follows its products, with nothing but the end of their group between. The sums go through LLVM once then: they are
// no results of the products that would be tied to the operands of the wait.
typedef struct awaited {
  TERN_VEC(tern_value_t *) members;  // of the struct that is waited for
  TERN_VEC(tern_op_t *) insertions;  // that made it, the last one first
  TERN_VEC(tern_op_t *) lasts;       // the last products of their chains, the last chain first
  tern_op_t *commit;
} awaited_t;

static void deinitialize_awaited(awaited_t *awaited) {
  tern_vec_deinitialize(&awaited->members);
  tern_vec_deinitialize(&awaited->insertions);
  tern_vec_deinitialize(&awaited->lasts);
}

// False: the struct is not made member by member for the wait alone.
static bool find_members(const tern_op_t *wait, awaited_t *awaited) {
  tern_value_t *value = tern_op_operand(wait, 0);
  size_t count = tern_llvm_struct_elements(value->type).count, known = 0;
  for (size_t i = 0; i < count; ++i) tern_vec_push(&awaited->members, NULL);
  while (known < count) {
    tern_op_t *op = tern_value_defined_by(value, TERN_LLVM(INSERTVALUE));
    const tern_attr_t *position = op ? tern_op_attr(op, "position") : NULL;
    if (!op || !tern_value_has_one_use(value) || tern_dense_array_attr_count(position) != 1) return false;
    tern_value_t **member = &awaited->members.values[tern_dense_array_attr_int(position, 0)];
    if (*member) return false;
    *member = tern_op_operand(op, 1);
    tern_vec_push(&awaited->insertions, op);
    value = tern_op_operand(op, 0);
    ++known;
  }
  return true;
}

// The product that `member` is a sum of, and which one; NULL: of none, or somebody else reads it.
static tern_op_t *product_of(const tern_value_t *member, size_t *out_index) {
  const tern_op_t *extract = tern_value_defined_by(member, TERN_LLVM(EXTRACTVALUE));
  const tern_attr_t *position = extract ? tern_op_attr(extract, "position") : NULL;
  if (!extract || !tern_value_has_one_use(member) || tern_dense_array_attr_count(position) != 1) return NULL;
  *out_index = (size_t)tern_dense_array_attr_int(position, 0);
  return tern_value_defined_by(tern_op_operand(extract, 0), TERN_NVG(WGMMA));
}

// Are all sums of the product members, and is nobody else's? Their places go to `out_places`, with room for all members.
static bool find_places(const awaited_t *awaited, const tern_op_t *product, int *out_places) {
  const tern_value_t *sums = &product->results[0];
  size_t count = tern_llvm_struct_elements(sums->type).count, index, found = 0, use_count = 0;
  tern_value_for_each_use(sums, use)++ use_count;
  if (use_count != count || count > awaited->members.count) return false;
  for (size_t i = 0; i < count; ++i) out_places[i] = -1;
  for (size_t i = 0; i < awaited->members.count; ++i) {
    if (product_of(awaited->members.values[i], &index) != product || out_places[index] >= 0) continue;
    out_places[index] = (int)i;
    ++found;
  }
  return found == count;
}

static bool find_awaited(const tern_op_t *wait, awaited_t *awaited) {
  *awaited = (awaited_t){0};
  if (!find_members(wait, awaited)) return false;
  TERN_VEC(int) places = {0};
  for (size_t i = 0; i < awaited->members.count; ++i) tern_vec_push(&places, 0);
  for (tern_op_t *op = wait->prev; op; op = op->prev) {
    if (!tern_op_effects(op)) continue;
    bool is_product = tern_op_is(op, TERN_NVG(WGMMA));
    if (awaited->commit && is_product && is_continued(op)) continue;
    if (awaited->commit && is_product && find_places(awaited, op, places.values)) {
      tern_vec_push(&awaited->lasts, op);
    } else if (!awaited->commit && tern_op_is(op, TERN_NVVM(WGMMA_COMMIT_GROUP_SYNC_ALIGNED))) {
      awaited->commit = op;
    } else {
      break;
    }
  }
  tern_vec_deinitialize(&places);
  return awaited->lasts.count > 0;
}

// Will the wait for these sums be lowered with the product?
static bool is_awaited(const tern_op_t *product) {
  const tern_operand_t *use = product->results[0].first_use;
  const tern_op_t *op = use ? use->owner : NULL;
  if (!op || !tern_op_is(op, TERN_LLVM(EXTRACTVALUE)) || !tern_value_has_one_use(&op->results[0])) return false;
  do {
    op = op->results[0].first_use->owner;
  } while (tern_op_is(op, TERN_LLVM(INSERTVALUE)) && tern_value_has_one_use(&op->results[0]));
  if (!tern_op_is(op, TERN_NVG(WGMMA_WAIT_GROUP))) return false;
  awaited_t awaited;
  bool is_found = false;
  if (find_awaited(op, &awaited)) {
    for (size_t i = 0; i < awaited.lasts.count && !is_found; ++i) is_found = awaited.lasts.values[i] == product;
  }
  deinitialize_awaited(&awaited);
  return is_found;
}

// Products that add to the same sums, one behind the other, become one text: the sums go through LLVM once, not once for each step
// along the depth, which is a sixth of the time of a kernel of products. The registers of the sums are written before the last
// operand is read.
static bool lower_wgmma(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (is_continued(op) || is_awaited(op)) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_op_list_t products = chain_of(op);
  const tern_op_t *first = products.values[products.count - 1];
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  TERN_VEC(int) sums = {0};
  size_t count = add_results(&ptx, op->results[0].type, products.count > 1);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&sums, (int)i);
  if (first->operand_count > 3) add_elements(&ptx, b, tern_op_operand(first, 3), true);
  add_chain(&ptx, b, &products, sums.values, count);
  finish(&ptx, op, rewriter);
  for (size_t i = 1; i < products.count; ++i) tern_rewriter_erase(rewriter, products.values[i]);
  tern_vec_deinitialize(&sums);
  tern_vec_deinitialize(&products);
  return true;
}

static void add_wait(tern_ptx_t *ptx, const tern_op_t *wait, size_t count) {
  tern_ptx_text(ptx, "// wait for regs: ");
  append_numbers(ptx, 0, count);
  tern_ptx_next(ptx);
  tern_ptx_format(ptx, "wgmma.wait_group.sync.aligned %d;", (int)tern_nvg_number(wait, "pendings"));
}

// What members start as: those of products what the first of the chain adds to, which may be nothing.
static void tie_members(tern_ptx_t *ptx, tern_builder_t *b, const awaited_t *awaited) {
  for (size_t i = 0; i < awaited->members.count; ++i) {
    tern_value_t *member = awaited->members.values[i];
    size_t index;
    tern_op_t *product = product_of(member, &index);
    bool is_awaited = false;
    for (size_t k = 0; k < awaited->lasts.count; ++k) is_awaited |= awaited->lasts.values[k] == product;
    if (is_awaited) {
      for (tern_op_t *before; (before = product_before(product));) product = before;
      member = product->operand_count > 3 ? tern_emit_extract(b, tern_op_operand(product, 3), (int64_t)index) : NULL;
    }
    if (member) tern_ptx_tied(ptx, (int)i, member);
  }
}

static void erase_awaited(tern_rewriter_t *rewriter, const awaited_t *awaited) {
  for (size_t i = 0; i < awaited->insertions.count; ++i) tern_rewriter_erase(rewriter, awaited->insertions.values[i]);
  for (size_t i = 0; i < awaited->lasts.count; ++i) {
    tern_op_t *last = awaited->lasts.values[i];
    while (tern_value_has_uses(&last->results[0])) tern_rewriter_erase(rewriter, last->results[0].first_use->owner);
    tern_op_list_t products = chain_of(last);
    for (size_t k = 0; k < products.count; ++k) tern_rewriter_erase(rewriter, products.values[k]);
    tern_vec_deinitialize(&products);
  }
  tern_rewriter_erase(rewriter, awaited->commit);
}

// The products, the end of their group, and the wait.
static void lower_awaited(tern_op_t *wait, tern_rewriter_t *rewriter, const awaited_t *awaited) {
  tern_builder_t *b = &rewriter->builder;
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  TERN_VEC(int) places = {0};
  size_t count = add_results(&ptx, wait->results[0].type, true);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&places, 0);
  tie_members(&ptx, b, awaited);
  for (size_t i = awaited->lasts.count; i-- > 0;) {
    tern_op_t *last = awaited->lasts.values[i];
    find_places(awaited, last, places.values);
    tern_op_list_t products = chain_of(last);
    add_chain(&ptx, b, &products, places.values, tern_llvm_struct_elements(last->results[0].type).count);
    tern_vec_deinitialize(&products);
    tern_ptx_next(&ptx);
  }
  tern_ptx_text(&ptx, "wgmma.commit_group.sync.aligned;");
  tern_ptx_next(&ptx);
  add_wait(&ptx, wait, count);
  tern_vec_deinitialize(&places);
  finish(&ptx, wait, rewriter);
  erase_awaited(rewriter, awaited);
}

static bool lower_wait(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  awaited_t awaited;
  if (find_awaited(op, &awaited)) {
    lower_awaited(op, rewriter, &awaited);
    deinitialize_awaited(&awaited);
    return true;
  }
  deinitialize_awaited(&awaited);
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  size_t count = add_results(&ptx, op->results[0].type, false);
  add_elements(&ptx, &rewriter->builder, tern_op_operand(op, 0), true);
  add_wait(&ptx, op, count);
  finish(&ptx, op, rewriter);
  return true;
}

// --- numbers of warps and blocks ---

static tern_value_t *read_register(tern_builder_t *b, const tern_op_row_t *row) {
  return tern_build_value(b, row, .types = TERN_TYPES(tern_emit_i(b, 32)));
}

static bool lower_cluster_id(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_value_t *rank = read_register(&rewriter->builder, TERN_NVVM(READ_PTX_SREG_CLUSTER_CTARANK));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(rank));
  return true;
}

// The first warp of the partition around `op`; -1: it is in none, or warps are not given to it.
static int64_t first_warp(const tern_op_t *op) {
  const tern_region_t *region = op->block->parent;
  while (region->parent->block && !tern_op_is(region->parent, TERN_TTG(WARP_SPECIALIZE_PARTITIONS)))
    region = region->parent->block->parent;
  if (!region->parent->block) return -1;
  const tern_attr_t *starts = tern_op_attr(tern_op_parent(region->parent), "warpGroupStartIds");
  return starts ? tern_dense_array_attr_int(starts, (size_t)(region - region->parent->regions)) : -1;
}

// The shuffle tells ptxas that all lanes have the same number.
static bool lower_warp_id(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *warp = NULL;
  if (tern_ttg_lookup_num_warps(op) == 1) {
    warp = tern_emit_i32(b, 0);
  } else {
    tern_value_t *thread = read_register(b, TERN_NVVM(READ_PTX_SREG_TID_X));
    int64_t first = first_warp(op);
    if (first >= 0) {
      tern_value_t *start = tern_emit_i32(b, first * WARP_SIZE);
      thread = tern_build_value(b, TERN_LLVM(SUB), .operands = TERN_VALUES(thread, start));
    }
    tern_value_t *size = tern_emit_i32(b, WARP_SIZE);
    warp = tern_build_value(b, TERN_LLVM(UDIV), .operands = TERN_VALUES(thread, size));
    tern_value_t *all = tern_emit_i32(b, -1), *lane = tern_emit_i32(b, 0), *clamp = tern_emit_i32(b, WARP_SIZE - 1);
    const tern_attr_t *kind = tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_SHFL_KIND, TERN_NVVM_SHFL_KIND_IDX);
    warp = tern_build_value(b, TERN_NVVM(SHFL_SYNC), .operands = TERN_VALUES(all, warp, lane, clamp),
                            .types = TERN_TYPES(warp->type), .attrs = TERN_ATTRS({"kind", kind}));
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(warp));
  return true;
}

// --- loads ---

static const char *case_of(const tern_op_t *op, const tern_enum_row_t *row, const char *name) {
  return tern_enum_case_name(row, tern_enum_attr_value(tern_op_attr(op, name)));
}

static bool lower_load(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = op->results[0].type;
  uint32_t bits = tern_type_bit_width(type);
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int result = tern_ptx_result(&ptx, bits), address = tern_ptx_operand(&ptx, 'l', tern_op_operand(op, 0));
  if (op->operand_count > 1) {
    tern_ptx_format(&ptx, "mov.u%u $%d, 0x0;", bits < 16 ? 16 : bits, result);
    tern_ptx_next(&ptx);
    tern_ptx_predicate(&ptx, tern_op_operand(op, 1));
  }
  tern_ptx_format(&ptx, "ld.global.%s.%s.b%u $%d, [ $%d + 0 ];", case_of(op, TERN_TT_ENUM(MEM_SYNC_SCOPE), "scope"),
                  case_of(op, TERN_TT_ENUM(MEM_SEMANTIC), "sem"), bits, result, address);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_ptx_finish_as(&ptx, b, true, type, bits, 1)));
  return true;
}

static const tern_pattern_t patterns[] = {
    {"wgmma", TERN_NVG(WGMMA), 1, lower_wgmma},
    {"wgmma-wait-group", TERN_NVG(WGMMA_WAIT_GROUP), 1, lower_wait},
    {"cluster-id", TERN_NVG(CLUSTER_ID), 1, lower_cluster_id},
    {"ld-acquire", TERN_NVG(LD_ACQUIRE), 1, lower_load},
    {"warp-id", TERN_NVG(WARP_ID), 1, lower_warp_id},
};

// --- tensor memory ---

static void emit_tcgen05(tern_builder_t *b, tern_value_t *is_first, const char *what, int groups, const char *text,
                         tern_value_t *address) {
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  tern_ptx_predicate(&ptx, is_first);
  tern_ptx_format(&ptx, "tcgen05.%s.cta_group::%d.sync.aligned%s;", what, groups, text);
  if (address) tern_ptx_operand(&ptx, 'r', address);
  tern_ptx_finish(&ptx, b, true, NULL);
}

// The columns of `size` are allocated by the first warp, for as many blocks as multiply together; the address comes through shared
// memory. They are freed before each return.
static tern_value_t *allocate(tern_op_t *function, int64_t size, bool is_two_ctas) {
  tern_builder_t start = tern_builder_at_start(tern_op_body(function, 0), function->loc), *b = &start;
  int groups = is_two_ctas ? 2 : 1;
  char text[64];
  tern_value_t *thread = read_register(b, TERN_NVVM(READ_PTX_SREG_TID_X));
  tern_value_t *is_first = tern_emit_icmp(b, TERN_EMIT_ULT, thread, tern_emit_i32(b, WARP_SIZE));
  const tern_attr_t *name = tern_flat_symbol_ref_attr_get(b->context, TERN_STR("global_smem"));
  tern_value_t *shared = tern_build_value(b, TERN_LLVM(MLIR_ADDRESSOF), .attrs = TERN_ATTRS({"global_name", name}),
                                          .types = TERN_TYPES(tern_llvm_ptr_type(b->context, SHARED_SPACE)));
  snprintf(text, sizeof text, ".shared::cta.b32 [$1], %d", (int)size);
  emit_tcgen05(b, is_first, "alloc", groups, text, shared);
  tern_build(b, TERN_NVVM(BARRIER0), .types = {0});
  tern_value_t *address = tern_emit_load(b, tern_emit_i(b, 32), shared);
  tern_build(b, TERN_NVVM(BARRIER0), .types = {0});
  address = tern_emit_bitcast(b, address, tern_llvm_ptr_type(b->context, TENSOR_MEMORY_SPACE));
  emit_tcgen05(b, is_first, "relinquish_alloc_permit", groups, "", NULL);
  tern_op_list_t returns = tern_op_collect_row(function, TERN_POSTORDER, TERN_LLVM(RETURN));
  snprintf(text, sizeof text, ".b32 $1, %d", (int)size);
  for (size_t i = 0; i < returns.count; ++i) {
    tern_builder_t end = tern_builder_before(returns.values[i]);
    tern_build(&end, TERN_NVVM(BARRIER0), .types = {0});
    emit_tcgen05(&end, is_first, "dealloc", groups, text, address);
  }
  tern_vec_deinitialize(&returns);
  return address;
}

// The function that all bases are in; NULL after an error.
static tern_op_t *find_kernel(const tern_op_list_t *bases) {
  tern_op_t *kernel = NULL;
  for (size_t i = 0; i < bases->count; ++i) {
    tern_op_t *function = tern_op_parent_of(bases->values[i], TERN_LLVM(FUNC));
    if (function && (!kernel || function == kernel) && tern_op_attr(function, "nvvm.kernel")) {
      kernel = function;
      continue;
    }
    tern_op_error(bases->values[i], "is not in the one kernel that has tensor memory");
    tern_emit_note(bases->values[i]->loc, "inline functions that use tensor memory, and compile one kernel at a time");
    return NULL;
  }
  return kernel;
}

static bool lower_tensor_memory(tern_op_t *module) {
  tern_op_list_t bases = tern_op_collect_row(module, TERN_POSTORDER, TERN_NVG(TENSOR_MEMORY_BASE));
  const tern_attr_t *attr = tern_op_attr(module, "ttg.tensor_memory_size");
  const tern_attr_t *two = tern_op_attr(module, "ttng.two-ctas");
  int64_t size = tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : 0;
  tern_op_t *kernel = bases.count ? find_kernel(&bases) : NULL;
  bool is_right = !bases.count || kernel;
  if (kernel && (size <= 0 || size > MAX_COLUMNS)) {
    tern_op_error(module, "needs %lld columns of tensor memory, but a chip has from 1 to %d", (long long)size,
                  MAX_COLUMNS);
    tern_emit_note(module->loc, "ttg.tensor_memory_size is what --triton-tensor-memory-allocation has found");
    is_right = false;
  }
  if (kernel && is_right) {
    tern_value_t *address = allocate(kernel, size, tern_attr_is_integer(two) && tern_integer_attr_value(two) != 0);
    for (size_t i = 0; i < bases.count; ++i) {
      tern_value_replace_all_uses(tern_op_result(bases.values[i], 0), address);
      tern_op_destroy(bases.values[i]);
    }
  }
  tern_vec_deinitialize(&bases);
  return is_right;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  const tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  if (!lower_tensor_memory(module)) return false;
  tern_op_visit_row(module, TERN_POSTORDER, TERN_TTG(WARP_SPECIALIZE), tern_ttg_isolate_partitions);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_convert_nv_gpu_to_llvm_pass = {
    .flag = "convert-nv-gpu-to-llvm",
    .name = "ConvertNVGPUToLLVM",
    .anchor = "builtin.module",
    .summary = "Put instructions of nvg in terms of inline PTX",
    .description = "Tensor memory is allocated where a kernel begins that uses it, and freed where it ends.",
    .dialects = dialects,
    .run = run,
};
