import type { OperatorTopUp } from "@club/contract";
import { ConsoleButton, Panel, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { FilePicture } from "../../shell/FilePicture.tsx";

/** The bank's receipt as the player sent it; every picture opened goes into the audit log. */
export function ReceiptPictures({ topUp }: { readonly topUp: OperatorTopUp }): ReactNode {
  const t = useT();
  const [at, setAt] = useState(0);
  const [isLarge, setLarge] = useState(false);
  useKeys({ z: () => setLarge((before) => !before) });
  const count = topUp.receipts.length;
  const shown = Math.min(at, count - 1);
  const id = topUp.receipts[shown];
  if (id === undefined) return null;
  return (
    <Panel
      title={t("receipts.title")}
      meta={t("receipts.of", { n: shown + 1, of: count })}
      end={
        <ConsoleButton keyCap="Z" onPress={() => setLarge(!isLarge)}>
          {t(isLarge ? "receipts.small" : "receipts.large")}
        </ConsoleButton>
      }
    >
      <FilePicture
        key={id}
        path={`/api/operator/topups/${topUp.topup_id}/receipts/${id}`}
        label={t("receipts.title")}
        failedText={t("receipts.failed")}
        isLarge={isLarge}
      />
      {count > 1 && (
        <div className="acts desk-act">
          {topUp.receipts.map((each, place) => (
            <ConsoleButton
              key={each}
              kind={place === shown ? "primary" : "line"}
              onPress={() => setAt(place)}
            >
              {String(place + 1)}
            </ConsoleButton>
          ))}
        </div>
      )}
    </Panel>
  );
}
