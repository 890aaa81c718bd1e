import { LOGO_CID } from "@club/i18n/mail-page";
import { clubNameOf, readLogo } from "../../desk/club-settings/club-groups.ts";
import type { AppContext } from "../../core/context.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { perServer } from "../../core/kit/per-server.ts";
import type { Connection } from "../../desk/connections/connections.ts";
import { DELIVERED, defineChannel } from "../delivery/define-channel.ts";
import type {
  Channel,
  Delivery,
  DeliveryContext,
  DeliveryError,
  Outcome,
} from "../delivery/define-channel.ts";
import { takeReport } from "../delivery/deliver.ts";
import { noteUse } from "./note-use.ts";
import { readUnwantedOffers } from "./outbox.queries.ts";
import { openMessage } from "./queue-message.ts";

/** A provider took it. */
export interface Taken {
  /** Its own name for the message, in a later report; null: no report will come. */
  readonly ref: string | null;
}

/** What became of a message that a provider took. */
export interface Report {
  readonly ref: string;
  readonly state: "delivered" | "failed";
}

export interface MailAdapter {
  /** Sends one mail; the id is the same at every try. @throws ProviderFailure */
  readonly send: (mail: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string | null;
    /** A PNG that the page names `cid:logo`. */
    readonly logo?: Buffer | null;
    /** Takes a POST that ends mails of this kind to this receiver (RFC 8058). */
    readonly stopUrl?: string | undefined;
  }) => Promise<Taken>;
  /** Ends connections that it holds. */
  readonly close?: () => void;
}

export interface SmsAdapter {
  /** Sends one text message; the id is the same at every try. @throws ProviderFailure */
  readonly send: (message: {
    readonly id: string;
    readonly to: string;
    readonly text: string;
  }) => Promise<Taken>;
  /** Reports that arrive on a connection of its own; a provider's web hook has a route instead. */
  readonly onReport?: (listen: (report: Report) => void) => void;
  /** Ends connections that it holds. */
  readonly close?: () => void;
  /** Checks and reads a report that came over HTTP. @throws hook.refused */
  readonly readReport?: (notice: {
    readonly url: string;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly fields: Readonly<Record<string, string>>;
  }) => Report | null;
}

declare module "../../desk/connections/define-provider.ts" {
  interface Adapters {
    mail: MailAdapter;
    sms: SmsAdapter;
  }
}

/** How long a provider of text messages may take. */
export const SMS_TIMEOUT_MS = 45_000;
const MINUTE = 60;
const HOUR = 3600;

const RULES = {
  // Every half minute or so while a code is valid. Anything else is tried for its whole day: the
  // pauses come to more than that, so that its life ends it and not their number.
  waitsS: [
    10,
    20,
    30,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    ...Array.from({ length: 24 }, () => HOUR),
  ],
  // A provider that is slow has often sent it: a try that is given up sends it again.
  timeoutMs: SMS_TIMEOUT_MS + 5000,
  atOnce: 20,
  perRecipient: 4,
  keepDays: { made: 7 },
} as const;

type MailWay = Connection<"mail"> | "page";

/** Mails to addresses, by the connection `mail`; a demo without one keeps them for its page. */
export const mailChannel: Channel = defineChannel<MailWay>({
  ...RULES,
  // As many as a mail server has connections of: one that waits for a connection runs out of its time.
  atOnce: 5,
  name: "mail",
  isOn: async (ctx) => (await mailWay(ctx)) !== null,
  recipients: async (ctx, deliveries) =>
    await forAll(await withoutUnwanted(ctx, deliveries), await mailWay(ctx)),
  send: async (ctx, delivery, way) => {
    const { to, subject, text, html, stopUrl } = openMessage(ctx, delivery);
    // Who plays in a demo reads the mails on a page of its own.
    if (way === "page") return DELIVERED;
    const { adapter } = way;
    const bearsLogo = html?.includes(`cid:${LOGO_CID}`) === true;
    const logo = bearsLogo ? await readLogo(ctx.db.jobs) : null;
    const mail = {
      id: delivery.id,
      to,
      subject: subject ?? (await clubNameOf(ctx, ctx.db.jobs)),
      text,
      html,
      stopUrl,
    };
    return await carry(
      ctx,
      "mail",
      async () => await adapter.send({ ...mail, html: html ?? null, logo }),
    );
  },
});

