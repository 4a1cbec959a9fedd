// See products.h.

#include "target/ptx/products.h"

#include "base/vec.h"

enum { MAX_OPERANDS = 3 };

typedef struct line {
  tern_str_t text;  // without the line break
  tern_str_t name;  // of the instruction; empty: it is none
  tern_str_t operands[MAX_OPERANDS];
  size_t operand_count;
  bool is_dropped;
  size_t low;  // of a mul.hi.u32 that gives the low half, too: the line that it takes the place of, plus one
} line_t;

typedef struct kernel {
  TERN_VEC(line_t) lines;
  bool has_body, has_warp_groups;
  size_t wide_count;  // registers of 64 bits that are to be declared
} kernel_t;

// --- reading ---

static line_t read_line(tern_str_t text) {
  line_t line = {.text = text};
  tern_str_t rest = tern_str_trim(text);
  if (!tern_str_starts_with(rest, TERN_STR("mul."))) return line;
  size_t space = tern_str_find_char(rest, ' ');
  line.name = tern_str_trim(tern_str_make(rest.data, space));
  rest = tern_str_drop(rest, space);
  rest.size = tern_str_find_char(rest, ';');
  while (rest.size > 0 && line.operand_count < MAX_OPERANDS)
    line.operands[line.operand_count++] = tern_str_trim(tern_str_split(&rest, ','));
  return line;
}

static bool is_named(const line_t *line, const char *name) {
  return line->operand_count == MAX_OPERANDS && tern_str_equal_cstr(line->name, name);
}

// Labels, jumps and the text of others: what stands behind may run without what stands before.
static bool ends_block(const line_t *line) {
  tern_str_t text = tern_str_trim(line->text);
  return text.size == 0 || text.data[0] == '$' || text.data[0] == '@' || text.data[0] == '{' || text.data[0] == '}' ||
         text.data[0] == '/' || tern_str_starts_with(text, TERN_STR("bra")) ||
         tern_str_starts_with(text, TERN_STR("call")) || tern_str_starts_with(text, TERN_STR("ret"));
}

static bool is_register_char(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); }

// Does the line name the register anywhere?
static bool mentions(const line_t *line, tern_str_t name) {
  for (tern_str_t rest = line->text; rest.size >= name.size;) {
    size_t start = tern_str_find_char(rest, '%');
    rest = tern_str_drop(rest, start);
    if (tern_str_starts_with(rest, name) && (rest.size == name.size || !is_register_char(rest.data[name.size])))
      return true;
    if (rest.size > 0) rest = tern_str_drop(rest, 1);
  }
  return false;
}

static bool defines(const line_t *line, tern_str_t name) {
  tern_str_t text = tern_str_trim(line->text);
  text.size = tern_str_find_char(text, ',');
  const line_t target = {.text = text};
  return mentions(&target, name);
}

// --- both halves at once ---

// The other half of the product in line `first`, as far behind it as its operands are what they were and nobody knows the result.
static line_t *find_other_half(const kernel_t *kernel, size_t first, const char *name) {
  const line_t *line = &kernel->lines.values[first];
  for (size_t i = first + 1; i < kernel->lines.count; ++i) {
    line_t *other = &kernel->lines.values[i];
    if (ends_block(other)) return NULL;
    bool is_it = !other->is_dropped && is_named(other, name) && tern_str_equal(other->operands[1], line->operands[1]) &&
                 tern_str_equal(other->operands[2], line->operands[2]);
    if (is_it) {
      for (size_t k = first; k < i; ++k) {
        if (mentions(&kernel->lines.values[k], other->operands[0])) return NULL;
      }
      return other;
    }
    if (defines(other, line->operands[1]) || defines(other, line->operands[2])) return NULL;
  }
  return NULL;
}

