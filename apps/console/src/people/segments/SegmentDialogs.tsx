import type { Segment } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { changeSegment, dropSegment, makeSegment, type AskedRules } from "../../api/segments.ts";
import { replaceQuery } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

const LONGEST_NAME = 60;

/** Gives the rules of the page a name, or to a segment that has one. */
export function SegmentDialog(props: {
  readonly segment: Segment | undefined;
  readonly rules: AskedRules;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { segment, rules, onClose } = props;
  const [name, setName] = useState(segment?.name ?? "");
  const run = async () => {
    const form = { name: name.trim(), rules };
    const kept = await (segment === undefined
      ? makeSegment(form)
      : changeSegment({
          ...form,
          segment_id: segment.segment_id,
          version: segment.version,
        }));
    replaceQuery({ segment: kept.segment_id });
    return t("segment.saved", { name: form.name });
  };
  return (
    <AskDialog
      title={
        segment === undefined ? t("segment.new") : t("segment.changeTitle", { name: segment.name })
      }
      text={t("segment.text")}
      label={t("act.save")}
      reason="none"
      missing={name.trim() === "" ? t("table.nameMissing") : undefined}
      run={run}
      onClose={onClose}
    >
      <ConsoleField
        label={t("segment.name")}
        value={name}
        onChange={(text) => setName(text.slice(0, LONGEST_NAME))}
        autoFocus
      />
    </AskDialog>
  );
}

export function DeleteSegment(props: {
  readonly segment: Segment;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { name, segment_id } = props.segment;
  const run = async () => {
    await dropSegment({ segment_id });
    replaceQuery({ segment: "" });
    return t("segment.deleted", { name });
  };
  return (
    <AskDialog
      title={t("segment.deleteTitle", { name })}
      text={t("segment.deleteText")}
      label={t("segment.delete")}
      danger
      reason="none"
      run={run}
      onClose={props.onClose}
    />
  );
}
