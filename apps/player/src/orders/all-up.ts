import type { AllUpLegState, RaceDetail } from "@club/contract";
import { formatMoney, formatTime, refusalText } from "@club/i18n";
import type { LegLine, LegState } from "@club/ui";
import type { OrderDetail } from "../api/orders.ts";
import type { T } from "../core/lang.ts";
import { deviceZone } from "../device/zone.ts";
import { namesOf } from "../slip/race/multi-pools.ts";

/* One stake that goes from race to race, as its sheet shows it. */

const STATES: Readonly<Record<AllUpLegState["status"], LegState>> = {
  accepted: "open",
  waiting: "open",
  won: "right",
  lost: "wrong",
  refunded: "void",
  void: "void",
  not_staked: "open",
};

/** A leg with its pool, its runners, what was staked on it and what that gave. */
export function lineOfLeg(
  t: T,
  of: {
    readonly leg: AllUpLegState;
    readonly currency: string;
    readonly race: RaceDetail | undefined;
  },
): LegLine {
  const { leg, currency, race } = of;
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const back = leg.payout_cents + leg.refund_cents;
  const moved = [leg.stake_cents ?? 0, back].filter((cents) => cents > 0);
  const facts = [
    t(`pool.${leg.pool}`),
    namesOf(race, leg.combination),
    moved.map(money).join("\u00a0→\u00a0"),
    leg.status === "waiting" && t("allUp.waiting"),
  ];
  return {
    id: leg.race_id,
    race: t("race.short", { n: leg.raceNo }),
    time: formatTime(leg.start_time, race?.timezone ?? deviceZone(), t.language),
    selection: leg.combination.map((number) => ({ number })),
    note: facts.filter(Boolean).join(" · "),
    state: STATES[leg.status],
    stateText: stateText(t, leg),
  };
}

function stateText(t: T, { status }: AllUpLegState): string | undefined {
  if (status === "waiting") return undefined;
  return status === "not_staked" ? t("allUp.notStaked") : t(`orderStatus.${status}`);
}

/** Why the money of an All Up did not go on; undefined where it did, or nothing was left. */
export function whyCash(t: T, legs: readonly AllUpLegState[]): string | undefined {
  const why = legs.find((leg) => leg.why !== null)?.why ?? null;
  return why === null ? undefined : t("allUp.cash", { why: refusalText(t, why, {}) });
}

/** The legs that were staked, each as the ordinary bet that it is: for its receipt, its steps and its proof. */
export function betsOfAllUp(order: OrderDetail): OrderDetail[] {
  return (order.leg_bets ?? []).map((bet, index) => {
    const leg = order.legs?.[index];
    // The proof compares these with the leaf of the leg's own bet: one race, one combination.
    const race_id = leg?.race_id ?? order.race_id;
    const own = { race_id, race_id2: null, unit_stake2_cents: null, combinations: 1 };
    const { bet_id: order_id, receipt_hash, bet_type, selections, stake_cents } = bet;
    return {
      ...order,
      ...own,
      order_id,
      receipt_no: bet.receipt_no ?? order.receipt_no,
      receipt_hash,
      bet_type,
      selections,
      unit_stake_cents: stake_cents,
      cost_cents: stake_cents,
      payout_cents: leg?.payout_cents ?? 0,
      refund_cents: leg?.refund_cents ?? 0,
      accepted_at: bet.accepted_at,
      time_line: order.time_line.filter((step) => step.leg === index + 1),
      explain: bet.explain,
      nonce: bet.nonce,
      proof: bet.proof,
      signed_root: bet.signed_root,
      legs: null,
      leg_bets: null,
    };
  });
}
