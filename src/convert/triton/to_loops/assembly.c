// tt.elementwise_inline_asm: PTX as arith and math, instruction by instruction. A text with an instruction that has no row here is
// refused. Registers are integers of their width; instructions see them as their type says. As the text treats all elements alike, each
// is computed as if it had been given that element everywhere, and gives the first of its results.

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convert/triton/to_loops/loops.h"
#include "dialect/math/math.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { REGISTERS_MAX = 96, PARTS_MAX = 8, OPERANDS_MAX = 8, NAME_MAX = 32 };

typedef struct reg {
  char name[NAME_MAX];
  value_t value;  // NULL: not written yet, or nothing is built
  uint32_t width;
} reg_t;

typedef struct ptx {
  writer_t *w;  // NULL: the text is only checked
  size_t lane_bits;
  reg_t registers[REGISTERS_MAX];
  size_t count;
  bool is_right;
  const char *predicate;  // of the instruction; NULL: none
  bool is_negated;
  char wrong[NAME_MAX * 4];  // the first instruction that is not known
} ptx_t;

// The type of an instruction: what stands behind the last dot.
typedef struct kind {
  char letter;  // f, s, u, b or p
  uint32_t width;
} kind_t;

// --- values ---

static const tern_type_t *int_type(const ptx_t *p, uint32_t width) {
  return tern_tt_lanes_of(tern_i_type_get(p->w->b.context, width), p->lane_bits);
}

static const tern_type_t *type_of(const ptx_t *p, kind_t kind) {
  tern_type_kind_t float_kind = kind.width == 64 ? TERN_TYPE_F64 : kind.width == 32 ? TERN_TYPE_F32 : TERN_TYPE_F16;
  if (kind.letter != 'f') return int_type(p, kind.width);
  return tern_tt_lanes_of(tern_float_type_get(p->w->b.context, float_kind), p->lane_bits);
}

static value_t make(const ptx_t *p, const tern_op_row_t *row, const tern_type_t *type, tern_values_t operands) {
  return p->w ? tern_tt_op(p->w, row, type, operands) : NULL;
}

static value_t binary(const ptx_t *p, const tern_op_row_t *row, value_t x, value_t y) {
  return p->w ? tern_tt_binary(p->w, row, x, y) : NULL;
}

static value_t int_of(const ptx_t *p, uint32_t width, int64_t number) {
  return p->w ? tern_arith_constant_int(&p->w->b, int_type(p, width), number) : NULL;
}

static value_t to_bits(const ptx_t *p, value_t value, kind_t kind) {
  if (!p->w || kind.letter != 'f') return value;
  return make(p, TERN_ARITH(BITCAST), int_type(p, kind.width), TERN_VALUES(value));
}

static value_t from_bits(const ptx_t *p, value_t bits, uint32_t width, kind_t kind) {
  if (!p->w || !bits) return bits;
  if (width != kind.width) bits = tern_tt_resize(p->w, bits, kind.width, kind.letter == 's');
  return kind.letter == 'f' ? make(p, TERN_ARITH(BITCAST), type_of(p, kind), TERN_VALUES(bits)) : bits;
}

// --- registers and operands ---

static reg_t *find_register(ptx_t *p, const char *name) {
  for (size_t i = 0; i < p->count; ++i) {
    if (strcmp(p->registers[i].name, name) == 0) return &p->registers[i];
  }
  if (p->count == REGISTERS_MAX || strlen(name) >= NAME_MAX ||
      (!isalpha((unsigned char)name[0]) && !strchr("_%$", name[0]))) {
    p->is_right = false;
    return NULL;
  }
  reg_t *added = &p->registers[p->count++];
  *added = (reg_t){.width = 0};
  strcpy(added->name, name);
  return added;
}

// A number: 7, 0x7f, 0b101, 0f3F800000 (bits of f32), 1.5.
static bool read_number(const char *text, kind_t kind, int64_t *out_int, double *out_float, bool *out_is_float) {
  char *end;
  bool is_bits = strncmp(text, "0f", 2) == 0 || strncmp(text, "0F", 2) == 0;
  bool is_binary = strncmp(text, "0b", 2) == 0;
  *out_is_float = !is_bits && !is_binary && strncmp(text, "0x", 2) != 0 && (strchr(text, '.') || kind.letter == 'f');
  *out_float = 0;
  *out_int = 0;
  if (*out_is_float) {
    *out_float = strtod(text, &end);
  } else {
    *out_int = (int64_t)strtoull(text + (is_bits || is_binary ? 2 : 0), &end, is_bits ? 16 : is_binary ? 2 : 0);
  }
  return end != text && (*end == 0 || strcmp(end, "U") == 0);
}

