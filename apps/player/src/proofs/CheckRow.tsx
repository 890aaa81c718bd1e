import { ListRow } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { useT } from "../core/lang.ts";
import type { RaceDetail } from "@club/contract";
import { lazyPage } from "../core/lazy-page.ts";

/** What a check's sheet gets from its row. */
export interface OpenCheck {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when everything was equal. */
  readonly onEqual: () => void;
}

/**
 * The row that opens a check; its sheet loads when it is first opened. Its owner gives it a key by
 * what is checked, so that another race's row starts closed.
 */
export function CheckRow(props: {
  readonly title: string;
  /** The state of what is checked: what was equal of an older one says nothing of this one. */
  readonly state: string;
  readonly sheet: (check: OpenCheck) => ReactNode;
}): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [equalState, setEqualState] = useState<string | null>(null);
  const isEqual = equalState === props.state;
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  const check = {
    open: isOpen,
    onClose: () => setOpen(false),
    onEqual: () => setEqualState(props.state),
  };
  return (
    <>
      <ListRow
        icon="shield"
        strong
        title={props.title}
        meta={t(isEqual ? "check.rowEqual" : "check.rowMeta")}
        onPress={open}
      />
      {wasOpened && props.sheet(check)}
    </>
  );
}

const loadSheet = async () => ({ default: (await import("./CheckSheet.tsx")).CheckSheet });

/** The row below a settled race's dividends that opens their check. */
export function CheckRace({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  if (race.status !== "settled") return null;
  return (
    <CheckRow
      key={race.race_id}
      title={t("check.row")}
      state={String(race.result?.version ?? 0)}
      sheet={(check) => createElement(lazyPage(loadSheet), { race, ...check })}
    />
  );
}
