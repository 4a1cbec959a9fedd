// ttg: syntax of the encodings that are dictionaries: `#ttg.blocked<{sizePerThread = [1, 4], ...}>`.

#include <inttypes.h>

#include "asm/legacy.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/ttg/hooks.h"
#include "ir/diagnostic.h"

// --- reading ---

const tern_attr_t *tern_ttg_parse_dictionary(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  if (attr && attr->kind == TERN_ATTR_DICTIONARY) return attr;
  if (attr) tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
  return NULL;
}

static bool read_number(tern_parser_t *parser, const tern_attr_t *attr, const char *noun, int64_t *out_value) {
  if (!tern_attr_is_integer(attr)) return tern_parser_error(parser, "expected an integer type in %s", noun);
  *out_value = tern_integer_attr_value(attr);
  // `true` is -1 in one bit.
  bool is_true = tern_type_is_i(tern_attr_type(attr), 1) && *out_value != 0;
  return (*out_value >= 0 && !is_true) || tern_parser_error(parser, "expected an unsigned integer value in %s", noun);
}

bool tern_ttg_read_numbers(tern_parser_t *parser, const tern_attr_t *array, const char *noun, int64_t *out_values,
                           size_t *inout_count) {
  if (array->kind != TERN_ATTR_ARRAY) return tern_parser_error(parser, "expected an array for %s", noun);
  for (size_t i = 0; i < tern_array_attr_count(array); ++i) {
    if (*inout_count == TERN_TTG_MAX_NUMBERS)
      return tern_parser_error(parser, "expected at most %d numbers in %s", TERN_TTG_MAX_NUMBERS, noun);
    if (!read_number(parser, tern_array_attr_at(array, i), noun, &out_values[(*inout_count)++])) return false;
  }
  return true;
}

static bool read_field(tern_parser_t *parser, tern_ttg_attr_t id, tern_ttg_field_t field, const tern_attr_t *attr,
                       uint64_t *out_value) {
  bool is_warps = id == TERN_TTG_ATTR_BLOCKED && field == TERN_TTG_FIELD_WARPS_PER_CTA;
  const char *noun = is_warps ? "number of warps per CTA" : tern_ttg_fields[field].noun;
  int64_t values[TERN_TTG_MAX_NUMBERS];
  size_t count = 0;
  switch (tern_ttg_fields[field].kind) {
    case TERN_TTG_KIND_NUMBER:
      if (!read_number(parser, attr, noun, &values[0])) return false;
      *out_value = (uint64_t)values[0];
      return values[0] <= UINT32_MAX || tern_parser_error(parser, "expected a 32-bit integer value in %s", noun);
    case TERN_TTG_KIND_FLAG:
      if (!tern_attr_is_integer(attr) || !tern_type_is_i(tern_attr_type(attr), 1))
        return tern_parser_error(parser, "expected a bool type in %s", noun);
      *out_value = tern_integer_attr_value(attr) != 0;
      return true;
    case TERN_TTG_KIND_NUMBERS:
      if (!tern_ttg_read_numbers(parser, attr, noun, values, &count)) return false;
      *out_value = tern_ttg_list(tern_parser_context(parser), values, count);
      return true;
    default: *out_value = (uint64_t)(uintptr_t)attr; return true;
  }
}

static bool find_field(tern_ttg_attr_t id, tern_str_t name, size_t *out_position) {
  const tern_ttg_encoding_row_t *row = &tern_ttg_encodings[id];
  for (size_t i = 0; i < row->count; ++i) {
    *out_position = i;
    if (tern_str_equal_cstr(name, tern_ttg_fields[row->fields[i]].name)) return true;
  }
  return false;
}

static bool allows_unknown(tern_ttg_attr_t id) {
  return id == TERN_TTG_ATTR_NVIDIA_MMA || id == TERN_TTG_ATTR_AMD_MFMA || id == TERN_TTG_ATTR_AMD_WMMA ||
         id == TERN_TTG_ATTR_SLICE;
}

// --- how blocks of a cluster are dealt ---

