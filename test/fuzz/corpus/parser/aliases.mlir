!v = vector<2x[4]xf32>
#a = [1, 2.5 : f16, "s\0A", @x::@y, unit, !v, {k, l = -1 : i8}]
"t.op"() <{p = #a}> {q = #a} : () -> !v
