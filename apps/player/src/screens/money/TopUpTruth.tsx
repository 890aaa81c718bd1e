import type { TopUp } from "@club/contract";
import { Button, EmptyState, ErrorState, Notice, Skeleton } from "@club/ui";
import { useEffect, useState, type ReactNode } from "react";
import type { useTopUps } from "../../api/money.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { reportOf } from "../../core/texts.ts";
import { OneTopUp } from "./OneTopUp.tsx";
import { isOpen, truthOf, type Truth } from "./truth.ts";

const TONES: Readonly<Record<Truth, "brass" | "turf" | "loss">> = {
  asking: "brass",
  slow: "brass",
  held: "brass",
  arrived: "turf",
  failed: "loss",
  expired: "loss",
};

/** One payment at a provider, found again after a reload: it waits for the truth, and says it. */
export function TopUpTruth(props: {
  readonly id: string;
  readonly query: ReturnType<typeof useTopUps>;
}): ReactNode {
  const t = useT();
  const { id, query } = props;
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const topUp = query.data?.pages
    .flatMap(({ list }) => list)
    .find(({ topup_id }) => topup_id === id);
  const mustLookOn = topUp === undefined && hasNextPage && !isFetching && !query.isError;
  useEffect(() => {
    if (mustLookOn) void fetchNextPage();
  }, [mustLookOn, fetchNextPage]);
  if (topUp !== undefined) return <Found topUp={topUp} />;
  if (query.isError) {
    return (
      <ErrorState
        title={t("topUp.historyFailed")}
        text={t("state.moneySafe")}
        onRetry={() => void query.refetch()}
        reference={reportOf(t, query.error)}
      />
    );
  }
  if (query.data === undefined || hasNextPage || isFetching) {
    return <Skeleton kind="row" rows={5} />;
  }
  return (
    <EmptyState
      title={t("topUp.truth.unknown")}
      act={{ label: t("topUp.history"), href: hrefOf("topUps") }}
    />
  );
}

const TICK_MS = 5000;

function Found({ topUp }: { readonly topUp: TopUp }): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const truth = useTruth(topUp);
  return (
    <>
      <div className="pad" role="status" data-truth={truth}>
        <Notice tone={TONES[truth]} title={t(`topUp.truth.${truth}`)}>
          {truth !== "arrived" && <p>{t(`topUp.truth.${truth}Text`)}</p>}
        </Notice>
        {!isOnline && <p className="mute">{t("topUp.truth.offline")}</p>}
      </div>
      <OneTopUp topUp={topUp} bank={null} />
      {(truth === "failed" || truth === "expired") && (
        <div className="pad">
          <Button wide href={hrefOf("topUp")}>
            {t("topUp.truth.again")}
          </Button>
        </div>
      )}
    </>
  );
}

/** What is known, looked at anew while it may change with time alone. */
function useTruth(topUp: TopUp): Truth {
  const [nowMs, setNow] = useState(Date.now);
  const truth = truthOf(topUp, nowMs);
  const isWaiting = isOpen(truth);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return truth;
}
