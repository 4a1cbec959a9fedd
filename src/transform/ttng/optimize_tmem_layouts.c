// --triton-nvidia-optimize-tmem-layouts: tensors that come from tensor memory, or go there, are dealt to threads as their users like it.
//
//   %x = ttng.tmem_load %m : ... -> tensor<128x128xf32>          %l = ttng.tmem_load (the first 64 columns of %m)
//   %y = tt.trans (tt.reshape %x : 128x2x64)               =>    %h = ttng.tmem_load (the others)
//   %a, %b = tt.split %y
//
// Four rewrites: halves of columns that are split off are loaded apart, and those that are joined stored apart; where eight warps
// sum up rows, a row lies in one warp; and what goes from shared memory to tensor memory, or back, is dealt as products deal
// it where that is wider in shared memory than one element. Conversions that are left over are for --tritongpu-remove-layout-conversions.
//
// Source: upstream's pass of the same name.

#include "analysis/triton/encoding_flow.h"
#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/tmem_access.h"
#include "dialect/ttng/ttng.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttg/layout_conversions.h"

enum { ROWS = 128, LEAST_COLUMNS = 8, EIGHT_WARPS = 8, HALF_BITS = 16, WORD_BITS = 32 };

static const tern_type_t *with_encoding(const tern_type_t *type, const tern_attr_t *encoding) {
  return tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), encoding);
}

static tern_value_t *convert(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(b, TERN_TTG(CONVERT_LAYOUT), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static tern_value_t *skip_conversions(tern_value_t *value) {
  for (tern_op_t *op; (op = tern_value_defined_by(value, TERN_TTG(CONVERT_LAYOUT)));) value = tern_op_operand(op, 0);
  return value;
}

// Do the last two of three dimensions change places?
static tern_op_t *swapped_by(tern_value_t *value) {
  tern_op_t *trans = tern_value_defined_by(value, TERN_TT(TRANS));
  const tern_attr_t *order = trans ? tern_op_attr(trans, "order") : NULL;
  static const int64_t wanted[] = {0, 2, 1};
  if (!trans || tern_int_list_attr_count(order) != 3) return NULL;
  for (size_t i = 0; i < 3; ++i) {
    if (tern_int_list_attr_at(order, i) != wanted[i]) return NULL;
  }
  return trans;
}

// --- halves of columns ---

// The type of `columns` columns of tensor memory.
static const tern_type_t *slice_type(const tern_type_t *memory, int64_t columns) {
  tern_memdesc_t part = tern_memdesc_read(memory);
  const int64_t dims[] = {part.dims[0], columns};
  tern_tensor_memory_t encoding = tern_tensor_memory_read(part.encoding);
  if (encoding.block_n > columns) encoding.block_n = columns;
  part.encoding = tern_tensor_memory_get(memory->context, &encoding);
  part.dims = dims;
  return tern_memdesc_get(&part);
}

static tern_value_t *make_slice(tern_builder_t *b, tern_value_t *memory, const tern_type_t *type, int64_t first) {
  const tern_attr_t *number = tern_integer_attr_get(tern_i_type_get(b->context, 32), first);
  return tern_build_value(b, TERN_TTNG(TMEM_SUBSLICE), .operands = TERN_VALUES(memory),
                          .attrs = TERN_ATTRS({"N", number}), .types = TERN_TYPES(type));
}

// Memory of `ROWS` rows that is cut, or NULL.
static bool can_cut(const tern_value_t *memory, int64_t columns) {
  tern_memdesc_t type = tern_memdesc_read(memory->type);
  return type.rank == 2 && type.dims[0] == ROWS && columns >= LEAST_COLUMNS && 2 * columns == type.dims[1] &&
         tern_attr_is_ttng(type.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING);
}

static bool split_load(tern_op_t *split, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *trans = swapped_by(skip_conversions(tern_op_operand(split, 0)));
  tern_op_t *reshape = trans ? tern_value_defined_by(tern_op_operand(trans, 0), TERN_TT(RESHAPE)) : NULL;
  tern_value_t *source = reshape ? skip_conversions(tern_op_operand(reshape, 0)) : NULL;
  tern_op_t *load = source ? tern_value_defined_by(source, TERN_TTNG(TMEM_LOAD)) : NULL;
  if (!load || load->operand_count > 1 || tern_type_rank(source->type) != 2) return false;
  const tern_type_t *shape = reshape->results[0].type, *type = split->results[0].type;
  tern_value_t *memory = tern_op_operand(load, 0), *halves[2];
  int64_t columns = tern_type_dim(shape, 2);
  if (tern_type_dim(shape, 0) != tern_type_dim(source->type, 0) || !can_cut(memory, columns)) return false;
  const tern_type_t *part = slice_type(memory->type, columns);
  const tern_attr_t *encoding = tern_tmem_layout(load, tern_tensor_type_encoding(type), part, TERN_TMEM_ROW_A_LANE);
  if (!encoding) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, load);
  for (int64_t i = 0; i < 2; ++i) {
    tern_value_t *slice = make_slice(b, memory, part, i * columns);
    tern_value_t *half = tern_build_value(b, TERN_TTNG(TMEM_LOAD), .operands = TERN_VALUES(slice),
                                          .types = TERN_TYPES(with_encoding(type, encoding)));
    halves[i] = convert(b, half, type);
  }
  tern_rewriter_replace(rewriter, split, TERN_VALUES(halves[0], halves[1]));
  return true;
}

static bool join_store(tern_op_t *store, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *reshape = tern_value_defined_by(skip_conversions(tern_op_operand_named(store, "src")), TERN_TT(RESHAPE));
  tern_op_t *trans = reshape ? swapped_by(tern_op_operand(reshape, 0)) : NULL;
  tern_op_t *join = trans ? tern_value_defined_by(tern_op_operand(trans, 0), TERN_TT(JOIN)) : NULL;
  if (!join || store->result_count || tern_type_rank(reshape->results[0].type) != 2) return false;
  const tern_type_t *shape = trans->results[0].type, *type = tern_op_operand(join, 0)->type;
  tern_value_t *memory = tern_op_operand_named(store, "dst"), *pred = tern_op_operand_named(store, "pred");
  int64_t columns = tern_type_dim(shape, 2);
  if (tern_type_dim(reshape->results[0].type, 0) != tern_type_dim(shape, 0) || !can_cut(memory, columns)) return false;
  const tern_type_t *part = slice_type(memory->type, columns);
  const tern_attr_t *encoding = tern_tmem_layout(store, tern_tensor_type_encoding(type), part, TERN_TMEM_ROW_A_LANE);
  if (!encoding) return false;
  tern_builder_t *b = &rewriter->builder;
  for (int64_t i = 0; i < 2; ++i) {
    tern_value_t *slice = make_slice(b, memory, part, i * columns);
    tern_value_t *half = convert(b, tern_op_operand(join, (size_t)i), with_encoding(type, encoding));
    tern_build(b, TERN_TTNG(TMEM_STORE), .operands = TERN_VALUES(slice, half, pred), .types = {0});
  }
  tern_rewriter_erase(rewriter, store);
  return true;
}

// --- other encodings ---

// Loads `load` in another encoding, and converts it for its users.
static void reload(tern_op_t *load, tern_rewriter_t *rewriter, const tern_attr_t *encoding) {
  tern_value_t *value = &load->results[0];
  const tern_type_t *type = value->type;
  value->type = with_encoding(type, encoding);
  tern_builder_set_after(&rewriter->builder, load);
  tern_value_t *converted = convert(&rewriter->builder, value, type);
  for (tern_operand_t *use = value->first_use, *next = NULL; use; use = next) {
    next = use->next;
    if (use->owner != tern_value_defining_op(converted)) tern_operand_set(use, converted);
  }
  tern_rewriter_modified(rewriter, load);
}

// Are rows summed up of what is computed of the value element by element?
static bool reduces_rows(const tern_value_t *value) {
  tern_map_t values = {0};  // those behind `i` are not looked at yet
  bool is_found = false;
  tern_map_set(&values, value, NULL);
  for (size_t i = 0; i < values.entry_count; ++i) {
    tern_value_for_each_use((const tern_value_t *)values.entries[i].key, use) {
      const tern_op_t *op = use->owner;
      if (tern_op_is(op, TERN_TT(REDUCE)))
        is_found = is_found || tern_integer_attr_value(tern_op_attr(op, "axis")) == 1;
      bool is_followed = tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)) || tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE);
      for (size_t r = 0; r < op->result_count && is_followed; ++r) tern_map_set(&values, &op->results[r], NULL);
    }
  }
  tern_map_deinitialize(&values);
  return is_found;
}

