// Types of the language.

#include <string.h>

#include "frontend/triton/evaluate/value.h"

const tl_dtype_row_t tl_dtypes[TL_DTYPE_COUNT] = {
#define DTYPE(ID, NAME, ATTRIBUTE, KIND, BITS, MANTISSA, IR) \
  [TL_DTYPE_##ID] = {NAME, ATTRIBUTE, TL_KIND_##KIND, BITS, MANTISSA, IR},
#include "frontend/triton/evaluate/dtypes.def"
#undef DTYPE
};

static const tl_type_t scalars[TL_DTYPE_COUNT] = {
#define DTYPE(ID, ...) [TL_DTYPE_##ID] = {.kind = TL_SCALAR, .dtype = TL_DTYPE_##ID},
#include "frontend/triton/evaluate/dtypes.def"
#undef DTYPE
};

const tl_type_t *tl_scalar_type(tl_dtype_t dtype) { return &scalars[dtype]; }

bool tl_same_type(const tl_type_t *a, const tl_type_t *b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->dtype != b->dtype || a->is_const != b->is_const || a->rank != b->rank) return false;
  if (a->rank && memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) != 0) return false;
  return a->kind == TL_SCALAR || tl_same_type(a->element, b->element);
}

static tl_dtype_kind_t kind_of(const tl_type_t *type) {
  return type->kind == TL_SCALAR ? tl_dtypes[type->dtype].kind : TL_KIND_VOID;
}

bool tl_is_dtype(const tl_type_t *type, tl_dtype_t dtype) { return type->kind == TL_SCALAR && type->dtype == dtype; }
bool tl_is_float(const tl_type_t *type) { return kind_of(type) == TL_KIND_FLOAT; }
bool tl_is_fp8(const tl_type_t *type) { return tl_is_float(type) && tl_bits(type) == 8; }
bool tl_is_standard_float(const tl_type_t *type) { return tl_is_float(type) && tl_bits(type) > 8; }
bool tl_is_signed(const tl_type_t *type) { return kind_of(type) == TL_KIND_SIGNED; }
bool tl_is_unsigned(const tl_type_t *type) { return kind_of(type) == TL_KIND_UNSIGNED; }
bool tl_is_int(const tl_type_t *type) { return tl_is_signed(type) || tl_is_unsigned(type); }
int tl_bits(const tl_type_t *type) { return type->kind == TL_POINTER ? 64 : tl_dtypes[type->dtype].bits; }

tl_dtype_t tl_find_dtype(tern_str_t name, bool by_attribute) {
  tl_dtype_t dtype = 0;
  while (dtype < TL_DTYPE_COUNT &&
         !tern_str_equal_cstr(name, by_attribute ? tl_dtypes[dtype].attribute : tl_dtypes[dtype].name)) {
    ++dtype;
  }
  return dtype;
}

void tl_print_type(const tl_type_t *type, tern_string_builder_t *out) {
  switch (type->kind) {
    case TL_SCALAR: tern_string_builder_append_cstr(out, tl_dtypes[type->dtype].name); return;
    case TL_POINTER: tern_string_builder_append_cstr(out, type->is_const ? "const_pointer<" : "pointer<"); break;
    case TL_BLOCK:
      tern_string_builder_append_cstr(out, "<[");
      for (size_t i = 0; i < type->rank; ++i) {
        if (i > 0) tern_string_builder_append_cstr(out, ", ");
        tern_string_builder_append_int64(out, type->dims[i]);
      }
      tern_string_builder_append_cstr(out, "], ");
      break;
  }
  tl_print_type(type->element, out);
  tern_string_builder_append_char(out, '>');
}

void tl_mangle_type(const tl_type_t *type, tern_string_builder_t *out) {
  if (type->kind == TL_POINTER) {
    tern_string_builder_append_char(out, 'P');
    tl_mangle_type(type->element, out);
  } else if (type->kind == TL_BLOCK) {
    tl_mangle_type(type->element, out);
    tern_string_builder_append_char(out, 'S');
    for (size_t i = 0; i < type->rank; ++i) {
      if (i > 0) tern_string_builder_append_char(out, '_');
      tern_string_builder_append_int64(out, type->dims[i]);
    }
    tern_string_builder_append_char(out, 'S');
  } else if (tl_is_int(type)) {
    tern_string_builder_append_format(out, "%c%d", tl_is_signed(type) ? 'i' : 'u', tl_bits(type));
  } else {
    tern_string_builder_append_cstr(out, tl_dtypes[type->dtype].name);
  }
}

const tl_type_t *tl_pointer_type(tern_arena_t *arena, const tl_type_t *element, bool is_const) {
  tl_type_t *type = tern_arena_alloc_zeroed(arena, sizeof *type);
  *type = (tl_type_t){.kind = TL_POINTER, .element = element, .is_const = is_const};
  return type;
}

const tl_type_t *tl_block_type(tern_arena_t *arena, const tl_type_t *element, const int64_t *dims, size_t rank) {
  tl_type_t *type = tern_arena_alloc_zeroed(arena, sizeof *type);
  *type = (tl_type_t){.kind = TL_BLOCK, .element = element, .rank = rank};
  type->dims = tern_arena_copy(arena, dims, rank * sizeof *dims);
  return type;
}

const tl_type_t *tl_with_element(tern_arena_t *arena, const tl_type_t *type, const tl_type_t *element) {
  return type->kind == TL_BLOCK ? tl_block_type(arena, element, type->dims, type->rank) : element;
}
