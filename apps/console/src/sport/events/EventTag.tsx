import type { DeskEventLine } from "@club/contract";
import { Tag, type TagTone } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

type Facts = Pick<DeskEventLine, "status" | "is_live"> & { readonly is_stale?: boolean };

const TONES: Readonly<Record<DeskEventLine["status"], TagTone>> = {
  draft: "plain",
  open: "turf",
  suspended: "brass",
  closed: "plain",
  final: "brass",
  settled: "plain",
  void: "firm",
};

/** The state of an event in a word: live, stale or its status. */
export function EventTag({ event }: { readonly event: Facts }): ReactNode {
  const t = useT();
  if (event.is_live) return <Tag tone="loss">{t("sport.live")}</Tag>;
  if (event.is_stale === true) return <Tag tone="brass">{t("desk.stale")}</Tag>;
  return <Tag tone={TONES[event.status]}>{t(`sport.status.${event.status}`)}</Tag>;
}
