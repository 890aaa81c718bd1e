import type { ListItemOf, previewMessages } from "@club/contract";
import { LANGUAGES, type Language } from "./language.ts";

/** What a mail says and how the club looks, before it is drawn. */
export type MailPage = ListItemOf<typeof previewMessages>["page"];

type Style = Readonly<Record<string, string>>;

/**
 * A part of a mail's page. The server writes it as HTML, the console draws it as it is: text stays
 * text in both, since there is no markup in a mail but these parts.
 */
export interface MailPart {
  readonly tag: "body" | "table" | "tbody" | "tr" | "td" | "h1" | "p" | "a" | "img" | "br";
  readonly style?: Style;
  /** What is otherwise where the reader's program is dark. */
  readonly dark?: Style;
  /** What is otherwise on a narrow screen. */
  readonly narrow?: Style;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly (MailPart | string)[];
}

/** What the desk writes as paragraphs: an empty line begins one, lines within one stay lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim());

/** A text in the reader's language, or the first that was written. */
export function inLanguage<T>(
  texts: Readonly<Partial<Record<Language, T>>>,
  language: Language,
): { readonly language: Language; readonly text: T } | undefined {
  for (const id of [language, ...LANGUAGES.map((each) => each.id)]) {
    const text = texts[id];
    if (text !== undefined) return { language: id, text };
  }
  return undefined;
}

/** The logo comes with the mail, so that it is shown without anything being fetched. */
export const LOGO_CID = "logo";
export const NARROW_PX = 480;

const FONT = "-apple-system,'Segoe UI',Roboto,'Noto Sans CJK SC',sans-serif";
const INK = { color: "#16211c" };
const DARK_INK = { color: "#f1f5f2" };
const ON_HEADER = "#ffffff";
const TABLE = { role: "presentation", width: "100%", cellPadding: "0", cellSpacing: "0" };

/** A mail as one table under the club's name and colour. It reads the same without pictures. */
export function mailBody(page: MailPage): MailPart {
  const column: MailPart = {
    tag: "table",
    attributes: TABLE,
    style: { maxWidth: "560px" },
    children: [{ tag: "tbody", children: [headOf(page), cardOf(page), footOf(page)] }],
  };
  const middle: MailPart = {
    tag: "td",
    attributes: { align: "center" },
    style: { padding: "24px 12px" },
    children: [column],
  };
  const whole: MailPart = { tag: "tbody", children: [{ tag: "tr", children: [middle] }] };
  return {
    tag: "body",
    style: { margin: "0", padding: "0", background: "#f1f5f2", fontFamily: FONT },
    dark: { background: "#0d1512" },
    children: [{ tag: "table", attributes: TABLE, children: [whole] }],
  };
}

function headOf({ club_name: club, look }: MailPage): MailPart {
  return row({
    style: {
      padding: "14px 28px",
      borderRadius: "12px 12px 0 0",
      background: look.colour_header,
      color: ON_HEADER,
      fontSize: "16px",
      lineHeight: "28px",
      fontWeight: "700",
    },
    narrow: { padding: "12px 16px" },
    children: look.has_logo ? [LOGO, club] : [club],
  });
}

function cardOf({ subject, paragraphs, link, look }: MailPage): MailPart {
  return row({
    style: {
      padding: "28px",
      border: "1px solid #d5ded8",
      borderTop: "0",
      borderRadius: "0 0 12px 12px",
      background: "#ffffff",
      overflowWrap: "anywhere",
    },
    dark: { background: "#16211c", borderColor: "#2c3a33" },
    narrow: { padding: "20px 16px" },
    children: [
      text("h1", "22px/28px", subject),
      ...paragraphs.map((paragraph) => text("p", "16px/24px", paragraph)),
      ...(link === null ? [] : [buttonOf(link, look)]),
    ],
  });
}

function footOf({ club_name: club, why }: MailPage): MailPart {
  return row({
    style: { padding: "16px 4px 0", fontSize: "13px", lineHeight: "18px", color: "#55635c" },
    dark: { color: "#a9b7af" },
    children: why === null ? [club] : [club, { tag: "br" }, why],
  });
}

/** The club's name stands beside it, so who sees no pictures misses nothing. */
const LOGO: MailPart = {
  tag: "img",
  attributes: { src: `cid:${LOGO_CID}`, alt: "", height: "28" },
  style: { height: "28px", width: "auto", margin: "0 10px 0 0", verticalAlign: "middle" },
};

function row(cell: Omit<MailPart, "tag">): MailPart {
  return { tag: "tr", children: [{ tag: "td", ...cell }] };
}

function text(tag: "h1" | "p", font: string, words: string): MailPart {
  const [fontSize = "", lineHeight = ""] = font.split("/");
  const style = { margin: "0 0 16px", fontSize, lineHeight, ...INK };
  const lines = words.split("\n");
  const children = lines.flatMap((line, i): (MailPart | string)[] =>
    i === 0 ? [line] : [{ tag: "br" }, line],
  );
  return { tag, style, dark: DARK_INK, children };
}

function buttonOf(link: NonNullable<MailPage["link"]>, look: MailPage["look"]): MailPart {
  const button: MailPart = {
    tag: "a",
    attributes: { href: link.url },
    style: {
      display: "inline-block",
      padding: "12px 20px",
      borderRadius: "8px",
      background: look.colour_light,
      color: ON_HEADER,
      fontSize: "16px",
      lineHeight: "20px",
      fontWeight: "600",
      textDecoration: "none",
    },
    // The colour on dark is a light one: what is written on it is the dark ground.
    dark: { background: look.colour_dark, color: "#04150e" },
    children: [link.label],
  };
  return { tag: "p", style: { margin: "8px 0 8px" }, children: [button] };
}
