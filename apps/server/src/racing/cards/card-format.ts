import type { CardFormat } from "@club/contract";

/** The format of a file or message, by its content; null: not a card that the club knows. */
export function formatOf(payload: unknown): CardFormat | null {
  if (typeof payload !== "object" || payload === null) return null;
  if ("csv" in payload) return "csv";
  if ("format_version" in payload || "meeting" in payload) return "club";
  if ("data" in payload && "header" in payload) return "entain";
  if ("venue_code" in payload || "races" in payload) return "hk-raceday";
  return null;
}

/** A file's payload for the import; undefined: the content does not fit the name. */
export function payloadOfFile(name: string, text: string): unknown {
  if (name.toLowerCase().endsWith(".csv")) return { csv: text };
  try {
    // Files written by spreadsheets begin with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
