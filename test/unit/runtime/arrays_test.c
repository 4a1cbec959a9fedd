// Archives of arrays: which array is for which slot, what is refused, and files that were damaged. What NumPy and others write
// is test/e2e/parameters/arrays.py's.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <unistd.h>

#include "base/file.h"
#include "status_asserts.h"
#include "tern/arrays.h"

enum { SLOT_COUNT = 3, DAMAGE_COUNT = 1000 };

static const tern_parameter_info_t infos[SLOT_COUNT] = {
    {.kind = TERN_VARIANT_BUFFER_VIEW, .name = "a", .element_type = TERN_ELEMENT_TYPE_F32},
    {.kind = TERN_VARIANT_BUFFER_VIEW, .name = "", .element_type = TERN_ELEMENT_TYPE_I4},
    {.kind = TERN_VARIANT_I32, .name = "n", .element_type = TERN_ELEMENT_TYPE_I32},
};

static tern_array_slots_t slots(bool is_partial) {
  return (tern_array_slots_t){.values = infos, .count = SLOT_COUNT, .noun = "argument", .is_partial = is_partial};
}

static const char *const literals[] = {"2xf32=1.5,2", "3xi4=-8 7 -1", "i32=3"};

static void expect_literals(tern_tensor_t *tensors) {
  for (size_t i = 0; i < SLOT_COUNT; ++i) {
    char *text = NULL;
    tern_tensor_t expected;
    ASSERT_OK(tern_tensor_parse(literals[i], strlen(literals[i]), NULL, &expected));
    if (!tern_tensor_compare(&tensors[i], &expected, NULL, NULL, &text)) fail_msg("%zu: %s", i, text);
    tern_tensor_deinitialize(&expected);
    tern_tensor_deinitialize(&tensors[i]);
  }
}

static char *make_path(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "/tmp/tern_arrays_%d%s", (int)getpid(), name);
  return path;
}

// What the literals are, in an archive.
static void write_archive(const char *path) {
  tern_tensor_t tensors[SLOT_COUNT];
  tern_array_slots_t all = slots(false);
  ASSERT_OK(tern_arrays_bind(&all, literals, SLOT_COUNT, NULL, tensors));
  ASSERT_OK(tern_arrays_write(path, &all, tensors, 0));
  for (size_t i = 0; i < SLOT_COUNT; ++i) tern_tensor_deinitialize(&tensors[i]);
}

static void goes_through_archives(void **state) {
  (void)state;
  static const char *const names[] = {".npz", ".safetensors", "/"};
  tern_array_slots_t all = slots(false);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    tern_tensor_t tensors[SLOT_COUNT];
    char text[160];
    char *path = make_path(names[i]);
    assert_true(tern_arrays_is_archive(path));
    write_archive(path);
    snprintf(text, sizeof text, "@%s", path);
    const char *texts[] = {text};
    ASSERT_OK(tern_arrays_bind(&all, texts, 1, NULL, tensors));
    expect_literals(tensors);
  }
  // A slot without a name has its number.
  for (size_t i = 0; i < SLOT_COUNT; ++i) {
    static const char *const files[SLOT_COUNT] = {"/a.npy", "/1.npy", "/n.npy"};
    assert_int_equal(unlink(make_path(files[i])), 0);
  }
  assert_int_equal(rmdir(make_path("/")), 0);
  unlink(make_path(".npz"));
  unlink(make_path(".safetensors"));
}

static void says_which_text_is_to_blame(void **state) {
  (void)state;
  tern_tensor_t tensors[SLOT_COUNT];
  tern_array_slots_t all = slots(false), some = slots(true);
  tern_array_place_t place;
  const char *wrong[] = {literals[0], "3xi4=9 x"};
  ASSERT_FAILS(tern_arrays_bind(&all, wrong, 2, &place, tensors), TERN_INVALID_ARGUMENT, "expected a value of type i4");
  assert_int_equal(place.text, 1);
  assert_int_equal(place.column, 8);
  assert_null(tensors[0].data);
  ASSERT_FAILS(tern_arrays_bind(&all, literals, 2, &place, tensors), TERN_INVALID_ARGUMENT,
               "argument 2 ('n') has no value: expected 3 values but got 2");
  assert_int_equal(place.text, 2);
  assert_int_equal(place.column, 0);
  assert_null(tensors[0].data);
  const char *ignoring[] = {"(ignored)", literals[1]};
  ASSERT_OK(tern_arrays_bind(&some, ignoring, 2, NULL, tensors));
  assert_null(tensors[0].data);
  assert_int_equal(tensors[1].element_count, 3);
  assert_null(tensors[2].data);
  tern_tensor_deinitialize(&tensors[1]);
  ASSERT_FAILS(tern_arrays_bind(&all, ignoring, 2, NULL, tensors), TERN_INVALID_ARGUMENT, "expected an element type");
  // Nothing for nobody is right.
  tern_array_slots_t none = {.noun = "argument"};
  ASSERT_OK(tern_arrays_bind(&none, NULL, 0, &place, tensors));
  ASSERT_FAILS(tern_arrays_bind(&none, literals, 1, NULL, tensors), TERN_INVALID_ARGUMENT,
               "more values than arguments (0)");
}

