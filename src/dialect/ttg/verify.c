// ttg: ops on shared memory, numbers of 4 bits, and specialized warps (upstream: Ops.cpp).

#include <inttypes.h>
#include <stdio.h>

#include "base/string.h"
#include "dialect/builtin/builtin.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/hooks.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"

static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }
static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }

// --- attributes of the dialect on other ops ---

bool tern_ttg_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  static const char *const of_modules[] = {"ttg.num-ctas", "ttg.target", "ttg.threads-per-warp"};
  (void)attr;
  bool is_module = tern_op_is(op, TERN_BUILTIN(MODULE));
  for (size_t i = 0; i < 3; ++i) {
    if (!is_module && tern_str_equal_cstr(name, of_modules[i]))
      return tern_op_error(op, "has unexpected attribute \"%s\" which is expected only on `module` ops", of_modules[i]);
  }
  if (is_module || tern_op_is(op, TERN_TT(FUNC)) || !tern_str_equal_cstr(name, "ttg.num-warps")) return true;
  return tern_op_error(
      op, "has unexpected attribute \"ttg.num-warps\" which is expected only on `module` or `tt.func` ops");
}

// --- moves between tensors and shared memory ---

// Element and shape of a tensor or memory.
typedef struct shaped {
  const tern_type_t *type, *element;
  size_t rank;
  const int64_t *dims;
} shaped_t;

static shaped_t shaped_of(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_TENSOR)
    return (shaped_t){type, tern_type_element(type), tern_type_rank(type), tern_type_dims(type)};
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  return (shaped_t){type, memdesc.element, memdesc.rank, memdesc.dims};
}

static void append_dims(const shaped_t *shaped, char *out_text, size_t size) {
  size_t used = 0;
  out_text[0] = 0;
  for (size_t d = 0; d < shaped->rank && used + 24 < size; ++d)
    used += (size_t)snprintf(out_text + used, size - used, "%s%" PRId64, d ? ", " : "", shaped->dims[d]);
}

bool tern_ttg_check_move(const tern_op_t *op, const tern_type_t *from, const tern_type_t *to) {
  shaped_t source = shaped_of(from), target = shaped_of(to);
  if (source.element != target.element) {
    return tern_op_error(op, "source element type '%s' must match destination element type '%s'", tern_type_text(from),
                         tern_type_text(target.element));
  }
  bool is_same = source.rank == target.rank;
  for (size_t d = 0; d < source.rank && is_same; ++d) is_same = source.dims[d] == target.dims[d];
  if (is_same) return true;
  char source_text[256], target_text[256];
  append_dims(&source, source_text, sizeof(source_text));
  append_dims(&target, target_text, sizeof(target_text));
  return tern_op_error(op, "source shape [%s] must match [destination shape %s]", source_text, target_text);
}

static bool check_rank(const tern_op_t *op, const char *what, const tern_type_t *tensor, const tern_type_t *memory) {
  const tern_attr_t *encoding = tern_memdesc_read(memory).encoding;
  if (!tern_ttg_is_shared(encoding)) return tern_op_error(op, "expected memdesc to have a shared memory encoding");
  size_t rank = tern_ttg_rank(encoding);
  return tern_type_rank(tensor) == rank ||
         tern_op_error(op, "%s has rank %zu but memdesc encoding has rank %zu", what, tern_type_rank(tensor), rank);
}

bool tern_ttg_check_alloc(const tern_op_t *op, const tern_type_t *source, const tern_type_t *memdesc) {
  tern_memdesc_t result = tern_memdesc_read(memdesc);
  if (!tern_memdesc_is_whole(&result)) return tern_op_error(op, "result shape and its alloc shape must match");
  if (!source) return result.is_mutable || tern_op_error(op, "uninitialized alloc must have a mutable memdesc type");
  return tern_ttg_check_move(op, source, memdesc);
}

