import { createLog } from "../../core/metrics/log.ts";
import { readSettings } from "../../core/settings/settings.ts";
import { runProcess } from "../run-process.ts";
import { startEdge } from "./start-edge.ts";

/** The process of an edge: `club edge`. */
runProcess(async () => {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  const { url, stop } = await startEdge({ settings, log, hasProcessMetrics: true });
  return { url, lines: [`Edge of ${settings.edgeOf}  ${url}/app/`], stop };
});
