"t.\FFop"() {"" = "\", a = "\zz"} : () -> ()
"unterminated
