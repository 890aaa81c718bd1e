import { makePasskey, showPasskey } from "@club/client";
import type {
  beginFactor,
  BodyInputOf,
  DataOf,
  goingLive,
  ListItemOf,
  OperatorSession,
  ownOperator,
  proveFactor,
  resetOperatorPassword,
} from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { takeRights } from "../core/session.ts";
import { ask, defineAct } from "./ask.ts";
import { queryClient, readAnew } from "./query-client.ts";
import { read, useList, useWhole } from "./read.ts";

const PEOPLE_KEY = "people";
const OWN_KEY = "own";
const CALM_MS = 60_000;

export type OwnOperator = DataOf<typeof ownOperator>;
export type Enrolment = DataOf<typeof beginFactor>;
export type GoingLiveItem = ListItemOf<typeof goingLive>;

/** About oneself. What the operator may do may change meanwhile, so it is asked again each minute. */
export const useOwnOperator = () =>
  useQuery({
    queryKey: [OWN_KEY],
    staleTime: CALM_MS,
    refetchInterval: CALM_MS,
    queryFn: async (asked) => {
      const { data } = await read("/api/operator/me", {}, asked);
      takeRights(data);
      return data;
    },
  });

export const useOperators = () => useList([PEOPLE_KEY], "/api/operator/operators");

/** Sessions of an operator; null: the signed-in operator's own. */
export const useOperatorSessions = (operator_id: string | null) =>
  useQuery({
    queryKey: [PEOPLE_KEY, "sessions", operator_id],
    queryFn: async (asked): Promise<readonly OperatorSession[]> => {
      if (operator_id === null) return (await read("/api/operator/me/sessions", {}, asked)).list;
      const path = "/api/operator/operators/:operator_id/sessions";
      return (await read(path, { operator_id }, asked)).list;
    },
  });

export const useGoingLive = () =>
  useList([PEOPLE_KEY, "going-live"], "/api/operator/going-live", {}, { staleTime: 0 });

/** Once the factor is on, everything that was refused without it may be fetched again. */
const refreshAll = async () => await queryClient.invalidateQueries();

const KEYS = [PEOPLE_KEY];
const ME = "/api/operator/me";
const ONE = "/api/operator/operators/:operator_id";

export const endOwnSession = defineAct(`POST ${ME}/sessions/:session_id/end`, KEYS);
export const endSessionOf = defineAct(`POST ${ONE}/sessions/:session_id/end`, KEYS);
export const makeOperator = defineAct("POST /api/operator/operators", KEYS);
export const giveRoles = defineAct(`POST ${ONE}/roles`, KEYS);

const ROLES_KEYS = [PEOPLE_KEY, OWN_KEY];
export const useOwnRoles = () => useWhole([PEOPLE_KEY, "roles"], "/api/operator/roles");
export const makeRole = defineAct("POST /api/operator/roles", ROLES_KEYS);
export const changeRole = defineAct("PUT /api/operator/roles/:role_id", ROLES_KEYS);
export const dropRole = defineAct("DELETE /api/operator/roles/:role_id", ROLES_KEYS);

export const writeEmail = defineAct(`POST ${ONE}/email`, KEYS);

export const writePlayer = defineAct(`POST ${ONE}/player`, KEYS);

export type PlainAct = "close" | "reopen" | "reset-factor";

/** The acts that only need a reason. */
export const actOn = {
  close: defineAct(`POST ${ONE}/close`, KEYS),
  reopen: defineAct(`POST ${ONE}/reopen`, KEYS),
  "reset-factor": defineAct(`POST ${ONE}/reset-factor`, KEYS),
} as const satisfies Record<PlainAct, unknown>;

export type PasswordLink = DataOf<typeof resetOperatorPassword>;

/** Makes the link with which the operator sets a new password. The answer comes only once. */
export const makePasswordLink = defineAct(`POST ${ONE}/reset-password`);
export const changePassword = defineAct("POST /api/operator/change-password", KEYS);
export const startEnrolment = defineAct(`POST ${ME}/factor`);
export const finishEnrolment = defineAct(`POST ${ME}/factor/confirm`, refreshAll);

export async function setPasswordByLink(token: string, new_password: string): Promise<void> {
  await ask("POST /api/operator/set-password", { token, new_password }, { anonymous: true });
}

/** How a second factor is shown: a typed code, or the passkey that the person picks. */
export type Shows = { readonly totp: string } | "passkey";
type Proof = BodyInputOf<typeof proveFactor>;

async function proofOf(shows: Shows): Promise<Proof> {
  if (shows !== "passkey") return shows;
  const { data } = await ask(`POST ${ME}/proof/options`);
  return { passkey: await showPasskey(data) };
}

export async function newRecoveryCodes(shows: Shows): Promise<readonly string[]> {
  const { data } = await ask(`POST ${ME}/recovery-codes`, await proofOf(shows));
  await readAnew(OWN_KEY);
  return data.recovery_codes;
}

export async function prove(shows: Shows): Promise<void> {
  await ask(`POST ${ME}/proof`, await proofOf(shows));
}

/** Makes a passkey on this device. Returns recovery codes if it is the very first factor. */
export async function addPasskey(
  password: string,
  name: string,
): Promise<readonly string[] | null> {
  const { data: wish } = await ask(`POST ${ME}/passkeys/options`, { password });
  const made = await makePasskey(wish, "discouraged");
  const { data } = await ask(`POST ${ME}/passkeys`, { ...made, name });
  await refreshAll();
  return data.recovery_codes;
}

/** Removes a passkey, or (null) the authenticator. */
export async function dropFactor(passkey_id: string | null): Promise<void> {
  await (passkey_id === null
    ? ask(`DELETE ${ME}/factor`)
    : ask(`DELETE ${ME}/passkeys/:passkey_id`, { passkey_id }));
  await readAnew(OWN_KEY, PEOPLE_KEY);
}

/** Whether there is any second factor. */
export function hasFactor(own: OwnOperator): boolean {
  return own.factor_since !== null || own.passkeys.length > 0;
}
