/** One event of the stream: `id: SEQ`, `event: KIND`, `data: JSON`. */
export interface StreamEvent {
  readonly id: string;
  readonly kind: string;
  readonly data: string;
}

export interface SseParser {
  /** Takes the next piece of text, wherever it was cut, and returns the events that are complete. */
  readonly push: (text: string) => StreamEvent[];
  /** How long the server asks a client to wait before it reconnects, once it has said so. */
  readonly retryMs: () => number | undefined;
}

interface Draft {
  id: string;
  kind: string;
  lines: string[];
}

/** Reads server-sent events (the HTML standard's format) from text that comes in pieces. */
export function createSseParser(): SseParser {
  let rest = "";
  let retryMs: number | undefined;
  let draft = emptyDraft();

  function take(line: string): StreamEvent | null {
    if (line === "") {
      const done = finish(draft);
      draft = emptyDraft();
      return done;
    }
    const [field, value] = splitField(line);
    if (field === "data") draft.lines.push(value);
    else if (field === "event") draft.kind = value;
    else if (field === "id") draft.id = value;
    else if (field === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
    return null;
  }

  return {
    push(text) {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      return lines.map(take).filter((event) => event !== null);
    },
    retryMs: () => retryMs,
  };
}

const emptyDraft = (): Draft => ({ id: "", kind: "message", lines: [] });

/** A block with neither data nor a name is a comment (the ping) or only an id. */
function finish({ id, kind, lines }: Draft): StreamEvent | null {
  if (lines.length === 0 && kind === "message") return null;
  return { id, kind, data: lines.join("\n") };
}

/** A line that begins with a colon is a comment: its field has no name. */
function splitField(line: string): [field: string, value: string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line, ""];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}
