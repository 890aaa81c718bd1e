import type { CheckLine } from "@club/domain";

const OF_SIGNATURES: readonly string[] = ["signature", "file_signature", "key"];

/** What of a check was not made here: signatures and keys, or what the file does not tell. */
export function uncheckedIn(lines: readonly CheckLine[]) {
  const unchecked = lines.filter(({ verdict }) => verdict === "unchecked");
  return {
    isWhole: unchecked.length === 0,
    isUnsigned: unchecked.some(({ check }) => OF_SIGNATURES.includes(check)),
    isUntold: unchecked.some(({ check }) => !OF_SIGNATURES.includes(check)),
  };
}

/** How many figures were compared here and are what the club says. */
export function countEqual(lines: readonly CheckLine[]): number {
  return lines.filter(({ verdict }) => verdict === "equal").length;
}
