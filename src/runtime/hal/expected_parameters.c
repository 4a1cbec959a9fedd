// What programs say of parameters: checked when they say it, before anything is loaded, and kept for when it is.

#include "runtime/hal/expected_parameters.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/hal/hal_module.h"
#include "runtime/vm/linker.h"

static int shown(tern_str_t text) { return (int)(text.size < 100 ? text.size : 100); }

tern_status_t tern_parameter_failure(tern_str_t scope, tern_str_t key, const tern_parameters_t *archive,
                                     tern_status_code_t code, const char *what) {
#if TERN_SMALL
  return tern_status_make(code, "");
#else
  const char *file = archive ? archive->name : NULL;
  return tern_status_make(code, "parameter '%.*s%s%.*s'%s%s%s %s", shown(scope), scope.data, scope.size ? "::" : "",
                          shown(key), key.data, file ? " of '" : "", file ? file : "", file ? "'" : "", what);
#endif
}

const tern_parameter_t *tern_session_parameter(const tern_session_t *session, tern_str_t scope, tern_str_t key,
                                               tern_parameters_t **out_archive, bool *out_has_scope) {
  *out_has_scope = false;
  for (const tern_session_scope_t *row = session->scopes; row; row = row->next) {
    if (!tern_str_equal(tern_str_make(row->name, row->name_size), scope)) continue;
    *out_has_scope = true;
    *out_archive = row->parameters;
    const tern_parameter_t *found = tern_parameters_find(row->parameters, key.data, key.size);
    if (found) return found;
  }
  *out_archive = NULL;
  return NULL;
}

const tern_expected_parameter_t *tern_expected_parameter_find(tern_session_t *session, tern_str_t scope,
                                                              tern_str_t key) {
  pthread_mutex_lock(&session->mutex);
  // Programs load in the order in which they told: the search goes on where the last one ended, and round once.
  tern_expected_parameter_t *start = session->next_expected ? session->next_expected : session->expected, *row = start;
  bool is_found = false;
  while (row && !is_found) {
    is_found = tern_str_equal(row->key, key) && tern_str_equal(row->scope, scope);
    if (is_found) {
      session->next_expected = row->next;
    } else {
      row = row->next ? row->next : session->expected;
      if (row == start) row = NULL;
    }
  }
  pthread_mutex_unlock(&session->mutex);
  return row;
}

void tern_expected_parameters_release(tern_session_t *session) {
  while (session->expected) {
    tern_expected_parameter_t *row = session->expected;
    session->expected = row->next;
    free(row);
  }
}

//---- The import ----

// The bytes of an argument that is a buffer; none for null.
static tern_str_t bytes_of(const tern_native_call_t *call, size_t index) {
  const tern_vm_buffer_t *buffer = tern_ref_get(call->arguments[index].ref, &tern_vm_buffer_type);
  return buffer ? tern_str_make((const char *)buffer->data, buffer->size) : (tern_str_t){0};
}

static tern_str_t copy_text(char **inout_to, tern_str_t text) {
  char *to = *inout_to;
  if (text.size) memcpy(to, text.data, text.size);
  *inout_to += text.size;
  return tern_str_make(text.data ? to : NULL, text.size);
}

// A matrix or a filter whose rows are whole groups, without negative sizes.
static bool is_row_right(const tern_expected_parameter_t *row) {
  bool is_right = tern_element_type_size(row->element_type) && row->alignment && row->rank <= TERN_TENSOR_RANK_MAX;
  size_t size = tern_element_type_size(row->element_type);
  for (uint32_t i = 0; i < row->rank && is_right; ++i) {
    is_right = row->dims[i] >= 0 && !__builtin_mul_overflow(size, (size_t)row->dims[i], &size) && size <= PTRDIFF_MAX;
  }
  if (!row->source.data || !is_right) return is_right;
  // Each row may be filled up to a panel.
  return row->width > 0 && row->width <= 4096 && row->group > 0 && row->rank >= 2 && size &&
         size < PTRDIFF_MAX / 4096 && row->dims[row->rank - (row->is_transposed ? 1 : 2)] % row->group == 0 &&
         (row->rank == 2 || !row->is_transposed);
}

static tern_status_t check(const tern_session_t *session, const tern_expected_parameter_t *row) {
  bool has_scope;
  tern_parameters_t *archive;
  tern_str_t key = row->source.data ? row->source : row->key;
  const tern_parameter_t *found = tern_session_parameter(session, row->scope, key, &archive, &has_scope);
  if (!found) return tern_ok();  // said when it is loaded
  tern_status_t status = tern_parameter_check(found, row->element_type, row->rank, row->dims);
  return tern_status_is_ok(status) ? status
                                   : tern_parameter_failure(row->scope, key, archive, status.code, status.message);
}

// scope, key, element type, alignment, shape, key of what is packed (or nothing), packing: width, group, is it transposed
tern_status_t tern_io_parameters_expect(tern_native_call_t *call) {
  tern_session_t *session = call->session;
  tern_str_t scope = bytes_of(call, 0), key = bytes_of(call, 1), shape = bytes_of(call, 4), source = bytes_of(call, 5);
  tern_str_t packing = bytes_of(call, 6);
  int64_t words[3] = {0};
  tern_expected_parameter_t *row = malloc(sizeof(*row) + shape.size + scope.size + key.size + source.size);
  if (!row) return tern_no_memory("parameters");
  if (source.data && packing.size == sizeof(words)) memcpy(words, packing.data, sizeof(words));
  int64_t *dims = (int64_t *)(row + 1);
  if (shape.size) memcpy(dims, shape.data, shape.size);
  char *text = (char *)dims + shape.size;
  *row =
      (tern_expected_parameter_t){.alignment = (size_t)tern_native_i32(call, 3),
                                  .element_type = tern_hal_element_type_from_number((uint32_t)tern_native_i32(call, 2)),
                                  .rank = (uint32_t)(shape.size / sizeof(*dims)),
                                  .dims = dims,
                                  .width = words[0],
                                  .group = words[1],
                                  .is_transposed = words[2] != 0};
  row->scope = copy_text(&text, scope);
  row->key = copy_text(&text, key);
  row->source = copy_text(&text, source);
  tern_status_t status = is_row_right(row) ? check(session, row)
                                           : tern_parameter_failure(scope, key, NULL, TERN_INVALID_ARGUMENT,
                                                                    "has no such type, shape or packing");
  if (!tern_status_is_ok(status)) {
    free(row);
    return status;
  }
  pthread_mutex_lock(&session->mutex);
  *(session->last_expected ? &session->last_expected->next : &session->expected) = row;
  session->last_expected = row;
  pthread_mutex_unlock(&session->mutex);
  return status;
}
