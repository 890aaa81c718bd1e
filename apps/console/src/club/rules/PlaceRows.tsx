import { RULE_BOUNDS } from "@club/domain";
import { ConsoleButton } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { FormPart } from "./DraftForm.tsx";
import { faultText, FigureField } from "./DraftPools.tsx";
import type { PlaceRow } from "./rule-form.ts";

/** How many places are paid from how many starters; the first row that fits decides. */
export function PlaceRows({ form, faults, onChange }: FormPart): ReactNode {
  const t = useT();
  const { places } = form;
  const set = (at: number, part: Partial<PlaceRow>) =>
    onChange({ places: places.map((row, place) => (place === at ? { ...row, ...part } : row)) });
  const none = faults.get("places");
  return (
    <fieldset className="rule-places">
      <legend>{t("ruleSet.places")}</legend>
      {places.map((row, at) => (
        // Rows have no identity other than their position.
        <PlaceLine
          key={at}
          row={row}
          at={at}
          faults={faults}
          onChange={(part) => set(at, part)}
          onDrop={() => onChange({ places: places.filter((_, place) => place !== at) })}
        />
      ))}
      {none !== undefined && <small className="loss">{faultText(t, none, false)}</small>}
      {places.length < RULE_BOUNDS.placeRows[1] && (
        <ConsoleButton
          onPress={() =>
            onChange({ places: [...places, { starters: "", places: "", handicap: false }] })
          }
        >
          {t("ruleSet.addRow")}
        </ConsoleButton>
      )}
    </fieldset>
  );
}

function PlaceLine(props: {
  readonly row: PlaceRow;
  readonly at: number;
  readonly faults: FormPart["faults"];
  readonly onChange: (part: Partial<PlaceRow>) => void;
  readonly onDrop: () => void;
}): ReactNode {
  const t = useT();
  const { row, at, faults, onChange, onDrop } = props;
  return (
    <div>
      <span>
        <FigureField
          label={`${t("ruleSet.placesFrom")} ${at + 1}`}
          value={row.starters}
          fault={faultText(t, faults.get(`places.${at}.min_starters`), false)}
          onChange={(starters) => onChange({ starters })}
        />
      </span>
      <span className="mute">{t("ruleSet.placesFrom")}</span>
      <span>
        <FigureField
          label={`${t("ruleSet.placesPaid")} ${at + 1}`}
          value={row.places}
          fault={faultText(t, faults.get(`places.${at}.places`), false)}
          onChange={(paid) => onChange({ places: paid })}
        />
      </span>
      <span className="mute">{t("ruleSet.placesPaid")}</span>
      <label>
        <input
          type="checkbox"
          checked={row.handicap}
          onChange={(event) => onChange({ handicap: event.target.checked })}
        />
        {t("ruleSet.handicap")}
      </label>
      <ConsoleButton kind="text" onPress={onDrop}>
        {t("ruleSet.dropRow", { n: at + 1 })}
      </ConsoleButton>
    </div>
  );
}
