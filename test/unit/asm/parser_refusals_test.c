// The parser: what it refuses, where, and with which words.

#include "parser_fixture.h"

static void assert_attr_refused(const char *value, const char *expected) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "\"op\"() {a = %s} : () -> ()", value);
  assert_refused(text.data, expected);
  tern_string_builder_deinitialize(&text);
}

static void refuses_wrong_ops(void **state) {
  (void)state;
  assert_refused("3", "1:1: error: expected operation name in quotes\n");
  assert_refused("\"\"() : () -> ()", "1:1: error: empty operation name is invalid\n");
  assert_refused("\"a\" : () -> ()", "1:5: error: expected '(' to start operand list\n");
  assert_refused("\"a\"(%x : () -> ()", "1:8: error: expected ')' to end operand list\n");
  assert_refused("\"a\"()", "1:6: error: expected ':' followed by operation type\n");
  assert_refused("\"a\"() : i32", "1:9: error: expected function type\n");
  assert_refused("\"a\"(%x) : () -> ()", "1:11: error: expected 1 operand type but had 0\n");
  assert_refused("\"a\"() <1> : () -> ()",
                 "1:1: error: invalid properties 1 : i64 for op a: expected DictionaryAttr to set properties\n");
  assert_refused("\"a\"() <{x = 1}> {x = 2} : () -> ()",
                 "1:18: error: attribute 'x' occurs more than once in the attribute list\n");
  assert_refused("foo", "1:1: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)\n");
  assert_refused("foo.bar",
                 "1:1: error: Dialect `foo' not found for custom op 'foo.bar'\n"
                 "1:1: note: Available dialects: builtin, func, arith, cf\n");
  assert_refused("func.func @f() { foo }", "1:18: error: custom op 'foo' is unknown (tried 'func.foo' as well)\n");
}

static void refuses_wrong_results(void **state) {
  (void)state;
  assert_refused("%a = \"a\"() : () -> ()", "1:6: error: cannot name an operation with no results\n");
  assert_refused("%a:2 = \"a\"() : () -> i1", "1:1: error: operation defines 1 results but was provided 2 to bind\n");
  assert_refused("%a:0 = \"a\"() : () -> i1", "1:4: error: expected named operation to have at least 1 result\n");
  assert_refused("%a:x = \"a\"() : () -> i1", "1:4: error: expected integer number of results\n");
  assert_refused("%a \"a\"() : () -> i1", "1:4: error: expected '=' after SSA name\n");
  assert_refused("%a = \"a\"() : () -> i1\n%a = \"b\"() : () -> i1",
                 "2:1: error: redefinition of SSA value '%a'\n1:1: note: previously defined here\n");
}

static void refuses_wrong_uses_of_values(void **state) {
  (void)state;
  assert_refused("\"a\"(%x) : (i1) -> ()\n\"a\"(%y) : (i1) -> ()",
                 "1:5: error: use of undeclared SSA value name '%x'\n2:5: error: use of undeclared SSA value name "
                 "'%y'\n");
  assert_refused("\"a\"(%x, %x) : (i32, f32) -> ()",
                 "1:9: error: use of value '%x' expects different type than prior uses: 'f32' vs 'i32'\n"
                 "1:5: note: prior use here\n");
  assert_refused("\"a\"(%x) : (i32) -> () %x = \"b\"() : () -> f32",
                 "1:23: error: definition of SSA value '%x#0' has type 'f32'\n"
                 "1:5: note: previously used here with type 'i32'\n");
  assert_refused("%x = \"b\"() : () -> f32 \"a\"(%x#1) : (i32) -> ()",
                 "1:28: error: reference to invalid result number\n");
  assert_refused("\"a\"(%x#y) : (i1) -> ()", "1:7: error: invalid SSA value result number\n");
  assert_refused("\"a\"(%x#99999999999) : (i1) -> ()", "1:7: error: invalid SSA value result number\n");
  // Names of a region end with it, and those from outside of an isolated op are not seen in it.
  assert_refused("\"a\"() ({ %x = \"b\"() : () -> i1 }) : () -> () \"c\"(%x) : (i1) -> ()",
                 "1:50: error: use of undeclared SSA value name '%x'\n");
  assert_refused("%x = \"b\"() : () -> i1\nfunc.func @f() { \"c\"(%x) : (i1) -> () return }",
                 "2:22: error: use of undeclared SSA value name '%x'\n");
}

