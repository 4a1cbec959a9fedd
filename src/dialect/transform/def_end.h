// Takes away what def_begin.h defines; no guard.

#undef HANDLE
#undef VALUE
#undef PARAM
#undef ANY
#undef SIZE
#undef H
#undef V
#undef P
#undef TO_OP
#undef FUNCTIONAL
#undef EFFECTS
#undef CONSUME
#undef NAMED
#undef CONSUME_ALL
#undef MODIFY
#undef MATCHER
#undef PATTERN
#undef GRAPH
#undef SIZED
#undef PATTERN_OP
#undef REPLACING_OP
#undef IN_PLACE_OP
