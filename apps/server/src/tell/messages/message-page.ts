import type { Language } from "@club/i18n";

export interface MessagePage {
  readonly clubName: string;
  readonly language: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string } | null;
  /** Why the reader gets it; null: says so itself. */
  readonly why: string | null;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans CJK SC',sans-serif";
const INK = "#16211c";
const QUIET = "#55635c";

/** Programs that know no media queries keep the light colours, which stand at each element. */
const STYLE = `@media (prefers-color-scheme:dark){.out{background:#0d1512!important}.card{background:#16211c!important;border-color:#2c3a33!important}.ink{color:#f1f5f2!important}.quiet{color:#a9b7af!important}}@media (max-width:480px){.card{padding:20px 16px!important}}`;

/**
 * A mail as a page: one table, no picture and nothing that is fetched, so that it reads the same
 * where pictures are off. All that comes from outside is escaped.
 */
export function htmlOf(page: MessagePage): string {
  const { clubName, language, subject, paragraphs, link, why } = page;
  const club = escaped(clubName);
  const body = paragraphs.map(
    (text) =>
      `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:${INK}">${escaped(text)}</p>`,
  );
  const button =
    link === null
      ? ""
      : `<p style="margin:8px 0 8px"><a href="${escaped(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b45;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escaped(link.label)}</a></p>`;
  const foot = why === null ? club : `${club}<br>${escaped(why)}`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${STYLE}</style></head>`,
    `<body class="out" style="margin:0;padding:0;background:#f1f5f2;${FONT}">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="ink" style="padding:0 4px 12px;font-size:14px;font-weight:700;color:${INK}">${club}</td></tr>`,
    `<tr><td class="card" style="padding:28px;border:1px solid #d5ded8;border-radius:12px;background:#ffffff;overflow-wrap:anywhere">`,
    `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:28px;color:${INK}">${escaped(subject)}</h1>`,
    ...body,
    button,
    `</td></tr><tr><td class="quiet" style="padding:16px 4px 0;font-size:13px;line-height:18px;color:${QUIET}">${foot}</td></tr></table>`,
    `</td></tr></table></body></html>`,
  ].join("");
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
