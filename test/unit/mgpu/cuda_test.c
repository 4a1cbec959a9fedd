// libtern_cuda_runtime: upstream's ABI on the CUDA driver, with the fake library in the place of NVIDIA's.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake_cuda.h"
#include "fake_sparse.h"
#include "mgpu_fixture.h"
#include "tern/mgpu.h"

static char code[] =
    ".version 7.0\n.target sm_80\n"
    ".visible .entry step(.param .u64 a, .param .u64 b, .param .u32 n)\n"
    ".visible .entry map(.param .u64 map)\n";

static fake_cuda_launch_t last_launch;
static uint64_t last_map[16];

static void run_step(const fake_cuda_launch_t *launch) {
  struct {
    const int32_t *a;
    int32_t *b;
    uint32_t n;
  } parameters;
  memcpy(&parameters, launch->parameters, launch->parameter_size);
  last_launch = *launch;
  for (uint32_t i = 0; i < parameters.n; ++i) parameters.b[i] = parameters.a[i] + 1;
}

static void run_map(const fake_cuda_launch_t *launch) {
  const uint64_t *map;
  memcpy(&map, launch->parameters, sizeof(map));
  memcpy(last_map, map, sizeof(last_map));
}

// The runtime keeps the contexts of devices that it used: one test uses the GPUs first, and says so.
static void begin_test(void) {
  fake_cuda_define("step", run_step);
  fake_cuda_define("map", run_map);
}

static int live_before;

static int begin_group(void **state) {
  (void)state;
  static const fake_cuda_device_t devices[] = {{90, 1u << 20, true}, {80, 1u << 20, true}};
  fake_cuda_reset(devices, 2);
  begin_test();
  // Each device is used once, so that nothing new stays behind later.
  for (int32_t i = 1; i >= 0; --i) {
    mgpuSetDefaultDevice(i);
    mgpuStreamDestroy(mgpuStreamCreate());
  }
  live_before = fake_cuda_live();
  return live_before == 2 ? 0 : 1;
}

static int end_test(void **state) {
  (void)state;
  mgpuSetDefaultDevice(0);
  if (fake_cuda_violation()) print_error("violation: %s\n", fake_cuda_violation());
  return !fake_cuda_violation() && fake_cuda_live() == live_before ? 0 : 1;
}

//---- Programs ----

static void runs_programs(void **state) {
  (void)state;
  int32_t source[4] = {10, 20, 30, 40}, result[4] = {0};
  void *module = mgpuModuleLoad(code, sizeof(code)), *function = mgpuModuleGetFunction(module, "step");
  void *stream = mgpuStreamCreate(), *event = mgpuEventCreate(), *other = mgpuStreamCreate();
  mgpuMemHostRegister(source, sizeof(source));
  mgpuMemHostRegister(result, sizeof(result));
  void *a = mgpuMemAlloc(sizeof(source), stream, false), *b = mgpuMemAlloc(sizeof(result), stream, true);
  mgpuMemcpy(a, source, sizeof(source), stream);
  uint32_t count = 4;
  void *params[] = {&a, &b, &count};
  mgpuLaunchKernel(function, 2, 3, 4, 32, 2, 1, 64 << 10, stream, params, NULL, 3);
  count = 0;  // it was read
  mgpuEventRecord(event, stream);
  mgpuStreamWaitEvent(other, event);
  mgpuMemcpy(result, b, sizeof(result), other);
  mgpuStreamSynchronize(other);
  for (int i = 0; i < 4; ++i) assert_int_equal(result[i], source[i] + 1);
  assert_int_equal(last_launch.grid[2], 4);
  assert_int_equal(last_launch.block[1], 2);
  assert_int_equal(last_launch.shared_size, 64 << 10);
  mgpuEventSynchronize(event);
  mgpuMemset32(a, 0x01020304, 4, stream);
  mgpuMemset16(b, 0x0506, 8, stream);
  mgpuStreamSynchronize(stream);
  assert_int_equal(((uint32_t *)a)[3], 0x01020304);
  assert_int_equal(((uint16_t *)b)[7], 0x0506);
  mgpuMemHostUnregister(source);
  mgpuMemHostUnregister(result);
  mgpuMemFree(a, stream);
  mgpuMemFree(b, stream);
  mgpuEventDestroy(event);
  mgpuStreamDestroy(stream);
  mgpuStreamDestroy(other);
  mgpuModuleUnload(module);
}

