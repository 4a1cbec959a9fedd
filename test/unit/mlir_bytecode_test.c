// MLIR's bytecode: numbers, files cut off anywhere and damaged anywhere, and a message for each thing that can be wrong.

#include "mlir_bytecode_fixture.h"

// --- numbers ---

static void numbers_come_back(void **state) {
  (void)state;
  static const struct {
    uint64_t value;
    size_t size;
  } cases[] = {
      {0, 1},
      {1, 1},
      {127, 1},
      {128, 2},
      {(1 << 14) - 1, 2},
      {1 << 14, 3},
      {(1 << 21) - 1, 3},
      {1 << 21, 4},
      {1 << 28, 5},
      {UINT64_C(1) << 35, 6},
      {UINT64_C(1) << 42, 7},
      {UINT64_C(1) << 49, 8},
      {(UINT64_C(1) << 56) - 1, 8},
      {UINT64_C(1) << 56, 9},
      {UINT64_MAX, 9},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    tern_emitter_t out = {0};
    tern_emit_varint(&out, cases[i].value);
    assert_int_equal(out.bytes.count, cases[i].size);
    tern_bytecode_file_t file = {.begin = out.bytes.values, .end = out.bytes.values + out.bytes.count};
    tern_decoder_t decoder = {&file, file.begin, file.end};
    uint64_t value;
    assert_true(tern_decode_varint(&decoder, &value));
    assert_true(value == cases[i].value);
    assert_int_equal(tern_decoder_remaining(&decoder), 0);
    tern_emitter_deinitialize(&out);
  }
}

static void signed_numbers_come_back(void **state) {
  (void)state;
  static const int64_t cases[] = {0, -1, 1, -64, 63, -65, INT64_MAX, INT64_MIN, -1234567890123};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    tern_emitter_t out = {0};
    tern_encoder_t encoder = {.out = &out};
    tern_encode_signed_varint(&encoder, cases[i]);
    tern_bytecode_file_t file = {.begin = out.bytes.values, .end = out.bytes.values + out.bytes.count};
    tern_decoder_t decoder = {&file, file.begin, file.end};
    int64_t value;
    assert_true(tern_decode_signed_varint(&decoder, &value));
    assert_true(value == cases[i]);
    tern_emitter_deinitialize(&out);
  }
}

// --- messages ---

// A file by its sections. What a case does not give is that of a file with an empty module.
typedef struct parts {
  int version;
  const char *sections[TERN_SECTION_COUNT];  // hexadecimal, blanks between; "-": left out
} parts_t;

// Strings "builtin", "module"; dialect 0 with op name 1; attribute 0 is loc(unknown); the module has empty properties.
static const char *const empty_module[TERN_SECTION_COUNT] = {
    [TERN_SECTION_STRINGS] = "05 0f 11 6275696c74696e00 6d6f64756c6500",
    [TERN_SECTION_DIALECTS] = "03 01 03 01 03 07",
    [TERN_SECTION_ATTRS_AND_TYPES] = "1f",
    [TERN_SECTION_ATTR_AND_TYPE_OFFSETS] = "03 01 01 03 07",
    [TERN_SECTION_IR] = "05 01 50 01 01 07 04 07 03 01 01",
    [TERN_SECTION_PROPERTIES] = "03 05 01 01",
};

static void append_hex(tern_emitter_t *out, const char *hex) {
  for (; *hex; ++hex) {
    if (*hex == ' ') continue;
    char digits[3] = {hex[0], hex[1], '\0'};
    tern_emit_byte(out, (uint8_t)strtoul(digits, NULL, 16));
    ++hex;
  }
}

