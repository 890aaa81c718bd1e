import { eventName } from "@club/i18n";
import type { SportEvent } from "@club/contract";
import { EmptyState, ErrorState, Skeleton, type IconButtonProps } from "@club/ui";
import type { ReactNode } from "react";
import { useQueryOfAddress } from "../address.ts";
import { useT } from "../lang.ts";
import { hrefOf } from "../routes.ts";
import { reportOf } from "../shell/report.ts";
import { Screen } from "../shell/Screen.tsx";
import { SlipBar } from "../sport-slip/SlipBar.tsx";
import { MatchHead } from "./sport/MatchHead.tsx";
import { MatchMarkets } from "./sport/MatchMarkets.tsx";
import { useSportEvent } from "./sport/sport-api.ts";
import { toggleSportFavourite, useSportFavourites } from "./sport/sport-favourites.ts";
import "../pages.css";

/** One match: who and when, all of its markets with live prices. Route: /pages/sport/detail?event= */
export function SportDetailScreen(): ReactNode {
  const t = useT();
  const eventId = useQueryOfAddress().get("event") ?? undefined;
  const query = useSportEvent(eventId);
  const star = useStar(query.data);
  return (
    <Screen
      id="sportDetail"
      title={query.data?.competition}
      showsBalance
      actions={star}
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
      foot={<SlipBar />}
    >
      <Match eventId={eventId} query={query} title={t("sport.detailFailed")} />
    </Screen>
  );
}

function Match(props: {
  readonly eventId: string | undefined;
  readonly query: ReturnType<typeof useSportEvent>;
  readonly title: string;
}): ReactNode {
  const t = useT();
  const { eventId, query, title } = props;
  if (eventId === undefined) {
    const act = { label: t("sport.toBoard"), href: hrefOf("sports") };
    return <EmptyState title={t("sport.none")} act={act} />;
  }
  if (query.data === undefined) {
    if (!query.isError && !query.isPaused) return <Skeleton kind="row" rows={7} />;
    return (
      <ErrorState
        title={title}
        text={t("state.moneySafe")}
        onRetry={() => void query.refetch()}
        reference={reportOf(t, query.error)}
      />
    );
  }
  return (
    <>
      <MatchHead event={query.data} />
      <MatchMarkets event={query.data} />
    </>
  );
}

function useStar(event: SportEvent | undefined): readonly IconButtonProps[] {
  const t = useT();
  const favourites = useSportFavourites();
  if (event === undefined) return [];
  return [
    {
      icon: "star",
      label: t("sport.favourite", { name: eventName(t, event) }),
      pressed: favourites.includes(event.event_id),
      onPress: () => toggleSportFavourite(event.event_id),
    },
  ];
}
