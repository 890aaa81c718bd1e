/** Where the desk is in a queue that changes meanwhile. */
export interface QueueState<Act extends string = string> {
  readonly selectedId: string | undefined;
  /** The decision that the dialog asks about. */
  readonly asking: Act | undefined;
}

/** What is in the queue, and what a key asks about one of its rows. */
export interface QueueOf<Act extends string> {
  readonly ids: readonly string[];
  readonly actOf: (key: string, id: string) => Act | undefined;
}

export type QueueEvent =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "select"; readonly id: string }
  | { readonly kind: "stop" }
  /** The decided row has left; the next in line takes its place. */
  | { readonly kind: "decided"; readonly id: string };

export const EMPTY_QUEUE = { selectedId: undefined, asking: undefined } as const;

/** The row that is shown: the selected one while it is there, else the first. */
export function currentOf(
  state: Pick<QueueState, "selectedId">,
  ids: readonly string[],
): string | undefined {
  return state.selectedId !== undefined && ids.includes(state.selectedId)
    ? state.selectedId
    : ids[0];
}

/** A key may ask about the current row; in the table J and K move the selection. */
export function queueReducer<Act extends string>(
  state: QueueState<Act>,
  event: QueueEvent,
  { ids, actOf }: QueueOf<Act>,
): QueueState<Act> {
  const current = currentOf(state, ids);
  switch (event.kind) {
    case "select":
      return { ...state, selectedId: event.id };
    case "stop":
      return { ...state, asking: undefined };
    case "decided":
      return { selectedId: neighbourOf(event.id, ids), asking: undefined };
    case "key":
      if (current === undefined || state.asking !== undefined) {
        return { ...state, selectedId: current };
      }
      return { selectedId: current, asking: actOf(event.key, current) };
  }
}

/** The next row; after the last one, the one before it. */
function neighbourOf(id: string, ids: readonly string[]): string | undefined {
  const at = ids.indexOf(id);
  return at === -1 ? ids[0] : (ids[at + 1] ?? ids[at - 1]);
}
