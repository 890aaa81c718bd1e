import type { RaceDetail } from "@club/contract";
import { ColumnHead, RunnerRow, Skeleton } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { go, useQueryOfAddress } from "../../core/address.ts";
import { lazyPage } from "../../core/lazy-page.ts";
import { pathOf } from "../../core/routes.ts";
import { useT } from "../../core/lang.ts";
import { RunnerSheet } from "./RunnerSheet.tsx";
import { sortRunners } from "./sort-runners.ts";
import { useIsRoomy } from "./use-roomy.ts";
import { useRunner } from "./use-runner.ts";

type Order = "number" | "win";

const loadTable = async () => ({ default: (await import("./RunnerTable.tsx")).RunnerTable });

const WAITING = <Skeleton kind="runner" rows={7} />;

/** The runners with their prices to win and for a place; a tap on a price is the first of two to a bet. */
export function Runners({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const { opened, setOpened } = useOpened(race.race_id);
  return (
    <section aria-label={t("detail.runners")}>
      {useIsRoomy() ? (
        createElement(lazyPage(loadTable), { race, onOpen: setOpened, waiting: WAITING })
      ) : (
        <Rows race={race} onOpen={setOpened} />
      )}
      <RunnerSheet
        race={race}
        runner={race.runners.find(({ horse_id }) => horse_id === opened)}
        onClose={() => setOpened(null)}
      />
    </section>
  );
}

interface RowsProps {
  readonly race: RaceDetail;
  readonly onOpen: (number: number) => void;
}

function Rows({ race, onOpen }: RowsProps): ReactNode {
  const t = useT();
  const [order, setOrder] = useState<Order>("number");
  const next: Order = order === "number" ? "win" : "number";
  return (
    <>
      <ColumnHead
        title={t(order === "number" ? "detail.byNumber" : "detail.byPrice")}
        sortLabel={t(next === "number" ? "detail.sortByNumber" : "detail.sortByPrice")}
        onSort={() => setOrder(next)}
        hint={t("race.approx")}
        columns={[t("pool.WIN"), t("pool.PLACE")]}
      />
      {sortRunners(race.runners, { by: order, isDown: false }).map((runner) => (
        <Row key={runner.horse_id} {...{ race, runner, onOpen }} />
      ))}
    </>
  );
}

function Row(props: Parameters<typeof useRunner>[0]): ReactNode {
  return <RunnerRow {...useRunner(props)} />;
}

/** The runner whose sheet is open: one that was tapped, or whom the address names. */
function useOpened(raceId: string) {
  const asked = Number(useQueryOfAddress().get("horse") ?? "");
  const [tapped, setTapped] = useState<number | null>(null);
  return {
    opened: tapped ?? asked,
    setOpened: (number: number | null) => {
      setTapped(number);
      if (number === null && asked !== 0) go(pathOf("detail", { race: raceId }), { replace: true });
    },
  };
}