static void takes_nothing(void **state) {
  (void)state;
  int copies = fake_cuda_calls("cuMemcpyAsync");
  assert_null(mgpuMemAlloc(0, NULL, false));
  mgpuMemFree(NULL, NULL);
  mgpuMemcpy(NULL, NULL, 0, NULL);
  mgpuMemset16(NULL, 1, 0, NULL);
  mgpuMemset32(NULL, 1, 0, NULL);
  assert_int_equal(fake_cuda_calls("cuMemcpyAsync"), copies);
}

static void uses_other_devices(void **state) {
  (void)state;
  mgpuSetDefaultDevice(1);
  void *on_second = mgpuStreamCreate();
  mgpuSetDefaultDevice(0);
  mgpuStreamDestroy(on_second);
  mgpuSetDefaultDevice(2);
  ASSERT_TELLS(assert_null(mgpuStreamCreate()), "mgpuStreamCreate: there is no CUDA device 2, only 2");
  mgpuSetDefaultDevice(-1);
  ASSERT_TELLS(assert_null(mgpuMemAlloc(8, NULL, false)), "there is no CUDA device -1");
}

static void loads_with_options(void **state) {
  (void)state;
  char bad[] = ".target sm_80\n.visible .entry f()\n// bad\n";
  void *module = mgpuModuleLoadJIT(code, 3);
  assert_non_null(module);
  ASSERT_TELLS(assert_null(mgpuModuleGetFunction(module, "jump")), "looking for the kernel 'jump'");
  mgpuModuleUnload(module);
  ASSERT_TELLS(assert_null(mgpuModuleLoadJIT(bad, 2)), "the compiler of the driver says: ptxas application ptx input");
  ASSERT_TELLS(assert_null(mgpuModuleLoad(bad, sizeof(bad))), "mgpuModuleLoad: loading a module");
}

//---- Clusters and tensor maps ----

static void launches_clusters(void **state) {
  (void)state;
  void *module = mgpuModuleLoad(code, sizeof(code)), *function = mgpuModuleGetFunction(module, "step");
  void *stream = mgpuStreamCreate(), *a = mgpuMemAlloc(4, stream, false);
  uint32_t count = 0;
  void *params[] = {&a, &a, &count};
  mgpuLaunchClusterKernel(function, 2, 1, 1, 4, 1, 1, 32, 1, 1, 0, stream, params, NULL, 3);
  mgpuStreamSynchronize(stream);
  assert_int_equal(last_launch.cluster[0], 2);
  assert_int_equal(last_launch.grid[0], 4);
  ASSERT_TELLS(mgpuLaunchClusterKernel(function, 16, 1, 1, 16, 1, 1, 32, 1, 1, 0, stream, params, NULL, 3),
               "mgpuLaunchClusterKernel: launching a kernel");
  ASSERT_TELLS(mgpuLaunchClusterKernel(function, 0, 1, 1, 4, 1, 1, 32, 1, 1, 0, stream, params, NULL, 3),
               "the kernel is not run: clusters of 0 x 1 x 1");
  ASSERT_TELLS(mgpuLaunchKernel(function, 1, -1, 1, 32, 1, 1, 0, stream, params, NULL, 3), "a grid of 1 x -1 x 1");
  ASSERT_TELLS(mgpuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 1 << 20, stream, params, NULL, 3),
               "the kernel takes 1048576 bytes of dynamic workgroup memory, and the GPU has 232448 for a block");
  mgpuMemFree(a, stream);
  mgpuStreamDestroy(stream);
  mgpuModuleUnload(module);
}

