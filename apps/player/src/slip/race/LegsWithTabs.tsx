import { LegTabs } from "@club/ui";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useT } from "../../core/lang.ts";
import type { Picks, RaceRef } from "./bet-form.state.ts";

/** The legs of a bet one below the other, and tabs that lead to each. */
export function LegsWithTabs(props: {
  readonly races: readonly RaceRef[];
  readonly picks: Picks;
  /** Between the tabs and the legs. */
  readonly acts?: ReactNode;
  /** A leg for each race. */
  readonly children: ReactNode;
}): ReactNode {
  const t = useT();
  const legs = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useLegInView(legs);
  return (
    <>
      <LegTabs
        label={t("slip.poolLegs")}
        current={current}
        legs={props.races.map(({ raceNo, raceId }, at) => {
          const count = props.picks[at]?.length ?? 0;
          const text = t("race.short", { n: raceNo });
          return {
            id: raceId,
            text,
            count,
            label: t("slip.legTab", { leg: at + 1, race: raceNo, n: count }),
          };
        })}
        onPress={(at) => {
          setCurrent(at);
          goToLeg(legs.current, at);
        }}
      />
      {props.acts}
      <div ref={legs}>{props.children}</div>
    </>
  );
}

/** To the leg of a tab; the focus goes with it, so that the next key is in its runners. */
function goToLeg(legs: HTMLElement | null, at: number): void {
  const leg = legs?.children[at];
  if (!(leg instanceof HTMLElement)) return;
  leg.scrollIntoView({ block: "start" });
  leg.focus({ preventScroll: true });
}

/** The leg that is read: the one at the top of the scrolled part. */
function useLegInView(legs: RefObject<HTMLDivElement | null>) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const list = legs.current;
    const frame = list?.closest<HTMLElement>(".sheet-body");
    if (list === null || frame === null || frame === undefined) return;
    const look = (): void => {
      const line = frame.getBoundingClientRect().top + frame.clientHeight / 3;
      const at = [...list.children].findLastIndex((leg) => leg.getBoundingClientRect().top < line);
      const isAtEnd =
        frame.scrollTop > 0 && frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 1;
      setCurrent(isAtEnd ? list.children.length - 1 : Math.max(0, at));
    };
    look();
    frame.addEventListener("scroll", look, { passive: true });
    return () => frame.removeEventListener("scroll", look);
  }, [legs]);
  return [current, setCurrent] as const;
}
