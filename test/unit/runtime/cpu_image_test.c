// Images of code for several processors: which object is chosen, by processors that are made up, and damaged images.

#include "runtime/drivers/cpu/cpu_image.h"
#include "status_asserts.h"
#include "target/module/cpu_image.h"

enum { REGISTER = 2, WIDE = 0x6, WIDEST = 0xe6, OTHER_LEAF = 0x80000001 };

// A made-up processor.
typedef struct machine {
  uint32_t word_of_1, word_of_7, states;
  uint32_t highest_leaf;
  int question_count;
} machine_t;

static bool read_machine(void *user, uint32_t source, uint32_t leaf, uint32_t subleaf, uint32_t out_words[4]) {
  machine_t *machine = user;
  ++machine->question_count;
  if (source == TERN_CPU_SOURCE_XCR0) return out_words[0] = machine->states, machine->states != 0;
  if (source != TERN_CPU_SOURCE_CPUID || subleaf != 0 || leaf > machine->highest_leaf) return false;
  out_words[REGISTER] = leaf == 1 ? machine->word_of_1 : machine->word_of_7;
  return true;
}

#define NEED(name, leaf, mask, states) {name, TERN_CPU_SOURCE_CPUID, leaf, 0, REGISTER, mask, states}

static const tern_cpu_image_need_t best_needs[] = {NEED("small", 1, 1, 0), NEED("medium", 1, 2, WIDE),
                                                   NEED("large", 7, 4, WIDEST), NEED("pair", 7, 24, 0)};
static const tern_cpu_image_object_t objects[] = {
    {"best", best_needs, 4, {"the best object", 15}},
    {"middle", best_needs, 2, {"in between", 10}},
    {"base", NULL, 0, {"", 0}},
};

static tern_string_builder_t make_image(size_t first, size_t count) {
  tern_string_builder_t image = {0};
  tern_cpu_image_write(objects + first, count, &image);
  return image;
}

static tern_status_t choose(const tern_string_builder_t *image, const char *name, machine_t machine,
                            tern_str_t *out_object) {
  const tern_cpu_probe_t probe = {.read = read_machine, .user = &machine};
  const void *object;
  tern_status_t status = tern_cpu_image_choose(image->data, image->size, name, &probe, &object, &out_object->size);
  out_object->data = object;
  // The leaves 1 and 7, and the states, once for each object.
  assert_in_range(machine.question_count, 0, 9);
  return status;
}

static void test_choice(void **state) {
  (void)state;
  static const struct {
    machine_t machine;
    const char *code;
  } rows[] = {
      {{.word_of_1 = 3, .word_of_7 = 28, .states = WIDEST, .highest_leaf = 7}, "the best object"},
      {{.word_of_1 = ~0u, .word_of_7 = ~0u, .states = ~0u, .highest_leaf = 7}, "the best object"},
      {{.word_of_1 = 3, .word_of_7 = 12, .states = WIDEST, .highest_leaf = 7}, "in between"},  // half of the pair
      {{.word_of_1 = 3, .word_of_7 = 28, .states = WIDE, .highest_leaf = 7}, "in between"},    // not saved
      {{.word_of_1 = 3, .word_of_7 = 28, .states = WIDEST, .highest_leaf = 6}, "in between"},  // no such leaf
      {{.word_of_1 = 3, .word_of_7 = 28, .states = 0, .highest_leaf = 7}, ""},                 // no XCR0
      {{.word_of_1 = 1, .word_of_7 = 28, .states = WIDEST, .highest_leaf = 7}, ""},
      {{0}, ""},
  };
  tern_string_builder_t image = make_image(0, 3);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    tern_str_t object;
    ASSERT_OK(choose(&image, NULL, rows[i].machine, &object));
    assert_true(tern_str_equal_cstr(object, rows[i].code));
    assert_int_equal((object.data - image.data) % 8, 0);
  }
  tern_string_builder_deinitialize(&image);
}

static void test_choice_by_name(void **state) {
  (void)state;
  const machine_t all = {.word_of_1 = ~0u, .word_of_7 = ~0u, .states = ~0u, .highest_leaf = 7};
  const machine_t nothing = {0};
  tern_string_builder_t image = make_image(0, 3);
  tern_str_t object;
  ASSERT_OK(choose(&image, "middle", all, &object));
  assert_true(tern_str_equal_cstr(object, "in between"));
  ASSERT_OK(choose(&image, "base", all, &object));
  assert_true(tern_str_equal_cstr(object, ""));
  ASSERT_FAILS(choose(&image, "best", nothing, &object), TERN_UNSUPPORTED,
               "for best it lacks small, medium, large, pair");
  ASSERT_FAILS(choose(&image, "bes", all, &object), TERN_NOT_FOUND,
               "there is no code for 'bes', only for: best, middle, base");
  tern_string_builder_deinitialize(&image);
}

static void test_nothing_fits(void **state) {
  (void)state;
  tern_string_builder_t image = make_image(0, 2);
  tern_str_t object;
  machine_t machine = {.word_of_1 = 1, .word_of_7 = 4, .states = WIDE, .highest_leaf = 7};
  ASSERT_FAILS(choose(&image, NULL, machine, &object), TERN_UNSUPPORTED,
               "this processor runs none of the code that there is: for best it lacks medium, large, pair; for middle "
               "it lacks medium");
  tern_string_builder_deinitialize(&image);
  image = make_image(0, 0);
  ASSERT_FAILS(choose(&image, NULL, machine, &object), TERN_NOT_FOUND, "there is no code");
  tern_string_builder_deinitialize(&image);
}

