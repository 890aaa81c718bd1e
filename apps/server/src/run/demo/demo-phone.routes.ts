import { Refusal } from "@club/domain";
import { LOGO_CID } from "@club/i18n/mail-page";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { lookupHash } from "../../core/kit/cipher.ts";
import { DEMO_PHONE_PATH } from "../../desk/club-settings/club-settings.routes.ts";
import { parsePhone } from "../../core/kit/phone.ts";
import { isId } from "../../core/kit/ids.ts";
import { readWays } from "../../tell/messages/tell-player.ts";
import { escaped } from "../../tell/messages/message-page.ts";
import { openMessage } from "../../tell/outbox/queue-message.ts";
import { DEMO_LOGIN } from "./demo-people.ts";

/** Nothing in these pages runs; a mail stands in a frame of its own that may do nothing. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; frame-ancestors 'self'";
const MOST = 50;

/**
 * The phone of the demo's member: text messages and mails that the club sent there; with `to`, the
 * codes of the number that a newcomer signs up with, and nothing else of it. There is no such page
 * where the club is no demo.
 */
export function demoPhoneRoutes(app: FastifyInstance, ctx: AppContext): void {
  if (!ctx.settings.demo) return;
  const hidden = { schema: { hide: true } };
  app.get<{ Querystring: { to?: unknown } }>(DEMO_PHONE_PATH, hidden, async ({ query }, reply) => {
    const to = typeof query.to === "string" ? parsePhone(query.to) : null;
    const rows = to === null ? await readPhone(ctx) : await readCodes(ctx, to);
    return await asPage(reply, phonePage(ctx, rows, to ?? DEMO_LOGIN.userName));
  });
  app.get<{ Params: { id: string } }>(
    `${DEMO_PHONE_PATH}/:id`,
    hidden,
    async ({ params }, reply) => {
      const row = isId(params.id)
        ? (await readPhone(ctx)).find(({ id }) => id === params.id)
        : null;
      const html = row === null || row === undefined ? undefined : openMessage(ctx, row).html;
      if (html === undefined) throw new Refusal("not_found");
      // The logo comes with a mail; here it is the club's own.
      return await asPage(reply, html.replace(`cid:${LOGO_CID}`, "/club/logo.png"));
    },
  );
}

async function asPage(reply: FastifyReply, html: string): Promise<FastifyReply> {
  return await reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "x-frame-options": "SAMEORIGIN",
    })
    .send(html);
}

interface PhoneRow extends Record<string, unknown> {
  id: string;
  channel: "sms" | "mail";
  sealed: Buffer;
  created_at: Date;
}

/** Messages to the demo's member, newest first; index delivery_to, no lock. */
async function readPhone(ctx: AppContext): Promise<PhoneRow[]> {
  const { rows: players } = await ctx.db.browsing.query<{ id: string }>(
    "SELECT id FROM player WHERE user_name_key = $1 AND is_demo",
    [DEMO_LOGIN.userName],
  );
  const [player] = players;
  if (player === undefined) return [];
  const { phone, email } = await readWays(ctx, ctx.db.browsing, player.id);
  const ways = [phone, email].filter((to) => to !== null);
  const { rows } = await ctx.db.browsing.query<PhoneRow>(
    `SELECT id, channel, sealed, created_at FROM delivery
     WHERE to_hash = ANY ($1) AND channel IN ('sms', 'mail') ORDER BY created_at DESC, id LIMIT $2`,
    [ways.map((to) => lookupHash(ctx.secrets, "outbox", to)), MOST],
  );
  return rows;
}

/** The codes that went to one number, newest first; index delivery_to, no lock. */
async function readCodes(ctx: AppContext, phone: string): Promise<PhoneRow[]> {
  const { rows } = await ctx.db.browsing.query<PhoneRow>(
    `SELECT id, channel, sealed, created_at FROM delivery
     WHERE to_hash = $1 AND channel = 'sms' AND kind IN ('register', 'reset', 'phone')
     ORDER BY created_at DESC, id LIMIT $2`,
    [lookupHash(ctx.secrets, "outbox", phone), MOST],
  );
  return rows;
}

const STYLE = `body{margin:0;background:#0d1512;color:#f1f5f2;font:16px/24px -apple-system,'Segoe UI',Roboto,sans-serif}main{max-width:390px;margin:0 auto;padding:24px 16px}h1{font-size:20px;margin:0 0 4px}p{margin:0}article{margin:16px 0 0;padding:14px 16px;border-radius:16px;background:#1d2a24;overflow-wrap:anywhere}small{color:#a9b7af}iframe{width:100%;height:420px;margin-top:10px;border:0;border-radius:10px;background:#f1f5f2}`;

function phonePage(ctx: AppContext, rows: readonly PhoneRow[], whose: string): string {
  const club = escaped(ctx.settings.clubName);
  const items = rows.map((row) => {
    const { subject, text, html } = openMessage(ctx, row);
    const at = `<small>${row.channel === "mail" ? "E-mail" : "SMS"} · ${row.created_at.toISOString().slice(0, 16).replace("T", " ")} UTC</small>`;
    const title = escaped(subject ?? "");
    return html === undefined
      ? `<article>${at}<p>${escaped(text)}</p></article>`
      : `<article>${at}<p><b>${title}</b></p><iframe sandbox title="${title}" src="${DEMO_PHONE_PATH}/${row.id}"></iframe></article>`;
  });
  const list = items.length === 0 ? "<article><p>No message yet.</p></article>" : items.join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${club}: the demo's phone</title><style>${STYLE}</style></head><body><main><h1>The demo's phone</h1><p><small>What ${club} sent to ${escaped(whose)}. Load the page again for more.</small></p>${list}</main></body></html>`;
}
