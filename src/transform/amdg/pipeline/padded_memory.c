// See padded_memory.h (upstream: composePaddedLayoutForAsyncCopyCDNA4).
//
// All lanes of a wave write side by side: 64 times 16 bytes. So a gap can be behind each 1024 bytes only. Lines that lanes read at the
// same time have to be in different banks: lines 0 to 15 are put 1024 bytes, and a gap, apart, and what is left between them are the
// lines 16, 32 ... after each. Where the instruction reads 32 lines, or lanes of a group wrap around, two bits of the place are
// exchanged.

#include "transform/amdg/pipeline/padded_memory.h"

#include "dialect/ttg/blocked.h"

enum {
  INTERVAL_BYTES = 1024,
  ELEMENT_BYTES = 2,
  INTERVAL = INTERVAL_BYTES / ELEMENT_BYTES,
  LINES = 16,
  RANK = 2,
  MOST_BITS = 32
};

// Where bit `i` of the place leads: 1 << bit along a line, or across.
typedef struct places {
  struct {
    bool is_across;
    unsigned bit;
  } values[MOST_BITS];
  size_t count;
} places_t;

static unsigned log2_of(int64_t size) {
  unsigned bits = 0;
  while (size >> (bits + 1) > 0) ++bits;
  return bits;
}

static void add_place(places_t *places, bool is_across, unsigned bit) {
  places->values[places->count].is_across = is_across;
  places->values[places->count++].bit = bit;
}

static void swap_places(places_t *places, size_t x, size_t y) {
  places_t old = *places;
  places->values[x] = old.values[y];
  places->values[y] = old.values[x];
}

// The gap in bytes, with the places of the instruction's tile in the order that it wants.
static int64_t choose_gap(places_t *places, bool reads_along, int64_t size, bool is_wide, unsigned line_bits) {
  enum { WIDE_SHIFT = 8, NARROW_SHIFT = 7, SMALL = 16 };
  if (reads_along && size == SMALL) return is_wide ? 32 : 8;
  if (reads_along) {
    swap_places(places, is_wide ? WIDE_SHIFT : NARROW_SHIFT, line_bits);
    return is_wide ? 16 : 8;
  }
  if (size != SMALL) return 64;
  if (is_wide) swap_places(places, places->count - 1, places->count - 2);
  return 32;
}

static const tern_attr_t *make(const places_t *places, const tern_type_t *tensor, size_t first, int64_t gap) {
  int64_t bases[RANK * MOST_BITS] = {0}, sizes[RANK] = {1, 1};
  size_t count = places->count;
  for (size_t i = 0; i < count; ++i) {
    size_t dim = places->values[i].is_across ? 1 - first : first;
    bases[RANK * i + dim] = INT64_C(1) << places->values[i].bit;
    sizes[dim] *= 2;
  }
  // The same for all parts of the tensor.
  for (size_t d = 0; d < RANK; ++d) {
    for (; sizes[d] < tern_type_dim(tensor, d) && count < MOST_BITS; sizes[d] *= 2)
      bases[RANK * count++ + d] = sizes[d];
  }
  const int64_t interval = INTERVAL, padding = gap / ELEMENT_BYTES;
  tern_context_t *context = tensor->context;
  return tern_ttg_encoding_get(
      context, TERN_TTG_ATTR_PADDED_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_INTERVALS, tern_ttg_list(context, &interval, 1)},
                      {TERN_TTG_FIELD_PADDINGS, tern_ttg_list(context, &padding, 1)},
                      {TERN_TTG_FIELD_OFFSET, tern_ttg_list(context, bases, RANK * count)},
                      {TERN_TTG_FIELD_BLOCK, tern_ttg_list(context, NULL, 0)}, {TERN_TTG_FIELD_RANK, RANK}));
}

const tern_attr_t *tern_amd_padded_memory(const tern_machine_t *machine, const tern_attr_t *operand,
                                          const tern_type_t *tensor, size_t first) {
  enum { LEAST_BYTES = LINES * INTERVAL_BYTES, NARROW = 4, WIDE = 8 };
  const tern_attr_t *parent = tern_ttg_parent(operand);
  if (machine->family != TERN_AMD_CDNA4 || !tern_attr_is_ttg(parent, TERN_TTG_ATTR_AMD_MFMA)) return NULL;
  if (tern_type_rank(tensor) != RANK || tern_type_bit_width(tern_type_element(tensor)) != 8 * ELEMENT_BYTES)
    return NULL;
  int64_t rows = tern_type_dim(tensor, 0), columns = tern_type_dim(tensor, 1);
  int64_t index = tern_ttg_number(operand, TERN_TTG_FIELD_OP_IDX),
          width = tern_ttg_number(operand, TERN_TTG_FIELD_K_WIDTH);
  if (rows * columns * ELEMENT_BYTES < LEAST_BYTES || rows < LINES || columns < LINES || index > 1) return NULL;
  int64_t size = tern_ttg_at(parent, TERN_TTG_FIELD_INSTR_SHAPE, (size_t)index);
  if ((size != LINES && size != 2 * LINES) || (width != NARROW && width != WIDE)) return NULL;
  if (tern_ttg_ctas_per_cga(tern_tensor_type_encoding(tensor)) > 1) return NULL;
  bool reads_along = first == (index == 0 ? 1 : 0);
  int64_t line = tern_type_dim(tensor, first);
  unsigned line_bits = log2_of(line < INTERVAL ? line : INTERVAL);
  places_t places = {0};
  for (unsigned bit = 0; bit < line_bits; ++bit) add_place(&places, false, bit);
  for (unsigned bit = log2_of(LINES); places.count < log2_of(INTERVAL); ++bit) add_place(&places, true, bit);
  for (unsigned bit = 0; bit < log2_of(LINES); ++bit) add_place(&places, true, bit);
  return make(&places, tensor, first, choose_gap(&places, reads_along, size, width == WIDE, line_bits));
}
