import { formatCount, formatMoney } from "@club/i18n";
import { showToast } from "@club/ui";
import {
  ConsoleButton,
  ConsoleDialog,
  ConsoleField,
  DataTable,
  type DataColumn,
  column,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { sendScratchings, type Scratched } from "../../api/race-changes.ts";
import { useAct } from "../../api/use-act.ts";
import { useT, type T } from "../../core/lang.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { numbersOf } from "./runner-draft.ts";
import "../race.css";

export interface ScratchRace {
  readonly race_id: string;
  readonly raceNo: number;
  readonly name: string;
}

export interface ScratchManyProps {
  readonly eventId: string;
  readonly meeting: string;
  readonly currency: string;
  /** Races of the meeting that are not over. */
  readonly races: readonly ScratchRace[];
  /** The choice of the meeting, if there is one. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Scratches several runners of a meeting at once, after showing what is refunded. */
export function ScratchMany(props: ScratchManyProps): ReactNode {
  const t = useT();
  const form = useScratchings(props);
  const { races } = props;
  return (
    <ConsoleDialog
      title={`${t("scratchMany.act")} · ${props.meeting}`}
      onClose={props.onClose}
      onSubmit={() => form.missing === undefined && void form.next()}
      acts={<Acts form={form} onClose={props.onClose} />}
    >
      <div className="form">
        <p className="mute">{t("scratchMany.text")}</p>
        {props.children}
        <div className="scratch-fields">
          {races.map((race, index) => (
            <ConsoleField
              key={race.race_id}
              label={`${t("race.short", { n: race.raceNo })} ${race.name}`}
              value={form.typed[race.race_id] ?? ""}
              onChange={(text) => form.type(race.race_id, text)}
              autoFocus={index === 0}
              error={form.wrong.has(race.race_id) ? form.missing : undefined}
            />
          ))}
        </div>
        <ConsoleField label={t("act.reasonOptional")} value={form.reason} onChange={form.say} />
        <ErrorNotice text={form.error} />
      </div>
      {form.seen !== undefined && <GoesBack seen={form.seen} currency={props.currency} />}
    </ConsoleDialog>
  );
}

function useScratchings({ eventId, currency, races, onClose }: ScratchManyProps) {
  const t = useT();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState("");
  const [seen, setSeen] = useState<Scratched | undefined>(undefined);
  const lists = races.map(({ race_id }) => ({ race_id, read: numbersOf(typed[race_id] ?? "") }));
  const runners = lists.flatMap(({ race_id, read }) =>
    read.numbers.map((horse_id) => ({ race_id, horse_id })),
  );
  const faults = lists.flatMap(({ read }) => read.faults);
  const send = async (dry_run: boolean) =>
    await sendScratchings({
      event_id: eventId,
      runners,
      dry_run,
      ...(reason !== "" && { reason }),
    });
  const look = useAct(async () => setSeen(await send(true)));
  const scratch = useAct(async () => {
    const done = await send(false);
    const money = formatMoney(done.refunded_cents, currency, t.language);
    showToast(t("scratchMany.done", { n: done.scratched, refunds: done.refunds, money }));
    onClose();
  });
  return {
    typed,
    type: (raceId: string, text: string) => {
      setTyped({ ...typed, [raceId]: text });
      setSeen(undefined);
    },
    reason,
    say: setReason,
    seen,
    wrong: new Set(lists.flatMap(({ race_id, read }) => (read.faults.length > 0 ? [race_id] : []))),
    missing: missingOf(t, faults, runners.length),
    busy: look.busy || scratch.busy,
    error: look.error ?? scratch.error,
    next: async () => await (seen === undefined ? look.run() : scratch.run()),
  };
}

function missingOf(t: T, faults: readonly string[], runners: number): string | undefined {
  if (faults.length > 0) return t("scratchMany.unknown", { at: faults.join(" ") });
  return runners === 0 ? t("scratchMany.none") : undefined;
}

function Acts(props: {
  readonly form: ReturnType<typeof useScratchings>;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { seen, busy, missing } = props.form;
  return (
    <>
      <ConsoleButton onPress={props.onClose}>{t("act.cancel")}</ConsoleButton>
      <ConsoleButton
        type="submit"
        kind={seen === undefined ? "primary" : "danger"}
        keyCap="⏎"
        busy={busy}
        reason={missing ?? (seen?.scratched === 0 ? t("offer.same") : undefined)}
      >
        {seen === undefined ? t("scratchMany.look") : t("scratchMany.do", { n: seen.scratched })}
      </ConsoleButton>
    </>
  );
}

type Row = Scratched["races"][number];

function GoesBack(props: { readonly seen: Scratched; readonly currency: string }): ReactNode {
  const t = useT();
  const { seen, currency } = props;
  const money = formatMoney(seen.refunded_cents, currency, t.language);
  const kept = seen.kept.map((n) => t("race.short", { n })).join(", ");
  return (
    <div className="rows">
      <p className="brass" role="status">
        {t("scratchMany.back", { n: seen.refunds, money })}{" "}
        {seen.already > 0 && t("scratchMany.already", { n: seen.already })}{" "}
        {kept !== "" && t("scratchMany.kept", { races: kept })}
      </p>
      <DataTable
        label={t("scratchMany.refunds")}
        rows={seen.races}
        rowId={(row) => String(row.raceNo)}
        empty={t("offer.same")}
        columns={columns(t, currency)}
      />
    </div>
  );
}

function columns(t: T, currency: string): DataColumn<Row>[] {
  const count = (n: number) => formatCount(n, t.language);
  return [
    column.strong("race", t("route.race"), (row) => t("race.short", { n: row.raceNo })),
    column.figure("runners", t("scratchMany.runners"), (row) => count(row.scratched)),
    column.figure("refunds", t("scratchMany.refunds"), (row) => count(row.refunds)),
    {
      id: "money",
      label: t("scratchMany.goesBack"),
      kind: "figure",
      tone: "brass",
      cell: (row) => formatMoney(row.refunded_cents, currency, t.language),
    },
  ];
}
