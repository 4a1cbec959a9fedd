// ttg: syntax of the encodings that list bases: linear, shared_linear and padded_shared.

#include <inttypes.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/ttg/hooks.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"

// Bases as they are read, of any number of inputs; all are as long.
typedef struct bases {
  int64_t values[TERN_TTG_MAX_NUMBERS];
  size_t count, rank;
} bases_t;

// --- bases ---

static bool read_basis(tern_parser_t *parser, const tern_attr_t *basis, const char *name, bases_t *bases) {
  if (basis->kind != TERN_ATTR_ARRAY)
    return tern_parser_error(parser, "Expected array of integers in basis for '%s'", name);
  size_t rank = tern_array_attr_count(basis);
  if (!bases->rank) bases->rank = rank;
  if (rank != bases->rank)
    return tern_parser_error(parser, "expected %zu integers in basis for '%s' but got %zu", bases->rank, name, rank);
  for (size_t d = 0; d < rank; ++d) {
    const tern_attr_t *value = tern_array_attr_at(basis, d);
    if (!tern_attr_is_integer(value)) return tern_parser_error(parser, "Expected integer in basis for '%s'", name);
    if (tern_integer_attr_value(value) < 0 || tern_integer_attr_value(value) > INT32_MAX)
      return tern_parser_error(parser, "expected an unsigned integer value in basis for '%s'", name);
    if (bases->count == TERN_TTG_MAX_NUMBERS)
      return tern_parser_error(parser, "expected at most %d numbers in bases", TERN_TTG_MAX_NUMBERS);
    bases->values[bases->count++] = tern_integer_attr_value(value);
  }
  return true;
}

// The bases of `fields`, which end before the rank, as values of them.
static bool read_bases(tern_parser_t *parser, const tern_attr_t *dictionary, const tern_ttg_field_t *fields,
                       size_t field_count, tern_ttg_value_t *out_values) {
  bases_t all = {0};
  size_t ends[4];
  for (size_t i = 0; i < field_count; ++i) {
    const char *name = tern_ttg_fields[fields[i]].name;
    const tern_attr_t *list = tern_dictionary_attr_lookup(dictionary, tern_str_from_cstr(name));
    if (!list) return tern_parser_error(parser, "Expected basis of '%s' not found", name);
    if (list->kind != TERN_ATTR_ARRAY)
      return tern_parser_error(parser, "Expected array of arrays for basis of '%s'", name);
    for (size_t k = 0; k < tern_array_attr_count(list); ++k) {
      if (!read_basis(parser, tern_array_attr_at(list, k), name, &all)) return false;
    }
    ends[i] = all.count;
  }
  if (!all.rank) return tern_parser_error(parser, "Empty Layout not supported");
  for (size_t i = 0, first = 0; i < field_count; first = ends[i++]) {
    uint64_t list = tern_ttg_list(tern_parser_context(parser), all.values + first, ends[i] - first);
    out_values[i] = (tern_ttg_value_t){fields[i], list};
  }
  out_values[field_count] = (tern_ttg_value_t){TERN_TTG_FIELD_RANK, all.rank};
  return true;
}

static const tern_attr_t *checked(tern_parser_t *parser, const tern_attr_t *attr) {
  const char *wrong = tern_ttg_check_encoding(attr);
  if (!wrong) return attr;
  tern_parser_error(parser, "%s", wrong);
  return NULL;
}

// --- linear ---

// `<{register = [[0, 1]], lane = [], warp = [], block = []}>`
static const tern_attr_t *parse_linear(tern_parser_t *parser) {
  static const tern_ttg_field_t fields[] = {TERN_TTG_FIELD_REGISTER, TERN_TTG_FIELD_LANE, TERN_TTG_FIELD_WARP,
                                            TERN_TTG_FIELD_BLOCK};
  tern_ttg_value_t values[5];
  const tern_attr_t *dictionary = tern_ttg_parse_dictionary(parser);
  if (!dictionary || !read_bases(parser, dictionary, fields, 4, values)) return NULL;
  return tern_ttg_encoding_get(tern_parser_context(parser), TERN_TTG_ATTR_LINEAR, values, 5);
}

// --- shared_linear ---

static const tern_ttg_field_t memory_fields[] = {TERN_TTG_FIELD_OFFSET, TERN_TTG_FIELD_BLOCK};

