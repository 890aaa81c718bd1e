import type { ReactNode } from "react";
import {
  AppShell,
  EmptyState,
  ErrorState,
  InstallCard,
  LoadMore,
  Notice,
  OfflineBar,
  PrimaryButton,
  Skeleton,
  TopBar,
  UpdateBar,
} from "../src/index.ts";
import { inMs, nothing } from "./data.ts";

export function StatesPage(): ReactNode {
  return (
    <AppShell
      header={<TopBar kind="green" brand title="Horse Club" balance="$1,264.50" stale />}
      banner={
        <>
          <OfflineBar asOf="14:32" />
          <UpdateBar onUpdate={nothing} onLater={nothing} />
        </>
      }
      act={
        <PrimaryButton icon="lock" reason="Betting needs a connection" reasonInside>
          Place bet
        </PrimaryButton>
      }
    >
      <InstallCard
        text="Opens at once, also without a connection."
        onInstall={nothing}
        onDismiss={nothing}
      />
      <Skeleton kind="board" />
      <Skeleton kind="runner" rows={2} />
      <Skeleton kind="meeting" />
      <Skeleton kind="row" rows={2} />
      <div style={{ height: "1rem" }} />
      <Skeleton kind="order" />
      <EmptyState
        title="No open bets"
        text="Next race: Wattle Ridge R5, jumps in"
        startsAt={inMs(3, 12)}
        act={{ label: "See the runners", onPress: nothing }}
      />
      <ErrorState
        title="The statement did not load."
        text="The server took too long. Your money is not affected."
        onRetry={nothing}
        helpHref="#"
        reference="Request 7f3a-19c2 · 14:33:05"
      />
      <div className="stack pad gap-3">
        <Notice tone="brass" title="Mads Orr entered first">
          He cannot settle this race.
        </Notice>
        <Notice tone="firm">Refund on the way</Notice>
        <Notice tone="turf">Saved</Notice>
      </div>
      <LoadMore hasMore loading={false} onReach={nothing} />
      <Skeleton kind="next" />
    </AppShell>
  );
}
