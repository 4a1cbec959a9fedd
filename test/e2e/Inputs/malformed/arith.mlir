// Examples of arith ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%c = arith.constant 42 : i32
%v = arith.constant dense<[1.0, 2.0]> : vector<2xf32> >
// -----
%c = arith.constantx 42 : i32
%v = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
// -----
%c = arith.constant 42 : i32
%v = arith.constant dense<[1.0, 2.0]> : <vector2xf32>
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.addi %a, %b overflow<nsw> : i7
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.addi %a, %b overflow<>nsw : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.addi %a, %b overflow<
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%sum, %overflow = arith.addui_extendedx %a, %b : i32, i1
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%sum, %overflow = arith.addui_extended %a, %b : i32i1 ,
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%sum, %overflow = arith.addui_extended %a, %b : vector<3xi1>, i1
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.subi %a, %b  i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.subi %a, %b : !llvm.ptr
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.subi %, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.mulix %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.muli %a %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.muli %a, : %b i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%low, %high = arith.mulsi_extendedx %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%low, %high = arith.mulsi_extended %nowhere, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%low, %high = %a arith.mulsi_extended, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%low, %high = arith.mului_extended %a, %b : !llvm.ptr
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%low, %high = arith.mului_extended
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%low, %high = arith.mului_extendedx %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.divui %a, %b  i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.divuix %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = %a arith.divui, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.divsi ^bb9, %b exact : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.divsi %a,
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.divsix %a, %b exact : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.ceildivuix %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = %a arith.ceildivui, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.ceildivui %a, % : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.ceildivsi %a
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.ceildivsix %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.ceildivsi , %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.floordivsi %a, , %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.floordivsix %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.floordivsi %a, %b : tensor<2xf32>
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.remui @x, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.remui arith.remui %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r =  %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.remsi %a, , %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.remsi %a, %b : i7
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.remsi ^bb9, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.andi %a, %b : i7
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = %a arith.andi, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.andi %a
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.ori %a
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.ori %a %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.orix %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.xorix %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.xori arith.xori %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = %a arith.xori, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shli %a,
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shli %, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shli %a, %b : index
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shrui %a, @x : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shrui %a, %b : none
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shrui %a, %b
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shrsi %a, %b : index
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shrsix %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.shrsi %a, @x : i32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.negf : %a f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.negf %a : i7
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.negf
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.addf @x, %b fastmath<reassoc,nnan> : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.addf %a, %b fastmath<reassoc,nnan> : tensor<2xf32>
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.addf %a, %b fastmath<reassoc,nnan: > f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.subf %a, %b :
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.subf %a %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.subf %a, : %b f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.maximumf %a, %b : : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.maximumfx %a, %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.maximumf %a, %b :
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.maxnumf arith.maxnumf %a, %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.maxnumf %a, %b : tensor<2xf32>
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.maxnumf %a, %b f32 :
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.maxsi %a, %b :
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.maxsi %a, : %b i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.maxsi @x, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.maxui %a, %b
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r =  %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.maxui %a, %b : vector<3xi1>
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r =  %a, %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.minimumf %a, %b :
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.minimumf %a, %b %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.minnumf ^bb9, %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r =
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.minnumf arith.minnumf %a, %b : f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.minsi %a, %b : f64
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.minsi %a %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.minsi , %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.minui %a, %b %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.minui , %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.minui %nowhere, %b : i32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.mulf %a, , %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.mulfx %a, %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.mulf %a, %nowhere : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.divf %a, ^bb9 : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.divf %a, , %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.divf %a, %b
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.remf %a, ^bb9 : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.remfx %a, %b : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r =  %a, %b : f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.extuix %a : i32 to i64
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.extui ^bb9 : i32 to i64
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.extui %a : i32  i64
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.extsi %a : i32 i32 to i64
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.extsi  : i32 to i64
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.extsi @x : i32 to i64
// -----
%x = "test.value"() : () -> f32
%r = arith.extf %x  f32 to f64
// -----
%x = "test.value"() : () -> f32
%r = arith.extf %x : f32 f64 to
// -----
%x = "test.value"() : () -> f32
%r = arith.extfx %x : f32 to f64
// -----
%x = "test.value"() : () -> f4E2M1FN
%s = "test.value"() : () -> f8E8M0FNU
%r = arith.scaling_extfx %x, %s : f4E2M1FN, f8E8M0FNU to f32
// -----
%x = "test.value"() : () -> f4E2M1FN
%s = "test.value"() : () -> f8E8M0FNU
%r = arith.scaling_extf %x, %s :
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.trunci % : i32 to i8
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.truncix %a : i32 to i8
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.trunci %a %a : i32 to i8
// -----
%x = "test.value"() : () -> f32
%r = arith.truncf %x toward_zero : to f32 f16
// -----
%x = "test.value"() : () -> f32
%r = arith.truncf  toward_zero : f32 to f16
// -----
%x = "test.value"() : () -> f32
%r = arith.truncf %x toward_zero : f32 to to f16
// -----
%x = "test.value"() : () -> f32
%s = "test.value"() : () -> f8E8M0FNU
%r = arith.scaling_truncf arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
// -----
%x = "test.value"() : () -> f32
%s = "test.value"() : () -> f8E8M0FNU
%r = arith.scaling_truncf %x, %s : f32f8E8M0FNU , to f4E2M1FN
// -----
%x = "test.value"() : () -> f32
%s = "test.value"() : () -> f8E8M0FNU
%r = arith.scaling_truncf %x %s : f32, f8E8M0FNU to f4E2M1FN
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.uitofp %a : !llvm.ptr to f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.uitofp : %a i32 to f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.uitofp %nowhere : i32 to f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.sitofp %a i32 : to f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.sitofp %a : none to f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.sitofp %a : i32 to f32 f32
// -----
%x = "test.value"() : () -> f32
%r = arith.fptoui ^bb9 : f32 to i32
// -----
%x = "test.value"() : () -> f32
%r = arith.fptoui %x :  to i32
// -----
%x = "test.value"() : () -> f32
%r = arith.fptoui %x
// -----
%x = "test.value"() : () -> f32
%r = %x arith.fptosi : f32 to i32
// -----
%x = "test.value"() : () -> f32
%r = arith.fptosi %nowhere : f32 to i32
// -----
%x = "test.value"() : () -> f32
%r =
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.index_castx %a : i32 to index
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.index_cast @x : i32 to index
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.index_cast %a : i32 to
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.index_castuix %a : i32 to index
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.index_castui %a : i32 to
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.index_castui @x : i32 to index
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.bitcastx %a : i32 to f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.bitcast %a : i32 f32 to
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.bitcast %a : i32 to
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.cmpi slt, , %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.cmpi slt, %, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%r = arith.cmpi slt, %a, %b
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.cmpf olt, %a, ^bb9 : f32
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.cmpf olt, %a,
// -----
%a = "test.value"() : () -> f32
%b = "test.value"() : () -> f32
%r = arith.cmpfx olt, %a, %b : f32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%c = "test.value"() : () -> i1
%r = arith.selectx %c, %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%c = "test.value"() : () -> i1
%r = arith.select %c %c, %a, %b : i32
// -----
%a = "test.value"() : () -> i32
%b = "test.value"() : () -> i32
%c = "test.value"() : () -> i1
%r = arith.select %c, %a, % : i32
