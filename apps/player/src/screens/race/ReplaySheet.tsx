import type { RaceDetail } from "@club/contract";
import { Cloth, Icon, ScrollFrame, Sheet } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { lengthsText, timeText } from "./run-text.ts";
import { placesAt, replayOf, type Replay, type ReplayRunner } from "./race-replay.ts";
import { SvgCloth } from "./SvgCloth.tsx";
import { usePlaying } from "./use-playing.ts";
import "./runner-sheet.css";
import "./race-draw.css";

interface Props {
  readonly race: RaceDetail;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** How the race was run: drawn from the places at its calls, and the same as a table. */
export function ReplaySheet({ race, open, onClose }: Props): ReactNode {
  const t = useT();
  const replay = replayOf(race);
  return (
    <Sheet open={open} onClose={onClose} title={t("replay.title")} full>
      {replay !== null && (
        <div className="race-draw">
          {open && replay.calls > 0 && <Playing replay={replay} />}
          <Table replay={replay} />
        </div>
      )}
    </Sheet>
  );
}

function momentText(t: T, moment: number, calls: number): string {
  const call = Math.floor(moment);
  if (call === 0) return t("replay.start");
  return call >= calls ? t("replay.finish") : t("replay.call", { n: call, of: calls });
}

function Playing({ replay }: { readonly replay: Replay }): ReactNode {
  const t = useT();
  const { calls } = replay;
  const { moment, isPlaying, toggle, show } = usePlaying(calls);
  const said = momentText(t, moment, calls);
  return (
    <section aria-label={t("replay.title")}>
      <Drawing replay={replay} moment={moment} />
      <div className="replay-acts">
        <button
          type="button"
          className="replay-play"
          aria-label={t(isPlaying ? "replay.pause" : "replay.play")}
          onClick={toggle}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </button>
        <input
          type="range"
          min="0"
          max={calls}
          step="1"
          value={Math.floor(moment)}
          aria-label={t("replay.moment")}
          aria-valuetext={said}
          onChange={(event) => show(Number(event.target.value))}
        />
        <span className="fig">{said}</span>
      </div>
    </section>
  );
}

const WIDTH = 343;
const EDGE = 16;
const LANE = 22;

/** A lane for each runner in order of numbers, the front at the right. */
function Drawing({ replay, moment }: { readonly replay: Replay; readonly moment: number }) {
  const t = useT();
  const lanes = replay.runners.toSorted((a, b) => a.number - b.number);
  const places = placesAt(replay, moment);
  const steps = Math.max(1, lanes.length - 1);
  const xOf = (place: number) => WIDTH - EDGE - ((place - 1) / steps) * (WIDTH - 2 * EDGE);
  const order = lanes
    .toSorted((a, b) => (places.get(a.number) ?? 0) - (places.get(b.number) ?? 0))
    .map(({ number }) => number);
  const label = t("replay.plot", {
    moment: momentText(t, moment, replay.calls),
    runners: order.join(", "),
  });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${lanes.length * LANE + 4}`} role="img" aria-label={label}>
      {lanes.map(({ number }, lane) => (
        <g key={number}>
          <path className="draw-lane" d={`M4 ${lane * LANE + LANE / 2 + 2}H${WIDTH - 4}`} />
          <SvgCloth
            number={number}
            x={xOf(places.get(number) ?? lanes.length)}
            y={lane * LANE + LANE / 2 + 2}
          />
        </g>
      ))}
    </svg>
  );
}

function Table({ replay }: { readonly replay: Replay }): ReactNode {
  const t = useT();
  return (
    <ScrollFrame className="past-runs" label={t("replay.title")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("runner.place")}</th>
            <th scope="col">{t("replay.runner")}</th>
            {replay.calls > 0 && <th scope="col">{t("replay.calls")}</th>}
            <th scope="col">{t("runner.margin")}</th>
            <th scope="col">{t("replay.time")}</th>
          </tr>
        </thead>
        <tbody>
          {replay.runners.map((runner) => (
            <Line key={runner.number} runner={runner} hasCalls={replay.calls > 0} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function Line(props: { readonly runner: ReplayRunner; readonly hasCalls: boolean }): ReactNode {
  const t = useT();
  const { place, number, name, positions, margin, timeMs } = props.runner;
  return (
    <tr>
      <td className="fig" data-placed={(place ?? 9) <= 3 || undefined}>
        {place ?? "–"}
      </td>
      <td>
        <Cloth number={number} size="small" /> {name}
      </td>
      {props.hasCalls && (
        <td className="fig">{positions.map((each) => each ?? "–").join(" ")}</td>
      )}
      <td className="fig">{lengthsText(t, margin)}</td>
      <td className="fig">{timeMs === null ? "–" : timeText(timeMs)}</td>
    </tr>
  );
}
