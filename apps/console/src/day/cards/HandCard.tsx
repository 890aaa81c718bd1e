import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { readSheet, type CardSheet, type SheetFault } from "./card-sheet.ts";
import { CardForm } from "./CardForm.tsx";
import type { ChangeText } from "./form-act.ts";

const LINES = 10;

/** A card that is being written: its form, and beneath it the same as lines of CSV. */
export function HandCard(props: {
  readonly csv: string;
  readonly onChange: ChangeText;
  readonly onCompare: () => void;
}): ReactNode {
  const t = useT();
  const { csv, onChange } = props;
  const read = useMemo(() => readSheet(csv), [csv]);
  // While a quote is open, the form stays where it is, as it was: the text would jump otherwise.
  const last = useRef<CardSheet | undefined>(undefined);
  if (typeof read !== "string") last.current = read;
  const fault = typeof read === "string" ? read : undefined;
  return (
    <>
      {last.current !== undefined && (
        <CardForm sheet={last.current} isLocked={fault !== undefined} onChange={onChange} />
      )}
      <CsvLines csv={csv} fault={fault} onChange={(typed) => onChange(() => typed)} />
      <div className="acts">
        <ConsoleButton kind="primary" onPress={props.onCompare}>
          {t("cards.compare")}
        </ConsoleButton>
      </div>
    </>
  );
}

function CsvLines(props: {
  readonly csv: string;
  readonly fault: SheetFault | undefined;
  readonly onChange: (csv: string) => void;
}): ReactNode {
  const t = useT();
  const { fault } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="card-lines"
      open={isOpen || fault !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {t("hand.asCsv")}
        {fault !== undefined && <span className="loss"> · {t("arrivals.unreadable")}</span>}
      </summary>
      <ConsoleField
        label={t("cards.lines")}
        value={props.csv}
        onChange={props.onChange}
        lines={LINES}
        hint={t("cards.linesHint")}
        error={fault === undefined ? undefined : t(`hand.fault.${fault}`)}
      />
    </details>
  );
}
