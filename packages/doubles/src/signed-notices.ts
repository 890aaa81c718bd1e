import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** The secret that the doubles sign with, unless told otherwise. */
export const DOUBLE_SECRET = `whsec_${Buffer.from("a secret of doubles, never of a club").toString("base64")}`;

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SigningOptions {
  readonly secret?: string;
  /** The same on a repeat. */
  readonly id?: string;
  readonly at?: Date;
}

/** A notice as a provider sends it: the body's bytes, signed as Standard Webhooks. */
export function signedNotice(body: unknown, options: SigningOptions = {}): SignedRequest {
  const { secret = DOUBLE_SECRET, id = `msg_${randomUUID()}`, at = new Date() } = options;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const MS = 1000;
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / MS)),
    "webhook-signature": new Webhook(secret).sign(id, at, text),
  };
  return { headers, body: text };
}

/** Sends a notice; the status of the answer, 0 when nobody answered. */
export async function sendNotice(url: string, { headers, body }: SignedRequest): Promise<number> {
  const json = { "content-type": "application/json", ...headers };
  try {
    return (await fetch(url, { method: "POST", headers: json, body })).status;
  } catch {
    return 0;
  }
}
