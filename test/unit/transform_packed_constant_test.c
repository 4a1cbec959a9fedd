// Panels of constants, read in parts of any size, against the place that each element has in the tensor.

#include "transform/linalg/blocking/packed_constant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "ir/context.h"

#include <cmocka.h>

typedef struct shape {
  int64_t outer, rows, columns, width, group;
  bool is_transposed;
} shape_t;

static unsigned char byte_at(size_t i) { return (unsigned char)(i * 2654435761u >> 11); }

// What byte `index` of the panels is: 0 behind the last column.
static unsigned char expected_at(const shape_t *s, size_t element, size_t index) {
  int64_t number = (int64_t)(index / element);
  int64_t in_group = number % s->group, column = number / s->group % s->width;
  int64_t group = number / (s->group * s->width) % (s->rows / s->group);
  int64_t matrix = number / (s->width * s->rows) % s->outer, panel = number / (s->width * s->rows * s->outer);
  int64_t row = group * s->group + in_group;
  column += panel * s->width;
  if (column >= s->columns) return 0;
  int64_t place = s->is_transposed ? column * s->rows + row : row * s->columns + column;
  return byte_at((size_t)(matrix * s->rows * s->columns + place) * element + index % element);
}

static void check(tern_context_t *context, const shape_t *s, const tern_type_t *element_type) {
  size_t element = tern_dense_element_size(element_type);
  size_t size = (size_t)(s->outer * s->rows * s->columns) * element;
  char *data = malloc(size);
  for (size_t i = 0; i < size; ++i) data[i] = (char)byte_at(i);
  const int64_t dims[] = {s->outer, s->rows, s->columns};
  const tern_type_t *unpacked =
      tern_tensor_type_get(element_type, s->outer > 1 ? dims : dims + 1, s->outer > 1 ? 3 : 2, NULL);
  tern_packing_t packing = {.width = s->width, .group = s->group};
  const tern_attr_t *attr =
      tern_packed_constant_get(tern_blob_take(context, data, size), &packing, unpacked, s->is_transposed);
  const tern_blob_t *blob = tern_dense_elements_attr_blob(attr);
  assert_int_equal(blob->size, (size_t)tern_type_element_count(tern_attr_type(attr)) * element);
  unsigned char *part = malloc(blob->size);
  static const size_t steps[] = {1, 7, 64, 1000, 65536, SIZE_MAX};
  for (size_t k = 0; k < sizeof steps / sizeof steps[0]; ++k) {
    if (blob->size / steps[k] > 20000) continue;
    for (size_t offset = 0; offset < blob->size; offset += steps[k]) {
      size_t count = blob->size - offset < steps[k] ? blob->size - offset : steps[k];
      tern_blob_read(blob, offset, count, part);
      for (size_t i = 0; i < count; ++i) assert_int_equal(part[i], expected_at(s, element, offset + i));
      if (count < steps[k]) break;
    }
  }
  free(part);
}

static void holds_each_element_at_its_place(void **state) {
  (void)state;
  static const shape_t shapes[] = {
      {1, 5, 130, 64, 1, false},  {3, 7, 100, 64, 1, false}, {1, 64, 70, 32, 2, false},
      {1, 300, 40, 32, 4, false}, {1, 9, 64, 64, 1, true},   {1, 600, 70, 64, 1, true},
      {1, 128, 33, 32, 2, true},  {1, 520, 31, 32, 4, true}, {1, 8, 3000, 2500, 4, false},
  };
  tern_context_t *context = tern_context_create();
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
    check(context, &shapes[i], tern_float_type_get(context, TERN_TYPE_F32));
    check(context, &shapes[i], tern_float_type_get(context, TERN_TYPE_BF16));
    check(context, &shapes[i], tern_i_type_get(context, 8));
    check(context, &shapes[i], tern_float_type_get(context, TERN_TYPE_F64));
  }
  tern_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(holds_each_element_at_its_place)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
