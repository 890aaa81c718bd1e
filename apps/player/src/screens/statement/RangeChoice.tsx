import { addDays, dayAt } from "@club/i18n";
import { Button, clubNow, Field, FilterChips, PrimaryButton, Sheet } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useT } from "../../lang.ts";
import { deviceZone } from "../../shell/zone.ts";

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const SPANS = [7, 30, 90] as const;

/** The days of the statement. A range given the wrong way round is swapped. */
export function RangeChoice(props: {
  readonly range: DayRange;
  readonly text: string;
  readonly onChoose: (range: DayRange) => void;
}): ReactNode {
  const t = useT();
  const { range, onChoose } = props;
  const [draft, setDraft] = useState<DayRange | null>(null);
  const today = dayAt(clubNow(), deviceZone());
  const choose = () => {
    if (draft === null || draft.from === "" || draft.to === "") return;
    const [from, to] = draft.from <= draft.to ? [draft.from, draft.to] : [draft.to, draft.from];
    onChoose({ from, to });
    setDraft(null);
  };
  return (
    <>
      <Button icon="calendar" onPress={() => setDraft(range)}>
        {props.text}
      </Button>
      <Sheet
        open={draft !== null}
        onClose={() => setDraft(null)}
        title={t("statement.range")}
        foot={
          <div className="acts">
            <PrimaryButton onPress={choose}>{t("act.show")}</PrimaryButton>
          </div>
        }
      >
        <FilterChips
          label={t("statement.range")}
          chips={SPANS.map((days) => ({ id: String(days), label: t("time.days", { n: days }) }))}
          selectedId=""
          onSelect={(days) => setDraft({ from: addDays(today, 1 - Number(days)), to: today })}
        />
        {draft !== null && <RangeFields draft={draft} onChange={setDraft} />}
      </Sheet>
    </>
  );
}

function RangeFields(props: {
  readonly draft: DayRange;
  readonly onChange: (draft: DayRange) => void;
}): ReactNode {
  const t = useT();
  const { draft, onChange } = props;
  return (
    <div className="form form-row">
      <Field
        label={t("time.from")}
        name="from"
        type="date"
        value={draft.from}
        onChange={(from) => onChange({ ...draft, from })}
      />
      <Field
        label={t("time.to")}
        name="to"
        type="date"
        value={draft.to}
        onChange={(to) => onChange({ ...draft, to })}
      />
    </div>
  );
}
