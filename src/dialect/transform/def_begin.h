// Shorthand of the tables of transform; no guard, def_end.h takes it away again.

#define HANDLE "TransformHandleTypeInterface"
#define VALUE "TransformValueHandleTypeInterface"
#define PARAM "TransformParamTypeInterface"
#define ANY "Transform_AnyHandleOrParamType"
#define SIZE "TransformAnyParamTypeOrAnyHandle"
#define H "%h = \"test.value\"() : () -> !transform.any_op\n"
#define V "%v = \"test.value\"() : () -> !transform.any_value\n"
#define P "%p = transform.param.constant 4 : i64 -> !transform.param<i64>\n"
#define TO_OP " : (!transform.any_op) -> !transform.any_op"
#define FUNCTIONAL "attr-dict `:` functional-type(operands, results)"
#define EFFECTS(...) \
  .extra = &(const tern_transform_effects_t) { __VA_ARGS__ }
// Results are printed under the names of their groups.
#define NAMED .result_name = tern_transform_name_result
#define CONSUME EFFECTS(.consumes = {true}, .modifies_payload = true)
#define CONSUME_ALL EFFECTS(.consumes = {true, true, true, true}, .modifies_payload = true)
#define MODIFY EFFECTS(.modifies_payload = true)
#define MATCHER EFFECTS(.is_matcher = true)
#define PATTERN EFFECTS(.is_pattern = true)
#define GRAPH TERN_TRAIT_GRAPH_REGION | TERN_TRAIT_SINGLE_BLOCK | TERN_TRAIT_NO_TERMINATOR
#define SIZED TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS
// An op of apply_patterns without operands.
#define PATTERN_OP(ID, NAME, SUMMARY)                                                          \
  OP(ID, "transform.apply_patterns." NAME, .summary = SUMMARY, .format = "attr-dict", PATTERN, \
     .example = H "transform.apply_patterns to %h {\n  transform.apply_patterns." NAME "\n} : !transform.any_op")
// An op that replaces what its handle holds by what its result holds.
#define REPLACING_OP(ID, NAME, SUMMARY)                                                                           \
  OP(ID, "transform." NAME, .summary = SUMMARY, .operands = "target: " HANDLE, .results = "transformed: " HANDLE, \
     .format = "$target " FUNCTIONAL, CONSUME, .example = H "%r = transform." NAME " %h" TO_OP)
// An op that changes what its handle holds in place.
#define IN_PLACE_OP(ID, NAME, SUMMARY)                                         \
  OP(ID, "transform." NAME, .summary = SUMMARY, .operands = "target: " HANDLE, \
     .format = "$target attr-dict `:` type($target)", MODIFY,                  \
     .example = H "transform." NAME " %h : !transform.any_op")
