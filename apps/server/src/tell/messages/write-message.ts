import { assert } from "@club/domain";
import { createT, formatDate, formatMoney, formatMonth, formatTime } from "@club/i18n";
import type { Language } from "@club/i18n";
import { MESSAGE_TEXTS } from "@club/i18n/messages";
import type { AppContext } from "../../core/context.ts";
import { paragraphsOf, type MailPage } from "@club/i18n/mail-page";
import type { Queryable } from "../../core/db/connect.ts";
import { readGroup } from "../../core/db/setting-groups.ts";
import { LOOK, withClubName } from "../../desk/club-settings/club-groups.ts";
import { htmlOf } from "./message-page.ts";
import { MESSAGE_KINDS } from "./message-kinds.ts";
import type { Fact, FactsOf, MessageKindName } from "./message-kinds.ts";

/** A message as it is sent: `text` by mail, `html` the same as a page, `short` to a phone. */
export interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly short: string;
  /** What the page is drawn from. */
  readonly page: MailPage;
}

/** What every message bears: the club's name and its look. */
export type Sender = Pick<AppContext, "settings"> & { readonly look: MailPage["look"] };

/** The club as its messages name it now. */
export async function readSender(
  ctx: Pick<AppContext, "settings">,
  db: Queryable,
): Promise<Sender> {
  const { logo, ...colours } = await readGroup(db, LOOK);
  return { ...(await withClubName(ctx, db)), look: { ...colours, has_logo: logo !== "" } };
}

export interface MessageToWrite<K extends MessageKindName = MessageKindName> {
  readonly kind: K;
  readonly language: Language;
  readonly facts: FactsOf<K>;
}

/** What a kind of message is called: its subject, with what it would say of an example. */
export function subjectOf(kind: MessageKindName, language: Language): string {
  return createT(
    language,
    MESSAGE_TEXTS[language],
  )(`message.${kind}.subject` as "message.limits.subject");
}

/** Writes a message in a player's language, under the club's name. */
export function writeMessage<K extends MessageKindName>(
  { settings, look }: Sender,
  { kind, language, facts }: MessageToWrite<K>,
): WrittenMessage {
  const { clubName, publicUrl } = settings;
  const { askedBy, screen } = MESSAGE_KINDS[kind];
  const t = createT(language, MESSAGE_TEXTS[language]);
  const params = Object.fromEntries(
    Object.entries<Fact>(facts).map(([name, fact]) => [name, worded(settings, language, fact)]),
  );
  const of = (part: "subject" | "body"): string => {
    const text = t.find(`message.${kind}.${part}`, params);
    assert(text !== undefined, `a message has its ${part}`);
    return text;
  };
  const [subject, body] = [of("subject"), of("body")];
  const warning = askedBy === "safety" ? t("message.notYou") : null;
  const link = screen === null ? null : linkTo(publicUrl, screen, t("message.open"));
  const why =
    askedBy === "code" ? null : t(askedBy === "wish" ? "message.mayRefuse" : "message.mustCome");
  // A text message begins with the club's name; a mail has it above, so its sentence begins there.
  const first = body.charAt(0).toLocaleUpperCase(language) + body.slice(1);
  const paragraphs = [first, warning].filter((line) => line !== null);
  const page = { club_name: clubName, language, subject, paragraphs, link, why, look };
  return {
    subject,
    page,
    text: textOf(page),
    html: htmlOf(page),
    short: `${clubName}: ${[body, warning].filter((line) => line !== null).join(" ")}`,
  };
}

/** What the desk writes to players who agreed to offers, in the frame of every mail. */
export function writeOffer(
  { settings, look }: Sender,
  said: { readonly language: Language; readonly subject: string; readonly text: string },
): Omit<WrittenMessage, "short"> {
  const { clubName, publicUrl } = settings;
  const { language, subject } = said;
  const t = createT(language, MESSAGE_TEXTS[language]);
  const page: MailPage = {
    club_name: clubName,
    language,
    subject,
    paragraphs: paragraphsOf(said.text),
    link: linkTo(publicUrl, "/", t("message.open")),
    why: t("message.mayStop"),
    look,
  };
  return { subject, page, text: textOf(page), html: htmlOf(page) };
}

function linkTo(publicUrl: string | undefined, screen: string, label: string): MailPage["link"] {
  return publicUrl === undefined
    ? null
    : { label, url: `${publicUrl.replace(/\/$/, "")}/#${screen}` };
}

/** The page as plain text. */
function textOf({ club_name: club, paragraphs, link, why }: MailPage): string {
  const linkText = link === null ? null : `${link.label}: ${link.url}`;
  const foot = ["--", club, why].filter((line) => line !== null).join("\n");
  return [club, ...paragraphs, linkText, foot].filter((line) => line !== null).join("\n\n");
}

function worded(
  { currency, timeZone }: AppContext["settings"],
  language: Language,
  fact: Fact,
): string {
  if (typeof fact === "bigint") return formatMoney(fact, currency, language);
  if (typeof fact === "string") return fact;
  if (fact instanceof Date) {
    return `${formatDate(fact, timeZone, language)} ${formatTime(fact, timeZone, language)}`;
  }
  const month = formatMonth(`${fact.month}-01`, language);
  // It stands within a sentence, where these two write it small.
  return language === "es" || language === "fr" ? month.toLocaleLowerCase(language) : month;
}
