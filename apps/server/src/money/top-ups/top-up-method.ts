import type { BankTransfer, BodyOf, Call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import {
  defineSettings,
  numberField,
  readGroup,
  toggleField,
} from "../../core/settings/setting-groups.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** The ways to top up that are built in, in the order in which players see them. */
    readonly topUpMethods: readonly TopUpMethod[];
  }
}

/** What a method sees of the club. */
type Club = Pick<AppContext, "settings" | "secrets" | "connections" | "db" | "log">;

/**
 * A way to top up: one file in methods/, and one line in run/lists/methods.ts. Without a provider
 * the player sends the money himself, and an operator or the bank's file confirms it.
 */
export interface TopUpMethod {
  /** Its name on the wire; its texts are `topUp.method.ID` and `method.ID`. */
  readonly id: string;
  readonly leastCents: bigint;
  readonly mostCents: bigint;
  /** No real money comes by it. */
  readonly isForDemo?: boolean;
  /** Hours after which a top-up that was announced but not sent expires. */
  readonly expiresAfterHours: number;
  /** Whether this club accepts it now, by its settings and currency. */
  readonly isOpen: (ctx: Club, db: Queryable) => Promise<boolean>;
  /** Where the player sends the money. */
  readonly instructions?: (ctx: Club, db: Queryable) => Promise<BankTransfer | null>;
  /** Who takes the money for the club, and notifies it. */
  readonly provider?: PaymentProvider;
  /** The same by the club's connection: whichever provider that is. */
  readonly connected?: ConnectedPayment;
}

/** How a top-up is paid by whoever the payment connection leads to. */
export interface ConnectedPayment {
  /** Notes in the top-up's transaction what the provider is to be asked for. */
  readonly note: (
    ctx: Club,
    tx: Connection,
    payment: { topUpId: string; reference: string; amountCents: bigint; returnUrl: string },
  ) => Promise<void>;
  /** Asks after the commit, and again on a repeat; returns the page where the player pays. */
  readonly payPage: (ctx: Club, topUpId: string) => Promise<string>;
}

/** A payment as its provider knows it. */
export interface Payment {
  readonly id: string;
  readonly amountCents: bigint;
}

/** A provider's notice of a payment. */
export interface PaymentNews {
  /** The same on a repeat of the notice: each is taken once. */
  readonly eventId: string;
  readonly paymentId: string;
  readonly outcome: "paid" | "declined" | "cancelled";
  readonly amountCents: bigint;
  readonly currency: string;
}

export interface PaymentProvider {
  /**
   * Asks for a payment, and returns the page where the player pays. Called after the top-up's
   * commit, and again when the player's call is repeated: the same id is the same payment.
   */
  readonly payPage: (ctx: Club, payment: Payment) => Promise<string>;
  readonly hook: PaymentHook;
  /** Returns money that came but was not booked. After the commit; a repeat returns it once. */
  readonly giveBack: (ctx: Club, payment: Payment) => Promise<void>;
  /** Further routes of its own. */
  readonly routes?: (app: FastifyInstance, ctx: AppContext) => void;
}

/** How a provider notifies the club of a payment. */
export interface PaymentHook<C extends Call = Call> {
  readonly call: C;
  /**
   * Reads a notice; `text` is its raw body, which is what is signed.
   *
   * @throws card_event.refused for one that is not the provider's, or too old
   */
  readonly read: (
    ctx: Club,
    notice: { body: BodyOf<C>; request: FastifyRequest; text: string },
  ) => PaymentNews;
}

/** A hook typed by its own body; the table of methods does not see that type. */
export function defineHook<const C extends Call>(hook: PaymentHook<C>): PaymentHook {
  return hook as unknown as PaymentHook;
}

/**
 * What the club sets of a method, by its name. A method of the demo alone is off anywhere else until
 * it is turned on.
 */
export function topUpSettings({ id, leastCents, mostCents, isForDemo }: TopUpMethod) {
  const bounds = { least: Number(leastCents), most: Number(mostCents) };
  return defineSettings({
    name: `top_up.${id}`,
    isMoney: true,
    fields: {
      is_open: isForDemo === true ? toggleField(false, "demo") : toggleField(true),
      least_cents: numberField("cents", { ...bounds, fallback: bounds.least }),
      most_cents: numberField("cents", { ...bounds, fallback: bounds.most }),
    },
    check: ({ least_cents: least, most_cents: most }) => {
      if (least > most) throw new Refusal("setting.invalid", { field: "least_cents" });
    },
  });
}

export function defineTopUpMethod(method: TopUpMethod): TopUpMethod {
  return method;
}

/** A method by its name, open or not; null: there is none. */
export function topUpMethodOf(
  ctx: Pick<AppContext, "topUpMethods">,
  id: string,
): TopUpMethod | null {
  return ctx.topUpMethods.find((method) => method.id === id) ?? null;
}

/** The methods whose top-ups an operator decides. */
export function decidedByOperators(ctx: Pick<AppContext, "topUpMethods">): string[] {
  return ctx.topUpMethods
    .filter(({ provider, connected }) => provider === undefined && connected === undefined)
    .map(({ id }) => id);
}

/** A way to top up that is open now, with what the player needs to know of it. */
export interface OpenMethod {
  readonly method: TopUpMethod;
  readonly instructions: BankTransfer | null;
  readonly leastCents: bigint;
  readonly mostCents: bigint;
}

/** The ways to top up that are open now. */
export async function openMethods(ctx: AppContext, db: Queryable): Promise<OpenMethod[]> {
  const open: OpenMethod[] = [];
  for (const method of ctx.topUpMethods) {
    const set = await readGroup(db, topUpSettings(method), ctx.settings);
    if (!set.is_open || !(await method.isOpen(ctx, db))) continue;
    const instructions = (await method.instructions?.(ctx, db)) ?? null;
    const [leastCents, mostCents] = [BigInt(set.least_cents), BigInt(set.most_cents)];
    open.push({ method, instructions, leastCents, mostCents });
  }
  return open;
}
