// Parameters as programs see them, where archives have them otherwise: patterns, column-major arrays, panels.

#include <stdlib.h>
#include <string.h>

#include "base/panels.h"
#include "runtime/drivers/cpu/cpu_device.h"
#include "runtime/hal/expected_parameters.h"
#include "tern/tensor.h"

enum {
  // Bytes that a thread packs before it gives their pages back: few next to a file, many next to what giving back costs.
  PIECE_SIZE = 1 << 20,
  // Threads that pack at a time. More would not be faster than memory is, but each has a piece, and what the system maps with it.
  THREAD_COUNT_MAX = 16,
  PATTERN_SIZE_MAX = 16,
};

//---- Elements in order ----

#if !TERN_SMALL
// The element whose position in row-major order is `index`.
static const unsigned char *column_major_element(const tern_parameter_t *parameter, uint64_t index, size_t size) {
  uint64_t place = 0, stride = 1, rest = index, below = 1;
  for (uint32_t d = parameter->rank; d-- > 1;) below *= (uint64_t)parameter->dims[d];
  for (uint32_t d = 0; d < parameter->rank; ++d) {
    uint64_t position = rest / below;
    rest %= below;
    place += position * stride;
    stride *= (uint64_t)parameter->dims[d];
    if (d + 1 < parameter->rank) below /= (uint64_t)parameter->dims[d + 1];
  }
  return (const unsigned char *)parameter->data + place * size;
}
#endif

void tern_parameter_read(const tern_parameter_t *parameter, uint64_t offset, size_t size, unsigned char *out) {
  const unsigned char *data = parameter->data;
  if (parameter->pattern_size) {
    for (size_t i = 0; i < size; ++i) out[i] = data[(offset + i) % parameter->pattern_size];
    return;
  }
#if !TERN_SMALL
  if (parameter->is_column_major) {
    size_t element = tern_element_type_size(parameter->element_type);
    for (size_t done = 0; done < size;) {
      size_t skipped = (size_t)((offset + done) % element);
      size_t count = element - skipped < size - done ? element - skipped : size - done;
      memcpy(out + done, column_major_element(parameter, (offset + done) / element, element) + skipped, count);
      done += count;
    }
    return;
  }
#endif
  memcpy(out, data + offset, size);
}

//---- Panels ----

typedef struct packer {
  tern_panels_t panels;
  const tern_parameters_t *archive;
  int64_t step;  // rows of a piece, or panels of one if the matrix lies by columns
  int64_t piece_count;
  _Atomic int64_t next_piece;
  char *out;
} packer_t;

#if !TERN_SMALL
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// A piece is what lies together in the file.
static void pack_pieces(void *user_data, uint64_t begin, uint64_t end) {
  packer_t *packer = user_data;
  (void)begin, (void)end;
  const tern_panels_t *p = &packer->panels;
  int64_t element = (int64_t)p->element_size;
  for (int64_t i; (i = packer->next_piece++) < packer->piece_count;) {
    int64_t first = i * packer->step, last = first + packer->step, from, to;
    if (p->column_step == 1) {
      last = least(last, p->rows);
      tern_panels_pack(p, 0, tern_panels_count(p), first, last, packer->out);
      from = first * p->row_step;
      to = last * p->row_step;
    } else {
      last = least(last, tern_panels_count(p));
      tern_panels_pack(p, first, last, 0, p->rows, packer->out);
      from = first * p->width * p->column_step;
      to = least(last * p->width, p->columns) * p->column_step;
    }
    if (to > from)
      tern_parameters_drop_pages(packer->archive, p->data + from * element, (size_t)((to - from) * element));
  }
}
#endif

static tern_panels_t panels_of(const tern_expected_parameter_t *expected) {
  tern_panels_t p = {.element_size = tern_element_type_size(expected->element_type),
                     .rows = 1,
                     .columns = expected->dims[expected->rank - 1],
                     .column_step = 1,
                     .width = expected->width,
                     .group = expected->group};
  for (uint32_t d = 0; d + 1 < expected->rank; ++d) p.rows *= expected->dims[d];
  p.row_step = p.columns;
  if (expected->is_transposed) {
    int64_t rows = p.columns;
    p.columns = p.rows;
    p.column_step = p.rows = rows;
    p.row_step = 1;
  }
  return p;
}

size_t tern_expected_parameter_packed_size(const tern_expected_parameter_t *expected) {
  tern_panels_t panels = panels_of(expected);
  return tern_panels_size(&panels);
}

static void run(packer_t *packer, tern_device_t *device) {
  const tern_panels_t *p = &packer->panels;
#if TERN_SMALL
  tern_panels_pack(p, 0, tern_panels_count(p), 0, p->rows, packer->out);
#else
  bool is_by_rows = p->column_step == 1;
  int64_t unit = is_by_rows ? p->group : 1;
  int64_t unit_size = (is_by_rows ? p->columns * p->group : p->rows * p->width) * (int64_t)p->element_size;
  packer->step = unit * (unit_size < PIECE_SIZE ? PIECE_SIZE / unit_size : 1);
  packer->piece_count = ((is_by_rows ? p->rows : tern_panels_count(p)) + packer->step - 1) / packer->step;
  if (strcmp(tern_device_driver_name(device), "cpu") == 0) {
    tern_thread_pool_run(((tern_cpu_device_t *)device)->pool, (uint64_t)least(packer->piece_count, THREAD_COUNT_MAX),
                         pack_pieces, packer);
  } else {
    pack_pieces(packer, 0, 1);
  }
#endif
}

tern_status_t tern_expected_parameter_pack(const tern_expected_parameter_t *expected, const tern_parameters_t *archive,
                                           const tern_parameter_t *parameter, tern_device_t *device, char *out) {
  packer_t packer = {.panels = panels_of(expected), .archive = archive, .out = out};
  tern_panels_t *p = &packer.panels;
  unsigned char splat[PATTERN_SIZE_MAX], *whole = NULL;
  p->data = parameter->data;
  if (parameter->pattern_size) {
    // One element that is all of them. The check made the pattern fit.
    tern_parameter_read(parameter, 0, p->element_size, splat);
    p->data = (const char *)splat;
    p->row_step = p->column_step = 0;
#if !TERN_SMALL
  } else if (parameter->is_column_major && parameter->rank == 2) {
    // The other way round.
    bool was_by_rows = p->column_step == 1;
    p->row_step = was_by_rows ? 1 : p->columns;
    p->column_step = was_by_rows ? p->rows : 1;
  } else if (parameter->is_column_major) {
    whole = malloc(parameter->size);
    if (!whole) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a parameter of %zu bytes", parameter->size);
    tern_parameter_read(parameter, 0, parameter->size, whole);
    tern_parameters_drop_pages(archive, parameter->data, parameter->size);
    p->data = (const char *)whole;
    packer.archive = NULL;
#endif
  }
  run(&packer, device);
  free(whole);
  return tern_ok();
}