static value_t read_operand(ptx_t *p, const char *text, kind_t kind) {
  int64_t number;
  double real;
  bool is_float;
  if (isdigit((unsigned char)text[0]) || text[0] == '-') {
    if (!read_number(text, kind, &number, &real, &is_float)) p->is_right = false;
    if (!p->w || !p->is_right) return NULL;
    if (is_float) return tern_arith_constant_float(&p->w->b, type_of(p, kind), real);
    return from_bits(p, int_of(p, kind.width, number), kind.width, kind);
  }
  reg_t *found = find_register(p, text);
  if (!found || (found->width == 0 && !found->value)) {
    p->is_right = false;
    return NULL;
  }
  return from_bits(p, found->value, found->width, kind);
}

static void write_operand(ptx_t *p, const char *text, value_t value, kind_t kind) {
  reg_t *found = find_register(p, text);
  if (!found) return;
  value_t bits = to_bits(p, value, kind);
  if (p->predicate && found->width == kind.width) {
    reg_t *predicate = find_register(p, p->predicate);
    if (!predicate || predicate->width != 1) p->is_right = false;
    if (p->w && p->is_right) {
      value_t x = p->is_negated ? found->value : bits, y = p->is_negated ? bits : found->value;
      bits = tern_build_value(&p->w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(predicate->value, x, y));
    }
  }
  found->value = bits;
  found->width = kind.width;
}

// --- instructions ---

typedef struct instruction {
  char name[64];  // "setp.gt.f32"
  kind_t kind;
  char operands[OPERANDS_MAX][NAME_MAX * 4];
  size_t count;
} instruction_t;

static bool has_word(const instruction_t *in, const char *word) {
  const char *at = strstr(in->name, word);
  size_t size = strlen(word);
  return at && at[-1] == '.' && (at[size] == 0 || at[size] == '.');
}

// Three rows by type: floats, signed, and other integers.
typedef struct simple {
  const char *name;
  size_t operand_count;
  const tern_op_row_t *of_float, *of_signed, *of_bits;
} simple_t;

static const simple_t simple_rows[] = {
    {"add", 2, TERN_ARITH(ADDF), TERN_ARITH(ADDI), TERN_ARITH(ADDI)},
    {"sub", 2, TERN_ARITH(SUBF), TERN_ARITH(SUBI), TERN_ARITH(SUBI)},
    {"mul", 2, TERN_ARITH(MULF), TERN_ARITH(MULI), TERN_ARITH(MULI)},
    {"div", 2, TERN_ARITH(DIVF), TERN_ARITH(DIVSI), TERN_ARITH(DIVUI)},
    {"min", 2, TERN_ARITH(MINNUMF), TERN_ARITH(MINSI), TERN_ARITH(MINUI)},
    {"max", 2, TERN_ARITH(MAXNUMF), TERN_ARITH(MAXSI), TERN_ARITH(MAXUI)},
    {"fma", 3, TERN_MATH(FMA), NULL, NULL},
    {"and", 2, NULL, TERN_ARITH(ANDI), TERN_ARITH(ANDI)},
    {"or", 2, NULL, TERN_ARITH(ORI), TERN_ARITH(ORI)},
    {"xor", 2, NULL, TERN_ARITH(XORI), TERN_ARITH(XORI)},
    {"neg", 1, TERN_ARITH(NEGF), NULL, NULL},
    {"abs", 1, TERN_MATH(ABSF), TERN_MATH(ABSI), NULL},
    {"ex2", 1, TERN_MATH(EXP2), NULL, NULL},
    {"lg2", 1, TERN_MATH(LOG2), NULL, NULL},
    {"sqrt", 1, TERN_MATH(SQRT), NULL, NULL},
    {"rsqrt", 1, TERN_MATH(RSQRT), NULL, NULL},
    {"sin", 1, TERN_MATH(SIN), NULL, NULL},
    {"cos", 1, TERN_MATH(COS), NULL, NULL},
    {"tanh", 1, TERN_MATH(TANH), NULL, NULL},
    {"popc", 1, NULL, NULL, TERN_MATH(CTPOP)},
    {"clz", 1, NULL, NULL, TERN_MATH(CTLZ)},
};

