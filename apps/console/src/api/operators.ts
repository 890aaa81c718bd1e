import { makePasskey, showPasskey } from "@club/client";
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
import { useQuery } from "@tanstack/react-query";
import { call } from "./client.ts";
import { queryClient, send, readAnew } from "./query-client.ts";
import { read, useData, useList } from "./read.ts";

const PEOPLE_KEY = "people";
const OWN_KEY = "own";
const CALM_MS = 60_000;

export type OwnOperator = DataOf<typeof ownOperator>;
export type Enrolment = DataOf<typeof beginFactor>;
export type GoingLiveItem = ListItemOf<typeof goingLive>;

export function useOwnOperator() {
  return useData<typeof ownOperator>(
    [OWN_KEY],
    { path: "/api/operator/me" },
    { staleTime: CALM_MS },
  );
}

export function useOperators() {
  return useList<typeof listOperators>([PEOPLE_KEY], { path: "/api/operator/operators" });
}

/** Sessions of an operator; null: the signed-in operator's own. */
export function useOperatorSessions(operatorId: string | null) {
  return useQuery({
    queryKey: [PEOPLE_KEY, "sessions", operatorId],
    queryFn: async (asked): Promise<readonly OperatorSession[]> => {
      if (operatorId === null) {
        return (await read<typeof ownSessions>({ path: "/api/operator/me/sessions" }, asked)).list;
      }
      const path = "/api/operator/operators/:operator_id/sessions";
      const params = { operator_id: operatorId };
      return (await read<typeof listOperatorSessions>({ path, params }, asked)).list;
    },
  });
}

export function useGoingLive() {
  return useList<typeof goingLive>(
    [PEOPLE_KEY, "going-live"],
    { path: "/api/operator/going-live" },
    { staleTime: 0 },
  );
}

const refresh = async () => await readAnew(PEOPLE_KEY);
/** Once the factor is on, everything that was refused without it may be fetched again. */
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
  await send<typeof createOperator>([PEOPLE_KEY], {
    method: "POST",
    path: "/api/operator/operators",
    body: { user_name: form.name.trim(), password: form.password, roles: [...form.roles] },
  });
}

export async function giveRoles(id: string, roles: readonly Role[], reason: string): Promise<void> {
  await send<typeof changeRoles>([PEOPLE_KEY], {
    method: "POST",
    path: "/api/operator/operators/:operator_id/roles",
    params: { operator_id: id },
    body: { roles: [...roles], reason },
  });
}

export type PlainAct = "close" | "reopen" | "reset-factor";

/** The acts that only need a reason. */
export async function actOn(id: string, act: PlainAct, reason: string): Promise<void> {
  // The three paths differ only in their last word.
  await send<typeof closeOperator>([PEOPLE_KEY], {
    method: "POST",
    path: `/api/operator/operators/:operator_id/${act}` as "/api/operator/operators/:operator_id/close",
    params: { operator_id: id },
    body: { reason },
  });
}

export type PasswordLink = DataOf<typeof resetOperatorPassword>;

/** Makes the link with which the operator sets a new password. The answer comes only once. */
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
  await send<typeof changeOperatorPassword>([PEOPLE_KEY], {
    method: "POST",
    path: "/api/operator/change-password",
    body: { old_password: old, new_password: next },
  });
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

/** How a second factor is shown: a typed code, or the passkey that the person picks. */
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
  const data = await send<typeof renewRecoveryCodes>([OWN_KEY], {
    method: "POST",
    path: "/api/operator/me/recovery-codes",
    body: await proofOf(shows),
  });
  return data.recovery_codes;
}

export async function prove(shows: Shows): Promise<void> {
  await call<typeof proveFactor>({
    method: "POST",
    path: "/api/operator/me/proof",
    body: await proofOf(shows),
  });
}

/** Makes a passkey on this device. Returns recovery codes if it is the very first factor. */
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

/** Removes a passkey, or (null) the authenticator. */
export async function dropFactor(passkeyId: string | null): Promise<void> {
  await (passkeyId === null
    ? call<typeof removeFactor>({ method: "DELETE", path: "/api/operator/me/factor" })
    : call<typeof deleteOperatorPasskey>({
        method: "DELETE",
        path: "/api/operator/me/passkeys/:passkey_id",
        params: { passkey_id: passkeyId },
      }));
  await readAnew(OWN_KEY);
  await refresh();
}

/** Whether there is any second factor. */
export function hasFactor(own: OwnOperator): boolean {
  return own.factor_since !== null || own.passkeys.length > 0;
}

export async function writeEmail(id: string, email: string, reason: string): Promise<void> {
  await send<typeof setOperatorEmail>([PEOPLE_KEY], {
    method: "POST",
    path: "/api/operator/operators/:operator_id/email",
    params: { operator_id: id },
    body: { email: email.trim() === "" ? null : email.trim(), reason },
  });
}
