import type { IdentityDocument } from "@club/contract";
import { Tag, type TagTone } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

const TONES: Readonly<Record<IdentityDocument["status"], TagTone>> = {
  waiting: "brass",
  accepted: "turf",
  refused: "plain",
};

export function DocumentTag({
  status,
}: {
  readonly status: IdentityDocument["status"];
}): ReactNode {
  const t = useT();
  return <Tag tone={TONES[status]}>{t(`paper.status.${status}`)}</Tag>;
}