static void refuses_to_write(void **state) {
  (void)state;
  tern_tensor_t tensors[SLOT_COUNT] = {0};
  tern_array_slots_t all = slots(false);
  assert_false(tern_arrays_is_archive("x.npy"));
  ASSERT_FAILS(tern_arrays_write(make_path(".npz"), &all, tensors, 0), TERN_INVALID_ARGUMENT, "tensor 'n' is empty");
  ASSERT_OK(tern_arrays_bind(&all, literals, SLOT_COUNT, NULL, tensors));
  ASSERT_FAILS(tern_arrays_write("x.npy", &all, tensors, 0), TERN_INVALID_ARGUMENT,
               "'x.npy' ends in none of .npz, .safetensors and /");
  ASSERT_FAILS(tern_arrays_write("/nowhere/there/", &all, tensors, 0), TERN_IO_ERROR,
               "cannot make folder '/nowhere/there/'");
  ASSERT_FAILS(tern_arrays_write("/nowhere/x.npz", &all, tensors, 0), TERN_NOT_FOUND, "cannot create '/nowhere/x.npz'");
  // A name that no archive has room for.
  char *name = malloc(70000);
  memset(name, 'x', 69999);
  name[69999] = 0;
  tern_parameter_info_t named = {.name = name};
  tern_array_slots_t one = {.values = &named, .count = 1, .noun = "output"};
  ASSERT_FAILS(tern_arrays_write(make_path(".npz"), &one, tensors, 0), TERN_OUT_OF_RANGE,
               "a name of more than 65531 bytes");
  assert_int_not_equal(access(make_path(".npz"), F_OK), 0);
  free(name);
  // Types that a format has no word for.
  tern_tensor_t wide;
  named.name = "wide";
  ASSERT_OK(tern_tensor_initialize(TERN_ELEMENT_TYPE_COMPLEX_F64, 0, NULL, &wide));
  ASSERT_FAILS(
      tern_arrays_write(make_path(".safetensors"), &one, &wide, 0), TERN_UNSUPPORTED,
      "array 'wide': a .safetensors file cannot hold elements of type complex<f64>: write a .npz file instead");
  tern_tensor_deinitialize(&wide);
  ASSERT_OK(tern_tensor_initialize(TERN_ELEMENT_TYPE_F80, 0, NULL, &wide));
  ASSERT_FAILS(tern_arrays_write(make_path(".npz"), &one, &wide, 0), TERN_UNSUPPORTED,
               "array 'wide': a .npy file cannot hold elements of type f80");
  tern_tensor_deinitialize(&wide);
  for (size_t i = 0; i < SLOT_COUNT; ++i) tern_tensor_deinitialize(&tensors[i]);
}

// Whatever happened to a file, reading it ends, with all tensors or none.
static void survives_random_damage(void **state) {
  (void)state;
  static const char *const names[] = {".npz", ".safetensors"};
  tern_array_slots_t all = slots(false);
  uint32_t random = 24;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    char *data, text[160];
    size_t size, refused_count = 0;
    write_archive(make_path(names[i]));
    ASSERT_OK(tern_file_read(make_path(names[i]), &data, &size));
    snprintf(text, sizeof text, "@%s", make_path(names[i]));
    const char *texts[] = {text};
    for (int n = 0; n < DAMAGE_COUNT; ++n) {
      tern_tensor_t tensors[SLOT_COUNT];
      random = random * 1664525 + 1013904223;
      size_t place = (random >> 8) % size;
      char saved = data[place];
      data[place] = (char)(saved ^ (1 << (random & 7)));
      size_t kept = n % 8 ? size : place;
      ASSERT_OK(tern_file_write(make_path(names[i]), tern_str_make(data, kept)));
      data[place] = saved;
      tern_status_t status = tern_arrays_bind(&all, texts, 1, NULL, tensors);
      refused_count += !tern_status_is_ok(status);
      for (size_t k = 0; k < SLOT_COUNT; ++k) {
        assert_int_equal(tensors[k].data != NULL, tern_status_is_ok(status));
        tern_tensor_deinitialize(&tensors[k]);
      }
    }
    assert_true(refused_count > DAMAGE_COUNT / 8 && refused_count < DAMAGE_COUNT);
    free(data);
    unlink(make_path(names[i]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(goes_through_archives),
      cmocka_unit_test(says_which_text_is_to_blame),
      cmocka_unit_test(refuses_to_write),
      cmocka_unit_test(survives_random_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
