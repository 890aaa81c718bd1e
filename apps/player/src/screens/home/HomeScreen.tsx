import type { DayMeeting, NextRace } from "@club/contract";
import { EVENT_TYPES_OF_CLUB, useDayTable, useNextRaces, useRaceNews, type EventKind, type Listed } from "../../api/races.ts";
import { dayAt } from "@club/i18n";
import {
  EmptyState,
  ErrorState,
  FloatingButton,
  PrimaryButton,
  Segmented,
  Skeleton,
  useClock,
} from "@club/ui";
import { createElement, useDeferredValue, useEffect, useState, type ReactNode } from "react";
import { raceRefOf } from "../../slip/race/form-store.ts";
import { fetchFormSoon, withForm } from "../../slip/race/with-form.ts";
import { useIsClubSilent, useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { lazyPart } from "../../core/lazy-page.ts";
import { useSession } from "../../core/session.ts";
import { useLayout } from "../../device/layout.ts";
import { deviceZone } from "../../device/zone.ts";
import { Screen, SignInLink } from "../../shell/Screen.tsx";
import { HomeDays } from "./HomeDays.tsx";
import { HomeMeetings } from "./HomeMeetings.tsx";
import { HomeNext } from "./HomeNext.tsx";

/** The races' day, wherever the player is. */
function useToday(zone: string | undefined): string {
  return useClock((nowMs) => dayAt(nowMs, zone ?? deviceZone()));
}

/** Next to jump, then the meetings of a day. Route: / */
export function HomeScreen(): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const isOld = useIsClubSilent() || !isOnline;
  useRaceNews();
  useEffect(fetchFormSoon, []);
  const next = useNextRaces();
  const today = useToday(next.list?.[0]?.timezone);
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? today;
  const [kind, setKind] = useState<EventKind>("Races");
  const table = useDayTable(day);
  const refresh = () => Promise.all([next.refresh(), table.refresh()]);
  return (
    <Screen
      id="home"
      brand
      showsBalance
      onRefresh={refresh}
      updatedAt={table.updatedAt}
      end={<HeadEnd />}
      act={isOnline ? undefined : <LockedAct />}
      floating={
        isOnline && (
          <FloatingButton icon="bets" onPress={() => openForm(next.list?.[0])}>
            {t("home.bet")}
          </FloatingButton>
        )
      }
    >
      <HomeNext next={next} />
      <Offers />
      <HomeDays day={day} today={today} onChoose={(id) => setChosen(id === today ? null : id)} />
      <div className="home-kinds">
        <Segmented
          label={t("home.kinds")}
          value={kind}
          onChange={setKind}
          options={EVENT_TYPES_OF_CLUB.map((id) => {
            return { id, label: t(`event.${id}`), count: ofKind(table.list, id)?.length };
          })}
        />
      </div>
      <HomeDay table={table} kind={kind} isOld={isOld} onRefresh={refresh} />
    </Screen>
  );
}

const ofKind = (meetings: readonly DayMeeting[] | undefined, kind: EventKind) =>
  meetings?.filter(({ event_type }) => event_type === kind);

function HomeDay(props: {
  readonly table: Listed<DayMeeting>;
  readonly kind: EventKind;
  readonly isOld: boolean;
  readonly onRefresh: () => Promise<unknown>;
}): ReactNode {
  const t = useT();
  const { isFailed, updatedAt } = props.table;
  // The board comes first: the meetings are drawn in short tasks after it.
  const list = ofKind(useDeferredValue(props.table.list, undefined), props.kind);
  if (isFailed) {
    return (
      <ErrorState
        title={t("home.failed")}
        text={t("state.moneySafe")}
        onRetry={() => void props.onRefresh()}
      />
    );
  }
  if (list === undefined) return <Skeleton kind="meeting" rows={3} />;
  if (list.length === 0) return <EmptyState title={t("home.empty")} text={t("home.emptyText")} />;
  return <HomeMeetings meetings={list} asOf={props.isOld ? updatedAt : undefined} />;
}

const loadOffers = async () => ({ default: (await import("./HomeOffers.tsx")).HomeOffers });

/** Notices and offers, whose code loads after the races: home is complete without it. */
function Offers(): ReactNode {
  return createElement(lazyPart(loadOffers));
}

const loadEnd = async () => ({ default: (await import("./HomeEnd.tsx")).HomeEnd });

/** The search and the bell: their code also loads after the races, their places are there from the start. */
function HeadEnd(): ReactNode {
  const place = <span className="icon-button" />;
  const isPhone = useLayout() === "phone";
  const isSignedIn = useSession() !== null;
  return (
    <>
      {!isSignedIn && <SignInLink />}
      {createElement(lazyPart(loadEnd), {
        waiting: (
          <>
            {isPhone && place}
            {isSignedIn && place}
          </>
        ),
      })}
    </>
  );
}

/** Without a connection no bet is taken or queued: the button says so in its place. */
function LockedAct(): ReactNode {
  const t = useT();
  return (
    <PrimaryButton reasonInside reason={t("offline.locked")}>
      {t("home.bet")}
    </PrimaryButton>
  );
}

/** The bet form from home: for the race in hand, else for the next one. */
function openForm(next: NextRace | undefined): void {
  const race = next === undefined ? undefined : raceRefOf(next);
  void withForm(({ startForm }) => startForm(race));
}
