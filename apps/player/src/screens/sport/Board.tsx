import type { SportEventRow } from "@club/contract";
import { MatchGroup } from "@club/ui";
import { startTransition, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { BoardRow } from "./BoardRow.tsx";
import { columnOf, competitionsOf, firstOf } from "./board.ts";
import { toggleFold, useFoldedCompetitions } from "./competition-choice.ts";
import { useSportFavourites } from "../../api/sport.ts";

interface Props {
  readonly events: readonly SportEventRow[];
  readonly withDay: boolean;
}

/** About a screen of rows; as many more are added each time the end comes near. */
const STEP = 8;
const AHEAD = "900px";

/**
 * The matches by competition. Rows are made as the end of the page comes near, and rows out of
 * sight are not laid out, so a long day opens as fast as a short one.
 */
export function Board({ events, withDay }: Props): ReactNode {
  const t = useT();
  const favourites = useSportFavourites();
  const [most, setMost] = useState(STEP);
  const folded = useFoldedCompetitions();
  const competitions = useMemo(() => competitionsOf(events, favourites), [events, favourites]);
  const drawn = firstOf(competitions, most, folded);
  const isWhole =
    drawn.length === competitions.length &&
    drawn.every((each) => each.isFolded || each.events.length === each.count);
  return (
    <>
      {drawn.map((competition) => (
        <MatchGroup
          key={competition.name}
          title={competition.name}
          fold={{
            isOpen: !competition.isFolded,
            count: competition.count,
            countLabel: t("sport.matches", { n: competition.count }),
            onToggle: () => toggleFold(competition.name),
          }}
          columns={competition.columns.map((key) => ({
            text: columnOf(key),
            label: t.find(`sport.column.${key}`) ?? key,
          }))}
        >
          {competition.events.map((event) => (
            <BoardRow
              key={event.event_id}
              event={event}
              isFavourite={favourites.includes(event.event_id)}
              withDay={withDay}
            />
          ))}
        </MatchGroup>
      ))}
      {!isWhole && <End key={most} onReach={() => startTransition(() => setMost(most + STEP))} />}
    </>
  );
}

/** The end of the drawn rows; it asks for more before it is seen. */
function End({ onReach }: { readonly onReach: () => void }): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    const element = end.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && reach.current(),
      { rootMargin: `0px 0px ${AHEAD}` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} className="match-end" />;
}
