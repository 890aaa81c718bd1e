import { clubNow } from "../src/index.ts";
import type { SilkPattern } from "../src/index.ts";

export const ZONE = "Australia/Sydney";
export const NOW = clubNow();

export function inMs(minutes: number, seconds = 0): number {
  return NOW + (minutes * 60 + seconds) * 1000 + 400;
}

export function nothing(): void {}

const silk = (
  design: SilkPattern["design"],
  body: string,
  mark: string,
  sleeves: string,
  cap: string,
): SilkPattern => ({ design, body, mark, sleeves, cap });

const WHITE = "#F4F6F5";

export const RUNNERS = [
  {
    number: 1,
    name: "Northern Tide",
    barrier: 4,
    meta: "R Okafor 60.0 · L Vance",
    form: "1214",
    win: "4.60",
    was: "5.20",
    move: "in",
    place: "1.80",
    prices: [5.6, 5.2, 5.5, 5.4, 5.45, 4.9, 5.3, 4.8, 5.2, 4.5, 4.7, 4.6],
    silk: silk("hoops", "#1F5FB4", WHITE, "#1F5FB4", "#C8102E"),
  },
  {
    number: 2,
    name: "Paper Lantern",
    barrier: 9,
    meta: "M Sato 59.5 · D Brandt",
    form: "7321",
    win: "8.40",
    was: "7.40",
    move: "out",
    place: "2.70",
    prices: [7.0, 7.6, 7.8, 7.5, 7.5, 7.9, 8.0, 7.7, 7.4, 7.9, 8.1, 8.4],
    silk: silk("plain", "#E87722", "#E87722", WHITE, "#E87722"),
  },
  {
    number: 3,
    name: "Quiet Thunder",
    barrier: 11,
    meta: "T Aldous 59.0 · L Vance",
    form: "x511",
    win: "3.40",
    was: "4.40",
    move: "in",
    place: "1.50",
    prices: [4.4, 4.2, 4.2, 3.9, 3.9, 3.8, 3.9, 3.7, 3.8, 3.7, 3.4, 3.4],
    silk: silk("sash", "#0B6B3A", "#F2C230", "#0B6B3A", "#F2C230"),
  },
  {
    number: 4,
    name: "Golden Meridian",
    barrier: 2,
    meta: "P Quill 58.5 · E Marsh",
    form: "2283",
    win: "12.10",
    was: "11.00",
    move: "out",
    place: "3.40",
    prices: [10.6, 10.2, 11.2, 11, 11.3, 11.3, 11.5, 11.5, 10.9, 11.3, 10.8, 12.1],
    silk: silk("spots", "#F2C230", "#C8102E", "#C8102E", "#F2C230"),
  },
  {
    number: 5,
    name: "Brass Compass",
    barrier: 6,
    meta: "J Ferro 58.0 · N Iyer",
    form: "3124",
    win: "6.20",
    was: null,
    move: "flat",
    place: "2.20",
    prices: [6.2, 5.9, 6.2, 6.5, 6.5, 6.3, 6.6, 6.7, 6.6, 6.4, 6.0, 6.2],
    silk: silk("halves", "#5B2A86", WHITE, "#5B2A86", WHITE),
  },
  {
    number: 6,
    name: "Saffron Sky",
    barrier: 1,
    meta: "K Lindqvist 57.5 · D Brandt",
    form: "4451",
    win: "9.80",
    was: "12.00",
    move: "in",
    place: "3.00",
    prices: [12, 11.4, 11.2, 12, 11.4, 11.3, 10.6, 10, 10.2, 10.2, 10.1, 9.8],
    silk: silk("hoops", WHITE, "#D9468F", WHITE, "#D9468F"),
  },
  {
    number: 7,
    name: "Copper Wharf",
    barrier: 7,
    meta: "A Bello 57.0 · S Thorne",
    form: "6532",
    win: "15.10",
    was: "13.50",
    move: "out",
    place: "3.90",
    prices: [13.5, 13.8, 12.8, 13, 13.3, 14.5, 15, 14.4, 14.6, 14, 14.3, 15.1],
    silk: silk("diamond", "#14284B", "#8EC7F0", "#8EC7F0", "#14284B"),
  },
] as const;
