/** A chosen feed: its text, its format guessed. */
export interface FeedFile {
  readonly name: string;
  readonly format: "the-odds-api" | "football-data";
  readonly payload: string;
}

const MOST_BYTES = 2 * 1024 * 1024 - 4096;

/** Reads a chosen file; a fault says why it cannot be a feed. */
export async function readFeedFile(file: File): Promise<FeedFile | "too-large" | "unknown-format"> {
  if (file.size > MOST_BYTES) return "too-large";
  const payload = (await file.text()).replace(/^\uFEFF/, "");
  const format = formatOf(payload);
  return format === undefined ? "unknown-format" : { name: file.name, format, payload };
}

/** A list in JSON is the-odds-api's; a table with teams is football-data's. */
export function formatOf(text: string): FeedFile["format"] | undefined {
  if (/^\s*\[/.test(text)) return "the-odds-api";
  const [head = ""] = text.split("\n", 1);
  return /\bHomeTeam\b/.test(head) && /\bAwayTeam\b/.test(head) ? "football-data" : undefined;
}