static void make_file(const parts_t *parts, tern_emitter_t *out) {
  tern_emit_bytes(out, "ML\xefR", 4);
  tern_emit_varint(out, (uint64_t)parts->version);
  tern_emit_bytes(out, "test", 5);
  for (int i = 0; i < TERN_SECTION_COUNT; ++i) {
    const char *hex = parts->sections[i] ? parts->sections[i] : empty_module[i];
    if (!hex || strcmp(hex, "-") == 0) continue;
    tern_emitter_t section = {0};
    append_hex(&section, hex);
    tern_emit_section(out, (tern_bytecode_section_t)i, &section);
  }
}

static void expect_error(const parts_t *parts, const char *message) {
  reading_t reading;
  tern_emitter_t file = {0};
  begin(&reading);
  make_file(parts, &file);
  tern_str_t bytes = tern_str_make((const char *)file.bytes.values, file.bytes.count);
  tern_op_t *module = tern_bytecode_read(reading.context, TERN_STR("f"), bytes);
  if (module || !strstr(reading.messages.data, message)) {
    fail_msg("expected '%s', got '%s'", message, module ? "a module" : reading.messages.data);
  }
  if (!strstr(reading.messages.data, "produced by: test")) fail_msg("no note in '%s'", reading.messages.data);
  tern_emitter_deinitialize(&file);
  end(&reading);
}

static void headers_are_checked(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t size;
    const char *message;
  } cases[] = {
      {"", 0, "expected 4 bytes, but only 0 remain"},
      {"module {}", 9, "expected MLIR's bytecode"},
      {"ML\xefR\x0fx", 6, "bytecode version 7 is newer than the current version 6"},
      {"ML\xefR\x0dx", 6, "malformed null-terminated string, no null character found"},
      {"ML\xefR\x0dx\0\x09\x01", 9, "invalid section ID: 9"},
      {"ML\xefR\x0dx\0\x01\x01\x01\x01", 11, "duplicate top-level section: Dialect (1)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    reading_t reading;
    begin(&reading);
    assert_null(tern_bytecode_read(reading.context, TERN_STR("f"), tern_str_make(cases[i].bytes, cases[i].size)));
    if (!strstr(reading.messages.data, cases[i].message)) fail_msg("%s", reading.messages.data);
    end(&reading);
  }
}

static void the_empty_module_is_right(void **state) {
  (void)state;
  reading_t reading;
  tern_emitter_t file = {0};
  begin(&reading);
  make_file(&(parts_t){.version = 6}, &file);
  tern_str_t bytes = tern_str_make((const char *)file.bytes.values, file.bytes.count);
  tern_op_t *module = tern_bytecode_read(reading.context, TERN_STR("f"), bytes);
  if (!module) fail_msg("%s", reading.messages.data);
  assert_true(tern_verify(module));
  tern_emitter_deinitialize(&file);
  end(&reading);
}

#define ATTRS(hex, offsets) \
  .sections = {[TERN_SECTION_ATTRS_AND_TYPES] = hex, [TERN_SECTION_ATTR_AND_TYPE_OFFSETS] = offsets}
#define ONE(section, hex) .sections = {[section] = hex}

