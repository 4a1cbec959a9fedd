// Machines by the names of targets.

#include "analysis/machine/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void finds_gpus_of_nvidia(void **state) {
  (void)state;
  const tern_machine_t *hopper = tern_machine_find_cuda(TERN_STR("sm_90a"));
  assert_non_null(hopper);
  assert_int_equal(hopper->kind, TERN_MACHINE_CUDA);
  assert_int_equal(hopper->architecture, 90);
  assert_int_equal(hopper->cluster_size, 8);
  assert_true(hopper->has_specifics && hopper->has_wgmma && hopper->has_mma_fp8 && !hopper->spills_for_occupancy);
  assert_string_equal(hopper->rates->name, "H200");
  assert_ptr_equal(tern_machine_find_cuda(TERN_STR("compute_90a")), hopper);
  const tern_machine_t *ampere = tern_machine_find_cuda(TERN_STR("sm_80"));
  assert_ptr_equal(tern_machine_find_cuda(TERN_STR("")), ampere);
  assert_true(ampere->has_mma && !ampere->has_mma_fp8 && !ampere->has_wgmma && ampere->cluster_size == 0);
  assert_true(tern_machine_find_cuda(TERN_STR("sm_120"))->spills_for_occupancy);
}

static void knows_no_others(void **state) {
  (void)state;
  const char *const names[] = {"sm_1", "sm_9", "compute_", "sm_", "90", "sm_90b", "gfx90a", "compute_sm_90"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    assert_null(tern_machine_find_cuda(tern_str_from_cstr(names[i])));
  }
}

static void lists_each_once(void **state) {
  (void)state;
  const tern_machine_t *machine;
  size_t count = 0;
  for (; (machine = tern_machine_cuda_at(count)); ++count) {
    assert_ptr_equal(tern_machine_find_cuda(tern_str_from_cstr(machine->name)), machine);
    assert_true(machine->multiprocessors > 0 && machine->dynamic_shared_memory_size > 0 && machine->rates);
  }
  assert_true(count > 0);
}

static void knows_what_any_vulkan_device_has(void **state) {
  (void)state;
  tern_machine_t machine = tern_machine_of_vulkan(NULL);
  assert_int_equal(machine.kind, TERN_MACHINE_VULKAN);
  assert_true(machine.long_reduction > 0);
  assert_false(machine.has_f16 || machine.has_f64 || machine.has_i8 || machine.has_i16 || machine.has_i64);
}

static void reads_gpus_of_amd(void **state) {
  (void)state;
  const struct {
    const char *name;
    int64_t least_wave;
    bool has_clamp, has_permlane_swap;
  } rows[] = {{"gfx000", 64, false, false},
              {"gfx803", 64, false, false},
              {"gfx90a", 64, true, false},
              {"gfx950", 64, true, true},
              {"gfx1100", 32, true, true}};
  tern_machine_t machine;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    assert_true(tern_machine_read_amd(tern_str_from_cstr(rows[i].name), &machine));
    assert_int_equal(machine.least_wave, rows[i].least_wave);
    assert_int_equal(machine.has_clamp, rows[i].has_clamp);
    assert_int_equal(machine.has_permlane_swap, rows[i].has_permlane_swap);
  }
  assert_false(tern_machine_read_amd(TERN_STR("gfx"), &machine));
  assert_false(tern_machine_read_amd(TERN_STR("gfx9g0"), &machine));
  assert_false(tern_machine_read_amd(TERN_STR("sm_90"), &machine));
}

static void fills_registers_of_processors(void **state) {
  (void)state;
  tern_machine_t wide = tern_machine_of_vectors(64, 32), narrow = tern_machine_of_vectors(16, 16);
  assert_true(wide.has_f64 && !wide.has_f16);
  assert_int_equal(tern_machine_panel_vectors(&wide), 4);
  assert_int_equal(tern_machine_accumulators(&wide), 24);
  assert_int_equal(tern_machine_accumulators(&narrow), 12);
  assert_true(tern_machine_fuses_products(&wide) && tern_machine_has_ldexp(&wide));
  assert_false(tern_machine_fuses_products(&narrow) || tern_machine_has_ldexp(&narrow));
  assert_int_equal(tern_machine_short_rows(&wide), 6);
  wide.has_amx_int8 = true;
  assert_int_equal(tern_machine_short_rows(&wide), 32);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_gpus_of_nvidia),
      cmocka_unit_test(knows_no_others),
      cmocka_unit_test(knows_what_any_vulkan_device_has),
      cmocka_unit_test(lists_each_once),
      cmocka_unit_test(reads_gpus_of_amd),
      cmocka_unit_test(fills_registers_of_processors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
