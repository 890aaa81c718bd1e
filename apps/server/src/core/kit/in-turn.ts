/** Runs one after the other. @throws the first fault, after all the others had their turn */
export async function inTurn<T>(
  works: readonly T[],
  run: (work: T) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const work of works) await run(work).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}
