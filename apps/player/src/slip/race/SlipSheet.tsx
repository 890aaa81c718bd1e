import { betTypeOf } from "@club/domain";
import {
  Countdown,
  Keypad,
  pressKey,
  Sheet,
  showToast,
  Tag,
  typedOfCents,
  useBack,
} from "@club/ui";
import { formatMoney, readAmount } from "@club/i18n";
import { useEffect, type ReactNode } from "react";
import { usePath } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { findRoute } from "../../core/routes.ts";
import { hasType } from "./form-legs.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { betName } from "./grid-rows.ts";
import { closeSlip, currentForm, openSlip, useSlipView } from "./form-store.ts";
import { SlipBody } from "./SlipBody.tsx";
import { SlipFoot } from "./SlipFoot.tsx";
import { useRefusalInSight } from "../slip-acts.ts";
import { SlipKeypad } from "./SlipKeypad.tsx";
import { raceRange } from "./multi-pools.ts";
import { currentPlacement, dismissPlacement, usePlacement } from "./placement.ts";
import { TypeList } from "./TypeList.tsx";
import { usePlaceBet } from "./use-place-bet.ts";
import { useSlip, type SlipFacts } from "./use-slip.ts";

/** The bet form: what, on whom, for how much; the act is always in the lowest quarter. */
export function SlipSheet({ open }: { readonly open: boolean }): ReactNode {
  const t = useT();
  const slip = useSlip();
  const view = useSlipView();
  const place = usePlaceBet(slip);
  const { form } = slip;
  const placement = usePlacement();
  // The specification's toast; the reason stays in its place below.
  useRefusalInSight(placement.phase === "refused" ? placement.error.message : null, closeKeys);
  useForgottenRefusal(form);
  const isChoosingType = view === "types" || !hasType(form);
  // The list of types may have been scrolled: the form of the chosen type starts at its top.
  useEffect(() => {
    document.querySelector("dialog[open] > .sheet-panel > .sheet-body")?.scrollTo(0, 0);
  }, [isChoosingType, form.betType]);
  const isTyping = !isChoosingType && form.field !== null;
  useBackToForm(open && isChoosingType && hasType(form), open && isTyping);
  return (
    <Sheet
      open={open}
      onClose={() => {
        dismissPlacement();
        closeSlip();
      }}
      title={betName(t, form)}
      onTitle={() => openSlip(isChoosingType ? "form" : "types")}
      headEnd={<SlipClock slip={slip} />}
      full={!isTyping && !isChoosingType && isLong(slip)}
      foot={
        isChoosingType ? undefined : isTyping ? (
          <SlipKeys slip={slip} onPlace={place.press} isLocked={place.isLocked} />
        ) : (
          <SlipFoot slip={slip} place={place} />
        )
      }
    >
      {isChoosingType ? (
        <TypeList form={form} />
      ) : isTyping ? (
        <SlipKeypad slip={slip} />
      ) : (
        <SlipBody slip={slip} />
      )}
    </Sheet>
  );
}

/** A refusal was about the form as it was; the keypad's field is no part of that. */
function useForgottenRefusal(form: BetFormState): void {
  const { betType, race, race2, allUp, picks, stakeMode, amount, amount2 } = form;
  useEffect(() => {
    if (currentPlacement().phase === "refused") dismissPlacement();
  }, [betType, race, race2, allUp, picks, stakeMode, amount, amount2]);
}

/** Back goes to the form from what lies over it: the list of types, the keypad. */
function useBackToForm(isChoosingType: boolean, isTyping: boolean): void {
  useBack(isChoosingType, openSlip);
  useBack(isTyping, closeKeys);
}

/** A grid fills the screen; the few runners of a win bet do not. */
function isLong({ form, race }: SlipFacts): boolean {
  if (form.allUp !== undefined) return true;
  return race !== undefined && form.betType !== 0 && betTypeOf(form.betType).layout !== "each";
}

const CLOSED: readonly string[] = ["race.closed", "pool.closed", "form.legClosed"];

function SlipClock({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const { race, form, lock } = slip;
  const isAtRace = findRoute(usePath())?.id === "detail";
  if (race === undefined) return null;
  const distance =
    race.distance_m === null ? "" : t("race.distance", { metres: String(race.distance_m) });
  // On the race's own page the meeting stands above, so the bet's title gets the room.
  const number = t("race.short", { n: race.raceNo });
  const name = isAtRace ? number : `${race.meetings} ${number}`;
  const numbers = form.multi?.races.map(({ raceNo }) => raceNo);
  const ofPool = numbers && `${race.meetings} ${raceRange(t, numbers)}`;
  const note = ofPool ?? [name, distance].filter((fact) => fact !== "").join(" · ");
  if (lock !== null && CLOSED.includes(lock.code)) {
    const isOfRace = lock.code === "race.closed" && race.status !== "open";
    const status = isOfRace ? race.status : "closed";
    return <Tag tone="loss">{t(`raceStatus.${status}`)}</Tag>;
  }
  return <Countdown at={Date.parse(race.start_time)} size="sheet" note={note} />;
}

/** The most that is quoted of a pasted text that is no amount. */
const MOST_SAID = 24;

function SlipKeys(props: {
  readonly slip: SlipFacts;
  readonly onPlace: () => void;
  readonly isLocked: boolean;
}): ReactNode {
  const t = useT();
  const { form, price, currency } = props.slip;
  const typed = form.field === "amount2" ? form.amount2 : form.amount;
  const money = formatMoney(price.costCents, currency, t.language);
  return (
    <Keypad
      label={t("slip.keypad")}
      onKey={(key) => changeForm({ do: "stake", typed: pressKey(typed, key) })}
      onPaste={(text) => {
        const cents = readAmount(text, t.language);
        if (cents === null) showToast(t("slip.noAmount", { text: text.slice(0, MOST_SAID) }));
        else changeForm({ do: "stake", typed: typedOfCents(cents) });
      }}
      act={
        props.isLocked
          ? { label: t("act.done"), onPress: () => changeForm({ do: "keypad", field: null }) }
          : {
              label: t("slip.place"),
              money,
              // The keys make room: for the sent bet, or for the reason if the club refuses.
              onPress: () => {
                changeForm({ do: "keypad", field: null });
                props.onPlace();
              },
            }
      }
    />
  );
}

/** Closes keys that were reopened while the bet was on its way. */
function closeKeys(): void {
  if (currentForm().field !== null) changeForm({ do: "keypad", field: null });
}
