import { sportName } from "@club/i18n";
import type { SportEventRow } from "@club/contract";
import { EmptyState, ErrorState, SportChips, Skeleton } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { useSession } from "../../core/session.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen, SignInLink } from "../../shell/Screen.tsx";
import { SlipBar } from "../../slip/sport/SlipBar.tsx";
import { useSportSlip } from "../../slip/sport/slip-store.ts";
import { Board } from "./Board.tsx";
import { chosenOf, countsOf, sportsOf } from "./board.ts";
import { BoardViews } from "./BoardViews.tsx";
import { showAllOf, useChosenCompetitions } from "./competition-choice.ts";
import { CompetitionBar } from "./CompetitionBar.tsx";
import { SearchField } from "./SearchField.tsx";
import { SportSettings } from "./SportSettings.tsx";
import { useBoard, type BoardState } from "./use-board.ts";
import "../../shell/pages.css";

/** Matches by sport, day and competition, with their prices. Route: /pages/sport/sport?sport=&view= */
export function SportScreen(): ReactNode {
  const t = useT();
  const isSignedIn = useSession() !== null;
  const board = useBoard();
  const hasLegs = useSportSlip().legs.length > 0;
  const [isSetting, setIsSetting] = useState(false);
  return (
    <Screen
      id="sports"
      showsBalance
      end={!isSignedIn && <SignInLink />}
      onRefresh={() => board.query.refetch()}
      updatedAt={board.query.dataUpdatedAt}
      actions={[
        {
          icon: "search",
          label: t("act.search"),
          pressed: board.isSearching,
          onPress: () => board.search(board.isSearching ? null : ""),
        },
        { icon: "gear", label: t("sport.oddsFormat"), onPress: () => setIsSetting(true) },
      ]}
      act={hasLegs ? <SlipBar /> : undefined}
    >
      {board.isSearching ? (
        <SearchField value={board.typed} onChange={board.search} />
      ) : (
        <>
          <Sports board={board} />
          <BoardViews board={board} />
        </>
      )}
      <Events board={board} />
      <SportSettings open={isSetting} onClose={() => setIsSetting(false)} />
    </Screen>
  );
}

function Sports({ board }: { readonly board: BoardState }): ReactNode {
  const t = useT();
  const { data } = board.query;
  const known = data?.data.sports.map(({ sport }) => sport) ?? [];
  const sports = sportsOf(data?.list ?? [], known);
  if (sports.length === 0) return null;
  return (
    <SportChips
      label={t("sport.sports")}
      chips={[
        { id: "", label: t("sport.all"), count: data?.list.length ?? 0 },
        ...sports.map(({ sport, count }) => ({ id: sport, label: sportName(t, sport), count })),
      ]}
      selectedId={board.sport}
      onSelect={board.choose}
    />
  );
}

function Events({ board }: { readonly board: BoardState }): ReactNode {
  const t = useT();
  const { query } = board;
  if (board.isSearching && !board.isAsking) {
    return <EmptyState title={t("sport.searchTitle")} text={t("sport.searchText")} />;
  }
  if (board.isNoFavourites) {
    return <EmptyState title={t("sport.noFavourites")} text={t("sport.noFavouritesText")} />;
  }
  if (query.isError && query.data === undefined) {
    return (
      <ErrorState
        title={t("sport.failed")}
        text={t("state.moneySafe")}
        onRetry={() => void query.refetch()}
        reference={reportOf(t, query.error)}
      />
    );
  }
  if (query.data === undefined) return <Skeleton kind="row" rows={7} />;
  return <List board={board} list={query.data.list} />;
}

/** The matches of the sport and the competitions that were chosen. */
function List(props: {
  readonly board: BoardState;
  readonly list: readonly SportEventRow[];
}): ReactNode {
  const t = useT();
  const { board } = props;
  const chosen = useChosenCompetitions();
  const events = shownOf(props.list, board.sport);
  if (events.length === 0) return <NoEvents board={board} />;
  // Searched or starred matches are shown whatever else was chosen.
  const isOwn = board.isSearching || board.view === "favourites";
  const shown = isOwn ? events : chosenOf(events, chosen);
  const sports = [...new Set(events.map(({ sport }) => sport))];
  return (
    <>
      {!isOwn && (
        <CompetitionBar
          competitions={countsOf(events)}
          shown={countsOf(shown).map(({ name }) => name)}
          sports={sports}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState
          title={t("sport.noneChosen")}
          act={{ label: t("sport.competitions.showAll"), onPress: () => showAllOf(sports) }}
        />
      ) : (
        // A new key: another list starts at its top, with its first matches.
        <Board
          key={`${board.view} ${board.sport} ${isOwn ? "" : chosen.join()}`}
          events={shown}
          withDay={!board.isDay}
        />
      )}
    </>
  );
}

function shownOf(events: readonly SportEventRow[], sport: string): readonly SportEventRow[] {
  return sport === "" ? events : events.filter((event) => event.sport === sport);
}

/** Nothing here: the next day that has matches is the next act. */
function NoEvents({ board }: { readonly board: BoardState }): ReactNode {
  const t = useT();
  const next = board.days.find((day) => day !== board.view);
  if (board.isSearching) {
    return <EmptyState title={t("sport.notFound")} text={t("sport.notFoundText")} />;
  }
  if (next === undefined) {
    return (
      <EmptyState title={t("sport.none")} act={{ label: t("coming.act"), href: hrefOf("home") }} />
    );
  }
  return (
    <EmptyState
      title={t(board.view === "live" ? "sport.noneLive" : "sport.noneDay")}
      act={{ label: t("sport.nextDay"), onPress: () => board.show(next) }}
    />
  );
}
