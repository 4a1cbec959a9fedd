// ttng.warp_group_dot by wgmma.mma_async, which nvg.wgmma is (upstream: WGMMA).
//
// Four warps multiply together: 64 rows by as many columns as the layout of the sums says. Operands in shared memory are named by a
// descriptor: the address, the distances of what repeats, the swizzle. All of these are asked of the memory's layout, which
// knows at which offset an element lies: as the layout is linear, what rows, columns and warps add to an address is added one
// by one. A first operand may lie in registers, too.

#include "convert/triton/to_llvm/dot/dot.h"
#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "convert/triton/to_llvm/ptx.h"
#include "dialect/nvg/nvg.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"

enum {
  CAPABILITY = 90,
  GROUP_WARPS = 4,
  GROUP_ROWS = 64,
  DEPTH_BITS = 256,   // of an instruction
  CORE_LINES = 8,     // lines that a swizzle goes through
  ADDRESS_UNIT = 16,  // bytes that addresses and distances are counted in
  STRIDE_SHIFT = 32,
  LEADING_SHIFT = 16,
  SWIZZLE_SHIFT = 62,
  TILE_WORDS = 4,  // of a first operand in registers
};

// --- which instruction ---

typedef struct kind {
  tern_type_kind_t operand;
  tern_nvg_element_t number;
  bool is_integer, takes_transposed;
} kind_t;

static const kind_t kinds[] = {
    {TERN_TYPE_F16, TERN_NVG_F16, false, true},        {TERN_TYPE_BF16, TERN_NVG_BF16, false, true},
    {TERN_TYPE_F32, TERN_NVG_TF32, false, false},      {TERN_TYPE_INTEGER, TERN_NVG_S8, true, false},
    {TERN_TYPE_F8E4M3FN, TERN_NVG_E4M3, false, false}, {TERN_TYPE_F8E5M2, TERN_NVG_E5M2, false, false},
};

static const kind_t *find_kind(const tern_type_t *type) {
  if (tern_type_is_integer(type) && tern_integer_type_width(type) != 8) return NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (kinds[i].operand == type->kind) return &kinds[i];
  }
  return NULL;
}

static const tern_type_t *element_of(const tern_type_t *type) {
  return tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC) ? tern_memdesc_read(type).element : tern_type_element(type);
}

// --- operands in shared memory ---

typedef struct memory {
  tern_layout_t inverse;  // dim0, dim1 -> offset
  int64_t element_bytes;
  size_t depth_dim;          // which dimension is the product's depth
  bool is_transposed;        // the depth is not the one whose elements are next to each other
  tern_value_t *descriptor;  // of the first row or column of this warp group
} memory_t;

static int64_t offset_at(const memory_t *memory, size_t dim, int64_t number) {
  int64_t ins[TERN_LAYOUT_MAX_DIMS] = {0}, outs[TERN_LAYOUT_MAX_DIMS];
  ins[tern_layout_find(&memory->inverse.ins, tern_layout_dim_name(dim))] = number;
  tern_layout_apply(&memory->inverse, ins, outs);
  return outs[tern_layout_find(&memory->inverse.outs, TERN_LAYOUT_OFFSET)] * memory->element_bytes;
}

// The part of a descriptor that does not depend on the address.
static uint64_t fixed_part(const memory_t *memory, const tern_memdesc_t *type) {
  int64_t swizzle = tern_ttg_number(type->encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH);
  size_t near = memory->is_transposed ? 1 - memory->depth_dim : memory->depth_dim, far = 1 - near;
  int64_t line = swizzle / memory->element_bytes, rows = type->dims[far];
  int64_t stride = rows > CORE_LINES ? offset_at(memory, far, CORE_LINES) : swizzle * CORE_LINES;
  int64_t leading = type->dims[near] > line ? offset_at(memory, near, line) : 0;
  uint64_t mode = swizzle == 128 ? 1 : swizzle == 64 ? 2 : 3;
  return mode << SWIZZLE_SHIFT | (uint64_t)(stride / ADDRESS_UNIT) << STRIDE_SHIFT |
         (uint64_t)(leading / ADDRESS_UNIT) << LEADING_SHIFT;
}

