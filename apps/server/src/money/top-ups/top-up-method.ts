import type { BankTransfer } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import {
  defineSettings,
  numberField,
  readGroup,
  toggleField,
} from "../../core/db/setting-groups.ts";

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
 * the player sends the money, and an operator or the bank's file confirms it.
 */
export interface TopUpMethod {
  /** Its name on the wire; its texts are `topUp.method.ID` and `method.ID`. */
  readonly id: string;
  readonly leastCents: bigint;
  readonly mostCents: bigint;
  /** Hours after which a top-up that was announced but not sent expires. */
  readonly expiresAfterHours: number;
  /** Whether this club accepts it now, by its settings and currency. */
  readonly isOpen: (ctx: Club, db: Queryable) => Promise<boolean>;
  /** Where the player sends the money. */
  readonly instructions?: (ctx: Club, db: Queryable) => Promise<BankTransfer | null>;
  /** Who takes the money for the club: whichever provider its connection leads to. */
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

/**
 * What the club sets of a method, by its name. A method of the demo alone is off anywhere else until
 * it is turned on.
 */
export function topUpSettings({ id, leastCents, mostCents }: TopUpMethod) {
  const bounds = { least: Number(leastCents), most: Number(mostCents) };
  return defineSettings({
    name: `top_up.${id}`,
    isMoney: true,
    fields: {
      is_open: toggleField(true),
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
  return ctx.topUpMethods.filter(({ connected }) => connected === undefined).map(({ id }) => id);
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