static void refuses_wrong_blocks(void **state) {
  (void)state;
  assert_refused("\"a\"() ({^a: \"b\"()[^b, ^c] : () -> ()}) : () -> ()",
                 "1:19: error: reference to an undefined block\n1:23: error: reference to an undefined block\n");
  assert_refused("\"a\"() ({^a: ^a: }) : () -> ()", "1:13: error: redefinition of block '^a'\n");
  assert_refused("\"a\"() ({^a(%x: i1) }) : () -> ()", "1:20: error: expected ':' after block name\n");
  assert_refused("\"a\"()[3] : () -> ()", "1:7: error: expected block name\n");
  assert_refused("func.func @f(%a: i1) { ^bb0: return }",
                 "1:24: error: invalid block name in region with named arguments\n");
  assert_refused("\"a\"() ({^a(%x#1: i1): }) : () -> ()", "1:12: error: result number not allowed in argument list\n");
}

static void refuses_wrong_types(void **state) {
  (void)state;
  static const struct {
    const char *type, *message;
  } rows[] = {
      {"tensor<4xtensor<i1>>", "1:22: error: invalid tensor element type: 'tensor<i1>'\n"},
      {"memref<none>", "1:20: error: invalid memref element type: 'none'\n"},
      {"complex<index>", "1:21: error: invalid element type for complex: 'index'\n"},
      {"vector<vector<i1>>", "1:13: error: failed to verify 'elementType': VectorElementTypeInterface instance\n"},
      {"vector<0xi1>", "1:13: error: vector types must have positive constant sizes but got 0\n"},
      {"vector<?xi1>", "1:20: error: expected static shape\n"},
      {"i16777216", "1:13: error: integer bitwidth is limited to 16777215 bits\n"},
      {"i99999999999999999999", "1:13: error: invalid integer width\n"},
      {"tensor<9223372036854775808xi1>", "1:20: error: invalid dimension\n"},
      {"tensor<4xi1", "1:24: error: expected '>' in tensor type\n"},
      {"tensor<4 i1>", "1:22: error: expected 'x' in dimension list\n"},
      {"tensor<*xi1, 3>", "1:24: error: cannot apply encoding to unranked tensor\n"},
      {"memref<4xi1, 3.0>", "1:26: error: unsupported memory space Attribute\n"},
      {"memref<4xi1, 3, 4>", "1:29: error: multiple memory spaces specified in memref type\n"},
      {"memref<4xi1, 3, strided<[1]>>", "1:29: error: expected memory space to be last in memref type\n"},
      {"memref<4xi1, strided<[1]>, strided<[1]>>", "1:40: error: multiple layouts specified in memref type\n"},
      {"memref<*xi1, strided<[]>>", "1:26: error: cannot have affine map for unranked memref type\n"},
      {"memref<4xi1, affine_map<() -> ()>>",
       "1:26: error: memref layout mismatch between rank and affine map: 1 != 0\n"},
      {"memref<4xi1, strided<[]>>", "1:26: error: expected the number of strides to match the rank: 0 != 1\n"},
      {"!t.x<(>)", "1:17: error: unbalanced '(' character in pretty dialect name\n"},
      {"!x", "1:13: error: undefined symbol alias id 'x'\n"},
      {"!arith.foo", "1:13: error: unknown type 'foo' in dialect 'arith'\n"},
      {"(i32)", "1:18: error: expected '->'\n"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) assert_attr_refused(rows[i].type, rows[i].message);
}

static void refuses_wrong_numbers(void **state) {
  (void)state;
  static const struct {
    const char *number, *message;
  } rows[] = {
      {"256 : i8", "1:13: error: integer constant out of range for attribute\n"},
      {"-129 : i8", "1:14: error: integer constant out of range for attribute\n"},
      {"-0 : i8", "1:14: error: integer constant out of range for attribute\n"},
      {"128 : si8", "1:13: error: integer constant out of range for attribute\n"},
      {"1 : i0", "1:13: error: integer constant out of range for attribute\n"},
      {"-1 : ui8", "1:14: error: negative integer literal not valid for unsigned integer type\n"},
      {"18446744073709551616", "1:13: error: integer constant out of range for attribute\n"},
      {"1 : none", "1:13: error: integer literal not valid for specified type\n"},
      {"1.0 : i8", "1:13: error: floating point value not valid for specified type\n"},
      {"1 : f32",
       "1:13: error: unexpected decimal integer literal for a floating point value\n"
       "1:13: note: add a trailing dot to make the literal a float\n"},
      {"-0x1 : f32", "1:14: error: hexadecimal float literal should not have a leading minus\n"},
      {"0x1FFFFFFFF : f32", "1:13: error: hexadecimal float constant out of range for type\n"},
      {"-", "1:14: error: expected constant integer or floating point value\n"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) assert_attr_refused(rows[i].number, rows[i].message);
}

static const struct {
  const char *attr, *message;
} wrong_attributes[] = {
    {"", "1:13: error: expected attribute value\n"},
    {"foo", "1:13: error: expected attribute value\n"},
    {"[1,]", "1:16: error: expected attribute value\n"},
    {"{x = 1, x}", "1:21: error: duplicate key 'x' in dictionary attribute\n"},
    {"{\"\"}", "1:14: error: expected valid attribute name\n"},
    {"{3}", "1:14: error: expected attribute name\n"},
    {"@a::b", "1:17: error: expected nested symbol reference identifier\n"},
    {"array<i4>", "1:19: error: element type bitwidth must be a multiple of 8\n"},
    {"array<index>", "1:19: error: expected integer or float type, got: 'index'\n"},
    {"array<i8: x>", "1:23: error: expected integer literal\n"},
    {"strided<[x]>", "1:22: error: expected a 64-bit signed integer or '?'\n"},
    {"distinct[x]<>", "1:22: error: expected distinct ID\n"},
    {"[distinct[0]<1>, distinct[0]<2>]",
     "1:42: error: referenced attribute does not match previous definition: 1 : i64\n"},
    {"dense<[1, 2]> : tensor<3xi8>",
     "1:13: error: inferred shape of elements literal ([2]) does not match type ([3])\n"},
    {"dense<[[1], 2]> : tensor<2xi8>",
     "1:25: error: tensor literal is invalid; ranks are not consistent between elements\n"},
    {"dense<[[1], [2, 3]]> : tensor<2xi8>",
     "1:30: error: tensor literal is invalid; ranks are not consistent between elements\n"},
    {"dense<1> : tensor<?xi8>", "1:13: error: elements literal type must have static shape\n"},
    {"dense<1> : i8", "1:13: error: elements literal must be a shaped type\n"},
    {"dense<> : tensor<1xi8>", "1:13: error: parsed zero elements, but type ('tensor<1xi8>') expected at least 1\n"},
    {"dense<1.0> : tensor<1xi8>", "1:19: error: expected integer elements, but parsed floating-point\n"},
    {"dense<true> : tensor<1xi8>", "1:19: error: expected i1 type for 'true' or 'false' values\n"},
    {"dense<300> : tensor<1xi8>", "1:19: error: integer constant out of range for type\n"},
    {"dense<\"0x123\"> : tensor<1xi8>", "1:19: error: expected string containing hex digits starting with `0x`\n"},
    {"dense<\"0x123456\"> : tensor<2xi8>",
     "1:13: error: elements hex data size is invalid for provided type: 'tensor<2xi8>'\n"},
    {"dense<1 = 2>", "1:21: error: expected '>'\n"},
    {"sparse<[[3]], [1]> : tensor<3xi8>",
     "1:13: error: sparse index #0 is not contained within the value shape, with index=[3], and "
     "type='tensor<3xi8>'\n"},
    {"sparse<[[1, 2]], [1]> : tensor<3xi8>",
     "1:13: error: expected shape ([3]); inferred shape of indices literal ([1, 2]); inferred shape of values "
     "literal "
     "([1])\n"},
    {"affine_map<(d0) -> (d1)>", "1:33: error: use of undeclared identifier\n"},
    {"affine_map<(d0, d0) -> ()>", "1:29: error: redefinition of identifier 'd0'\n"},
    {"affine_map<(d0) -> (d0 * d0)>",
     "1:36: error: non-affine expression: at least one of the multiply operands has to be either a constant or "
     "symbolic\n"},
    {"affine_map<(d0) -> (d0 mod d0)>",
     "1:36: error: non-affine expression: right operand of mod has to be either a constant or symbolic\n"},
    {"affine_map<(d0) -> (d0 +)>", "1:37: error: missing right operand of binary operator\n"},
    {"affine_map<(d0) -> (* d0)>", "1:33: error: missing left operand of binary operator\n"},
    {"affine_map<(d0) -> (())>", "1:34: error: no expression inside parentheses\n"},
    {"affine_map<(d0) -> (%x)>", "1:33: error: unexpected ssa identifier\n"},
    {"affine_map<(d0) : ()>", "1:29: error: expected AffineMap, but got IntegerSet\n"},
    {"affine_set<(d0) -> ()>", "1:29: error: expected IntegerSet, but got AffineMap\n"},
    {"affine_set<(d0) : (d0 > 1)>",
     "1:37: error: expected '== affine-expr' or '>= affine-expr' at end of affine constraint\n"},
    {"affine_map<() -> (9223372036854775809)>", "1:31: error: constant too large for index\n"},
    {"#x", "1:13: error: undefined symbol alias id 'x'\n"},
    {"#arith.foo", "1:13: error: unknown attribute 'foo' in dialect 'arith'\n"},
    {"#arith.overflow<slow>", "1:29: error: expected 'arith.overflow' to be one of: none, nsw, nuw\n"},
    {"#arith.fastmath<fast>>", "1:34: error: expected '}' in attribute dictionary\n"},
    {"#arith.fastmath<fast + >", "1:34: error: expected '>'\n"},
    {"loc(foo)", "1:17: error: expected location instance\n"},
    {"loc(\"f\":x)", "1:21: error: expected integer line number in location\n"},
    {"\"a", "1:27: error: expected '\"' in string literal\n"},
    {"\"\\q\"", "1:14: error: unknown escape in string literal\n"},
};

static void refuses_wrong_attributes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof(wrong_attributes) / sizeof(wrong_attributes[0]); ++i)
    assert_attr_refused(wrong_attributes[i].attr, wrong_attributes[i].message);
}

