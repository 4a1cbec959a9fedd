// Dimension numbers of convolutions in brackets: [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f].

#include "dialect/stablehlo/hooks.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"

// One bracket: positions of the two letters, and of the spatial dimensions by their numbers.
typedef struct conv_side {
  int64_t letters[2];
  tern_hlo_values_t spatial;
} conv_side_t;

static bool parse_conv_side(tern_parser_t *parser, const char *const names[2], conv_side_t *side) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  side->letters[0] = side->letters[1] = -1;
  if (!tern_parse_token(parser, "[")) return false;
  int64_t position = 0, given = 0;
  do {
    int64_t number;
    tern_source_pos_t entry = tern_parser_pos(parser);
    if (tern_parse_optional_token(parser, "?")) {
      ++position;
      continue;
    }
    if (tern_parse_optional_integer(parser, &number)) {
      if (number < 0 || number >= TERN_HLO_MAX_RANK) {
        return tern_parser_error_at(parser, entry, "unexpected dimension %lld", (long long)number);
      }
      while ((int64_t)side->spatial.count <= number) tern_vec_push(&side->spatial, -1);
      if (side->spatial.values[number] >= 0) {
        return tern_parser_error_at(parser, entry, "duplicate spatial dimension %lld", (long long)number);
      }
      side->spatial.values[number] = position++;
      ++given;
      continue;
    }
    bool is_second = false;
    if (!tern_parse_optional_keyword(parser, names[0])) {
      is_second = tern_parse_optional_keyword(parser, names[1]);
      if (!is_second) {
        return tern_parser_error_at(parser, entry, "expected '%s', '%s' or the number of a spatial dimension", names[0],
                                    names[1]);
      }
    }
    if (side->letters[is_second] >= 0) {
      return tern_parser_error_at(parser, entry, "duplicate entry '%s'", names[is_second]);
    }
    side->letters[is_second] = position++;
  } while (tern_parse_optional_token(parser, ","));
  if (!tern_parse_token(parser, "]")) return false;
  for (int i = 0; i < 2; ++i) {
    if (side->letters[i] < 0) return tern_parser_error_at(parser, pos, "expected an entry '%s'", names[i]);
  }
  return given == (int64_t)side->spatial.count ||
         tern_parser_error_at(parser, pos, "expected spatial dimensions 0 to %zu, each once", side->spatial.count - 1);
}

const tern_attr_t *tern_hlo_parse_conv(tern_parser_t *parser, const tern_attr_row_t *row) {
  static const char *const input_names[2] = {"b", "f"}, *const kernel_names[2] = {"i", "o"};
  conv_side_t sides[3] = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  bool is_right = parse_conv_side(parser, input_names, &sides[0]) && tern_parse_keyword(parser, "x") &&
                  parse_conv_side(parser, kernel_names, &sides[1]) && tern_parse_token(parser, "->") &&
                  parse_conv_side(parser, input_names, &sides[2]);
  if (is_right &&
      (sides[0].spatial.count != sides[1].spatial.count || sides[0].spatial.count != sides[2].spatial.count)) {
    is_right = tern_parser_error_at(parser, pos, "expected as many spatial dimensions on all three sides");
  }
  tern_hlo_dims_t lists[9];
  for (int i = 0; i < 3; ++i) {
    lists[3 * i] = (tern_hlo_dims_t){&sides[i].letters[0], 1};
    lists[3 * i + 1] = (tern_hlo_dims_t){&sides[i].letters[1], 1};
    lists[3 * i + 2] = (tern_hlo_dims_t){sides[i].spatial.values, sides[i].spatial.count};
  }
  const tern_attr_t *attr = is_right ? tern_hlo_fields_attr_get(tern_parser_context(parser), row, lists) : NULL;
  for (int i = 0; i < 3; ++i) tern_vec_deinitialize(&sides[i].spatial);
  return attr;
}

// What stands at position `index` of a side: a letter, the number of a spatial dimension, or nothing.
static void print_conv_entry(tern_printer_t *printer, const char *letters, int64_t first, int64_t second,
                             tern_hlo_dims_t spatial, int64_t index) {
  if (index == first) {
    tern_printer_char(printer, letters[0]);
    return;
  }
  if (index == second) {
    tern_printer_char(printer, letters[1]);
    return;
  }
  for (size_t i = 0; i < spatial.count; ++i) {
    if (spatial.values[i] == index) {
      tern_printer_int(printer, (int64_t)i);
      return;
    }
  }
  tern_printer_char(printer, '?');
}

static void print_conv_side(tern_printer_t *printer, const char *letters, int64_t first, int64_t second,
                            tern_hlo_dims_t spatial) {
  int64_t last = first > second ? first : second;
  for (size_t i = 0; i < spatial.count; ++i) last = spatial.values[i] > last ? spatial.values[i] : last;
  tern_printer_char(printer, '[');
  for (int64_t i = 0; i <= last; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    print_conv_entry(printer, letters, first, second, spatial, i);
  }
  tern_printer_char(printer, ']');
}

bool tern_hlo_conv_is_bracketable(int64_t first, int64_t second, tern_hlo_dims_t spatial) {
  int64_t count = (int64_t)spatial.count + 2;
  uint64_t seen = 0;
  if (count > 64) return false;
  for (int64_t i = 0; i < count; ++i) {
    int64_t position = i == 0 ? first : i == 1 ? second : spatial.values[i - 2];
    if (position < 0 || position >= count || (seen >> position & 1)) return false;
    seen |= UINT64_C(1) << position;
  }
  return true;
}

void tern_hlo_print_conv(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_conv_dimension_numbers_t n;
  if (!tern_hlo_conv_dimension_numbers(attr, &n)) return;
  print_conv_side(printer, "bf", n.input_batch, n.input_feature, n.input_spatial);
  tern_printer_char(printer, 'x');
  print_conv_side(printer, "io", n.kernel_input_feature, n.kernel_output_feature, n.kernel_spatial);
  tern_printer_text(printer, "->");
  print_conv_side(printer, "bf", n.output_batch, n.output_feature, n.output_spatial);
}
