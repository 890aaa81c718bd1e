import type { OperatorProduct } from "@club/contract";
import { ConsoleButton, Panel, Segmented } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useProducts } from "../../api/shop.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { OrderTable } from "./OrderTable.tsx";
import { ProductDialog } from "./ProductDialog.tsx";
import { ProductTable } from "./ProductTable.tsx";
import { StockDialog } from "./StockDialog.tsx";

type Asking =
  | { readonly what: "edit"; readonly product: OperatorProduct | null }
  | { readonly what: "stock"; readonly product: OperatorProduct };

/** What the club sells, and what waits at the counter. Route: /shop */
export function ShopPage(): ReactNode {
  const t = useT();
  const [view, setView] = useState<"products" | "orders">("orders");
  const [asking, setAsking] = useState<Asking | null>(null);
  const reason = useWhyNot(
    "cashier",
    "POST /api/operator/shop/products",
    "PUT /api/operator/shop/products/:product_id",
    "POST /api/operator/shop/orders/:shop_order_id/hand-over",
    "POST /api/operator/shop/orders/:shop_order_id/refund",
  );
  const close = () => setAsking(null);
  return (
    <ConsoleFrame
      title={t("route.shop")}
      meta={t("shop.meta")}
      headEnd={
        <Segmented
          label={t("shop.view")}
          value={view}
          onChange={(id) => setView(id === "products" ? "products" : "orders")}
          options={[
            { id: "orders", label: t("shop.orders") },
            { id: "products", label: t("shop.products") },
          ]}
        />
      }
    >
      {view === "orders" ? (
        <OrderTable reason={reason} />
      ) : (
        <Products
          reason={reason}
          onEdit={(product) => setAsking({ what: "edit", product })}
          onStock={(product) => setAsking({ what: "stock", product })}
        />
      )}
      {asking?.what === "edit" && <ProductDialog product={asking.product} onClose={close} />}
      {asking?.what === "stock" && <StockDialog product={asking.product} onClose={close} />}
    </ConsoleFrame>
  );
}

function Products(props: {
  readonly reason: string | undefined;
  readonly onEdit: (product: OperatorProduct | null) => void;
  readonly onStock: (product: OperatorProduct) => void;
}): ReactNode {
  const t = useT();
  const query = useProducts();
  return (
    <Panel
      title={t("shop.products")}
      end={
        <ConsoleButton icon="add" reason={props.reason} onPress={() => props.onEdit(null)}>
          {t("shop.new")}
        </ConsoleButton>
      }
    >
      <Listing query={query}>
        {(products) => <ProductTable products={products} {...props} />}
      </Listing>
    </Panel>
  );
}
