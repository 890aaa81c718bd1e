import type { RaceDetail, RacePool } from "@club/contract";

const POINT_EVERY_MS = 10_000;
const MOST_POINTS = 60;

/** The race with its pools' prices on its runners, and now and then a point for the plots. */
export function withPrices(race: RaceDetail, nowMs: number): RaceDetail {
  const prices = (code: RacePool["pool"]) =>
    race.pools.find(({ pool }) => pool === code)?.approximates ?? {};
  const win = prices("WIN");
  const place = prices("PLACE");
  const runners = race.runners.map((runner) => ({
    ...runner,
    win_approx: win[runner.horse_id] ?? null,
    place_approx: place[runner.horse_id] ?? null,
  }));
  const last = race.prices.at(-1);
  const isDue = last === undefined || nowMs - Date.parse(last.at) >= POINT_EVERY_MS;
  if (!isDue || Object.keys(win).length === 0) return { ...race, runners };
  const point = { at: new Date(nowMs).toISOString(), win };
  return { ...race, runners, prices: [...race.prices, point].slice(-MOST_POINTS) };
}
