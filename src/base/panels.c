// Packing matrices.

#include "base/panels.h"

#include <string.h>

#include "base/small.h"

enum { LINE_SIZE = 64 };  // bytes of the nearest cache

// Some columns of some groups of rows. `size` and `group` are constants where this is called for what is common.
static inline __attribute__((always_inline)) void copy_elements(const tern_panels_t *p, const char *from, int64_t rows,
                                                                int64_t columns, int64_t size, int64_t group,
                                                                char *to) {
  int64_t row_step = p->row_step * size, column_step = p->column_step * size, line = group * p->width * size;
  for (int64_t c = 0; c < columns; ++c, from += column_step, to += group * size) {
    const char *source = from;
    char *target = to;
    for (int64_t r = 0; r < rows; r += group, target += line) {
      for (int64_t g = 0; g < group; ++g, source += row_step) memcpy(target + g * size, source, (size_t)size);
    }
  }
}

static void copy_block(const tern_panels_t *p, const char *from, int64_t rows, int64_t columns, char *to) {
#if !TERN_SMALL
  switch ((int64_t)p->element_size * 16 + p->group) {
    case 1 * 16 + 4: copy_elements(p, from, rows, columns, 1, 4, to); return;
    case 2 * 16 + 1: copy_elements(p, from, rows, columns, 2, 1, to); return;
    case 2 * 16 + 2: copy_elements(p, from, rows, columns, 2, 2, to); return;
    case 4 * 16 + 1: copy_elements(p, from, rows, columns, 4, 1, to); return;
    default: break;
  }
#endif
  copy_elements(p, from, rows, columns, (int64_t)p->element_size, p->group, to);
}

// Rows of one panel. A block of rows is as high as a line of the cache is long, so that columns that lie in memory are read once.
static void pack_panel(const tern_panels_t *p, int64_t panel, int64_t first, int64_t end, char *out) {
  int64_t column = panel * p->width, columns = p->columns - column, size = (int64_t)p->element_size;
  int64_t block = p->column_step == 1 ? p->group : LINE_SIZE / size > p->group ? LINE_SIZE / size : p->group;
  if (columns > p->width) columns = p->width;
  for (int64_t row = first; row < end; row += block) {
    int64_t rows = end - row < block ? end - row : block;
    const char *from = p->data + (row * p->row_step + column * p->column_step) * size;
    char *to = out + (panel * p->rows + row) * p->width * size;
    if (columns < p->width) memset(to, 0, (size_t)(rows * p->width * size));
    if (p->column_step == 1 && p->group == 1) {
      memcpy(to, from, (size_t)(columns * size));
    } else {
      copy_block(p, from, rows, columns, to);
    }
  }
}

void tern_panels_pack(const tern_panels_t *panels, int64_t first_panel, int64_t end_panel, int64_t first_row,
                      int64_t end_row, char *out) {
  for (int64_t i = first_panel; i < end_panel; ++i) pack_panel(panels, i, first_row, end_row, out);
}
