import { clubNow } from "../src/index.ts";
import type { SilkPattern } from "../src/index.ts";

export const ZONE = "Australia/Sydney";
export const NOW = clubNow();

export function inMs(minutes: number, seconds = 0): number {
  return NOW + (minutes * 60 + seconds) * 1000 + 400;
}

export function nothing(): void {}

const BLUE: SilkPattern = {
  design: "hoops",
  body: "#1F5FB4",
  mark: "#F4F6F5",
  sleeves: "#1F5FB4",
  cap: "#C8102E",
};
const GREEN: SilkPattern = { ...BLUE, design: "sash", body: "#0B6B3A", mark: "#F2C230" };
const PLUM: SilkPattern = { ...BLUE, design: "halves", body: "#5B2A86", sleeves: "#5B2A86" };

const TREND = [5.6, 5.2, 5.5, 5.4, 5.45, 4.9, 5.3, 4.8, 5.2, 4.5, 4.7, 4.6];
const MORE = { meta: "R Okafor 60.0 · L Vance", form: "1214", prices: TREND };

/** A price that comes in, one that goes out, one that stands still. */
export const RUNNERS = [
  {
    ...MORE,
    number: 1,
    name: "Northern Tide",
    barrier: 4,
    silk: BLUE,
    price: ["4.60", "1.80", "5.20", "in"],
  },
  {
    ...MORE,
    number: 3,
    name: "Quiet Thunder",
    barrier: 11,
    silk: GREEN,
    price: ["3.40", "1.50", "2.90", "out"],
  },
  {
    ...MORE,
    number: 5,
    name: "Brass Compass",
    barrier: 6,
    silk: PLUM,
    price: ["6.20", "2.20", null, "flat"],
  },
] as const;
