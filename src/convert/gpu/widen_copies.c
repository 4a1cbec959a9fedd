// --gpu-widen-copies: copies of narrow elements in pieces of 16 bytes become copies of vectors of four words.
//
//   %a = memref.alloc() : memref<128x40xf16, 3>                %a = memref.alloc() : memref<640xvector<4xi32>, 3>
//   %v = vector.load %m[%i, %j] : ..., vector<8xf16>     ==>   %v = memref.load %w[%p] : ...
//   vector.store %v, %a[%k, %l] : ..., vector<8xf16>           memref.store %v, %a[%q] : ...
//
// SPIR-V has vectors of four lanes, so that this is the only way to move 16 bytes of f16 at once. A binding gets a second
// placeholder; memory that the kernel allocates becomes such vectors if it is reached by such copies and by
// gpu.subgroup_mma_load_matrix (which may read a matrix from them) only. Copies that cannot be widened are cut into
// vectors of four lanes. Upstream's relative is IREE's SPIRVVectorizeLoadStore.

#include <stdlib.h>

#include "analysis/memory_location.h"
#include "base/vec.h"
#include "convert/linalg/memory_view.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "pass/pass.h"

enum { WORD_BITS = 32, WORDS = 4, SHORT_LANES = 4 };

typedef enum access_kind { LOAD, STORE, MATRIX, OTHER } access_kind_t;

typedef struct access {
  tern_op_t *op, *root;
  access_kind_t kind;
  size_t memref;          // operand
  tern_linear_t *linear;  // owned; in elements
  int64_t lanes;          // elements in 16 bytes
  bool is_good;
} access_t;

typedef struct widening {
  TERN_VEC(access_t) accesses;
  TERN_VEC(tern_op_t *) roots, words;  // and what takes their place
  bool is_right;
} widening_t;

// --- what there is ---

static bool is_allocation(const tern_op_t *op) {
  return tern_op_is(op, TERN_MEMREF(ALLOC)) || tern_op_is(op, TERN_MEMREF(ALLOCA));
}

// The op whose memory `memref` views, if its elements are narrow and its size is known.
static tern_op_t *narrow_root(tern_value_t *memref) {
  tern_op_t *op = tern_value_defining_op(tern_memory_base(memref));
  if (!op || !(is_allocation(op) || tern_op_is(op, TERN_IREE(PLACEHOLDER)))) return NULL;
  if (tern_op_is(op, TERN_IREE(PLACEHOLDER)) && !tern_op_attr(op, "binding")) return NULL;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (type->kind != TERN_TYPE_MEMREF || !tern_type_has_static_shape(type) || tern_memref_type_layout(type)) return NULL;
  const tern_type_t *element = tern_type_element(type);
  uint32_t bits = element->kind == TERN_TYPE_VECTOR ? 0 : tern_type_bit_width(element);
  return bits == 8 || bits == 16 ? op : NULL;
}

static bool is_long_vector(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) == 1 && tern_type_dim(type, 0) > SHORT_LANES &&
         tern_type_dim(type, 0) * tern_type_bit_width(tern_type_element(type)) == WORDS * WORD_BITS;
}

static access_kind_t kind_of(const tern_op_t *op, size_t operand) {
  if (tern_op_is(op, TERN_VECTOR(LOAD)) && is_long_vector(tern_op_result(op, 0)->type)) return LOAD;
  if (tern_op_is(op, TERN_VECTOR(STORE)) && operand == 1 && is_long_vector(tern_op_operand(op, 0)->type)) return STORE;
  return tern_op_is(op, TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX)) ? MATRIX : OTHER;
}

static bool is_harmless(const tern_op_t *op) {
  return tern_op_effects(op) == 0 || tern_op_is(op, TERN_MEMREF(DEALLOC));
}

static tern_walk_result_t list_accesses(tern_op_t *op, void *user) {
  widening_t *w = user;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *memref = tern_op_operand(op, i);
    if (memref->type->kind != TERN_TYPE_MEMREF || is_harmless(op)) continue;
    access_t access = {.op = op, .memref = i, .root = narrow_root(memref), .kind = kind_of(op, i)};
    if (!access.root || (access.kind == OTHER && !is_allocation(access.root))) continue;
    if (access.kind != OTHER) {
      tern_memory_view_t view;
      tern_builder_t b = tern_builder_before(op);
      if (!tern_memory_view_read(&b, op, memref, &view)) {
        w->is_right = false;
        return TERN_WALK_INTERRUPT;
      }
      int64_t bits = tern_type_bit_width(tern_type_element(memref->type));
      access.lanes = WORDS * WORD_BITS / bits;
      access.linear = tern_malloc(sizeof *access.linear);
      *access.linear = view.offset;
      tern_value_t *indices[TERN_INDEX_LIST_MAX];
      for (size_t d = 0; d < view.rank; ++d) indices[d] = tern_op_operand(op, i + 1 + d);
      tern_memory_view_add_indices(&b, &view, access.linear, indices);
      int64_t stride;
      bool is_contiguous = view.rank > 0 && tern_mixed_constant(view.strides[view.rank - 1], &stride) && stride == 1;
      access.is_good =
          is_contiguous && !access.linear->is_full && tern_linear_is_divisible(access.linear, access.lanes);
    }
    if (access.kind == MATRIX) {
      int64_t distance = tern_integer_attr_value(tern_op_attr(op, "leadDimension"));
      access.is_good &= is_allocation(access.root) && distance % access.lanes == 0;
      if (!is_allocation(access.root)) {
        free(access.linear);
        continue;
      }
    }
    tern_vec_push(&w->accesses, access);
  }
  return TERN_WALK_ADVANCE;
}

