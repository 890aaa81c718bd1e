import type {
  beginFactor,
  BodyInputOf,
  changeRoles,
  closeOperator,
  confirmFactor,
  createOperator,
  createOperatorPasskey,
  DataOf,
  deleteOperatorPasskey,
  endOperatorSession,
  endOwnSession,
  goingLive,
  listOperators,
  listOperatorSessions,
  ListItemOf,
  Operator,
  operatorPasskeyOptions,
  OperatorSession,
  ownOperator,
  ownSessions,
  proofOptions,
  proveFactor,
  removeFactor,
  renewRecoveryCodes,
  Role,
  setOperatorEmail,
  changeOperatorPassword,
  resetOperatorPassword,
  setOperatorPassword,
} from "@club/contract";
import { makePasskey, showPasskey } from "@club/client";
import { useQuery } from "@tanstack/react-query";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

const PEOPLE_KEY = "people";
const OWN_KEY = "own";
const CALM_MS = 60_000;

export type OwnOperator = DataOf<typeof ownOperator>;
export type Enrolment = DataOf<typeof beginFactor>;
export type GoingLiveItem = ListItemOf<typeof goingLive>;

export function useOwnOperator() {
  return useQuery({
    queryKey: [OWN_KEY],
    staleTime: CALM_MS,
    queryFn: async ({ signal }): Promise<OwnOperator> =>
      (await call<typeof ownOperator>({ method: "GET", path: "/api/operator/me", signal })).data,
  });
}

export function useOperators() {
  return useQuery({
    queryKey: [PEOPLE_KEY],
    queryFn: async ({ signal }): Promise<readonly Operator[]> => {
      const wish = { method: "GET", path: "/api/operator/operators", signal } as const;
      return (await call<typeof listOperators>(wish)).list;
    },
  });
}

/** Sessions of an operator; null: the own ones. */
export function useOperatorSessions(operatorId: string | null) {
  return useQuery({
    queryKey: [PEOPLE_KEY, "sessions", operatorId],
    queryFn: async ({ signal }): Promise<readonly OperatorSession[]> => {
      if (operatorId === null) {
        const wish = { method: "GET", path: "/api/operator/me/sessions", signal } as const;
        return (await call<typeof ownSessions>(wish)).list;
      }
      return (
        await call<typeof listOperatorSessions>({
          method: "GET",
          path: "/api/operator/operators/:operator_id/sessions",
          params: { operator_id: operatorId },
          signal,
        })
      ).list;
    },
  });
}

export function useGoingLive() {
  return useQuery({
    queryKey: [PEOPLE_KEY, "going-live"],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly GoingLiveItem[]> => {
      const wish = { method: "GET", path: "/api/operator/going-live", signal } as const;
      return (await call<typeof goingLive>(wish)).list;
    },
  });
}

const refresh = async () => await queryClient.invalidateQueries({ queryKey: [PEOPLE_KEY] });
/** After the factor was turned on everything may be asked for again that was refused without it. */
const refreshAll = async () => await queryClient.invalidateQueries();

export async function endSessionOf(operatorId: string | null, sessionId: string): Promise<void> {
  if (operatorId === null) {
    await call<typeof endOwnSession>({
      method: "POST",
      path: "/api/operator/me/sessions/:session_id/end",
      params: { session_id: sessionId },
    });
  } else {
    await call<typeof endOperatorSession>({
      method: "POST",
      path: "/api/operator/operators/:operator_id/sessions/:session_id/end",
      params: { operator_id: operatorId, session_id: sessionId },
    });
  }
  await refresh();
}

export async function makeOperator(form: {
  readonly name: string;
  readonly password: string;
  readonly roles: readonly Role[];
}): Promise<void> {
  await call<typeof createOperator>({
    method: "POST",
    path: "/api/operator/operators",
    body: { user_name: form.name.trim(), password: form.password, roles: [...form.roles] },
  });
  await refresh();
}

export async function giveRoles(id: string, roles: readonly Role[], reason: string): Promise<void> {
  await call<typeof changeRoles>({
    method: "POST",
    path: "/api/operator/operators/:operator_id/roles",
    params: { operator_id: id },
    body: { roles: [...roles], reason },
  });
  await refresh();
}

export type PlainAct = "close" | "reopen" | "reset-factor";

