import type { RaceDetail, RunnerForm, RunnerLine } from "@club/contract";
import { formatDividend } from "@club/i18n";
import { clubNow, ColumnHead, RunnerRow, type PriceButtonProps } from "@club/ui";
import { useState, type ReactNode } from "react";
import { go, useQueryOfAddress } from "../../core/address.ts";
import { useRaceForm } from "../../api/race-form.ts";
import { isPicked, raceRefOf, useBetForm } from "../../slip/race/form-store.ts";
import { pickPrice } from "../../slip/race/pick.ts";
import { useIsOnline } from "../../core/connection.ts";
import { pathOf } from "../../core/routes.ts";
import { useT, type T } from "../../core/lang.ts";
import { unbroken } from "../../core/fact-text.ts";
import { recordText } from "./PastRuns.tsx";
import { priceLine, priceMove, type PriceAt } from "./price-line.ts";
import { RunnerSheet } from "./RunnerSheet.tsx";

type Order = "number" | "price";

/** The runners with their prices to win and for a place; a tap on a price is the first of two to a bet. */
export function Runners({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const [order, setOrder] = useState<Order>("number");
  const { opened, setOpened } = useOpened(race.race_id);
  const past = useRaceForm(race.race_id);
  const next: Order = order === "number" ? "price" : "number";
  return (
    <section aria-label={t("detail.runners")}>
      <ColumnHead
        title={t(order === "number" ? "detail.byNumber" : "detail.byPrice")}
        sortLabel={t(next === "number" ? "detail.sortByNumber" : "detail.sortByPrice")}
        onSort={() => setOrder(next)}
        hint={t("race.approx")}
        columns={[t("pool.WIN"), t("pool.PLACE")]}
      />
      {sorted(race.runners, order).map((runner) => (
        <Runner
          key={runner.horse_id}
          race={race}
          runner={runner}
          past={past.get(runner.horse_id)}
          onOpen={setOpened}
        />
      ))}
      <RunnerSheet
        race={race}
        runner={race.runners.find(({ horse_id }) => horse_id === opened)}
        onClose={() => setOpened(null)}
      />
    </section>
  );
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

function sorted(runners: readonly RunnerLine[], order: Order): readonly RunnerLine[] {
  if (order === "number") return runners;
  const rank = ({ win_approx, scratched }: RunnerLine) =>
    scratched ? Number.MAX_VALUE : (win_approx ?? Number.MAX_SAFE_INTEGER);
  return [...runners].sort((a, b) => rank(a) - rank(b));
}

function Runner(props: {
  readonly race: RaceDetail;
  readonly runner: RunnerLine;
  readonly past: RunnerForm | undefined;
  readonly onOpen: (number: number) => void;
}): ReactNode {
  const { race, runner } = props;
  const t = useT();
  const line = priceLine(race, runner, clubNow());
  return (
    <RunnerRow
      number={runner.horse_id}
      name={runner.name}
      barrier={runner.barrier ?? undefined}
      meta={metaOf(runner)}
      form={formOf(runner, props.past)}
      silkSeed={runner.name}
      prices={line.map(({ cents }) => cents)}
      onPress={() => props.onOpen(runner.horse_id)}
      scratched={runner.scratched ? t("race.scratched") : undefined}
      win={{ ...usePrice(race, runner, "win"), ...moveOf(t, runner, line) }}
      place={usePrice(race, runner, "place")}
    />
  );
}

/** "1214 · 12: 2-1-3": its last places, and what its past runs come to. */
function formOf({ form }: RunnerLine, past: RunnerForm | undefined): string {
  const record = past === undefined || past.runs.length === 0 ? "" : recordText(past.career);
  return [form, record].filter(Boolean).join(" · ");
}

function metaOf({ jockey, weight_kg, trainer }: RunnerLine): string {
  const rider = [jockey, weight_kg?.toFixed(1)].filter(Boolean).join(" ");
  return [rider, trainer ?? ""]
    .filter((fact) => fact !== "")
    .map(unbroken)
    .join(" · ");
}

function usePrice(race: RaceDetail, runner: RunnerLine, kind: "win" | "place"): PriceButtonProps {
  const t = useT();
  const form = useBetForm();
  const cents = kind === "win" ? runner.win_approx : runner.place_approx;
  const price = cents === null ? null : formatDividend(cents, t.language);
  const isOpen = race.status === "open";
  const isOnline = useIsOnline();
  return {
    price,
    label: labelOf(t, runner, { kind, price }),
    selected:
      isOpen && isPicked(form, { raceId: race.race_id, runner: runner.horse_id, price: kind }),
    disabled: !isOpen || !isOnline,
    onPress: () => pickPrice(raceRefOf(race), runner.horse_id, kind),
  };
}

function moveOf(
  t: T,
  runner: RunnerLine,
  line: readonly PriceAt[],
): Pick<PriceButtonProps, "move" | "was"> {
  if (runner.win_approx === null) return {};
  const { move, fromCents } = priceMove(line);
  return { move, was: fromCents === null ? null : formatDividend(fromCents, t.language) };
}

function labelOf(
  t: T,
  runner: RunnerLine,
  { kind, price }: { readonly kind: "win" | "place"; readonly price: string | null },
): string {
  return t("race.priceLabel", {
    n: runner.horse_id,
    name: runner.name,
    pool: t(kind === "win" ? "pool.WIN" : "pool.PLACE"),
    price: price ?? t("race.noPrice"),
  });
}
