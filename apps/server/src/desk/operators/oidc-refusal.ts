import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { DatabaseAway, DatabaseBusy } from "../../core/db/connect.ts";

type Code = "oidc.away" | "oidc.refused";

/**
 * Errors by which the library reports a provider that is not there or answers nonsense; any other
 * means distrust.
 */
const AWAY = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_PARSE_ERROR",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
]);
const SERVER_FAULT = 500;

/**
 * Turns a failure with the provider into a refusal; its own words go only to the log. Our own
 * refusals and a database that is away stay what they are.
 *
 * @param code - the refusal when nothing better is known.
 */
export function toOidcRefusal(ctx: Pick<AppContext, "log">, error: unknown, code: Code): unknown {
  if (error instanceof Refusal || error instanceof DatabaseAway || error instanceof DatabaseBusy) {
    return error;
  }
  ctx.log.warn({ err: error }, "the identity provider did not let somebody in");
  return new Refusal(isAway(error) ? "oidc.away" : code);
}

function isAway(error: unknown): boolean {
  // `fetch` fails with a TypeError when nobody is reached.
  if (error instanceof TypeError) return true;
  const { code, status } = error as { code?: unknown; status?: unknown };
  if (typeof status === "number") return status >= SERVER_FAULT;
  return typeof code === "string" && AWAY.has(code);
}
