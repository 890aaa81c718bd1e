import { CallError, showPasskey } from "@club/client";
import type { BodyInputOf, DataOf, oidcStart, signInSecond } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import type { OidcReturn } from "../core/oidc-return.ts";
import { startSession } from "../core/session.ts";
import { ask } from "./ask.ts";
import { useData } from "./read.ts";

const LONG_MS = 60 * 60_000;
const ANONYMOUS = { anonymous: true } as const;

/** The host of the identity provider; null: there is none, or the club does not answer now. */
export function useProviderHost(): string | null {
  const options = { staleTime: LONG_MS };
  return useData(["signin", "ways"], "/api/operator/signin/ways", {}, options).data?.oidc ?? null;
}

/** The second factors of a ticket's holder. */
export const useSecondFactors = (ticket: string) =>
  useQuery({
    queryKey: ["signin", "second", ticket],
    staleTime: LONG_MS,
    gcTime: 0,
    queryFn: async ({ signal }) => await secondFactors(ticket, signal),
  });

async function secondFactors(ticket: string, signal?: AbortSignal) {
  const how = { ...ANONYMOUS, signal };
  return (await ask("POST /api/operator/signin/options", { ticket }, how)).data;
}

/** Returns the ticket for the second step, if there is one; otherwise the session has begun. */
export async function signInWithPassword(name: string, password: string): Promise<string | null> {
  try {
    const fields = { user_name: name.trim(), password };
    startSession((await ask("POST /api/operator/signin", fields, ANONYMOUS)).data);
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

async function finishSecond(fields: BodyInputOf<typeof signInSecond>): Promise<void> {
  startSession((await ask("POST /api/operator/signin/factor", fields, ANONYMOUS)).data);
}

/** The address at the provider, and what the browser must bring back. */
export const startAtProvider = async (): Promise<DataOf<typeof oidcStart>> =>
  (await ask("POST /api/operator/oidc/start", {}, ANONYMOUS)).data;

/** As with the password: a ticket if a second step is needed, otherwise the session has begun. */
export async function finishAtProvider(came: OidcReturn): Promise<string | null> {
  const { data } = await ask("POST /api/operator/oidc/finish", came, ANONYMOUS);
  if (data.needs_factor) return data.ticket;
  await finishSecond({ ticket: data.ticket });
  return null;
}
