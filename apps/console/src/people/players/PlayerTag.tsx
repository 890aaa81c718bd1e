import type { PlayerSummary } from "@club/contract";
import { Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

const TONES = { active: "turf", frozen: "loss", closed: "plain" } as const;

export function PlayerTag({ status }: { readonly status: PlayerSummary["status"] }): ReactNode {
  const t = useT();
  return <Tag tone={TONES[status]}>{t(`playerStatus.${status}`)}</Tag>;
}