static void makes_tensor_maps(void **state) {
  (void)state;
  enum { F32 = 7 };
  void *module = mgpuModuleLoad(code, sizeof(code)), *function = mgpuModuleGetFunction(module, "map");
  void *stream = mgpuStreamCreate();
  char *data = mgpuMemAlloc(8 * 64 * 4, stream, false);
  // Rows of 16 in a row-major one of 64, from the second on.
  test_memref_t memref = {data, data, 64, {7, 16}, {64, 1}};
  const int64_t box[2] = {4, 8};
  void *map = mgpuTensorMapEncodeTiledMemref(2, &memref, F32, 0, 3, 2, 1, box);
  assert_non_null(map);
  void *params[] = {&map};
  mgpuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL, 1);
  mgpuStreamSynchronize(stream);
  assert_int_equal(last_map[0], (uint64_t)(uintptr_t)(data + 64 * 4));
  assert_int_equal(last_map[1], 2 | (uint64_t)F32 << 32);
  assert_int_equal(last_map[2], 16);
  assert_int_equal(last_map[3], 7);
  assert_int_equal(last_map[4], 64 * 4);
  assert_int_equal(last_map[5], 8 | (uint64_t)1 << 32);
  assert_int_equal(last_map[6], (uint64_t)3 << 32);
  assert_int_equal(last_map[7], 2 | (uint64_t)1 << 32);
  _Alignas(128) uint64_t own[16] = {0};
  const uint64_t sizes[1] = {9}, strides[1] = {0};
  const uint32_t one[1] = {1};
  mgpuTensorMapEncodeTiled(own, F32, 1, data, sizes, strides, one, one, 0, 0, 0, 0);
  assert_int_equal(own[2], 9);
  memref.offset = 1;
  ASSERT_TELLS(assert_null(mgpuTensorMapEncodeTiledMemref(2, &memref, F32, 0, 0, 0, 0, box)), "making a tensor map");
  ASSERT_TELLS(assert_null(mgpuTensorMapEncodeTiledMemref(6, &memref, F32, 0, 0, 0, 0, box)),
               "no tensor map for rank 6 (1 to 5) and type 7 (0 to 12)");
  memref.offset = 0;
  fake_cuda_fail("cuMemcpyHtoD_v2", 0, CUDA_ERROR_UNKNOWN);
  ASSERT_TELLS(assert_null(mgpuTensorMapEncodeTiledMemref(2, &memref, F32, 0, 0, 0, 0, box)), "copying a tensor map");
  mgpuMemFree(map, stream);
  mgpuMemFree(data, stream);
  mgpuStreamDestroy(stream);
  mgpuModuleUnload(module);
}

//---- Memory of the host ----

static void registers_memrefs(void **state) {
  (void)state;
  float values[32] = {0};
  test_memref_t memref = {values, values, 4, {3, 4}, {4, 1}};
  mgpuMemHostRegisterMemRef(2, &memref, sizeof(float));
  ASSERT_TELLS(mgpuMemHostRegister(values + 10, 4), "registering memory of the host");
  mgpuMemHostUnregisterMemRef(2, &memref, sizeof(float));
  // The stride of one row does not matter, an empty memref has nothing to register.
  memref.sizes[0] = 1, memref.strides[0] = 99;
  mgpuMemHostRegisterMemRef(2, &memref, sizeof(float));
  mgpuMemHostUnregisterMemRef(2, &memref, sizeof(float));
  memref.sizes[1] = 0;
  mgpuMemHostRegisterMemRef(2, &memref, sizeof(float));
  memref.sizes[0] = 2, memref.sizes[1] = 4;
  ASSERT_TELLS(mgpuMemHostRegisterMemRef(2, &memref, sizeof(float)), "not those of a dense row-major one");
}

