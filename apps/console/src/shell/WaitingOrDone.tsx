import { Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";

/** The queue, or what was decided before. */
export function WaitingOrDone<Done extends string>(props: {
  readonly value: "waiting" | Done;
  readonly done: Done;
  readonly onChange: (value: "waiting" | Done) => void;
}): ReactNode {
  const t = useT();
  return (
    <Segmented<"waiting" | Done>
      label={t("complaint.state")}
      value={props.value}
      onChange={props.onChange}
      options={[
        { id: "waiting", label: t("cases.waiting") },
        { id: props.done, label: t("cases.done") },
      ]}
    />
  );
}
