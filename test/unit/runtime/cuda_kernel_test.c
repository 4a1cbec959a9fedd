// Kernels that are launched with addresses and numbers, on the CUDA driver and on the CPU.

#include "base/module_format.h"
#include "cuda_fixture.h"
#include "runtime/module/executable.h"
#include "target/module/module_writer.h"
#include "tern/kernel.h"

//---- Modules ----

// scale(out, count, factor): out[i] = factor * i; the two parameters behind are memory of the launch and nothing.
#define SCALE_PTX                 \
  ".version 8.0\n.target sm_80\n" \
  ".visible .entry scale(.param .u64 out, .param .u32 count, .param .f64 factor, .param .u64 s, .param .u64 p)\n"
// take(descriptor, out): out[0..] = what the fake driver notes of a tensor map.
#define TAKE_PTX                  \
  ".version 8.0\n.target sm_90\n" \
  ".visible .entry take(.param .align 64 .b8 map[128], .param .u64 out, .param .u64 s, .param .u64 p)\n"

typedef struct scale_parameters {
  double *out;
  int32_t count;
  double factor;
  unsigned char *scratch;
  const void *profile;
} scale_parameters_t;

static unsigned last_grid;
static bool has_scratch;

static void run_scale(const fake_cuda_launch_t *launch) {
  const scale_parameters_t *p = (const scale_parameters_t *)(const void *)launch->parameters;
  for (int32_t i = 0; i < p->count; ++i) p->out[i] = p->factor * i;
  has_scratch = p->scratch;
  if (has_scratch) memset(p->scratch, 1, 16 * (size_t)launch->grid[0] * launch->grid[1]);
  assert_null(p->profile);
  last_grid = launch->grid[0];
}

static void run_take(const fake_cuda_launch_t *launch) {
  uint64_t *out;
  memcpy(&out, launch->parameters + sizeof(CUtensorMap), sizeof(out));
  memcpy(out, launch->parameters, sizeof(CUtensorMap));
}

typedef struct apart_parameters {
  uint64_t numbers[5];
  uint8_t fills_with_nan;
  uint64_t *out;
} apart_parameters_t;

static void run_apart(const fake_cuda_launch_t *launch) {
  const apart_parameters_t *p = (const apart_parameters_t *)(const void *)launch->parameters;
  memcpy(p->out, p->numbers, sizeof(p->numbers));
  p->out[5] = p->fills_with_nan;
}

#define POINTER(divisor) {TERN_KERNEL_ARGUMENT_POINTER, TERN_ELEMENT_TYPE_F64, divisor, 0, {0}, 0}
#define NUMBER(type, divisor) {TERN_KERNEL_ARGUMENT_NUMBER, TERN_ELEMENT_TYPE_##type, divisor, 0, {0}, 0}
static const tern_kernel_argument_t any[] = {POINTER(1), NUMBER(I32, 1), NUMBER(F64, 1)};
static const tern_kernel_argument_t aligned[] = {POINTER(16), NUMBER(I32, 16), NUMBER(F64, 1)};
static const tern_kernel_argument_t descriptor[] = {
    {TERN_KERNEL_ARGUMENT_DESCRIPTOR, TERN_ELEMENT_TYPE_F16, 1, 2, {8, 64}, 3}, POINTER(1)};
static const tern_kernel_signature_t any_signature = {any, 3, 0, 1}, aligned_signature = {aligned, 3, 16, 128},
                                     descriptor_signature = {descriptor, 2, 0, 1};

static const tern_kernel_info_t scale_kernels[] = {{.name = "scale", .workgroup_size = {128, 1, 1}}};
static const tern_kernel_info_t take_kernels[] = {{.name = "take", .workgroup_size = {32, 1, 1}}};
static const tern_entry_point_t scale_entry = {.name = "scale", .kernel_count = 1, .kernels = scale_kernels};
static const tern_entry_point_t take_entry = {.name = "take", .kernel_count = 1, .kernels = take_kernels};