// The bases of `CGALayout`, once the rank is known; `list` is what was read, or NULL.
static bool read_cga(tern_parser_t *parser, const tern_attr_t *list, size_t rank, uint64_t *out_value) {
  int64_t values[TERN_TTG_MAX_NUMBERS];
  size_t count = 0;
  if (list && list->kind != TERN_ATTR_ARRAY) return tern_parser_error(parser, "expected array value for 'CGALayout'");
  for (size_t i = 0; list && i < tern_array_attr_count(list); ++i) {
    size_t first = count;
    const char *noun = tern_ttg_fields[TERN_TTG_FIELD_CGA_LAYOUT].noun;
    if (!tern_ttg_read_numbers(parser, tern_array_attr_at(list, i), noun, values, &count)) return false;
    if (count - first != rank)
      return tern_parser_error(parser, "'CGALayout' entry length does not match rank %zu", rank);
  }
  *out_value = tern_ttg_list(tern_parser_context(parser), values, count);
  return true;
}

// As Triton wrote it until 3.5: how many blocks there are along each dimension, how many of them have parts of their own,
// and which dimension is the fastest.
typedef struct old_cga {
  const tern_attr_t *ctas_per_cga, *cta_split_num, *cta_order;
} old_cga_t;

static const tern_attr_t **find_old_cga(old_cga_t *old, tern_str_t name) {
  if (tern_str_equal_cstr(name, "CTAsPerCGA")) return &old->ctas_per_cga;
  if (tern_str_equal_cstr(name, "CTASplitNum")) return &old->cta_split_num;
  if (tern_str_equal_cstr(name, "CTAOrder")) return &old->cta_order;
  return NULL;
}

static bool has_old_cga(const old_cga_t *old) { return old->ctas_per_cga || old->cta_split_num || old->cta_order; }

static bool read_old_list(tern_parser_t *parser, const tern_attr_t *list, const char *name, size_t rank,
                          int64_t *out_values) {
  size_t count = 0;
  if (!list) return tern_parser_error(parser, "expected CTAsPerCGA, CTASplitNum and CTAOrder together");
  if (!tern_ttg_read_numbers(parser, list, name, out_values, &count)) return false;
  return count == rank || tern_parser_error(parser, "'%s' length does not match rank %zu", name, rank);
}

static bool read_old_cga(tern_parser_t *parser, const old_cga_t *old, size_t rank, uint64_t *out_value) {
  int64_t ctas[TERN_TTG_MAX_NUMBERS], splits[TERN_TTG_MAX_NUMBERS], order[TERN_TTG_MAX_NUMBERS];
  int64_t values[TERN_TTG_MAX_NUMBERS];
  size_t count = 0;
  if (!read_old_list(parser, old->ctas_per_cga, "CTAsPerCGA", rank, ctas) ||
      !read_old_list(parser, old->cta_split_num, "CTASplitNum", rank, splits) ||
      !read_old_list(parser, old->cta_order, "CTAOrder", rank, order)) {
    return false;
  }
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] >= (int64_t)rank) return tern_parser_error(parser, "'CTAOrder' is no permutation of the dimensions");
    for (int64_t size = 1; size < ctas[order[i]] && count + rank <= TERN_TTG_MAX_NUMBERS; size *= 2) {
      for (size_t d = 0; d < rank; ++d) values[count + d] = 0;
      if (size < splits[order[i]]) values[count + (size_t)order[i]] = size;
      count += rank;
    }
  }
  *out_value = tern_ttg_list(tern_parser_context(parser), values, count);
  return true;
}

// --- encodings ---

// What is left out where it means something else than zero.
static void add_defaults(tern_context_t *context, tern_ttg_attr_t id, bool has_tiles, const tern_attr_t **inout_attr) {
  int64_t ones[TERN_TTG_MAX_NUMBERS];
  bool is_amd = id == TERN_TTG_ATTR_AMD_MFMA || id == TERN_TTG_ATTR_AMD_WMMA;
  if (!is_amd || has_tiles) return;
  for (size_t i = 0; i < TERN_TTG_MAX_NUMBERS; ++i) ones[i] = 1;
  tern_ttg_value_t tiles = {TERN_TTG_FIELD_TILES_PER_WARP, tern_ttg_list(context, ones, tern_ttg_rank(*inout_attr))};
  *inout_attr = tern_ttg_encoding_with(*inout_attr, &tiles, 1);
}

typedef struct reading {
  tern_ttg_value_t values[TERN_TTG_MAX_FIELDS];
  size_t count;
  const tern_attr_t *cga;
  old_cga_t old_cga;
  bool has_tiles, has_parent, has_rank, has_width;
  bool has_leading_offset;  // of memory, as Triton wrote it until 2024: it is what TMA leaves behind
} reading_t;

