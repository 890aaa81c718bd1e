import type {
  createPasskey,
  deletePasskey,
  listPasskeys,
  passkeyOptions,
  passkeySignIn,
  passkeySignInOptions,
} from "@club/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../session.ts";
import { enter } from "./accounts.ts";
import { call } from "./client.ts";
import { MINE } from "./query-client.ts";

const KEY = [MINE, "passkeys"] as const;

/** The device, or the person at it, did not finish: nothing happened. */
export class PasskeyStopped extends Error {
  override name = "PasskeyStopped";
  readonly isKnown: boolean;
  constructor(cause: unknown) {
    super("passkey stopped", { cause });
    this.isKnown = cause instanceof DOMException && cause.name === "InvalidStateError";
  }
}

/** Passkeys belong to a name: an address of numbers, or a page without TLS, has none. */
export function canUsePasskeys(): boolean {
  const isNumbers = /^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && "PublicKeyCredential" in globalThis && !isNumbers;
}

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
      const made = await create(options);
      await call<typeof createPasskey>({
        method: "POST",
        path: "/api/user/passkeys",
        body: { ...made, name },
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

interface Options {
  readonly challenge: string;
  readonly rp_id: string;
  readonly user_handle: string;
  readonly user_name: string;
  readonly known: readonly string[];
}

const ES256 = -7;
const ED_DSA = -8;
const RS256 = -257;

async function create(options: Options) {
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(options.challenge),
        rp: { id: options.rp_id, name: document.title },
        user: {
          id: bytesOf(options.user_handle),
          name: options.user_name,
          displayName: options.user_name,
        },
        pubKeyCredParams: [ES256, ED_DSA, RS256].map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
        excludeCredentials: options.known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  const publicKey = response.getPublicKey();
  if (publicKey === null) throw new PasskeyStopped("a key of a kind that was not asked for");
  return {
    credential_id: textOf(credential.rawId),
    public_key: textOf(publicKey),
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.getAuthenticatorData()),
  };
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
      const credential = await ask(() =>
        navigator.credentials.get({
          publicKey: {
            challenge: bytesOf(options.challenge),
            rpId: options.rp_id,
            userVerification: "required",
          },
        }),
      );
      const response = credential.response as AuthenticatorAssertionResponse;
      const { data } = await call<typeof passkeySignIn>({
        method: "POST",
        path: "/api/user/passkey-signin",
        body: {
          credential_id: textOf(credential.rawId),
          client_data: textOf(response.clientDataJSON),
          authenticator_data: textOf(response.authenticatorData),
          signature: textOf(response.signature),
        },
        anonymous: true,
      });
      enter(data);
    },
  });
}

async function ask(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await work();
    if (credential === null) throw new Error("no credential");
    return credential as PublicKeyCredential;
  } catch (error) {
    throw new PasskeyStopped(error);
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
