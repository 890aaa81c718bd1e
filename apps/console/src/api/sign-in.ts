import { CallError, showPasskey } from "@club/client";
import type {
  DataOf,
  oidcFinish,
  oidcStart,
  operatorSignIn,
  signInOptions,
  signInSecond,
  signInWays,
} from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import type { OidcReturn } from "../core/oidc-return.ts";
import { startSession } from "../core/session.ts";
import { call } from "./client.ts";
import { useData } from "./read.ts";

const LONG_MS = 60 * 60_000;

/** The host of the identity provider; null: there is none, or the club does not answer now. */
export function useProviderHost(): string | null {
  const query = useData<typeof signInWays>(
    ["signin", "ways"],
    { path: "/api/operator/signin/ways" },
    { staleTime: LONG_MS },
  );
  return query.data?.oidc ?? null;
}

/** The second factors of a ticket's holder. */
export function useSecondFactors(ticket: string) {
  return useQuery({
    queryKey: ["signin", "second", ticket],
    staleTime: LONG_MS,
    gcTime: 0,
    queryFn: async ({ signal }) => await secondFactors(ticket, signal),
  });
}

async function secondFactors(
  ticket: string,
  signal?: AbortSignal,
): Promise<DataOf<typeof signInOptions>> {
  const { data } = await call<typeof signInOptions>({
    method: "POST",
    path: "/api/operator/signin/options",
    anonymous: true,
    body: { ticket },
    ...(signal !== undefined && { signal }),
  });
  return data;
}

/** Returns the ticket for the second step, if there is one; otherwise the session has begun. */
export async function signInWithPassword(name: string, password: string): Promise<string | null> {
  try {
    const { data } = await call<typeof operatorSignIn>({
      method: "POST",
      path: "/api/operator/signin",
      anonymous: true,
      body: { user_name: name.trim(), password },
    });
    startSession(data);
    return null;
  } catch (error) {
    const ticket = ticketOf(error);
    if (ticket === null) throw error;
    return ticket;
  }
}

function ticketOf(error: unknown): string | null {
  if (!(error instanceof CallError) || error.code !== "operator.code_needed") return null;
  const { ticket } = error.params as { readonly ticket?: unknown };
  return typeof ticket === "string" ? ticket : null;
}

export async function signInWithCode(ticket: string, totp: string): Promise<void> {
  await finishSecond({ ticket, totp });
}

/** A challenge is valid once, so each try asks for its own. */
export async function signInWithPasskey(ticket: string): Promise<void> {
  const { passkey } = await secondFactors(ticket);
  if (passkey === null) return;
  await finishSecond({ ticket, passkey: await showPasskey(passkey) });
}

type Second = NonNullable<Parameters<typeof call<typeof signInSecond>>[0]["body"]>;

async function finishSecond(body: Second): Promise<void> {
  const { data } = await call<typeof signInSecond>({
    method: "POST",
    path: "/api/operator/signin/factor",
    anonymous: true,
    body,
  });
  startSession(data);
}

/** The address at the provider, and what the browser must bring back. */
export async function startAtProvider(): Promise<DataOf<typeof oidcStart>> {
  const { data } = await call<typeof oidcStart>({
    method: "POST",
    path: "/api/operator/oidc/start",
    anonymous: true,
  });
  return data;
}

/** As with the password: a ticket if a second step is needed, otherwise the session has begun. */
export async function finishAtProvider(came: OidcReturn): Promise<string | null> {
  const { data } = await call<typeof oidcFinish>({
    method: "POST",
    path: "/api/operator/oidc/finish",
    anonymous: true,
    body: came,
  });
  if (data.needs_factor) return data.ticket;
  await finishSecond({ ticket: data.ticket });
  return null;
}
