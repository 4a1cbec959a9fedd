// Matrices laid out as panels, for code that multiplies by them: a panel has so many columns, row after row, and panels follow each
// other. With a group, so many rows lie interleaved. What the last panel has no columns for are zeros.
//
// The compiler packs constants, the runtime what it loads (transform/linalg/blocking/unpacked_buffer.h says how programs read panels).

#ifndef TERN_BASE_PANELS_H_
#define TERN_BASE_PANELS_H_

#include <stddef.h>
#include <stdint.h>

// A matrix, and how it is packed. Steps between rows and columns count elements; of filters all dimensions but the last are rows.
typedef struct tern_panels_t {
  const char *data;
  size_t element_size;  // bytes: a power of two
  int64_t rows, columns, row_step, column_step;
  int64_t width, group;  // columns of a panel; rows of a group, which divides `rows`
} tern_panels_t;

static inline int64_t tern_panels_count(const tern_panels_t *panels) {
  return (panels->columns + panels->width - 1) / panels->width;
}

// Bytes of all panels; those of one are as many for each.
static inline size_t tern_panels_size(const tern_panels_t *panels) {
  return (size_t)(tern_panels_count(panels) * panels->width * panels->rows) * panels->element_size;
}

// Writes these rows of these panels to their places in `out`, which has room for all. The rows begin and end with a group.
void tern_panels_pack(const tern_panels_t *panels, int64_t first_panel, int64_t end_panel, int64_t first_row,
                      int64_t end_row, char *out);

#endif  // TERN_BASE_PANELS_H_
