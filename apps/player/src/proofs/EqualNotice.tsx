import type { CheckLine } from "@club/domain";
import { Notice } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { uncheckedIn } from "./unchecked-in.ts";

/** That nothing differs: green only where everything was checked on this phone. */
export function EqualNotice(props: {
  readonly lines: readonly CheckLine[];
  readonly children: ReactNode;
}): ReactNode {
  const t = useT();
  const { isWhole, isUnsigned, isUntold } = uncheckedIn(props.lines);
  return (
    <Notice
      tone={isWhole ? "turf" : "brass"}
      title={t(isWhole ? "check.equal" : "check.partly")}
      icon={isWhole ? "shield" : "alert"}
    >
      {props.children}
      {isUnsigned && <p>{t("check.unsigned")}</p>}
      {isUntold && <p>{t("check.untold")}</p>}
    </Notice>
  );
}