// `<{offset = [[0, 1]], block = []}, alignment = 16>`; without blocks there is one.
static const tern_attr_t *parse_shared_linear(tern_parser_t *parser) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *dictionary = tern_ttg_parse_dictionary(parser);
  tern_ttg_value_t values[4];
  int64_t alignment;
  if (!dictionary) return NULL;
  if (tern_dictionary_attr_lookup(dictionary, TERN_STR("alignment"))) {
    tern_parser_error(parser, "alignment must be specified outside of the linear layout braces");
    return NULL;
  }
  if (!tern_dictionary_attr_lookup(dictionary, TERN_STR("block"))) {
    dictionary =
        tern_dictionary_attr_with(context, dictionary, TERN_STR("block"), tern_array_attr_get(context, NULL, 0));
  }
  if (!tern_parse_token(parser, ",") || !tern_parse_keyword(parser, "alignment") || !tern_parse_token(parser, "=") ||
      !tern_parse_integer(parser, &alignment) || !read_bases(parser, dictionary, memory_fields, 2, values)) {
    return NULL;
  }
  if (tern_dictionary_attr_count(dictionary) != 2) {
    tern_parser_error(parser, "SharedLinearEncodingAttr must have exactly two attributes: offset and block");
    return NULL;
  }
  values[3] = (tern_ttg_value_t){TERN_TTG_FIELD_ALIGNMENT, alignment < 0 ? 0 : (uint64_t)alignment};
  return tern_ttg_encoding_get(context, TERN_TTG_ATTR_SHARED_LINEAR, values, 4);
}

// --- padded_shared ---

// `[32:+4, 64:+8]`
static bool parse_intervals(tern_parser_t *parser, tern_ttg_value_t *out_values) {
  int64_t intervals[TERN_TTG_MAX_NUMBERS], paddings[TERN_TTG_MAX_NUMBERS];
  size_t count = 0;
  if (!tern_parse_token(parser, "[")) return false;
  do {
    if (count == TERN_TTG_MAX_NUMBERS) return tern_parser_error(parser, "too many intervals");
    if (!tern_parse_integer(parser, &intervals[count]) || !tern_parse_token(parser, ":") ||
        !tern_parse_token(parser, "+") || !tern_parse_integer(parser, &paddings[count])) {
      return false;
    }
    ++count;
  } while (tern_parse_optional_token(parser, ","));
  tern_context_t *context = tern_parser_context(parser);
  out_values[0] = (tern_ttg_value_t){TERN_TTG_FIELD_INTERVALS, tern_ttg_list(context, intervals, count)};
  out_values[1] = (tern_ttg_value_t){TERN_TTG_FIELD_PADDINGS, tern_ttg_list(context, paddings, count)};
  return tern_parse_token(parser, "]");
}

// Offsets that go along the dimensions one after the other.
static bool make_lines(tern_parser_t *parser, const int64_t *order, const int64_t *shape, size_t rank,
                       tern_ttg_value_t *out_values) {
  tern_context_t *context = tern_parser_context(parser);
  int64_t values[TERN_TTG_MAX_NUMBERS];
  size_t count = 0;
  if (!rank) return tern_parser_error(parser, "linearComponent must have [offset, block] as input dims");
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] >= (int64_t)rank) return tern_parser_error(parser, "order must be a permutation of 0..(rank-1)");
    if (shape[order[i]] <= 0 || shape[order[i]] & (shape[order[i]] - 1))
      return tern_parser_error(parser, "shape must have power-of-2 and non-zero dimensions");
    for (int64_t size = 1; size < shape[order[i]]; size *= 2, count += rank) {
      if (count + rank > TERN_TTG_MAX_NUMBERS) return tern_parser_error(parser, "shape is too large");
      for (size_t d = 0; d < rank; ++d) values[count + d] = d == (size_t)order[i] ? size : 0;
    }
  }
  out_values[0] = (tern_ttg_value_t){TERN_TTG_FIELD_OFFSET, tern_ttg_list(context, values, count)};
  out_values[1] = (tern_ttg_value_t){TERN_TTG_FIELD_BLOCK, tern_ttg_list(context, NULL, 0)};
  out_values[2] = (tern_ttg_value_t){TERN_TTG_FIELD_RANK, rank};
  return true;
}

// `{order = [1, 0], shape = [16, 32]}`
static bool read_shape(tern_parser_t *parser, const tern_attr_t *dictionary, tern_ttg_value_t *out_values) {
  int64_t order[TERN_TTG_MAX_NUMBERS], shape[TERN_TTG_MAX_NUMBERS];
  size_t order_count = 0, shape_count = 0;
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(dictionary, i));
    const tern_attr_t *value = tern_dictionary_attr_at(dictionary, i);
    bool is_order = tern_str_equal_cstr(name, "order"), is_shape = tern_str_equal_cstr(name, "shape");
    if (!is_order && !is_shape)
      return tern_parser_error(parser, "Unexpected attribute \"%.*s\" found", (int)name.size, name.data);
    if (!tern_ttg_read_numbers(parser, value, is_order ? "order" : "shape", is_order ? order : shape,
                               is_order ? &order_count : &shape_count)) {
      return false;
    }
  }
  if (order_count != shape_count)
    return tern_parser_error(parser, "Mismatch of shape and order ranks in padded layout");
  return make_lines(parser, order, shape, order_count, out_values);
}

// Only what `fields` names may stand there.
static bool check_names(tern_parser_t *parser, const tern_attr_t *dictionary, const tern_ttg_field_t *fields,
                        size_t field_count) {
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(dictionary, i));
    bool is_known = false;
    for (size_t f = 0; f < field_count; ++f) is_known |= tern_str_equal_cstr(name, tern_ttg_fields[fields[f]].name);
    if (!is_known) return tern_parser_error(parser, "Unexpected attribute \"%.*s\" found", (int)name.size, name.data);
  }
  return true;
}

