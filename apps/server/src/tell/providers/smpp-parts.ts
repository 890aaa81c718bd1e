import type { Report } from "../outbox/message-channel.ts";
import { partsOf } from "./smpp-session.ts";
import type { Part } from "./smpp-session.ts";

/** As many texts as are remembered at most; the oldest go first. */
const MOST_TEXTS = 5000;

interface TextInParts {
  readonly parts: readonly Part[];
  /** The centre's names for the parts that it took, in order; null: it gave none. */
  readonly refs: (string | null)[];
  readonly heard: Set<string>;
  /** A part failed, perhaps before all of them had a name: told once, with what is heard next. */
  hasFailed: boolean;
  isTold: boolean;
}

/**
 * Long texts, which a centre takes and reports part by part. A try that failed in the middle goes on
 * with the part that is missing, under the same reference, and a text has arrived when all of its
 * parts have. Both hold within one process: after a restart a text goes out whole again, and the
 * receipt of its last part stands for it.
 */
export class TextsInParts {
  readonly #texts = new Map<string, TextInParts>();
  readonly #tell: (report: Report) => void;

  constructor(tell: (report: Report) => void) {
    this.#tell = tell;
  }

  /** Sends what is missing of a text. @returns the name of its last part, which stands for the whole */
  async send(
    id: string,
    text: string,
    submit: (part: Part) => Promise<string | null>,
  ): Promise<string | null> {
    const { parts, refs } = this.#textOf(id, text);
    for (const part of parts.slice(refs.length)) refs.push(await submit(part));
    const last = refs.at(-1) ?? null;
    if (parts.length === 1) this.#texts.delete(id);
    return last;
  }

  /** A failed part is the end of the whole, once; a delivered one only when it is the last to arrive. */
  report(report: Report): void {
    const found = [...this.#texts].find(([, { refs }]) => refs.includes(report.ref));
    if (found === undefined) {
      this.#tell(report);
      return;
    }
    const [id, one] = found;
    const { parts, refs, heard } = one;
    heard.add(report.ref);
    one.hasFailed ||= report.state === "failed";
    if (refs.length < parts.length) return;
    const isWhole = heard.size === parts.length;
    if (isWhole) this.#texts.delete(id);
    if (isWhole || one.hasFailed) this.#tellOnce(one);
  }

  #tellOnce(one: TextInParts): void {
    const ref = one.refs.at(-1) ?? null;
    if (one.isTold || ref === null) return;
    one.isTold = true;
    this.#tell({ ref, state: one.hasFailed ? "failed" : "delivered" });
  }

  #textOf(id: string, text: string): TextInParts {
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const fresh: TextInParts = {
      parts: partsOf(text),
      refs: [],
      heard: new Set(),
      hasFailed: false,
      isTold: false,
    };
    this.#texts.set(id, fresh);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MOST_TEXTS && oldest !== undefined) this.#texts.delete(oldest);
    return fresh;
  }
}
