import type { Product } from "@club/contract";
import { formatMoney } from "@club/i18n";
import {
  Button,
  CopyBoard,
  IconButton,
  Notice,
  PrimaryButton,
  ProductDrawing,
  Sheet,
} from "@club/ui";
import { useState, type ReactNode } from "react";
import { isUnanswered } from "@club/client";
import { useBuy, type Bought } from "../../api/shop.ts";
import { type Wallet, useCurrency, useWallet } from "../../api/wallet.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { copyText, errorText } from "../../core/texts.ts";

/** The most that the club takes in one order; it refuses more. */
const MOST_PER_ORDER = 10;

/** How many, the price and what pays for it; then the number to say at the counter. */
export function BuySheet(props: {
  readonly product: Product;
  readonly onClose: () => void;
}): ReactNode {
  const { product, onClose } = props;
  const buy = useBuy();
  if (buy.data !== undefined) return <BoughtSheet bought={buy.data} onClose={onClose} />;
  return <AskSheet product={product} buy={buy} onClose={onClose} />;
}

function AskSheet(props: {
  readonly product: Product;
  readonly buy: ReturnType<typeof useBuy>;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { product, buy, onClose } = props;
  const wallet = useWallet().data;
  const [asked, setAsked] = useState(1);
  const most = Math.min(MOST_PER_ORDER, product.stock);
  const quantity = Math.max(1, Math.min(asked, most));
  const cost = product.price_cents * quantity;
  const reason = useReason(product, cost, wallet);
  const currency = useCurrency();
  return (
    <Sheet
      open
      onClose={onClose}
      title={product.name}
      foot={
        <div className="buy-acts">
          <Trouble error={buy.error} currency={currency} />
          <PrimaryButton
            busy={buy.isPending}
            busyText={t("state.sending")}
            money={formatMoney(cost, currency, t.language)}
            reason={reason}
            onPress={() => !buy.isPending && buy.mutate({ product, quantity })}
          >
            {t("shop.buy")}
          </PrimaryButton>
        </div>
      }
    >
      <div className="buy">
        <div className="buy-product">
          <div>
            <ProductDrawing name={product.picture} />
          </div>
          <p>{product.about}</p>
        </div>
        <Count most={most} quantity={quantity} onChange={setAsked} />
        {wallet !== undefined && <Sums wallet={wallet} cost={cost} />}
      </div>
    </Sheet>
  );
}

function useReason(product: Product, cost: number, wallet: Wallet | undefined): string | undefined {
  const t = useT();
  const isOnline = useIsOnline();
  if (!isOnline) return t("shop.offline");
  if (product.stock === 0) return t("shop.soldOut");
  const short = wallet === undefined ? 0 : cost - wallet.bonus_cents - wallet.cash_cents;
  if (wallet === undefined || short <= 0) return undefined;
  return t("shop.noFunds", { amount: formatMoney(short, wallet.currency, t.language) });
}

function Count(props: {
  readonly quantity: number;
  readonly most: number;
  readonly onChange: (quantity: number) => void;
}): ReactNode {
  const t = useT();
  const { quantity, most, onChange } = props;
  return (
    <div className="buy-count">
      <span id="buy-count">{t("shop.quantity")}</span>
      <div className="buy-count-set" role="group" aria-labelledby="buy-count">
        <IconButton
          icon="minus"
          label={t("shop.fewer")}
          disabled={quantity <= 1}
          onPress={() => onChange(quantity - 1)}
        />
        <output className="fig">{quantity}</output>
        <IconButton
          icon="add"
          label={t("shop.more")}
          disabled={quantity >= most}
          onPress={() => onChange(quantity + 1)}
        />
      </div>
    </div>
  );
}

function Sums({ wallet, cost }: { readonly wallet: Wallet; readonly cost: number }): ReactNode {
  const t = useT();
  const money = (cents: number) => formatMoney(cents, wallet.currency, t.language);
  const bonus = Math.min(wallet.bonus_cents, cost);
  const after = wallet.cash_cents - (cost - bonus);
  const line = (label: string, value: string) => (
    <p>
      {label}
      <b className="fig">{value}</b>
    </p>
  );
  return (
    <div className="buy-sums">
      {line(t("shop.cost"), money(cost))}
      {bonus > 0 && line(t("shop.fromBonus"), money(bonus))}
      {bonus > 0 && line(t("shop.fromBalance"), money(cost - bonus))}
      {after >= 0 && line(t("shop.after"), money(after))}
    </div>
  );
}

function Trouble(props: { readonly error: unknown; readonly currency: string }): ReactNode {
  const t = useT();
  const { error, currency } = props;
  if (error === null) return null;
  const text = isUnanswered(error) ? t("shop.unsure") : errorText(t, error, currency);
  return (
    <Notice tone="loss" title={text} alert>
      <Button href={hrefOf("shop", { orders: "1" })}>{t("shop.orders")}</Button>
    </Notice>
  );
}

function BoughtSheet(props: { readonly bought: Bought; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { bought, onClose } = props;
  const currency = useCurrency();
  const name = t("shop.times", { n: bought.quantity, name: bought.name });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("shop.bought", { name })}
      foot={
        <div className="buy-acts">
          <PrimaryButton onPress={onClose}>{t("shop.done")}</PrimaryButton>
        </div>
      }
    >
      <div className="buy">
        <CopyBoard
          label={t("shop.orderNo")}
          value={bought.order_no}
          copyLabel={t("act.copy")}
          onCopy={() => void copyText(t, bought.order_no)}
        />
        <p>{t("shop.pickUp")}</p>
        <div className="buy-sums">
          <p>
            {t("shop.cost")}
            <b className="fig">{formatMoney(bought.cost_cents, currency, t.language)}</b>
          </p>
          <p>
            {t("shop.after")}
            <b className="fig">{formatMoney(bought.balance_cents, currency, t.language)}</b>
          </p>
        </div>
      </div>
    </Sheet>
  );
}
