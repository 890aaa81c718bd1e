import type { RaceStatus } from "@club/contract";
import { Tag, type TagTone } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

const TONES: Readonly<Record<RaceStatus, TagTone>> = {
  draft: "plain",
  open: "turf",
  closed: "brass",
  interim: "brass",
  final: "firm",
  settled: "plain",
  abandoned: "loss",
};

/** The status of a race; late: the desk has missed its time. */
export function RaceTag(props: {
  readonly status: RaceStatus;
  readonly isLate?: boolean | undefined;
}): ReactNode {
  const t = useT();
  if (props.isLate === true && props.status === "closed") {
    return <Tag tone="loss">{t("sheet.noResult")}</Tag>;
  }
  return (
    <Tag tone={props.isLate === true ? "loss" : TONES[props.status]}>
      {t(`raceStatus.${props.status}`).toLocaleLowerCase(t.language)}
    </Tag>
  );
}