static bool read_entry(tern_parser_t *parser, tern_ttg_attr_t id, tern_str_t name, const tern_attr_t *attr,
                       reading_t *reading) {
  size_t position;
  // Until 2022 there was one number of mma.
  bool is_old_mma = id == TERN_TTG_ATTR_NVIDIA_MMA && tern_legacy_has_old_names(parser);
  if (is_old_mma && tern_str_equal_cstr(name, "version")) name = TERN_STR("versionMajor");
  if (!find_field(id, name, &position)) {
    const tern_attr_t **old = find_old_cga(&reading->old_cga, name);
    if (old) *old = attr;
    bool is_leading = id == TERN_TTG_ATTR_SWIZZLED_SHARED && tern_str_equal_cstr(name, "hasLeadingOffset");
    // Which way Volta's operands lay; nothing multiplies them today.
    if (id == TERN_TTG_ATTR_DOT_OP && tern_legacy_has_old_names(parser) && tern_str_equal_cstr(name, "isMMAv1Row"))
      return true;
    if (is_leading) reading->has_leading_offset = tern_attr_is_integer(attr) && tern_integer_attr_value(attr) != 0;
    if (old || is_leading || allows_unknown(id)) return true;
    const char *what = id == TERN_TTG_ATTR_DOT_OP ? "duplicate or unknown struct parameter name" : "unexpected key";
    return tern_parser_error(parser, "%s: %.*s", what, (int)name.size, name.data);
  }
  tern_ttg_field_t field = tern_ttg_encodings[id].fields[position];
  if (field == TERN_TTG_FIELD_CGA_LAYOUT) {
    reading->cga = attr;
    return true;
  }
  reading->has_tiles |= field == TERN_TTG_FIELD_TILES_PER_WARP && attr->param_count != 0;
  reading->has_parent |= field == TERN_TTG_FIELD_PARENT;
  reading->has_rank |= field == TERN_TTG_FIELD_RANK;
  reading->has_width |= field == TERN_TTG_FIELD_K_WIDTH;
  tern_ttg_value_t *value = &reading->values[reading->count++];
  value->field = field;
  return read_field(parser, id, field, attr, &value->value);
}

static bool check_parent(tern_parser_t *parser, tern_ttg_attr_t id, const tern_attr_t *attr, bool has_parent) {
  if (!tern_ttg_has_field(attr, TERN_TTG_FIELD_PARENT)) return true;
  if (!has_parent) return tern_parser_error(parser, "struct is missing required parameter: parent");
  return id != TERN_TTG_ATTR_SLICE || tern_ttg_is_distributed(tern_ttg_parent(attr)) ||
         tern_parser_error(parser, "expected a distributed encoding trait");
}

// A swizzle with a leading offset is today's nvmma_shared: its groups have 16 bytes, and a line as many groups as phases.
static const tern_attr_t *make_boxes(tern_parser_t *parser, const tern_attr_t *attr) {
  int64_t vec = tern_ttg_number(attr, TERN_TTG_FIELD_VEC), phases = tern_ttg_number(attr, TERN_TTG_FIELD_MAX_PHASE);
  size_t rank = tern_ttg_rank(attr);
  bool is_turned = rank > 0 && tern_ttg_at(attr, TERN_TTG_FIELD_ORDER, 0) == 0;
  bool is_line = phases == 2 || phases == 4 || phases == 8;
  if (!is_line || tern_ttg_number(attr, TERN_TTG_FIELD_PER_PHASE) * phases != 8 || vec < 1 || vec > 16 ||
      (vec & (vec - 1))) {
    tern_parser_error(parser, "a leading offset goes with perPhase and maxPhase of 4 and 2, 2 and 4, or 1 and 8");
    return NULL;
  }
  return tern_ttg_encoding_get(
      attr->context, TERN_TTG_ATTR_NVMMA_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH, (uint64_t)(16 * phases)},
                      {TERN_TTG_FIELD_TRANSPOSED, is_turned}, {TERN_TTG_FIELD_ELEMENT_BIT_WIDTH, (uint64_t)(128 / vec)},
                      {TERN_TTG_FIELD_RANK, rank},
                      {TERN_TTG_FIELD_CGA_LAYOUT, (uint64_t)tern_ttg_number(attr, TERN_TTG_FIELD_CGA_LAYOUT)}));
}

