// Examples of ub ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%p = ub.poison ub.poison : vector<4xi32>
// -----
%p = ub.poisonx : vector<4xi32>
// -----
%p = ub.poison : vector<0x1Gxi32>
// -----
func.func @f() {
  }
ub.unreachable
// -----
func.func @f() {

// -----
func.func @f() {
  ub.unreachable
} }
