import { timingSafeEqual } from "node:crypto";
import type { BodyOf, DataOf, oidcFinish, oidcStart } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { spend } from "../../identity/passkeys/challenge.ts";
import { audit } from "./audit.ts";
import { findByPerson } from "./identity.queries.ts";
import type { KnownPerson, Person } from "./identity.queries.ts";
import { addressOf, redeem } from "./oidc-person.ts";
import type { Flow, Vouched } from "./oidc-person.ts";
import { providerOf } from "./oidc-provider.ts";
import type { Provider } from "./oidc-provider.ts";
import { toOidcRefusal } from "./oidc-refusal.ts";
import { giveTicket } from "./second-step.ts";
import { sealToken, openToken } from "./sealed-token.ts";

type Finish = BodyOf<typeof oidcFinish>;

/**
 * Begins a sign-in at the identity provider: authorization code with PKCE, state and nonce. Their
 * values travel with the browser, sealed; the club writes nothing before somebody comes back.
 *
 * @param page - where the provider sends the browser back to.
 * @throws not_found, oidc.away
 */
export async function startOidc(ctx: AppContext, page: string): Promise<DataOf<typeof oidcStart>> {
  try {
    const { client, config } = await providerOf(ctx);
    const flow: Flow = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      page,
    };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: page,
      scope: "openid email",
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
    });
    return { authorize_url: url.href, flow: await sealToken(ctx, "flow", flow) };
  } catch (error) {
    throw toOidcRefusal(ctx, error, "oidc.away");
  }
}

/**
 * Takes the provider's answer. Only operators whom the owner named get in: no account is made, and
 * no role is taken from the provider. The second step is still to come.
 *
 * @throws operator.signin_expired, oidc.denied, oidc.refused, oidc.email_unverified, oidc.unknown,
 *   oidc.away
 */
export async function finishOidc(
  ctx: AppContext,
  form: Finish,
  request: FastifyRequest,
): Promise<DataOf<typeof oidcFinish>> {
  try {
    return await finish(ctx, form);
  } catch (error) {
    const refusal = toOidcRefusal(ctx, error, "oidc.refused");
    if (!(refusal instanceof Refusal)) throw refusal;
    const { operator_id: id, ...params } = refusal.params;
    await audit(ctx.db.operators, {
      action: "operator.signin_failed",
      operator: typeof id === "string" ? { id } : undefined,
      request,
      after: { by: "oidc", refused: refusal.code },
    });
    throw new Refusal(refusal.code, params);
  }
}

async function finish(ctx: AppContext, form: Finish): Promise<DataOf<typeof oidcFinish>> {
  const note = await openToken<Flow>(ctx, "flow", form.flow);
  const isOurs = note !== null && isSame(note.value.state, form.state);
  if (!isOurs || !(await spend(ctx.db.operators, note))) {
    throw new Refusal("operator.signin_expired");
  }
  if ((form.error ?? null) !== null || (form.code ?? null) === null) {
    throw new Refusal("oidc.denied");
  }
  const provider = await providerOf(ctx);
  const vouched = await redeem(provider, note.value, form);
  const { found, person } = await operatorOf(ctx, provider, vouched);
  if (found.status !== "active") throw new Refusal("oidc.unknown", { operator_id: found.id });
  const ticket = {
    operatorId: found.id,
    by: "oidc",
    attemptId: null,
    password: null,
    person,
  } as const;
  return { ticket: await giveTicket(ctx, ticket), needs_factor: found.has_factor };
}

/** Found by the provider's subject or, if not bound yet, by the address. */
async function operatorOf(
  ctx: AppContext,
  provider: Provider,
  vouched: Vouched,
): Promise<{ found: KnownPerson; person: Person }> {
  const { issuer, subject } = vouched;
  const known = { issuer, subject, email: null };
  const bound = await findByPerson(ctx.db.operators, known);
  if (bound !== null) return { found: bound, person: known };
  const { email, isUnverified } = await addressOf(provider, vouched);
  const person = { issuer, subject, email };
  const found = await findByPerson(ctx.db.operators, person);
  if (found === null) throw new Refusal(isUnverified ? "oidc.email_unverified" : "oidc.unknown");
  return { found, person };
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
