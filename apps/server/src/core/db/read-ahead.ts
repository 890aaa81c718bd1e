/** Before the first row of a table: smaller than any id. */
export const FROM_START = "00000000-0000-0000-0000-000000000000";

/**
 * Pages in order of id: the next one is read while the current one is worked on.
 *
 * @param lastOf - the id after which the next page begins; null: this page is the last.
 */
export async function* readAhead<Page>(
  read: (after: string) => Promise<Page>,
  lastOf: (page: Page) => string | null,
  from: string | null = null,
): AsyncGenerator<Page> {
  let coming = read(from ?? FROM_START);
  for (;;) {
    const page = await coming;
    const last = lastOf(page);
    if (last !== null) {
      coming = read(last);
      // Handled even if the caller stops early: an unhandled rejection would end the process.
      coming.catch(() => undefined);
    }
    yield page;
    if (last === null) return;
  }
}

/** The same for rows: a page that is not full is the last. */
export function rowsAhead<Row extends { readonly id: string }>(
  limit: number,
  read: (page: { readonly after: string; readonly limit: number }) => Promise<Row[]>,
  from: string | null = null,
): AsyncGenerator<Row[]> {
  const lastOf = (rows: Row[]): string | null =>
    rows.length < limit ? null : (rows.at(-1)?.id ?? null);
  return readAhead(async (after) => await read({ after, limit }), lastOf, from);
}
