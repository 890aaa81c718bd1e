import smpp from "smpp";
import type { Pdu, Session } from "smpp";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { isPrivateLiteral, publicLookup } from "../../core/http/call-outside.ts";
import type { Report } from "../outbox/message-channel.ts";

export interface SmppSession {
  /** @throws ProviderFailure when no answer comes */
  readonly submit: (fields: Record<string, unknown>) => Promise<Pdu>;
  readonly close: () => void;
}

const SMPP_3_4 = 0x34;
const TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 30_000;
/** Longest text of one message, and of one part of a longer one: in GSM's alphabet, and in UCS-2. */
const GSM = { whole: 160, part: 153 };
const UCS2 = { whole: 70, part: 67 };
/** The basic alphabet of 3GPP TS 23.038; its extension counts double, and is sent as UCS-2. */
const GSM_ALPHABET =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

export function isGsm(text: string): boolean {
  return GSM_ALPHABET.test(text);
}

export type Part = string | { readonly udh: Buffer; readonly message: string };

/** A text as the parts of a concatenated message (3GPP TS 23.040, 9.2.3.24.1). */
export function partsOf(text: string): Part[] {
  const size = isGsm(text) ? GSM : UCS2;
  if (text.length <= size.whole) return [text];
  const count = Math.ceil(text.length / size.part);
  const together = Math.floor(Math.random() * 256);
  return Array.from({ length: count }, (_, i) => ({
    udh: Buffer.from([5, 0, 3, together, count, i + 1]),
    message: text.slice(i * size.part, (i + 1) * size.part),
  }));
}

/**
 * Opens a session and signs in.
 *
 * @throws ProviderFailure
 */
export async function connectSmpp(
  address: string,
  handlers: {
    isFromMachine: boolean;
    onReceipt: (report: Report) => void;
    onEnd: () => void;
  },
): Promise<SmppSession> {
  const url = new URL(address);
  if (!handlers.isFromMachine && isPrivateLiteral(url.hostname)) {
    throw new ProviderFailure("unreachable");
  }
  const raw = smpp.connect(optionsOf(url, handlers.isFromMachine));
  let fail: (error: ProviderFailure) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Whoever waits for an answer hears of it; with nobody waiting it is no error.
  ended.catch(() => undefined);
  let isOver = false;
  const end = (): void => {
    // An error is followed by a close, and by then another session may stand.
    if (isOver) return;
    isOver = true;
    handlers.onEnd();
    fail(new ProviderFailure("unreachable"));
    raw.destroy();
  };
  raw.on("error", end);
  raw.on("close", end);
  hearReceipts(raw, handlers.onReceipt);
  const ask = async (begin: (answered: (pdu: Pdu) => void) => void): Promise<Pdu> => {
    const asked = Promise.race([new Promise<Pdu>(begin), ended]);
    return await inTime(asked, end);
  };
  const bound = await ask((answered) => raw.bind_transceiver(credentialsOf(url), answered));
  const status = bound.command_status ?? 0;
  if (status !== 0) {
    end();
    throw new ProviderFailure("not_signed_in", { answer: status });
  }
  return {
    submit: async (fields) => await ask((answered) => raw.submit_sm(fields, answered)),
    close: end,
  };
}

function credentialsOf({ username, password }: URL): Record<string, unknown> {
  return {
    system_id: decodeURIComponent(username),
    password: decodeURIComponent(password),
    interface_version: SMPP_3_4,
  };
}

function optionsOf(url: URL, isFromMachine: boolean): Record<string, unknown> {
  return {
    host: url.hostname,
    port: Number(url.port === "" ? "2775" : url.port),
    tls: url.protocol === "smpps:",
    auto_enquire_link_period: KEEP_ALIVE_MS,
    ...(isFromMachine ? {} : { lookup: publicLookup }),
  };
}

function hearReceipts(raw: Session, onReceipt: (report: Report) => void): void {
  raw.on("deliver_sm", (pdu) => {
    raw.send(pdu.response());
    const report = receiptOf(pdu);
    if (report !== null) onReceipt(report);
  });
}

async function inTime(asked: Promise<Pdu>, onLate: () => void): Promise<Pdu> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new ProviderFailure("timeout"));
      onLate();
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

const ENDS: Readonly<Record<string, Report["state"]>> = {
  DELIVRD: "delivered",
  EXPIRED: "failed",
  DELETED: "failed",
  UNDELIV: "failed",
  REJECTD: "failed",
};

/** A delivery receipt (SMPP 3.4, appendix B): `id:... stat:DELIVRD ...`; null: not the end of one. */
export function receiptOf(pdu: Pdu): Report | null {
  const { message } = pdu.short_message ?? {};
  const text = Buffer.isBuffer(message) ? message.toString("latin1") : message;
  if (typeof text !== "string") return null;
  const ref = /\bid:(\S+)/i.exec(text)?.[1];
  const state = ENDS[/\bstat:(\w+)/i.exec(text)?.[1]?.toUpperCase() ?? ""];
  return ref === undefined || state === undefined ? null : { ref, state };
}
