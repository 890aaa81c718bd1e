import { Toggle } from "@club/ui";
import { ConsoleButton, ConsoleDialog, ConsoleField, type TableFacts } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { replaceAddress, usePath, useQueryOfAddress } from "../core/address.ts";
import { useT } from "../core/lang.ts";
import { withoutView, withView, type TableLayout, type TableView } from "../core/table-layouts.ts";

interface DialogProps {
  readonly facts: TableFacts;
  readonly layout: TableLayout;
  readonly onChange: (layout: TableLayout) => void;
  readonly onClose: () => void;
}

const LONGEST_NAME = 40;

/** Which columns a table shows, and its views: a name for columns and the page's filter. */
export function TableDialog({ facts, layout, onChange, onClose }: DialogProps): ReactNode {
  const t = useT();
  const path = usePath();
  const filter = useQueryOfAddress().toString();
  const [name, setName] = useState("");
  const apply = (view: TableView) => {
    onChange({ ...layout, hidden: view.hidden, by: view.by });
    replaceAddress(view.filter === "" ? path : `${path}?${view.filter}`);
    onClose();
  };
  const keep = () => {
    const view = { name: name.trim(), hidden: layout.hidden, by: layout.by, filter };
    if (view.name !== "") onChange(withView(layout, view));
    setName("");
  };
  return (
    <ConsoleDialog
      title={facts.label}
      meta={t("table.onDevice")}
      onClose={onClose}
      onSubmit={keep}
      acts={
        <>
          <ConsoleButton onPress={onClose}>{t("act.close")}</ConsoleButton>
          <ConsoleButton
            kind="primary"
            type="submit"
            keyCap="⏎"
            reason={name.trim() === "" ? t("table.nameMissing") : undefined}
          >
            {t("table.keepView")}
          </ConsoleButton>
        </>
      }
    >
      <Columns facts={facts} layout={layout} onChange={onChange} />
      <Views layout={layout} onApply={apply} onChange={onChange} />
      <ConsoleField
        label={t("table.viewName")}
        hint={t("table.viewHint")}
        value={name}
        onChange={(text) => setName(text.slice(0, LONGEST_NAME))}
      />
    </ConsoleDialog>
  );
}

function Views(props: {
  readonly layout: TableLayout;
  readonly onApply: (view: TableView) => void;
  readonly onChange: (layout: TableLayout) => void;
}): ReactNode {
  const t = useT();
  const { layout } = props;
  if (layout.views.length === 0) return null;
  return (
    <ul className="down gap-2" aria-label={t("table.views")}>
      {layout.views.map((view) => (
        <li key={view.name} className="across gap-2">
          <ConsoleButton onPress={() => props.onApply(view)}>{view.name}</ConsoleButton>
          <ConsoleButton
            kind="text"
            label={t("table.dropView", { name: view.name })}
            onPress={() => props.onChange(withoutView(layout, view.name))}
          >
            {t("table.drop")}
          </ConsoleButton>
        </li>
      ))}
    </ul>
  );
}

function Columns({ facts, layout, onChange }: Omit<DialogProps, "onClose">): ReactNode {
  const t = useT();
  const shown = facts.columns.filter(({ id }) => !layout.hidden.includes(id)).length;
  const turn = (id: string, isShown: boolean) => {
    const others = layout.hidden.filter((each) => each !== id);
    onChange({ ...layout, hidden: isShown ? others : [...others, id] });
  };
  return (
    <fieldset className="choices">
      <legend>{t("table.columns")}</legend>
      {facts.columns.map(({ id, label }) => {
        const isShown = !layout.hidden.includes(id);
        return (
          <Toggle
            key={id}
            label={label}
            checked={isShown}
            // A table without a column could not be found again.
            disabled={isShown && shown === 1}
            onChange={(next) => turn(id, next)}
          />
        );
      })}
    </fieldset>
  );
}
