import { EVENT_TYPES_OF_CLUB, type EventKind } from "../event-kinds.ts";
import { dayAt } from "@club/i18n";
import { clubNow, EmptyState, ErrorState, FloatingButton, Segmented, Skeleton } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useDayTable, useNextRaces, useRaceNews } from "../api/races.ts";
import { raceRefOf } from "../bet-form/pick.ts";
import { changeForm, currentForm, openSlip } from "../bet-form/form-store.ts";
import { useT } from "../lang.ts";
import { useSession } from "../session.ts";
import { deviceZone } from "../shell/zone.ts";
import { Screen } from "../shell/Screen.tsx";
import { HomeDays } from "./home/HomeDays.tsx";
import { HomeInstall } from "./home/HomeInstall.tsx";
import { HomeMeetings } from "./home/HomeMeetings.tsx";
import { HomeNext } from "./home/HomeNext.tsx";
import { SignInLink } from "../shell/SignInLink.tsx";

/** Next to jump, then the meetings of a day. Route: / */
export function HomeScreen(): ReactNode {
  const t = useT();
  const isSignedIn = useSession() !== null;
  const [today] = useState(() => dayAt(clubNow(), deviceZone()));
  const [day, setDay] = useState(today);
  const [kind, setKind] = useState<EventKind>("Races");
  useRaceNews();
  const next = useNextRaces();
  const tables = {
    Races: useDayTable(day, "Races"),
    Harness: useDayTable(day, "Harness"),
    Greyhounds: useDayTable(day, "Greyhounds"),
  };
  const table = tables[kind];
  const refresh = () => Promise.all([next.refresh(), table.refresh()]);
  return (
    <Screen
      id="home"
      brand
      showsBalance
      onRefresh={refresh}
      updatedAt={table.updatedAt}
      end={!isSignedIn && <SignInLink />}
      floating={
        <FloatingButton icon="bets" onPress={() => openForm(next.list?.[0])}>
          {t("home.bet")}
        </FloatingButton>
      }
    >
      <HomeNext next={next} />
      <HomeInstall />
      <HomeDays day={day} today={today} onChoose={setDay} />
      <div className="home-kinds">
        <Segmented
          label={t("home.kinds")}
          value={kind}
          onChange={setKind}
          options={EVENT_TYPES_OF_CLUB.map((id) => {
            return { id, label: t(`event.${id}`), count: tables[id].list?.length };
          })}
        />
      </div>
      {table.list === undefined && !table.isFailed && <Skeleton kind="meeting" rows={3} />}
      {table.isFailed && (
        <ErrorState
          title={t("home.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void refresh()}
        />
      )}
      {table.list?.length === 0 && (
        <EmptyState title={t("home.empty")} text={t("home.emptyText")} />
      )}
      <HomeMeetings meetings={table.list ?? []} />
    </Screen>
  );
}

/** The bet form from home: for the race in hand, else for the next one. */
function openForm(next: Parameters<typeof raceRefOf>[0] | undefined): void {
  if (currentForm().race === null && next !== undefined) {
    changeForm({ do: "choose race", race: raceRefOf(next) });
  }
  openSlip();
}
