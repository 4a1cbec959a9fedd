// Lists of the virtual machine that hold lists: no rings, and no depth that freeing them would not survive.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/vm/object.h"

static tern_vm_list_t *make_list(void) {
  tern_vm_list_t *list;
  assert_int_equal(tern_vm_list_create(&tern_default_allocator, TERN_VM_ELEMENT_REF, 1, &list).code, TERN_OK);
  assert_int_equal(tern_vm_list_resize(list, 1).code, TERN_OK);
  return list;
}

// Gives away a new reference to `inner`.
static tern_status_t put(tern_vm_list_t *list, uint32_t index, tern_vm_list_t *inner) {
  return tern_vm_list_set_ref(list, index, tern_ref_retain((tern_ref_t){&tern_vm_list_type, inner}));
}

static void rings_are_refused(void **state) {
  (void)state;
  tern_vm_list_t *outer = make_list(), *middle = make_list(), *inner = make_list();
  assert_string_equal(put(outer, 0, outer).message, "a list that would hold itself");
  assert_int_equal(put(outer, 0, middle).code, TERN_OK);
  assert_int_equal(put(middle, 0, inner).code, TERN_OK);
  assert_string_equal(put(inner, 0, outer).message, "a list that would hold itself");
  assert_string_equal(put(inner, 0, middle).message, "a list that would hold itself");
  // The same list twice is no ring.
  assert_int_equal(tern_vm_list_resize(outer, 2).code, TERN_OK);
  assert_int_equal(put(outer, 1, inner).code, TERN_OK);
  tern_vm_list_type.release(inner);
  tern_vm_list_type.release(middle);
  tern_vm_list_type.release(outer);
}

static void many_lists_in_a_list_are_refused(void **state) {
  (void)state;
  tern_vm_list_t *outer = make_list(), *full = make_list(), *leaf = make_list();
  assert_int_equal(tern_vm_list_resize(full, 300).code, TERN_OK);
  for (uint32_t i = 0; i < 300; ++i) assert_int_equal(put(full, i, leaf).code, TERN_OK);
  assert_string_equal(put(outer, 0, full).message, "too many lists in a list");
  tern_vm_list_type.release(leaf);
  tern_vm_list_type.release(full);
  tern_vm_list_type.release(outer);
}

static void deep_lists_are_freed(void **state) {
  (void)state;
  enum { DEPTH = 1000000 };
  tern_vm_list_t *first = make_list(), *last = first;
  for (int i = 0; i < DEPTH; ++i) {
    tern_vm_list_t *next = make_list();
    assert_int_equal(put(last, 0, next).code, TERN_OK);
    tern_vm_list_type.release(next);
    last = next;
  }
  tern_vm_list_type.release(first);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rings_are_refused),
      cmocka_unit_test(many_lists_in_a_list_are_refused),
      cmocka_unit_test(deep_lists_are_freed),
  };
  return cmocka_run_group_tests_name("lists", tests, NULL, NULL);
}