#define EXECUTABLE(entry, ptx, signature) {"cuda", "cuda-nvptx-fb", entry, 1, ptx, sizeof(ptx), NULL, signature}
static const tern_module_executable_t executables[] = {
    EXECUTABLE(&scale_entry, SCALE_PTX, &aligned_signature),
    EXECUTABLE(&take_entry, TAKE_PTX, &descriptor_signature),
    EXECUTABLE(&scale_entry, SCALE_PTX, &any_signature),
};

static tern_module_t *load_module(const tern_module_executable_t *list, size_t count) {
  tern_string_builder_t bytes = {0};
  tern_module_t *module = NULL;
  tern_module_write(list, count, &bytes);
  ASSERT_OK(tern_module_load(bytes.data, bytes.size, &module));
  tern_string_builder_deinitialize(&bytes);
  return module;
}

static tern_device_t *begin_kernels(void) {
  tern_device_t *device = begin_device();
  fake_cuda_define("scale", run_scale);
  fake_cuda_define("take", run_take);
  return device;
}

static tern_buffer_t *allocate(tern_device_t *device, size_t size, uint64_t *out_address) {
  tern_buffer_t *buffer = NULL;
  tern_buffer_usage_t usage = TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_MAPPING | TERN_BUFFER_USAGE_DISPATCH;
  ASSERT_OK(tern_buffer_allocate(device, usage, size, &buffer));
  ASSERT_OK(tern_buffer_address(buffer, out_address));
  return buffer;
}

//---- Tests ----

