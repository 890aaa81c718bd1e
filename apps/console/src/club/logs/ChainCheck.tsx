import { ConsoleButton, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { checkChain, type AuditChain } from "../../api/logs.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";

/** Asks the club whether its log is intact, and says what it found. */
export function ChainCheck(): ReactNode {
  const t = useT();
  const [found, setFound] = useState<AuditChain | null>(null);
  const act = useAct(async () => setFound(await checkChain()), { toast: true });
  return (
    <span className="words" aria-live="polite">
      {found !== null && <Verdict found={found} />}
      <ConsoleButton busy={act.busy} onPress={() => void act.run()}>
        {t("chain.check")}
      </ConsoleButton>
    </span>
  );
}

function Verdict({ found }: { readonly found: AuditChain }): ReactNode {
  const t = useT();
  const { broken_audit_id: broken, linked, waiting } = found;
  if (broken !== null) return <Tag tone="loss">{t("chain.broken", { id: broken })}</Tag>;
  return (
    <>
      <Tag tone="turf">{t("chain.whole", { n: linked })}</Tag>
      {waiting > 0 && <span className="mute">{t("chain.pending", { n: waiting })}</span>}
    </>
  );
}