// A row is split between two warps only if there are two groups of four.
static bool reads_for_sums(const tern_op_t *load) {
  return tern_ttg_lookup_num_warps(load) == EIGHT_WARPS && reduces_rows(&load->results[0]);
}

static bool load_for_sums(tern_op_t *load, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_type_t *type = load->results[0].type, *memory = tern_op_operand(load, 0)->type;
  const tern_attr_t *old = tern_tensor_type_encoding(type);
  if (!reads_for_sums(load)) return false;
  const tern_attr_t *encoding = tern_tmem_layout(load, old, memory, TERN_TMEM_LONG_ROWS);
  if (!encoding || encoding == old) return false;
  reload(load, rewriter, encoding);
  return true;
}

// How many elements next to each other in shared memory a thread has.
static int64_t vector_of(const tern_type_t *tensor, const tern_type_t *memory) {
  tern_layout_t registers = tern_ttg_type_layout(tensor), shared = tern_ttg_type_layout(memory);
  if (registers.error || shared.error) return 0;
  tern_layout_t both = tern_layout_invert_and_compose(&registers, &shared);
  return both.error ? 0 : tern_layout_consecutive(&both);
}

// The encoding of products' rows, if memory has it and the tensor another one.
static const tern_attr_t *find_product_rows(const tern_op_t *op, const tern_type_t *tensor, const tern_type_t *memory) {
  const tern_attr_t *old = tern_tensor_type_encoding(tensor);
  tern_memdesc_t type = tern_memdesc_read(memory);
  if (!tern_attr_is_ttng(type.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING)) return NULL;
  const tern_attr_t *encoding = tern_tmem_layout(op, old, memory, TERN_TMEM_ROWS_OF_PRODUCTS);
  return encoding == old ? NULL : encoding;
}

