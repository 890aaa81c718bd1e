/**
 * The places of the largest values above zero, the largest first; of equal ones the earlier first.
 * A heap of the best so far: a field of 24 has 331,776 places for a First 4, of which few are shown.
 */
export function topOf(values: Float64Array, most: number): number[] {
  const heap: number[] = [];
  const isWorse = (a: number, b: number): boolean => {
    const [x, y] = [values[a] ?? 0, values[b] ?? 0];
    return x === y ? a > b : x < y;
  };
  // Below the worst of a full heap, or equal to it and later, nothing comes in: that is nearly all.
  let floor = 0;
  for (let place = 0; place < values.length; place += 1) {
    if ((values[place] ?? 0) <= floor) continue;
    if (heap.length < most) lift(heap, place, isWorse);
    else sink(heap, place, isWorse);
    if (heap.length === most) floor = values[heap[0] as number] ?? 0;
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
}

type IsWorse = (a: number, b: number) => boolean;

/** Puts a place into the heap; its worst stays on top. */
function lift(heap: number[], place: number, isWorse: IsWorse): void {
  let at = heap.length;
  heap.push(place);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(place, heap[parent] as number)) break;
    heap[at] = heap[parent] as number;
    at = parent;
  }
  heap[at] = place;
}

/** Puts a place where the worst was. */
function sink(heap: number[], place: number, isWorse: IsWorse): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const other = child + 1;
    if (other < heap.length && isWorse(heap[other] as number, heap[child] as number)) child = other;
    if (!isWorse(heap[child] as number, place)) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = place;
}
