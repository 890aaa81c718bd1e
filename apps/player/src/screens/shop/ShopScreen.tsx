import type { Product } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Button, EmptyState, ErrorState, FilterChips, Skeleton } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useQueryOfAddress } from "../../core/address.ts";
import { useProducts } from "../../api/shop.ts";
import { useWallet } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { useBalance } from "../../shell/balance.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { BuySheet } from "./BuySheet.tsx";
import { Goods, Days } from "./Products.tsx";
import { ShopOrders } from "./ShopOrders.tsx";
import "../../shell/pages.css";

/** The club's shop, and with ?orders=1 what the player bought. Route: /pages/shop/shop */
export function ShopScreen(): ReactNode {
  const isOrders = useQueryOfAddress().get("orders") !== null;
  return isOrders ? <ShopOrders /> : <Shop />;
}

const KINDS = ["all", "goods", "days"] as const;
type Kind = (typeof KINDS)[number];

function Shop(): ReactNode {
  const t = useT();
  const query = useProducts();
  const [kind, setKind] = useState<Kind>("all");
  const [chosen, setChosen] = useState<Product | null>(null);
  const products = query.data ?? [];
  const goods = products.filter((product) => product.kind === "goods" && kind !== "days");
  const days = products.filter((product) => product.kind === "day" && kind !== "goods");
  const hasBoth = new Set(products.map((product) => product.kind)).size > 1;
  return (
    <Screen
      id="shop"
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
      end={
        <Button kind="text" href={hrefOf("shop", { orders: "1" })}>
          {t("shop.orders")}
        </Button>
      }
    >
      <ShopHead />
      {hasBoth && <KindChips kind={kind} onChoose={setKind} />}
      {query.isPending && <Skeleton kind="order" rows={3} />}
      {query.isError && query.data === undefined && (
        <ErrorState
          title={t("shop.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {query.isSuccess && products.length === 0 && (
        <EmptyState title={t("shop.empty")} text={t("shop.emptyText")} />
      )}
      <Goods products={goods} onBuy={setChosen} />
      <Days products={days} onBuy={setChosen} />
      {chosen !== null && (
        <BuySheet
          product={products.find((each) => each.product_id === chosen.product_id) ?? chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </Screen>
  );
}

function KindChips(props: {
  readonly kind: Kind;
  readonly onChoose: (kind: Kind) => void;
}): ReactNode {
  const t = useT();
  return (
    <FilterChips
      label={t("act.filter")}
      chips={KINDS.map((id) => ({ id, label: t(`shop.${id}`) }))}
      selectedId={props.kind}
      onSelect={(id) => props.onChoose(KINDS.find((each) => each === id) ?? "all")}
    />
  );
}

function ShopHead(): ReactNode {
  const t = useT();
  const { text } = useBalance();
  const wallet = useWallet().data;
  const bonus = wallet?.bonus_cents ?? 0;
  const parts = t("shop.paidFrom", { amount: "\u0000" }).split("\u0000");
  return (
    <div className="shop-head">
      <p>
        {parts[0]}
        <b className="fig">{text ?? "–"}</b>
        {parts[1]}
      </p>
      {bonus > 0 && wallet !== undefined && (
        <p className="turf">
          {t("shop.bonus", { amount: formatMoney(bonus, wallet.currency, t.language) })}
        </p>
      )}
    </div>
  );
}