/** An offer may wait while its provider is away, and its reader decides otherwise meanwhile. */
async function withoutUnwanted(
  ctx: DeliveryContext,
  deliveries: readonly Delivery[],
): Promise<readonly Delivery[]> {
  const offers = deliveries.filter(({ kind }) => kind === "offer").map(({ id }) => id);
  if (offers.length === 0) return deliveries;
  const unwanted = new Set(await readUnwantedOffers(ctx.db.jobs, offers));
  return deliveries.filter(({ id }) => !unwanted.has(id));
}

type SmsWay = Connection<"sms"> | "terminal";

/** Text messages to phones, by the connection `sms`; a demo without one shows them on its terminal. */
export const smsChannel: Channel = defineChannel<SmsWay>({
  ...RULES,
  name: "sms",
  isOn: async (ctx) => (await smsWay(ctx)) !== null,
  recipients: async (ctx, deliveries) => await forAll(deliveries, await smsWay(ctx)),
  send: async (ctx, delivery, way) => {
    const { to, text } = openMessage(ctx, delivery);
    if (way === "terminal") {
      // A newcomer reads the code there; a log never holds it.
      process.stdout.write(`SMS to ${to}: ${text}\n`);
      return DELIVERED;
    }
    hear(ctx, way.adapter);
    return await carry(
      ctx,
      "sms",
      async () => await way.adapter.send({ id: delivery.id, to, text }),
    );
  },
});

async function mailWay({ connections, settings }: DeliveryContext): Promise<MailWay | null> {
  return (await connections.open("mail")) ?? (settings.demo ? "page" : null);
}

async function smsWay({ connections, settings }: DeliveryContext): Promise<SmsWay | null> {
  const connection = await connections.open("sms");
  if (connection !== null) return connection;
  return settings.demo && settings.mode !== "test" ? "terminal" : null;
}

/** null: the channel was switched off meanwhile. */
async function forAll<T>(
  deliveries: readonly { readonly id: string }[],
  way: T | null,
): Promise<Map<string, T> | null> {
  return way === null ? null : new Map(deliveries.map(({ id }) => [id, way]));
}

/** Sends by a connection, and notes how it went. */
async function carry(
  ctx: DeliveryContext,
  kind: "mail" | "sms",
  send: () => Promise<Taken>,
): Promise<Outcome> {
  try {
    const { ref } = await send();
    await noteUse(ctx, kind, null);
    return { kind: "sent", ref };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await noteUse(ctx, kind, error);
    return outcomeOf(error);
  }
}

const ERRORS: Readonly<Record<ProviderFailure["reason"], DeliveryError>> = {
  unreachable: "unreachable",
  timeout: "timeout",
  busy: "busy",
  server: "server",
  refused: "refused",
  unreadable: "server",
  not_signed_in: "refused",
};

/** Only permanent refusals are final; a wrong password of the club will be corrected. */
function outcomeOf({ reason, answer, afterS, isFinal }: ProviderFailure): Outcome {
  if (isFinal) return { kind: "failed", error: "refused", answer };
  const error = ERRORS[reason];
  return { kind: "retry", error, answer, ...(afterS === undefined ? {} : { afterS }) };
}

const heardOf = perServer(() => new WeakSet<SmsAdapter>());

/** Listens to the reports of an adapter that holds a connection, once. */
function hear(ctx: DeliveryContext, adapter: SmsAdapter): void {
  const heard = heardOf(ctx);
  if (adapter.onReport === undefined || heard.has(adapter)) return;
  heard.add(adapter);
  adapter.onReport((report) => {
    takeReport(ctx, { channel: "sms", ...report }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "a report of a message was lost"),
    );
  });
}

/**
 * Whether a provider delivers the messages of a channel, so that the desk is not shown their codes.
 */
export async function leavesTheClub(
  { connections }: Pick<AppContext, "connections">,
  channel: "mail" | "sms",
): Promise<boolean> {
  return (await connections.open(channel)) !== null;
}

/** Whether a message of a channel gets to its receiver; a demo shows its own on a page. */
export async function reaches(
  ctx: Pick<AppContext, "connections" | "settings">,
  channel: "mail" | "sms",
): Promise<boolean> {
  return ctx.settings.demo || (await leavesTheClub(ctx, channel));
}