static void launches_the_variant_that_fits(void **state) {
  (void)state;
  tern_device_t *device = begin_kernels();
  tern_module_t *module = load_module(executables, 3);
  tern_kernel_t *kernel = NULL;
  ASSERT_OK(tern_kernel_load(device, module, "scale", &kernel));
  assert_string_equal(tern_kernel_name(kernel), "scale");
  assert_int_equal(tern_kernel_argument_count(kernel), 3);
  assert_int_equal(tern_kernel_argument_at(kernel, 0)->divisibility, 1);
  assert_null(tern_kernel_argument_at(kernel, 3));
  uint64_t address;
  tern_buffer_t *buffer = allocate(device, 32 * sizeof(double), &address);
  static const struct {
    uint64_t offset;
    int32_t count;
    bool is_aligned;
  } rows[] = {{0, 16, true}, {8, 16, false}, {0, 17, false}, {16, 0, true}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    uint64_t out = address + rows[i].offset;
    int32_t count = rows[i].count;
    double factor = 2.5 + (double)i, values[32];
    const void *arguments[] = {&out, &count, &factor};
    ASSERT_OK(tern_kernel_launch(kernel, (const uint32_t[]){3, 2, 1}, arguments, NULL));
    out = 0;  // the launch has what it needs
    count = 99;
    ASSERT_OK(tern_device_wait_idle(device));
    assert_int_equal(has_scratch, rows[i].is_aligned);
    assert_int_equal(last_grid, 3);
    ASSERT_OK(tern_buffer_read(buffer, 0, values, sizeof(values)));
    for (int32_t n = 0; n < rows[i].count; ++n) {
      assert_true(values[rows[i].offset / sizeof(double) + (size_t)n] == factor * n);
    }
  }
  last_grid = 77;
  ASSERT_OK(tern_kernel_launch(kernel, (const uint32_t[]){0, 2, 1},
                               (const void *[]){&address, &rows[0].count, &address}, NULL));
  ASSERT_OK(tern_device_wait_idle(device));
  assert_int_equal(last_grid, 77);
  ASSERT_FAILS(tern_kernel_launch(kernel, (const uint32_t[]){1, 70000, 1},
                                  (const void *[]){&address, &rows[0].count, &address}, NULL),
               TERN_OUT_OF_RANGE, "70000 programs along dimension 1");
  tern_buffer_release(buffer);
  tern_kernel_release(kernel);
  tern_module_release(module);
  tern_device_release(device);
  end_test();
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamDestroy_v2(CUstream stream);

// The host's copy is under way when the kernel is launched into a stream of the caller's, which alone is waited for.
static void waits_for_copies(void **state) {
  (void)state;
  tern_device_t *device = begin_kernels();
  tern_module_t *module = load_module(executables, 3);
  tern_kernel_t *kernel = NULL;
  ASSERT_OK(tern_kernel_load(device, module, "scale", &kernel));
  uint64_t address;
  tern_buffer_t *buffer = allocate(device, 4 * sizeof(double), &address);
  double values[] = {9, 9, 9, 9}, factor = 2;
  int32_t count = 3;
  CUstream stream;
  ASSERT_OK(tern_buffer_write(buffer, 0, values, sizeof(values)));
  assert_int_equal(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  const void *arguments[] = {&address, &count, &factor};
  ASSERT_OK(tern_kernel_launch(kernel, (const uint32_t[]){1, 1, 1}, arguments, stream));
  assert_int_equal(cuStreamSynchronize(stream), CUDA_SUCCESS);
  ASSERT_OK(tern_buffer_read(buffer, 0, values, sizeof(values)));
  const double expected[] = {0, 2, 4, 9};
  assert_memory_equal(values, expected, sizeof(expected));
  cuStreamDestroy_v2(stream);
  tern_buffer_release(buffer);
  tern_kernel_release(kernel);
  tern_module_release(module);
  tern_device_release(device);
  end_test();
}

static void refuses_what_no_variant_is_for(void **state) {
  (void)state;
  tern_device_t *device = begin_kernels();
  tern_module_t *module = load_module(executables, 2);
  tern_kernel_t *kernel = NULL;
  ASSERT_FAILS(tern_kernel_load(device, module, "other", &kernel), TERN_NOT_FOUND,
               "no kernel 'other' for 'cuda', it has: 'scale' (cuda), 'take' (cuda)");
  ASSERT_FAILS(tern_kernel_load(device, module, NULL, &kernel), TERN_NOT_FOUND, "expected one kernel for 'cuda'");
  ASSERT_OK(tern_kernel_load(device, module, "scale", &kernel));
  uint64_t address = 4096;
  int32_t count = 24;
  double factor = 1;
  ASSERT_FAILS(
      tern_kernel_launch(kernel, (const uint32_t[]){1, 1, 1}, (const void *[]){&address, &count, &factor}, NULL),
      TERN_INVALID_ARGUMENT, "argument 1 of 'scale' is 24, not multiple of 16; compile it for any");
  tern_kernel_release(kernel);
  tern_module_release(module);
  module = load_module(executables, 1);
  ASSERT_OK(tern_kernel_load(device, module, NULL, &kernel));
  tern_module_release(module);
  tern_device_release(device);
  tern_kernel_release(kernel);  // it kept both
  end_test();
}

static void makes_tensor_maps(void **state) {
  (void)state;
  tern_device_t *device = begin_kernels();
  tern_module_t *module = load_module(executables, 3);
  tern_kernel_t *kernel = NULL;
  ASSERT_OK(tern_kernel_load(device, module, "take", &kernel));
  uint64_t address, noted[16];
  tern_buffer_t *buffer = allocate(device, sizeof(noted), &address);
  tern_kernel_tensor_t tensor = {.address = address, .dims = {30, 100}, .strides = {128, 1}, .fills_with_nan = 1};
  const void *arguments[] = {&tensor, &address};
  ASSERT_OK(tern_kernel_launch(kernel, (const uint32_t[]){1, 1, 1}, arguments, NULL));
  ASSERT_OK(tern_device_wait_idle(device));
  ASSERT_OK(tern_buffer_read(buffer, 0, noted, sizeof(noted)));
  const uint64_t expected[] = {address, 2 | 6ull << 32, 100, 30, 256, 64 | 1ull << 32, 3ull << 32, 2 | 1ull << 32, 8};
  assert_memory_equal(noted, expected, sizeof(expected));
  tern_buffer_release(buffer);
  tern_kernel_release(kernel);
  tern_module_release(module);
  tern_device_release(device);
  end_test();
}

static void says_what_no_tensor_map_has(void **state) {
  (void)state;
  tern_device_t *device = begin_kernels();
  tern_module_t *module = load_module(executables, 3);
  tern_kernel_t *kernel = NULL;
  ASSERT_OK(tern_kernel_load(device, module, "take", &kernel));
  uint64_t address;
  tern_buffer_t *buffer = allocate(device, 128, &address);
  const struct {
    tern_kernel_tensor_t tensor;
    const char *message;
  } cases[] = {
      {{address, {8, 8}, {16, 2}, 0},
       "kernel 'take': no descriptor can be made of the tensor of argument 0: dimension 1 "
       "has to have a stride of 1, but has 2"},
      {{address, {8, 8}, {12, 1}, 0}, "dimension 0 has to have a stride of a multiple of 16 bytes, but has 12"},
      {{address, {8, 8}, {-16, 1}, 0}, "dimension 0 has to have a stride of a multiple of 16 bytes, but has -16"},
      {{address, {0, 8}, {16, 1}, 0}, "dimension 0 has to have a size from 1 to 2^32, but has 0"},
      {{address, {8, 1ll << 33}, {16, 1}, 0}, "dimension 1 has to have a size from 1 to 2^32, but has 8589934592"},
      {{4104, {8, 8}, {16, 1}, 0}, "dimension 0 has to have an address that 16 divides, but has 4104"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    const void *arguments[] = {&cases[i].tensor, &address};
    ASSERT_FAILS(tern_kernel_launch(kernel, (const uint32_t[]){1, 1, 1}, arguments, NULL), TERN_INVALID_ARGUMENT,
                 cases[i].message);
  }
  tern_kernel_tensor_t tensor = {.address = address, .dims = {8, 8}, .strides = {16, 1}};
  const void *arguments[] = {&tensor, &address};
  fake_cuda_fail("cuTensorMapEncodeTiled", 0, CUDA_ERROR_INVALID_VALUE);
  ASSERT_FAILS(tern_kernel_launch(kernel, (const uint32_t[]){1, 1, 1}, arguments, NULL), TERN_INTERNAL,
               "making a tensor map");
  tern_buffer_release(buffer);
  tern_kernel_release(kernel);
  tern_module_release(module);
  tern_device_release(device);
  end_test();
}

// Code for chips that have no tensor maps.
static void hands_over_what_descriptors_are_made_of(void **state) {
  (void)state;
  static const char ptx[] =
      ".version 8.0\n.target sm_80\n.visible .entry apart(.param .u64 a, .param .u64 n, .param .u64 m, .param .u64 s, "
      ".param .u64 t, .param .u8 f, .param .u64 out, .param .u64 r, .param .u64 p)\n";
  static const tern_kernel_argument_t list[] = {
      {TERN_KERNEL_ARGUMENT_DESCRIPTOR, TERN_ELEMENT_TYPE_F16, 1, 2, {8, 64}, TERN_KERNEL_WITHOUT_TENSOR_MAP},
      POINTER(1)};
  static const tern_kernel_signature_t signature = {list, 2, 0, 1};
  static const tern_kernel_info_t kernels[] = {{.name = "apart", .workgroup_size = {32, 1, 1}}};
  static const tern_entry_point_t entry = {.name = "apart", .kernel_count = 1, .kernels = kernels};
  const tern_module_executable_t executable = EXECUTABLE(&entry, ptx, &signature);
  tern_device_t *device = begin_device();
  fake_cuda_define("apart", run_apart);
  tern_module_t *module = load_module(&executable, 1);
  tern_kernel_t *kernel = NULL;
  ASSERT_OK(tern_kernel_load(device, module, NULL, &kernel));
  uint64_t address, noted[6];
  tern_buffer_t *buffer = allocate(device, sizeof(noted), &address);
  // Odd strides and addresses are no trouble to them.
  tern_kernel_tensor_t tensor = {.address = 4097, .dims = {30, 100}, .strides = {127, 2}, .fills_with_nan = 1};
  const void *arguments[] = {&tensor, &address};
  ASSERT_OK(tern_kernel_launch(kernel, (const uint32_t[]){1, 1, 1}, arguments, NULL));
  ASSERT_OK(tern_device_wait_idle(device));
  ASSERT_OK(tern_buffer_read(buffer, 0, noted, sizeof(noted)));
  const uint64_t expected[] = {4097, 30, 100, 127, 2, 1};
  assert_memory_equal(noted, expected, sizeof(expected));
  tern_buffer_release(buffer);
  tern_kernel_release(kernel);
  tern_module_release(module);
  tern_device_release(device);
  end_test();
}

// out[x + 4 * y] = small + wide, where `small` is of 16 bits.
static int32_t sum(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  uint64_t wide = params->push_constants[1] | (uint64_t)params->push_constants[2] << 32;
  if (z || params->binding_count != 2 || params->push_constant_count != 3) return 1;
  uint64_t *out = params->bindings[1];
  const tern_kernel_tensor_t *tensor = params->bindings[0];
  out[x + params->workgroup_count[0] * y] = params->push_constants[0] + wide + (uint64_t)tensor->dims[0];
  return x == 3 && wide == 0;
}

static void launches_on_the_cpu(void **state) {
  (void)state;
  static const tern_entry_point_t entry = {.name = "sum", .fn = sum};
  static const tern_kernel_argument_t list[] = {NUMBER(I16, 1),
                                                {TERN_KERNEL_ARGUMENT_DESCRIPTOR, TERN_ELEMENT_TYPE_F16, 1, 1, {8}, 0},
                                                NUMBER(I64, 1),
                                                POINTER(1)};
  static const tern_kernel_signature_t signature = {list, 4, 0, 1};
  const tern_executable_params_t params = {
      .format = "entry-points", .entry_points = &entry, .entry_point_count = 1, .signatures = &signature};
  tern_device_t *device = create_device("cpu", 0);
  tern_executable_t *executable = NULL;
  ASSERT_OK(tern_executable_create(device, &params, &executable));
  uint64_t results[8] = {0}, wide = 1ull << 40, address = (uintptr_t)results;
  int16_t small = -1;
  tern_kernel_tensor_t tensor = {.dims = {5}};
  const void *arguments[] = {&small, &tensor, &wide, &address};
  const uint32_t grid[] = {4, 2, 1};
  ASSERT_OK(device->vtable->launch(device, executable, 0, &signature, grid, arguments, NULL));
  for (size_t i = 0; i < 8; ++i) assert_int_equal(results[i], 0xffff + wide + 5);
  wide = 0;
  ASSERT_FAILS(device->vtable->launch(device, executable, 0, &signature, grid, arguments, NULL), TERN_INTERNAL,
               "'sum': workgroup (3, 0, 0) failed");
  ASSERT_FAILS(device->vtable->launch(device, executable, 0, &signature, grid, arguments, &wide), TERN_UNSUPPORTED,
               "the CPU has no streams");
  tern_executable_release(executable);
  tern_device_release(device);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(launches_the_variant_that_fits),
                                     cmocka_unit_test(waits_for_copies),
                                     cmocka_unit_test(refuses_what_no_variant_is_for),
                                     cmocka_unit_test(makes_tensor_maps),
                                     cmocka_unit_test(says_what_no_tensor_map_has),
                                     cmocka_unit_test(hands_over_what_descriptors_are_made_of),
                                     cmocka_unit_test(launches_on_the_cpu)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