// The address in the descriptor's unit, as i64.
static tern_value_t *address_part(tern_builder_t *b, tern_value_t *pointer, tern_value_t *offset) {
  tern_value_t *address = tern_emit_bitcast(b, pointer, tern_emit_i(b, 32));
  if (offset) address = tern_emit_add(b, address, offset);
  address = tern_emit_lshr(b, address, 4);
  address = tern_emit_and(b, address, tern_emit_i32(b, 0x3FFF));
  return tern_emit_resize(b, address, 64);
}

// Bytes that a coordinate along `dim`, which is known at run time only, adds.
static tern_value_t *offset_of(tern_builder_t *b, const memory_t *memory, size_t dim, tern_value_t *number) {
  tern_value_t *ins[TERN_LAYOUT_MAX_DIMS] = {NULL}, *outs[TERN_LAYOUT_MAX_DIMS];
  ins[tern_layout_find(&memory->inverse.ins, tern_layout_dim_name(dim))] = number;
  tern_triton_apply_layout(b, &memory->inverse, ins, outs);
  tern_value_t *elements = outs[tern_layout_find(&memory->inverse.outs, TERN_LAYOUT_OFFSET)];
  return tern_emit_mul(b, elements, tern_emit_i32(b, memory->element_bytes));
}

// `start`: the first row or column of this warp group, or NULL where it is 0.
static memory_t read_memory(tern_conversion_t *conversion, const tern_type_t *type, tern_value_t *value,
                            size_t depth_dim, tern_value_t *start) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  tern_triton_memory_t fields = tern_triton_unpack_memory(conversion, value);
  tern_layout_t layout = tern_ttg_type_layout(type);
  memory_t memory = {.inverse = tern_layout_pseudo_invert(&layout), .depth_dim = depth_dim};
  memory.element_bytes = (int64_t)tern_type_bit_width(memdesc.element) / 8;
  bool is_turned = tern_ttg_number(memdesc.encoding, TERN_TTG_FIELD_TRANSPOSED) != 0;
  memory.is_transposed = (is_turned ? 0u : 1u) != depth_dim;
  tern_value_t *offset = start ? offset_of(b, &memory, 1 - depth_dim, start) : NULL;
  for (size_t d = 0; d < memdesc.rank; ++d) {
    int64_t number;
    bool is_none = memdesc.dims[d] == memdesc.alloc_dims[memdesc.alloc_rank - memdesc.rank + d];
    if (is_none || (tern_emit_is_constant(fields.offsets.values[d], &number) && number == 0)) continue;
    tern_value_t *part = offset_of(b, &memory, d, fields.offsets.values[d]);
    offset = offset ? tern_emit_add(b, offset, part) : part;
  }
  tern_value_t *fixed = tern_emit_int(b, 64, (int64_t)fixed_part(&memory, &memdesc));
  memory.descriptor = tern_emit_or_disjoint(b, fixed, address_part(b, fields.base, offset));
  return memory;
}

// The descriptor of a tile further on.
static tern_value_t *descriptor_at(tern_builder_t *b, const memory_t *memory, int64_t across, int64_t depth) {
  int64_t bytes = offset_at(memory, 1 - memory->depth_dim, across) + offset_at(memory, memory->depth_dim, depth);
  return tern_emit_add(b, memory->descriptor, tern_emit_int(b, 64, bytes / ADDRESS_UNIT));
}

// --- the product ---

typedef struct product {
  tern_op_t *op;
  const kind_t *kind;
  int64_t columns, depth;         // of an instruction
  int64_t row_step, column_step;  // from a tile of a warp group to the next
  bool is_in_registers;
  memory_t x, y;
  tern_triton_matrix_t registers, sums;
  tern_value_t **words;   // of `registers`, TILE_WORDS for each tile of rows and depth
  tern_value_t *initial;  // i1: are the sums added to? NULL: yes
  size_t first;           // the step along the depth that `initial` is for
} product_t;

typedef struct tile {
  size_t row, column, depth;
} tile_t;

