// Errors of the plugin.

#include "pjrt/support/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct error_t {
  PJRT_Error base;  // first: callers of version 0.114 and later go through its table
  PJRT_Error_Code code;
  size_t size;
  const char *message;  // behind the struct, but for the shared error
} error_t;

static void destroy(PJRT_Error *error) { tern_pjrt_error_destroy(error); }
static PJRT_Error_Code get_code(const PJRT_Error *error) { return tern_pjrt_error_code(error); }

static void get_message(const PJRT_Error *error, const char **message, size_t *message_size) {
  const error_t *self = (const error_t *)error;
  *message = self->message;
  *message_size = self->size;
}

static void for_each_payload(const PJRT_Error *error, PJRT_Error_PayloadVisitor visitor, void *user_arg) {
  (void)error, (void)visitor, (void)user_arg;  // there is none
}

static const PJRT_Error_FunctionTable table = {
    .struct_size = PJRT_Error_FunctionTable_STRUCT_SIZE,
    .instance_size = PJRT_Error_STRUCT_SIZE,
    .destroy = destroy,
    .message = get_message,
    .get_code = get_code,
    .for_each_payload = for_each_payload,
};

static const char no_memory_message[] = "the host has no memory left";
static error_t no_memory = {
    {&table}, PJRT_Error_Code_RESOURCE_EXHAUSTED, sizeof no_memory_message - 1, no_memory_message};

PJRT_Error *tern_pjrt_no_memory(void) { return &no_memory.base; }

PJRT_Error *tern_pjrt_error_of_text(PJRT_Error_Code code, const char *message, size_t size) {
  error_t *error = malloc(sizeof(*error) + size + 1);
  if (!error) return tern_pjrt_no_memory();
  char *text = (char *)(error + 1);
  if (size) memcpy(text, message, size);
  text[size] = '\0';
  *error = (error_t){{&table}, code, size, text};
  return &error->base;
}

PJRT_Error *tern_pjrt_error(PJRT_Error_Code code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  char *text = NULL;
  if (vasprintf(&text, format, list) < 0) text = NULL;
  va_end(list);
  if (!text) return tern_pjrt_no_memory();
  PJRT_Error *error = tern_pjrt_error_of_text(code, text, strlen(text));
  free(text);
  return error;
}

PJRT_Error *tern_pjrt_error_of_status(tern_status_t status) {
  static const PJRT_Error_Code codes[] = {
      [TERN_OK] = PJRT_Error_Code_OK,
      [TERN_INVALID_ARGUMENT] = PJRT_Error_Code_INVALID_ARGUMENT,
      [TERN_INVALID_IR] = PJRT_Error_Code_INVALID_ARGUMENT,
      [TERN_NOT_FOUND] = PJRT_Error_Code_NOT_FOUND,
      [TERN_FAILED_PRECONDITION] = PJRT_Error_Code_FAILED_PRECONDITION,
      [TERN_OUT_OF_RANGE] = PJRT_Error_Code_OUT_OF_RANGE,
      [TERN_UNSUPPORTED] = PJRT_Error_Code_UNIMPLEMENTED,
      [TERN_IO_ERROR] = PJRT_Error_Code_UNAVAILABLE,
      [TERN_OUT_OF_MEMORY] = PJRT_Error_Code_RESOURCE_EXHAUSTED,
      [TERN_INTERNAL] = PJRT_Error_Code_INTERNAL,
  };
  if (tern_status_is_ok(status)) return NULL;
  return tern_pjrt_error_of_text(codes[status.code], status.message, strlen(status.message));
}

PJRT_Error *tern_pjrt_error_clone(const PJRT_Error *error) {
  const error_t *self = (const error_t *)error;
  return self ? tern_pjrt_error_of_text(self->code, self->message, self->size) : NULL;
}

void tern_pjrt_error_destroy(PJRT_Error *error) {
  if (error != &no_memory.base) free(error);
}

PJRT_Error_Code tern_pjrt_error_code(const PJRT_Error *error) { return ((const error_t *)error)->code; }
const char *tern_pjrt_error_message(const PJRT_Error *error) { return ((const error_t *)error)->message; }

void tern_pjrt_Error_Destroy(PJRT_Error_Destroy_Args *args) { tern_pjrt_error_destroy(args->error); }

void tern_pjrt_Error_Message(PJRT_Error_Message_Args *args) {
  get_message(args->error, &args->message, &args->message_size);
}

TERN_PJRT_DEFINE(Error_GetCode) {
  args->code = tern_pjrt_error_code(args->error);
  return NULL;
}

TERN_PJRT_DEFINE(Error_ForEachPayload) {
  (void)args;
  return NULL;
}
