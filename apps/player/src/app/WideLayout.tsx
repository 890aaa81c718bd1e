import { PageBoundary, ShellContext, SkipLink } from "@club/ui";
import { createElement, useEffect, useRef, type ReactNode } from "react";
import { SCREENS } from "./screens.ts";
import { useQueryOfAddress } from "../core/address.ts";
import { currentT, useT } from "../core/lang.ts";
import { lazyPage } from "../core/lazy-page.ts";
import type { KnownRoute, RouteId } from "../core/routes.ts";
import { useLayout } from "../device/layout.ts";
import { HomeScreen } from "../screens/home/HomeScreen.tsx";
import { MainTabs } from "../shell/MainTabs.tsx";
import { slipPlace } from "./slip-place.ts";
import { FindInRail } from "./FindInRail.tsx";
import { SlipColumn } from "./SlipColumn.tsx";
import { useMatchKeys } from "./match-keys.ts";
import { useRaceKeys } from "./race-keys.ts";
import "./wide.css";

/** The list that stands beside a screen, by the tab of both. */
const PAIRS: Partial<Record<RouteId, "races" | "sports">> = {
  home: "races",
  detail: "races",
  sports: "sports",
  sportDetail: "sports",
};

/**
 * A tablet or a desk: the four places at the left, the list beside what was chosen from it, the
 * slip at its foot or in a column of its own. Other screens are one column for reading.
 */
export function WideLayout(props: {
  readonly route: KnownRoute | undefined;
  readonly screen: ReactNode;
}): ReactNode {
  const { route, screen } = props;
  const pair = route === undefined ? undefined : PAIRS[route.id];
  const isDesk = useLayout() === "desk";
  return (
    <div className="wide" data-pair={pair}>
      <SkipLink />
      <div className="wide-rail">
        <MainTabs current={route?.tab ?? pair ?? null} />
        <FindInRail />
      </div>
      {pair === undefined ? (
        <ShellContext value="main">
          <div className="wide-page">{screen}</div>
        </ShellContext>
      ) : (
        <Pair key={pair} pair={pair} isDesk={isDesk} />
      )}
    </div>
  );
}

const LISTS = { races: "home", sports: "sports" } as const;
const CHOSEN = { races: "detail", sports: "sportDetail" } as const;

function Pair(props: { readonly pair: "races" | "sports"; readonly isDesk: boolean }): ReactNode {
  const { pair, isDesk } = props;
  const t = useT();
  return (
    <>
      <ShellContext value="beside">
        <section className="wide-list" aria-label={t(`nav.${pair}`)}>
          <Part id={LISTS[pair]} />
        </section>
      </ShellContext>
      <div className="wide-chosen">
        <ShellContext value="main">
          <Chosen id={CHOSEN[pair]} isRace={pair === "races"} />
        </ShellContext>
        {!isDesk && <SlipFootPlace />}
      </div>
      {isDesk && <SlipColumn kind={pair} />}
    </>
  );
}

/** What was chosen from the list: it starts at its top when another is chosen. */
function Chosen({ id, isRace }: { readonly id: RouteId; readonly isRace: boolean }): ReactNode {
  const pane = useRef<HTMLDivElement>(null);
  const query = useQueryOfAddress();
  const chosen = query.get("race") ?? query.get("event");
  useEffect(() => pane.current?.scrollTo(0, 0), [chosen]);
  useRaceKeys(isRace);
  useMatchKeys(!isRace && chosen !== null);
  return (
    <div ref={pane} className="wide-scroll">
      <Part id={id} />
    </div>
  );
}

/** A screen in its place; one that does not load leaves the other alive. */
function Part({ id }: { readonly id: RouteId }): ReactNode {
  return (
    <PageBoundary resetKey={id} failedText={() => currentT()("state.timeout")}>
      {id === "home" ? <HomeScreen /> : createElement(lazyPage(SCREENS[id]))}
    </PageBoundary>
  );
}

function SlipFootPlace(): ReactNode {
  return <div className="wide-slip" ref={(element) => slipPlace.set(element)} />;
}
