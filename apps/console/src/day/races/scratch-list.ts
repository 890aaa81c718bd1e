const MOST = 60;

/** Saddle numbers as they are typed, parted by blanks or commas: "3 5, 7". */
export function numbersOf(text: string): {
  readonly numbers: readonly number[];
  readonly faults: readonly string[];
} {
  const tokens = text
    .normalize("NFKC")
    .split(/[\s,;、]+/)
    .filter((token) => token !== "");
  const isNumber = (token: string) =>
    /^\d{1,2}$/.test(token) && Number(token) >= 1 && Number(token) <= MOST;
  return {
    numbers: [...new Set(tokens.filter(isNumber).map(Number))],
    faults: tokens.filter((token) => !isNumber(token)),
  };
}
