import { MEETING_COLUMNS } from "@club/domain";
import { ConsoleButton } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { addRace, type CardSheet, cellOf, racesOf, setMeeting } from "./card-sheet.ts";
import { type ChangeText, type FormAct, raceSelector, useFormActs } from "./form-act.ts";
import { RaceSection } from "./RaceSection.tsx";
import { SheetField } from "./SheetField.tsx";
import "./card-form.css";

/** A card as a form: the meeting, and per race its fields and its runners. */
export function CardForm(props: {
  readonly sheet: CardSheet;
  /** The text cannot be read for the moment: the form waits as it was. */
  readonly isLocked: boolean;
  readonly onChange: ChangeText;
}): ReactNode {
  const t = useT();
  const { sheet } = props;
  const { root, act, takeOut } = useFormActs(sheet, props.onChange);
  const races = racesOf(sheet);
  return (
    <fieldset
      ref={root}
      className="card-form"
      disabled={props.isLocked}
      aria-label={t("hand.title")}
    >
      <MeetingFields sheet={sheet} act={act} />
      <p className="mute">{t("hand.pasteHint")}</p>
      {races.map((race, at) => (
        <RaceSection
          key={at}
          sheet={sheet}
          race={race}
          at={at}
          isOnly={races.length === 1}
          act={act}
          takeOut={takeOut}
        />
      ))}
      <div className="acts">
        <ConsoleButton icon="add" onPress={() => act(addRace, raceSelector(races.length))}>
          {t("hand.addRace")}
        </ConsoleButton>
      </div>
    </fieldset>
  );
}

function MeetingFields(props: { readonly sheet: CardSheet; readonly act: FormAct }): ReactNode {
  const t = useT();
  const { sheet, act } = props;
  return (
    <section className="card-fields" aria-label={t("cards.meeting")}>
      {MEETING_COLUMNS.map((column) => (
        <SheetField
          key={column}
          column={column}
          value={cellOf(sheet, 0, column)}
          zone=""
          onChange={(value) => act(setMeeting({ [column]: value }))}
        />
      ))}
    </section>
  );
}
