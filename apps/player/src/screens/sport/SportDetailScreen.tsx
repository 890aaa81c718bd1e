import { eventName } from "@club/i18n";
import type { SportEvent } from "@club/contract";
import { EmptyState, ErrorState, Skeleton, TabSwitch, type IconButtonProps } from "@club/ui";
import { useEffect, useState, type ReactNode } from "react";
import { go, usePath, useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { findRoute, hrefOf, pathOf } from "../../core/routes.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { SlipBar } from "../../slip/sport/SlipBar.tsx";
import { CheckEvent } from "../../proofs/CheckEvent.tsx";
import { MatchForm } from "./MatchForm.tsx";
import { MatchHead } from "./MatchHead.tsx";
import { MatchMarkets } from "./MatchMarkets.tsx";
import { toggleSportFavourite, useSportEvent, useSportFavourites, useSportForm } from "../../api/sport.ts";
import "../../shell/pages.css";

/** One match: who and when, all of its markets with live prices. Route: /pages/sport/detail?event= */
export function SportDetailScreen(): ReactNode {
  const t = useT();
  const eventId = useQueryOfAddress().get("event") ?? undefined;
  const isAlone = findRoute(usePath())?.id === "sportDetail";
  const isNothing = isAlone && eventId === undefined;
  useEffect(() => {
    if (isNothing) go(pathOf("sports"), { replace: true });
  }, [isNothing]);
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
      <Parts key={eventId} event={query.data} />
      <CheckEvent event={query.data} />
    </>
  );
}

type Part = "markets" | "form";

/** The markets, and beside them the form of both sides where any is known. */
function Parts({ event }: { readonly event: SportEvent }): ReactNode {
  const t = useT();
  const [part, setPart] = useState<Part>("markets");
  const { data: form } = useSportForm(event.event_id);
  const hasForm = form !== undefined && form.home.length + form.away.length > 0;
  const tab = (id: Part, count?: number) => ({
    id,
    count,
    label: t(`sport.part.${id}`),
    onPress: () => setPart(id),
  });
  return (
    <>
      {hasForm && (
        <TabSwitch
          label={t("sport.parts")}
          currentId={part}
          items={[tab("markets", event.markets.length), tab("form")]}
        />
      )}
      {hasForm && part === "form" ? (
        <MatchForm event={event} form={form} />
      ) : (
        <MatchMarkets event={event} />
      )}
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
