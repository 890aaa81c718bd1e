import type { RaceDetail } from "@club/contract";
import { Cloth, Sheet } from "@club/ui";
import type { ReactNode } from "react";
import { useRaceForm } from "../../api/race-form.ts";
import { useT } from "../../core/lang.ts";
import { groupOf, GROUPS, speedMap, type SpeedMap } from "./speed-map.ts";
import { SvgCloth } from "./SvgCloth.tsx";
import "./race-draw.css";

interface Props {
  readonly race: RaceDetail;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Where each runner is expected to run: a drawing, and the same in words. */
export function SpeedMapSheet({ race, open, onClose }: Props): ReactNode {
  const t = useT();
  const map = speedMap(race.runners, useRaceForm(race.race_id));
  return (
    <Sheet open={open} onClose={onClose} title={t("map.title")} full>
      <div className="race-draw">
        <MapDrawing map={map} />
        <Groups race={race} map={map} />
        <p className="mute">{t("map.note")}</p>
      </div>
    </Sheet>
  );
}

const WIDTH = 343;
const LEFT = 30;
const RIGHT = 16;
const TOP = 26;
const LANE = 24;

/** A lane for each barrier, the front at the right; a line leads from the early place to the settled one. */
function MapDrawing({ map }: { readonly map: SpeedMap }): ReactNode {
  const t = useT();
  const lanes = map.places.toSorted(
    (a, b) => (a.barrier ?? Infinity) - (b.barrier ?? Infinity) || a.number - b.number,
  );
  const steps = Math.max(1, lanes.length - 1);
  const xOf = (place: number) =>
    WIDTH - RIGHT - ((place - 1) / steps) * (WIDTH - LEFT - RIGHT - LANE / 2);
  const yOf = (lane: number) => TOP + lane * LANE + LANE / 2;
  const label = map.places.map(({ number }) => number).join(", ");
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${TOP + lanes.length * LANE + 4}`}
      role="img"
      aria-label={t("map.plot", { runners: label })}
    >
      <text x={LEFT} y="12">
        {t("map.rear")}
      </text>
      <text x={WIDTH - 4} y="12" textAnchor="end">
        {t("map.lead")}
      </text>
      {lanes.map(({ number, barrier, early, settled }, lane) => (
        <g key={number}>
          <path className="draw-lane" d={`M${LEFT} ${yOf(lane)}H${WIDTH - 4}`} />
          <text x="4" y={yOf(lane) + 4}>
            {barrier ?? "–"}
          </text>
          <path className="draw-way" d={`M${xOf(early)} ${yOf(lane)}H${xOf(settled)}`} />
          <circle className="draw-end" cx={xOf(settled)} cy={yOf(lane)} r="4" />
          <SvgCloth number={number} x={xOf(early)} y={yOf(lane)} />
        </g>
      ))}
    </svg>
  );
}

function Groups({ race, map }: { readonly race: RaceDetail; readonly map: SpeedMap }): ReactNode {
  const t = useT();
  const nameOf = (number: number) =>
    race.runners.find(({ horse_id }) => horse_id === number)?.name ?? "";
  const field = map.places.length;
  const of = GROUPS.map((group) => ({
    group: t(`map.${group}`),
    numbers: map.places
      .filter(({ early }) => groupOf(early, field) === group)
      .map(({ number }) => number),
  }));
  const rows = [...of, { group: t("map.unknown"), numbers: map.unknown }];
  return (
    <dl className="draw-groups">
      {rows
        .filter(({ numbers }) => numbers.length > 0)
        .map(({ group, numbers }) => (
          <div key={group}>
            <dt>{group}</dt>
            {numbers.map((number) => (
              <dd key={number}>
                <Cloth number={number} size="small" /> {nameOf(number)}
              </dd>
            ))}
          </div>
        ))}
    </dl>
  );
}