// The sums of a tile as registers: by groups of eight columns two rows, two neighbours each.
static size_t sums_of(const product_t *product, tile_t tile, tern_value_t **registers[]) {
  size_t groups = (size_t)product->columns / 8, count = 0;
  for (size_t group = 0; group < groups; ++group) {
    for (size_t row = 0; row < 2; ++row) {
      for (size_t column = 0; column < 2; ++column)
        registers[count++] =
            tern_triton_matrix_at(&product->sums, 0, tile.row * 2 + row, (tile.column * groups + group) * 2 + column);
    }
  }
  return count;
}

// The words of the first operand that a tile takes out of registers, as a struct.
static tern_value_t *words_of(tern_builder_t *b, const product_t *product, tile_t tile) {
  size_t depths = product->registers.counts[TERN_TRITON_DOT_COLUMNS] / ((size_t)product->depth / 4);
  tern_value_t **words = product->words + (tile.row * depths + tile.depth) * TILE_WORDS;
  tern_value_t *all = tern_emit_undef(b, tern_llvm_struct_of(tern_emit_i(b, 32), TILE_WORDS));
  for (size_t i = 0; i < TILE_WORDS; ++i) all = tern_emit_insert(b, all, words[i], (int64_t)i);
  return all;
}

// Nothing but products may lie between the first product and the last, or the assembler waits for each of them: so all words
// are there before.
static void pack_registers(tern_conversion_t *conversion, product_t *product) {
  tern_builder_t *b = tern_triton_builder(conversion);
  uint32_t bits = DEPTH_BITS / (uint32_t)product->depth;
  size_t each = 32 / bits, depth = (size_t)product->depth / 4;
  size_t rows = product->registers.counts[TERN_TRITON_DOT_ROWS] / 2,
         depths = product->registers.counts[TERN_TRITON_DOT_COLUMNS] / depth;
  product->words = tern_triton_room(conversion, rows * depths * TILE_WORDS);
  for (size_t i = 0; i < rows * depths * TILE_WORDS; ++i) {
    // Of a tile, two rows of the first half of the depth, then those of the second.
    size_t tile = i / TILE_WORDS, row = tile / depths * 2 + i % 2;
    size_t column = tile % depths * depth + i % TILE_WORDS / 2 * each;
    tern_value_t *elements[4] = {NULL};
    for (size_t k = 0; k < each; ++k) elements[k] = *tern_triton_matrix_at(&product->registers, 0, row, column + k);
    tern_ptx_pack_words(b, elements, each, 32, &product->words[i]);
  }
}

static int64_t sum_kind(const tern_type_t *type) {
  return tern_type_is_integer(type) ? TERN_NVG_S32 : type->kind == TERN_TYPE_F16 ? TERN_NVG_F16 : TERN_NVG_F32;
}

// `sums` NULL: there are none to add to.
static tern_value_t *multiply(tern_builder_t *b, const product_t *product, tile_t tile, tern_value_t *adds,
                              tern_value_t *sums, const tern_type_t *type) {
  int64_t depth = (int64_t)tile.depth * product->depth;
  const memory_t *x = &product->x, *y = &product->y;
  tern_value_t *first = product->is_in_registers ? words_of(b, product, tile)
                                                 : descriptor_at(b, x, (int64_t)tile.row * product->row_step, depth);
  tern_value_t *second = descriptor_at(b, y, (int64_t)tile.column * product->column_step, depth);
  tern_value_t *operands[] = {first, second, adds, sums};
  bool is_turned = !product->is_in_registers && x->is_transposed;
  const struct {
    const char *name;
    int64_t value;
  } numbers[] = {
      {"m", GROUP_ROWS},
      {"n", product->columns},
      {"k", product->depth},
      {"eltTypeC", sum_kind(product->sums.elements[0]->type)},
      {"eltTypeA", product->kind->number},
      {"eltTypeB", find_kind(element_of(tern_op_operand(product->op, 1)->type))->number},
      {"layoutA", is_turned ? TERN_NVG_COLUMN : TERN_NVG_ROW},
      {"layoutB", y->is_transposed ? TERN_NVG_ROW : TERN_NVG_COLUMN},
  };
  enum { COUNT = sizeof numbers / sizeof numbers[0] };
  tern_named_attr_t attrs[COUNT];
  for (size_t i = 0; i < COUNT; ++i)
    attrs[i] = (tern_named_attr_t){numbers[i].name, tern_integer_attr_get(tern_emit_i(b, 32), numbers[i].value)};
  return tern_build_value(b, TERN_NVG(WGMMA), .operands = {operands, sums ? 4 : 3}, .types = TERN_TYPES(type),
                          .attrs = {attrs, COUNT});
}

