import { formatDateTime, formatMoney } from "@club/i18n";
import {
  EmptyState,
  ErrorState,
  ListGroup,
  ListRow,
  Markdown,
  Notice,
  Sheet,
  Skeleton,
} from "@club/ui";
import type { ReactNode } from "react";
import { useClubNotices } from "../../api/content.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";
import { viewOfOrder } from "../../orders/race-order.ts";
import type { MoneyNews, useMoneyOfBell } from "./bell-news.ts";
import "./notices.css";

interface Props {
  readonly money: ReturnType<typeof useMoneyOfBell>;
  readonly onClose: () => void;
}

/** The club's notices, even those dismissed on home, then the latest of the player's money. */
export function BellSheet({ money, onClose }: Props): ReactNode {
  const t = useT();
  const { data: notices = [] } = useClubNotices();
  const { news, isPending, isFailed, retry } = money;
  const isEmpty = notices.length === 0 && news.length === 0 && !isPending && !isFailed;
  return (
    <Sheet open onClose={onClose} title={t("bell.title")} ground="page">
      {isEmpty && <EmptyState title={t("bell.none")} text={t("bell.noneText")} />}
      {notices.length > 0 && (
        <section className="notice-bar" aria-label={t("notices.label")}>
          {notices.map(({ notice_id, tone, title, body }) => (
            <Notice
              key={notice_id}
              tone={tone === "warning" ? "brass" : "firm"}
              icon={tone === "warning" ? "alert" : "info"}
              title={title}
            >
              {body !== "" && <Markdown text={body} />}
            </Notice>
          ))}
        </section>
      )}
      {isPending && <Skeleton kind="row" rows={4} />}
      {isFailed && news.length === 0 && (
        <ErrorState
          title={t("bell.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void retry()}
        />
      )}
      {news.length > 0 && (
        <ListGroup title={t("bell.mine")}>
          {news.map((one) => (
            <NewsRow key={keyOf(one)} news={one} />
          ))}
        </ListGroup>
      )}
    </Sheet>
  );
}

function keyOf(news: MoneyNews): string {
  if (news.kind === "topUp") return news.topUp.topup_id;
  return news.kind === "back" ? news.product.product_id : news.order.order_id;
}

/** What happened, when, and the amount; the row leads to the details. */
function NewsRow({ news }: { readonly news: MoneyNews }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const { title, what, amount, href } = wordsOf(t, news, currency);
  const when = formatDateTime(new Date(news.at).toISOString(), deviceZone(), t.language);
  return (
    <ListRow
      strong
      title={title}
      meta={[what, when].filter((part) => part !== "").join(" · ")}
      end={amount}
      href={href}
    />
  );
}

interface Words {
  readonly title: string;
  readonly what: string;
  readonly amount: string;
  readonly href: string;
}

function wordsOf(t: T, news: MoneyNews, currency: string): Words {
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  switch (news.kind) {
    case "topUp":
      return {
        title: t("bell.topUp"),
        what: news.topUp.reference,
        amount: money(news.topUp.amount_cents),
        href: hrefOf("topUp", { topup: news.topUp.topup_id }),
      };
    case "back":
      return {
        title: t("bell.back", { name: news.product.name }),
        what: t("route.shop"),
        amount: money(news.product.price_cents),
        href: hrefOf("shop"),
      };
    case "bet": {
      const { order } = news;
      const view = viewOfOrder(t, order, currency);
      return {
        title: view.title,
        what: view.on,
        amount: view.amounts.map(({ word, amount }) => `${word} ${amount}`).join(" · "),
        href: hrefOf("orders", { tab: "settled", order: order.order_id }),
      };
    }
    case "sport": {
      const { order } = news;
      const isBack = order.payout_cents === 0 && order.refund_cents > 0;
      return {
        title: t(`sport.kind.${order.kind}`),
        what: t("sport.slip.legsOf", { n: order.legs.length }),
        amount: isBack
          ? `${t("orders.back")} ${money(order.refund_cents)}`
          : `${t("orders.paid")} ${money(order.payout_cents)}`,
        href: hrefOf("sportOrders", { tab: "settled", order: order.order_id }),
      };
    }
  }
}
