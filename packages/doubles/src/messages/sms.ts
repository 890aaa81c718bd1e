import { createHmac, randomUUID } from "node:crypto";
import type { AddressInfo, Server } from "node:net";
import smpp from "smpp";
import type { Session } from "smpp";
import { HttpDouble } from "../http-double.ts";
import type { DoubleAnswer, SeenRequest } from "../http-double.ts";

/** A text message as it arrived. */
export interface ArrivedText {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly at: Date;
}

/** Keeps texts by id, so that a repeat is seen as one. */
class Phones {
  readonly texts: ArrivedText[] = [];
  keep(text: Omit<ArrivedText, "at">): void {
    if (!this.texts.some(({ id }) => id === text.id)) this.texts.push({ ...text, at: new Date() });
  }
}

/** The plain gateway: `POST { id, to, from, text }` with a bearer token. */
export class SmsHttpDouble extends HttpDouble {
  readonly #phones: Phones;

  constructor(token: string) {
    const phones = new Phones();
    super((request) => takeText(request, token, phones));
    this.#phones = phones;
  }

  get texts(): readonly ArrivedText[] {
    return this.#phones.texts;
  }
}

function takeText(request: SeenRequest, token: string, phones: Phones): DoubleAnswer {
  if (request.headers["authorization"] !== `Bearer ${token}`) {
    return { status: 401, body: { error: "token" } };
  }
  if (request.method !== "POST") return { status: 405, body: { error: "method" } };
  const { id, to, from, text } = JSON.parse(request.body) as Record<string, string>;
  if (id === undefined || to === undefined || from === undefined || text === undefined) {
    return { status: 422, body: { error: "id, to, from and text" } };
  }
  phones.keep({ id, to, from, text });
  return { status: 202, body: { id } };
}

const CREATED = 201;

/** Twilio's Messages call and its signed status callbacks, as published. */
export class TwilioDouble extends HttpDouble {
  readonly #phones: Phones;
  readonly #token: string;
  readonly #callbacks = new Map<string, string>();

  constructor(account: string, token: string) {
    const phones = new Phones();
    const callbacks = new Map<string, string>();
    super((request) => takeMessage(request, { account, token, phones, callbacks }));
    this.#phones = phones;
    this.#callbacks = callbacks;
    this.#token = token;
  }

  get texts(): readonly ArrivedText[] {
    return this.#phones.texts;
  }

  /** Calls back what became of a message; `secret` another one than the account's: a forgery. */
  async report(sid: string, status: string, secret = this.#token): Promise<number> {
    const callback = this.#callbacks.get(sid);
    if (callback === undefined) throw new Error("No status callback was asked for.");
    const fields: Record<string, string> = { MessageSid: sid, MessageStatus: status };
    const text = Object.keys(fields)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .reduce((sum, name) => sum + name + fields[name], callback);
    const answer = await fetch(callback, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": createHmac("sha1", secret).update(text).digest("base64"),
      },
      body: new URLSearchParams(fields).toString(),
    });
    return answer.status;
  }
}

function takeMessage(
  request: SeenRequest,
  club: { account: string; token: string; phones: Phones; callbacks: Map<string, string> },
): DoubleAnswer {
  const { account, token, phones, callbacks } = club;
  const expected = `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`;
  if (request.headers["authorization"] !== expected) {
    return { status: 401, body: { code: 20003, message: "Authenticate", status: 401 } };
  }
  if (request.path !== `/2010-04-01/Accounts/${account}/Messages.json`) {
    return { status: 404, body: { code: 20404, message: "not found", status: 404 } };
  }
  const form = new URLSearchParams(request.body);
  const [to, from, body] = [form.get("To"), form.get("From"), form.get("Body")];
  if (to === null || !/^\+[1-9]\d{6,14}$/.test(to)) {
    return {
      status: 400,
      body: { code: 21211, message: "Invalid 'To' Phone Number", status: 400 },
    };
  }
  if (from === null || body === null) {
    return { status: 400, body: { code: 21603, message: "A 'From' is required", status: 400 } };
  }
  const sid = `SM${randomUUID().replaceAll("-", "")}`;
  phones.keep({ id: sid, to, from, text: body });
  const callback = form.get("StatusCallback");
  if (callback !== null) callbacks.set(sid, callback);
  return { status: CREATED, body: { sid, status: "queued", to, from, body } };
}

const NOT_SIGNED_IN = 0x0e;
const UCS2 = 8;

/** A message centre of SMPP 3.4: binds, submissions, receipts. */
export class SmppDouble {
  readonly texts: ArrivedText[] = [];
  /** Command statuses of the next submissions; 0 takes one. */
  readonly next: number[] = [];
  readonly #sessions = new Set<Session>();
  readonly #server: Server;

  constructor(user: string, password: string) {
    this.#server = smpp.createServer((session) => {
      this.#sessions.add(session);
      session.on("close", () => this.#sessions.delete(session));
      session.on("error", () => this.#sessions.delete(session));
      session.on("bind_transceiver", (pdu) => {
        const isKnown = pdu.system_id === user && pdu.password === password;
        session.send(pdu.response(isKnown ? {} : { command_status: NOT_SIGNED_IN }));
      });
      session.on("enquire_link", (pdu) => session.send(pdu.response()));
      session.on("submit_sm", (pdu) => {
        const status = this.next.shift() ?? 0;
        if (status !== 0) {
          session.send(pdu.response({ command_status: status }));
          return;
        }
        const id = String(this.texts.length + 1).padStart(8, "0");
        const { message } = pdu.short_message ?? {};
        this.texts.push({
          id,
          to: `+${pdu.destination_addr ?? ""}`,
          from: pdu.source_addr ?? "",
          text: textOf(message, pdu.data_coding ?? 0),
          at: new Date(),
        });
        session.send(pdu.response({ message_id: id }));
      });
    });
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    return this;
  }

  /** `127.0.0.1:PORT` */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends a receipt of a message on every session that is open. */
  report(id: string, stat: string): void {
    for (const session of this.#sessions) {
      session.deliver_sm({
        esm_class: 4,
        source_addr: "1",
        destination_addr: "2",
        short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:${stat} err:000 text:`,
      });
    }
  }

  /** Ends every session, as a restarted centre does. */
  dropAll(): void {
    for (const session of this.#sessions) session.destroy();
  }

  async close(): Promise<void> {
    this.dropAll();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function textOf(message: unknown, coding: number): string {
  if (!Buffer.isBuffer(message)) return typeof message === "string" ? message : "";
  return coding === UCS2
    ? Buffer.from(message).swap16().toString("utf16le")
    : message.toString("latin1");
}
