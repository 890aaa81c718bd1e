type Rgb = readonly [number, number, number];

const HEX = 16;
const MOST = 255;
/** WCAG 2.2: where the curve of sRGB becomes a line, and what each colour adds to brightness. */
const LINEAR_UP_TO = 0.04045;
const WEIGHTS: Rgb = [0.2126, 0.7152, 0.0722];
const FLARE = 0.05;

/** The contrast of two colours such as #0d5b41, from 1 to 21, as WCAG counts it. */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [brightness(rgbOf(one)), brightness(rgbOf(other))].toSorted(
    (a, b) => a - b,
  ) as [number, number];
  return (lighter + FLARE) / (darker + FLARE);
}

/** A share of one colour in another one, as `color-mix(in srgb, ...)` does it. */
export function mixOf(colour: string, share: number, ground: string): string {
  const below = rgbOf(ground);
  const mixed = rgbOf(colour).map((part, i) =>
    Math.round(part * share + (below[i] ?? 0) * (1 - share)),
  );
  return `#${mixed.map((part) => part.toString(HEX).padStart(2, "0")).join("")}`;
}

function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), HEX)) as unknown as Rgb;
}

function brightness(rgb: Rgb): number {
  return rgb.reduce((sum, part, i) => sum + linear(part / MOST) * (WEIGHTS[i] ?? 0), 0);
}

function linear(part: number): number {
  return part <= LINEAR_UP_TO ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
