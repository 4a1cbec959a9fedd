// The emulator of PTX: what it computes, and what it finds.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/float.h"
#include "ptx/ptx.h"

static uint32_t memory[4096];
static char error[256];

static bool is_memory(uint64_t address, size_t size) {
  uint64_t start = (uint64_t)(uintptr_t)memory;
  return address >= start && address + size <= start + sizeof memory;
}

// The body of a kernel with the address of `memory` in %m and the thread in %t.
static bool run(const char *body, unsigned threads, ptx_launch_t how) {
  char *text = NULL;
  assert_true(
      asprintf(
          &text,
          ".version 8.3\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 .ptr .global .align 1 p)\n{\n"
          ".reg .pred %%p<9>;\n.reg .b16 %%h<9>;\n.reg .b32 %%r<99>;\n.reg .b64 %%rd<9>;\n.reg .b64 %%m;\n"
          ".reg .b32 %%t;\n.shared .align 16 .b8 s[4096];\n"
          "ld.param.b64 %%m, [p];\nmov.u32 %%t, %%tid.x;\n%s\nret;\n}\n",
          body) > 0);
  error[0] = '\0';
  ptx_module_t *module = ptx_read(text, error, sizeof error);
  free(text);
  if (!module) return false;
  uint64_t address = (uint64_t)(uintptr_t)memory;
  how.parameters = (const char *)&address;
  how.parameter_size = sizeof address;
  how.is_memory = is_memory;
  for (int d = 0; d < 3; ++d) {
    if (!how.grid[d]) how.grid[d] = 1;
    how.block[d] = d ? 1 : threads;
  }
  bool is_right = ptx_run(module, "k", &how, error, sizeof error);
  ptx_free(module);
  return is_right;
}

static void fails(const char *body, unsigned threads, ptx_launch_t how, const char *words) {
  assert_false(run(body, threads, how));
  if (!strstr(error, words)) fail_msg("expected '%s' in: %s", words, error);
}

// memory[t] = value of %r1
#define GIVE "mul.wide.u32 %rd1, %t, 4;\nadd.s64 %rd2, %m, %rd1;\nst.global.b32 [%rd2], %r1;\n"

static void loops_and_guards(void **state) {
  (void)state;
  assert_true(
      run("mov.b32 %r1, 0;\nmov.b32 %r2, 0;\n"
          "$again:\nadd.s32 %r1, %r1, %r2;\nadd.s32 %r2, %r2, 1;\nsetp.le.s32 %p1, %r2, %t;\n@%p1 bra $again;\n" GIVE
          "setp.eq.s32 %p2, %t, 3;\n@!%p2 bra $end;\nst.global.b32 [%rd2+400], %r1;\n$end:\n",
          40, (ptx_launch_t){0}));
  for (uint32_t t = 0; t < 40; ++t) assert_int_equal(memory[t], t * (t + 1) / 2);
  assert_int_equal(memory[103], 6);
}

static void narrow_words(void **state) {
  (void)state;
  // -300 has 0xD4 as its low byte; 3 / -2 is -1; what is above 255 is 255.
  assert_true(
      run("mov.b32 %r2, -300;\ncvt.s32.s8 %r1, %r2;\n" GIVE
          "mov.b32 %r2, 3;\nmov.b32 %r3, -2;\ndiv.s32 %r4, %r2, %r3;\n"
          "st.global.b32 [%rd2+4], %r4;\nmov.b32 %r5, 300;\ncvt.sat.u8.u32 %r6, %r5;\nst.global.b32 [%rd2+8], %r6;\n"
          "mov.b32 %r7, 0f3F800001;\ncvt.rn.f16.f32 %h1, %r7;\nst.global.b16 [%rd2+12], %h1;\n",
          1, (ptx_launch_t){0}));
  assert_int_equal((int32_t)memory[0], (int32_t)(int8_t)0xD4);
  assert_int_equal((int32_t)memory[1], -1);
  assert_int_equal(memory[2], 255);
  assert_int_equal(memory[3] & 0xFFFF, 0x3C00);
}

static void shuffles(void **state) {
  (void)state;
  assert_true(run("shfl.sync.bfly.b32 %r1, %t, 5, 31, -1;\n" GIVE
                  "shfl.sync.up.b32 %r2|%p1, %t, 1, 0, -1;\nselp.b32 %r3, %r2, 99, %p1;\n"
                  "st.global.b32 [%rd2+256], %r3;\n",
                  64, (ptx_launch_t){0}));
  for (uint32_t t = 0; t < 64; ++t) assert_int_equal(memory[t], (t ^ 5) % 32 + t / 32 * 32);
  for (uint32_t t = 0; t < 64; ++t) assert_int_equal(memory[64 + t], t % 32 ? t - 1 : 99);
}

// Each thread reads what the thread of the next warp wrote.
#define EXCHANGE(between)                                                                                           \
  "mov.b64 %rd3, s;\ncvt.u32.u64 %r5, %rd3;\nshl.b32 %r6, %t, 2;\nadd.s32 %r7, %r5, %r6;\nst.shared.b32 [%r7], "    \
  "%t;\n" between                                                                                                   \
  "add.s32 %r8, %t, 32;\nand.b32 %r8, %r8, 127;\nshl.b32 %r8, %r8, 2;\nadd.s32 %r8, %r5, %r8;\nld.shared.b32 %r1, " \
  "[%r8];\n" GIVE

