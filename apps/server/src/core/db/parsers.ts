import pg from "pg";

type Parse = (text: string) => unknown;

const OID = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  numeric: 1700,
  numericArray: 1231,
} as const;
/** The driver can read it, though its types do not list it. */
const TEXT_ARRAY_OID = 1009 as number as 25;

/** Splits the text of any array; nulls stay null, and arrays of arrays stay nested. */
const splitArray = pg.types.getTypeParser(TEXT_ARRAY_OID, "text") as Parse;

function asText(text: string): string {
  return text;
}

type Items = (string | null | Items)[];

function eachOf(parse: Parse): Parse {
  const each = (item: string | null | Items): unknown => {
    if (Array.isArray(item)) return item.map(each);
    return item === null ? null : parse(item);
  };
  return (text) => each(splitArray(text) as Items);
}

/**
 * How database values become values in the code, for every connection of the club.
 *
 * bigint (all money) is a `bigint`. numeric stays text, since a float would lose digits. A date is
 * "YYYY-MM-DD", since a race day has no time zone of its own. timestamptz is a `Date`.
 */
const PARSERS = new Map<number, Parse>([
  [OID.int8, BigInt],
  [OID.int8Array, eachOf(BigInt)],
  [OID.date, asText],
  [OID.dateArray, eachOf(asText)],
  [OID.numeric, asText],
  [OID.numericArray, eachOf(asText)],
]);

/** Give this as `types` to every client and pool. */
export const parsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary"): Parse {
    const own = format === "binary" ? undefined : PARSERS.get(oid);
    return own ?? (pg.types.getTypeParser(oid, format) as Parse);
  },
};