static bool is_false(const tern_value_t *value) {
  int64_t number;
  return value && tern_emit_is_constant(value, &number) && number == 0;
}

enum { MAX_SUMS = 128 };

// The sums of a tile, of depths from `first` to before `last`, one product after the other.
static void multiply_tile(tern_conversion_t *conversion, const product_t *product, tile_t tile, size_t first,
                          size_t last) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t **elements[MAX_SUMS], *held[MAX_SUMS];
  size_t count = sums_of(product, tile, elements);
  const tern_type_t *type = product->sums.elements[0]->type;
  tern_value_t *initial = first == product->first ? product->initial : NULL, *sums = NULL;
  bool is_fresh = is_false(initial);
  for (size_t i = 0; i < count; ++i) held[i] = *elements[i];
  bool is_packed = type->kind == TERN_TYPE_F16;
  size_t words = is_packed ? count / 2 : count;
  const tern_type_t *all = tern_llvm_struct_of(is_packed ? tern_emit_i(b, 32) : type, words);
  if (!is_fresh) {
    if (is_packed) tern_ptx_pack_words(b, held, count, 32, held);
    sums = tern_emit_undef(b, all);
    for (size_t i = 0; i < words; ++i) sums = tern_emit_insert(b, sums, held[i], (int64_t)i);
  }
  for (tile.depth = first; tile.depth < last; ++tile.depth) {
    tern_value_t *adds = tile.depth == first && initial ? initial : tern_emit_bool(b, true);
    sums = multiply(b, product, tile, adds, sums, all);
  }
  for (size_t i = 0; i < words; ++i) {
    tern_value_t *made = tern_emit_extract(b, sums, (int64_t)i), *pair[2] = {made};
    if (is_packed) tern_ptx_unpack_word(b, made, type, 2, pair);
    for (size_t k = 0; k < (is_packed ? 2u : 1u); ++k) *elements[is_packed ? 2 * i + k : i] = pair[k];
  }
}

// --- waiting ---

// Waits, and hands the values on so that nobody reads them before: as the words that the products wrote, for nothing may take them
// apart until then.
static void wait_for(tern_conversion_t *conversion, tern_value_t **values, size_t count, int64_t pending) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *element = count ? values[0]->type : NULL;
  bool is_packed = element && element->kind == TERN_TYPE_F16 && count % 2 == 0;
  for (size_t i = 0; i < count; ++i) is_packed = is_packed && values[i]->type == element;
  size_t words = is_packed ? count / 2 : count;
  tern_value_t **held = tern_triton_room(conversion, count + 1);
  if (is_packed)
    tern_ptx_pack_words(b, values, count, 32, held);
  else
    memcpy(held, values, count * sizeof *held);
  const tern_type_t **types =
      tern_arena_alloc_array(&tern_triton_lowering_of(conversion)->arena, words + 1, sizeof *types);
  for (size_t i = 0; i < words; ++i) types[i] = held[i]->type;
  tern_value_t *all = tern_emit_undef(b, tern_llvm_struct_type(b->context, (tern_types_t){types, words}, false));
  for (size_t i = 0; i < words; ++i) all = tern_emit_insert(b, all, held[i], (int64_t)i);
  const tern_attr_t *pendings = tern_integer_attr_get(tern_emit_i(b, 32), pending);
  all = tern_build_value(b, TERN_NVG(WGMMA_WAIT_GROUP), .operands = TERN_VALUES(all), .types = TERN_TYPES(all->type),
                         .attrs = TERN_ATTRS({"pendings", pendings}));
  for (size_t i = 0; i < words; ++i) {
    tern_value_t *word = tern_emit_extract(b, all, (int64_t)i);
    if (is_packed)
      tern_ptx_unpack_word(b, word, element, 2, &values[2 * i]);
    else
      values[i] = word;
  }
}