static void refuses_wrong_aliases_and_metadata(void **state) {
  (void)state;
  assert_refused("#a = 1\n#a = 2", "2:1: error: redefinition of attribute alias id 'a'\n");
  assert_refused("!a = i1\n!a = i2", "2:1: error: redefinition of type alias id 'a'\n");
  assert_refused("#a.b = 1", "1:1: error: attribute names with a '.' are reserved for dialect-defined names\n");
  assert_refused("#a 1", "1:4: error: expected '=' in attribute alias definition\n");
  // The uses of an alias that failed say nothing more.
  assert_refused("#a = foo\n\"b\"() {a = #a} : () -> ()", "1:6: error: expected attribute value\n");
  assert_refused("\"b\"() : () -> () loc(#a)", "1:22: error: operation location alias was never defined\n");
  assert_refused("\"b\"() : () -> () loc(#a)\n#a = 1", "1:22: error: expected location, but found '1 : i64'\n");
  assert_refused("{-# foo: {} #-}", "1:10: error: unknown key 'foo' in file metadata dictionary\n");
  assert_refused("{-# dialect_resources: {builtin: {k: true}} #-}",
                 "1:38: error: expected hex string blob for key 'k'\n");
  assert_refused("{-# dialect_resources: {builtin: {k: \"0x01\"}} #-}",
                 "1:38: error: expected hex string blob for key 'k' to encode alignment in first 4 bytes\n");
  assert_refused("{-# dialect_resources: {builtin: {k: \"0x03000000\"}} #-}",
                 "1:38: error: expected hex string blob for key 'k' to encode alignment in first 4 bytes, but got "
                 "non-power-of-2 value: 3\n");
}

