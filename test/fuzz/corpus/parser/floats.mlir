"t.op"() {a = 0x7FC00000 : f32, b = 1.0e-40 : f32, c = -0.0 : f64, d = 0xFF : f8E5M2, e = 6.0 : f4E2M1FN,
          f = 1.5 : bf16, g = array<f32: 1.0, 0x7F800000>, h = array<i1: true, false>} : () -> ()