// Until 2023 operands of mma did not say how many neighbours a thread has: two, as many as there are of f16 in a register.
static void take_old_width(const tern_parser_t *parser, tern_ttg_attr_t id, const reading_t *reading,
                           const tern_attr_t **inout_attr) {
  enum { OLD_WIDTH = 2 };
  if (id != TERN_TTG_ATTR_DOT_OP || reading->has_width || !tern_legacy_has_old_names(parser)) return;
  const tern_attr_t *parent = tern_ttg_parent(*inout_attr);
  if (!tern_attr_is_ttg(parent, TERN_TTG_ATTR_NVIDIA_MMA)) return;
  int64_t version = tern_ttg_number(parent, TERN_TTG_FIELD_VERSION_MAJOR);
  tern_ttg_value_t width = {.field = TERN_TTG_FIELD_K_WIDTH, .value = OLD_WIDTH};
  if (version == 2 || version == 3) *inout_attr = tern_ttg_encoding_with(*inout_attr, &width, 1);
}

// Until 2023 an instruction of mma.sync did not say its shape, of which there was one.
static void take_old_shape(tern_parser_t *parser, tern_ttg_attr_t id, const tern_attr_t **inout_attr) {
  static const int64_t shape[] = {16, 8};
  if (id != TERN_TTG_ATTR_NVIDIA_MMA || !tern_legacy_has_old_names(parser)) return;
  bool has_shape = tern_ttg_count(*inout_attr, TERN_TTG_FIELD_INSTR_SHAPE) != 0;
  if (has_shape || tern_ttg_number(*inout_attr, TERN_TTG_FIELD_VERSION_MAJOR) != 2) return;
  tern_ttg_value_t value = {.field = TERN_TTG_FIELD_INSTR_SHAPE,
                            .value = tern_ttg_list(tern_parser_context(parser), shape, 2)};
  *inout_attr = tern_ttg_encoding_with(*inout_attr, &value, 1);
}

// Memory for wgmma is printed without its rank where it has a CGALayout: an entry of that is as long. Triton does not read what it
// prints there.
static void take_rank_of_cga(tern_ttg_attr_t id, const reading_t *reading, const tern_attr_t **inout_attr) {
  if (id != TERN_TTG_ATTR_NVMMA_SHARED || reading->has_rank || !reading->cga) return;
  if (reading->cga->kind != TERN_ATTR_ARRAY || !tern_array_attr_count(reading->cga)) return;
  const tern_attr_t *entry = tern_array_attr_at(reading->cga, 0);
  if (entry->kind != TERN_ATTR_ARRAY) return;
  tern_ttg_value_t rank = {.field = TERN_TTG_FIELD_RANK, .value = tern_array_attr_count(entry)};
  *inout_attr = tern_ttg_encoding_with(*inout_attr, &rank, 1);
}

static const tern_attr_t *make_encoding(tern_parser_t *parser, tern_ttg_attr_t id, reading_t *reading) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *attr = tern_ttg_encoding_get(context, id, reading->values, reading->count);
  if (!check_parent(parser, id, attr, reading->has_parent)) return NULL;
  take_old_width(parser, id, reading, &attr);
  take_old_shape(parser, id, &attr);
  take_rank_of_cga(id, reading, &attr);
  if (tern_ttg_has_field(attr, TERN_TTG_FIELD_CGA_LAYOUT)) {
    tern_ttg_value_t cga = {.field = TERN_TTG_FIELD_CGA_LAYOUT};
    size_t rank = tern_ttg_rank(attr);
    bool is_read = !reading->cga && has_old_cga(&reading->old_cga)
                       ? read_old_cga(parser, &reading->old_cga, rank, &cga.value)
                       : read_cga(parser, reading->cga, rank, &cga.value);
    if (!is_read) return NULL;
    attr = tern_ttg_encoding_with(attr, &cga, 1);
  }
  add_defaults(context, id, reading->has_tiles, &attr);
  const char *wrong = tern_ttg_check_encoding(attr);
  if (!wrong) return reading->has_leading_offset ? make_boxes(parser, attr) : attr;
  tern_parser_error(parser, "%s", wrong);
  return NULL;
}

