import { type DeskAct, doAct } from "./desk-acts.ts";

/** What the process is told (argv, JSON). */
export interface DeskOrder {
  readonly databaseUrl: string;
  readonly act: DeskAct;
  /** The process is killed after this commit of the act, counted from 1. */
  readonly dieAfter: number;
}

/** Does one act of the desk in a process of its own, to be killed midway. */
const { databaseUrl, act, dieAfter } = JSON.parse(process.argv[2] ?? "") as DeskOrder;
await doAct(databaseUrl, act, dieAfter);
// Exits without waiting for the log's threads and the app's timers.
process.exit(0);
