import { formatTimeExact } from "@club/i18n";
import { Button } from "@club/ui";
import type { ReactNode } from "react";
import type { OrderDetail } from "../api/orders.ts";
import { useT } from "../core/lang.ts";
import { shortHash } from "../core/texts.ts";
import { deviceZone } from "../device/zone.ts";
import { ProofFrame, saveReceipt } from "./ProofFrame.tsx";
import { type PlaceOfBet, proveOrder, receiptOf } from "./prove-order.ts";

/** That a bet is in the frozen pool, proven on this phone, in words that need no cryptography. */
export function ProofOfBet(props: {
  readonly order: OrderDetail;
  readonly leg?: string | undefined;
}): ReactNode {
  const t = useT();
  const { order, leg } = props;
  const isOpen = order.time_line.every(({ key }) => key !== "closed");
  return (
    <ProofFrame
      key={order.order_id}
      order={order}
      leg={leg}
      hasProof={order.proof !== null && order.signed_root !== null}
      waiting={isOpen ? t("proof.waiting") : null}
      prove={proveOrder}
    >
      {(proven) => <Place proven={proven} order={order} />}
    </ProofFrame>
  );
}

function Place(props: { readonly proven: PlaceOfBet; readonly order: OrderDetail }): ReactNode {
  const t = useT();
  const { proven, order } = props;
  const root = order.signed_root;
  const places = { n: proven.index + 1, all: proven.size };
  const time = root === null ? "" : formatTimeExact(root.closed_at, deviceZone());
  return (
    <>
      <p>
        <b>{proven.state === "inside" ? t("proof.inside", places) : t("proof.unsigned", places)}</b>
      </p>
      {proven.state === "inside" && <p className="mute">{t("proof.insideWhy", { time })}</p>}
      <p className="proof-root mute">
        {t("check.root")} <span className="fig">{shortHash(root?.root ?? "")}</span>
      </p>
      <Button icon="download" onPress={() => void saveReceipt(order.receipt_no, receiptOf(order))}>
        {t("proof.save")}
      </Button>
    </>
  );
}