bool tern_ttg_verify_local_alloc(const tern_op_t *op) {
  if (!tern_attr_is_ttg(tern_memdesc_read(result_type(op)).memory_space, TERN_TTG_ATTR_SHARED_MEMORY))
    return tern_op_error(op, "should create a buffer of shared memory");
  const tern_type_t *source = op->operand_count ? operand_type(op, 0) : NULL;
  if (source && !check_rank(op, "source", source, result_type(op))) return false;
  return tern_ttg_check_alloc(op, source, result_type(op));
}

bool tern_ttg_check_barrier(const tern_op_t *op, const tern_type_t *memdesc) {
  tern_memdesc_t barrier = tern_memdesc_read(memdesc);
  bool is_barrier = tern_type_is_i(barrier.element, 64) && barrier.rank == 1 && barrier.dims[0] == 1;
  return is_barrier || tern_op_error(op, "barrier allocation must be a descriptor of 1xi64 type");
}

bool tern_ttg_verify_local_load(const tern_op_t *op) {
  return check_rank(op, "result", result_type(op), operand_type(op, 0)) &&
         tern_ttg_check_move(op, operand_type(op, 0), result_type(op));
}

static bool check_mutable(const tern_op_t *op, const tern_type_t *memory) {
  return tern_memdesc_read(memory).is_mutable || tern_op_error(op, "Cannot store into immutable memory");
}

bool tern_ttg_verify_local_store(const tern_op_t *op) {
  return check_mutable(op, operand_type(op, 1)) && check_rank(op, "source", operand_type(op, 0), operand_type(op, 1)) &&
         tern_ttg_check_move(op, operand_type(op, 0), operand_type(op, 1));
}

bool tern_ttg_verify_async_copy(const tern_op_t *op) { return check_mutable(op, operand_type(op, 1)); }

// --- ttg.fp4_to_fp ---

bool tern_ttg_check_unpacked_shape(const tern_op_t *op, const tern_type_t *source, const tern_type_t *result,
                                   int64_t axis) {
  size_t rank = tern_type_rank(source);
  if (rank != tern_type_rank(result))
    return tern_op_error_unnamed(op, "source rank %zu != result rank %zu", rank, tern_type_rank(result));
  if (axis < 0 || axis >= (int64_t)rank)
    return tern_op_error_unnamed(op, "axis %" PRId64 " out of range for rank %zu", axis, rank);
  for (size_t d = 0; d < rank; ++d) {
    int64_t from = tern_type_dim(source, d), to = tern_type_dim(result, d);
    if ((int64_t)d == axis && to != 2 * from) {
      return tern_op_error_unnamed(
          op, "axis %" PRId64 " dimension must be 2x source dimension (src=%" PRId64 ", dst=%" PRId64 ")", axis, from,
          to);
    }
    if ((int64_t)d != axis && to != from) {
      return tern_op_error_unnamed(op, "dimension %zu mismatch (src=%" PRId64 ", dst=%" PRId64 ", axis=%" PRId64 ")", d,
                                   from, to, axis);
    }
  }
  return true;
}

