import type { ReactNode } from "react";
import { useText } from "../text.tsx";

/** The picker's acts: choosing nothing, and choosing what is shown. */
export function PickerFoot(props: {
  readonly onClear?: (() => void) | undefined;
  readonly act?: { readonly label: string; readonly isOff: boolean; readonly onPress: () => void };
}): ReactNode {
  const { onClear, act } = props;
  const t = useText();
  return (
    <>
      {onClear !== undefined && (
        <button type="button" className="picker-act" onClick={onClear}>
          {t("act.clear")}
        </button>
      )}
      {act !== undefined && (
        <button
          type="button"
          className="picker-act picker-act-main"
          aria-disabled={act.isOff || undefined}
          onClick={act.onPress}
        >
          {act.label}
        </button>
      )}
    </>
  );
}
