import { EmptyState, Icon } from "@club/ui";
import type { ReactNode } from "react";
import { useOrders } from "../api/orders.ts";
import { useSportOrders } from "../api/sport.ts";
import { useT } from "../core/lang.ts";
import { hrefOf } from "../core/routes.ts";
import { useSession } from "../core/session.ts";
import { OrderList } from "../orders/OrderList.tsx";
import { RaceOrderCard } from "../orders/RaceOrderCard.tsx";
import { SportOrderCard } from "../orders/SportOrderCard.tsx";
import { slipPlace } from "./slip-place.ts";

/** The slip, and under it the bets that are open. */
export function SlipColumn({ kind }: { readonly kind: "races" | "sports" }): ReactNode {
  const t = useT();
  const isSignedIn = useSession() !== null;
  return (
    <section className="wide-bets" aria-label={t("wide.slip")}>
      <div className="wide-slip" ref={(element) => slipPlace.set(element)} />
      <p className="wide-hint">
        <Icon name="bets" />
        {t(`wide.hint.${kind}`)}
      </p>
      <div className="wide-open">
        <h2>{t("wide.open")}</h2>
        {!isSignedIn && (
          <EmptyState
            title={t("wide.signedOut")}
            act={{ label: t("act.signIn"), href: hrefOf("login") }}
          />
        )}
        {isSignedIn && (kind === "races" ? <OpenRaceBets /> : <OpenSportBets />)}
      </div>
    </section>
  );
}

function OpenRaceBets(): ReactNode {
  const t = useT();
  return (
    <OrderList
      query={useOrders("open", null)}
      empty={<p className="wide-none">{t("orders.empty.open")}</p>}
      card={(order, currency) => (
        <RaceOrderCard
          order={order}
          currency={currency}
          href={hrefOf("orders", { tab: "open", order: order.order_id })}
        />
      )}
    />
  );
}

function OpenSportBets(): ReactNode {
  const t = useT();
  return (
    <OrderList
      query={useSportOrders("open", null)}
      empty={<p className="wide-none">{t("orders.empty.open")}</p>}
      card={(order, currency) => (
        <SportOrderCard
          order={order}
          currency={currency}
          href={hrefOf("sportOrders", { tab: "open", order: order.order_id })}
        />
      )}
    />
  );
}
