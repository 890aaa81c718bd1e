import { z } from "zod";
import { defineCall } from "./call.ts";
import { operatorTokens } from "./operators.ts";
import { passkeyQuestion } from "./own-operator.ts";
import { shownPasskey } from "./passkeys.ts";

/*
 * Signing in at the desk beyond the password: the second step, and the club's own identity provider
 * (OpenID Connect). A ticket proves that the first step succeeded; it is good once, for five
 * minutes.
 */

const ticket = z.string().min(1).max(4000);

export const signInWays = defineCall("GET /api/operator/signin/ways", {
  summary:
    "How operators may sign in beside the password: the host of the identity provider, or null.",
  access: "public",
  data: z.object({ oidc: z.string().nullable() }),
});

export const signInOptions = defineCall("POST /api/operator/signin/options", {
  summary: "Which second factors the holder of a ticket has, with a challenge for the passkeys.",
  access: "public",
  body: z.object({ ticket }),
  data: z.object({ has_totp: z.boolean(), passkey: passkeyQuestion.nullable() }),
});

export const signInSecond = defineCall("POST /api/operator/signin/factor", {
  summary: "The second step of a sign-in: a code, or a passkey's answer.",
  access: "public",
  body: z.object({
    ticket,
    totp: z.string().max(20).nullish(),
    passkey: shownPasskey.nullish(),
  }),
  data: operatorTokens,
});

export const oidcStart = defineCall("POST /api/operator/oidc/start", {
  summary:
    "Begins a sign-in at the club's identity provider: where to send the browser, and what it brings back with the answer.",
  access: "public",
  data: z.object({ authorize_url: z.string(), flow: z.string() }),
});

export const oidcFinish = defineCall("POST /api/operator/oidc/finish", {
  summary:
    "Takes the provider's answer. Gives a ticket for the second step, which lets in at once whoever has no second factor.",
  access: "public",
  body: z.object({
    flow: z.string().min(1).max(4000),
    state: z.string().max(200),
    code: z.string().max(4000).nullish(),
    iss: z.string().max(500).nullish(),
    error: z.string().max(200).nullish(),
  }),
  data: z.object({ ticket: z.string(), needs_factor: z.boolean() }),
});
