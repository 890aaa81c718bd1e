import {
  createPasskey,
  deletePasskey,
  listPasskeys,
  passkeyOptions,
  passkeySignIn,
  passkeySignInOptions,
} from "@club/contract";
import type { Passkey } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import { clientOf } from "../accounts/register-player.ts";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { newChallenge } from "../../identity/passkeys/challenge.ts";
import { makePasskey, optionsOf } from "./make-passkey.ts";
import { listPasskeyRows, removePasskey } from "./passkeys.queries.ts";
import type { PasskeyRow } from "./passkeys.queries.ts";
import { signInByPasskey } from "./sign-in-by-passkey.ts";

/** Signing in without a password. */
export function passkeyRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, passkeyOptions, async ({ player, body, request }) => ({
    data: await optionsOf(ctx, player, {
      form: body,
      client: clientOf(request),
      host: request.hostname,
    }),
  }));
  register(app, ctx, createPasskey, async ({ player, body, request }) => ({
    data: toPasskey(await makePasskey(ctx, player, { form: body, host: request.hostname })),
  }));
  register(app, ctx, listPasskeys, async ({ player }) => ({
    list: (await listPasskeyRows(ctx.db.browsing, player.id)).map(toPasskey),
  }));
  register(app, ctx, deletePasskey, async ({ player, params }) => {
    if (!(await removePasskey(ctx.db.browsing, player.id, knownId(params.passkey_id)))) {
      throw new Refusal("not_found");
    }
    return {};
  });
  register(app, ctx, passkeySignInOptions, async ({ request }) => ({
    data: { challenge: await newChallenge(ctx, { kind: "signin" }), rp_id: request.hostname },
  }));
  register(app, ctx, passkeySignIn, async ({ body, request }) => ({
    data: await signInByPasskey(ctx, body, clientOf(request)),
  }));
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    passkey_id: row.id,
    name: row.name,
    created_at: wireInstant(row.created_at),
    last_used_at: wireInstant(row.last_used_at),
  };
}
