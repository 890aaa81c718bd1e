import type { Product } from "@club/contract";
import { formatDateTime, formatMoney } from "@club/i18n";
import { DayCard, ProductCard } from "@club/ui";
import type { ReactNode } from "react";
import { useWish } from "../../api/shop.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";

interface Props {
  readonly products: readonly Product[];
  readonly onBuy: (product: Product) => void;
}

/** At or below this number, few are left. */
const FEW = 6;

function leftOf({ stock }: Product): "many" | "few" | "none" {
  if (stock === 0) return "none";
  return stock <= FEW ? "few" : "many";
}

function stockText(t: T, { stock }: Product): string {
  return stock === 0 ? t("shop.soldOut") : t("shop.left", { n: stock });
}

/** Goods in two columns, more where there is room. */
export function Goods({ products, onBuy }: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const wish = useWish();
  if (products.length === 0) return null;
  return (
    <ul className="products">
      {products.map((product) => (
        <ProductCard
          key={product.product_id}
          drawing={product.picture}
          name={product.name}
          about={product.about}
          price={formatMoney(product.price_cents, currency, t.language)}
          stock={stockText(t, product)}
          left={leftOf(product)}
          act={t("shop.buy")}
          onPress={() => onBuy(product)}
          tell={{
            label: t(product.is_wished ? "shop.willTell" : "shop.tell"),
            isOn: product.is_wished,
            onPress: () => wish.mutate(product),
          }}
        />
      ))}
    </ul>
  );
}

/** Days at the club. */
export function Days({ products, onBuy }: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  if (products.length === 0) return null;
  return (
    <section aria-label={t("shop.days")}>
      <h2 className="club-days-head">{t("shop.days")}</h2>
      <ul className="club-days">
        {products.map((product) => (
          <DayCard
            key={product.product_id}
            {...dateParts(product.happens_at ?? "", t.language)}
            name={product.name}
            about={[product.about, whenText(t, product)].filter(Boolean).join(" · ")}
            price={formatMoney(product.price_cents, currency, t.language)}
            stock={stockText(t, product)}
            left={leftOf(product)}
            onPress={() => onBuy(product)}
          />
        ))}
      </ul>
    </section>
  );
}

function whenText(t: T, { happens_at: at }: Product): string {
  return at === null ? "" : formatDateTime(at, deviceZone(), t.language);
}

function dateParts(at: string, language: string): { month: string; day: string } {
  const date = new Date(at);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: deviceZone() }).format(date);
  return { month: part({ month: "short" }), day: part({ day: "2-digit" }).replace(/\D/g, "") };
}