static bool is_base(const instruction_t *in, const char *base) {
  size_t size = strlen(base);
  return strncmp(in->name, base, size) == 0 && (in->name[size] == '.' || in->name[size] == 0);
}

static bool run_simple(ptx_t *p, const instruction_t *in) {
  static const char *const unknown[] = {"hi", "wide", "sat", "NaN", "xorsign", "rz", "rm", "rp", "cc"};
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; ++i) {
    if (has_word(in, unknown[i])) return false;
  }
  for (size_t i = 0; i < sizeof simple_rows / sizeof simple_rows[0]; ++i) {
    const simple_t *row = &simple_rows[i];
    if (!is_base(in, row->name) || in->count != row->operand_count + 1) continue;
    const tern_op_row_t *op = in->kind.letter == 'f'   ? row->of_float
                              : in->kind.letter == 's' ? row->of_signed
                                                       : row->of_bits;
    value_t x[3];
    if (!op) return false;
    for (size_t o = 0; o < row->operand_count; ++o) x[o] = read_operand(p, in->operands[1 + o], in->kind);
    write_operand(p, in->operands[0], make(p, op, NULL, (tern_values_t){x, row->operand_count}), in->kind);
    return true;
  }
  return false;
}

static bool run_compare(ptx_t *p, const instruction_t *in) {
  static const struct {
    const char *name;
    int of_float, of_signed, of_bits;
  } rows[] = {{"eq", TERN_CMPF_OEQ, TERN_CMPI_EQ, TERN_CMPI_EQ},
              {"ne", TERN_CMPF_ONE, TERN_CMPI_NE, TERN_CMPI_NE},
              {"lt", TERN_CMPF_OLT, TERN_CMPI_SLT, TERN_CMPI_ULT},
              {"le", TERN_CMPF_OLE, TERN_CMPI_SLE, TERN_CMPI_ULE},
              {"gt", TERN_CMPF_OGT, TERN_CMPI_SGT, TERN_CMPI_UGT},
              {"ge", TERN_CMPF_OGE, TERN_CMPI_SGE, TERN_CMPI_UGE},
              {"neu", TERN_CMPF_UNE, -1, -1},
              {"nan", TERN_CMPF_UNO, -1, -1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!has_word(in, rows[i].name) || in->count != 3) continue;
    int predicate = in->kind.letter == 'f'   ? rows[i].of_float
                    : in->kind.letter == 's' ? rows[i].of_signed
                                             : rows[i].of_bits;
    value_t x = read_operand(p, in->operands[1], in->kind), y = read_operand(p, in->operands[2], in->kind),
            truth = NULL;
    if (predicate < 0) return false;
    if (p->w && in->kind.letter == 'f') truth = tern_arith_cmpf(&p->w->b, (tern_cmpf_predicate_t)predicate, x, y);
    if (p->w && in->kind.letter != 'f') truth = tern_arith_cmpi(&p->w->b, (tern_cmpi_predicate_t)predicate, x, y);
    write_operand(p, in->operands[0], truth, (kind_t){'p', 1});
    return true;
  }
  return false;
}

static bool run_select(ptx_t *p, const instruction_t *in) {
  if (in->count != 4) return false;
  value_t x = read_operand(p, in->operands[1], in->kind), y = read_operand(p, in->operands[2], in->kind);
  value_t truth = read_operand(p, in->operands[3], (kind_t){'p', 1}), value = NULL;
  if (p->w && p->is_right) value = tern_build_value(&p->w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(truth, x, y));
  write_operand(p, in->operands[0], value, in->kind);
  return true;
}

