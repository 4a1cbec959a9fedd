#m = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 2 - d0 mod 3, -d1 ceildiv 4)>
#s = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>
"t.op"() {m = #m, s = #s, e = affine_map<() -> ()>} : () -> ()