// --- which of them go together ---

static access_t *access_of(const widening_t *w, const tern_op_t *op) {
  for (size_t i = 0; i < w->accesses.count; ++i) {
    if (w->accesses.values[i].op == op) return &w->accesses.values[i];
  }
  return NULL;
}

// A load whose value is only stored, by good stores; a store of what such a load gives.
static bool has_good_partners(const widening_t *w, const access_t *access) {
  if (access->kind == MATRIX) return true;
  if (access->kind == STORE) {
    const tern_op_t *from = tern_value_defining_op(tern_op_operand(access->op, 0));
    const access_t *load = from ? access_of(w, from) : NULL;
    return load && load->kind == LOAD && load->is_good;
  }
  for (tern_operand_t *use = tern_op_result(access->op, 0)->first_use; use; use = use->next) {
    const access_t *store = access_of(w, use->owner);
    if (!store || store->kind != STORE || !store->is_good) return false;
  }
  return true;
}

static bool is_bad_allocation(const widening_t *w, const tern_op_t *root) {
  for (size_t i = 0; i < w->accesses.count; ++i) {
    const access_t *access = &w->accesses.values[i];
    if (access->root == root && (access->kind == OTHER || !access->is_good)) return true;
  }
  return false;
}

static void settle(const widening_t *w) {
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    for (size_t i = 0; i < w->accesses.count; ++i) {
      access_t *access = &w->accesses.values[i];
      if (!access->is_good) continue;
      bool is_bad =
          !has_good_partners(w, access) || (is_allocation(access->root) && is_bad_allocation(w, access->root));
      if (!is_bad) continue;
      access->is_good = false;
      is_changed = true;
    }
  }
  // Matrices alone are no reason.
  for (size_t i = 0; i < w->accesses.count; ++i) {
    access_t *access = &w->accesses.values[i];
    bool is_copied = access->kind != MATRIX;
    for (size_t k = 0; k < w->accesses.count && !is_copied; ++k) {
      is_copied = w->accesses.values[k].root == access->root && w->accesses.values[k].kind == STORE;
    }
    access->is_good &= is_copied;
  }
}

// --- rewriting ---

static tern_value_t *words_of(widening_t *w, tern_op_t *root) {
  for (size_t i = 0; i < w->roots.count; ++i) {
    if (w->roots.values[i] == root) return tern_op_result(w->words.values[i], 0);
  }
  const tern_type_t *type = tern_op_result(root, 0)->type;
  int64_t bits = tern_type_bit_width(tern_type_element(type)), lanes = WORDS;
  int64_t count = tern_type_element_count(type) / (WORDS * WORD_BITS / bits);
  const tern_type_t *vector = tern_vector_type_get(tern_i_type_get(type->context, WORD_BITS), &lanes, 1, 0);
  const tern_type_t *made = tern_memref_type_get(vector, &count, 1, NULL, tern_memref_type_memory_space(type));
  tern_builder_t b = tern_builder_after(root);
  tern_op_t *words = tern_builder_clone(&b, root, NULL);
  tern_op_result(words, 0)->type = made;
  tern_vec_push(&w->roots, root);
  tern_vec_push(&w->words, words);
  return tern_op_result(words, 0);
}

static void widen(widening_t *w, const access_t *access) {
  tern_builder_t b = tern_builder_before(access->op);
  tern_value_t *words = words_of(w, access->root);
  tern_value_t *place = tern_linear_build(&b, access->linear, access->lanes);
  if (access->kind == MATRIX) {
    const tern_attr_t *distance = tern_op_attr(access->op, "leadDimension");
    tern_op_set_operands(access->op, TERN_VALUES(words, place));
    tern_op_set_attr(
        access->op, "leadDimension",
        tern_integer_attr_get(tern_index_type_get(b.context), tern_integer_attr_value(distance) / access->lanes));
  } else if (access->kind == LOAD) {
    tern_value_t *loaded = tern_build_value(&b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(words, place),
                                            .types = TERN_TYPES(tern_type_element(words->type)));
    tern_value_replace_all_uses(tern_op_result(access->op, 0), loaded);
    tern_op_destroy(access->op);
  } else {
    tern_build(&b, TERN_MEMREF(STORE), .operands = TERN_VALUES(tern_op_operand(access->op, 0), words, place));
    tern_op_destroy(access->op);
  }
}

