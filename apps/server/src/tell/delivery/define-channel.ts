import type { AppContext } from "../../core/context.ts";
import type { OutsideAnswer } from "../../core/http/call-outside.ts";

export type ChannelName = "sms" | "mail" | "push" | "webhook";

export type DeliveryContext = Pick<AppContext, "db" | "secrets" | "settings" | "log">;

/** A row of the table, claimed for one try. */
export interface Delivery {
  /** The same at every try. */
  readonly id: string;
  readonly kind: string;
  /** Whom it is for, by a name that says nothing. */
  readonly recipient: string;
  /** This try is counted. */
  readonly attempts: number;
  /** What a message says, sealed. */
  readonly sealed: Buffer | null;
  /** Facts of a notification, or the body of a webhook, as JSON. */
  readonly payload: string | null;
  readonly expires_at: Date | null;
  /** The club's clock at this try. */
  readonly claimed_at: Date;
}

/** Why it did not get through. `fault` is a mistake of our own, or a process that died too often. */
export type DeliveryError =
  | "unreachable"
  | "timeout"
  | "busy"
  | "server"
  | "refused"
  | "gone"
  | "unwanted"
  | "expired"
  | "fault";

/**
 * What came of one try. `retry` comes again by itself, not before `afterS` where the other side asked
 * for that; `failed` is never taken; `dropped` is not sent, and not later either.
 */
export type Outcome =
  | { readonly kind: "delivered"; readonly answer?: number }
  | {
      readonly kind: "retry";
      readonly error: DeliveryError;
      readonly answer?: number;
      readonly afterS?: number;
    }
  | {
      readonly kind: "failed" | "dropped";
      readonly error: DeliveryError;
      readonly answer?: number;
    };

export const DELIVERED: Outcome = { kind: "delivered" };

interface ChannelRules {
  readonly name: ChannelName;
  /** Off: what is for it waits, until it is on or its time is over. */
  readonly isOn: (ctx: DeliveryContext) => boolean | Promise<boolean>;
  /** Seconds after each try that did not get through; after one more than there are it is given up. */
  readonly waitsS: readonly number[];
  /** How long one try may take. */
  readonly timeoutMs: number;
  /** How many are on their way at once, and how many of them to one recipient. */
  readonly atOnce: number;
  readonly perRecipient: number;
  /** When a row is forgotten: so many days after it was made, is over, or has ended. */
  readonly keepDays: { readonly made?: number; readonly over?: number; readonly ended?: number };
}

export interface ChannelOptions<To> extends ChannelRules {
  /** Where each of them goes, read just before the try. Who is left out is gone. */
  readonly recipients: (
    ctx: DeliveryContext,
    deliveries: readonly Delivery[],
  ) => Promise<ReadonlyMap<string, To>>;
  readonly send: (ctx: DeliveryContext, delivery: Delivery, to: NoInfer<To>) => Promise<Outcome>;
}

/** A way out of the club, as the worker sees it. */
export interface Channel extends ChannelRules {
  /** Reads what is needed to send these, and hands back what sends each of them. */
  readonly prepare: (
    ctx: DeliveryContext,
    deliveries: readonly Delivery[],
  ) => Promise<(delivery: Delivery) => Promise<Outcome>>;
}

/**
 * A channel says how one delivery is sent and how often, how long and how many at once it is tried.
 * Everything else (the queue, the lease, the back-off, the log) is the worker's. It is listed in
 * `run/lists/channels.ts`.
 */
export function defineChannel<To>(options: ChannelOptions<To>): Channel {
  const { recipients, send, ...rules } = options;
  return {
    ...rules,
    prepare: async (ctx, deliveries) => {
      const known = await recipients(ctx, deliveries);
      return async (delivery) => {
        const to = known.get(delivery.id);
        return to === undefined ? { kind: "failed", error: "gone" } : await send(ctx, delivery, to);
      };
    },
  };
}

const BUSY = 429;
const SERVER_ERROR = 500;

/** What the answer of an HTTP service means, with the answers after which a channel does not try again. */
export function outcomeOf(
  { status, retryAfterS }: OutsideAnswer,
  final: { readonly gone: readonly number[]; readonly refused?: readonly number[] },
): Outcome {
  if (status >= 200 && status < 300) return { kind: "delivered", answer: status };
  if (final.gone.includes(status)) return { kind: "failed", error: "gone", answer: status };
  if (final.refused?.includes(status) === true) {
    return { kind: "failed", error: "refused", answer: status };
  }
  const afterS = retryAfterS === undefined ? {} : { afterS: retryAfterS };
  return { kind: "retry", error: errorOf(status), answer: status, ...afterS };
}

function errorOf(status: number): DeliveryError {
  if (status === 0) return "unreachable";
  if (status === BUSY) return "busy";
  return status >= SERVER_ERROR ? "server" : "refused";
}
