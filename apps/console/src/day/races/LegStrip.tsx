import type { OperatorMeeting } from "@club/contract";
import { clubNow } from "@club/ui";
import { type DragEvent, type KeyboardEvent, useState, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import {
  freeBeside,
  inOrder,
  legFault,
  moveLeg,
  toggleLeg,
  type LaidRace,
  type PoolDraft,
} from "./multi-layout.ts";

interface StripProps {
  readonly draft: PoolDraft;
  readonly meeting: OperatorMeeting;
  readonly onChange: (draft: PoolDraft) => void;
}

/** The races of the meeting; a chosen one shows which leg it is. */
export function LegStrip(props: StripProps): ReactNode {
  const t = useT();
  const strip = useStrip(props);
  return (
    <>
      <div
        className="multi-strip"
        role="group"
        aria-label={t("multi.races", { name: props.draft.name })}
        onDragEnd={strip.endDrag}
      >
        {strip.races.map((race) => (
          <RaceButton key={race.raceNo} draft={props.draft} race={race} strip={strip} />
        ))}
      </div>
      <p className="mute small" role="status">
        {strip.refused ?? t("multi.keys")}
      </p>
    </>
  );
}

type Strip = ReturnType<typeof useStrip>;

function useStrip({ draft, meeting, onChange }: StripProps) {
  const t = useT();
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const races = inOrder(meeting.races);
  const move = (from: number, to: number) => onChange(moveLeg(draft, { from, to }, races));
  /** Where a leg that is dragged may land. */
  const isFree = (race: LaidRace): boolean => {
    if (dragged === undefined || draft.races.includes(race.raceNo)) return false;
    const without = { ...draft, races: draft.races.filter((raceNo) => raceNo !== dragged) };
    return legFault(without, race, clubNow()) === undefined;
  };
  return {
    races,
    refused,
    isFree,
    press: (race: LaidRace) => {
      const reason = reasonOf(t, draft, race);
      const short = t("race.short", { n: race.raceNo });
      setRefused(reason === undefined ? undefined : `${short}: ${reason}`);
      if (reason === undefined) onChange(toggleLeg(draft, race.raceNo, races));
    },
    key: (event: KeyboardEvent<HTMLElement>, raceNo: number) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const at = races.findIndex((race) => race.raceNo === raceNo);
      if (!event.shiftKey) return focusRace(event.currentTarget, at + step);
      if (draft.isUsed || !draft.races.includes(raceNo)) return;
      const to = freeBeside(draft, { from: raceNo, step, nowMs: clubNow() }, races);
      const target = races.findIndex((race) => race.raceNo === to);
      if (to !== undefined) move(raceNo, to);
      focusRace(event.currentTarget, target);
    },
    startDrag: (event: DragEvent, raceNo: number) => {
      markDrag(event, raceNo);
      setDragged(raceNo);
    },
    drop: (event: DragEvent, race: LaidRace) => {
      event.preventDefault();
      if (dragged !== undefined && isFree(race)) move(dragged, race.raceNo);
    },
    /** A leg that is dropped beside every race is taken out. */
    endDrag: (event: DragEvent) => {
      const isBeside = event.dataTransfer.dropEffect === "none";
      if (isBeside && dragged !== undefined) onChange(toggleLeg(draft, dragged, races));
      setDragged(undefined);
    },
  };
}

function markDrag({ dataTransfer }: DragEvent, raceNo: number): void {
  dataTransfer.effectAllowed = "move";
  dataTransfer.setData("text/plain", String(raceNo));
}

/** Why pressing a race does nothing. */
function reasonOf(t: T, draft: PoolDraft, race: LaidRace): string | undefined {
  const isLeg = draft.races.includes(race.raceNo);
  if (isLeg && !draft.isUsed) return undefined;
  const why = legFault(draft, race, clubNow());
  return why === undefined ? undefined : t(`multi.why.${why}`);
}

function RaceButton(props: {
  readonly draft: PoolDraft;
  readonly race: LaidRace;
  readonly strip: Strip;
}): ReactNode {
  const t = useT();
  const { draft, race, strip } = props;
  const at = draft.races.indexOf(race.raceNo);
  const reason = reasonOf(t, draft, race);
  const short = t("race.short", { n: race.raceNo });
  const leg = at === -1 ? undefined : t("multi.leg", { n: at + 1 });
  // A leg is called what is seen of it; on the others a sign stands for words.
  const name = leg === undefined ? [short, reason ?? []].flat().join(", ") : undefined;
  return (
    <button
      type="button"
      className="multi-race"
      aria-pressed={at !== -1}
      aria-disabled={reason !== undefined || undefined}
      aria-label={name}
      title={reason}
      data-free={strip.isFree(race) || undefined}
      draggable={at !== -1 && !draft.isUsed}
      onClick={() => strip.press(race)}
      onKeyDown={(event) => strip.key(event, race.raceNo)}
      onDragStart={(event) => strip.startDrag(event, race.raceNo)}
      onDragOver={(event) => strip.isFree(race) && event.preventDefault()}
      onDrop={(event) => strip.drop(event, race)}
    >
      <span className="fig">{short}</span>{" "}
      <small>{leg ?? (reason === undefined ? "+" : "–")}</small>
    </button>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

function focusRace(from: HTMLElement, index: number): void {
  const next = from.parentElement?.children[index];
  if (next instanceof HTMLElement) next.focus();
}
