// Examples of index ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.add @x, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.addx %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r =
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.sub @x, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.sub index.sub %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.sub %a,
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.mul %nowhere, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.mul %a%b ,
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.mul
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.divs %nowhere, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.divsx %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.divs %a %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.divu %a, %nowhere
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.divux %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.divu %a, %b %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.ceildivs ^bb9, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = %a index.ceildivs, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.ceildivs %a %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = %a index.ceildivu, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.ceildivu ^bb9, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.ceildivu %a, %b %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.floordivs %a, , %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.floordivs %a %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.floordivs %a,
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.rems %a %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.rems %a, %
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.remsx %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.remu ,%a %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r =  %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.remu
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.maxs index.maxs %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.maxs %a, @x
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r =
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.maxu %a
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.maxux %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.maxu %a, %nowhere
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r =  %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.mins ^bb9, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r =
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.minu %a %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.minu @x, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.minu %a%b ,
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shl %a,
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shlx %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shl %a, ^bb9
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shrs , %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shrsx %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shrs %a, %nowhere
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shru @x, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shrux %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.shru ,%a %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.and %a, ^bb9
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.andx %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.and %a%b ,
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.or %a, , %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.or %a,
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.or %a, %
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.xorx %a, %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.xor %a%b ,
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.xor %a, , %b
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.casts %a : index  i32
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.casts %a :
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.casts %a %a : index to i32
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.castu %a : index i64 to
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.castu %a :  to i64
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.castu %a : index to to i64
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.cmp slt(%a, ^bb9)
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.cmpx slt(%a, %b)
// -----
%a = "test.value"() : () -> index
%b = "test.value"() : () -> index
%r = index.cmp slt(%a
// -----
%r = index.sizeofx
// -----
%r =
// -----
%r = index.constantx 42
// -----
%r = index.constant 42 42
// -----
%r = index.constant
// -----
%r =
// -----
%r = true index.bool.constant
// -----
%r = index.bool.constant index.bool.constant true
