func.func @f() { scf.if %c { func.func @g( } "x"(%0#99999999999) ({ ^bb0( ^bb0: }) : !q<<>>
