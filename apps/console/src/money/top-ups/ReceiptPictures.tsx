import type { OperatorTopUp } from "@club/contract";
import { classes } from "@club/ui";
import { ConsoleButton, Panel, PanelState, ScrollFrame, useKeys } from "@club/ui/console";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { fetchFile } from "../../api/file.ts";
import { TOP_UPS_KEY } from "../../api/top-ups.ts";
import { useT } from "../../core/lang.ts";
import "../queue/queue.css";

/** The bank's receipt as the player sent it: each picture that is looked at is in the audit log. */
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
      <Picture key={id} topUpId={topUp.topup_id} receiptId={id} isLarge={isLarge} />
      {count > 1 && (
        <div className="receipt-turn">
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

function Picture(props: {
  readonly topUpId: string;
  readonly receiptId: string;
  readonly isLarge: boolean;
}): ReactNode {
  const t = useT();
  const path = `/api/operator/topups/${props.topUpId}/receipts/${props.receiptId}`;
  const query = useQuery({
    queryKey: [TOP_UPS_KEY, "receipt", props.receiptId],
    queryFn: async () => await fetchFile(path),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  const url = useMemo(() => (data === undefined ? undefined : URL.createObjectURL(data)), [data]);
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  if (query.isError) {
    return (
      <PanelState state="failed" text={t("receipts.failed")} onRetry={() => void query.refetch()} />
    );
  }
  if (url === undefined) return <PanelState state="loading" rows={6} />;
  return (
    <ScrollFrame
      className={classes("receipt-frame", props.isLarge && "receipt-frame-large")}
      label={t("receipts.title")}
    >
      <img src={url} alt={t("receipts.title")} />
    </ScrollFrame>
  );
}
