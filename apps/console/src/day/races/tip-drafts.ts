import type { OperatorRace } from "@club/contract";
import { MOST_TIPS } from "@club/contract/choices";

type Tip = OperatorRace["tips"][number];

/** A tip as it is typed; one that is empty is none. */
export interface TipDraft {
  readonly by: string;
  /** Saddle numbers in order of preference, with anything between them. */
  readonly numbers: string;
  readonly text: string;
}

export const EMPTY_TIP: TipDraft = { by: "", numbers: "", text: "" };

export function draftsOf(tips: readonly Tip[]): TipDraft[] {
  const drafts = tips.map(({ by, numbers, text }) => ({
    by,
    numbers: numbers.join(" "),
    text: text ?? "",
  }));
  return drafts.length < MOST_TIPS ? [...drafts, EMPTY_TIP] : drafts;
}

/** What is sent; undefined while a tip has no name, or no runner of the race. */
export function tipsOf(drafts: readonly TipDraft[], runners: readonly number[]): Tip[] | undefined {
  const written = drafts.filter((draft) => Object.values(draft).some((each) => each.trim() !== ""));
  const tips = written.map(({ by, numbers, text }) => ({
    by: by.trim(),
    numbers: [...new Set((numbers.match(/\d+/g) ?? []).map(Number))],
    text: text.trim() === "" ? null : text.trim(),
  }));
  const isWhole = tips.every(
    ({ by, numbers }) =>
      by !== "" && numbers.length > 0 && numbers.every((one) => runners.includes(one)),
  );
  return isWhole ? tips : undefined;
}
