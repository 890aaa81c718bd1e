/**
 * The small Markdown of the club's pages: headings, paragraphs, lists, tables, bold, italics, links. It is
 * read into plain values that the apps draw with components of their own. No HTML is involved, so a
 * text can do nothing but be read. Unknown marks stay as typed.
 */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "strong"; readonly children: readonly Inline[] }
  | { readonly kind: "em"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly children: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  | {
      readonly kind: "list";
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Inline[])[];
    }
  | {
      readonly kind: "table";
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

const BULLET = /^[-*] (.*)$/;
const NUMBERED = /^\d{1,3}\. (.*)$/;
const HEADING = /^(#{2,3}) (.*)$/;
const RULE_OF_TABLE = /^\|(?: ?:?-+:? ?\|)+$/;

/** Reads a text. Any text gives blocks; none makes it throw. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) {
      blocks.push({ kind: "paragraph", children: readInline(paragraph.join(" ")) });
    }
    paragraph = [];
  };
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  let at = 0;
  while (at < lines.length) {
    const found = blockAt(lines, at);
    if (found === null) {
      const line = (lines[at] ?? "").trim();
      if (line === "") flush();
      else paragraph.push(line);
      at += 1;
      continue;
    }
    flush();
    blocks.push(found.block);
    at = found.next;
  }
  flush();
  return blocks;
}

/** A heading, list or table that begins at a line; null: the line belongs to a paragraph. */
function blockAt(lines: readonly string[], at: number): { block: Block; next: number } | null {
  const heading = HEADING.exec(lines[at] ?? "");
  if (heading !== null) {
    const level = heading[1]?.length === 2 ? 2 : 3;
    const children = readInline(heading[2] ?? "");
    return { block: { kind: "heading", level, children }, next: at + 1 };
  }
  return listAt(lines, at, BULLET) ?? listAt(lines, at, NUMBERED) ?? tableAt(lines, at);
}

function listAt(
  lines: readonly string[],
  at: number,
  mark: RegExp,
): { block: Block; next: number } | null {
  const items: (readonly Inline[])[] = [];
  let next = at;
  for (
    let item = mark.exec(lines[next] ?? "");
    item !== null;
    item = mark.exec(lines[next] ?? "")
  ) {
    items.push(readInline(item[1] ?? ""));
    next += 1;
  }
  if (items.length === 0) return null;
  return { block: { kind: "list", isOrdered: mark === NUMBERED, items }, next };
}

function tableAt(lines: readonly string[], at: number): { block: Block; next: number } | null {
  const isRow = (line: string | undefined): line is string => line?.trim().startsWith("|") ?? false;
  const head = lines[at];
  if (!isRow(head) || !RULE_OF_TABLE.test((lines[at + 1] ?? "").trim())) return null;
  const rows: (readonly (readonly Inline[])[])[] = [];
  let next = at + 2;
  for (let row = lines[next]; isRow(row); row = lines[next]) {
    rows.push(cellsOf(row));
    next += 1;
  }
  return { block: { kind: "table", head: cellsOf(head), rows }, next };
}

function cellsOf(row: string): (readonly Inline[])[] {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split("|").map((cell) => readInline(cell.trim()));
}

const MARKS = /\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^[\]]+)\]\(([^()\s]+)\)/g;

function readInline(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > from) found.push({ kind: "text", text: text.slice(from, match.index) });
    found.push(inlineOf(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}

function inlineOf(match: RegExpMatchArray): Inline {
  const [whole, strong, em, label, href] = match;
  const plain = (text: string): Inline[] => [{ kind: "text", text }];
  if (strong !== undefined) return { kind: "strong", children: plain(strong) };
  if (em !== undefined) return { kind: "em", children: plain(em) };
  if (label !== undefined && href !== undefined && isSafeLink(href)) {
    return { kind: "link", href, children: plain(label) };
  }
  return { kind: "text", text: whole };
}

/** https, mailto, tel, or a screen of the app itself. */
export function isSafeLink(href: string): boolean {
  return /^(?:https:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|#\/)/i.test(href);
}

const TAG = /<[a-z!/?]/i;
const LINK = /\[[^[\]]+\]\(([^)\s]*)/g;

/** False for what an editor must not publish: HTML, which would show as typed, and unsafe links. */
export function isSafeMarkdown(text: string): boolean {
  if (TAG.test(text)) return false;
  return [...text.matchAll(LINK)].every((match) => isSafeLink(match[1] ?? ""));
}

/** The words of a text without marks, for searching. */
export function plainTextOf(text: string): string {
  return readMarkdown(text)
    .map((block) => {
      if (block.kind === "list") return block.items.map(wordsOf).join(" ");
      if (block.kind === "table") return [block.head, ...block.rows].flat().map(wordsOf).join(" ");
      return wordsOf(block.children);
    })
    .join(" ");
}

function wordsOf(inline: readonly Inline[]): string {
  return inline.map((each) => (each.kind === "text" ? each.text : wordsOf(each.children))).join("");
}