// Shifts by the width or more give zero, or the sign, and not what a processor makes of them.
static bool run_shift(ptx_t *p, const instruction_t *in) {
  bool is_left = is_base(in, "shl"), is_signed = in->kind.letter == 's';
  if (in->count != 3) return false;
  uint32_t width = in->kind.width;
  value_t x = read_operand(p, in->operands[1], in->kind), by = read_operand(p, in->operands[2], (kind_t){'u', width});
  value_t value = NULL;
  if (p->w && p->is_right) {
    value_t most = binary(p, TERN_ARITH(MINUI), by, int_of(p, width, width - 1));
    value = binary(p, is_left ? TERN_ARITH(SHLI) : is_signed ? TERN_ARITH(SHRSI) : TERN_ARITH(SHRUI), x, most);
    value_t is_less = tern_arith_cmpi(&p->w->b, TERN_CMPI_ULT, by, int_of(p, width, width));
    value_t zero = int_of(p, width, 0);
    if (!is_signed || is_left) {
      value = tern_build_value(&p->w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_less, value, zero));
    }
  }
  write_operand(p, in->operands[0], value, in->kind);
  return true;
}

// mov, also of parts: `mov.b32 r, {a, b}` and `mov.b32 {a, b}, r`.
static size_t split_parts(const char *text, char parts[PARTS_MAX][NAME_MAX]) {
  size_t count = 0, size = 0;
  if (text[0] != '{') return 0;
  for (const char *at = text + 1; *at && count < PARTS_MAX; ++at) {
    if (*at == ',' || *at == '}') {
      parts[count++][size] = 0;
      size = 0;
    } else if (!isspace((unsigned char)*at) && size + 1 < NAME_MAX) {
      parts[count][size++] = *at;
    }
  }
  return count;
}

static bool run_move(ptx_t *p, const instruction_t *in) {
  char parts[PARTS_MAX][NAME_MAX];
  if (in->count != 2) return false;
  size_t count = split_parts(in->operands[1], parts);
  uint32_t width = in->kind.width;
  if (count > 0) {
    uint32_t part_width = width / (uint32_t)count;
    value_t sum = int_of(p, width, 0);
    for (size_t i = 0; i < count; ++i) {
      value_t part = read_operand(p, parts[i], (kind_t){'u', part_width});
      if (!p->w || !p->is_right) continue;
      part = tern_tt_resize(p->w, part, width, false);
      part = binary(p, TERN_ARITH(SHLI), part, int_of(p, width, (int64_t)(i * part_width)));
      sum = binary(p, TERN_ARITH(ORI), sum, part);
    }
    write_operand(p, in->operands[0], sum, (kind_t){'b', width});
    return true;
  }
  count = split_parts(in->operands[0], parts);
  value_t value = read_operand(p, in->operands[1], in->kind);
  if (count == 0) write_operand(p, in->operands[0], value, in->kind);
  for (size_t i = 0; i < count; ++i) {
    uint32_t part_width = width / (uint32_t)count;
    value_t part = binary(p, TERN_ARITH(SHRUI), value, int_of(p, width, (int64_t)(i * part_width)));
    if (p->w) part = tern_tt_resize(p->w, part, part_width, false);
    write_operand(p, parts[i], part, (kind_t){'b', part_width});
  }
  return true;
}

static bool run_reciprocal(ptx_t *p, const instruction_t *in) {
  if (in->count != 2 || in->kind.letter != 'f') return false;
  value_t x = read_operand(p, in->operands[1], in->kind), one = NULL;
  if (p->w) one = tern_arith_constant_float(&p->w->b, type_of(p, in->kind), 1);
  write_operand(p, in->operands[0], binary(p, TERN_ARITH(DIVF), one, x), in->kind);
  return true;
}

static bool run_not(ptx_t *p, const instruction_t *in) {
  if (in->count != 2 || in->kind.letter == 'f') return false;
  value_t x = read_operand(p, in->operands[1], in->kind);
  write_operand(p, in->operands[0], binary(p, TERN_ARITH(XORI), x, int_of(p, in->kind.width, -1)), in->kind);
  return true;
}

// Bytes of two registers, by a constant of four digits.
static bool run_permute(ptx_t *p, const instruction_t *in) {
  int64_t selector;
  double real;
  bool is_float;
  kind_t kind = {'b', 32};
  if (in->count != 4 || in->kind.width != 32 || !read_number(in->operands[3], kind, &selector, &real, &is_float))
    return false;
  value_t x[2] = {read_operand(p, in->operands[1], kind), read_operand(p, in->operands[2], kind)},
          sum = int_of(p, 32, 0);
  for (int64_t i = 0; i < 4; ++i) {
    int64_t digit = selector >> (4 * i) & 15;
    if (digit >= 8) return false;  // copies of a sign
    value_t byte = binary(p, TERN_ARITH(SHRUI), x[digit / 4], int_of(p, 32, digit % 4 * 8));
    byte = binary(p, TERN_ARITH(ANDI), byte, int_of(p, 32, 255));
    sum = binary(p, TERN_ARITH(ORI), sum, binary(p, TERN_ARITH(SHLI), byte, int_of(p, 32, i * 8)));
  }
  write_operand(p, in->operands[0], sum, kind);
  return true;
}

