import type { BodyOf, oidcFinish } from "@club/contract";
import { Refusal } from "@club/domain";
import type { Provider } from "./oidc-provider.ts";

/** What the club remembers of a round trip to the provider. */
export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
  page: string;
}

interface Claims {
  readonly [name: string]: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

/** Whom the provider vouches for, and what is needed to ask it for more. */
export interface Vouched {
  issuer: string;
  subject: string;
  claims: Claims;
  accessToken: string;
}

/**
 * Turns the provider's code into a person. The library checks issuer, audience, times, nonce and
 * signature of the token. Besides issuer and subject, only the address is read from it: no role, no
 * name, no strength of the provider's own sign-in.
 *
 * @throws what the library throws; oidc.refused
 */
export async function redeem(
  { client, config }: Provider,
  flow: Flow,
  form: BodyOf<typeof oidcFinish>,
): Promise<Vouched> {
  const came = new URL(flow.page);
  came.searchParams.set("state", form.state);
  came.searchParams.set("code", form.code ?? "");
  if (typeof form.iss === "string") came.searchParams.set("iss", form.iss);
  const tokens = await client.authorizationCodeGrant(config, came, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Refusal("oidc.refused");
  const { iss: issuer, sub: subject } = claims;
  return { issuer, subject, claims, accessToken: tokens.access_token };
}

/**
 * The verified address of somebody, in lower case, or null. Some providers leave it out of the
 * token and give it only through a separate call.
 */
export async function addressOf(
  { client, config }: Provider,
  { claims, accessToken, subject }: Vouched,
): Promise<{ email: string | null; isUnverified: boolean }> {
  const isElsewhere =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
  const said: Claims = isElsewhere
    ? await client.fetchUserInfo(config, accessToken, subject)
    : claims;
  const email = typeof said.email === "string" ? said.email.toLowerCase() : null;
  const isVerified = said.email_verified === true;
  return { email: isVerified ? email : null, isUnverified: email !== null && !isVerified };
}
