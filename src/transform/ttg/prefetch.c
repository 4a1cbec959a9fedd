// --tritongpu-prefetch: a product in a loop is cut along its depth, and what the first piece multiplies is read from shared memory
// at the end of the iteration before.
//
//   scf.for ... iter_args(%a = %a0, %b = %b0) {          %x0 = local_load %a0[:, 0:16]
//     %x = ttg.local_load %a                              scf.for ... iter_args(%a = %a0, %b = %b0, %x = %x0, %y = %y0) {
//     %y = ttg.local_load %b                        =>      %p = tt.dot %x, %y, %c
//     %c1 = tt.dot %x, %y, %c                               %c1 = tt.dot (local_load %a[:, 16:32]), ..., %p
//     ... scf.yield %a1, %b1                                scf.yield %a1, %b1, (local_load %a1[:, 0:16]), ...
//   }                                                    }
//
// Elementwise ops between the load and the product are done for each piece. Only loops with one product are rewritten, of
// mma version 2 or of mfma, whose operands are memory that the loop carries. The new loop has no attributes: those for the
// pipeline, which came before, mean nothing any more. Source: upstream's pass of the same name.

#include "base/vec.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttg/convert_patterns.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

// An operand of the product: memory that the loop carries, what is loaded of it, and what is computed of that, the operand last.
typedef struct operand {
  value_list_t chain;
  size_t carried;  // which value of the loop the memory is
} operand_t;

typedef struct prefetch {
  tern_op_t *loop, *dot;
  int64_t width;  // of a piece, along the depth
  operand_t operands[2];
} prefetch_t;

static tern_op_t *yield_of(const tern_op_t *loop) { return tern_op_body(loop, 0)->last_op; }

// --- which product ---

static bool is_supported(const tern_op_t *dot) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(dot->results[0].type);
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_MFMA)) return true;
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA) &&
         tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION_MAJOR) == 2;
}

static tern_op_t *find_only_dot(const tern_op_t *loop) {
  tern_op_t *found = NULL;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (!tern_op_is(op, TERN_TT(DOT))) continue;
    if (found || !is_supported(op)) return NULL;
    found = op;
  }
  return found;
}

// From the operand back to the memory, each value used by the next one alone.
static bool find_chain(tern_value_t *value, value_list_t *out_chain) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return false;
  tern_vec_push(out_chain, value);
  while (op && op->operand_count == 1 && op->result_count == 1 && tern_value_has_one_use(&op->results[0])) {
    tern_vec_push(out_chain, tern_op_operand(op, 0));
    if (tern_op_is(op, TERN_TTG(LOCAL_LOAD)))
      return tern_attr_is_ttg(tern_tensor_type_encoding(op->results[0].type), TERN_TTG_ATTR_DOT_OP);
    op = tern_value_defining_op(tern_op_operand(op, 0));
  }
  return false;
}

static bool find_operand(const prefetch_t *prefetch, size_t index, operand_t *out_operand) {
  value_list_t *chain = &out_operand->chain;
  if (!find_chain(tern_op_operand(prefetch->dot, index), chain)) return false;
  for (size_t i = 0; i < chain->count / 2; ++i) {
    tern_value_t *value = chain->values[i];
    chain->values[i] = chain->values[chain->count - 1 - i];
    chain->values[chain->count - 1 - i] = value;
  }
  const tern_value_t *memory = chain->values[0];
  if (!memory->is_block_argument || memory->owner != tern_op_body(prefetch->loop, 0) || memory->index == 0)
    return false;
  out_operand->carried = memory->index - 1;
  return true;
}

// The depth of a piece: what 8 threads of a line have, or 32 bytes.
static bool find_width(prefetch_t *prefetch) {
  const tern_type_t *a = tern_op_operand(prefetch->dot, 0)->type, *b = tern_op_operand(prefetch->dot, 1)->type;
  const tern_attr_t *x = tern_tensor_type_encoding(a), *y = tern_tensor_type_encoding(b);
  if (!tern_attr_is_ttg(x, TERN_TTG_ATTR_DOT_OP) || !tern_attr_is_ttg(y, TERN_TTG_ATTR_DOT_OP)) return false;
  int64_t k_width = tern_ttg_number(x, TERN_TTG_FIELD_K_WIDTH);
  if (k_width != tern_ttg_number(y, TERN_TTG_FIELD_K_WIDTH)) return false;
  prefetch->width = k_width ? 8 * k_width : 256 / (int64_t)tern_type_bit_width(tern_type_element(a));
  return tern_type_dim(a, tern_type_rank(a) - 1) % prefetch->width == 0;
}