static bool run_nothing(ptx_t *p, const instruction_t *in) {
  (void)p;
  (void)in;
  return true;
}

static const struct {
  const char *name;
  bool (*run)(ptx_t *p, const instruction_t *in);
} other_rows[] = {{"mov", run_move},      {"setp", run_compare},  {"selp", run_select},
                  {"shl", run_shift},     {"shr", run_shift},     {"rcp", run_reciprocal},
                  {"not", run_not},       {"prmt", run_permute},  {"griddepcontrol", run_nothing},
                  {"fence", run_nothing}, {"membar", run_nothing}};

static bool run_instruction(ptx_t *p, const instruction_t *in) {
  for (size_t i = 0; i < sizeof other_rows / sizeof other_rows[0]; ++i) {
    if (is_base(in, other_rows[i].name)) return other_rows[i].run(p, in);
  }
  return run_simple(p, in);
}

// --- text ---

static bool read_kind(const char *name, kind_t *out) {
  const char *last = strrchr(name, '.');
  *out = (kind_t){'b', 32};
  if (!last) return false;
  if (strcmp(last + 1, "pred") == 0) *out = (kind_t){'p', 1};
  if (strcmp(last + 1, "pred") == 0) return true;
  char *end;
  out->letter = last[1];
  out->width = (uint32_t)strtoul(last + 2, &end, 10);
  bool is_width = out->width == 16 || out->width == 32 || out->width == 64;
  return strchr("fsub", out->letter) && is_width && *end == 0;
}

// The operands between commas that are in no braces.
static void split_operands(const char *text, instruction_t *in) {
  int depth = 0;
  size_t size = 0;
  in->count = 0;
  for (const char *at = text;; ++at) {
    depth += (*at == '{') - (*at == '}');
    if (*at == 0 || (*at == ',' && depth == 0)) {
      in->operands[in->count][size] = 0;
      in->count += size > 0;
      size = 0;
      if (*at == 0 || in->count == OPERANDS_MAX) return;
    } else if (!isspace((unsigned char)*at) && size + 1 < sizeof in->operands[0]) {
      in->operands[in->count][size++] = *at;
    }
  }
}

static void run_statement(ptx_t *p, char *text) {
  instruction_t in = {.count = 0};
  char predicate[NAME_MAX] = "";
  // Scopes open and close around statements; names that are declared again are written again.
  while (isspace((unsigned char)*text) || *text == '{' || *text == '}') ++text;
  if (*text == 0 || strncmp(text, ".reg", 4) == 0) return;
  p->predicate = NULL;
  if (*text == '@') {
    p->is_negated = *++text == '!';
    text += p->is_negated;
    size_t size = strcspn(text, " \t\n");
    if (size >= sizeof predicate) size = sizeof predicate - 1;
    memcpy(predicate, text, size);
    p->predicate = predicate;
    text += size;
    while (isspace((unsigned char)*text)) ++text;
  }
  size_t size = strcspn(text, " \t\n");
  if (size >= sizeof in.name) {
    p->is_right = false;
    return;
  }
  memcpy(in.name, text, size);
  bool has_kind = read_kind(in.name, &in.kind);
  split_operands(text + size, &in);
  bool needs_kind =
      strncmp(in.name, "griddep", 7) != 0 && strncmp(in.name, "fence", 5) != 0 && strncmp(in.name, "membar", 6) != 0;
  p->is_right &= (has_kind || !needs_kind) && run_instruction(p, &in);
}

static void run_text(ptx_t *p, tern_str_t text) {
  char *copy = tern_malloc(text.size + 1);
  memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  for (char *at = strstr(copy, "//"); at; at = strstr(at, "//")) {
    while (*at && *at != '\n') *at++ = ' ';
  }
  for (char *at = copy, *end; *at && p->is_right; at = end) {
    end = at + strcspn(at, ";");
    if (*end) *end++ = 0;
    run_statement(p, at);
    at += strspn(at, " \t\n{}");
    if (!p->is_right) snprintf(p->wrong, sizeof p->wrong, "%s", at);
  }
  free(copy);
}

