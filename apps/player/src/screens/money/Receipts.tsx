import type { TopUp } from "@club/contract";
import { Notice } from "@club/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { fetchFile } from "../../core/call.ts";
import { useAddReceipt } from "../../api/money.ts";
import { TOP_UPS } from "../../api/money-news.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { PictureField } from "../../shell/PictureField.tsx";

const MOST = 3;

/** Pictures of the bank's receipt: from the camera or the device, shrunk before they are sent. */
export function Receipts({ topUp }: { readonly topUp: TopUp }): ReactNode {
  const t = useT();
  const [isReading, setReading] = useState(false);
  const add = useAddReceipt(topUp.topup_id);
  const isBusy = isReading || add.isPending;
  const isOpen = topUp.status === "created" || topUp.status === "submitted";
  if (!isOpen && topUp.receipts.length === 0) return null;
  return (
    <div>
      {(topUp.receipts.length > 0 || isBusy) && (
        <div className="receipts">
          {topUp.receipts.map((id, at) => (
            <Picture key={id} path={pathOf(topUp, id)} label={t("receipt.one", { n: at + 1 })} />
          ))}
          {isBusy && <span className="receipt-wait skeleton" />}
        </div>
      )}
      {isOpen && topUp.receipts.length < MOST && (
        <PictureField
          label={t("receipt.add")}
          note={t("receipt.note")}
          busyLabel={t("receipt.sending")}
          isSending={add.isPending}
          onReading={setReading}
          onPicture={(picture) => add.mutate(picture)}
        />
      )}
      {add.isError && <Notice tone="loss" title={errorText(t, add.error)} alert />}
    </div>
  );
}

function pathOf(topUp: TopUp, receiptId: string): string {
  return `/api/recharge/${topUp.topup_id}/receipts/${receiptId}`;
}

/** A picture is fetched with the session and never kept on the device. */
function Picture({ path, label }: { readonly path: string; readonly label: string }): ReactNode {
  const { data } = useQuery({
    queryKey: [...TOP_UPS, "receipt", path],
    queryFn: async () => await fetchFile(path),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useMemo(() => (data === undefined ? undefined : URL.createObjectURL(data)), [data]);
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  return url === undefined ? (
    <span className="receipt-wait skeleton" />
  ) : (
    <img src={url} alt={label} />
  );
}
