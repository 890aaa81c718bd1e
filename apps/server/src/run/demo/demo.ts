import type { AppContext } from "../../core/context.ts";
import { Leader, LEADER_LOCKS } from "../../tell/live/leader.ts";
import { runBettors } from "./demo-bettors.ts";
import { liveMorning } from "./demo-member.ts";
import { DEMO_LOGIN, isDemoClub, renewStewards, seedPeople, STEWARDS } from "./demo-people.ts";
import { runDemoSports } from "./demo-sports.ts";
import { runStewards } from "./demo-stewards.ts";
import { seedChannels } from "../../tell/channels/keep-channels.ts";
import { seedReceivingAccount } from "../../money/receiving/receiving-accounts.ts";
import { seedSportLimits } from "../../sports/events/sport-limits.ts";
import { seedShop } from "../../money/shop/seed-products.ts";
import { startDemoPayments } from "./demo-payments.ts";
import { DEMO_TRACK } from "./names.ts";
import { StewardClient } from "./steward-client.ts";

export interface RunningDemo {
  /** What the starter prints about it. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

const NO_DEMO: RunningDemo = { lines: [], stop: async () => undefined };

/**
 * The demo day: invented meetings, 200 simulated members who bet through the same use case as
 * everybody, stewards who use the operator's calls, and results drawn from a seed whose hash is
 * shown before the race. One process of the club runs it. A real club has none.
 */
export async function startDemo(ctx: AppContext, url: string): Promise<RunningDemo> {
  if (!ctx.settings.demo || !(await isDemoClub(ctx))) return NO_DEMO;
  await seedPeople(ctx);
  await seedShop(ctx);
  await seedReceivingAccount(ctx);
  await seedSportLimits(ctx);
  await seedChannels(ctx, DEMO_TRACK);
  const stopPayments = await startDemoPayments(ctx, url);
  const leader = new Leader({
    lock: LEADER_LOCKS.demo,
    connect: () => ctx.db.connectAlone("demo"),
    log: ctx.log,
    lead: async (_connection, signal) => {
      const password = await renewStewards(ctx);
      const clients = STEWARDS.map((name) => new StewardClient(url, { name, password }));
      await Promise.all([
        runStewards(ctx, clients, signal),
        runBettors(ctx, signal),
        liveMorning(ctx, clients, signal),
        runDemoSports(ctx, clients, signal),
      ]);
    },
  });
  leader.start();
  const { userName, password } = DEMO_LOGIN;
  return {
    lines: [`Demo player user ${userName}, password ${password}`],
    stop: async () => {
      await leader.stop();
      await stopPayments();
    },
  };
}
