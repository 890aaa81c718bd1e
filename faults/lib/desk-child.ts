import { type DeskAct, doAct } from "./desk-acts.ts";

/** What the process is told (argv, JSON). */
export interface DeskOrder {
  readonly databaseUrl: string;
  readonly act: DeskAct;
  /** Killed after which of the act's commits, from 1. */
  readonly dieAfter: number;
}

/** Does one act of the desk in a process of its own, to be killed in it. */
const { databaseUrl, act, dieAfter } = JSON.parse(process.argv[2] ?? "") as DeskOrder;
await doAct(databaseUrl, act, dieAfter);
// The log's threads and the app's timers are nothing to wait for.
process.exit(0);
