// Every row of spirv has a binary form, and decorations keep their names on both ways.

#include "target/spirv/encoding.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "dialect/spirv/spirv.h"
#include "ir/context.h"

// Ops that the serializer has code for, or that have no form in a binary: graphs.
static bool has_no_encoding(int id) {
  static const int ids[] = {
      TERN_SPIRV_MODULE,
      TERN_SPIRV_FUNC,
      TERN_SPIRV_GLOBALVARIABLE,
      TERN_SPIRV_ENTRYPOINT,
      TERN_SPIRV_EXECUTIONMODE,
      TERN_SPIRV_CONSTANT,
      TERN_SPIRV_SPECCONSTANT,
      TERN_SPIRV_SPECCONSTANTCOMPOSITE,
      TERN_SPIRV_SPECCONSTANTOPERATION,
      TERN_SPIRV_EXT_CONSTANTCOMPOSITEREPLICATE,
      TERN_SPIRV_EXT_SPECCONSTANTCOMPOSITEREPLICATE,
      TERN_SPIRV_MLIR_ADDRESSOF,
      TERN_SPIRV_MLIR_REFERENCEOF,
      TERN_SPIRV_UNDEF,
      TERN_SPIRV_BRANCH,
      TERN_SPIRV_BRANCHCONDITIONAL,
      TERN_SPIRV_SWITCH,
      TERN_SPIRV_MLIR_LOOP,
      TERN_SPIRV_MLIR_SELECTION,
      TERN_SPIRV_MLIR_MERGE,
      TERN_SPIRV_MLIR_YIELD,
      TERN_SPIRV_FUNCTIONCALL,
      TERN_SPIRV_ARM_GRAPH,
      TERN_SPIRV_ARM_GRAPHENTRYPOINT,
      TERN_SPIRV_ARM_GRAPHOUTPUTS,
  };
  for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); ++i) {
    if (ids[i] == id) return true;
  }
  return false;
}

static void encodes_every_row(void **state) {
  (void)state;
  tern_context_t *context = tern_context_create();
  tern_context_register_dialect(context, &tern_spirv_dialect);
  for (int i = 0; i < TERN_SPIRV_OP_COUNT; ++i) {
    tern_spirv_encoding_t encoding;
    bool is_encoded = tern_spirv_encoding_of(tern_op_def_of(context, &tern_spirv_ops[i]), &encoding);
    if (is_encoded == has_no_encoding(i)) print_error("%s\n", tern_spirv_ops[i].name);
    assert_int_equal(is_encoded, !has_no_encoding(i));
  }
  tern_context_destroy(context);
}

static void names_decorations_both_ways(void **state) {
  (void)state;
  const tern_spirv_kind_def_t *kind = tern_spirv_kind(TERN_SPIRV_KIND_DECORATION);
  for (size_t i = 0; i < kind->enumerant_count; ++i) {
    tern_string_builder_t name = {0};
    uint32_t decoration;
    tern_spirv_decoration_attr_name(kind->enumerants[i].name, &name);
    assert_true(tern_spirv_decoration_of_attr(tern_string_builder_view(&name), &decoration));
    assert_int_equal(decoration, kind->enumerants[i].value);
    tern_string_builder_deinitialize(&name);
  }
}

static void keeps_words_of_strings(void **state) {
  (void)state;
  tern_spirv_words_t words = {0};
  tern_spirv_words_push_string(&words, TERN_STR("abcd"));
  assert_int_equal(words.count, 2);
  assert_int_equal(words.values[0], 0x64636261);
  assert_int_equal(words.values[1], 0);
  tern_spirv_words_deinitialize(&words);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(encodes_every_row),
      cmocka_unit_test(names_decorations_both_ways),
      cmocka_unit_test(keeps_words_of_strings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
