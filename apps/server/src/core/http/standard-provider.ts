import { Refusal } from "@club/domain";
import { Webhook } from "standardwebhooks";
import { askProviderJson, ProviderFailure, providerUrl } from "./ask-provider.ts";

/** Where a provider of the kind `standard` is asked, and with which key. */
export interface StandardAccess {
  readonly url: string;
  readonly key: string;
  readonly isFromMachine: boolean;
}

export interface StandardQuestion {
  readonly path: string;
  readonly body: unknown;
  /** The same for every repeat of the question. */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
}

/** Asks a provider that speaks plain JSON with a bearer. @throws ProviderFailure */
export async function askStandard(
  access: StandardAccess,
  { path, body, idempotencyKey, timeoutMs }: StandardQuestion,
): Promise<unknown> {
  return await askProviderJson({
    method: "POST",
    url: addressOf(access, path),
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      authorization: `Bearer ${access.key}`,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    body: JSON.stringify(body),
    ...(timeoutMs !== undefined && { timeoutMs }),
    isFromMachine: access.isFromMachine,
  });
}

const NO_SUCH_THING = 404;

/** Whether it is there and knows the key: asked for something that it cannot have. @throws ProviderFailure */
export async function testStandard(access: StandardAccess, path: string): Promise<void> {
  try {
    await askProviderJson({
      method: "GET",
      url: addressOf(access, `${path}/connection-test`),
      headers: { authorization: `Bearer ${access.key}` },
      isFromMachine: access.isFromMachine,
    });
  } catch (error) {
    const isThere = error instanceof ProviderFailure && error.answer === NO_SUCH_THING;
    if (!isThere) throw error;
  }
}

function addressOf({ url }: StandardAccess, path: string): URL {
  return providerUrl(url.replace(/\/+$/, "") + path);
}

const MOST_ID = 200;

/** Who wrote a notice, and when. */
export interface SignedNotice {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw body, which is what is signed. */
  readonly text: string;
}

/**
 * Checks a notice by Standard Webhooks: HMAC over id, time and body, five minutes good.
 *
 * @returns its id, the same on a repeat.
 * @throws hook.refused
 */
export function checkStandardNotice(secret: string, { headers, text }: SignedNotice): string {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
  const given = Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")]));
  const id = given["webhook-id"] ?? "";
  // A number alone: the library would also take one with something behind it.
  const isWhole = /^\d{1,12}$/.test(given["webhook-timestamp"] ?? "");
  if (secret === "" || !isWhole || id.length > MOST_ID) throw new Refusal("hook.refused");
  try {
    new Webhook(secret).verify(text, given, { jsonParse: false });
  } catch {
    throw new Refusal("hook.refused");
  }
  return id;
}
