import type { SignedIn } from "@club/contract";
import type { Tokens } from "../../identity/sessions/open-session.ts";

/** The specification's four fields of a sign-in. */
export function toSignedIn(player: { id: string; user_name: string }, tokens: Tokens): SignedIn {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    user_name: player.user_name,
    user_id: player.id,
  };
}