static void refuses_unregistered_dialects_unless_allowed(void **state) {
  (void)state;
  tern_string_builder_t messages = {0};
  tern_context_t *context = make_context(&messages);
  tern_context_allow_unregistered(context, false);
  assert_null(tern_parse_module(context, TERN_STR("t"), TERN_STR("\"t.op\"() : () -> ()")));
  assert_null(tern_parse_type_text(context, TERN_STR("!t.x")));
  assert_null(tern_parse_attr_text(context, TERN_STR("#t.x")));
  assert_string_equal(
      messages.data,
      "1:1: error: operation being parsed with an unregistered dialect, 't.op'; if that is intended, use "
      "--allow-unregistered-dialect\n"
      "1:1: error: type created with unregistered dialect 't'; if that is intended, use "
      "--allow-unregistered-dialect\n"
      "1:1: error: attribute created with unregistered dialect 't'; if that is intended, use "
      "--allow-unregistered-dialect\n");
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

static const struct {
  const char *attr, *message;
} broken_attributes[] = {
    {"affine_map<(d0) -> (symbol x)>", "1:40: error: expected '(' at start of SSA symbol\n"},
    {"affine_map<d0>", "1:24: error: expected '(' in dimensional identifier list\n"},
    {"affine_map<(d0 -> ()>", "1:28: error: expected ')' in dimensional identifier list\n"},
    {"affine_map<(d0)[s0 -> ()>", "1:32: error: expected ']' in symbol list\n"},
    {"affine_map<(d0) = ()>", "1:29: error: expected '->' or ':'\n"},
    {"affine_map<(d0) -> d0>", "1:32: error: expected '(' in affine map range\n"},
    {"affine_map<(d0) -> (d0>", "1:35: error: expected ')' in affine map range\n"},
    {"affine_map (d0)", "1:24: error: expected '<' in affine map\n"},
    {"affine_map<() -> ())", "1:32: error: expected '>' in affine map\n"},
    {"affine_set<() = ()>", "1:27: error: expected '->' or ':'\n"},
    {"affine_set<() : d0>", "1:29: error: expected '(' in integer set constraint list\n"},
    {"affine_set<() : (1 == 1>", "1:36: error: expected ')' in integer set constraint list\n"},
    {"affine_set ()", "1:24: error: expected '<' in integer set\n"},
    {"affine_set<() : ())", "1:31: error: expected '>' in integer set\n"},
    {"{\"a\\00b\"}", "1:14: error: null character in attribute name\n"},
    {"strided [1]", "1:21: error: expected '<' after 'strided'\n"},
    {"strided<[1], offset 3>", "1:33: error: expected ':' after 'offset'\n"},
    {"distinct 0", "1:22: error: expected '[' after 'distinct'\n"},
    {"distinct[99999999999999999999]<>", "1:22: error: expected an unsigned 64-bit integer\n"},
    {"distinct[0<>", "1:23: error: expected ']' to close distinct ID\n"},
    {"distinct[0] 3", "1:25: error: expected '<' after distinct ID\n"},
    {"distinct[0]<1, 2>", "1:26: error: expected '>' to close distinct attribute\n"},
    {"#t.x<1> : i32 : i32", "1:27: error: expected '}' in attribute dictionary\n"},
    {"dense<1> : tensor<1xcomplex<i32>>",
     "1:13: error: parsed 1 elements, but type ('complex<i32>') expected 2 elements\n"},
    {"dense<1, 2> : tensor<1xcomplex<i32>>", "1:20: error: expected '>'\n"},
    {"dense<(1 2)> : tensor<1xcomplex<i32>>", "1:22: error: expected ',' between complex elements\n"},
    {"dense<(1, 2> : tensor<1xcomplex<i32>>", "1:24: error: expected ')' after complex elements\n"},
    {"dense 1", "1:19: error: expected '<' after 'dense'\n"},
    {"dense_resource k", "1:28: error: expected '<' after 'dense_resource'\n"},
    {"dense_resource<k, 2>", "1:29: error: expected '>' after resource key\n"},
    {"dense_resource<k> : i32", "1:13: error: `dense_resource` expected a shaped type\n"},
    {"sparse 1", "1:20: error: expected '<' after 'sparse'\n"},
    {"array 1", "1:19: error: expected '<' after 'array'\n"},
    {"array<i32 1>", "1:23: error: expected ':' after dense array type\n"},
    {"array<i32: 1, 2)", "1:28: error: expected '>' to close an array attribute\n"},
    {"loc(\"a\"(unknown]", "1:28: error: expected ')' after child location of NameLoc\n"},
    {"loc(fused<1[unknown])", "1:24: error: expected '>' after fused location metadata\n"},
    {"loc(fused unknown)", "1:23: error: expected '[' in fused location\n"},
    {"loc(fused[unknown)", "1:30: error: expected ']' in fused location\n"},
    {"loc(callsite(unknown unknown))", "1:34: error: expected 'at' in callsite location\n"},
    {"loc unknown", "1:17: error: expected '(' in location\n"},
    {"loc(unknown", "1:24: error: expected ')' in location\n"},
    {"!arith <3>", "1:13: error: undefined symbol alias id 'arith'\n"},
    {"memref<1xi1, strided<[1]>, 99999999999999999999>", "1:40: error: integer constant out of range for attribute\n"},
    {"#arith<fastmath fast>", "1:29: error: expected '<'\n"},
    {"#arith<3>", "1:20: error: expected valid keyword\n"},
    {"!arith<\"x\">", "1:20: error: expected valid keyword\n"},
    {"#arith.fastmath fast", "1:29: error: expected '<'\n"},
    {"array<f32: x>", "1:24: error: expected float literal\n"},
    {"\"a\" : foo", "1:19: error: expected non-function type\n"},
    {"[1 2]", "1:16: error: expected ',' or ']'\n"},
    {"{a = 1 b = 2}", "1:20: error: expected '}' in attribute dictionary\n"},
    {"3 : foo", "1:17: error: expected non-function type\n"},
    {"vector<xi1>", "1:20: error: expected non-function type\n"},
    {"tuple<i1", "1:21: error: expected '>' in tuple type\n"},
    {"complex<f32, f32>", "1:24: error: expected '>' in complex type\n"},
    {"(i32) -> ", "1:22: error: expected non-function type\n"},
    {"dense<\"a\"> : tensor<2x!t.s> : i32", "1:41: error: expected '}' in attribute dictionary\n"},
    {"dense<1> : tensor<2x!t.s>", "1:19: error: expected string token, got 1\n"},
    {"dense<[]> : tensor<2xi8>", "1:13: error: inferred shape of elements literal ([0]) does not match type ([2])\n"},
};

static void refuses_attributes_that_break_off(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof(broken_attributes) / sizeof(broken_attributes[0]); ++i)
    assert_attr_refused(broken_attributes[i].attr, broken_attributes[i].message);
}

