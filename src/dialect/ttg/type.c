// ttg: its types, and what surrounds an op.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/string.h"
#include "dialect/builtin/builtin.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/hooks.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"

// --- memory descriptors ---

enum { MEMDESC_RANK = 4, MEMDESC_DIMS = 5, MAX_PARAMS = 64 };

tern_memdesc_t tern_memdesc_read(const tern_type_t *type) {
  const uint64_t *params = type->params;
  size_t rank = (size_t)params[MEMDESC_RANK];
  return (tern_memdesc_t){.element = (const tern_type_t *)(uintptr_t)params[0],
                          .encoding = (const tern_attr_t *)(uintptr_t)params[1],
                          .memory_space = (const tern_attr_t *)(uintptr_t)params[2],
                          .is_mutable = params[3] != 0,
                          .rank = rank,
                          .dims = (const int64_t *)&params[MEMDESC_DIMS],
                          .alloc_rank = (size_t)params[MEMDESC_DIMS + rank],
                          .alloc_dims = (const int64_t *)&params[MEMDESC_DIMS + rank + 1]};
}

const tern_type_t *tern_memdesc_get(const tern_memdesc_t *memdesc) {
  uint64_t params[MAX_PARAMS] = {(uint64_t)(uintptr_t)memdesc->element, (uint64_t)(uintptr_t)memdesc->encoding,
                                 (uint64_t)(uintptr_t)memdesc->memory_space, memdesc->is_mutable, memdesc->rank};
  size_t count = MEMDESC_DIMS;
  if (count + memdesc->rank + 1 + memdesc->alloc_rank > MAX_PARAMS) return NULL;
  for (size_t d = 0; d < memdesc->rank; ++d) params[count++] = (uint64_t)memdesc->dims[d];
  params[count++] = memdesc->alloc_rank;
  for (size_t d = 0; d < memdesc->alloc_rank; ++d) params[count++] = (uint64_t)memdesc->alloc_dims[d];
  return tern_dialect_type_get(memdesc->element->context, &tern_ttg_types[TERN_TTG_TYPE_MEMDESC], params, count);
}

bool tern_memdesc_is_whole(const tern_memdesc_t *memdesc) {
  return memdesc->rank == memdesc->alloc_rank &&
         memcmp(memdesc->dims, memdesc->alloc_dims, memdesc->rank * sizeof(int64_t)) == 0;
}

const tern_type_t *tern_ttg_type_element(const tern_type_t *type) { return tern_memdesc_read(type).element; }

static const char *dims_text(const int64_t *dims, size_t rank, char *out_text, size_t size) {
  size_t used = 0;
  out_text[0] = 0;
  for (size_t d = 0; d < rank && used + 24 < size; ++d)
    used += (size_t)snprintf(out_text + used, size - used, "%s%" PRId64, d ? ", " : "", dims[d]);
  return out_text;
}

static bool check_shape(tern_parser_t *parser, tern_source_pos_t pos, const tern_memdesc_t *memdesc) {
  char text[256], alloc_text[256];
  dims_text(memdesc->dims, memdesc->rank, text, sizeof(text));
  if (!memdesc->rank) return tern_parser_error_at(parser, pos, "rank 0 memdesc is not allowed");
  // The first dimension may be the number of buffers, which is any.
  for (size_t d = 1; d < memdesc->rank; ++d) {
    if (memdesc->dims[d] <= 0 || memdesc->dims[d] & (memdesc->dims[d] - 1))
      return tern_parser_error_at(parser, pos, "shape must have power-of-2 and non-zero dimensions; got %s", text);
  }
  if (memdesc->alloc_rank < memdesc->rank)
    return tern_parser_error_at(parser, pos, "alloc shape must have at least as many dimensions as shape");
  for (size_t d = 0; d < memdesc->rank; ++d) {
    if (memdesc->dims[d] <= memdesc->alloc_dims[memdesc->alloc_rank - memdesc->rank + d]) continue;
    return tern_parser_error_at(parser, pos,
                                "shape must be less than or equal to allocShape. shape = %s, allocShape = %s", text,
                                dims_text(memdesc->alloc_dims, memdesc->alloc_rank, alloc_text, sizeof(alloc_text)));
  }
  return true;
}

static bool check_encoding(tern_parser_t *parser, tern_source_pos_t pos, const tern_memdesc_t *memdesc) {
  const tern_attr_t *encoding = memdesc->encoding;
  if (tern_ttng_is_tensor_memory(encoding)) {
    const char *wrong = tern_ttng_check_memdesc(memdesc);
    return !wrong || tern_parser_error_at(parser, pos, "%s", wrong);
  }
  if (!tern_ttg_is_shared(encoding))
    return tern_parser_error_at(parser, pos, "%s is not a valid encoding", tern_attr_text(encoding));
  if (!tern_attr_is_ttg(memdesc->memory_space, TERN_TTG_ATTR_SHARED_MEMORY)) {
    return tern_parser_error_at(parser, pos, "memorySpace must be SharedMemorySpace for shared encoding. Got %s",
                                tern_attr_text(memdesc->memory_space));
  }
  size_t rank = tern_ttg_rank(encoding);
  if (rank != memdesc->rank && rank + 1 != memdesc->rank) {
    return tern_parser_error_at(parser, pos, "rank must be equal to or one less than the shape size. Got %zu and %zu",
                                rank, memdesc->rank);
  }
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_PADDED_SHARED)) return true;
  int64_t sizes[TERN_LAYOUT_MAX_DIMS];
  tern_ttg_sizes_of(encoding, sizes);
  for (size_t d = 0; d < rank; ++d) {
    int64_t size = memdesc->alloc_dims[memdesc->alloc_rank - rank + d];
    if (size == sizes[d]) continue;
    return tern_parser_error_at(parser, pos,
                                "Mismatch in expected shape for dimension %zu. Expected: %" PRId64 ", got: %" PRId64, d,
                                size, sizes[d]);
  }
  return true;
}