static void join_halves(kernel_t *kernel) {
  for (size_t i = 0; i < kernel->lines.count; ++i) {
    line_t *line = &kernel->lines.values[i];
    bool is_high = is_named(line, "mul.hi.u32"), is_low = is_named(line, "mul.lo.s32");
    if (line->is_dropped || (!is_high && !is_low)) continue;
    line_t *other = find_other_half(kernel, i, is_high ? "mul.lo.s32" : "mul.hi.u32");
    if (!other) continue;
    other->is_dropped = true;
    line->low = (size_t)(other - kernel->lines.values) + 1;
    ++kernel->wide_count;
  }
}

// --- writing ---

static void write_both_halves(const kernel_t *kernel, const line_t *line, size_t number, tern_string_builder_t *out) {
  const line_t *other = &kernel->lines.values[line->low - 1], *low = is_named(line, "mul.hi.u32") ? other : line;
  tern_str_t l = low->operands[0], h = (low == line ? other : line)->operands[0];
  tern_str_t a = line->operands[1], b = line->operands[2];
  int64_t constant;
  tern_string_builder_append_format(out, "\tmul.wide.u32 \t%%wide%zu, %.*s, ", number, (int)a.size, a.data);
  if (tern_str_to_int64(b, &constant))
    tern_string_builder_append_int64(out, (int64_t)(uint32_t)constant);
  else
    tern_string_builder_append(out, b);
  tern_string_builder_append_format(out, ";\n\tmov.b64 \t{%.*s, %.*s}, %%wide%zu;\n", (int)l.size, l.data, (int)h.size,
                                    h.data, number);
}

// A product by a power of two as a shift. False: it is none.
static bool write_shift(const line_t *line, tern_string_builder_t *out) {
  bool is_signed = is_named(line, "mul.wide.s32");
  int64_t factor;
  if ((!is_signed && !is_named(line, "mul.wide.u32")) || !tern_str_to_int64(line->operands[2], &factor) ||
      factor <= 0 || (factor & (factor - 1)) != 0)
    return false;
  tern_str_t to = line->operands[0], from = line->operands[1];
  tern_string_builder_append_format(out, "\tcvt.%s \t%.*s, %.*s;\n\tshl.b64 \t%.*s, %.*s, %d;\n",
                                    is_signed ? "s64.s32" : "u64.u32", (int)to.size, to.data, (int)from.size, from.data,
                                    (int)to.size, to.data, (int)to.size, to.data, __builtin_ctzll((uint64_t)factor));
  return true;
}

// Registers are declared behind the brace that opens the body.
static void write_kernel(kernel_t *kernel, tern_string_builder_t *out) {
  if (kernel->has_body) join_halves(kernel);
  bool is_declared = kernel->wide_count == 0;
  size_t number = 0;
  for (size_t i = 0; i < kernel->lines.count; ++i) {
    const line_t *line = &kernel->lines.values[i];
    if (line->is_dropped) continue;
    if (line->low > 0) {
      write_both_halves(kernel, line, number++, out);
    } else if (!kernel->has_warp_groups || !write_shift(line, out)) {
      tern_string_builder_append(out, line->text);
      tern_string_builder_append_char(out, '\n');
    }
    if (!is_declared && tern_str_equal_cstr(line->text, "{")) {
      tern_string_builder_append_format(out, "\t.reg .b64 \t%%wide<%zu>;\n", kernel->wide_count);
      is_declared = true;
    }
  }
  kernel->lines.count = kernel->wide_count = 0;
  kernel->has_body = kernel->has_warp_groups = false;
}

void tern_ptx_write_products(tern_str_t text, tern_string_builder_t *out) {
  kernel_t kernel = {0};
  while (text.size > 0) {
    line_t line = read_line(tern_str_split(&text, '\n'));
    tern_vec_push(&kernel.lines, line);
    kernel.has_body |= tern_str_equal_cstr(line.text, "{");
    kernel.has_warp_groups |= tern_str_starts_with(tern_str_trim(line.text), TERN_STR("wgmma.mma_async"));
    if (tern_str_equal_cstr(line.text, "}")) write_kernel(&kernel, out);
  }
  write_kernel(&kernel, out);
  tern_vec_deinitialize(&kernel.lines);
}
