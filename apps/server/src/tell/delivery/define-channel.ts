import type { AppContext } from "../../core/context.ts";
import type { OutsideAnswer } from "../../core/http/call-outside.ts";

export type ChannelName = "sms" | "mail" | "push" | "webhook" | "alerts";

export type DeliveryContext = Pick<
  AppContext,
  "db" | "secrets" | "settings" | "log" | "connections"
>;

/** A row of the table, claimed for one try. */
export interface Delivery {
  /** The same on every try. */
  readonly id: string;
  readonly kind: string;
  /** Whom it is for, as an opaque id. */
  readonly recipient: string;
  /** Includes this try. */
  readonly attempts: number;
  /** What a message says, sealed. */
  readonly sealed: Buffer | null;
  /** The facts of a notification, or the body of a webhook, as JSON. */
  readonly payload: string | null;
  readonly expires_at: Date | null;
  /** The club's clock at this try. */
  readonly claimed_at: Date;
}

/** Why it did not get through. `fault`: our own mistake, or a process that died too often. */
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
 * The result of one try. `sent`: a provider took it, and a later report with its `ref` may say what
 * became of it; `retry` is tried again by itself, no sooner than `afterS` if the other
 * side asked for that; `failed` will never be accepted; `dropped` is not sent, now or later.
 */
export type Outcome =
  | { readonly kind: "delivered"; readonly answer?: number }
  | { readonly kind: "sent"; readonly ref: string | null; readonly answer?: number }
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
  /** While off, its deliveries wait until it is on or they expire. */
  readonly isOn: (ctx: DeliveryContext) => boolean | Promise<boolean>;
  /** Seconds to wait after each failed try. When they are used up, one more failure gives it up. */
  readonly waitsS: readonly number[];
  /** How long one try may take. */
  readonly timeoutMs: number;
  /** The most in flight at once, in all and to one recipient. */
  readonly atOnce: number;
  readonly perRecipient: number;
  /** Days after which a row is deleted: since it was made, expired or ended. */
  readonly keepDays: { readonly made?: number; readonly over?: number; readonly ended?: number };
}

export interface ChannelOptions<To> extends ChannelRules {
  /** Where each of them goes, read just before the try. A recipient left out is gone; null: the channel is off. */
  readonly recipients: (
    ctx: DeliveryContext,
    deliveries: readonly Delivery[],
  ) => Promise<ReadonlyMap<string, To> | null>;
  readonly send: (ctx: DeliveryContext, delivery: Delivery, to: NoInfer<To>) => Promise<Outcome>;
}

/** A way out of the club, as the worker sees it. */
export interface Channel extends ChannelRules {
  /** Reads what these need, and returns the function that sends each of them. */
  readonly prepare: (
    ctx: DeliveryContext,
    deliveries: readonly Delivery[],
  ) => Promise<(delivery: Delivery) => Promise<Outcome>>;
}

/**
 * A channel defines how one delivery is sent, how often and how long it is tried, and how many at
 * once. Everything else (the queue, the lease, the back-off, the log) is the worker's. It is listed
 * in `run/lists/channels.ts`.
 */
export function defineChannel<To>(options: ChannelOptions<To>): Channel {
  const { recipients, send, ...rules } = options;
  return {
    ...rules,
    prepare: async (ctx, deliveries) => {
      const known = await recipients(ctx, deliveries);
      return async (delivery) => {
        // Switched off between the claim and now: it waits for the way to be on again.
        if (known === null) return { kind: "retry", error: "unreachable" };
        const to = known.get(delivery.id);
        return to === undefined ? { kind: "failed", error: "gone" } : await send(ctx, delivery, to);
      };
    },
  };
}

const BUSY = 429;
const SERVER_ERROR = 500;

/** What an HTTP service's answer means; after those in `final` it is not tried again. */
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
