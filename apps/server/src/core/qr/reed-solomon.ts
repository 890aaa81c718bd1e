/** The field of 256 elements that QR codes count in: x^8 + x^4 + x^3 + x^2 + 1. */
const FIELD = 0x11d;
const EXP: number[] = [];
const LOG: number[] = [];

let value = 1;
for (let power = 0; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value <<= 1;
  if (value > 255) value ^= FIELD;
}

function times(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  return EXP[((LOG[one] ?? 0) + (LOG[other] ?? 0)) % 255] ?? 0;
}

/** The codewords that correct a block of data: the remainder by the generator of that degree. */
export function errorCorrection(data: readonly number[], degree: number): number[] {
  const generator = generatorOf(degree);
  const left = [...data, ...Array.from({ length: degree }, () => 0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = left[at] ?? 0;
    generator.forEach((term, index) => {
      left[at + index] = (left[at + index] ?? 0) ^ times(term, factor);
    });
  }
  return left.slice(data.length);
}

/** (x - 1)(x - a)(x - a^2) ..., the highest power first. */
function generatorOf(degree: number): number[] {
  let terms = [1];
  for (let power = 0; power < degree; power += 1) {
    const root = EXP[power] ?? 0;
    const shifted = [...terms, 0];
    terms = shifted.map((term, index) => term ^ times(terms[index - 1] ?? 0, root));
  }
  return terms;
}