/** The acts that only ask why. */
export async function actOn(id: string, act: PlainAct, reason: string): Promise<void> {
  // The three calls differ in their last word alone.
  await call<typeof closeOperator>({
    method: "POST",
    path: `/api/operator/operators/:operator_id/${act}` as "/api/operator/operators/:operator_id/close",
    params: { operator_id: id },
    body: { reason },
  });
  await refresh();
}

export type PasswordLink = DataOf<typeof resetOperatorPassword>;

/** With it the operator sets a new password; it is answered once. */
export async function makePasswordLink(id: string, reason: string): Promise<PasswordLink> {
  const { data } = await call<typeof resetOperatorPassword>({
    method: "POST",
    path: "/api/operator/operators/:operator_id/reset-password",
    params: { operator_id: id },
    body: { reason },
  });
  return data;
}

export async function changePassword(old: string, next: string): Promise<void> {
  await call<typeof changeOperatorPassword>({
    method: "POST",
    path: "/api/operator/change-password",
    body: { old_password: old, new_password: next },
  });
  await refresh();
}

export async function setPasswordByLink(token: string, password: string): Promise<void> {
  await call<typeof setOperatorPassword>({
    method: "POST",
    path: "/api/operator/set-password",
    anonymous: true,
    body: { token, new_password: password },
  });
}

export async function startEnrolment(password: string, totp: string): Promise<Enrolment> {
  const { data } = await call<typeof beginFactor>({
    method: "POST",
    path: "/api/operator/me/factor",
    body: { password, ...(totp !== "" && { totp }) },
  });
  return data;
}

export async function finishEnrolment(totp: string): Promise<readonly string[]> {
  const { data } = await call<typeof confirmFactor>({
    method: "POST",
    path: "/api/operator/me/factor/confirm",
    body: { totp },
  });
  await refreshAll();
  return data.recovery_codes;
}

/** What is shown of a second factor: a code that was typed, or the passkey that the person picks. */
export type Shows = { readonly totp: string } | "passkey";
type Proof = BodyInputOf<typeof proveFactor>;

async function proofOf(shows: Shows): Promise<Proof> {
  if (shows !== "passkey") return shows;
  const { data } = await call<typeof proofOptions>({
    method: "POST",
    path: "/api/operator/me/proof/options",
  });
  return { passkey: await showPasskey(data) };
}

export async function newRecoveryCodes(shows: Shows): Promise<readonly string[]> {
  const { data } = await call<typeof renewRecoveryCodes>({
    method: "POST",
    path: "/api/operator/me/recovery-codes",
    body: await proofOf(shows),
  });
  await queryClient.invalidateQueries({ queryKey: [OWN_KEY] });
  return data.recovery_codes;
}

export async function prove(shows: Shows): Promise<void> {
  await call<typeof proveFactor>({
    method: "POST",
    path: "/api/operator/me/proof",
    body: await proofOf(shows),
  });
}

/** Makes a passkey on this device; recovery codes, where it is the first factor of all. */
export async function addPasskey(
  password: string,
  name: string,
): Promise<readonly string[] | null> {
  const { data: wish } = await call<typeof operatorPasskeyOptions>({
    method: "POST",
    path: "/api/operator/me/passkeys/options",
    body: { password },
  });
  const made = await makePasskey(wish, "discouraged");
  const { data } = await call<typeof createOperatorPasskey>({
    method: "POST",
    path: "/api/operator/me/passkeys",
    body: { ...made, name },
  });
  await refreshAll();
  return data.recovery_codes;
}

/** Takes a passkey away, or the authenticator. */
export async function dropFactor(passkeyId: string | null): Promise<void> {
  await (passkeyId === null
    ? call<typeof removeFactor>({ method: "DELETE", path: "/api/operator/me/factor" })
    : call<typeof deleteOperatorPasskey>({
        method: "DELETE",
        path: "/api/operator/me/passkeys/:passkey_id",
        params: { passkey_id: passkeyId },
      }));
  await queryClient.invalidateQueries({ queryKey: [OWN_KEY] });
  await refresh();
}

/** Whether there is any second factor. */
export function hasFactor(own: OwnOperator): boolean {
  return own.factor_since !== null || own.passkeys.length > 0;
}

export async function writeEmail(id: string, email: string, reason: string): Promise<void> {
  await call<typeof setOperatorEmail>({
    method: "POST",
    path: "/api/operator/operators/:operator_id/email",
    params: { operator_id: id },
    body: { email: email.trim() === "" ? null : email.trim(), reason },
  });
  await refresh();
}
