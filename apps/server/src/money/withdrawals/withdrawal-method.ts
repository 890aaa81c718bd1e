import type { PayoutAccount } from "@club/contract";
import { assert } from "@club/domain";
import type { PayoutFile, PayoutFormat, PayoutLine } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** The built-in ways to pay players; the first one that is open is used. */
    readonly withdrawalMethods: readonly WithdrawalMethod[];
  }
}

/** A way to pay a player: one file in methods/, and one line in run/lists/methods.ts. */
export interface WithdrawalMethod {
  readonly id: string;
  readonly leastCents: bigint;
  readonly mostCents: bigint;
  readonly isOpen: (ctx: Pick<AppContext, "settings">) => boolean;
  /** Where this player's money would go, as shown to the player; null: no account named yet. */
  readonly accountOf: (
    db: Queryable,
    playerId: string,
  ) => Promise<{ bank_name: string; last_digits: string } | null>;
  /** The latest arrival of one that may be paid at the given instant. */
  readonly arrivesBy: (payableMs: number, zone: string) => Date;
  /** The file formats with which an operator has the club's bank pay. */
  readonly files: Readonly<Record<PayoutFormat, PayoutFileFormat>>;
}

/** A file format: what it needs of the club, which payments fit it, and how it is written. */
export interface PayoutFileFormat {
  readonly hasSender: (account: PayoutAccount) => boolean;
  readonly fits: (currency: string, line: PayoutLine) => boolean;
  readonly write: (account: PayoutAccount, currency: string, file: PayoutFile) => string;
  readonly extension: string;
  readonly type: string;
}

export function defineWithdrawalMethod(method: WithdrawalMethod): WithdrawalMethod {
  return method;
}

/** How this club pays. */
export function withdrawalMethodOf(
  ctx: Pick<AppContext, "settings" | "withdrawalMethods">,
): WithdrawalMethod {
  const method = ctx.withdrawalMethods.find((each) => each.isOpen(ctx));
  assert(method !== undefined, "a bank transfer is always open");
  return method;
}
