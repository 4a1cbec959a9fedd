// What a call of the runtime's API should come to: cmocka's asserts on a tern_status_t.

#ifndef TERN_TEST_UNIT_STATUS_ASSERTS_H_
#define TERN_TEST_UNIT_STATUS_ASSERTS_H_

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tern/status.h"

#define ASSERT_OK(expr)                                                          \
  do {                                                                           \
    tern_status_t status_ = (expr);                                              \
    if (!tern_status_is_ok(status_)) fail_msg("%s: %s", #expr, status_.message); \
  } while (0)

// Fails with a message that has this piece in it.
#define ASSERT_FAILS(expr, expected_code, expected_piece)                                     \
  do {                                                                                        \
    tern_status_t status_ = (expr);                                                           \
    if (tern_status_is_ok(status_)) fail_msg("%s succeeds", #expr);                           \
    if (!strstr(status_.message, expected_piece)) fail_msg("%s: %s", #expr, status_.message); \
    assert_int_equal(status_.code, expected_code);                                            \
  } while (0)

// Fails with exactly this message.
#define ASSERT_FAILS_WITH(expr, expected_code, expected_message) \
  do {                                                           \
    tern_status_t status_ = (expr);                              \
    assert_int_equal(status_.code, expected_code);               \
    assert_string_equal(status_.message, expected_message);      \
  } while (0)

#endif  // TERN_TEST_UNIT_STATUS_ASSERTS_H_
