import {
  AU_STD,
  betTypeNamed,
  Board,
  finishTally,
  type LegFacts,
  type MultiPool,
  type PoolBet,
  startPayout,
  startTally,
  WillPays,
} from "@club/domain";
import { report } from "./lib/report.ts";

/**
 * A Pick 6 of 14 runners a leg: 400,000 tickets of 25 combinations each, 10,000,000 in all. Counts
 * them, declares both dividends, pays every ticket, and says what each runner of the last leg would
 * pay. Then a First 4 board of 14 runners that takes 20,000 boxes of six. One core.
 */
const TICKETS = 400_000;
const BOXES = 20_000;
const RUNNERS = Array.from({ length: 14 }, (_, i) => i + 1);
const WIDTHS = [5, 1, 1, 5, 1, 1];
const PICK6 = betTypeNamed("pick6").index;
const FIRST4 = betTypeNamed("first4").index;

function legWonBy(runner: number): LegFacts {
  return {
    handicap: false,
    runners: RUNNERS,
    scratched: [13],
    scratchedAfterLeg1Started: [12],
    placings: [[runner]],
    void: false,
    voidAfterLeg1Started: false,
    favourite: 1,
  };
}

const POOL: MultiPool = {
  kind: "multi",
  pool: "PICK6",
  rules: AU_STD,
  legs: [1, 2, 3, 1, 2, 3].map(legWonBy),
  jackpotInCents: 1_234_567n,
  guaranteeCents: 0n,
  declared: null,
};

/** Tickets as a server would read them: made one by one, the same every time. */
function* tickets(): Generator<PoolBet> {
  let state = 20_261;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
  for (let i = 0; i < TICKETS; i += 1) {
    const slots = WIDTHS.map((_, leg) => {
      const width = WIDTHS[(leg + i) % WIDTHS.length] ?? 1;
      const from = next(4);
      return Array.from({ length: width }, (__, at) => RUNNERS[(from + at) % 14] as number);
    });
    yield { betType: PICK6, slots, unitStakeCents: BigInt(1 + next(50)) };
  }
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return Math.round(performance.now() - start);
}

/** @throws Error when the sum paid ticket by ticket differs from what the pool says it paid. */
export function run() {
  const all = [...tickets()];
  const tally = startTally(POOL);
  const countMs = timed(() => {
    for (const ticket of all) tally.add(ticket);
  });
  const outcome = finishTally(tally);
  const payout = startPayout(POOL, outcome);
  let paid = 0n;
  const payMs = timed(() => {
    for (const ticket of all) paid += payout.settle(ticket).payoutCents;
  });
  if (paid !== outcome.paidCents)
    throw new Error(`paid ${paid}, the pool says ${outcome.paidCents}`);
  const legs = POOL.legs.with(-1, { ...legWonBy(3), placings: null });
  const willPays = new WillPays({ ...POOL, legs });
  const willPayMs = timed(() => {
    for (const ticket of all) willPays.add(ticket);
    willPays.list();
  });
  const board = new Board("FIRST4", RUNNERS);
  const boardMs = timed(() => {
    for (let i = 0; i < BOXES; i += 1) {
      const slot = Array.from({ length: 6 }, (_, at) => RUNNERS[(i * 5 + at) % 14] as number);
      board.add({ betType: FIRST4, slots: [slot, slot, slot, slot], unitStakeCents: 10n });
    }
  });
  const viewMs = timed(() => board.view({ rules: AU_STD, jackpotInCents: 0n }));
  return {
    name: "Pick 6: 400,000 tickets, 10,000,000 combinations; boards",
    rows: [
      { name: "count", value: countMs, unit: "ms" },
      { name: "pay", value: payMs, unit: "ms" },
      { name: "all", value: countMs + payMs, unit: "ms" },
      { name: "will-pays", value: willPayMs, unit: "ms" },
      {
        name: "one First 4 of six in four fields onto its board",
        value: (boardMs * 1_000) / BOXES,
        unit: "µs",
      },
      { name: "the board as it is shown", value: viewMs, unit: "ms" },
    ],
  };
}

if (import.meta.main) report(import.meta.filename, run());
