import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings.ts";
import { pathOf } from "./headers.ts";

const OPERATORS_ONLY = /^\/(console|api\/operator)(\/|$)/;

/** With CLUB_CONSOLE_HOST the console and the operator calls answer on that host alone (promise S9). */
export function addConsoleHost(app: FastifyInstance, settings: Settings): void {
  const host = settings.consoleHost?.toLowerCase();
  if (host === undefined) return;
  app.addHook("onRequest", async (request) => {
    const asked = request.host.toLowerCase();
    if (asked !== host && OPERATORS_ONLY.test(pathOf(request))) throw new Refusal("not_found");
  });
}