// All sums of a product, wherever they are.
static size_t count_of(const tern_triton_matrix_t *matrix) {
  return matrix->counts[TERN_TRITON_DOT_BATCH] * matrix->counts[TERN_TRITON_DOT_ROWS] *
         matrix->counts[TERN_TRITON_DOT_COLUMNS];
}

static void fence(tern_builder_t *b) { tern_build(b, TERN_NVVM(WGMMA_FENCE_ALIGNED), .types = {0}); }
static void commit(tern_builder_t *b) { tern_build(b, TERN_NVVM(WGMMA_COMMIT_GROUP_SYNC_ALIGNED), .types = {0}); }

static void multiply_depths(tern_conversion_t *conversion, const product_t *product, size_t first, size_t last) {
  tile_t tile;
  size_t rows = product->sums.counts[TERN_TRITON_DOT_ROWS] / 2;
  size_t columns = product->sums.counts[TERN_TRITON_DOT_COLUMNS] / ((size_t)product->columns / 4);
  for (tile.row = 0; tile.row < rows; ++tile.row) {
    for (tile.column = 0; tile.column < columns; ++tile.column) multiply_tile(conversion, product, tile, first, last);
  }
}

// Sums of floats of 8 bits have few digits on the chip: after so many products along the depth they are added to real ones.
static int64_t imprecise_steps(const product_t *product, int64_t steps) {
  const tern_attr_t *most = tern_op_attr(product->op, "maxNumImpreciseAcc");
  bool is_f8 = product->depth == 32 && !product->kind->is_integer;
  int64_t count = most ? tern_integer_attr_value(most) : 0;
  if (!is_f8 || count >= steps * product->depth) return steps;
  return count > product->depth ? count / product->depth : 1;
}

static void multiply_in_parts(tern_conversion_t *conversion, product_t *product, size_t steps, size_t part) {
  tern_builder_t *b = tern_triton_builder(conversion);
  size_t count = count_of(&product->sums);
  tern_value_t **sums = tern_triton_room(conversion, count);
  tern_value_t *zero = tern_emit_zero(b, product->sums.elements[0]->type);
  bool is_fresh = is_false(product->initial);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *start = product->sums.elements[i];
    sums[i] = product->initial && !is_fresh ? tern_emit_select(b, product->initial, start, zero) : start;
  }
  product->initial = tern_emit_bool(b, false);
  for (size_t first = 0; first < steps; first += part) {
    product->first = first;
    fence(b);
    multiply_depths(conversion, product, first, first + part < steps ? first + part : steps);
    commit(b);
    wait_for(conversion, product->sums.elements, count, 0);
    bool replaces = is_fresh && first == 0;
    for (size_t i = 0; i < count; ++i) {
      tern_value_t *made = product->sums.elements[i];
      sums[i] = replaces ? made : tern_emit_binary(b, TERN_LLVM(FADD), sums[i], made);
    }
  }
  memcpy(product->sums.elements, sums, count * sizeof *sums);
}

// --- reading the op ---

static bool refuse(const tern_op_t *op, const char *what, const char *advice) {
  tern_op_error(op, "%s", what);
  tern_emit_note(op->loc, "%s", advice);
  return false;
}

static bool check_memory(const tern_op_t *op, const tern_type_t *type) {
  tern_memdesc_t memory = tern_memdesc_read(type);
  bool is_swizzled = tern_attr_is_ttg(memory.encoding, TERN_TTG_ATTR_NVMMA_SHARED) &&
                     tern_ttg_number(memory.encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH) > 0;
  return (is_swizzled && memory.rank == 2) ||
         refuse(op, "has an operand that wgmma cannot read",
                "memory has two dimensions and an nvmma_shared encoding with a swizzle of 32, 64 or 128 bytes");
}

