import type { RaceDetail } from "@club/contract";
import { BET_TYPES_BY_POOL } from "@club/domain";
import { BetTypeBar, EmptyState, ErrorState, Notice, PrimaryButton, Skeleton } from "@club/ui";
import { createElement, type ReactNode } from "react";
import { useQueryOfAddress } from "../../core/address.ts";
import { useDayTable, useNextRaces, useRace, useRaceNews } from "../../api/races.ts";
import { changeForm } from "../../slip/race/change-form.ts";
import { hasType, racesOf } from "../../slip/race/form-legs.ts";
import { poolsOfRace } from "../../slip/race/multi-pools.ts";
import { offersType, shownTypes } from "../../slip/race/offered.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { lazyPage } from "../../core/lazy-page.ts";
import { hrefOf } from "../../core/routes.ts";
import { useSession } from "../../core/session.ts";
import { Screen, SignInLink } from "../../shell/Screen.tsx";
import { RaceBoard } from "./RaceBoard.tsx";
import { RaceBoards } from "./RaceBoards.tsx";
import { MapRow, ReplayRow } from "./RaceDrawings.tsx";
import { RaceFacts } from "./RaceFacts.tsx";
import { RaceLive } from "./RaceLive.tsx";
import { RacePools } from "./RacePools.tsx";
import { RaceResult } from "./RaceResult.tsx";
import { RaceTips } from "./RaceTips.tsx";
import { Runners } from "./Runners.tsx";
import { shareRace } from "./share-race.ts";
import "../../shell/pages.css";
import { openSlip, raceRefOf, useBetForm } from "../../slip/race/form-store.ts";
import { TYPE_OF_PRICE } from "../../slip/race/price-types.ts";
import { reportOf } from "../../core/texts.ts";

const loadNext = async () => ({ default: (await import("./NextRaces.tsx")).NextRaces });

/** One race, or all that are to come. Route: /pages/detail/detail?race=|view=next */
export function RaceScreen(): ReactNode {
  const isList = useQueryOfAddress().get("view") === "next";
  return isList ? createElement(lazyPage(loadNext)) : <OneRace />;
}

/** Board, runners with live prices, result when it has run. */
function OneRace(): ReactNode {
  const t = useT();
  const asked = useQueryOfAddress().get("race") ?? undefined;
  const next = useNextRaces();
  const raceId = asked ?? next.list?.[0]?.race_id;
  const { data: race, error, isError, isPaused, refetch, dataUpdatedAt } = useRace(raceId);
  const isSignedIn = useSession() !== null;
  useRaceNews();
  const isNothing = raceId === undefined && next.list !== undefined;
  return (
    <Screen
      id="detail"
      title={race?.meetings}
      showsBalance
      end={!isSignedIn && <SignInLink />}
      actions={race === undefined ? [] : [shareAction(t, race)]}
      onRefresh={() => refetch()}
      updatedAt={dataUpdatedAt}
      foot={race?.status === "open" ? <RaceFoot race={race} /> : undefined}
    >
      {race === undefined ? (
        <NoRace
          isNothing={isNothing}
          error={isError || isPaused ? error : undefined}
          onRetry={refetch}
        />
      ) : (
        <Race race={race} />
      )}
    </Screen>
  );
}

/** Before there is a race: none to show, it failed, or it is on its way. */
function NoRace(props: {
  readonly isNothing: boolean;
  /** Undefined while it loads; null when the phone is offline and has nothing to show. */
  readonly error: unknown;
  readonly onRetry: () => Promise<unknown>;
}): ReactNode {
  const t = useT();
  const { isNothing, error, onRetry } = props;
  if (isNothing) {
    return (
      <EmptyState
        title={t("home.nextNone")}
        act={{ label: t("coming.act"), href: hrefOf("home") }}
      />
    );
  }
  if (error === undefined) return <Skeleton kind="runner" rows={7} />;
  return (
    <ErrorState
      title={t("detail.failed")}
      text={t("state.moneySafe")}
      onRetry={() => void onRetry()}
      {...(error === null ? {} : { reference: reportOf(t, error) })}
    />
  );
}

function Race({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  return (
    <>
      <RaceBoard race={race} />
      <RaceLive race={race} />
      {race.note !== null && race.note !== "" && (
        <div className="pad">
          <Notice tone={race.status === "abandoned" ? "loss" : "brass"} title={t(noteTitle(race))}>
            <p>{race.note}</p>
          </Notice>
        </div>
      )}
      {race.inquiry !== null && race.inquiry !== undefined && (
        <div className="pad">
          <Notice tone="brass" title={t(`detail.${race.inquiry}`)}>
            <p>{t("detail.inquiryText")}</p>
          </Notice>
        </div>
      )}
      {race.result !== null && <RaceResult race={race} />}
      <ReplayRow race={race} />
      <RacePools race={race} />
      <Runners race={race} />
      <RaceTips race={race} />
      <MapRow race={race} />
      <RaceBoards race={race} />
      <RaceFacts race={race} />
    </>
  );
}

/** Why there is a note. */
function noteTitle({ ending, status }: RaceDetail) {
  if (ending === "no_race") return "detail.noRace" as const;
  if (ending === "walk_over" && status !== "abandoned") return "detail.walkOver" as const;
  return status === "abandoned" ? ("detail.abandoned" as const) : ("detail.note" as const);
}

const BAR_TYPES = BET_TYPES_BY_POOL.filter(({ isQuick }) => isQuick).map(({ index }) => index);
const { win: WIN, place: PLACE } = TYPE_OF_PRICE;

/** The bet types; without a connection no bet is taken or queued, and it says so in their place. */
function RaceFoot({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  if (useIsOnline()) return <TypeBar race={race} />;
  return (
    <div className="act-bar">
      <PrimaryButton reasonInside reason={t("offline.locked")}>
        {t("bet.type")}
      </PrimaryButton>
    </div>
  );
}

/** The bet types at the thumb. Win and place are one entry: the prices above tell them apart. */
function TypeBar({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const form = useBetForm();
  const { list } = useDayTable(race.date);
  // The types of its pools, the pools that it is a leg of, and the All Up.
  const count = shownTypes(race).length + poolsOfRace(list, race.race_id).length + 1;
  const isThisRace = racesOf(form).some((leg) => leg?.raceId === race.race_id);
  const chosen = isThisRace && hasType(form) ? form.betType : WIN;
  return (
    <BetTypeBar
      label={t("bet.type")}
      allLabel={t("bet.allTypes", { n: count })}
      onAll={() => {
        changeForm({ do: "choose race", race: raceRefOf(race) });
        openSlip("types");
      }}
      types={BAR_TYPES.filter((type) => offersType(race, type)).map((type) => {
        return { id: String(type), label: t(type === WIN ? "bet.winPlace" : `betType.${type}`) };
      })}
      selectedId={String(chosen === PLACE ? WIN : chosen)}
      onSelect={(id) => {
        const betType = BAR_TYPES.find((type) => String(type) === id) ?? WIN;
        changeForm({ do: "choose race", race: raceRefOf(race) });
        changeForm({ do: "choose type", betType });
        if (betType !== WIN) openSlip();
      }}
    />
  );
}

function shareAction(t: T, race: RaceDetail) {
  return { icon: "share", label: t("act.share"), onPress: () => void shareRace(t, race) } as const;
}
