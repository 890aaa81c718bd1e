import type { RaceDetail } from "@club/contract";
import { ListRow } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { useRaceForm } from "../../api/race-form.ts";
import { useT } from "../../core/lang.ts";
import { lazyPage } from "../../core/lazy-page.ts";

const loadMap = async () => ({ default: (await import("./SpeedMapSheet.tsx")).SpeedMapSheet });
const loadReplay = async () => ({ default: (await import("./ReplaySheet.tsx")).ReplaySheet });

interface SheetProps {
  readonly race: RaceDetail;
  readonly open: boolean;
  readonly onClose: () => void;
}
type Load = Parameters<typeof lazyPage<SheetProps>>[0];

/** Before the race: where each runner is expected to run, as far as past runs tell. */
export function MapRow({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const forms = useRaceForm(race.race_id);
  const isKnown = race.runners.some(({ horse_id, scratched }) => {
    const runs = forms.get(horse_id)?.runs ?? [];
    return !scratched && runs.some(({ positions }) => positions.length > 1);
  });
  if (!isKnown || race.result !== null || race.status === "abandoned") return null;
  return <DrawingRow race={race} title={t("map.title")} meta={t("map.meta")} load={loadMap} />;
}

/** After it: how it was run. */
export function ReplayRow({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  if ((race.runs ?? []).length === 0) return null;
  return (
    <DrawingRow race={race} title={t("replay.title")} meta={t("replay.meta")} load={loadReplay} />
  );
}

/** A row that opens a drawing; its code comes when it is first opened. */
function DrawingRow(props: {
  readonly race: RaceDetail;
  readonly title: string;
  readonly meta: string;
  readonly load: Load;
}): ReactNode {
  const { race, title, meta, load } = props;
  const [state, setState] = useState<"not yet" | "open" | "closed">("not yet");
  const onClose = () => setState("closed");
  return (
    <>
      <ListRow icon="play" title={title} meta={meta} onPress={() => setState("open")} />
      {state !== "not yet" &&
        createElement(lazyPage(load), { race, open: state === "open", onClose })}
    </>
  );
}