// Operands are of one type, except floats of 8 bits, and sums f32, or f16 of halves and floats of 8 bits.
static bool check_types(const tern_op_t *op) {
  const tern_type_t *x = element_of(tern_op_operand(op, 0)->type), *y = element_of(tern_op_operand(op, 1)->type);
  const tern_type_t *sum = tern_type_element(tern_op_result(op, 0)->type);
  const kind_t *kind = find_kind(x), *other = find_kind(y);
  bool is_f8 = kind && tern_type_bit_width(x) == 8 && !kind->is_integer;
  bool is_pair = kind && other && (kind == other || (is_f8 && tern_type_bit_width(y) == 8 && !other->is_integer));
  bool sums_halves = is_f8 || x->kind == TERN_TYPE_F16;
  bool is_sum = sum->kind == TERN_TYPE_F32 || (sum->kind == TERN_TYPE_F16 && sums_halves);
  if (is_pair && (kind->is_integer ? tern_type_is_i(sum, 32) : is_sum)) return true;
  tern_op_error(op, "multiplies '%s' and '%s' for sums of '%s', for which there is no wgmma", tern_type_text(x),
                tern_type_text(y), tern_type_text(sum));
  tern_emit_note(op->loc, "operands are both f16, bf16, f32 or floats of 8 bits for sums of f32, or i8 for i32");
  return false;
}

// The rest is for the op's verifier.
static bool check(const tern_conversion_t *conversion, const tern_op_t *op) {
  const tern_type_t *x = tern_op_operand(op, 0)->type, *y = tern_op_operand(op, 1)->type;
  int64_t capability = tern_triton_lowering_of(conversion)->capability;
  if (capability / 10 != CAPABILITY / 10)
    return tern_op_error(op, "needs sm_90a, but the target is sm_%lld", (long long)capability);
  bool is_memory = tern_type_is_ttg(x, TERN_TTG_TYPE_MEMDESC);
  return (!is_memory || check_memory(op, x)) && check_memory(op, y) && check_types(op);
}

// The warp of this thread, the same in all lanes as the compiler can see.
static tern_value_t *uniform_warp(tern_conversion_t *conversion, const tern_op_t *op) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *warp = tern_triton_ids(conversion, op).unmasked_warp;
  return tern_triton_target_of(conversion)->shuffle(conversion, TERN_TRITON_SHUFFLE_INDEX, warp, tern_emit_i32(b, 0));
}

// The first row or column of a group, of a tensor that has `size` of them.
static tern_value_t *start_of(tern_builder_t *b, tern_value_t *group, int64_t step, int64_t size) {
  tern_value_t *start = tern_emit_mul(b, group, tern_emit_i32(b, step));
  return tern_emit_and(b, start, tern_emit_i32(b, size - 1));
}

static bool read_product(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, product_t *product) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type, *x = tern_op_operand(op, 0)->type;
  const tern_attr_t *encoding = tern_ttg_type_encoding(type);
  int64_t rows = tern_ttg_at(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, 0);
  int64_t columns = tern_ttg_at(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, 1);
  product->kind = find_kind(element_of(x));
  product->columns = tern_ttg_at(encoding, TERN_TTG_FIELD_INSTR_SHAPE, 1);
  product->depth = DEPTH_BITS / (int64_t)tern_type_bit_width(element_of(x));
  product->row_step = GROUP_ROWS * (rows / GROUP_WARPS);
  product->column_step = product->columns * columns;
  product->is_in_registers = !tern_type_is_ttg(x, TERN_TTG_TYPE_MEMDESC);
  tern_value_t *warp = rows > GROUP_WARPS || columns > 1 ? uniform_warp(conversion, op) : NULL;
  tern_value_t *first_row = NULL, *first_column = NULL;
  // Warps go along rows first. Those beyond the last row or column multiply what the first ones do.
  if (rows > GROUP_WARPS) {
    tern_value_t *group = tern_emit_lshr(b, tern_emit_and(b, warp, tern_emit_i32(b, rows - 1)), 2);
    first_row = start_of(b, group, GROUP_ROWS, tern_type_dim(type, 0));
  }
  if (columns > 1) first_column = start_of(b, tern_emit_udiv(b, warp, rows), product->columns, tern_type_dim(type, 1));
  if (product->is_in_registers) {
    tern_values_t elements = tern_triton_unpack(conversion, operands.values[0]);
    if (!tern_triton_read_matrix(conversion, x, elements, &product->registers)) return false;
    pack_registers(conversion, product);
  } else {
    product->x = read_memory(conversion, x, operands.values[0], 1, first_row);
  }
  product->y = read_memory(conversion, tern_op_operand(op, 1)->type, operands.values[1], 0, first_column);
  if (!product->is_in_registers && product->x.inverse.error) return false;
  return !product->y.inverse.error &&
         tern_triton_read_matrix(conversion, type, tern_triton_unpack(conversion, operands.values[2]), &product->sums);
}

