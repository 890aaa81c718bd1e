/* Two lists of the server, each newest first and a page at a time, as one. */

interface Line {
  /** Drawn from the clock: a later one is greater. Each list comes in the order of these. */
  readonly order_id: string;
}

/** A list as far as it has been read. */
export interface Reading<Row extends Line> {
  readonly rows: readonly Row[];
  readonly isEnded: boolean;
}

export interface Merged<Row extends Line> {
  readonly rows: readonly Row[];
  /** The place of the list that must be read on before more can be shown; undefined: all have ended. */
  readonly behind: number | undefined;
}

const NOTHING_READ = "\uFFFF";
const ALL_READ = "";

/**
 * The lists as one, newest first. A row is shown only once every other list has been read to its
 * time or has ended: what is shown never moves when an older page comes.
 */
export function mergeLists<Row extends Line>(lists: readonly Reading<Row>[]): Merged<Row> {
  const readTo = lists.map(({ rows, isEnded }) =>
    isEnded ? ALL_READ : (rows.at(-1)?.order_id ?? NOTHING_READ),
  );
  const limit = readTo.reduce((latest, each) => (each > latest ? each : latest), ALL_READ);
  return {
    rows: lists
      .flatMap(({ rows }) => rows.filter(({ order_id }) => order_id >= limit))
      .sort((a, b) => (a.order_id < b.order_id ? 1 : -1)),
    behind: limit === ALL_READ ? undefined : readTo.indexOf(limit),
  };
}