static void refuses_ops_that_break_off(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"%x, 3 = \"a\"() : () -> ()", "1:5: error: expected valid ssa identifier\n"},
      {"\"a\"() ({\"b\"() : () -> () : () -> ()", "1:26: error: expected operation name in quotes\n"},
      {"\"a\"() (3) : () -> ()", "1:8: error: expected '{' to begin a region\n"},
      {"\"a\"() ({} : () -> ()", "1:11: error: expected ')' to end region list\n"},
      {"\"a\"()[^a : () -> ()", "1:10: error: expected ']'\n"},
      {"\"a\"() <{}: () -> ()", "1:10: error: expected '>' to close properties\n"},
      {"%0 = \"a\"() : () -> i1 loc(unknown", "1:34: error: expected ')' in location\n"},
      {"{-# dialect_resources {} #-}", "1:23: error: expected ':'\n"},
      {"{-# dialect_resources: [] #-}", "1:24: error: expected '{'\n"},
      {"{-# dialect_resources: {builtin: {k: 3}} #-}", "1:38: error: expected hex string blob for key 'k'\n"},
      {"{-# dialect_resources: {builtin: {k: \"0x04000000\"}", "1:51: error: expected '}'\n"},
      {"{-# dialect_resources: {} }", "1:27: error: expected '#-}' at the end of the file's metadata\n"},
      {"!a = foo", "1:6: error: expected non-function type\n"},
      {"!a i32", "1:4: error: expected '=' in type alias definition\n"},
      {"\"a\"() {3} : () -> ()", "1:8: error: expected attribute name\n"},
      {"\"a\"(3) : () -> ()", "1:5: error: expected ')' to end operand list\n"},
      {"\"a\"() : () -> (i1", "1:18: error: expected ')'\n"},
      {"func.func @f(%a: i32, i32) { return }", "1:23: error: expected SSA identifier\n"},
      {"func.func @f(%a) { return }", "1:16: error: expected ':'\n"},
      {"func.func { return }", "1:11: error: custom op 'func.func' expected valid '@'-identifier for symbol name\n"},
      {"module @m attributes { x = } {}", "1:28: error: expected attribute value\n"},
      {"\"a\"() ({^a(%x: i1: }) : () -> ()", "1:18: error: expected ')'\n"},
      {"\"a\"() ({^a(x: i1): }) : () -> ()", "1:12: error: expected SSA operand\n"},
      {"\"a\"() ({^a(%x i1): }) : () -> ()", "1:15: error: expected ':' and type for SSA operand\n"},
      {"cf.br ^a", "1:7: error: reference to an undefined block\n"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) assert_refused(rows[i].text, rows[i].message);
}

