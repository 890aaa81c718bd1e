import { join } from "node:path";
import { SettingsError, type Settings } from "../../apps/server/src/core/settings/settings.ts";
import { ServerProcess } from "./server-process.ts";
import { ROOT } from "./steps.ts";

export const EDGE_USAGE = `npm run club -- edge                serves the streams and public reads of the club at CLUB_EDGE_OF, without a database`;

const EDGE_MAIN = join(ROOT, "apps/server/src/run/edge/main.ts");

/**
 * Keeps an edge running until told to stop; whoever starts it may be a terminal or a service.
 *
 * @throws SettingsError with one sentence where the edge cannot run as things are
 */
export async function runEdgeCommand(
  settings: Settings,
  say: (line: string) => void,
): Promise<number> {
  if (settings.edgeOf === undefined) {
    throw new SettingsError("Set CLUB_EDGE_OF to the address of the club whose edge this is.");
  }
  const over = Promise.withResolvers<number>();
  const edge = new ServerProcess({
    main: EDGE_MAIN,
    env: withoutSecrets(process.env),
    onReady: ({ lines }) => say(lines.join("\n")),
    onRefused: (sentence) => over.reject(new SettingsError(sentence)),
    onRestart: (seconds) => say(`The edge stopped by itself; it starts again in ${seconds} s.`),
  });
  const stop = (): void => void edge.stop().then(() => over.resolve(0));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  // The first step of npm run club holds the other end; when that closes, whoever started us is gone.
  process.on("disconnect", stop);
  process.channel?.unref();
  edge.start();
  return await over.promise;
}

/** On the machine of a club its settings may lie about: an edge gets neither its database nor its key. */
function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSecret = (name: string): boolean =>
    /^(DATABASE_(\w+_)?URL|CLUB_SECRET)(_FILE)?$/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecret(name)));
}
