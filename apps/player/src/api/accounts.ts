import type {
  deleteSession,
  getProfile,
  listSessions,
  Profile,
  putProfile,
  signIn,
  SignedIn,
  signOut,
} from "@club/contract";
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { expectSignIn } from "../core/heartbeat.ts";
import { currentT } from "../core/lang.ts";
import { endSession, startSession, useSession } from "../core/session.ts";
import { storage } from "../device/storage.ts";
import { call } from "../core/call.ts";
import { CallError } from "@club/client";
import { MINE } from "../core/query-client.ts";

const PROFILE_KEY = [MINE, "profile"] as const;
const SESSIONS_KEY = [MINE, "sessions"] as const;

export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/** Signs in, without the token of whoever was signed in before. */
export function useSignIn() {
  return useMutation({
    mutationFn: async ({ userName, password }: Credentials) => {
      try {
        const { data } = await call<typeof signIn>({
          method: "POST",
          path: "/api/user/signin",
          body: { user_name: userName, password },
          anonymous: true,
        });
        enter(data);
        return data;
      } catch (error) {
        throw asNetworkError(error);
      }
    },
  });
}

/** The specification's words for a sign-in that the server could not handle. */
function asNetworkError(error: unknown): unknown {
  if (!(error instanceof CallError) || error.status !== 500) return error;
  return new CallError(currentT()("error.network"), { kind: "network", status: 500 });
}

/** Starts a session from the club: by password, passkey or sign-up. */
export function enter(data: SignedIn): void {
  expectSignIn();
  startSession({
    token: data.access_token,
    refreshToken: data.refresh_token,
    name: data.user_name,
    userId: data.user_id,
  });
}

/** Ends the session at the server too; on this device it ends whatever the server says. */
export async function signOutNow(): Promise<void> {
  // Whoever has this phone next must not be notified of these bets.
  if (storage.read("push") !== null) await (await import("./push.ts")).forgetPush();
  await call<typeof signOut>({ method: "POST", path: "/api/user/signout" }).catch(
    (error: unknown) => console.info("sign out", error),
  );
  endSession("signed out");
}

export function useProfile(): UseQueryResult<Profile> {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: PROFILE_KEY,
    enabled: isSignedIn,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/user/profile", signal } as const;
      return (await call<typeof getProfile>(wish)).data;
    },
  });
}

export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (
      profile: Partial<Pick<Profile, "full_name" | "language">> & {
        readonly date_of_birth?: string;
        readonly country?: string;
        readonly address?: string;
        readonly postcode?: string;
      },
    ) => {
      const { full_name, ...rest } = profile;
      const body = { ...rest, ...(typeof full_name === "string" && { full_name }) };
      return (await call<typeof putProfile>({ method: "PUT", path: "/api/user/profile", body }))
        .data;
    },
    onSuccess: (profile) => client.setQueryData(PROFILE_KEY, profile),
  });
}

export function useSessions() {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: SESSIONS_KEY,
    enabled: isSignedIn,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/user/sessions", signal } as const;
      return (await call<typeof listSessions>(wish)).list;
    },
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sessionIds: readonly string[]) => {
      for (const session_id of sessionIds) {
        await call<typeof deleteSession>({
          method: "DELETE",
          path: "/api/user/sessions/:session_id",
          params: { session_id },
        });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
