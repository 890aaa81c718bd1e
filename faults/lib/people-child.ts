import { askAgain } from "../../apps/server/src/people/exclusion/ask-register.ts";
import { checkIdentities } from "../../apps/server/src/people/identity-checks/check-identities.ts";
import { asChild, orderOf } from "./crash-child.ts";
import { printPoints } from "./print-points.ts";

const WORK = { identity: checkIdentities, exclusion: askAgain };

/** What the process is told; addresses and keys of the providers are settings of its environment. */
export interface PeopleOrder {
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly work: keyof typeof WORK;
}

/** Asks whoever waits to be asked about, and does what follows from the answers. */
const { databaseUrl, env, work } = orderOf<PeopleOrder>();
await asChild(
  databaseUrl,
  async (ctx) => {
    await WORK[work](ctx);
    printPoints(true);
    process.exit(0);
  },
  env,
);
