// ttng: tensor memory (upstream: Ops.cpp).

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dialect/ttg/layout.h"
#include "dialect/ttng/hooks.h"
#include "dialect/ttng/tmem_access.h"
#include "ir/diagnostic.h"

static tern_memdesc_t memory_of(const tern_op_t *op, const char *operand) {
  return tern_memdesc_read(tern_op_operand_named(op, operand)->type);
}

static bool is_sums(const tern_attr_t *encoding) {
  return tern_attr_is_ttng(encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING);
}

static bool is_shared_space(const tern_memdesc_t *memdesc) {
  return tern_attr_is_ttg(memdesc->memory_space, TERN_TTG_ATTR_SHARED_MEMORY);
}

// --- moves between tensors and tensor memory ---

// Can the threads that have the tensor reach it by an instruction? Notes say what could be reached.
static bool check_tensor(const tern_op_t *op, const char *noun, const tern_type_t *tensor, const tern_type_t *memory) {
  const tern_attr_t *layouts[TERN_TMEM_MAX_LAYOUTS];
  const tern_attr_t *encoding = tern_tensor_type_encoding(tensor);
  if (tern_type_rank(tensor) != 2) return tern_op_error(op, "%s must be a 2D tensor", noun);
  if (!encoding) return true;
  if (tern_tmem_is_compatible(op, tensor, memory)) return true;
  tern_op_error(op, "%s", noun);
  tern_emit_note(op->loc, "Got: %s", tern_attr_text(encoding));
  size_t count = tern_tmem_compatible_layouts(op, tensor, memory, layouts);
  for (size_t i = 0; i < count; ++i) tern_emit_note(op->loc, "potential TMEM layout: %s", tern_attr_text(layouts[i]));
  return false;
}

bool tern_ttng_verify_tmem_store(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand_named(op, "src")->type, *target = tern_op_operand_named(op, "dst")->type;
  tern_memdesc_t memdesc = tern_memdesc_read(target);
  if (!tern_ttng_is_tensor_memory(memdesc.encoding)) return tern_op_error(op, "should use tensor memory encoding.");
  if (!memdesc.is_mutable) return tern_op_error(op, "Cannot store into an immutable alloc");
  return check_tensor(op, "source", source, target) && tern_ttg_check_move(op, source, target);
}

bool tern_ttng_verify_tmem_load(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  tern_memdesc_t memdesc = tern_memdesc_read(source);
  if (!tern_attr_is_ttng(memdesc.memory_space, TERN_TTNG_ATTR_TENSOR_MEMORY))
    return tern_op_error(op, "source must be a tensor memory buffer.");
  if (!is_sums(memdesc.encoding)) return tern_op_error(op, "should use tensor memory encoding.");
  return check_tensor(op, "result", result, source) && tern_ttg_check_move(op, source, result);
}

bool tern_ttng_verify_tmem_alloc(const tern_op_t *op) {
  const tern_type_t *result = op->results[0].type;
  const tern_type_t *source = op->operand_count ? tern_op_operand(op, 0)->type : NULL;
  if (!tern_ttng_is_tensor_memory(tern_memdesc_read(result).encoding))
    return tern_op_error(op, "should use tensor memory encoding");
  return (!source || check_tensor(op, "source", source, result)) && tern_ttg_check_alloc(op, source, result);
}

// Memory that nobody writes to is as good as a value until it is said where it lies.
tern_traits_t tern_ttng_tmem_alloc_effects(const tern_op_t *op) {
  bool is_placed = tern_dictionary_attr_lookup(op->attrs, TERN_STR("tensor_memory_col_offset")) != NULL;
  if (!tern_memdesc_read(op->results[0].type).is_mutable && !is_placed) return 0;
  return op->operand_count ? TERN_TRAIT_MEM_ALLOC | TERN_TRAIT_MEM_WRITE : TERN_TRAIT_MEM_ALLOC;
}

// --- ttng.tmem_subslice ---

bool tern_ttng_verify_tmem_subslice(const tern_op_t *op) {
  const tern_attr_t *from = memory_of(op, "src").encoding, *to = tern_memdesc_read(op->results[0].type).encoding;
  if (!is_sums(from)) return tern_op_error(op, "The source must be a tensor memory buffer.");
  if (!is_sums(to)) return tern_op_error(op, "The destination must be a tensor memory buffer.");
  tern_tensor_memory_t source = tern_tensor_memory_read(from), result = tern_tensor_memory_read(to);
  bool is_same = source.block_m == result.block_m && source.split_m == result.split_m &&
                 source.split_n == result.split_n && source.column_stride == result.column_stride;
  return is_same || tern_op_error(op, "The destination must have the same block size and CTASplit size as the source.");
}