static bool report_unpacked(const tern_op_t *op, const tern_type_t *source, const tern_attr_t *inferred) {
  tern_string_builder_t text = {0};
  tern_layout_t expected = tern_ttg_layout(inferred, tern_type_dims(source));
  tern_layout_t given = tern_ttg_type_layout(source);
  tern_layout_append_text(&text, &expected);
  tern_string_builder_append_cstr(&text, "\n");
  tern_layout_append_text(&text, &given);
  tern_op_error_unnamed(op, "Src and Dst encodings are not compatible:\n\n%.*s", (int)text.size, text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}

bool tern_ttg_verify_fp4_to_fp(const tern_op_t *op) {
  const tern_type_t *source = operand_type(op, 0), *result = result_type(op), *element = tern_type_element(result);
  int64_t axis = tern_integer_attr_value(tern_op_attr(op, "axis"));
  if (element->kind != TERN_TYPE_BF16 && element->kind != TERN_TYPE_F16)
    return tern_op_error_unnamed(op, "only bf16 or f16 is supported for now, got '%s'", tern_type_text(element));
  if (!tern_ttg_check_unpacked_shape(op, source, result, axis)) return false;
  const tern_attr_t *from = tern_tensor_type_encoding(source), *to = tern_tensor_type_encoding(result);
  if (!from != !to) return tern_op_error_unnamed(op, "source and result must both have an encoding, or neither");
  if (!tern_ttg_is_encoding(from) || !tern_ttg_is_encoding(to)) return true;
  const char *error = NULL;
  const tern_attr_t *inferred = tern_ttg_infer_fp4_source(to, tern_type_dims(result), (size_t)axis, &error);
  if (!inferred) return tern_op_error_unnamed(op, "failed to infer encoding");
  return tern_ttg_same_layout(tern_type_dims(source), inferred, from) || report_unpacked(op, source, inferred);
}

// --- ttg.warp_specialize ---

static bool check_partition(const tern_op_t *op, const tern_region_t *region, size_t index) {
  const tern_block_t *entry = region->first_block;
  size_t count = entry ? entry->arg_count : 0;
  if (count != op->operand_count) {
    return tern_op_error(op, "partition region #%zu has %zu arguments but expected %zu", index, count,
                         (size_t)op->operand_count);
  }
  for (size_t i = 0; i < count; ++i) {
    if (entry->args[i]->type == operand_type(op, i)) continue;
    return tern_op_error(op,
                         "partition region #%zu argument #%zu has type '%s' but corresponding capture has type '%s'",
                         index, i, tern_type_text(entry->args[i]->type), tern_type_text(operand_type(op, i)));
  }
  return true;
}

static bool check_warps(const tern_op_t *op, size_t partitions) {
  const tern_attr_t *warps = tern_op_attr(op, "partitionNumWarps"), *starts = tern_op_attr(op, "warpGroupStartIds");
  size_t count = tern_dense_array_attr_count(warps);
  if (count != partitions)
    return tern_op_error(op, "has %zu partitions but `partitionNumWarps` has %zu elements", partitions, count);
  for (size_t i = 0; i < count; ++i) {
    int64_t number = tern_dense_array_attr_int(warps, i);
    if (number <= 0 || number & (number - 1))
      return tern_op_error(op, "partition #%zu number of warps (%" PRId64 ") must be a power of 2", i, number);
  }
  return !starts || tern_dense_array_attr_count(starts) == count ||
         tern_op_error(op, "has %zu warp group start IDs but expected %zu", tern_dense_array_attr_count(starts), count);
}

bool tern_ttg_verify_warp_specialize(const tern_op_t *op) {
  const tern_block_t *block = op->regions[1].first_block;
  const tern_op_t *holder = block ? block->first_op : NULL;
  if (!holder || !tern_op_is(holder, TERN_TTG(WARP_SPECIALIZE_PARTITIONS))) {
    return tern_op_error(op, "expected to find only a `ttg.warp_specialize.partitions` op inside its second region");
  }
  if (!check_warps(op, holder->region_count)) return false;
  for (size_t i = 0; i < holder->region_count; ++i) {
    if (!check_partition(op, &holder->regions[i], i)) return false;
  }
  if (tern_op_parent_of(op, TERN_TTG(WARP_SPECIALIZE)))
    return tern_op_error(op, "cannot be nested inside another `ttg.warp_specialize` op");
  return tern_ttg_lookup_num_warps(op) % 4 == 0 ||
         tern_op_error_unnamed(op, "warp-specialized kernels requires num_warps to be a multiple of 4");
}

bool tern_ttg_verify_warp_yield(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  if (op->operand_count != parent->result_count) {
    return tern_op_error(op, "has %zu operands but parent op expected %zu", (size_t)op->operand_count,
                         (size_t)parent->result_count);
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (operand_type(op, i) == parent->results[i].type) continue;
    return tern_op_error(op, "operand #%zu has type '%s' but parent op expected '%s'", i,
                         tern_type_text(operand_type(op, i)), tern_type_text(parent->results[i].type));
  }
  return true;
}
