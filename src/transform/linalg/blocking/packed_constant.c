// Constant tensors in panels.
//
// A panel holds some columns of the tensor, group of rows by group of rows: of each group, the elements of one column lie
// together. Large weights are most of a program, so the panels are not stored, but made as the program's file is written.
//
// Panels are made several at a time, for as many columns of a row as are read at once: a panel takes few columns of each
// row, and would have the whole tensor come from its file again.

#include "transform/linalg/blocking/packed_constant.h"

#include <stdlib.h>
#include <string.h>

#include "base/panels.h"
#include "ir/context.h"

enum {
  MOST_ROWS = 256,               // that are made at a time where columns lie together
  LEAST_BATCHED_SIZE = 1 << 19,  // bytes asked for at once by who reads all
  BATCH_SIZE = 8 << 20,          // bytes of panels that are made at a time
  LINE_SIZE = 64 << 10,          // bytes of a row that are read at a time; as much comes to memory with each page
};

// The panels, and what they are made of. In the context's arena.
typedef struct panels {
  tern_context_t *context;
  const tern_blob_t *tensor;
  size_t element;                           // bytes
  int64_t outer, rows, columns;             // of the tensor
  int64_t width, group, groups_of_a_panel;  // of each of `outer`
  bool is_transposed;
  char *batch;  // of the context's pool: panels that were made; NULL: none
  int64_t batch_first, batch_count;
} panels_t;

// A part of panels: groups of rows of one of the tensor's matrices, in one panel or, where rows lie together, in several.
typedef struct part {
  int64_t first_column, columns;
  int64_t matrix, group, groups;
} part_t;

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static size_t group_size(const panels_t *p) { return (size_t)(p->group * p->width) * p->element; }
static size_t panel_size(const panels_t *p) { return (size_t)(p->outer * p->groups_of_a_panel) * group_size(p); }
static int64_t panel_count(const panels_t *p) { return (p->columns + p->width - 1) / p->width; }

// Lines of elements that lie together: rows of the tensor, or columns.
typedef struct lines {
  const char *data;  // of the first
  int64_t step;      // from one to the next, in elements
  char *copy;        // owned; NULL: they are the tensor's own
} lines_t;

// So many lines of `length` elements, the first from number `index` of the matrix on.
static lines_t get_lines(const panels_t *p, const part_t *part, int64_t index, int64_t count, int64_t length) {
  lines_t lines = {.step = p->is_transposed ? p->rows : p->columns};
  size_t place = (size_t)(part->matrix * p->rows * p->columns + index) * p->element, size = (size_t)length * p->element;
  if (p->tensor->data) {
    // Of a long row, what lies around the part that is read comes with it.
    size_t row = p->is_transposed ? size : (size_t)p->columns * p->element;
    for (int64_t i = 0; i < count; ++i) tern_context_touch(p->context, row < LINE_SIZE ? row : LINE_SIZE);
    lines.data = p->tensor->data + place;
    return lines;
  }
  size_t pitch = (size_t)lines.step * p->element;
  lines.data = lines.copy = tern_malloc((size_t)count * size);
  for (int64_t i = 0; i < count; ++i)
    tern_blob_read(p->tensor, place + (size_t)i * pitch, size, lines.copy + (size_t)i * size);
  lines.step = length;
  return lines;
}

// All panels have as many rows as the tensor has.
static tern_panels_t panels_of(const panels_t *p, const part_t *part, const lines_t *lines) {
  return (tern_panels_t){.data = lines->data,
                         .element_size = p->element,
                         .rows = p->outer * p->rows,
                         .columns = part->columns,
                         .row_step = p->is_transposed ? 1 : lines->step,
                         .column_step = p->is_transposed ? lines->step : 1,
                         .width = p->width,
                         .group = p->group};
}

// Rows lie together in the tensor.
static void make_of_rows(const panels_t *p, const part_t *part, char *out) {
  for (int64_t g = 0; g < part->groups; ++g) {
    int64_t row = (part->group + g) * p->group;
    lines_t lines = get_lines(p, part, row * p->columns + part->first_column, p->group, part->columns);
    tern_panels_t panels = panels_of(p, part, &lines);
    tern_panels_pack(&panels, 0, tern_panels_count(&panels), 0, p->group, out + g * (int64_t)group_size(p));
    free(lines.copy);
  }
}

// Columns do. A part of one panel.
static void make_of_columns(const panels_t *p, const part_t *part, char *out) {
  int64_t first_row = part->group * p->group, rows = part->groups * p->group;
  lines_t lines = get_lines(p, part, part->first_column * p->rows + first_row, part->columns, rows);
  tern_panels_t panels = panels_of(p, part, &lines);
  tern_panels_pack(&panels, 0, 1, 0, rows, out);
  free(lines.copy);
}

static void make_part(const panels_t *p, const part_t *part, char *out) {
  (p->is_transposed ? make_of_columns : make_of_rows)(p, part, out);
}

// --- several panels ---