// The access to `SHORT_LANES` of the elements, from `first` on.
static tern_value_t *build_part(tern_builder_t *b, const tern_op_t *op, size_t memref, int64_t first,
                                tern_value_t *stored) {
  tern_value_t *operands[2 + TERN_INDEX_LIST_MAX];
  const tern_type_t *element = tern_type_element(tern_op_operand(op, memref)->type);
  const int64_t lanes = SHORT_LANES;
  size_t count = 0;
  if (stored) operands[count++] = stored;
  for (size_t i = memref; i < op->operand_count; ++i) operands[count++] = tern_op_operand(op, i);
  operands[count - 1] = tern_build_index_add(b, operands[count - 1], tern_build_index(b, first));
  if (stored) {
    tern_build(b, TERN_VECTOR(STORE), .operands = {operands, count});
    return NULL;
  }
  return tern_build_value(b, TERN_VECTOR(LOAD), .operands = {operands, count},
                          .types = TERN_TYPES(tern_vector_type_get(element, &lanes, 1, 0)));
}

// A load that is only stored, in parts; the stores stand behind it.
static void cut(const access_t *access) {
  const tern_type_t *type = tern_op_result(access->op, 0)->type;
  if (tern_type_rank(tern_op_operand(access->op, 0)->type) > TERN_INDEX_LIST_MAX) return;
  for (tern_operand_t *use = tern_op_result(access->op, 0)->first_use; use; use = use->next) {
    if (!tern_op_is(use->owner, TERN_VECTOR(STORE)) || tern_operand_index(use) != 0) return;
    if (tern_type_rank(tern_op_operand(use->owner, 1)->type) > TERN_INDEX_LIST_MAX) return;
  }
  for (int64_t first = 0; first < tern_type_dim(type, 0); first += SHORT_LANES) {
    tern_builder_t b = tern_builder_before(access->op);
    tern_value_t *part = build_part(&b, access->op, 0, first, NULL);
    for (tern_operand_t *use = tern_op_result(access->op, 0)->first_use; use; use = use->next) {
      tern_builder_t at_store = tern_builder_before(use->owner);
      build_part(&at_store, use->owner, 1, first, part);
    }
  }
  while (tern_op_result(access->op, 0)->first_use) tern_op_destroy(tern_op_result(access->op, 0)->first_use->owner);
  tern_op_destroy(access->op);
}

static void replace_deallocations(const widening_t *w) {
  for (size_t i = 0; i < w->roots.count; ++i) {
    if (!is_allocation(w->roots.values[i])) continue;
    tern_value_t *old = tern_op_result(w->roots.values[i], 0);
    tern_operand_t *next;
    for (tern_operand_t *use = old->first_use; use; use = next) {
      next = use->next;
      if (tern_op_is(use->owner, TERN_MEMREF(DEALLOC))) {
        tern_op_set_operand(use->owner, tern_operand_index(use), tern_op_result(w->words.values[i], 0));
      }
    }
  }
}

// --- the pass ---

static bool run(tern_op_t *root, tern_pass_t *pass) {
  widening_t w = {.is_right = true};
  tern_op_walk_pre(root, list_accesses, &w);
  if (w.is_right) settle(&w);
  // Loads that stay come before the stores that are destroyed with them.
  for (size_t i = 0; i < w.accesses.count && w.is_right; ++i) {
    const access_t *access = &w.accesses.values[i];
    if (access->is_good) {
      widen(&w, access);
      tern_pass_count(pass, 0, 1);
    } else if (access->kind == LOAD) {
      cut(access);
    }
  }
  replace_deallocations(&w);
  for (size_t i = 0; i < w.accesses.count; ++i) free(w.accesses.values[i].linear);
  tern_vec_deinitialize(&w.accesses);
  tern_vec_deinitialize(&w.roots);
  tern_vec_deinitialize(&w.words);
  return w.is_right;
}

const tern_pass_def_t tern_gpu_widen_copies_pass = {
    .name = "GpuWidenCopies",
    .flag = "gpu-widen-copies",
    .summary = "Copy narrow elements as vectors of words, 16 bytes at a time",
    .description =
        "Pairs of vector.load and vector.store of 16 bytes of 8- or 16-bit elements become those of "
        "vector<4xi32>; memory that is reached in this way only, or as matrices of subgroups, becomes such "
        "vectors.",
    .statistics = (const char *const[]){"num-widened - accesses of 16 bytes that were made", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