// What is no image is given back.
static void test_plain_object(void **state) {
  (void)state;
  static const char data[] =
      "\x7f"
      "ELF and so on, without any tables";
  const void *object;
  size_t size;
  ASSERT_OK(tern_cpu_image_choose(data, sizeof data, "any", NULL, &object, &size));
  assert_ptr_equal(object, data);
  assert_int_equal(size, sizeof data);
  ASSERT_OK(tern_cpu_image_choose("TCPU", 4, NULL, NULL, &object, &size));
  assert_int_equal(size, 4);
}

static void test_unknown_source(void **state) {
  (void)state;
  const tern_cpu_image_need_t need = {.name = "future", .source = 77, .mask = 1};
  const tern_cpu_image_object_t object = {"later", &need, 1, {"code", 4}};
  tern_string_builder_t image = {0};
  tern_cpu_image_write(&object, 1, &image);
  const void *chosen;
  size_t size;
  ASSERT_FAILS(tern_cpu_image_choose(image.data, image.size, NULL, NULL, &chosen, &size), TERN_UNSUPPORTED,
               "for later it lacks future");
  tern_string_builder_deinitialize(&image);
}

// What is cut off is refused, and no word, whatever it is, makes the reader leave the image.
static void test_damage(void **state) {
  (void)state;
  const machine_t all = {.word_of_1 = ~0u, .word_of_7 = ~0u, .states = ~0u, .highest_leaf = 7};
  static const uint32_t words[] = {0, 1, 3, 4, 8, 0x20, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff};
  tern_string_builder_t image = make_image(0, 2);  // ends with an object
  tern_str_t object;
  for (size_t size = 4 * TERN_CPU_IMAGE_HEADER_WORDS; size < image.size; ++size) {
    tern_string_builder_t part = {.data = malloc(size + 1), .size = size};
    memcpy(part.data, image.data, size);
    ASSERT_FAILS(choose(&part, NULL, all, &object), TERN_INVALID_ARGUMENT, "malformed");
    free(part.data);
  }
  size_t table_size =
      4 * (TERN_CPU_IMAGE_HEADER_WORDS + 2 * TERN_CPU_IMAGE_OBJECT_WORDS + 6 * TERN_CPU_IMAGE_NEED_WORDS);
  for (size_t at = 4; at < table_size; at += 4) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
      tern_string_builder_t copy = {.data = malloc(image.size), .size = image.size};
      memcpy(copy.data, image.data, image.size);
      memcpy(copy.data + at, &words[i], 4);
      tern_status_t status = choose(&copy, NULL, all, &object);
      if (tern_status_is_ok(status)) {
        assert_true(object.data >= copy.data && object.size <= copy.size - (size_t)(object.data - copy.data));
      }
      free(copy.data);
    }
  }
  image.data[4] = 2;
  ASSERT_FAILS(choose(&image, NULL, all, &object), TERN_INVALID_ARGUMENT, "version 2");
  tern_string_builder_deinitialize(&image);
}

#if defined(__x86_64__)
// Against the compiler's own library.
static void test_host(void **state) {
  (void)state;
  __builtin_cpu_init();
  const struct {
    tern_cpu_image_need_t need;
    bool is_there;
  } rows[] = {
      {{"sse3", 0, 1, 0, 2, 1u << 0, 0}, __builtin_cpu_supports("sse3")},
      {{"sse4.2", 0, 1, 0, 2, 1u << 20, 0}, __builtin_cpu_supports("sse4.2")},
      {{"fma", 0, 1, 0, 2, 1u << 12, WIDE}, __builtin_cpu_supports("fma")},
      {{"avx2", 0, 7, 0, 1, 1u << 5, WIDE}, __builtin_cpu_supports("avx2")},
      {{"avx512f", 0, 7, 0, 1, 1u << 16, WIDEST}, __builtin_cpu_supports("avx512f")},
      {{"avx512vl", 0, 7, 0, 1, 1u << 31, WIDEST}, __builtin_cpu_supports("avx512vl")},
      {{"avx512bf16", 0, 7, 1, 0, 1u << 5, WIDEST}, __builtin_cpu_supports("avx512bf16")},
      {{"fma4", 0, OTHER_LEAF, 0, 2, 1u << 16, WIDE}, __builtin_cpu_supports("fma4")},
      {{"no_leaf", 0, 0x7fffffff, 0, 2, 1, 0}, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    const tern_cpu_image_object_t object = {"one", &rows[i].need, 1, {"code", 4}};
    tern_string_builder_t image = {0};
    tern_cpu_image_write(&object, 1, &image);
    const void *chosen;
    size_t size;
    tern_status_t status = tern_cpu_image_choose(image.data, image.size, NULL, NULL, &chosen, &size);
    if (tern_status_is_ok(status) != rows[i].is_there) fail_msg("%s", rows[i].need.name);
    tern_string_builder_deinitialize(&image);
  }
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_choice),       cmocka_unit_test(test_choice_by_name), cmocka_unit_test(test_nothing_fits),
      cmocka_unit_test(test_plain_object), cmocka_unit_test(test_unknown_source), cmocka_unit_test(test_damage),
#if defined(__x86_64__)
      cmocka_unit_test(test_host),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
