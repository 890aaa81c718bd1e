import { registerRule as schema } from "@club/contract";
import type { RegisterRule } from "@club/contract";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { lockSetting, readVersionedSetting, writeSetting } from "../../core/db/club-setting.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";

const SETTING = "exclusion_register";

export interface SetRule extends RegisterRule {
  /** Null: nobody has set it. */
  readonly changed_by: string | null;
  readonly changed_at: string | null;
}

/**
 * What the club does without an answer of the register, and whether its law requires one at all.
 */
export async function readRegisterRule(db: Queryable): Promise<SetRule> {
  const { value, changedBy, changedAt } = await readVersionedSetting(db, SETTING);
  const rule = schema.safeParse(value ?? {}).data ?? schema.parse({});
  return { ...rule, changed_by: changedBy, changed_at: wireInstant(changedAt) };
}

export async function setRegisterRule(
  ctx: AppContext,
  asked: {
    readonly rule: RegisterRule;
    readonly operator: { readonly id: string };
    readonly request: FastifyRequest;
  },
): Promise<SetRule> {
  const { rule, operator, request } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockSetting(tx, SETTING);
    const before = await readRegisterRule(tx);
    await writeSetting(tx, { name: SETTING, value: rule, by: operator.id });
    await audit(tx, {
      action: "club.register_rule",
      operator,
      request,
      target: SETTING,
      before,
      after: rule,
      reason: rule.note === "" ? undefined : rule.note,
    });
    return await readRegisterRule(tx);
  });
}
