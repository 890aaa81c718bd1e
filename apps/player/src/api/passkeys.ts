import type {
  createPasskey,
  deletePasskey,
  listPasskeys,
  passkeyOptions,
  passkeySignIn,
  passkeySignInOptions,
} from "@club/contract";
import { makePasskey, showPasskey } from "@club/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { enter } from "./accounts.ts";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

export { canUsePasskeys, PasskeyStopped } from "@club/client";

const KEY = [MINE, "passkeys"] as const;

export function usePasskeys() {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: KEY,
    enabled: isSignedIn,
    queryFn: async ({ signal }) =>
      (await call<typeof listPasskeys>({ method: "GET", path: "/api/user/passkeys", signal })).list,
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (passkeyId: string) =>
      call<typeof deletePasskey>({
        method: "DELETE",
        path: "/api/user/passkeys/:passkey_id",
        params: { passkey_id: passkeyId },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Makes a passkey on this device; the password is asked for unless the sign-in is fresh. */
export function useMakePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (asked: { readonly password?: string; readonly name: string }) => {
      const { password, name } = asked;
      const { data: options } = await call<typeof passkeyOptions>({
        method: "POST",
        path: "/api/user/passkeys/options",
        body: password === undefined ? {} : { password },
      });
      const made = await makePasskey(options);
      await call<typeof createPasskey>({
        method: "POST",
        path: "/api/user/passkeys",
        body: { ...made, name },
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Signs in with whichever passkey the person chooses. */
export function usePasskeySignIn() {
  return useMutation({
    mutationFn: async () => {
      const { data: options } = await call<typeof passkeySignInOptions>({
        method: "POST",
        path: "/api/user/passkey-signin/options",
        anonymous: true,
      });
      const { data } = await call<typeof passkeySignIn>({
        method: "POST",
        path: "/api/user/passkey-signin",
        body: await showPasskey(options),
        anonymous: true,
      });
      enter(data);
    },
  });
}
