// ttng: encodings of tensor memory: their parameters, and what they have to hold (upstream: Dialect.cpp, Types.cpp).

#include <inttypes.h>
#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/string.h"
#include "dialect/ttng/hooks.h"
#include "dialect/ttng/layout.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- parameters ---

enum { BLOCK_M, BLOCK_N, COLUMN_STRIDE, SPLIT_M, SPLIT_N, TWO_CTAS, MAX_PARAMS };

// `absent` is what is not written; -1: it has to be.
typedef struct param {
  const char *name;
  int64_t absent;
  bool is_flag;
} param_t;

static const param_t params[MAX_PARAMS] = {
    [BLOCK_M] = {"blockM", -1, false},          [BLOCK_N] = {"blockN", -1, false},
    [COLUMN_STRIDE] = {"colStride", -1, false}, [SPLIT_M] = {"CTASplitM", 1, false},
    [SPLIT_N] = {"CTASplitN", 1, false},        [TWO_CTAS] = {"twoCTAs", 0, true},
};

// Which of the parameters an encoding of this row has: scales are only split.
static size_t first_of(const tern_attr_row_t *row) {
  return row == &tern_ttng_attrs[TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING] ? BLOCK_M : SPLIT_M;
}

static size_t end_of(const tern_attr_row_t *row) {
  return row == &tern_ttng_attrs[TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING] ? MAX_PARAMS : TWO_CTAS;
}

tern_tensor_memory_t tern_tensor_memory_read(const tern_attr_t *encoding) {
  const uint64_t *values = encoding->params;
  if (tern_attr_is_ttng(encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING))
    return (tern_tensor_memory_t){.split_m = (int64_t)values[0], .split_n = (int64_t)values[1]};
  return (tern_tensor_memory_t){.block_m = (int64_t)values[BLOCK_M],
                                .block_n = (int64_t)values[BLOCK_N],
                                .column_stride = (int64_t)values[COLUMN_STRIDE],
                                .split_m = (int64_t)values[SPLIT_M],
                                .split_n = (int64_t)values[SPLIT_N],
                                .is_two_ctas = values[TWO_CTAS] != 0};
}

const tern_attr_t *tern_tensor_memory_get(tern_context_t *context, const tern_tensor_memory_t *memory) {
  const uint64_t splits[] = {(uint64_t)memory->split_m, (uint64_t)memory->split_n};
  if (memory->block_m == 0)
    return tern_dialect_attr_get(context, &tern_ttng_attrs[TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING], splits, 2);
  const uint64_t values[MAX_PARAMS] = {(uint64_t)memory->block_m,       (uint64_t)memory->block_n,
                                       (uint64_t)memory->column_stride, (uint64_t)memory->split_m,
                                       (uint64_t)memory->split_n,       memory->is_two_ctas};
  return tern_dialect_attr_get(context, &tern_ttng_attrs[TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING], values, MAX_PARAMS);
}

// --- what an encoding has to hold ---

static bool is_power_of_two(int64_t size) { return size > 0 && (size & (size - 1)) == 0; }

static bool check_encoding(tern_parser_t *parser, tern_source_pos_t pos, const int64_t *values) {
  int64_t stride = values[COLUMN_STRIDE];
  if (!is_power_of_two(values[SPLIT_M]) || !is_power_of_two(values[SPLIT_N]))
    return tern_parser_error_at(parser, pos, "CTASplitM and CTASplitN must be greater than 0 and a power of 2");
  if (values[BLOCK_M] != 64 && values[BLOCK_M] != 128)
    return tern_parser_error_at(parser, pos, "blockM must be 64 or 128 but got %" PRId64, values[BLOCK_M]);
  if (!is_power_of_two(values[BLOCK_N]))
    return tern_parser_error_at(parser, pos, "blockN must be a power of 2 but got %" PRId64, values[BLOCK_N]);
  if (values[BLOCK_N] > 512) {
    return tern_parser_error_at(parser, pos, "blockN must be less than or equal to 512 but got %" PRId64,
                                values[BLOCK_N]);
  }
  return stride == 1 || stride == 2 || stride == 4 ||
         tern_parser_error_at(parser, pos, "colStride must be 1, 2, or 4 but got %" PRId64, stride);
}

// --- syntax ---

// A flag is also 0 or 1.
static bool parse_value(tern_parser_t *parser, const param_t *param, int64_t *out_value) {
  uint64_t value;
  if (param->is_flag && tern_parse_optional_keyword(parser, "false")) return *out_value = 0, true;
  if (param->is_flag && tern_parse_optional_keyword(parser, "true")) return *out_value = 1, true;
  if (!tern_parse_unsigned_integer(parser, &value)) return false;
  *out_value = (int64_t)value;
  return value <= (param->is_flag ? 1 : UINT32_MAX) || tern_parser_error(parser, "integer value too large");
}

static bool parse_param(tern_parser_t *parser, const tern_attr_row_t *row, int64_t *out_values, bool *inout_seen) {
  tern_str_t name;
  if (!tern_parse_any_keyword(parser, &name)) return false;
  size_t i = first_of(row);
  while (i < end_of(row) && (inout_seen[i] || !tern_str_equal_cstr(name, params[i].name))) ++i;
  if (i == end_of(row)) {
    return tern_parser_error(parser, "duplicate or unknown struct parameter name: %.*s", (int)name.size, name.data);
  }
  inout_seen[i] = true;
  return tern_parse_token(parser, "=") && parse_value(parser, &params[i], &out_values[i]);
}

