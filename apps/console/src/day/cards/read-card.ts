/** A chosen card: its text read, its format guessed. */
export interface CardFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly format: string;
  readonly payload: unknown;
  /** A program sent it: the server has the contents, and the payload here is empty. */
  readonly arrivalId?: string;
  /** Written at this desk: whoever leaves the comparison goes back to its form. */
  readonly isByHand?: boolean;
}

export type CardFileFault = "too-large" | "unreadable" | "unknown-format";

const MEBIBYTE = 1024 * 1024;
/** The server's limit, less what the wrapping of the payload needs. */
export const MOST_BYTES = 2 * MEBIBYTE - 1024;

/** Reads a chosen file; a fault says why it cannot be a card. */
export async function readCardFile(file: File): Promise<CardFile | CardFileFault> {
  if (file.size > MOST_BYTES) return "too-large";
  const text = await file.text();
  if (isCsv(text)) return csvCard(file.name, text);
  const payload = parse(text);
  if (payload === undefined) return "unreadable";
  const format = formatOf(payload);
  return format === undefined
    ? "unknown-format"
    : { name: file.name, sizeBytes: file.size, format, payload };
}

/** A table names its columns first. */
function isCsv(text: string): boolean {
  return /^\uFEFF?[^\n{[]*\bmeeting_code\b/.test(text);
}

/** A card in lines: from a spreadsheet, or written by hand. */
export function csvCard(name: string, csv: string): CardFile {
  return { name, sizeBytes: csv.length, format: "csv", payload: { csv } };
}

function parse(text: string): unknown {
  try {
    // Files written by spreadsheets begin with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** The club's own format has a version; a Hong Kong race day a venue code; entain an envelope. */
export function formatOf(payload: unknown): "club" | "hk-raceday" | "entain" | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  if ("format_version" in payload || "meeting" in payload) return "club";
  if ("data" in payload && "header" in payload) return "entain";
  if ("venue_code" in payload || "races" in payload) return "hk-raceday";
  return undefined;
}
