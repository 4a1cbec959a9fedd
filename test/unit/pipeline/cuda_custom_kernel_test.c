// Kernels that somebody else wrote, on the fake driver: from a program with PTX of its own to the parameters of the launch.

#include "cuda_fixture.h"
#include "tern/module.h"
#include "tern/program.h"
#include "tern/session.h"

#define LAYOUT                                                                                         \
  "layout(#hal.pipeline.layout<constants = 2, bindings = ["                                            \
  "#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer, ReadOnly>, " \
  "#hal.pipeline.binding<storage_buffer>]>)"

// blend() of examples/custom_kernels; ATTRIBUTES go behind it.
#define PROGRAM(path, attributes)                                                                                  \
  "func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {\n"                                     \
  "  %c0 = arith.constant 0 : index\n"                                                                             \
  "  %weight = arith.constant 0.25 : f32\n"                                                                        \
  "  %size = tensor.dim %a, %c0 : tensor<?xf32>\n"                                                                 \
  "  %n = arith.index_cast %size : index to i32\n"                                                                 \
  "  %0 = hal.dispatch.extern \"blend\"[%size](%n, %weight, %a, %b)"                                               \
  "    : (i32, f32, tensor<?xf32>{%size}, tensor<?xf32>{%size}) -> tensor<?xf32>{%size}"                           \
  "    count(%device: !hal.device, %w: index) -> (index, index, index) {\n"                                        \
  "      %c1 = arith.constant 1 : index\n"                                                                         \
  "      %c64 = arith.constant 64 : index\n"                                                                       \
  "      %x = arith.ceildivui %w, %c64 : index\n"                                                                  \
  "      hal.return %x, %c1, %c1 : index, index, index\n"                                                          \
  "    } " LAYOUT                                                                                                  \
  "    objects({#hal.executable.target<\"cuda\", \"cuda-nvptx-fb\"> ordinal(0) = [#hal.executable.object<{path = " \
  "\"" path "\"}>]})" attributes                                                                                   \
  "\n"                                                                                                             \
  "  return %0 : tensor<?xf32>\n"                                                                                  \
  "}\n"

typedef struct blend_parameters {
  const float *a, *b;
  float *result;
  uint32_t size;
  float weight;
} blend_parameters_t;

static fake_cuda_launch_t last_launch;

static void run_blend(const fake_cuda_launch_t *launch) {
  const blend_parameters_t *p = (const blend_parameters_t *)launch->parameters;
  last_launch = *launch;
  uint32_t most = launch->grid[0] * launch->block[0];
  for (uint32_t i = 0; i < p->size && i < most; ++i) p->result[i] = p->a[i] + (p->b[i] - p->a[i]) * p->weight;
}

static tern_module_t *compile(const char *program) {
  const char *const switches[] = {"iree-hal-executable-object-search-path=examples/custom_kernels,test/e2e/Inputs"};
  const tern_program_options_t options = {.targets = "cuda", .switches = switches, .switch_count = 1};
  tern_compiler_t *compiler;
  char *data = NULL;
  size_t size = 0;
  tern_module_t *module = NULL;
  ASSERT_OK(tern_compiler_create(&compiler));
  ASSERT_OK(tern_compiler_load_text(compiler, "test.mlir", program, strlen(program)));
  ASSERT_OK(tern_compiler_compile_program(compiler, &options, &data, &size));
  ASSERT_OK(tern_module_load(data, size, &module));
  free(data);
  tern_compiler_destroy(compiler);
  return module;
}

// Calls the program with `count` elements of 2 and of 6, of which a quarter of the way is 3.
static void call(tern_session_t *session, int64_t count) {
  tern_tensor_t inputs[2] = {0}, *outputs = NULL;
  size_t output_count = 0;
  for (int i = 0; i < 2; ++i) {
    char text[64];
    snprintf(text, sizeof text, "%lldxf32=%d", (long long)count, i ? 6 : 2);
    ASSERT_OK(tern_tensor_parse(text, strlen(text), NULL, &inputs[i]));
  }
  ASSERT_OK(tern_session_run(session, "main", inputs, 2, &outputs, &output_count));
  assert_int_equal(output_count, 1);
  const float *values = (const float *)outputs[0].data;
  for (int64_t i = 0; i < count; ++i) assert_true(values[i] == 3.0f);
  tern_session_free_outputs(outputs, output_count);
  for (int i = 0; i < 2; ++i) tern_tensor_deinitialize(&inputs[i]);
}

static void run_program(tern_module_t *module) {
  tern_device_t *device = begin_device();
  fake_cuda_define("blend", run_blend);
  tern_instance_t *instance;
  tern_session_t *session;
  ASSERT_OK(tern_instance_create(NULL, &instance));
  const tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  ASSERT_OK(tern_session_create(instance, &params, &session));
  static const int64_t counts[] = {1, 64, 65, 1000};
  for (size_t i = 0; i < 4; ++i) {
    call(session, counts[i]);
    assert_int_equal(last_launch.grid[0], (counts[i] + 63) / 64);
    assert_int_equal(last_launch.block[0], 64);
    assert_int_equal(last_launch.parameter_size, sizeof(blend_parameters_t));
  }
  tern_session_release(session);
  tern_instance_release(instance);
  tern_device_release(device);
  end_test();
}

static void is_launched_as_it_says(void **state) {
  (void)state;
  tern_module_t *module = compile(PROGRAM("blend.ptx", ""));
  run_program(module);
  assert_int_equal(last_launch.shared_size, 0);
  tern_module_release(module);
}

// Dynamic workgroup memory takes an image around the code.
static void gets_workgroup_memory(void **state) {
  (void)state;
  tern_module_t *module = compile(PROGRAM(
      "dynamic_memory.ptx",
      " attributes {workgroup_local_memory = 65536 : index, workgroup_size = [64 : index, 1 : index, 1 : index]}"));
  run_program(module);
  assert_int_equal(last_launch.shared_size, 65536);
  tern_module_release(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(is_launched_as_it_says), cmocka_unit_test(gets_workgroup_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
