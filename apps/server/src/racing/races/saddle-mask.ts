const HIGHEST = 60;

/** The saddle numbers in a mask of the database: bit n stands for number n. */
export function numbersIn(mask: bigint): number[] {
  const numbers: number[] = [];
  for (let number = 1; number <= HIGHEST; number += 1) {
    if ((mask >> BigInt(number)) & 1n) numbers.push(number);
  }
  return numbers;
}

export function maskOf(number: number): bigint {
  return 1n << BigInt(number);
}
