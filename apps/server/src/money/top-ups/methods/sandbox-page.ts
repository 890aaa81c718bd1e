import { createHash } from "node:crypto";
import { Refusal } from "@club/domain";
import { formatMoney } from "@club/i18n";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { AppContext } from "../../../core/context.ts";
import type { Queryable } from "../../../core/db/connect.ts";
import { languageOf } from "../../../core/http/envelope.ts";
import { playerTexts } from "../../../core/http/player-texts.ts";
import { knownId } from "../../../core/kit/ids.ts";
import { decidePayment, readPayment } from "./sandbox.queries.ts";
import type { Outcome, PaymentRow } from "./sandbox.queries.ts";
import type { SandboxNotice } from "./sandbox-card.ts";

/*
 * The sandbox card provider: a page where the player decides what "the bank" says, and a signed
 * notice to the club. It asks for no card number, so nobody types a real one.
 */

const PATH = "/sandbox/card/:payment_id";
const HIDDEN = { schema: { hide: true } } as const;
const OUTCOMES = ["paid", "declined", "cancelled"] as const;
const MOST_FORM = 200;

const STYLE = `:root{color-scheme:light dark;font:1rem/1.45 system-ui,sans-serif}
body{margin:0;background:light-dark(#EEF1EF,#0B1210);color:light-dark(#10201A,#EAF1ED)}
main{max-width:26rem;margin:0 auto;padding:1rem}
header{background:#0F1F19;color:#F2F6F3;padding:1rem;border-bottom:2px solid #C9D6CF}
header b{display:block;font-size:1.875rem}
p{margin:1rem 0;color:light-dark(#4A5A53,#A3B3AB)}
.notice{background:light-dark(#F6EBD2,#33290F);color:light-dark(#765000,#E8BE62);padding:.75rem 1rem;border-radius:8px;font-weight:600}
button{display:block;width:100%;min-height:3rem;margin:.75rem 0;border-radius:8px;border:1px solid light-dark(#74857D,#6D8076);
background:light-dark(#FFFFFF,#141D19);color:inherit;font:inherit;font-weight:600}
button[value=paid]{background:light-dark(#0D5B41,#55C793);color:light-dark(#FFFFFF,#04150E);border-color:transparent}
button:focus-visible{outline:3px solid light-dark(#0A56A3,#7CB7FF);outline-offset:2px}`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

interface PageParams {
  payment_id: string;
}

/** What the page needs of the method that it belongs to. */
interface Sandbox {
  readonly isOpen: (ctx: AppContext, db: Queryable) => Promise<boolean>;
  /** The path of the club's own hook. */
  readonly path: string;
  readonly sign: (ctx: AppContext, body: string, nowMs: number) => string;
}

export function sandboxPage(app: FastifyInstance, ctx: AppContext, sandbox: Sandbox): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MOST_FORM },
      async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    scope.get<{ Params: PageParams }>(PATH, HIDDEN, async (request, reply) => {
      const payment = await find(ctx, sandbox, request.params);
      if (payment.outcome !== null) return await backToApp(reply, payment);
      const html = await pageOf(ctx, payment, request.headers["accept-language"]);
      return await reply
        .headers({ "content-security-policy": POLICY, "cache-control": "no-store" })
        .type("text/html; charset=utf-8")
        .send(html);
    });
    scope.post<{ Params: PageParams }>(PATH, HIDDEN, async (request, reply) => {
      const payment = await find(ctx, sandbox, request.params);
      const outcome = outcomeOf(request.body);
      const decided = await decidePayment(ctx.db.browsing, payment.id, outcome);
      const body = JSON.stringify(noticeOf(ctx, { ...payment, outcome: decided }));
      await notify(scope, sandbox, { body, signature: sandbox.sign(ctx, body, Date.now()) });
      return await backToApp(reply, payment);
    });
  });
}

async function find(
  ctx: AppContext,
  sandbox: Sandbox,
  { payment_id }: PageParams,
): Promise<PaymentRow> {
  const payment = await readPayment(ctx.db.browsing, knownId(payment_id));
  if (payment === null || !(await sandbox.isOpen(ctx, ctx.db.browsing))) {
    throw new Refusal("not_found");
  }
  return payment;
}

function outcomeOf(body: unknown): Outcome {
  const { outcome } = (body ?? {}) as { outcome?: unknown };
  const known = OUTCOMES.find((each) => each === outcome);
  if (known === undefined) throw new Refusal("request.invalid", { field: "outcome" });
  return known;
}

function noticeOf(ctx: AppContext, payment: PaymentRow & { outcome: Outcome }): SandboxNotice {
  return {
    event_id: `sandbox-${payment.id}`,
    payment_id: payment.id,
    outcome: payment.outcome,
    amount_cents: Number(payment.amount_cents),
    currency: ctx.settings.currency,
  };
}

/** The provider's notice, sent as a real one is: over HTTP, signed, the same on a repeat. */
async function notify(
  app: FastifyInstance,
  sandbox: Sandbox,
  notice: { body: string; signature: string },
): Promise<void> {
  const answer = await app.inject({
    method: "POST",
    url: sandbox.path,
    headers: { "content-type": "application/json", "sandbox-signature": notice.signature },
    payload: notice.body,
  });
  // Opening the page again sends the same notice again, so nothing is lost.
  if (answer.statusCode !== 200) throw new Refusal("club.busy");
}

/** Back to the top-up in the app; no part of the target comes from the request. */
async function backToApp(reply: FastifyReply, payment: PaymentRow): Promise<FastifyReply> {
  const target = `/app/#/pages/recharge/recharge?topup=${payment.top_up_id}`;
  return await reply.header("cache-control", "no-store").redirect(target, 303);
}

async function pageOf(
  ctx: AppContext,
  payment: PaymentRow,
  accepted: string | undefined,
): Promise<string> {
  const language = languageOf(accepted);
  const t = await playerTexts(language);
  const money = formatMoney(payment.amount_cents, ctx.settings.currency, language);
  const act = (outcome: string, label: string): string =>
    `<button name="outcome" value="${outcome}">${escaped(label)}</button>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escaped(t("sandbox.title"))}</title><style>${STYLE}</style></head>
<body><header>${escaped(ctx.settings.clubName)} · ${escaped(t("sandbox.title"))}<b>${escaped(money)}</b></header>
<main><p class="notice">${escaped(t("sandbox.notice"))}</p><p>${escaped(t("sandbox.how"))}</p>
<form method="post">${act("paid", t("sandbox.pay", { money }))}${act("declined", t("sandbox.decline"))}${act("cancelled", t("sandbox.cancel"))}</form>
</main></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