// `<2x16xf32, #encoding, #space, mutable, 4x16>`; what is allocated is as large as what is seen if it is not written.
static const tern_type_t *parse_memdesc(tern_parser_t *parser) {
  tern_memdesc_t memdesc = {0};
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_dimension_list(parser, false, true, &memdesc.dims, &memdesc.rank)) return NULL;
  memdesc.element = tern_parse_type(parser);
  if (!memdesc.element || !tern_parse_token(parser, ",")) return NULL;
  memdesc.encoding = tern_parse_attr(parser, NULL);
  if (!memdesc.encoding || !tern_parse_token(parser, ",")) return NULL;
  memdesc.memory_space = tern_parse_attr(parser, NULL);
  if (!memdesc.memory_space) return NULL;
  memdesc.alloc_dims = memdesc.dims;
  memdesc.alloc_rank = memdesc.rank;
  bool has_more = tern_parse_optional_token(parser, ",");
  if (has_more && tern_parse_optional_keyword(parser, "mutable")) {
    memdesc.is_mutable = true;
    has_more = tern_parse_optional_token(parser, ",");
  }
  if (has_more && !tern_parse_dimension_list(parser, false, false, &memdesc.alloc_dims, &memdesc.alloc_rank))
    return NULL;
  if (!tern_parse_token(parser, ">") || !check_shape(parser, pos, &memdesc) || !check_encoding(parser, pos, &memdesc))
    return NULL;
  const tern_type_t *type = tern_memdesc_get(&memdesc);
  if (!type) tern_parser_error_at(parser, pos, "a memory descriptor has too many dimensions");
  return type;
}

const tern_type_t *tern_ttg_parse_type(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  return parse_memdesc(parser);
}

void tern_ttg_print_type(tern_printer_t *printer, const tern_type_t *type) {
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  tern_printer_char(printer, '<');
  tern_printer_dims(printer, memdesc.dims, memdesc.rank);
  tern_printer_type(printer, memdesc.element);
  tern_printer_text(printer, ", ");
  tern_printer_attr(printer, memdesc.encoding);
  tern_printer_text(printer, ", ");
  tern_printer_attr(printer, memdesc.memory_space);
  if (memdesc.is_mutable) tern_printer_text(printer, ", mutable");
  if (!tern_memdesc_is_whole(&memdesc)) {
    tern_printer_text(printer, ", ");
    for (size_t d = 0; d < memdesc.alloc_rank; ++d)
      tern_printer_format(printer, "%s%" PRId64, d ? "x" : "", memdesc.alloc_dims[d]);
  }
  tern_printer_char(printer, '>');
}

// --- what surrounds an op ---

static int64_t number_of(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_dictionary_attr_lookup(op->attrs, tern_str_from_cstr(name));
  return tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : otherwise;
}

int64_t tern_ttg_lookup_num_warps(const tern_op_t *op) {
  for (; op; op = tern_op_parent(op)) {
    if (tern_op_is(op, TERN_BUILTIN(MODULE)) || tern_op_is(op, TERN_TT(FUNC))) {
      int64_t count = number_of(op, "ttg.num-warps", 0);
      if (count) return count;
      continue;
    }
    const tern_op_t *parent = tern_op_parent(op);
    if (!parent || !tern_op_is(parent, TERN_TTG(WARP_SPECIALIZE_PARTITIONS))) continue;
    const tern_op_t *holder = tern_op_parent(parent);
    size_t region = (size_t)(op->block->parent - parent->regions);
    const tern_attr_t *counts = holder ? tern_op_attr(holder, "partitionNumWarps") : NULL;
    if (counts && region < tern_dense_array_attr_count(counts)) return tern_dense_array_attr_int(counts, region);
  }
  return 0;
}

static int64_t lookup_of_module(const tern_op_t *op, const char *name, int64_t otherwise) {
  while (op && !tern_op_is(op, TERN_BUILTIN(MODULE))) op = tern_op_parent(op);
  return op ? number_of(op, name, otherwise) : otherwise;
}

int64_t tern_ttg_lookup_num_ctas(const tern_op_t *op) { return lookup_of_module(op, "ttg.num-ctas", 1); }
int64_t tern_ttg_lookup_threads_per_warp(const tern_op_t *op) {
  return lookup_of_module(op, "ttg.threads-per-warp", 32);
}

bool tern_ttg_cuda_capability(const tern_op_t *module, int64_t *out) {
  const tern_attr_t *target = tern_op_attr(module, "ttg.target");
  if (!tern_attr_is_string(target)) return false;
  tern_str_t text = tern_string_attr_value(target);
  tern_str_t name = tern_str_split(&text, ':');
  if (!tern_str_equal(name, TERN_STR("cuda")) || text.size == 0 || text.size > 4) return false;
  *out = 0;
  for (size_t i = 0; i < text.size; ++i) {
    if (text.data[i] < '0' || text.data[i] > '9') return false;
    *out = *out * 10 + (text.data[i] - '0');
  }
  return true;
}
