import { formatTimeExact } from "@club/i18n";
import { Button, Icon, Notice, Skeleton } from "@club/ui";
import { useEffect, useState, type ReactNode } from "react";
import { saveFile } from "../../api/file.ts";
import type { OrderDetail } from "../../api/orders.ts";
import { useT } from "../../lang.ts";
import { shortHash } from "../../shell/hash.ts";
import { deviceZone } from "../../shell/zone.ts";
import { type Proven, proveOrder, receiptOf } from "./prove-order.ts";
import { reasonsOf } from "./reasons.ts";
import "./check.css";

/** That a bet is in the frozen pool, proven on this phone, in words that need no cryptography. */
export function ProofOfBet({ order }: { readonly order: OrderDetail }): ReactNode {
  const t = useT();
  const proven = useProven(order);
  if (order.proof === null || order.signed_root === null) {
    const isOpen = order.time_line.every(({ key }) => key !== "closed");
    return isOpen ? (
      <section className="proof" aria-label={t("proof.title")}>
        <Icon name="lock" />
        <p className="mute">{t("proof.waiting")}</p>
      </section>
    ) : null;
  }
  return (
    <div role="status">
      {proven === null ? (
        <section className="proof" aria-label={t("proof.checking")}>
          <Skeleton kind="row" />
        </section>
      ) : (
        <Verdict proven={proven} order={order} />
      )}
    </div>
  );
}

function useProven(order: OrderDetail): Proven | null {
  const [proven, setProven] = useState<Proven | null>(null);
  useEffect(() => {
    if (order.proof === null) return;
    let isShown = true;
    proveOrder(order).then(
      (found) => isShown && setProven(found),
      (error: unknown) => console.error("proof", error),
    );
    return () => {
      isShown = false;
    };
  }, [order]);
  return proven;
}

function Verdict(props: { readonly proven: Proven; readonly order: OrderDetail }): ReactNode {
  const t = useT();
  const { proven, order } = props;
  const root = order.signed_root;
  if (proven.state === "offline") return <Notice tone="brass">{t("proof.offline")}</Notice>;
  if (proven.state === "wrong") {
    return (
      <Notice tone="loss" title={t("proof.wrong")}>
        <p>{t("proof.wrongText")}</p>
        {reasonsOf(t, proven.lines).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Notice>
    );
  }
  const places = { n: proven.index + 1, all: proven.size };
  const time = root === null ? "" : formatTimeExact(root.closed_at, deviceZone());
  return (
    <section className="proof" aria-label={t("proof.title")}>
      <Icon name="shield" />
      <div>
        <p>
          <b>
            {proven.state === "inside" ? t("proof.inside", places) : t("proof.unsigned", places)}
          </b>
        </p>
        {proven.state === "inside" && <p className="mute">{t("proof.insideWhy", { time })}</p>}
        <p className="proof-root mute">
          {t("check.root")} <span className="fig">{shortHash(root?.root ?? "")}</span>
        </p>
        <Button icon="download" onPress={() => void save(order)}>
          {t("proof.save")}
        </Button>
      </div>
    </section>
  );
}

async function save(order: OrderDetail): Promise<void> {
  const receipt = await receiptOf(order);
  const file = new Blob([JSON.stringify(receipt)], { type: "application/json" });
  saveFile(file, `${order.receipt_no}.json`);
}
