import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Settings } from "../settings/settings.ts";
import { routeOf } from "./plain-path.ts";

const OPERATORS_ONLY = /^\/(console|metrics|api\/operator)(\/|$)/;

/** Whether a route is for operators alone. */
export function isOfOperators(route: string): boolean {
  return OPERATORS_ONLY.test(route);
}

/**
 * Whether operators are served on the host of this request; every host serves them without
 * CLUB_CONSOLE_HOST.
 */
export function isAtConsole(
  request: FastifyRequest,
  settings: Pick<Settings, "consoleHost">,
): boolean {
  const host = settings.consoleHost?.toLowerCase();
  return host === undefined || request.host.toLowerCase() === host;
}

/**
 * With CLUB_CONSOLE_HOST the console, the operators' calls and the server's metrics answer on that
 * host alone (promise S9).
 */
export function addConsoleHost(app: FastifyInstance, settings: Settings): void {
  if (settings.consoleHost === undefined) return;
  app.addHook("onRequest", (request, _reply, done) => {
    if (!isAtConsole(request, settings) && isOfOperators(routeOf(request))) {
      throw new Refusal("not_found");
    }
    done();
  });
}

/** The console's own page: an identity provider sends the browser back to it, and links lead there. */
export function consolePage(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}/console/`;
}