// `<blockM = 128, blockN = 64, colStride = 1>`, in any order.
const tern_attr_t *tern_ttng_parse_encoding(tern_parser_t *parser, const tern_attr_row_t *row,
                                            const tern_type_t *type) {
  (void)type;
  int64_t values[MAX_PARAMS];
  uint64_t words[MAX_PARAMS];
  bool is_seen[MAX_PARAMS] = {false};
  size_t first = first_of(row), end = end_of(row);
  for (size_t i = 0; i < MAX_PARAMS; ++i) values[i] = params[i].absent;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<")) return NULL;
  if (!tern_parse_optional_token(parser, ">")) {
    do {
      if (!parse_param(parser, row, values, is_seen)) return NULL;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ">")) return NULL;
  }
  for (size_t i = first; i < end; ++i) {
    if (values[i] < 0) {
      tern_parser_error_at(parser, pos, "struct is missing required parameter: %s", params[i].name);
      return NULL;
    }
    words[i] = (uint64_t)values[i];
  }
  if (first == BLOCK_M && !check_encoding(parser, pos, values)) return NULL;
  return tern_dialect_attr_get(tern_parser_context(parser), row, words + first, end - first);
}

void tern_ttng_print_encoding(tern_printer_t *printer, const tern_attr_t *attr) {
  size_t first = first_of(attr->row), end = end_of(attr->row);
  const char *separator = "";
  tern_printer_char(printer, '<');
  for (size_t i = first; i < end; ++i) {
    int64_t value = (int64_t)attr->params[i - first];
    if (value == params[i].absent) continue;
    tern_printer_format(printer, "%s%s = ", separator, params[i].name);
    separator = ", ";
    if (params[i].is_flag) {
      tern_printer_text(printer, value ? "true" : "false");
    } else {
      tern_printer_int(printer, value);
    }
  }
  tern_printer_char(printer, '>');
}

const tern_attr_t *tern_ttng_parse_tensor_memory(tern_parser_t *parser, const tern_attr_row_t *row,
                                                 const tern_type_t *type) {
  (void)type;
  return tern_dialect_attr_get(tern_parser_context(parser), row, NULL, 0);
}

void tern_ttng_print_tensor_memory(tern_printer_t *printer, const tern_attr_t *attr) {
  (void)printer;
  (void)attr;
}

// --- memory descriptors ---

enum { TENSOR_MEMORY_COLUMNS = 512, TENSOR_MEMORY_COLUMN_BITS = 32 };

static const char *say(const tern_memdesc_t *memdesc, const char *text) {
  return tern_ident_get(memdesc->encoding->context, tern_str_from_cstr(text))->data;
}

static const char *check_columns(const tern_memdesc_t *memdesc, const tern_tensor_memory_t *memory, int64_t bits) {
  char text[256];
  const int64_t *dims = memdesc->alloc_dims + memdesc->alloc_rank - 2;
  int64_t rows = memory->block_m * memory->split_m, columns = memory->block_n * memory->split_n;
  if (dims[0] < rows || dims[1] < columns) {
    snprintf(text, sizeof(text),
             "the allocation shape must be at least %" PRId64 "x%" PRId64 ". Got %" PRId64 ", %" PRId64, rows, columns,
             dims[0], dims[1]);
    return say(memdesc, text);
  }
  tern_layout_t layout = tern_ttng_layout(memdesc->encoding, dims);
  if (layout.error) return layout.error;
  int64_t sizes[2];
  for (size_t d = 0; d < 2; ++d) sizes[d] = INT64_C(1) << tern_layout_bits(&layout.outs, tern_layout_dim_name(d));
  if (sizes[0] != dims[0] || sizes[1] != dims[1]) {
    snprintf(text, sizeof(text), "allocation shape must be equal to %" PRId64 "x%" PRId64, sizes[0], sizes[1]);
    return say(memdesc, text);
  }
  int64_t used =
      (INT64_C(1) << tern_layout_bits(&layout.ins, TERN_LAYOUT_COLUMN)) / (memory->split_m * memory->split_n);
  if (used <= TENSOR_MEMORY_COLUMNS * TENSOR_MEMORY_COLUMN_BITS / bits) return NULL;
  snprintf(text, sizeof(text),
           "nCol / (CTASplitM * CTASplitN) must be less than or equal to 512 * 32 / bitwidth but got %" PRId64, used);
  return say(memdesc, text);
}

const char *tern_ttng_check_memdesc(const tern_memdesc_t *memdesc) {
  int64_t bits = tern_type_bit_width(memdesc->element);
  if (!tern_attr_is_ttng(memdesc->memory_space, TERN_TTNG_ATTR_TENSOR_MEMORY))
    return "memorySpace must be TensorMemorySpace";
  if (tern_attr_is_ttng(memdesc->encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING)) {
    if (memdesc->alloc_rank != 2) return "Scales don't currently support multibuffering";
    return bits == 8 ? NULL : "bitwidth must be 8";
  }
  tern_tensor_memory_t memory = tern_tensor_memory_read(memdesc->encoding);
  if (memdesc->rank != 2 && memdesc->rank != 3) return "rank must be 2 or 3";
  if (bits < 1 || bits * memory.column_stride > TENSOR_MEMORY_COLUMN_BITS) {
    char text[128];
    snprintf(text, sizeof(text), "bitwidth * colStride must be less than or equal to 32. Got %" PRId64 " and %" PRId64,
             bits, memory.column_stride);
    return say(memdesc, text);
  }
  return check_columns(memdesc, &memory, bits);
}
