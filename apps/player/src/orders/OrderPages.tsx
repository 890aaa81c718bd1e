import type { Order } from "@club/contract";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { dayOfOrder, OrderDays, type OrderDaysProps } from "./OrderDays.tsx";

interface Props {
  readonly pages: readonly (readonly Order[])[];
  readonly hrefOfOrder: (orderId: string) => string;
}

/** However many bets are loaded, only the pages near the view are drawn. */
export function OrderPages({ pages, hrefOfOrder }: Props): ReactNode {
  const sums = useMemo(() => Map.groupBy(pages.flat(), dayOfOrder), [pages]);
  return pages.map((orders, at) => {
    const before = pages[at - 1]?.at(-1);
    return (
      <Page
        key={orders[0]?.order_id ?? at}
        orders={orders}
        sumsOfDay={sums}
        dayBefore={before && dayOfOrder(before)}
        hrefOfOrder={hrefOfOrder}
        isLast={at === pages.length - 1}
      />
    );
  });
}

/** Three screens above and below: a fast thumb meets no empty page. */
const NEAR_SCREENS = "300%";

function Page(props: OrderDaysProps & { readonly isLast: boolean }): ReactNode {
  const { isLast, ...days } = props;
  const place = useRef<HTMLDivElement>(null);
  const isFar = useIsFar(place) && !isLast;
  return (
    <div ref={place} className="order-page" data-far={isFar || undefined}>
      {!isFar && <OrderDays {...days} />}
    </div>
  );
}

/** Whether an element is far from the view. It then keeps the height it had, so that nothing jumps. */
function useIsFar(place: RefObject<HTMLDivElement | null>): boolean {
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        element.style.height = entry.isIntersecting ? "" : `${entry.boundingClientRect.height}px`;
        setFar(!entry.isIntersecting);
      },
      { rootMargin: `${NEAR_SCREENS} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isFar;
}
