import type { WebhookDelivery, WebhookEndpoint, WebhookKind } from "@club/contract";
import { assert, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { encrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { newWebhookSecret } from "./sign-webhook.ts";
import { readWebhookUrl } from "./webhook-address.ts";
import {
  insertEndpoint,
  insertTest,
  readDelivery,
  readEndpoint,
  removeEndpoint,
  requeue,
  rotateSecret,
  updateEndpoint,
} from "./webhooks.queries.ts";
import type { EndpointRow } from "./webhooks.queries.ts";
import { toDelivery, toEndpoint } from "./webhooks.wire.ts";

export interface By {
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}
type WithSecret = WebhookEndpoint & { secret: string };

/** Where an endpoint's secret is sealed. */
export function secretPlace(endpointId: string): Place {
  return { table: "webhook_endpoint", column: "secret", id: endpointId };
}

/** @throws webhook.address for an address the club does not call */
export async function createWebhook(
  ctx: AppContext,
  form: { url: string; kinds: readonly WebhookKind[] },
  by: By,
): Promise<WithSecret> {
  const url = readWebhookUrl(form.url);
  if (url === null) throw new Refusal("webhook.address", { field: "url" });
  const id = newId();
  const secret = newWebhookSecret();
  const kinds = [...new Set(form.kinds)];
  return await withTransaction(ctx.db.operators, async (tx) => {
    const sealed = encrypt(ctx.secrets, secretPlace(id), secret);
    const row = { id, url: url.href, kinds, secret: sealed, operatorId: by.operator.id };
    await insertEndpoint(tx, row);
    await audit(tx, {
      action: "webhook.create",
      ...by,
      target: id,
      after: { url: url.href, kinds },
    });
    return { ...toEndpoint(await require(tx, id)), secret };
  });
}

/** @throws not_found */
export async function changeWebhook(
  ctx: AppContext,
  change: { id: string; kinds: readonly WebhookKind[]; status: "active" | "paused" },
  by: By,
): Promise<WebhookEndpoint> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await require(tx, change.id);
    await updateEndpoint(tx, { ...change, kinds: [...new Set(change.kinds)] });
    const after = await require(tx, change.id);
    await audit(tx, {
      action: "webhook.change",
      ...by,
      target: change.id,
      before: { kinds: before.kinds, status: before.status },
      after: { kinds: after.kinds, status: after.status },
    });
    return toEndpoint(after);
  });
}

/** @throws not_found */
export async function rotateWebhook(ctx: AppContext, id: string, by: By): Promise<WithSecret> {
  const secret = newWebhookSecret();
  return await withTransaction(ctx.db.operators, async (tx) => {
    await require(tx, id);
    await rotateSecret(tx, id, encrypt(ctx.secrets, secretPlace(id), secret));
    await audit(tx, { action: "webhook.rotate", ...by, target: id });
    return { ...toEndpoint(await require(tx, id)), secret };
  });
}

/** @throws not_found */
export async function removeWebhook(ctx: AppContext, id: string, by: By): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    const { url, kinds } = await require(tx, id);
    await removeEndpoint(tx, id);
    await audit(tx, { action: "webhook.remove", ...by, target: id, before: { url, kinds } });
  });
}

/** @throws not_found */
export async function testWebhook(ctx: AppContext, id: string, by: By): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    await require(tx, id);
    await insertTest(tx, id);
    await audit(tx, { action: "webhook.test", ...by, target: id });
  });
}

/** Tries a message once more. @throws not_found */
export async function resendDelivery(
  ctx: AppContext,
  asked: { endpointId: string; id: string },
  by: By,
): Promise<WebhookDelivery> {
  const { endpointId, id } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    await require(tx, endpointId);
    const before = await readDelivery(tx, endpointId, id);
    if (before === null) throw new Refusal("not_found");
    await requeue(tx, id);
    const target = `${endpointId} ${id}`;
    await audit(tx, {
      action: "webhook.resend",
      ...by,
      target,
      before: { status: toDelivery(before).status },
    });
    const after = await readDelivery(tx, endpointId, id);
    assert(after !== null, "a message of an endpoint stays while it waits");
    return toDelivery(after);
  });
}

async function require(tx: Queryable, id: string): Promise<EndpointRow> {
  const row = await readEndpoint(tx, id);
  if (row === null) throw new Refusal("not_found");
  return row;
}
