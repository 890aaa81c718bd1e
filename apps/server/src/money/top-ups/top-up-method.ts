import type { BankTransfer, BodyOf, Call } from "@club/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** The ways to top up that are built in, in the order in which players see them. */
    readonly topUpMethods: readonly TopUpMethod[];
  }
}

/** What a method is told of the club. */
type Club = Pick<AppContext, "settings" | "secrets">;

/**
 * A way to top up: one file in methods/, and one line in run/lists/methods.ts. Without a provider the player
 * sends the money himself, and an operator or the bank's file says that it has come.
 */
export interface TopUpMethod {
  /** How it is called on the wire; its texts are `topUp.method.ID` and `method.ID`. */
  readonly id: string;
  readonly leastCents: bigint;
  readonly mostCents: bigint;
  /** A top-up that was announced and not sent for so long has expired. */
  readonly expiresAfterHours: number;
  /** Whether this club takes it now: what is set for it, and the club's currency. */
  readonly isOpen: (ctx: Club, db: Queryable) => Promise<boolean>;
  /** Where the player sends the money. */
  readonly instructions?: (ctx: Club, db: Queryable) => Promise<BankTransfer>;
  /** Who takes the money for the club, and tells it. */
  readonly provider?: PaymentProvider;
}

/** A payment as its provider knows it. */
export interface Payment {
  readonly id: string;
  readonly amountCents: bigint;
}

/** What a provider tells of a payment. */
export interface PaymentNews {
  /** The same for a repeat of the notice: each is taken once. */
  readonly eventId: string;
  readonly paymentId: string;
  readonly outcome: "paid" | "declined" | "cancelled";
  readonly amountCents: bigint;
  readonly currency: string;
}

export interface PaymentProvider {
  /**
   * Asks for a payment, and gives the page on which the player pays. After the commit of the top-up,
   * and again when the player's call is repeated: the same id is the same payment.
   */
  readonly payPage: (ctx: Club, payment: Payment) => Promise<string>;
  readonly hook: PaymentHook;
  /** The money has come and was not booked: sends it back. After the commit; a repeat sends it once. */
  readonly giveBack: (ctx: Club, payment: Payment) => Promise<void>;
  /** Further routes of its own. */
  readonly routes?: (app: FastifyInstance, ctx: AppContext) => void;
}

/** How a provider tells of a payment. */
export interface PaymentHook<C extends Call = Call> {
  readonly call: C;
  /**
   * What a notice says; `text` is its body as it was sent, which is what is signed.
   *
   * @throws card_event.refused for one that is not the provider's, or too old
   */
  readonly read: (
    ctx: Club,
    notice: { body: BodyOf<C>; request: FastifyRequest; text: string },
  ) => PaymentNews;
}

/** A hook with the type of its own body, hidden from the table of methods. */
export function defineHook<const C extends Call>(hook: PaymentHook<C>): PaymentHook {
  return hook as unknown as PaymentHook;
}

export function defineTopUpMethod(method: TopUpMethod): TopUpMethod {
  return method;
}

/** A method by its name, whether it is open or not; null: there is none. */
export function topUpMethodOf(
  ctx: Pick<AppContext, "topUpMethods">,
  id: string,
): TopUpMethod | null {
  return ctx.topUpMethods.find((method) => method.id === id) ?? null;
}

/** The methods whose top-ups an operator decides. */
export function decidedByOperators(ctx: Pick<AppContext, "topUpMethods">): string[] {
  return ctx.topUpMethods.filter(({ provider }) => provider === undefined).map(({ id }) => id);
}

/** A way to top up that is open now, with what the player needs to know of it. */
export interface OpenMethod {
  readonly method: TopUpMethod;
  readonly instructions: BankTransfer | null;
}

/** The ways to top up that are open now. */
export async function openMethods(ctx: AppContext, db: Queryable): Promise<OpenMethod[]> {
  const open: OpenMethod[] = [];
  for (const method of ctx.topUpMethods) {
    if (!(await method.isOpen(ctx, db))) continue;
    open.push({ method, instructions: (await method.instructions?.(ctx, db)) ?? null });
  }
  return open;
}
