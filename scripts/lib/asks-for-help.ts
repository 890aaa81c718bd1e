const WORDS: ReadonlySet<string | undefined> = new Set(["help", "--help", "-h"]);

/** Whether a program was asked how it is used: it prints that and ends with 0. */
export function asksForHelp([first]: readonly string[]): boolean {
  return WORDS.has(first);
}