// `<[32:+4] {order = [1, 0], shape = [16, 32]}>`, or bases as in shared_linear.
static const tern_attr_t *parse_padded(tern_parser_t *parser) {
  tern_ttg_value_t values[5];
  if (!parse_intervals(parser, values)) return NULL;
  const tern_attr_t *dictionary = tern_ttg_parse_dictionary(parser);
  if (!dictionary) return NULL;
  bool has_bases = tern_dictionary_attr_lookup(dictionary, TERN_STR("offset")) ||
                   tern_dictionary_attr_lookup(dictionary, TERN_STR("block"));
  bool is_read = has_bases ? check_names(parser, dictionary, memory_fields, 2) &&
                                 read_bases(parser, dictionary, memory_fields, 2, values + 2)
                           : read_shape(parser, dictionary, values + 2);
  return is_read ? tern_ttg_encoding_get(tern_parser_context(parser), TERN_TTG_ATTR_PADDED_SHARED, values, 5) : NULL;
}

const tern_attr_t *tern_ttg_parse_linear(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_attr_t *attr = row == &tern_ttg_attrs[TERN_TTG_ATTR_LINEAR]          ? parse_linear(parser)
                            : row == &tern_ttg_attrs[TERN_TTG_ATTR_SHARED_LINEAR] ? parse_shared_linear(parser)
                                                                                  : parse_padded(parser);
  attr = attr ? checked(parser, attr) : NULL;
  return attr && tern_parse_token(parser, ">") ? attr : NULL;
}

// --- printing ---

// Do offsets go along the dimensions one after the other, in this order?
static bool is_lines(const tern_attr_t *attr, const size_t *order, const int64_t *shape) {
  size_t rank = tern_ttg_rank(attr), count = tern_ttg_basis_count(attr, TERN_TTG_FIELD_OFFSET), at = 0;
  for (size_t i = 0; i < rank; ++i) {
    for (int64_t size = 1; size < shape[order[i]]; size *= 2, ++at) {
      for (size_t d = 0; d < rank; ++d) {
        int64_t expected = d == order[i] ? size : 0;
        if (at >= count || tern_ttg_at(attr, TERN_TTG_FIELD_OFFSET, at * rank + d) != expected) return false;
      }
    }
  }
  return at == count && tern_ttg_count(attr, TERN_TTG_FIELD_BLOCK) == 0;
}

static void print_fields(tern_printer_t *printer, const tern_attr_t *attr, const tern_ttg_field_t *fields,
                         size_t count) {
  for (size_t i = 0; i < count; ++i) {
    tern_printer_format(printer, "%s%s = ", i ? ", " : "", tern_ttg_fields[fields[i]].name);
    tern_ttg_print_bases(printer, attr, fields[i]);
  }
}

static void print_padded(tern_printer_t *printer, const tern_attr_t *attr) {
  size_t rank = tern_ttg_rank(attr), order[TERN_LAYOUT_MAX_DIMS];
  int64_t shape[TERN_LAYOUT_MAX_DIMS];
  tern_printer_text(printer, "<[");
  for (size_t i = 0; i < tern_ttg_count(attr, TERN_TTG_FIELD_INTERVALS); ++i) {
    tern_printer_format(printer, "%s%" PRId64 ":+%" PRId64, i ? ", " : "",
                        tern_ttg_at(attr, TERN_TTG_FIELD_INTERVALS, i), tern_ttg_at(attr, TERN_TTG_FIELD_PADDINGS, i));
  }
  tern_printer_text(printer, "] {");
  tern_ttg_order_of(attr, TERN_TTG_FIELD_OFFSET, order);
  tern_ttg_sizes_of(attr, shape);
  if (is_lines(attr, order, shape)) {
    tern_printer_text(printer, "order = [");
    for (size_t d = 0; d < rank; ++d) tern_printer_format(printer, "%s%zu", d ? ", " : "", order[d]);
    tern_printer_text(printer, "], shape = [");
    for (size_t d = 0; d < rank; ++d) tern_printer_format(printer, "%s%" PRId64, d ? ", " : "", shape[d]);
    tern_printer_text(printer, "]}>");
    return;
  }
  print_fields(printer, attr, memory_fields, 2);
  tern_printer_text(printer, "}>");
}

void tern_ttg_print_linear(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_ttg_attr_t id = tern_ttg_attr_id(attr);
  if (id == TERN_TTG_ATTR_PADDED_SHARED) {
    print_padded(printer, attr);
    return;
  }
  tern_printer_text(printer, "<{");
  if (id == TERN_TTG_ATTR_LINEAR) {
    print_fields(printer, attr, tern_ttg_encodings[id].fields, 4);
    tern_printer_text(printer, "}>");
    return;
  }
  print_fields(printer, attr, memory_fields, tern_ttg_count(attr, TERN_TTG_FIELD_BLOCK) ? 2 : 1);
  tern_printer_format(printer, "}, alignment = %" PRId64 ">", tern_ttg_number(attr, TERN_TTG_FIELD_ALIGNMENT));
}
