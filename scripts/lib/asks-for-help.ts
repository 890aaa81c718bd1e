const WORDS: ReadonlySet<string | undefined> = new Set(["help", "--help", "-h"]);

/** Whether a program was asked for its usage. It then prints that and exits with 0. */
export function asksForHelp([first]: readonly string[]): boolean {
  return WORDS.has(first);
}
