/**
 * The values of a call of an SQL function that takes many arrays, in the order of its parameters: by their names, so that
 * no two can be swapped. A test compares the lists of parameters with the database.
 */
export function argumentsOf<Name extends string>(
  parameters: readonly Name[],
  values: Readonly<Record<Name, unknown>>,
): unknown[] {
  return parameters.map((name) => values[name]);
}
