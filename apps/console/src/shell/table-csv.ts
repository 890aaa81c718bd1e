import { csvOfTexts } from "@club/contract/csv";
import type { Language } from "@club/i18n";

/** What is an act, or a drawing, is no text of a cell. */
const NO_TEXT = "button, input, select, svg, .hidden-text";
const CURRENCY = /\p{Sc}/gu;
/** A number by its sign before the decimals. */
const POINT = /^([+-]?) ?(\d+|\d{1,3}(?:([ ,’'])\d{3})(?:\3\d{3})*)(?:\.(\d+))?$/u;
const COMMA = /^([+-]?) ?(\d+|\d{1,3}(?:([ .’'])\d{3})(?:\3\d{3})*)(?:,(\d+))?$/u;

/** The text of a cell as it is read, its parts parted by spaces. */
function textOf(cell: Element): string {
  const copy = cell.cloneNode(true) as Element;
  for (const each of copy.querySelectorAll(NO_TEXT)) each.remove();
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (walker.nextNode() !== null) parts.push(walker.currentNode.textContent ?? "");
  return parts.join(" ").replace(/\s+/gu, " ").trim();
}

/**
 * A figure with a point and without groups, whatever the language, so that a spreadsheet counts with
 * it; anything else stays as it is.
 */
export function plainNumber(text: string, language: Language): string {
  const shape = new Intl.NumberFormat(language).format(0.5).charAt(1) === "," ? COMMA : POINT;
  const bare = text.replace(CURRENCY, "").replaceAll("−", "-").replace(/\s/gu, " ").trim();
  const match = shape.exec(bare);
  if (match === null) return text;
  const [, sign, whole = "", , decimals] = match;
  const plain = whole.replace(/\D/g, "");
  return `${sign === "-" ? "-" : ""}${plain}${decimals === undefined ? "" : `.${decimals}`}`;
}

/** What a table shows, as a file: its head and every row; columns without a word are left out. */
export function csvOfTable(table: HTMLTableElement, language: Language): string {
  const head = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent.trim());
  const rows = [...(table.tBodies[0]?.rows ?? [])].map((row) =>
    [...row.cells].map((cell) =>
      cell.dataset["kind"] === "figure" ? plainNumber(textOf(cell), language) : textOf(cell),
    ),
  );
  const isKept = head.map((_, at) => rows.some((row) => (row[at] ?? "") !== ""));
  return csvOfTexts([head, ...rows].map((row) => row.filter((_, at) => isKept[at])));
}
