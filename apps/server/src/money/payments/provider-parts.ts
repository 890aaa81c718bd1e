import { Refusal } from "@club/domain";
import { z } from "zod";
import { ProviderFailure, providerUrl } from "../../core/http/ask-provider.ts";
import type { PaymentAdapter } from "./payment-adapter.ts";

const MOST_LETTERS = 500;
const MOST_ID = 200;
const NOT_FOUND = 404;

/** The settings of every payment provider. */
export const paymentFields = {
  url: {
    env: "paymentUrl",
    isSecret: false,
    isRequired: true,
    schema: z.url({ protocol: /^https$/ }).max(MOST_LETTERS),
  },
  key: {
    env: "paymentKey",
    isSecret: true,
    isRequired: true,
    schema: z.string().trim().min(1).max(MOST_LETTERS),
  },
  webhookSecret: {
    env: "paymentWebhookSecret",
    isSecret: true,
    isRequired: true,
    schema: z.string().trim().min(1).max(MOST_LETTERS),
  },
} as const;

/** A provider's id of something. */
export const idText = z.string().min(1).max(MOST_ID);
/** Words of a provider, of which the club keeps a line. */
export const newsText = z.string().max(MOST_ID);

/** A provider's answer in its shape. @throws ProviderFailure, `unreadable` for another */
export function readAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (!read.success) throw new ProviderFailure("unreadable");
  return read.data;
}

/** What the text of a notice says; the reader of bodies saw that it is JSON, or empty. */
export function jsonOf(text: string): unknown {
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

/** A signed notice in its shape. @throws request.invalid for another */
export function asNotice<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (!read.success) throw new Refusal("request.invalid", { field: "body" });
  return read.data;
}

/**
 * Whether the provider answers and takes the key: it is asked for a payment that it does not know.
 *
 * @throws ProviderFailure unless it says so
 */
export async function askForNone(adapter: PaymentAdapter, paymentId: string): Promise<void> {
  try {
    await adapter.read(paymentId);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.answer !== NOT_FOUND) throw error;
  }
}

/** A path below the provider's base address, which may have a path of its own. @throws ProviderFailure */
export function pathOf(base: string, path: string): URL {
  return providerUrl(path, base.endsWith("/") ? base : `${base}/`);
}

export function given(cents: number | null | undefined): bigint | null {
  return typeof cents === "number" ? BigInt(cents) : null;
}
