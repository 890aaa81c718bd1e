const KG_PER_LB = 0.45359237;
const TENTHS = 10;

/** A weight to one decimal, as a card prints it. */
export function roundKg(kg: number | null | undefined): number | null {
  return kg === null || kg === undefined ? null : Math.round(kg * TENTHS) / TENTHS;
}

export function poundsToKg(pounds: number | null | undefined): number | null {
  return pounds === null || pounds === undefined ? null : roundKg(pounds * KG_PER_LB);
}
