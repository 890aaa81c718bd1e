import type { OperatorRace } from "@club/contract";
import { formatMoney } from "@club/i18n";
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
import { askCorrection, type Correction } from "../../api/race.ts";
import { useAct } from "../../api/use-act.ts";
import { useT, type T } from "../../core/lang.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { type DeclaredBefore, isSameDeclared } from "./dividend-draft.ts";
import { DividendFields } from "./DividendFields.tsx";
import { fieldOf, parseResult, writeResult, faultText } from "./parse-result.ts";
import { type Dividends, useDividends, useRaceNames } from "./use-dividends.ts";
import { declaredWith, type Version } from "./use-result.ts";

export interface CorrectDialogProps {
  readonly race: OperatorRace;
  /** The result that counts now. */
  readonly now: Version;
  readonly onClose: () => void;
}

/**
 * Another result for a settled race: first shows who would get more and less, then asks a second
 * operator. What is typed anew must be shown anew before it can be asked for.
 */
export function CorrectDialog(props: CorrectDialogProps): ReactNode {
  const t = useT();
  const form = useCorrection(props);
  const { race } = props;
  const raceName = useRaceNames(race, form.dividends.draft.pools);
  return (
    <ConsoleDialog
      size="wide"
      title={t("correct.title", {
        race: `${race.meetings} ${t("race.short", { n: race.raceNo })}`,
      })}
      onClose={props.onClose}
      onSubmit={() =>
        form.missing === undefined && void (form.seen === undefined ? form.look : form.ask).run()
      }
      acts={<Acts form={form} />}
    >
      <div className="form">
        <p className="mute">
          {t("correct.text", { now: writeResult(props.now.placings, props.now.unplaced) })}
        </p>
        <ConsoleField
          label={t("correct.field")}
          value={form.typed}
          onChange={form.type}
          look="figure"
          hint={t("result.unplacedHint")}
          error={form.fault === undefined ? undefined : faultText(t, form.fault)}
        />
        <DividendFields
          draft={form.dividends.draft}
          raceName={raceName}
          onType={form.typeDividend}
        />
        <ConsoleField label={t("act.reason")} value={form.reason} onChange={form.say} />
        <ErrorNotice text={form.error} />
      </div>
      {form.seen !== undefined && <Changes seen={form.seen} currency={race.currency} />}
    </ConsoleDialog>
  );
}

function useCorrection({ race, now, onClose }: CorrectDialogProps) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const parsed = parseResult(typed, fieldOf(race));
  const before = declaredWith(race, now);
  const changes = useChanges(writeResult(parsed.groups, parsed.unplaced), before);
  const { dividends } = changes;
  const send = async (dry_run: boolean) => {
    const placed = {
      placings: parsed.groups,
      unplaced: parsed.unplaced,
      declared: dividends.entries,
    };
    return await askCorrection(race.race_id, placed, { reason, dry_run });
  };
  const look = useAct(async () => changes.show(await send(true)));
  const ask = useAct(async () => {
    await send(false);
    showToast(t("correct.asked"));
    onClose();
  });
  const fault = parsed.faults.find(({ kind }) => kind !== "empty");
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      changes.forget();
    },
    reason,
    say: setReason,
    dividends,
    typeDividend: (key: string, text: string) => {
      dividends.type(key, text);
      changes.forget();
    },
    fault,
    seen: changes.seen,
    look,
    ask,
    error: look.error ?? ask.error,
    missing: missingOf(t, {
      isEmpty: parsed.groups.length === 0 || fault !== undefined,
      isSame: isSame(dividends, before),
      hasDividends: dividends.isComplete,
      hasReason: reason.trim() !== "",
    }),
  };
}

const isSame = ({ draft, entries }: Dividends, before: DeclaredBefore): boolean =>
  draft.of === before.of && isSameDeclared(entries, before.entries);

/**
 * The dry run of one result. A pool that lacks its dividends has no numbers: they are asked for
 * first.
 */
function useChanges(of: string, before: DeclaredBefore) {
  const dividends = useDividends(of, before);
  const [seen, setSeen] = useState<Correction | undefined>(undefined);
  return {
    dividends,
    seen: dividends.isComplete ? seen : undefined,
    show: (found: Correction) => {
      dividends.ask(found.pools);
      setSeen(found);
    },
    forget: () => setSeen(undefined),
  };
}

function missingOf(
  t: T,
  form: {
    readonly isEmpty: boolean;
    readonly isSame: boolean;
    readonly hasDividends: boolean;
    readonly hasReason: boolean;
  },
): string | undefined {
  if (form.isEmpty) return t("faultText.empty");
  if (form.isSame) return t("correct.same");
  if (!form.hasDividends) return t("declare.missing");
  return form.hasReason ? undefined : t("correct.reasonMissing");
}

function Acts({ form }: { readonly form: ReturnType<typeof useCorrection> }): ReactNode {
  const t = useT();
  const isSeen = form.seen !== undefined;
  return (
    <ConsoleButton
      type="submit"
      kind={isSeen ? "danger" : "primary"}
      busy={form.look.busy || form.ask.busy}
      reason={form.missing}
    >
      {t(isSeen ? "correct.ask" : "correct.look")}
    </ConsoleButton>
  );
}

function Changes(props: { readonly seen: Correction; readonly currency: string }): ReactNode {
  const t = useT();
  const { seen, currency } = props;
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  return (
    <div className="rows">
      <p>
        {t("correct.sums", {
          n: seen.players.length,
          up: money(seen.up_cents),
          down: money(seen.down_cents),
          borne: money(seen.borne_cents),
        })}
      </p>
      <DataTable
        label={t("correct.players")}
        columns={columns(t, currency)}
        rows={seen.players}
        rowId={(player) => player.player_id}
        rowTone={(player) => (isShort(player) ? "brass" : undefined)}
        empty={t("correct.nobody")}
      />
    </div>
  );
}

type Player = Correction["players"][number];

const isShort = (player: Player): boolean => player.diff_cents + player.cash_cents < 0;

function columns(t: T, currency: string): DataColumn<Player>[] {
  const money = (cents: number, sign: boolean) =>
    formatMoney(cents, currency, t.language, sign ? { sign: "always" } : {});
  return [
    column.strong("name", t("approvals.player"), (row) => row.user_name),
    column.figure("diff", t("correct.diff"), (row) => money(row.diff_cents, true)),
    column.figure("cash", t("correct.cash"), (row) => money(row.cash_cents, false)),
    column.figure("held", t("correct.held"), (row) => money(row.held_cents, false)),
    {
      id: "borne",
      label: t("correct.borne"),
      kind: "figure",
      tone: "brass",
      cell: (row) => (isShort(row) ? money(-row.diff_cents - row.cash_cents, false) : "–"),
    },
  ];
}