// Attribute 0 has these bytes, as many as the offset says (twice, plus one for "encoded", as a number).
static void attributes_are_checked(void **state) {
  (void)state;
  static const struct {
    parts_t parts;
    const char *message;
  } cases[] = {
      {{6, ATTRS("ff01", "03 01 01 03 0b")}, "unknown builtin attribute code: "},
      {{6, ATTRS("05 05", "03 01 01 03 0b")}, "invalid string index: 2 of 2"},
      {{6, ATTRS("01 03 01", "03 01 01 03 0f")}, "attribute 0 refers to itself"},
      {{6, ATTRS("01 7f", "03 01 01 03 0b")}, "63 elements are announced"},
      {{6, ATTRS("1f 1f", "03 01 01 03 0b")}, "unexpected trailing bytes after attribute 0"},
      {{6, ATTRS("1f", "03 01 01 03 0b")}, "Attribute or Type entry offset points past the end of section"},
      {{6, ATTRS("1f", "03 01 01 05 07 01")}, "there are more entries than the 1 Attributes that were announced"},
      {{6, ATTRS("1f", "03 01 01 03 07 01")}, "unexpected trailing data in the Attribute/Type offset section"},
      {{6, ATTRS("1f", "03 01 03 03 07")}, "invalid dialect index: 1 of 1"},
      {{6, ATTRS("0f", "03 01 01 03 07")}, "expected attribute of type: mlir::LocationAttr, but got: unit"},
      {{6, ATTRS("15 03 03 0f", "05 01 01 05 0f 07")}, "expected attribute of type: mlir::LocationAttr, but got: unit"},
      {{6, ATTRS("17 03 01 01 0f", "05 01 01 05 13 07")},
       "expected attribute of type: mlir::StringAttr, but got: unit"},
      {{6, ATTRS("17 03 00 ffffffffffffffff 01 05 01", "05 01 01 05 33 0b")}, "is out of range"},
      {{6, ATTRS("2d 03 0b 01 01 01 01 01 05 01", "05 01 01 05 23 0b")}, "has 5 positions, more than 4"},
      {{6, ATTRS("756e", "03 01 01 03 09")}, "malformed null-terminated string, no null character found"},
      {{6, ATTRS("31 20 32 00", "03 01 01 03 11")}, "found trailing characters: '2'"},
      // Types: attribute 0 is a type attribute of type 0.
      {{6, ATTRS("0d 01 7f", "03 03 01 03 0b 01 03 07")}, "unknown builtin type code: 63"},
      {{6, ATTRS("0d 01 01 07", "03 03 01 03 0b 01 03 0b")}, "invalid integer type of 0 bits and signedness 3"},
      {{6, ATTRS("0d 01 13 01", "03 03 01 03 0b 01 03 0b")}, "type 0 refers to itself"},
      {{6, ATTRS("0d 01 13 03 03", "03 05 01 03 0b 01 05 0b 07")}, "invalid element type of a complex: 'index'"},
      {{6, ATTRS("0d 01 1b 03 07 03 03", "03 05 01 03 0b 01 05 13 07")}, "invalid dimension -2"},
      {{6, ATTRS("0d 01 27 03 01 03 03", "03 05 01 03 0b 01 05 13 07")}, "vector types must have positive"},
      {{6, ATTRS("0d 01 29 03 02", "03 03 01 03 0b 01 03 0f")}, "expected 0 or 1 for a boolean, but found 2"},
      {{6, ATTRS("0d 01 29 05 00 00 03 05 03 03", "03 05 01 03 0b 01 05 1f 07")},
       "has 2 flags for scalable dimensions"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_error(&cases[i].parts, cases[i].message);
}

static void elements_are_checked(void **state) {
  (void)state;
  // Type 0 is tensor<2xT> of type 1 = T; attribute 0 is the location's name: a dense attribute stands where it is read.
#define DENSE(attr, attr_size, element, element_size) \
  { 6, ATTRS(attr " 1b 03 09 03 " element, "03 05 01 03 " attr_size " 01 05 13 " element_size) }
  static const struct {
    parts_t parts;
    const char *message;
  } cases[] = {
      {DENSE("25 01 07 01 02 03", "1b", "01 81", "0b"), "3 bytes of elements do not fit type 'tensor<2xi16>'"},
      {DENSE("25 01 01", "0f", "19", "07"), "invalid element type of a tensor: 'none'"},
      {DENSE("23 03 05 01 00", "17", "03", "07"), "a dense array cannot have elements of type 'index'"},
      {DENSE("23 03 05 03 00", "17", "0b", "07"), "a dense array of 2 elements of type 'f32' has 1 bytes"},
      {DENSE("27 01 01 01", "13", "0b", "07"), "needs 2 strings, but only 1 bytes remain"},
      {DENSE("21 01 01", "0f", "0b", "07"), "invalid resource handle index: 0 of 0"},
      {DENSE("21 03 01", "0f", "0b", "07"), "expected a shaped type, but found 'f32'"},
      {DENSE("25 03 01", "0f", "0b", "07"), "expected a shaped type with static shape for elements, but found 'f32'"},
      {DENSE("11 07 00", "0f", "0b", "07"), "invalid Type index: 3 of 2"},
      {DENSE("13 01 01", "0f", "0b", "07"), "expected a float type, but found 'tensor<2xf32>'"},
      {DENSE("11 03 01", "0f", "0b", "07"), "expected an integer or index type, but found 'f32'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_error(&cases[i].parts, cases[i].message);
#undef DENSE
}

static void tables_are_checked(void **state) {
  (void)state;
  static const struct {
    parts_t parts;
    const char *message;
  } cases[] = {
      {{6, ONE(TERN_SECTION_STRINGS, "-")}, "missing data for top-level section: String (0)"},
      {{6, ONE(TERN_SECTION_IR, "-")}, "missing data for top-level section: IR (4)"},
      {{6, ONE(TERN_SECTION_PROPERTIES, "-")}, "missing data for top-level section: Properties (8)"},
      {{6, ONE(TERN_SECTION_RESOURCES, "")}, "expected resource offset section when resource section is present"},
      {{6, ONE(TERN_SECTION_RESOURCE_OFFSETS, "01")}, "unexpected resource offset section"},
      {{6, ONE(TERN_SECTION_STRINGS, "05 0f 7f 6275696c74696e00")}, "string size exceeds the available data size"},
      {{6, ONE(TERN_SECTION_STRINGS, "03 05 6161")}, "string 0 does not end in a NUL"},
      {{6, ONE(TERN_SECTION_STRINGS, "03 05 01 6100")}, "unexpected trailing data between the offsets for strings"},
      {{6, ONE(TERN_SECTION_STRINGS, "ff 03")}, "attempting to parse a byte at the end of the bytecode"},
      {{6, ONE(TERN_SECTION_DIALECTS, "03 09 03 01 03 07")}, "invalid string index: 2 of 2"},
      {{6, ONE(TERN_SECTION_DIALECTS, "03 03 040303 03 01 03 07")},
       "expected dialect version section, but found IR (4)"},
      {{6, ONE(TERN_SECTION_DIALECTS, "03 03 070303 03 01 03 07")}, "dialect 'builtin' has no versions here"},
      {{6, ONE(TERN_SECTION_DIALECTS, "03 05 03 01 03 07")}, "dialect 'module' is unknown"},
      {{6, ONE(TERN_SECTION_PROPERTIES, "03 0f 01 01")}, "expected 7 bytes, but only 2 remain"},
      {{6, ONE(TERN_SECTION_PROPERTIES, "03 05 01 01 01")}, "unexpected trailing bytes after the properties"},
      {{6, ONE(TERN_SECTION_PROPERTIES, "03 07 01 01 01")}, "trailing bytes in the properties of operation"},
      {{6, ONE(TERN_SECTION_PROPERTIES, "01")}, "invalid properties index: 0 of 0"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_error(&cases[i].parts, cases[i].message);
}

static void resources_are_checked(void **state) {
  (void)state;
#define RESOURCE(offsets, bytes)                                                                   \
  {                                                                                                \
    6, .sections = { [TERN_SECTION_RESOURCES] = bytes, [TERN_SECTION_RESOURCE_OFFSETS] = offsets } \
  }
  static const struct {
    parts_t parts;
    const char *message;
  } cases[] = {
      {RESOURCE("01 01 03 03 03 09", "00"), "unknown kind of resource entry: 9"},
      {RESOURCE("01 01 03 03 03 01", "01"), "expected a blob resource entry for key 'module'"},
      {RESOURCE("03 03 03 03 05 01", "0101"), "unexpected trailing bytes in resource entry 'module'"},
      {RESOURCE("01 01 03 03 07 00", "07 01 00"), "expected a power of two for an alignment, but found 3"},
      {RESOURCE("01 01 03 03 09 00", "81 01 00 00"), "expected alignment byte (0xCB), but got: '0x00'"},
      {RESOURCE("01 01 07 03 03 00", "00"), "3 resources are announced"},
      {RESOURCE("01 03", ""), "invalid dialect index: 1 of 1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_error(&cases[i].parts, cases[i].message);
#undef RESOURCE
}

static void ops_are_checked(void **state) {
  (void)state;
#define IR(hex) \
  { 6, ONE(TERN_SECTION_IR, hex) }
  static const struct {
    parts_t parts;
    const char *message;
  } cases[] = {
      {IR("05 03 50 01"), "invalid operation name index: 1 of 1"},
      {IR("05 01 51 01 01"), "expected attribute of type: mlir::DictionaryAttr, but got: loc(unknown)"},
      {IR("05 01 44 01 01 03 01"), "invalid value index: 0 of 0"},
      {IR("05 01 48 01 01 03 03"), "invalid successor index: 1 of 1"},
      {IR("05 01 42 01 01 03 01"), "invalid Type index: 0 of 0"},
      {IR("05 01 60 01 01 03 01"), "there are orders of uses, but no values"},
      {IR("05 01 50 01 01 7f"), "an operation announces 31 regions"},
      {IR("05 01 50 01 01 07 04 7f"), "expected 63 bytes"},
      {IR("05 01 50 01 01 07 08 01"), "expected IR section for region"},
      {IR("05 01 50 01 01 07 04 09 03 01 01 01"), "unexpected trailing bytes after the regions of 'builtin.module'"},
      {IR("05 01 50 01 01 07 04 07 03 7f 01"), "63 values are announced"},
      {IR("05 01 50 01 01 07 04 09 03 03 01 01"), "a region announced 1 values, but defines 0"},
      {IR("05 01 50 01 01 07 04 13 03 03 05 01 44 01 01 03 01"),
       "not all forward unresolved forward operand references"},
      {IR("05 01 50 01 01 07 04 07 ff 01 01"), "blocks are announced"},
      {IR("05 01 50 01 01 07 04 0b 03 01 03 03 01"), "invalid Type index: 0 of 0"},
      {IR("09 01 50 01 01 07 04 07 03 01 01"), "attempting to parse a byte at the end of the bytecode"},
      {IR("05 01 50 01 01 07 04 07 03 01 01 01"), "unexpected trailing bytes"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_error(&cases[i].parts, cases[i].message);
#undef IR
}

// A file with a second dialect, `name` in hexadecimal with its NUL and the size of it (twice, plus one).
#define STRINGS(size, name) [TERN_SECTION_STRINGS] = "07 " size " 0f 11 6275696c74696e00 6d6f64756c6500 " name
#define WITH(strings, attrs, offsets)                   \
  {                                                     \
    6, .sections = {                                    \
      strings,                                          \
      [TERN_SECTION_DIALECTS] = "05 01 09 03 01 03 07", \
      [TERN_SECTION_ATTRS_AND_TYPES] = attrs,           \
      [TERN_SECTION_ATTR_AND_TYPE_OFFSETS] = offsets    \
    }                                                   \
  }
#define CHLO STRINGS("0b", "63686c6f00")
#define STABLEHLO STRINGS("15", "737461626c65686c6f00")
#define LLVM STRINGS("0b", "6c6c766d00")
#define QUANT STRINGS("0d", "7175616e7400")
#define FUNC STRINGS("0b", "66756e6300")

static void dialects_check_theirs(void **state) {
  (void)state;
  // The types of quant are: 0 of quant, 1 i8, 2 f32.
#define QUANT_TYPE(hex, size) WITH(QUANT, "0d 01 " hex " 01 41 0b", "03 07 01 03 0b 03 03 " size " 01 05 0b 07")
#define HALF "00 000000000000c07f"
  static const struct {
    parts_t parts;
    const char *message;
  } cases[] = {
      {WITH(CHLO, "05", "03 01 03 03 07"), "unknown chlo attribute code: 2"},
      {WITH(CHLO, "01 7f", "03 01 03 03 0b"), "'chlo.comparison_direction' has no case 63"},
      {WITH(STABLEHLO, "01", "03 01 03 03 07"), "unknown stablehlo attribute code: 0"},
      {WITH(STABLEHLO, "11 7f", "03 01 03 03 0b"), "'stablehlo.precision' has no case 63"},
      {WITH(STABLEHLO, "0d 01 05", "03 03 01 03 0b 03 03 07"), "unknown stablehlo type code: 2"},
      {WITH(FUNC, "01", "03 01 03 03 07"), "dialect 'func' has no encoding of attributes in bytecode"},
      {WITH(FUNC, "0d 01 03", "03 03 01 03 0b 03 03 07"), "dialect 'func' has no encoding of types in bytecode"},
      {WITH(LLVM, "27", "03 01 03 03 07"), "unknown code of an attribute of llvm: 19"},
      {WITH(LLVM, "23 7f", "03 01 03 03 0b"), "debug information has no word for the number 63"},
      {WITH(LLVM, "23 01 01 03 01", "03 01 03 03 17"), "an element of a list is not there"},
      {WITH(LLVM, "19 03 07 23 01 00", "05 01 03 05 0f 0f"),
       "parameter 1 of 'llvm.di_lexical_block_file' is another attribute"},
      {WITH(LLVM, "25 01010101010101010101010101 01 01 03 01", "03 01 03 03 4b"),
       "an access group of a loop is not there"},
      {QUANT_TYPE("0f", "07"), "unknown quant type code: 7"},
      {QUANT_TYPE("09 05", "0b"), "unknown flags of a quantized type: 2"},
      {QUANT_TYPE("09 03 05", "0f"), "illegal storage type of a quantized type: 'f32'"},
      {QUANT_TYPE("09 03 03 03", "13"), "expressed type must be floating point, but is 'i8'"},
      {QUANT_TYPE("0b 03 03 05 01 01 01 03 " HALF " 01", "4b"), "illegal number of scales and zero points: 1, 0"},
      {QUANT_TYPE("0b 03 03 05 00 ffffffffffffffff 01 01 03 " HALF " 03 01", "6f"), "illegal quantized dimension: "},
      {QUANT_TYPE("0d 03 03 05 01 01 03 01 01", "27"), "there are 1 quantized dimensions, but 0 block sizes"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_error(&cases[i].parts, cases[i].message);
}

// An op cf.cond_br at the top, with these properties.
#define BRANCH(properties)                                                                               \
  {                                                                                                      \
    6, .sections = {                                                                                     \
      [TERN_SECTION_STRINGS] = "09 11 07 0f 11 6275696c74696e00 6d6f64756c6500 636600 636f6e645f627200", \
      [TERN_SECTION_DIALECTS] = "05 01 09 05 01 03 07 03 03 0f",                                         \
      [TERN_SECTION_IR] = "05 03 40 01 01",                                                              \
      [TERN_SECTION_PROPERTIES] = properties                                                             \
    }                                                                                                    \
  }

static void properties_are_checked(void **state) {
  (void)state;
  static const struct {
    parts_t parts;
    const char *message;
  } cases[] = {
      {BRANCH("03 05 01 11"), "4 segment sizes are given, but there are 3 segments"},
      {BRANCH("03 07 01 07 13"), "segment sizes have indices of 9 bits, more than 8"},
      {BRANCH("03 09 01 07 05 0f"), "segment sizes name segment 3, but there are 3"},
      {BRANCH("03 0f 01 05 10 00 00 00 10"), "segment size 2147483648 is out of range"},
      {BRANCH("03 0f 01 05 10 00 00 00 10"), "in the properties of operation 'cf.cond_br'"},
      {{4, .sections = {[TERN_SECTION_DIALECTS] = "03 01 03 01 03 03", [TERN_SECTION_PROPERTIES] = "-"}},
       "operation 'builtin.module' has properties, which bytecode version 4 has not"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_error(&cases[i].parts, cases[i].message);
}

static void parts_of_attributes_are_checked(void **state) {
  (void)state;
  // Where there is a type 0, it is index.
#define TYPED_IR(hex)                                                                 \
  {                                                                                   \
    6, .sections = {[TERN_SECTION_ATTRS_AND_TYPES] = "1f 03",                         \
                    [TERN_SECTION_IR] = hex,                                          \
                    [TERN_SECTION_ATTR_AND_TYPE_OFFSETS] = "03 03 01 03 07 01 03 07"} \
  }
  static const struct {
    parts_t parts;
    const char *message;
  } cases[] = {
      {{6, ATTRS("03 05 03 03 03 03 05 01", "05 01 01 05 1b 0b")}, "name 'builtin' is there twice in a dictionary"},
      {{6, ATTRS("0b 03 03 05 05 01 0b 03 03 07 09 03", "09 01 01 09 13 0b 13 0b")},
       "expected a flat symbol, but found"},
      {{6, ATTRS("25 01 01 1b 03 05 03 21 6c6c766d2e70747200", "03 05 01 03 0f 01 05 13 29")},
       "dense elements cannot be numbers of type '!llvm.ptr'"},
      {{6, ATTRS("0d 01 0f 15 01 03 03 0b", "05 05 01 05 0b 07 01 05 13 07")},
       "expected a layout of a memref, but found unit"},
      {{6, ATTRS("11 01 07 01 01 01 01 02 08", "03 03 01 03 1b 01 03 0f")},
       "an integer of 128 bits cannot have 3 words"},
      {WITH(STRINGS("03", "00"), "1f", "03 01 01 03 07"), "string 2 cannot be the name of a dialect"},
      {TYPED_IR("05 01 50 01 01 07 04 0b 03 01 03 03 01"), "got [0, 1), but the maximum index was -1"},
      {TYPED_IR("05 01 62 01 01 03 01 7f"), "the order of a value's uses is cut off"},
      {TYPED_IR("05 01 62 01 01 03 01 05 00 ffffffffffffffff"), "the order of a value's uses names use"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) expect_error(&cases[i].parts, cases[i].message);
}

// --- orders of uses ---

static void orders_of_uses_come_back(void **state) {
  (void)state;
  static const char text[] =
      "func.func @f(%a: i32) {\n"
      "  %0:2 = \"t.two\"() : () -> (i32, i32)\n"
      "  \"t.use\"(%0#1, %a, %0#0) : (i32, i32, i32) -> ()\n"
      "  \"t.use\"(%0#1, %a, %0#1) : (i32, i32, i32) -> ()\n"
      "  \"t.use\"(%a, %a, %0#1) : (i32, i32, i32) -> ()\n"
      "  return\n"
      "}\n";
  reading_t reading;
  begin(&reading);
  tern_context_allow_unregistered(reading.context, true);
  tern_op_t *module = tern_parse_module(reading.context, TERN_STR("p"), tern_str_from_cstr(text));
  tern_op_t *two = tern_op_body(tern_op_body(module, 0)->first_op, 0)->first_op;
  // The first use of a value is taken out and put in again: it becomes the newest.
  for (int round = 0; round < 4; ++round) {
    tern_operand_t *last = two->results[1].first_use;
    for (int i = 0; i < round && last->next; ++i) last = last->next;
    tern_operand_set(last, tern_op_result(two, 0));
    tern_operand_set(last, tern_op_result(two, 1));
    tern_string_builder_t bytes = {0};
    assert_true(tern_bytecode_write(module, &TERN_BYTECODE_DEFAULT, &bytes));
    tern_op_t *copy = tern_bytecode_read(reading.context, TERN_STR("f"), tern_string_builder_view(&bytes));
    assert_non_null(copy);
    tern_op_t *again = tern_op_body(tern_op_body(copy, 0)->first_op, 0)->first_op;
    for (size_t i = 0; i < 2; ++i) {
      const tern_operand_t *a = two->results[i].first_use, *b = again->results[i].first_use;
      for (; a && b; a = a->next, b = b->next) {
        assert_int_equal(tern_operand_index(a), tern_operand_index(b));
        size_t place_a = 0, place_b = 0;
        for (const tern_op_t *op = a->owner; op; op = op->prev) ++place_a;
        for (const tern_op_t *op = b->owner; op; op = op->prev) ++place_b;
        assert_int_equal(place_a, place_b);
      }
      assert_true(!a && !b);
    }
    tern_op_destroy(copy);
    tern_string_builder_deinitialize(&bytes);
  }
  end(&reading);
}

static void deep_nesting_is_refused(void **state) {
  (void)state;
  // Arrays of one element, each in the next: attribute 0 is loc(unknown), the root of all is the last.
  enum { COUNT = 1000 };
  tern_emitter_t offsets = {0}, contents = {0}, ir = {0}, file = {0};
  tern_emit_varint(&offsets, COUNT);
  tern_emit_varint(&offsets, 0);
  tern_emit_varint(&offsets, 0);
  tern_emit_varint(&offsets, COUNT);
  for (uint64_t i = 0; i < COUNT; ++i) {
    size_t begin_size = contents.bytes.count;
    if (i == 0) {
      tern_emit_varint(&contents, 15);
    } else {
      tern_emit_varint(&contents, 0);
      tern_emit_varint(&contents, 1);
      tern_emit_varint(&contents, i - 1);
    }
    tern_emit_varint(&offsets, (contents.bytes.count - begin_size) << 1 | 1);
  }
  append_hex(&ir, "05 01 51");
  tern_emit_varint(&ir, 0);
  tern_emit_varint(&ir, COUNT - 1);
  tern_emit_bytes(&file, "ML\xefR\x0dtest", 10);
  tern_emitter_t strings = {0}, dialects = {0}, properties = {0};
  append_hex(&strings, empty_module[TERN_SECTION_STRINGS]);
  append_hex(&dialects, empty_module[TERN_SECTION_DIALECTS]);
  append_hex(&properties, empty_module[TERN_SECTION_PROPERTIES]);
  tern_emit_section(&file, TERN_SECTION_STRINGS, &strings);
  tern_emit_section(&file, TERN_SECTION_DIALECTS, &dialects);
  tern_emit_section(&file, TERN_SECTION_ATTRS_AND_TYPES, &contents);
  tern_emit_section(&file, TERN_SECTION_ATTR_AND_TYPE_OFFSETS, &offsets);
  tern_emit_section(&file, TERN_SECTION_IR, &ir);
  tern_emit_section(&file, TERN_SECTION_PROPERTIES, &properties);
  reading_t reading;
  begin(&reading);
  tern_str_t bytes = tern_str_make((const char *)file.bytes.values, file.bytes.count);
  assert_null(tern_bytecode_read(reading.context, TERN_STR("f"), bytes));
  assert_non_null(strstr(reading.messages.data, "nested more than 512 levels deep"));
  end(&reading);
  tern_emitter_deinitialize(&file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_come_back),        cmocka_unit_test(signed_numbers_come_back),
      cmocka_unit_test(headers_are_checked),      cmocka_unit_test(the_empty_module_is_right),
      cmocka_unit_test(attributes_are_checked),   cmocka_unit_test(elements_are_checked),
      cmocka_unit_test(tables_are_checked),       cmocka_unit_test(resources_are_checked),
      cmocka_unit_test(ops_are_checked),          cmocka_unit_test(dialects_check_theirs),
      cmocka_unit_test(properties_are_checked),   cmocka_unit_test(parts_of_attributes_are_checked),
      cmocka_unit_test(orders_of_uses_come_back), cmocka_unit_test(deep_nesting_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
