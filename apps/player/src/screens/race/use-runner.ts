import type { RaceDetail, RunnerForm, RunnerLine } from "@club/contract";
import { formatDividend } from "@club/i18n";
import { clubNow, type PriceButtonProps, type RunnerRowProps } from "@club/ui";
import { useRaceForm } from "../../api/race-form.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { unbroken } from "../../core/fact-text.ts";
import { isPicked, raceRefOf, useBetForm } from "../../slip/race/form-store.ts";
import { pickPrice } from "../../slip/race/pick.ts";
import { recordText } from "./PastRuns.tsx";
import { priceLine, priceMove, type PriceAt } from "./price-line.ts";

interface Props {
  readonly race: RaceDetail;
  readonly runner: RunnerLine;
  readonly onOpen: (number: number) => void;
}

/** A runner as its row shows it, with its two prices as they stand now. */
export function useRunner({ race, runner, onOpen }: Props): RunnerRowProps {
  const t = useT();
  const past = useRaceForm(race.race_id).get(runner.horse_id);
  const line = priceLine(race, runner, clubNow());
  return {
    number: runner.horse_id,
    name: runner.name,
    barrier: runner.barrier ?? undefined,
    meta: metaOf(runner),
    form: formOf(runner, past),
    silkSeed: runner.name,
    prices: line.map(({ cents }) => cents),
    onPress: () => onOpen(runner.horse_id),
    scratched: runner.scratched ? t("race.scratched") : undefined,
    win: { ...usePrice(race, runner, "win"), ...moveOf(t, runner, line) },
    place: usePrice(race, runner, "place"),
  };
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