static bool is_zero(const tern_triton_matrix_t *matrix) {
  for (size_t i = 0; i < count_of(matrix); ++i) {
    if (!tern_emit_is_zero(matrix->elements[i])) return false;
  }
  return true;
}

static bool lower_dot(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  product_t product = {.op = op};
  if (!check(conversion, op) || !read_product(conversion, op, operands, &product)) return false;
  product.initial = operands.count > 3 ? operands.values[3] : NULL;
  if (is_zero(&product.sums)) product.initial = tern_emit_bool(b, false);
  if (product.kind->takes_transposed == false && (product.y.is_transposed || product.x.is_transposed))
    return refuse(op, "has an operand whose depth is not contiguous, which wgmma takes of f16 and bf16 only",
                  "lay the operand out the other way when it is copied to shared memory");
  int64_t depth = tern_memdesc_read(tern_op_operand(op, 1)->type).dims[0], steps = depth / product.depth;
  int64_t part = imprecise_steps(&product, steps);
  if (part < steps) {
    multiply_in_parts(conversion, &product, (size_t)steps, (size_t)part);
    return tern_triton_replace(conversion, op,
                               tern_triton_write_matrix(conversion, tern_op_result(op, 0)->type, &product.sums));
  }
  fence(b);
  multiply_depths(conversion, &product, 0, (size_t)steps);
  commit(b);
  const tern_attr_t *is_async = tern_op_attr(op, "isAsync");
  if (!is_async || !tern_integer_attr_value(is_async))
    wait_for(conversion, product.sums.elements, count_of(&product.sums), 0);
  return tern_triton_replace(conversion, op,
                             tern_triton_write_matrix(conversion, tern_op_result(op, 0)->type, &product.sums));
}

// Memory is handed on as it is: accesses to it stay behind the assembly.
static bool lower_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_values_t *lists =
      tern_arena_alloc_array(&tern_triton_lowering_of(conversion)->arena, operands.count + 1, sizeof *lists);
  size_t count = 0;
  for (size_t i = 0; i < operands.count; ++i) {
    bool is_tensor = tern_op_operand(op, i)->type->kind == TERN_TYPE_TENSOR;
    lists[i] = is_tensor ? tern_triton_unpack(conversion, operands.values[i]) : (tern_values_t){0};
    count += lists[i].count;
  }
  tern_value_t **all = tern_triton_room(conversion, count), **results = tern_triton_room(conversion, operands.count);
  size_t at = 0;
  for (size_t i = 0; i < operands.count; ++i) {
    for (size_t k = 0; k < lists[i].count; ++k) all[at++] = lists[i].values[k];
  }
  wait_for(conversion, all, count, tern_integer_attr_value(tern_op_attr(op, "pendings")));
  at = 0;
  for (size_t i = 0; i < operands.count; at += lists[i++].count) {
    results[i] = operands.values[i];
    if (lists[i].count)
      results[i] = tern_triton_pack(conversion, tern_op_result(op, i)->type, (tern_values_t){all + at, lists[i].count});
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, operands.count});
  return true;
}

const tern_conversion_pattern_t tern_triton_wgmma_patterns[] = {
    {"warp-group-dot", TERN_TTNG(WARP_GROUP_DOT), TERN_TRITON_BENEFIT, lower_dot},
    {"warp-group-dot-wait", TERN_TTNG(WARP_GROUP_DOT_WAIT), TERN_TRITON_BENEFIT, lower_wait},
    {0},
};
