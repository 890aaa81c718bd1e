import { ListRow } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useT } from "../core/lang.ts";

/** What a sheet that checks is told by its row. */
export interface OpenCheck {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Told when everything was equal. */
  readonly onEqual: () => void;
}

/** The row that opens a check; its sheet comes when it is first opened. */
export function CheckRow(props: {
  readonly title: string;
  readonly sheet: (check: OpenCheck) => ReactNode;
}): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [isEqual, setEqual] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  const check = { open: isOpen, onClose: () => setOpen(false), onEqual: () => setEqual(true) };
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