// --- ttng.tmem_copy ---

static bool check_scales_copy(const tern_op_t *op, const tern_attr_t *source) {
  bool is_swizzled = tern_attr_is_ttg(source, TERN_TTG_ATTR_NVMMA_SHARED) &&
                     tern_ttg_number(source, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH) != 0;
  return !is_swizzled || tern_op_error(op, "The source should not be swizzled for now");
}

static bool check_sums_copy(const tern_op_t *op, const tern_memdesc_t *source, const tern_attr_t *target) {
  bool is_plain = tern_attr_is_ttg(source->encoding, TERN_TTG_ATTR_NVMMA_SHARED) &&
                  tern_ttg_number(source->encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH) == 0;
  if (!is_sums(target)) return tern_op_error(op, "Incorrect tmem layout.");
  if (tern_tensor_memory_read(target).block_m != 128) return tern_op_error(op, "Tmem layout ahouls have M=128.");
  if (is_plain) return tern_op_error(op, "Source layout should be swizzled.");
  return tern_type_bit_width(source->element) == 32 || tern_op_error(op, "Source element type should be 32-bit.");
}

static bool check_copy_memory(const tern_op_t *op, const tern_memdesc_t *source, const tern_memdesc_t *target) {
  const tern_value_t *barrier = tern_op_operand_named(op, "barrier");
  if (barrier) {
    tern_memdesc_t memory = tern_memdesc_read(barrier->type);
    if (!is_shared_space(&memory)) return tern_op_error(op, "The optional barrier should be a shared memory buffer");
  }
  if (!target->is_mutable) return tern_op_error(op, "Cannot copy into an immutable alloc");
  if (tern_ttg_alignment(source->encoding) < 16) {
    return tern_op_error(op, "Source must have at least 16-byte alignment to be representable in a matrix descriptor.");
  }
  return tern_ttg_lookup_num_ctas(op) == 1 || tern_op_error(op, "NYI: Only one CTA is supported for now.");
}

static void write_dims(const tern_memdesc_t *memdesc, char *out_text, size_t size) {
  size_t used = 0;
  out_text[0] = 0;
  for (size_t d = 0; d < memdesc->rank && used + 24 < size; ++d)
    used += (size_t)snprintf(out_text + used, size - used, "%s%" PRId64, d ? ", " : "", memdesc->dims[d]);
}

bool tern_ttng_verify_tmem_copy(const tern_op_t *op) {
  tern_memdesc_t source = memory_of(op, "src"), target = memory_of(op, "dst");
  if (!is_shared_space(&source)) return tern_op_error(op, "The source must be a shared memory buffer");
  if (source.rank != target.rank || memcmp(source.dims, target.dims, source.rank * sizeof(int64_t)) != 0) {
    char from[128], to[128];
    write_dims(&source, from, sizeof(from));
    write_dims(&target, to, sizeof(to));
    return tern_op_error(op, "source shape %s must match destination shape %s", from, to);
  }
  if (!check_copy_memory(op, &source, &target)) return false;
  bool is_box = tern_attr_is_ttg(source.encoding, TERN_TTG_ATTR_NVMMA_SHARED);
  if (is_box && (tern_ttg_number(source.encoding, TERN_TTG_FIELD_TRANSPOSED) ||
                 tern_ttg_number(source.encoding, TERN_TTG_FIELD_FP4_PADDED))) {
    return tern_op_error(op, "The source should not be transposed or padded");
  }
  bool is_scales = tern_attr_is_ttng(target.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING);
  return is_scales ? check_scales_copy(op, source.encoding) : check_sums_copy(op, &source, target.encoding);
}

// A tensor that can be stored as it is needs no conversion.
bool tern_ttng_canonicalize_tmem_store(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t start, count;
  tern_op_operands_named(op, "src", &start, &count);
  const tern_op_t *convert = tern_value_defined_by(tern_op_operand(op, start), TERN_TTG(CONVERT_LAYOUT));
  tern_value_t *source = convert ? tern_op_operand(convert, 0) : NULL;
  if (!source || !tern_tmem_is_compatible(op, source->type, tern_op_operand_named(op, "dst")->type)) return false;
  tern_op_set_operand(op, start, source);
  tern_rewriter_modified(rewriter, op);
  return true;
}