// --- the op ---

static int64_t registers_for(const tern_op_t *op, const tern_type_t *type) {
  int64_t packed = tern_integer_attr_value(tern_op_attr(op, "packed_element")),
          width = tern_type_bit_width(tern_tt_memory_type(type));
  int64_t bits = packed * width;
  if (width >= 32) return packed;
  return bits <= 32 ? 1 : bits / 32;
}

static void set_register(ptx_t *p, size_t number, value_t value, uint32_t width) {
  char name[NAME_MAX] = "$";
  size_t size = 1;
  if (number >= 10) name[size++] = (char)('0' + number / 10);
  name[size++] = (char)('0' + number % 10);
  reg_t *added = find_register(p, name);
  if (!added) return;
  added->value = value;
  added->width = width;
}

// An element in all parts of a register.
static value_t fill_register(writer_t *w, value_t value, uint32_t *out_width) {
  uint32_t width = tern_type_bit_width(tern_type_element(value->type));
  *out_width = width < 32 ? 32 : width;
  if (width >= 32) return value;
  value_t wide = tern_tt_resize(w, value, 32, false);
  return tern_tt_binary(w, TERN_ARITH(MULI), wide,
                        tern_arith_constant_int(&w->b, wide->type, width == 16 ? 0x10001 : 0x1010101));
}

static size_t first_input(const tern_op_t *op) {
  size_t number = 0;
  for (size_t r = 0; r < op->result_count; ++r) number += (size_t)registers_for(op, tern_op_result(op, r)->type);
  return number;
}

bool tern_tt_check_assembly(const tern_op_t *op) {
  ptx_t p = {.is_right = true};
  size_t number = first_input(op);
  if (number > 32 || op->operand_count > OPERANDS_MAX) {
    return tern_op_error(op, "has more operands and results than are supported on processors");
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    uint32_t width = tern_type_bit_width(tern_tt_memory_type(tern_op_operand(op, i)->type));
    int64_t count = registers_for(op, tern_op_operand(op, i)->type);
    for (int64_t r = 0; r < count; ++r) set_register(&p, number++, NULL, width < 32 ? 32 : width);
  }
  run_text(&p, tern_string_attr_value(tern_op_attr(op, "asm_string")));
  return p.is_right || tern_op_error(op, "has an instruction that is not known on processors: '%s'", p.wrong);
}

element_t tern_tt_emit_assembly(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  ptx_t p = {.w = w, .lane_bits = place->lane_bits, .is_right = true};
  size_t number = first_input(op), output = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    uint32_t width = tern_type_bit_width(tern_tt_memory_type(operand->type));
    value_t value = tern_tt_emit_vector(w, operand, place);
    if (tern_type_is_float(tern_type_element(value->type))) {
      value = make(&p, TERN_ARITH(BITCAST), int_type(&p, width), TERN_VALUES(value));
    }
    value = fill_register(w, value, &width);
    for (int64_t r = 0; r < registers_for(op, operand->type); ++r) set_register(&p, number++, value, width);
  }
  run_text(&p, tern_string_attr_value(tern_op_attr(op, "asm_string")));
  for (size_t r = 0; r < result; ++r) output += (size_t)registers_for(op, tern_op_result(op, r)->type);
  const tern_type_t *type = tern_tt_register_type(tern_op_result(op, result)->type);
  uint32_t width = tern_type_bit_width(type);
  char name[NAME_MAX] = "$";
  size_t size = 1;
  if (output >= 10) name[size++] = (char)('0' + output / 10);
  name[size] = (char)('0' + output % 10);
  reg_t *found = find_register(&p, name);
  // A result that is never written is anything.
  if (!found || !found->value) return element_of(tern_arith_constant(&w->b, tern_arith_zero_attr(type)));
  value_t bits = tern_tt_resize(w, found->value, width, false);
  if (tern_type_is_integer(type)) return tern_tt_wrap(bits);
  return tern_tt_wrap(make(&p, TERN_ARITH(BITCAST), tern_tt_lanes_of(type, p.lane_bits), TERN_VALUES(bits)));
}
