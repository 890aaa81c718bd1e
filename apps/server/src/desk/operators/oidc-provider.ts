import { Refusal } from "@club/domain";
import type * as Oidc from "openid-client";
import type { AppContext } from "../../core/context.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { isLoopback, type Settings } from "../../core/settings/settings.ts";

type Client = typeof Oidc;

/** The club's identity provider, as it described itself. */
export interface Provider {
  client: Client;
  config: Oidc.Configuration;
}

/** Seconds for one answer of the provider; three of them must fit into the time of a call. */
const PATIENCE_S = 3;
const BELIEVED_MS = 60 * 60_000;
const MOST_ANSWER_BYTES = 256 * 1024;

const cacheOf = perServer(() => new TtlCache<Provider>(BELIEVED_MS));

/** The host of the provider, as the button names it; null: there is none. */
export function providerHost({ settings }: Pick<AppContext, "settings">): string | null {
  return settings.oidcIssuer === undefined ? null : new URL(settings.oidcIssuer).host;
}

/**
 * The provider, discovered at first use and again every hour. The library is loaded only then, so a
 * club without a provider never loads it.
 *
 * @throws not_found without a provider, and what the library throws.
 */
export async function providerOf(ctx: Pick<AppContext, "db" | "settings">): Promise<Provider> {
  return await cacheOf(ctx).get("", async () => await discover(ctx.settings));
}

async function discover(settings: Settings): Promise<Provider> {
  const { oidcIssuer, oidcClientId, oidcClientSecret } = settings;
  if (oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecret === undefined) {
    throw new Refusal("not_found");
  }
  const client = await import("openid-client");
  const issuer = new URL(oidcIssuer);
  // Checks the token's signature even though it came over TLS from the provider itself.
  const execute = [client.enableNonRepudiationChecks];
  if (isLoopback(issuer.hostname)) execute.push(client.allowInsecureRequests);
  const config = await client.discovery(
    issuer,
    oidcClientId,
    { client_secret: oidcClientSecret },
    clientProof(client, oidcClientSecret),
    { timeout: PATIENCE_S, execute, [client.customFetch]: fetchLittle },
  );
  return { client, config };
}

/** The standard's way for a client to authenticate, unless the provider offers only the other. */
function clientProof(client: Client, secret: string): Oidc.ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    const isBasic = ways === undefined || ways.includes("client_secret_basic");
    return isBasic ? basic(server, ...rest) : post(server, ...rest);
  };
}

/** A provider's answers are short; a longer one is not read to the end. */
async function fetchLittle(url: string, options: Oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: "manual" } as RequestInit);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) throw new TypeError("the provider's answer is too large");
    pieces.push(piece);
  }
  const { status, headers } = response;
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(pieces), { status, headers });
}