static void tells_failures(void **state) {
  (void)state;
  ASSERT_TELLS(assert_null(mgpuMemAlloc(1u << 30, NULL, false)),
               "mgpuMemAlloc: allocating 1073741824 bytes: out of memory (CUDA_ERROR_OUT_OF_MEMORY, 2); free buffers");
  ASSERT_TELLS(assert_null(mgpuMemAlloc(1u << 30, NULL, true)), "allocating 1073741824 bytes: out of memory");
  fake_cuda_fail("cuStreamCreate", 0, CUDA_ERROR_UNKNOWN);
  ASSERT_TELLS(assert_null(mgpuStreamCreate()), "mgpuStreamCreate: creating a stream: another error");
  fake_cuda_fail("cuEventCreate", 0, CUDA_ERROR_UNKNOWN);
  ASSERT_TELLS(assert_null(mgpuEventCreate()), "creating an event");
}

// As destructors of programs find it.
static void is_silent_after_the_driver(void **state) {
  (void)state;
  fake_cuda_fail("cuDeviceGetCount", 0, CUDA_ERROR_DEINITIALIZED);
  FILE *file;
  int kept = begin_telling(&file);
  mgpuModuleUnload(NULL);
  char *text = end_telling(file, kept);
  assert_string_equal(text, "");
  free(text);
}

//---- Sparse matrices ----

static void multiplies_sparse_matrices(void **state) {
  (void)state;
  ASSERT_TELLS(mgpuSpMV(0, NULL, NULL, NULL, 0, NULL, NULL), "mgpuCreateSparseEnv() was not called before");
  ASSERT_TELLS(mgpuDestroySparseEnv(), "mgpuDestroySparseEnv: mgpuCreateSparseEnv() was not called before");
  fake_sparse_take_log();
  mgpuCreateSparseEnv();
  ASSERT_TELLS(mgpuCreateSparseEnv(), "it was called before");
  mgpuCreateCoo(4, 4, 2, NULL, NULL, NULL, 2, 0, NULL);
  mgpuCreateCooAoS(4, 4, 2, NULL, NULL, 2, 0, NULL);
  mgpuCreateCsr(4, 4, 2, NULL, NULL, NULL, 2, 2, 0, NULL);
  mgpuCreateCsc(4, 4, 2, NULL, NULL, NULL, 2, 2, 0, NULL);
  mgpuCreateBsr(2, 2, 1, 2, 2, NULL, NULL, NULL, 2, 2, 0, NULL);
  mgpuCreateDnVec(4, NULL, 0, NULL);
  mgpuCreateDnMat(4, 4, NULL, 0, NULL);
  mgpuSpMVBufferSize(0, NULL, NULL, NULL, 2, NULL);
  mgpuSpMV(0, NULL, NULL, NULL, 14, NULL, NULL);
  mgpuSpMMBufferSize(0, 0, NULL, NULL, NULL, 0, NULL);
  mgpuSpMM(0, 0, NULL, NULL, NULL, 1, NULL, NULL);
  mgpuSDDMMBufferSize(0, 0, NULL, NULL, NULL, 0, NULL);
  mgpuSDDMM(0, 0, NULL, NULL, NULL, 0, NULL, NULL);
  assert_string_equal(fake_sparse_take_log(),
                      "Create CreateCoo CreateCooAoS CreateCsr CreateCsc CreateBsr CreateDnVec CreateDnMat "
                      "SetStream SpMV_bufferSize SetStream SpMV SetStream SpMM_bufferSize SetStream SpMM "
                      "SetStream SDDMM_bufferSize SetStream SDDMM ");
  mgpuSpGEMMCreateDescr(NULL);
  assert_int_equal(mgpuSpGEMMWorkEstimation(NULL, 0, 0, NULL, NULL, NULL, 0, 77, NULL, NULL), 77);
  assert_int_equal(mgpuSpGEMMCompute(NULL, 0, 0, NULL, NULL, NULL, 0, 78, NULL, NULL), 78);
  mgpuSpGEMMCopy(NULL, 0, 0, NULL, NULL, NULL, 0, NULL);
  mgpuSpMatGetSize(NULL, NULL, NULL, NULL, NULL);
  mgpuSetCsrPointers(NULL, NULL, NULL, NULL, NULL);
  mgpuSpGEMMDestroyDescr(NULL, NULL);
  mgpuDestroyDnVec(NULL, NULL);
  mgpuDestroyDnMat(NULL, NULL);
  mgpuDestroySpMat(NULL, NULL);
  fake_sparse_fail("SpMM", 10);
  ASSERT_TELLS(mgpuSpMM(0, 0, NULL, NULL, NULL, 0, NULL, NULL),
               "mgpuSpMM: computing a product: not supported for these types and formats (cusparseStatus_t 10)");
  mgpuDestroySparseEnv();
  assert_string_equal(
      fake_sparse_take_log(),
      "SpGEMM_createDescr SetStream SpGEMM_workEstimation SetStream SpGEMM_compute SetStream SpGEMM_copy "
      "SpMatGetSize CsrSetPointers SpGEMM_destroyDescr DestroyDnVec DestroyDnMat DestroySpMat "
      "SetStream SpMM Destroy ");
}