// Do all loads from shared memory that the store's tensor is computed of, of 16 bits, take one element at a time?
static bool loads_single(tern_op_t *store, tern_operand_t *source, const tern_attr_t *encoding) {
  tern_ttg_remat_t remat;
  tern_ttg_slice_t slice = {0};
  tern_op_t *function = tern_op_parent_of(store, TERN_TT(FUNC));
  if (!function) return false;
  tern_ttg_remat_initialize(&remat, function);
  bool is_sliced = tern_ttg_backward_slice(&remat, source, encoding, NULL, &slice), is_found = false;
  for (size_t i = 0; i < slice.values.entry_count && is_sliced; ++i) {
    const tern_value_t *value = slice.values.entries[i].key;
    const tern_op_t *load = value ? tern_value_defined_by(value, TERN_TTG(LOCAL_LOAD)) : NULL;
    if (!load) continue;
    is_found = true;
    is_sliced = tern_type_bit_width(tern_type_element(value->type)) == HALF_BITS &&
                vector_of(value->type, tern_op_operand(load, 0)->type) == 1;
  }
  tern_ttg_slice_deinitialize(&slice);
  tern_ttg_remat_deinitialize(&remat);
  return is_sliced && is_found;
}

static bool store_from_shared(tern_op_t *store, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  size_t start, count;
  tern_op_operands_named(store, "src", &start, &count);
  tern_value_t *source = tern_op_operand(store, start);
  const tern_attr_t *encoding = find_product_rows(store, source->type, tern_op_operand_named(store, "dst")->type);
  if (!encoding || !loads_single(store, &store->operands[start], encoding)) return false;
  tern_op_set_operand(store, start, convert(&rewriter->builder, source, with_encoding(source->type, encoding)));
  tern_rewriter_modified(rewriter, store);
  return true;
}

static bool passes_on(const tern_op_t *op) {
  return !op->region_count && !op->successor_count && !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR);
}

static bool is_single_store(const tern_op_t *op, const tern_type_t *stored) {
  return tern_op_is(op, TERN_TTG(LOCAL_STORE)) && tern_type_bit_width(tern_type_element(stored)) < WORD_BITS &&
         vector_of(stored, tern_op_operand(op, 1)->type) == 1;
}

// The results of `op` come next, with the encodings that they have if its operand has `encoding`.
static void follow(tern_map_t *values, const tern_op_t *op, const tern_attr_t *encoding) {
  if (!passes_on(op)) return;
  const tern_attr_t *next = tern_ttg_result_encoding(op, encoding);
  if (!next && tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) next = encoding;
  for (size_t i = 0; i < op->result_count && next; ++i) {
    const tern_value_t *result = &op->results[i];
    if (tern_ttg_is_tensor(result) && !tern_map_contains(values, result)) tern_map_set(values, result, (void *)next);
  }
}

// Is something of fewer than 32 bits that is computed of the value stored to shared memory one element at a time?
static bool stores_single(const tern_value_t *value, const tern_attr_t *encoding) {
  tern_map_t values = {0};  // and their encodings; those behind `i` are not looked at yet
  bool is_found = false;
  tern_map_set(&values, value, (void *)encoding);
  for (size_t i = 0; i < values.entry_count && !is_found; ++i) {
    tern_map_entry_t entry = values.entries[i];
    tern_value_for_each_use((const tern_value_t *)entry.key, use) {
      is_found = is_found || is_single_store(use->owner, use->value->type);
      follow(&values, use->owner, entry.value);
    }
  }
  tern_map_deinitialize(&values);
  return is_found;
}

static bool load_to_shared(tern_op_t *load, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_attr_t *encoding = find_product_rows(load, load->results[0].type, tern_op_operand(load, 0)->type);
  if (!encoding || reads_for_sums(load) || !stores_single(&load->results[0], encoding)) return false;
  reload(load, rewriter, encoding);
  return true;
}

// --- the pass ---

static const tern_pattern_t patterns[] = {
    {"split-load", TERN_TT(SPLIT), 1, split_load},
    {"join-store", TERN_TTNG(TMEM_STORE), 1, join_store},
    {"load-for-sums", TERN_TTNG(TMEM_LOAD), 1, load_for_sums},
    {"store-from-shared", TERN_TTNG(TMEM_STORE), 1, store_from_shared},
    {"load-to-shared", TERN_TTNG(TMEM_LOAD), 1, load_to_shared},
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  const tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_triton_nvidia_optimize_tmem_layouts_pass = {
    .flag = "triton-nvidia-optimize-tmem-layouts",
    .name = "TritonNvidiaGPUOptimizeTMemLayoutsPass",
    .anchor = "builtin.module",
    .summary = "Deal tensors of tensor memory to threads as their users like it",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, &tern_ttng_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