const tern_attr_t *tern_ttg_parse_encoding(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  tern_ttg_attr_t id = (tern_ttg_attr_t)(row - tern_ttg_attrs);
  reading_t reading = {0};
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_attr_t *dictionary = tern_ttg_parse_dictionary(parser);
  if (!dictionary) return NULL;
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(dictionary, i));
    if (!read_entry(parser, id, name, tern_dictionary_attr_at(dictionary, i), &reading)) return NULL;
  }
  const tern_attr_t *attr = make_encoding(parser, id, &reading);
  return attr && tern_parse_token(parser, ">") ? attr : NULL;
}

// --- printing ---

void tern_ttg_print_bases(tern_printer_t *printer, const tern_attr_t *attr, tern_ttg_field_t field) {
  size_t rank = tern_ttg_rank(attr);
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_ttg_basis_count(attr, field); ++i) {
    tern_printer_text(printer, i ? ", [" : "[");
    for (size_t d = 0; d < rank; ++d)
      tern_printer_format(printer, "%s%" PRId64, d ? ", " : "", tern_ttg_at(attr, field, i * rank + d));
    tern_printer_char(printer, ']');
  }
  tern_printer_char(printer, ']');
}

static void print_value(tern_printer_t *printer, const tern_attr_t *attr, tern_ttg_field_t field) {
  switch (tern_ttg_fields[field].kind) {
    case TERN_TTG_KIND_NUMBER: tern_printer_int(printer, tern_ttg_number(attr, field)); return;
    case TERN_TTG_KIND_FLAG: tern_printer_text(printer, tern_ttg_number(attr, field) ? "true" : "false"); return;
    case TERN_TTG_KIND_BASES: tern_ttg_print_bases(printer, attr, field); return;
    case TERN_TTG_KIND_ENCODING: tern_printer_attr(printer, tern_ttg_parent(attr)); return;
    default: break;
  }
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_ttg_count(attr, field); ++i)
    tern_printer_format(printer, "%s%" PRId64, i ? ", " : "", tern_ttg_at(attr, field, i));
  tern_printer_char(printer, ']');
}

// Fields that are left out where they say nothing.
static bool is_silent(const tern_attr_t *attr, tern_ttg_field_t field) {
  tern_ttg_attr_t id = tern_ttg_attr_id(attr);
  switch (field) {
    case TERN_TTG_FIELD_CGA_LAYOUT: return tern_ttg_count(attr, field) == 0;
    case TERN_TTG_FIELD_K_WIDTH:
    case TERN_TTG_FIELD_FP4_PADDED: return tern_ttg_number(attr, field) == 0;
    case TERN_TTG_FIELD_ELEMENT_BIT_WIDTH:
    case TERN_TTG_FIELD_INSTR_SHAPE:
      if (id != TERN_TTG_ATTR_AMD_MFMA && id != TERN_TTG_ATTR_AMD_WMMA) return false;
      return (uint64_t)tern_ttg_number(attr, field) == tern_ttg_default(attr->context, id, field);
    case TERN_TTG_FIELD_RANK:
      return tern_ttg_number(attr, field) == 2 || tern_ttg_count(attr, TERN_TTG_FIELD_CGA_LAYOUT) != 0;
    case TERN_TTG_FIELD_TILES_PER_WARP:
      for (size_t i = 0; i < tern_ttg_count(attr, field); ++i) {
        if (tern_ttg_at(attr, field, i) != 1) return false;
      }
      return true;
    default: return false;
  }
}

void tern_ttg_print_encoding(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_ttg_encoding_row_t *row = &tern_ttg_encodings[tern_ttg_attr_id(attr)];
  const char *separator = "<{";
  for (size_t i = 0; i < row->count; ++i) {
    if (is_silent(attr, row->fields[i])) continue;
    tern_printer_format(printer, "%s%s = ", separator, tern_ttg_fields[row->fields[i]].name);
    print_value(printer, attr, row->fields[i]);
    separator = ", ";
  }
  tern_printer_text(printer, "}>");
}

// --- #ttg.shared_memory ---

const tern_attr_t *tern_ttg_parse_shared_memory(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  (void)row;
  (void)type;
  if (tern_parse_optional_token(parser, "<") && !tern_parse_token(parser, ">")) return NULL;
  return tern_ttg_shared_memory_get(tern_parser_context(parser));
}

void tern_ttg_print_shared_memory(tern_printer_t *printer, const tern_attr_t *attr) {
  (void)printer;
  (void)attr;
}