static void barriers(void **state) {
  (void)state;
  for (unsigned order = 0; order < 5; ++order) {
    memset(memory, 0, sizeof memory);
    assert_true(run(EXCHANGE("bar.sync 0;\n"), 128, (ptx_launch_t){.order = order, .has_races = true}));
    for (uint32_t t = 0; t < 128; ++t) assert_int_equal(memory[t], (t + 32) % 128);
  }
  fails(EXCHANGE(""), 128, (ptx_launch_t){.has_races = true}, "races at shared memory");
  fails(EXCHANGE("bar.warp.sync -1;\n"), 128, (ptx_launch_t){.order = 1, .has_races = true}, "races at shared memory");
  fails("setp.lt.s32 %p1, %t, 64;\n@%p1 bar.sync 0, 128;\n", 128, (ptx_launch_t){0}, "the threads wait for each other");
}

static void accesses(void **state) {
  (void)state;
  fails("mov.b32 %r1, 0;\nst.global.b32 [%m+16384], %r1;\n", 1, (ptx_launch_t){0}, "(st): no memory at");
  fails("mov.b32 %r1, 0;\nst.global.b32 [%m+2], %r1;\n", 1, (ptx_launch_t){0}, "is not aligned to 4");
  fails("mov.b64 %rd3, s;\nld.shared.b32 %r1, [%rd3+4096];\n", 1, (ptx_launch_t){0}, "no shared memory at 0x1000");
  fails("frobnicate.b32 %r1, %r2;\n", 1, (ptx_launch_t){0}, "ptx line 15: unknown instruction 'frobnicate'");
  fails("add.quick.s32 %r1, %r2, 1;\n", 1, (ptx_launch_t){0}, "unknown modifier '.quick'");
  fails("bra $nowhere;\n", 1, (ptx_launch_t){0}, "unknown name '$nowhere'");
}

// What was copied is there when somebody waited for it, and not before.
static void waits(void **state) {
  (void)state;
#define COPY(wait)                                                                                                     \
  "mov.b64 %rd3, s;\ncvt.u32.u64 %r5, %rd3;\ncp.async.ca.shared.global [%r5], [%m], 4;\ncp.async.commit_group;\n" wait \
  "ld.shared.b32 %r1, [%r5];\nst.global.b32 [%m+4], %r1;\n"
  memory[0] = 77;
  assert_true(run(COPY("cp.async.wait_group 0;\n"), 1, (ptx_launch_t){0}));
  assert_int_equal(memory[1], 77);
  assert_true(run(COPY("cp.async.wait_group 1;\n"), 1, (ptx_launch_t){0}));
  assert_int_not_equal(memory[1], 77);
  assert_true(run(COPY("cp.async.wait_group 1;\n"), 1, (ptx_launch_t){.is_early = true}));
  assert_int_equal(memory[1], 77);
}

// B is the identity, so the sums are A and what they are added to. Places are those of the figures of PTX's m16n8k16.
static void products(void **state) {
  (void)state;
  for (uint32_t t = 0; t < 32; ++t) {
    for (uint32_t reg = 0; reg < 4; ++reg) {
      uint32_t row = t / 4 + 8 * (reg % 2), column = t % 4 * 2 + 8 * (reg / 2);
      uint32_t low = (uint32_t)tern_float_encode(TERN_FLOAT_F16, row * 16 + column);
      memory[t * 16 + reg] = low | (uint32_t)tern_float_encode(TERN_FLOAT_F16, row * 16 + column + 1) << 16;
    }
    for (uint32_t reg = 0; reg < 2; ++reg) {
      uint32_t k = t % 4 * 2 + 8 * reg, n = t / 4;
      memory[t * 16 + 4 + reg] = (k == n ? 0x3C00u : 0) | (k + 1 == n ? 0x3C000000u : 0);
    }
  }
  assert_true(
      run("shl.b32 %r20, %t, 6;\ncvt.u64.u32 %rd1, %r20;\nadd.s64 %rd2, %m, %rd1;\n"
          "ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd2];\nld.global.v2.b32 {%r5, %r6}, [%rd2+16];\nmov.b32 %r7, "
          "0f3F000000;\n"
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r8, %r9, %r10, %r11}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, "
          "{%r7, %r7, %r7, %r7};\nst.global.v4.b32 [%rd2+32], {%r8, %r9, %r10, %r11};\n",
          32, (ptx_launch_t){0}));
  for (uint32_t t = 0; t < 32; ++t) {
    for (uint32_t reg = 0; reg < 4; ++reg) {
      uint32_t row = t / 4 + 8 * (reg / 2), column = t % 4 * 2 + reg % 2;
      float sum;
      memcpy(&sum, &memory[t * 16 + 8 + reg], sizeof sum);
      assert_true(sum == (float)(row * 16 + column) + 0.5f);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_and_guards), cmocka_unit_test(narrow_words), cmocka_unit_test(shuffles),
      cmocka_unit_test(barriers),         cmocka_unit_test(accesses),     cmocka_unit_test(waits),
      cmocka_unit_test(products),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
