// Variants of a kernel of Triton's, from their IR to launches on the fake driver. Each needs other shared memory, which tells them
// apart.

#include "cuda_fixture.h"
#include "tern/compile_kernels.h"
#include "tern/kernel.h"

#define FLOATS "tensor<128xf32>"
#define POINTERS "tensor<128x!tt.ptr<f32>>"
#define ADDRESSES                                                               \
  "  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>\n" \
  "  %s = tt.splat %x : !tt.ptr<f32> -> " POINTERS                              \
  "\n"                                                                          \
  "  %p = tt.addptr %s, %r : " POINTERS                                         \
  ", tensor<128xi32>\n"                                                         \
  "  %v = tt.load %p : " POINTERS "\n"
// A sum over the warps of a program, in shared memory.
#define SUM(type, convert, value)                                                   \
  convert "  %sum = \"tt.reduce\"(" value                                           \
          ") <{axis = 0 : i32}> ({\n"                                               \
          "  ^bb0(%a: " type ", %b: " type "):\n    %c = arith.addf %a, %b : " type \
          "\n    tt.reduce.return %c : " type "\n  }) : (tensor<128x" type ">) -> " type "\n"

// For any argument: a sum in f32.
static const char any_text[] =
    "tt.func public @k(%x: !tt.ptr<f32> loc(\"x\"), %n: i32 loc(\"n\"), %step: i32 loc(\"step\")) {\n" ADDRESSES SUM(
        "f32", "", "%v") "  tt.store %x, %sum : !tt.ptr<f32>\n  tt.return\n}\n";
// For addresses that 16 divides: no sum.
static const char aligned_text[] =
    "tt.func public @k(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc(\"x\"), %n: i32 loc(\"n\"), "
    "%step: i32 loc(\"step\")) {\n" ADDRESSES "  tt.store %p, %v : " POINTERS "\n  tt.return\n}\n";
// And for a step of 1: a sum in f64.
static const char one_text[] =
    "tt.func public @k(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc(\"x\"), %n: i32 loc(\"n\")) {\n" ADDRESSES SUM(
        "f64", "  %w = arith.extf %v : " FLOATS " to tensor<128xf64>\n",
        "%w") "  %t = arith.truncf %sum : f64 to f32\n  tt.store %x, %t : !tt.ptr<f32>\n  tt.return\n}\n";

enum { NO_SUM = 0, F32_SUM = 4 * 4, F64_SUM = 4 * 8 };

static unsigned last_size;

static void note(const fake_cuda_launch_t *launch) { last_size = launch->shared_size; }

static tern_compiler_t *read_text(const char *text) {
  tern_compiler_t *compiler = NULL;
  ASSERT_OK(tern_compiler_create(&compiler));
  ASSERT_OK(tern_compiler_load_text(compiler, "k.ttir", text, strlen(text)));
  return compiler;
}

static tern_kernel_t *compile(tern_device_t *device, const char *const *texts, size_t count, bool adds_generic) {
  const tern_compile_options_t options = {.target = "cuda"};
  const tern_kernel_options_t launch = {.adds_generic = adds_generic};
  tern_compiler_t *compilers[3];
  char *data = NULL;
  size_t size = 0;
  tern_module_t *module = NULL;
  tern_kernel_t *kernel = NULL;
  for (size_t i = 0; i < count; ++i) compilers[i] = read_text(texts[i]);
  ASSERT_OK(
      tern_compiler_emit_kernel_variants(compilers, count, &options, &launch, TERN_ARTIFACT_MODULE, &data, &size));
  for (size_t i = 0; i < count; ++i) tern_compiler_destroy(compilers[i]);
  ASSERT_OK(tern_module_load(data, size, &module));
  free(data);
  ASSERT_OK(tern_kernel_load(device, module, NULL, &kernel));
  tern_module_release(module);
  return kernel;
}

static tern_status_t launch(tern_device_t *device, const tern_kernel_t *kernel, uint64_t address, int32_t step) {
  int32_t n = 5;
  last_size = 99;
  TERN_RETURN_IF_ERROR(
      tern_kernel_launch(kernel, (const uint32_t[]){1, 1, 1}, (const void *[]){&address, &n, &step}, NULL));
  return tern_device_wait_idle(device);
}

static void end(tern_device_t *device, tern_kernel_t *kernel) {
  tern_kernel_release(kernel);
  tern_device_release(device);
  end_test();
}

static void takes_the_variant_that_knows_most(void **state) {
  (void)state;
  static const struct {
    uint64_t address;
    int32_t step;
    unsigned shared_size;
  } rows[] = {{4096, 1, F64_SUM}, {4096, 16, NO_SUM}, {4096, 0, NO_SUM},
              {4100, 1, F32_SUM}, {4104, 2, F32_SUM}, {4112, -1, NO_SUM}};
  static const char *const texts[] = {any_text, one_text, aligned_text};
  tern_device_t *device = begin_device();
  fake_cuda_define("k", note);
  tern_kernel_t *kernel = compile(device, texts, 3, false);
  assert_int_equal(tern_kernel_argument_count(kernel), 3);
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    ASSERT_OK(launch(device, kernel, rows[i].address, rows[i].step));
    assert_int_equal(last_size, rows[i].shared_size);
  }
  end(device, kernel);
}

static void refuses_what_no_variant_is_for(void **state) {
  (void)state;
  static const char *const texts[] = {aligned_text, one_text};
  tern_device_t *device = begin_device();
  fake_cuda_define("k", note);
  tern_kernel_t *kernel = compile(device, texts, 2, false);
  ASSERT_OK(launch(device, kernel, 4096, 1));
  assert_int_equal(last_size, F64_SUM);
  ASSERT_FAILS(launch(device, kernel, 4100, 1), TERN_INVALID_ARGUMENT,
               "argument 0 of 'k' is 4100, not multiple of 16; compile it for any");
  assert_int_equal(last_size, 99);
  end(device, kernel);
}

static void adds_a_variant_for_any_argument(void **state) {
  (void)state;
  static const char *const texts[] = {aligned_text, one_text};
  tern_device_t *device = begin_device();
  fake_cuda_define("k", note);
  tern_kernel_t *kernel = compile(device, texts, 2, true);
  // That for a step of 1 has a copy, too, which knows as much.
  ASSERT_OK(launch(device, kernel, 4100, 1));
  assert_int_equal(last_size, F64_SUM);
  ASSERT_OK(launch(device, kernel, 4100, 2));
  assert_int_equal(last_size, NO_SUM);
  assert_int_equal(tern_kernel_argument_at(kernel, 0)->divisibility, 1);
  assert_int_equal(tern_kernel_argument_at(kernel, 2)->divisibility, 1);
  end(device, kernel);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(takes_the_variant_that_knows_most),
                                     cmocka_unit_test(refuses_what_no_variant_is_for),
                                     cmocka_unit_test(adds_a_variant_for_any_argument)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