// `count` copies of `piece` between `prefix` and `suffix`.
static void assert_refused_in_bulk(const char *prefix, const char *piece, size_t count, const char *suffix,
                                   const char *message) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, prefix);
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_cstr(&text, piece);
  tern_string_builder_append_cstr(&text, suffix);
  assert_refused(text.data, message);
  tern_string_builder_deinitialize(&text);
}

static void bounds_counts(void **state) {
  (void)state;
  assert_refused_in_bulk("#a = ", "1", 20000, " : i100000",
                         "1:6: error: decimal integer literal of more than 10000 digits; write it in hexadecimal\n");
  assert_refused_in_bulk("#a = vector<", "[2]x", 65, "i1>",
                         "1:270: error: only the first 64 dimensions of a vector may be scalable\n");
  assert_refused_in_bulk("#a = dense<", "[", 65, "> : tensor<1xi1>",
                         "1:76: error: tensor literal has more than 64 dimensions\n");
  assert_refused_in_bulk("\"a\"() ({^a: \"b\"()[^a", ", ^a", 65536, "] : () -> () }) : () -> ()",
                         "1:13: error: op has more than 65535 successors\n");
  assert_refused_in_bulk("\"a\"() ({}", ",{}", 65536, ") : () -> ()",
                         "1:196613: error: op has more than 65535 regions\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refuses_wrong_ops),
      cmocka_unit_test(refuses_wrong_results),
      cmocka_unit_test(refuses_wrong_uses_of_values),
      cmocka_unit_test(refuses_wrong_blocks),
      cmocka_unit_test(refuses_wrong_types),
      cmocka_unit_test(refuses_wrong_numbers),
      cmocka_unit_test(refuses_wrong_attributes),
      cmocka_unit_test(refuses_wrong_aliases_and_metadata),
      cmocka_unit_test(refuses_unregistered_dialects_unless_allowed),
      cmocka_unit_test(refuses_attributes_that_break_off),
      cmocka_unit_test(refuses_ops_that_break_off),
      cmocka_unit_test(bounds_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
