import { mailBody, NARROW_PX } from "@club/i18n/mail-page";
import type { MailPage, MailPart } from "@club/i18n/mail-page";

type Style = NonNullable<MailPart["style"]>;

/** Rules for the dark and for narrow screens; a class for each set of them. */
class Rules {
  readonly #dark = new Map<string, string>();
  readonly #narrow = new Map<string, string>();

  classesOf({ dark, narrow }: MailPart): string[] {
    return [nameIn(this.#dark, "d", dark), nameIn(this.#narrow, "n", narrow)].filter(
      (name) => name !== "",
    );
  }

  get text(): string {
    return (
      `@media (prefers-color-scheme:dark){${listed(this.#dark)}}` +
      `@media (max-width:${NARROW_PX}px){${listed(this.#narrow)}}`
    );
  }
}

function nameIn(rules: Map<string, string>, letter: string, style: Style | undefined): string {
  if (style === undefined) return "";
  // What stands at the element itself is stronger than any rule but these.
  const rule = cssOf(style).replaceAll(/(?=;|$)/g, "!important");
  const name = rules.get(rule) ?? `${letter}${rules.size}`;
  rules.set(rule, name);
  return name;
}

function listed(rules: ReadonlyMap<string, string>): string {
  return [...rules].map(([rule, name]) => `.${name}{${rule}}`).join("");
}

function cssOf(style: Style): string {
  return Object.entries(style)
    .map(
      ([name, value]) =>
        `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`,
    )
    .join(";");
}

/**
 * A mail as a page: one table and nothing that is fetched, so that it reads the same where pictures
 * are off. All that comes from outside is escaped. Programs that know no media queries keep the
 * light colours, which stand at each element.
 */
export function htmlOf(page: MailPage): string {
  const rules = new Rules();
  const body = written(mailBody(page), rules);
  return [
    `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><title>${escaped(page.subject)}</title><style>${rules.text}</style></head>`,
    `${body}</html>`,
  ].join("");
}

const EMPTY: ReadonlySet<MailPart["tag"]> = new Set(["img", "br"]);

function written(part: MailPart | string, rules: Rules): string {
  if (typeof part === "string") return escaped(part);
  const { tag, style, attributes, children = [] } = part;
  const classes = rules.classesOf(part);
  const all = {
    ...attributes,
    ...(classes.length > 0 && { class: classes.join(" ") }),
    ...(style !== undefined && { style: cssOf(style) }),
  };
  const opened = Object.entries(all).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const inside = children.map((child) => written(child, rules)).join("");
  return EMPTY.has(tag)
    ? `<${tag}${opened.join("")}>`
    : `<${tag}${opened.join("")}>${inside}</${tag}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it stands in a page. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