static void drop_batch(panels_t *p) {
  if (p->batch) tern_pool_free(tern_context_pool(p->context), p->batch, (size_t)p->batch_count * panel_size(p));
  p->batch = NULL;
  p->batch_count = 0;
}

// Makes panels from number `first` on. False if they are better made without.
static bool make_batch(panels_t *p, int64_t first) {
  int64_t count = least((int64_t)(BATCH_SIZE / panel_size(p)), LINE_SIZE / (p->width * (int64_t)p->element));
  count = least(count, panel_count(p) - first);
  drop_batch(p);
  if (count < 2) return false;
  size_t size = (size_t)count * panel_size(p), matrix_size = (size_t)p->groups_of_a_panel * group_size(p);
  p->batch = tern_pool_alloc(tern_context_pool(p->context), size);
  p->batch_first = first;
  p->batch_count = count;
  part_t part = {.first_column = first * p->width, .groups = p->groups_of_a_panel};
  part.columns = least(p->columns - part.first_column, count * p->width);
  for (; part.matrix < p->outer; ++part.matrix) {
    make_of_rows(p, &part, p->batch + (size_t)part.matrix * matrix_size);
  }
  return true;
}

// Copies what one batch has of the bytes from `offset` on; returns how many these were.
static size_t read_batch(panels_t *p, size_t offset, size_t size, char *out) {
  int64_t panel = (int64_t)(offset / panel_size(p));
  if (!p->batch || panel < p->batch_first || panel >= p->batch_first + p->batch_count) {
    if (size < LEAST_BATCHED_SIZE || p->is_transposed || !make_batch(p, panel)) return 0;
  }
  size_t skipped = offset - (size_t)p->batch_first * panel_size(p);
  size_t rest = (size_t)p->batch_count * panel_size(p) - skipped, count = rest < size ? rest : size;
  memcpy(out, p->batch + skipped, count);
  // Who reads all is done.
  if (offset + count == (size_t)panel_count(p) * panel_size(p)) drop_batch(p);
  return count;
}

// --- any bytes ---

// The groups from number `index` on, up to the end of the matrix in the panel.
static part_t find_part(const panels_t *p, int64_t index) {
  int64_t panel = index / (p->outer * p->groups_of_a_panel), rest = index % (p->outer * p->groups_of_a_panel);
  part_t part = {.first_column = panel * p->width,
                 .matrix = rest / p->groups_of_a_panel,
                 .group = rest % p->groups_of_a_panel,
                 .groups = p->groups_of_a_panel - rest % p->groups_of_a_panel};
  part.columns = least(p->columns - part.first_column, p->width);
  return part;
}

// Makes bytes of one panel; returns how many these were.
static size_t read_part(const panels_t *p, size_t offset, size_t size, char *out) {
  size_t whole = group_size(p), skipped = offset % whole;
  part_t part = find_part(p, (int64_t)(offset / whole));
  if (!skipped && size >= whole) {
    part.groups = least(least(part.groups, (MOST_ROWS + p->group - 1) / p->group), (int64_t)(size / whole));
    make_part(p, &part, out);
    return (size_t)part.groups * whole;
  }
  part.groups = 1;
  char *group = tern_malloc(whole);
  make_part(p, &part, group);
  size_t count = whole - skipped < size ? whole - skipped : size;
  memcpy(out, group + skipped, count);
  free(group);
  return count;
}

static void read_panels(const void *source, size_t offset, size_t size, void *out) {
  // What was made for the next bytes is kept with the panels, and changes nothing of what they are.
  panels_t *p = (panels_t *)(uintptr_t)source;
  for (char *to = out; size;) {
    size_t count = read_batch(p, offset, size, to);
    if (!count) count = read_part(p, offset, size, to);
    to += count;
    offset += count;
    size -= count;
  }
}

const tern_attr_t *tern_packed_constant_get(const tern_blob_t *tensor, const tern_packing_t *packing,
                                            const tern_type_t *unpacked, bool is_transposed) {
  tern_context_t *context = unpacked->context;
  const tern_type_t *type = tern_packing_type(packing, unpacked);
  size_t rank = tern_type_rank(unpacked);
  panels_t *p = tern_arena_alloc(tern_context_arena(context), sizeof(*p));
  *p = (panels_t){.context = context,
                  .tensor = tensor,
                  .element = tern_dense_element_size(tern_type_element(type)),
                  .outer = 1,
                  .rows = tern_type_dim(unpacked, rank - 2),
                  .columns = tern_type_dim(unpacked, rank - 1),
                  .width = packing->width,
                  .group = packing->group,
                  .is_transposed = is_transposed};
  p->groups_of_a_panel = p->rows / p->group;
  for (size_t d = 0; d + 2 < rank; ++d) p->outer *= tern_type_dim(unpacked, d);
  size_t size = (size_t)tern_type_element_count(type) * p->element;
  return tern_dense_elements_attr_get_blob(type, tern_blob_get_computed(context, read_panels, p, size));
}
