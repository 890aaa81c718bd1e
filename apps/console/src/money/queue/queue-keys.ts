/** Where the desk is in a queue that changes under it. */
export interface QueueState {
  readonly selectedId: string | undefined;
  /** The decision that the dialog asks about. */
  readonly asking: "approve" | "reject" | undefined;
}

export type QueueEvent =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "select"; readonly id: string }
  | { readonly kind: "stop" }
  /** What was decided has left; the next in line takes its place. */
  | { readonly kind: "decided"; readonly id: string };

export const EMPTY_QUEUE: QueueState = { selectedId: undefined, asking: undefined };

/** The row that is shown: the selected one while it is there, else the first. */
export function currentOf(state: QueueState, ids: readonly string[]): string | undefined {
  return state.selectedId !== undefined && ids.includes(state.selectedId)
    ? state.selectedId
    : ids[0];
}

/** A asks to approve, R for the reason of a rejection; the table moves the selection by J and K. */
export function queueReducer(
  state: QueueState,
  event: QueueEvent,
  ids: readonly string[],
): QueueState {
  const current = currentOf(state, ids);
  switch (event.kind) {
    case "select":
      return { ...state, selectedId: event.id };
    case "stop":
      return { ...state, asking: undefined };
    case "decided":
      return { selectedId: neighbourOf(event.id, ids), asking: undefined };
    case "key":
      return afterKey({ ...state, selectedId: current }, event.key);
  }
}

function afterKey(state: QueueState, key: string): QueueState {
  if (state.selectedId === undefined || state.asking !== undefined) return state;
  switch (key) {
    case "a":
      return { ...state, asking: "approve" };
    case "r":
      return { ...state, asking: "reject" };
    default:
      return state;
  }
}

/** After the last one the one before it. */
function neighbourOf(id: string, ids: readonly string[]): string | undefined {
  const at = ids.indexOf(id);
  return at === -1 ? ids[0] : (ids[at + 1] ?? ids[at - 1]);
}
