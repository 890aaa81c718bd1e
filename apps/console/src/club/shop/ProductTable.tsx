import type { OperatorProduct } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { ConsoleButton, DataTable, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { publish, withdraw } from "../../api/shop.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";

const TONES = { draft: "plain", published: "turf", withdrawn: "brass" } as const;

export interface ProductTableProps {
  readonly products: readonly OperatorProduct[];
  /** Why nothing can be changed now. */
  readonly reason: string | undefined;
  readonly onEdit: (product: OperatorProduct) => void;
  readonly onStock: (product: OperatorProduct) => void;
}

/** The products with price, stock and state, and what can be done with each. */
export function ProductTable(props: ProductTableProps): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const nameOf = ({ texts }: OperatorProduct) => texts[t.language]?.name ?? texts.en.name;
  return (
    <DataTable
      label={t("shop.products")}
      rows={props.products}
      rowId={(product) => product.product_id}
      empty={t("shop.noProducts")}
      isMuted={(product) => product.status !== "published"}
      columns={(column) => [
        column.strong("name", t("shop.name"), nameOf, nameOf),
        column.figure(
          "price",
          t("shop.price"),
          (product) => formatMoney(product.price_cents, currency, t.language),
          (product) => product.price_cents,
        ),
        column.figure(
          "stock",
          t("shop.stock"),
          ({ stock }) => stock,
          ({ stock }) => stock,
        ),
        column.figure(
          "sold",
          t("shop.sold"),
          ({ sold }) => sold,
          ({ sold }) => sold,
        ),
        column.text("state", t("shop.state"), ({ status }) => (
          <Tag tone={TONES[status]}>{t(`shop.state.${status}`)}</Tag>
        )),
        {
          id: "acts",
          label: t("shop.acts"),
          hideLabel: true,
          kind: "end",
          cell: (product) => <Acts {...props} product={product} />,
        },
      ]}
    />
  );
}

function Acts(props: ProductTableProps & { readonly product: OperatorProduct }): ReactNode {
  const t = useT();
  const { product, reason } = props;
  const isPublished = product.status === "published";
  const turn = isPublished ? withdraw : publish;
  const act = useAct(async () => await turn({ product_id: product.product_id }), { toast: true });
  return (
    <span className="words">
      <ConsoleButton kind="text" reason={reason} onPress={() => props.onStock(product)}>
        {t("shop.stock")}
      </ConsoleButton>
      <ConsoleButton kind="text" reason={reason} onPress={() => props.onEdit(product)}>
        {t("act.edit")}
      </ConsoleButton>
      <ConsoleButton kind="text" busy={act.busy} reason={reason} onPress={() => void act.run()}>
        {t(isPublished ? "shop.withdraw" : "shop.publish")}
      </ConsoleButton>
    </span>
  );
}
