import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { openSettingsOf, setWithoutOperator } from "../../desk/connections/keep-connections.ts";

/*
 * The demo's payment provider: the double of the standard one, on the machine itself. The club
 * speaks to it as to a real one; its page is shown through the club's own address, since a phone
 * cannot reach the machine's loopback. A real club has neither.
 */

const PAGE = "/demo/pay/";
/** Addresses that only the demo itself sets: the console takes none without TLS. */
const OWN = "http://127.0.0.1:";
/** How late a bank tells what was paid late: long enough to see the app wait. */
const LATE_MS = 20_000;
const MOST_FORM = 200;
const HIDDEN = { schema: { hide: true } } as const;

/** Starts the provider, and sets the payment connection to it unless somebody set another one. */
export async function startDemoPayments(
  ctx: AppContext,
  url: string,
): Promise<() => Promise<void>> {
  if (ctx.connections.isFromMachine("payment")) return async () => undefined;
  const { StandardPaymentsDouble } = await import("@club/doubles");
  const key = randomBytes(16).toString("hex");
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const provider = await new StandardPaymentsDouble({
    key,
    secret,
    hookUrl: `${url}/api/hooks/payments/standard`,
    pageUrl: (back, id) => new URL(PAGE + id, back).href,
    lateMs: LATE_MS,
  }).start();
  await setWithoutOperator(ctx, {
    kind: "payment",
    provider: "standard",
    settings: { url: provider.http.url },
    secrets: { key, webhookSecret: secret },
    replaces: isOwn,
  });
  return async () => await provider.close();
}

const isOwn = (settings: Readonly<Record<string, string>>): boolean =>
  settings["url"]?.startsWith(OWN) === true;

/** The provider's page, in a demo alone. */
export function demoPaymentRoutes(app: FastifyInstance, ctx: AppContext): void {
  if (!ctx.settings.demo) return;
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MOST_FORM },
      async (_request: unknown, text: string) => text,
    );
    const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      await passOn(reply, await askPage(ctx, request));
    scope.get(`${PAGE}:id`, HIDDEN, show);
    scope.post(`${PAGE}:id`, HIDDEN, show);
  });
}

async function askPage(ctx: AppContext, request: FastifyRequest): Promise<Response> {
  const settings = await openSettingsOf(ctx, "payment");
  if (!isOwn(settings)) throw new Refusal("not_found");
  const { id } = request.params as { id: string };
  const { url } = settings;
  const asked = { method: request.method, redirect: "manual" } as const;
  const body = typeof request.body === "string" ? { body: request.body } : {};
  try {
    return await fetch(`${url}/pay/${encodeURIComponent(id)}`, { ...asked, ...body });
  } catch {
    throw new Refusal("payment.away");
  }
}

async function passOn(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.header("cache-control", "no-store");
  const back = answer.headers.get("location");
  if (back !== null) return await reply.redirect(back, 303);
  const html = await answer.text();
  if (!answer.ok) throw new Refusal("not_found");
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  return await reply
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(html);
}