static bool find_prefetch(tern_op_t *loop, prefetch_t *out_prefetch) {
  *out_prefetch = (prefetch_t){.loop = loop, .dot = find_only_dot(loop)};
  if (!out_prefetch->dot || !find_width(out_prefetch)) return false;
  return find_operand(out_prefetch, 0, &out_prefetch->operands[0]) &&
         find_operand(out_prefetch, 1, &out_prefetch->operands[1]);
}

// --- pieces ---

static const tern_type_t *with_encoding(const tern_type_t *type, const tern_type_t *shape,
                                        const tern_attr_t *encoding) {
  return tern_tensor_type_get(tern_type_element(type), tern_type_dims(shape), tern_type_rank(shape), encoding);
}

// The elementwise ops of the chain, for a piece.
static tern_value_t *repeat_chain(tern_builder_t *b, const operand_t *operand, tern_value_t *piece) {
  tern_map_t mapping = {0};
  tern_map_set(&mapping, operand->chain.values[1], piece);
  tern_value_t *value = piece;
  for (size_t i = 2; i < operand->chain.count; ++i) {
    tern_op_t *copy = tern_builder_clone(b, operand->chain.values[i]->owner, &mapping);
    value = &copy->results[0];
    const tern_attr_t *encoding = tern_tensor_type_encoding(tern_op_operand(copy, 0)->type);
    if (value->type->kind == TERN_TYPE_TENSOR) value->type = with_encoding(value->type, piece->type, encoding);
    tern_map_set(&mapping, operand->chain.values[i], value);
  }
  tern_map_deinitialize(&mapping);
  return value;
}

// Piece `offset` along the depth of memory, as operand `index`.
static tern_value_t *load_piece(tern_builder_t *b, const prefetch_t *prefetch, size_t index, tern_value_t *memory,
                                int64_t offset) {
  tern_memdesc_t desc = tern_memdesc_read(memory->type);
  int64_t dims[32];
  int32_t offsets[32] = {0};
  size_t depth = desc.rank - 1 - index;
  for (size_t d = 0; d < desc.rank; ++d) dims[d] = desc.dims[d];
  dims[depth] = prefetch->width;
  offsets[depth] = (int32_t)offset;
  desc.dims = dims;
  tern_value_t *slice = tern_build_value(
      b, TERN_TTG(MEMDESC_SUBSLICE), .operands = TERN_VALUES(memory), .types = TERN_TYPES(tern_memdesc_get(&desc)),
      .attrs = TERN_ATTRS({"offsets", tern_dense_i32_array_attr_get(b->context, offsets, desc.rank)}));
  const tern_attr_t *parent = tern_tensor_type_encoding(prefetch->dot->results[0].type);
  const tern_attr_t *encoding = tern_ttg_encoding_get(
      b->context, TERN_TTG_ATTR_DOT_OP,
      TERN_TTG_VALUES({TERN_TTG_FIELD_OP_IDX, index}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)parent},
                      {TERN_TTG_FIELD_K_WIDTH, (uint64_t)prefetch->width / 8}));
  const tern_type_t *type = tern_tensor_type_get(desc.element, dims, desc.rank, encoding);
  tern_value_t *piece =
      tern_build_value(b, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(slice), .types = TERN_TYPES(type));
  return repeat_chain(b, &prefetch->operands[index], piece);
}

// --- the new loop ---

static tern_value_t *lookup(const tern_map_t *mapping, tern_value_t *value) {
  tern_value_t *copy = tern_map_get(mapping, value);
  return copy ? copy : value;
}

// The product in pieces. The last one is put off: the builder stands before it afterwards. Returns it.
static tern_op_t *cut_dot(tern_builder_t *b, const prefetch_t *prefetch, const tern_op_t *loop, tern_map_t *mapping) {
  const tern_type_t *a = tern_op_operand(prefetch->dot, 0)->type;
  int64_t depth = tern_type_dim(a, tern_type_rank(a) - 1);
  size_t count = prefetch->loop->result_count;
  tern_op_t *last = tern_builder_clone(b, prefetch->dot, mapping);
  tern_op_set_operand(last, 0, tern_scf_for_carried(loop, count));
  tern_op_set_operand(last, 1, tern_scf_for_carried(loop, count + 1));
  for (int64_t offset = prefetch->width; offset < depth; offset += prefetch->width) {
    tern_op_t *pieces_before = last;
    tern_builder_t pieces = tern_builder_before(pieces_before);
    tern_value_t *operands[3];
    for (size_t i = 0; i < 2; ++i) {
      tern_value_t *memory = lookup(mapping, prefetch->operands[i].chain.values[0]);
      operands[i] = load_piece(&pieces, prefetch, i, memory, offset);
    }
    operands[2] = &last->results[0];
    last = tern_builder_clone(b, prefetch->dot, mapping);
    for (size_t i = 0; i < 3; ++i) tern_op_set_operand(last, i, operands[i]);
  }
  tern_builder_set_before(b, last);
  return last;
}