static void multiplies_structured_matrices(void **state) {
  (void)state;
  static _Alignas(16) char a[TERN_MGPU_LT_SPARSE_SIZE], b[TERN_MGPU_LT_DENSE_SIZE], c[TERN_MGPU_LT_DENSE_SIZE];
  size_t sizes[3];
  ASSERT_TELLS(mgpuCreateCuSparseLtDnMat(b, 16, 16, NULL, 2, NULL), "mgpuCreateSparseLtEnv() was not called before");
  fake_sparse_take_log();
  void *stream = mgpuStreamCreate();
  mgpuCreateSparseLtEnv();
  ASSERT_TELLS(mgpuCreateSparseLtEnv(), "it was called before: call mgpuDestroySparseLtEnv() first");
  mgpuCusparseLtCreate2To4SpMat(a, 16, 16, NULL, 2, stream);
  mgpuCreateCuSparseLtDnMat(b, 16, 16, NULL, 2, stream);
  mgpuCreateCuSparseLtDnMat(c, 16, 16, NULL, 2, stream);
  mgpuCuSparseLtSpMMBufferSize(sizes, 0, 0, a, b, c, 0, 1, stream);
  mgpuCuSparseLtSpMM(a, b, c, NULL, NULL, NULL, stream);
  assert_string_equal(fake_sparse_take_log(),
                      "LtInit LtGetVersion LtStructuredDescriptorInit LtDenseDescriptorInit LtDenseDescriptorInit "
                      "LtMatmulDescriptorInit:1 LtMatmulAlgSelectionInit LtMatmulAlgSetAttribute LtMatmulPlanInit "
                      "LtSpMMAPrune LtMatmulGetWorkspace LtSpMMACompressedSize LtSpMMACompress LtMatmul "
                      "LtMatmulPlanDestroy LtMatmulAlgSelectionDestroy ");
  // What comes after a failure is left out.
  fake_sparse_fail("LtMatmulPlanInit", 4);
  ASSERT_TELLS(mgpuCuSparseLtSpMMBufferSize(sizes, 0, 0, a, b, c, 5, 2, stream),
               "mgpuCuSparseLtSpMMBufferSize: planning a product: the GPU is too old for it");
  assert_null(strstr(fake_sparse_take_log(), "LtSpMMAPrune"));
  mgpuDestroyCuSparseLtDnMat(b, stream);
  mgpuDestroyCuSparseLtSpMat(a, stream);
  mgpuDestroySparseLtEnv();
  mgpuStreamDestroy(stream);
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, end_test)
  const struct CMUnitTest tests[] = {
      TEST(runs_programs),
      TEST(takes_nothing),
      TEST(uses_other_devices),
      TEST(loads_with_options),
      TEST(launches_clusters),
      TEST(makes_tensor_maps),
      TEST(registers_memrefs),
      TEST(tells_failures),
      TEST(is_silent_after_the_driver),
      TEST(multiplies_sparse_matrices),
      TEST(multiplies_structured_matrices),
  };
  return cmocka_run_group_tests(tests, begin_group, NULL);
}
