import { EmptyState, Icon } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useOrders } from "../api/orders.ts";
import { useSportOrders } from "../api/sport.ts";
import { useQueryOfAddress } from "../core/address.ts";
import { useT } from "../core/lang.ts";
import { hrefOf } from "../core/routes.ts";
import { useSession } from "../core/session.ts";
import { OrderList } from "../orders/OrderList.tsx";
import { RaceOrderCard } from "../orders/RaceOrderCard.tsx";
import { RaceOrderSheet } from "../orders/RaceOrderSheet.tsx";
import { SportOrderCard } from "../orders/SportOrderCard.tsx";
import { SportOrderSheet } from "../orders/SportOrderSheet.tsx";
import "../shell/pages.css";
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

/** The bet whose sheet is open over the page; a way to another page closes it. */
function useOpenedBet() {
  const here = useQueryOfAddress();
  const [opened, setOpened] = useState<{ readonly id: string; readonly at: typeof here }>();
  return {
    open: (id: string) => () => setOpened({ id, at: here }),
    sheet: {
      hasAddress: false,
      orderId: opened?.at === here ? opened.id : undefined,
      onClose: () => setOpened(undefined),
    },
  };
}

function OpenRaceBets(): ReactNode {
  const t = useT();
  const { open, sheet } = useOpenedBet();
  return (
    <>
      <OrderList
        query={useOrders("open", null)}
        empty={<p className="wide-none">{t("orders.empty.open")}</p>}
        card={(order, currency) => (
          <RaceOrderCard order={order} currency={currency} onPress={open(order.order_id)} />
        )}
      />
      <RaceOrderSheet {...sheet} />
    </>
  );
}

function OpenSportBets(): ReactNode {
  const t = useT();
  const { open, sheet } = useOpenedBet();
  return (
    <>
      <OrderList
        query={useSportOrders("open", null)}
        empty={<p className="wide-none">{t("orders.empty.open")}</p>}
        card={(order, currency) => (
          <SportOrderCard order={order} currency={currency} onPress={open(order.order_id)} />
        )}
      />
      <SportOrderSheet {...sheet} />
    </>
  );
}
