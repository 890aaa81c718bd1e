import { Button, Notice } from "@club/ui";
import type { ReactNode } from "react";
import { useLimits } from "../../api/limits.ts";
import { useT } from "../../core/lang.ts";
import { LimitsPart } from "../protection/LimitsPart.tsx";
import "../protection/protection.css";

/**
 * Limits, offered before the first bet. No amount is proposed, and going on without one is a button
 * of the same size (promises G2, G14).
 */
export function FirstLimits({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useT();
  const limits = useLimits().data;
  const hasOne = limits?.some(({ amount_cents: amount }) => amount !== null) ?? false;
  return (
    <>
      <div className="pad">
        <Notice tone="firm" title={t("firstLimits.why")}>
          <p>{t("firstLimits.text")}</p>
        </Notice>
      </div>
      <LimitsPart isReviewDue={false} />
      <div className="pad">
        <Button wide onPress={onDone}>
          {t(hasOne ? "firstLimits.goOn" : "firstLimits.without")}
        </Button>
      </div>
    </>
  );
}
