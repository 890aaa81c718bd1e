import type { BodyOf, Mailing, sendMailing } from "@club/contract";
import { canonicalJson, present, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { reaches } from "../../tell/outbox/message-channel.ts";
import { endMailing, insertMailing, lockMailing, readMailingOfKey } from "./mailings.queries.ts";
import type { MailingRow } from "./mailings.queries.ts";
import { findFitting } from "./segments.queries.ts";

type Form = BodyOf<typeof sendMailing>;

interface By {
  readonly operator: SessionOperator;
  readonly request: FastifyRequest;
}

/**
 * Begins a mailing; the clock's work writes its players down and then to them. Whatever the rules
 * say, it is for those who agreed to offers and may play.
 *
 * @throws mailing.no_way, mailing.nobody, idempotency.mismatch for a key of another mailing
 */
export async function beginMailing(
  ctx: AppContext,
  asked: Form & { readonly idempotencyKey: string | null },
  by: By,
): Promise<{ mailing: Mailing; isReplay: boolean }> {
  const { texts, idempotencyKey: key } = asked;
  const { operator } = by;
  const form = { rules: { ...asked.rules, agrees: "yes", standing: "plays" } as const, texts };
  const known = key === null ? null : await readMailingOfKey(ctx.db.operators, operator.id, key);
  if (known === null) await requireReaders(ctx, asked.rules, operator);
  return await withTransaction(ctx.db.operators, async (tx) => {
    const id = newId();
    const [rules, written] = [JSON.stringify(form.rules), JSON.stringify(texts)];
    await insertMailing(tx, { id, key, rules, texts: written, operatorId: operator.id });
    const row =
      (await lockMailing(tx, id)) ??
      present(await readMailingOfKey(tx, operator.id, key), "a key that is taken has a mailing");
    const isReplay = row.id !== id;
    if (isReplay && canonicalJson({ rules: row.rules, texts: row.texts }) !== canonicalJson(form)) {
      throw new Refusal("idempotency.mismatch");
    }
    if (!isReplay) await audit(tx, { action: "mailing.send", ...by, target: id, after: form });
    return { mailing: toMailing(row), isReplay };
  });
}

async function requireReaders(
  ctx: AppContext,
  rules: Form["rules"],
  operator: SessionOperator,
): Promise<void> {
  if (!(await reaches(ctx, "mail"))) throw new Refusal("mailing.no_way");
  const { agrees = "yes", standing = "plays" } = rules;
  const fitting = findFitting(ctx.reads.reports(operator), { ...rules, agrees, standing });
  const isForNobody = agrees === "no" || standing !== "plays";
  const found = isForNobody ? [] : await fitting.read({ sort: "-since", after: null, limit: 1 });
  if (found.length === 0) throw new Refusal("mailing.nobody");
}

/** @throws not_found, mailing.over */
export async function stopSending(ctx: AppContext, id: string, by: By): Promise<Mailing> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await lockMailing(tx, id);
    if (before === null) throw new Refusal("not_found");
    const isOver = before.state === "sent" && before.waiting === 0;
    if (isOver || before.state === "stopped") throw new Refusal("mailing.over");
    await endMailing(tx, id, "stopped");
    const { sent, waiting, left_out } = before;
    const after = { sent: sent - waiting, left_out };
    await audit(tx, { action: "mailing.stop", ...by, target: id, after });
    return toMailing(present(await lockMailing(tx, id), "a mailing that is held stays"));
  });
}

export function toMailing({ id, made_at, ended_at, ...row }: MailingRow): Mailing {
  return {
    mailing_id: id,
    ...row,
    made_at: wireInstant(made_at),
    ended_at: wireInstant(ended_at),
  };
}