// Ops behind the product come before its last piece until one of them needs it or has a body.
static bool ends_delay(const tern_op_t *op, const tern_op_t *dot) {
  if (op->region_count > 0) return true;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_value_defining_op(tern_op_operand(op, i)) == dot) return true;
  }
  return false;
}

static void fill_body(const prefetch_t *prefetch, tern_op_t *loop) {
  tern_op_t *old = prefetch->loop, *yield = yield_of(old);
  tern_block_t *body = tern_op_body(loop, 0);
  tern_map_t mapping = {0};
  tern_map_set(&mapping, tern_scf_for_iv(old), tern_scf_for_iv(loop));
  for (size_t i = 0; i < old->result_count; ++i)
    tern_map_set(&mapping, tern_scf_for_carried(old, i), tern_scf_for_carried(loop, i));
  tern_builder_t b = tern_builder_at_end(body, old->loc);
  tern_block_for_each_op(tern_op_body(old, 0), op) {
    if (op == yield) break;
    if (ends_delay(op, prefetch->dot)) tern_builder_set_end(&b, body);
    if (op == prefetch->dot) {
      tern_op_t *last = cut_dot(&b, prefetch, loop, &mapping);
      tern_map_set(&mapping, &op->results[0], &last->results[0]);
    } else {
      tern_builder_clone(&b, op, &mapping);
    }
  }
  value_list_t values = {0};
  for (size_t i = 0; i < yield->operand_count; ++i) tern_vec_push(&values, lookup(&mapping, tern_op_operand(yield, i)));
  for (size_t i = 0; i < 2; ++i)
    tern_vec_push(&values, load_piece(&b, prefetch, i, values.values[prefetch->operands[i].carried], 0));
  tern_builder_set_end(&b, body);
  tern_build(&b, TERN_SCF(YIELD), .operands = {values.values, values.count});
  tern_vec_deinitialize(&values);
  tern_map_deinitialize(&mapping);
}

static void rewrite_loop(const prefetch_t *prefetch) {
  tern_op_t *old = prefetch->loop;
  tern_builder_t b = tern_builder_before(old);
  value_list_t inits = {0};
  for (size_t i = 3; i < old->operand_count; ++i) tern_vec_push(&inits, tern_op_operand(old, i));
  for (size_t i = 0; i < 2; ++i)
    tern_vec_push(&inits, load_piece(&b, prefetch, i, inits.values[prefetch->operands[i].carried], 0));
  tern_op_t *loop = tern_build_scf_for(&b, tern_scf_for_lower(old), tern_scf_for_upper(old), tern_scf_for_step(old),
                                       (tern_values_t){inits.values, inits.count});
  const tern_attr_t *is_unsigned = tern_op_attr(old, "unsignedCmp");
  if (is_unsigned) tern_op_set_attr(loop, "unsignedCmp", is_unsigned);
  fill_body(prefetch, loop);
  for (size_t i = 0; i < old->result_count; ++i) tern_value_replace_all_uses(&old->results[i], &loop->results[i]);
  tern_op_destroy(old);
  tern_vec_deinitialize(&inits);
}

// --- the pass ---

static const tern_pattern_t patterns[] = {TERN_TTG_CONVERT_PATTERNS};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) {
    prefetch_t prefetch;
    if (find_prefetch(loops.values[i], &prefetch)) rewrite_loop(&prefetch);
    for (size_t k = 0; k < 2; ++k) tern_vec_deinitialize(&prefetch.operands[k].chain);
  }
  tern_vec_deinitialize(&loops);
  return true;
}

const tern_pass_def_t tern_tritongpu_prefetch_pass = {
    .flag = "tritongpu-prefetch",
    .name = "TritonGPUPrefetch",
    .anchor = "builtin.module",
    .summary = "Read operands of products from shared memory one iteration ahead",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
