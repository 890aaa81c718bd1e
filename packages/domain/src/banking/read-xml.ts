/** An element of a document: its name without its prefix, its text, its children in order. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Its own text, trimmed. */
  readonly text: string;
}

const MOST_DEPTH = 40;
const MOST_NODES = 2_000_000;
/** XML's five predefined entities. No others are known, so reading cannot make a text grow. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const NAME = /^[A-Za-z_][\w.\-:]*$/;
const ATTRIBUTE = /\s+([A-Za-z_][\w.\-:]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const REFERENCE = /&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]{1,8});/g;
const LAST_CODE = 0x10_ff_ff;
const SKIPPED = [
  ["<?", "?>"],
  ["<!--", "-->"],
] as const;
const CDATA = "<![CDATA[";

interface Open {
  name: string;
  qualified: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  parts: string[];
}

/**
 * Reads a document strictly and fetches nothing: a document type is refused, so there are no
 * entities to expand and no addresses to fetch; depth and number of elements are limited. Prefixes
 * are dropped, since banks choose their own. Null: it is not such a document.
 */
export function readXml(text: string): XmlNode | null {
  const reader = new Reader(text.replace(/^\uFEFF/, ""));
  try {
    return reader.read();
  } catch (error) {
    if (error instanceof NotXml) return null;
    throw error;
  }
}

class NotXml extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;
  #count = 0;
  #root: XmlNode | null = null;
  readonly #open: Open[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): XmlNode | null {
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf("<", this.#at);
      this.#take(this.#text.slice(this.#at, next === -1 ? undefined : next));
      if (next === -1) break;
      this.#at = next;
      this.#readMark();
    }
    if (this.#open.length > 0) throw new NotXml();
    return this.#root;
  }

  #readMark(): void {
    for (const [from, to] of SKIPPED) {
      if (this.#text.startsWith(from, this.#at)) {
        this.#until(to, from.length);
        return;
      }
    }
    if (this.#text.startsWith(CDATA, this.#at)) {
      const raw = this.#until("]]>", CDATA.length);
      this.#open.at(-1)?.parts.push(raw);
      return;
    }
    // A document type, or anything else that a statement has no use for.
    if (this.#text.startsWith("<!", this.#at)) throw new NotXml();
    if (this.#text.startsWith("</", this.#at)) this.#close(this.#until(">", 2).trimEnd());
    else this.#begin(this.#until(">", 1));
  }

  /** The text up to `end`; reading goes on after it. */
  #until(end: string, skip: number): string {
    const from = this.#at + skip;
    const to = this.#text.indexOf(end, from);
    if (to === -1) throw new NotXml();
    this.#at = to + end.length;
    return this.#text.slice(from, to);
  }

  #begin(tag: string): void {
    const isEmpty = tag.endsWith("/");
    const inner = isEmpty ? tag.slice(0, -1) : tag;
    const qualified = /^[^\s]*/.exec(inner)?.[0] ?? "";
    if (!NAME.test(qualified)) throw new NotXml();
    this.#count += 1;
    const isSecondRoot = this.#open.length === 0 && this.#root !== null;
    if (isSecondRoot || this.#open.length >= MOST_DEPTH || this.#count > MOST_NODES) {
      throw new NotXml();
    }
    this.#open.push({
      name: qualified.slice(qualified.indexOf(":") + 1),
      qualified,
      attributes: attributesOf(inner.slice(qualified.length)),
      children: [],
      parts: [],
    });
    if (isEmpty) this.#close(qualified);
  }

  #close(qualified: string): void {
    const done = this.#open.pop();
    if (done === undefined || done.qualified !== qualified) throw new NotXml();
    const { name, attributes, children, parts } = done;
    const node: XmlNode = { name, attributes, children, text: parts.join("").trim() };
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = node;
    else parent.children.push(node);
  }

  #take(text: string): void {
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.parts.push(unescaped(text));
    else if (text.trim() !== "") throw new NotXml();
  }
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  let at = 0;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (match === null) break;
    found[match[1] ?? ""] = unescaped(match[2] ?? match[3] ?? "");
    at = ATTRIBUTE.lastIndex;
  }
  if (text.slice(at).trim() !== "") throw new NotXml();
  return found;
}

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  const known = text.replaceAll(REFERENCE, "");
  if (known.includes("&")) throw new NotXml();
  return text.replaceAll(REFERENCE, signOf);
}

/** The character that one reference stands for. */
function signOf(reference: string): string {
  const name = reference.slice(1, -1);
  if (!name.startsWith("#")) return ENTITIES[name] ?? refuseEntity();
  const isHex = name.charAt(1) === "x";
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code === 0 || code > LAST_CODE ? refuseEntity() : String.fromCodePoint(code);
}

function refuseEntity(): never {
  throw new NotXml();
}

/** The first element of that name on each step down; undefined where there is none. */
export function findXml(node: XmlNode, ...path: readonly string[]): XmlNode | undefined {
  let at: XmlNode | undefined = node;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at;
}

/** Every element of that name directly below. */
export function childrenXml(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}
