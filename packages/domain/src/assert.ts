/** A bug of our own, not the caller's: an invariant did not hold. */
export class InvariantError extends Error {
  override name = "InvariantError";
}

/**
 * Stops when something that must always hold does not.
 *
 * @param sentence - what should have held, as a sentence.
 * @throws InvariantError
 */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}

/** A value that must be there. @throws InvariantError */
export function present<T>(value: T | undefined | null, sentence: string): T {
  if (value === undefined || value === null) throw new InvariantError(sentence);
  return value;
}
