import type { passkeyQuestion, ShownPasskey } from "@club/contract";
import type { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { readShown } from "../../identity/passkeys/ceremony.ts";
import { newChallenge, spend } from "../../identity/passkeys/challenge.ts";
import {
  findOperatorKey,
  listOperatorCredentials,
  noteOperatorKeyUse,
} from "./passkeys.queries.ts";

/** What a browser needs to ask a passkey of this operator on this host. */
export async function askPasskey(
  ctx: AppContext,
  operatorId: string,
  host: string,
): Promise<z.output<typeof passkeyQuestion>> {
  return {
    challenge: await newChallenge(ctx, { kind: "operator_prove", personId: operatorId }),
    rp_id: host,
    known: await listOperatorCredentials(ctx.db.operators, operatorId, host),
  };
}

/** Whether a passkey of this operator answered; its challenge is used up with the transaction. */
export async function isPasskeyShown(
  ctx: Pick<AppContext, "secrets">,
  tx: Queryable,
  { operatorId, form }: { operatorId: string; form: ShownPasskey },
): Promise<boolean> {
  const credential = Buffer.from(form.credential_id, "base64url");
  const stored = await findOperatorKey(tx, operatorId, credential);
  if (stored === null) return false;
  const use = { kind: "operator_prove", personId: operatorId } as const;
  const shown = readShown(ctx, use, { form, stored });
  if (shown === null || !(await spend(tx, shown.challenge))) return false;
  return await noteOperatorKeyUse(tx, stored.id, shown.signCount);
}
