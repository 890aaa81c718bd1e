import { CallError } from "@club/client";
import type { CardDiff } from "@club/contract";
import { refusalText } from "@club/i18n";
import { Notice, showToast } from "@club/ui";
import {
  ConsoleButton,
  ConsoleField,
  DropZone,
  Panel,
  PanelState,
  useKeys,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { sendCard } from "../../api/cards.ts";
import { actOnRace } from "../../api/race.ts";
import { useAct } from "../../api/use-act.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { instantOfInput } from "../../core/typed.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Arrivals } from "./Arrivals.tsx";
import { DiffPanel } from "./DiffPanel.tsx";
import { DiffSummary } from "./DiffSummary.tsx";
import { draftsOf } from "./drafts.ts";
import { HandPanel, type HandPanelProps } from "./HandPanel.tsx";
import { readCardFile, type CardFile, type CardFileFault } from "./read-card.ts";

/** Imports a race card: choose a file, see what it would do, confirm. Route: /cards */
export function CardsPage(): ReactNode {
  const t = useT();
  const [file, setFile] = useState<CardFile | undefined>(undefined);
  const [fault, setFault] = useState<CardFileFault | undefined>(undefined);
  const [written, setWritten] = useState<string | undefined>(undefined);
  const card = useCard(file);
  const leave = () => {
    // A card that is in needs no more writing; one that is not is written on.
    if (card.isDone && file?.isByHand === true) setWritten(undefined);
    setFile(undefined);
  };
  useKeys({ Escape: leave });
  const show = (read: CardFile | CardFileFault) => {
    card.reset();
    setFault(typeof read === "string" ? read : undefined);
    setFile(typeof read === "string" ? undefined : read);
    if (typeof read !== "string") void card.tryOut.run(read);
  };
  const take = async (chosen: File) => show(await readCardFile(chosen));
  return (
    <ConsoleFrame
      title={t("cards.title")}
      meta={file === undefined ? undefined : fileText(t, file)}
      act={
        file === undefined ? undefined : (
          <CardActs card={card} isByHand={file.isByHand === true} onDiscard={leave} />
        )
      }
    >
      {fault !== undefined && (
        <Notice tone="loss" alert>
          {t(`cardFault.${fault}`)}
        </Notice>
      )}
      {file === undefined ? (
        <WaysIn
          csv={written}
          onCsv={setWritten}
          onCard={show}
          onFile={(chosen) => void take(chosen)}
        />
      ) : (
        <CardView file={file} card={card} />
      )}
    </ConsoleFrame>
  );
}

/** A file, what programs sent, and a card written here. */
function WaysIn(props: HandPanelProps & { readonly onFile: (chosen: File) => void }): ReactNode {
  const t = useT();
  return (
    <div className="rows">
      <DropZone
        title={t("cards.drop")}
        hint={t("cards.dropHint")}
        accept=".json,.csv,application/json,text/csv"
        onFile={props.onFile}
      />
      <Arrivals onCard={props.onCard} />
      <HandPanel csv={props.csv} onCsv={props.onCsv} onCard={props.onCard} />
    </div>
  );
}

function fileText(t: T, file: CardFile): string {
  const kilobytes = Math.max(1, Math.round(file.sizeBytes / 1024));
  return `${file.name} · ${t("cards.format", { format: file.format })} · ${kilobytes} KB`;
}

/** The import of one file: what it would do, and doing it. */
function useCard(file: CardFile | undefined) {
  const t = useT();
  const [first, setFirst] = useState("");
  const [diff, setDiff] = useState<CardDiff | undefined>(undefined);
  const [isDone, setIsDone] = useState(false);
  const wishOf = (chosen: CardFile) => ({
    format: chosen.format,
    payload: chosen.payload,
    arrival_id: chosen.arrivalId,
    first_race_at: instantOfInput(first) ?? null,
  });
  const tryOut = useAct(async (chosen: CardFile) => {
    setDiff(await diffOrProblems({ ...wishOf(chosen), dry_run: true, confirm: false }));
    setIsDone(false);
  });
  const bringIn = useAct(async (confirm: boolean) => {
    if (file === undefined) return;
    const done = await sendCard({ ...wishOf(file), dry_run: false, confirm });
    setDiff(done);
    setIsDone(true);
    showToast(t("cards.done"));
  });
  const openAll = useAct(async () => {
    const drafts = await draftsOf(diff?.event_id ?? "");
    for (const raceId of drafts) await actOnRace("open", raceId);
    showToast(t("cards.opened", { n: drafts.length }));
  });
  const reset = () => {
    setDiff(undefined);
    setIsDone(false);
    setFirst("");
    for (const act of [tryOut, bringIn, openAll]) act.clear();
  };
  return { first, setFirst, diff, isDone, tryOut, bringIn, openAll, reset };
}

export type CardState = ReturnType<typeof useCard>;

/** A dry run refused for the card's problems shows them like any other diff. */
async function diffOrProblems(wish: Parameters<typeof sendCard>[0]): Promise<CardDiff> {
  try {
    return await sendCard(wish);
  } catch (error) {
    const problems = error instanceof CallError ? error.params["problems"] : undefined;
    if (!Array.isArray(problems) || problems.length === 0) throw error;
    return {
      event_id: null,
      added: 0,
      changed: 0,
      removed: 0,
      unchanged: 0,
      changes: [],
      problems: problems as CardDiff["problems"],
      needs_confirm: false,
    };
  }
}

function CardView({
  file,
  card,
}: {
  readonly file: CardFile;
  readonly card: CardState;
}): ReactNode {
  const t = useT();
  const failed = card.tryOut.error ?? card.bringIn.error ?? card.openAll.error;
  const error = failed ?? refusedText(t, card.diff);
  return (
    <div className="columns-card">
      <div className="rows">
        {card.diff !== undefined && <DiffSummary file={file} diff={card.diff} />}
        <RetimePanel file={file} card={card} />
      </div>
      <div className="rows">
        <ErrorNotice text={error} />
        {card.diff === undefined ? (
          card.tryOut.busy && (
            <Panel title={t("cards.changes")}>
              <PanelState state="loading" rows={12} />
            </Panel>
          )
        ) : (
          <DiffPanel diff={card.diff} />
        )}
      </div>
    </div>
  );
}

/** What keeps a sound card out: its pools of several races cannot be laid out. */
function refusedText(t: T, diff: CardDiff | undefined): string | undefined {
  const refusal = diff?.refusal ?? null;
  return refusal === null ? undefined : refusalText(t, refusal.code, refusal.params);
}

function CardActs({
  card,
  isByHand,
  onDiscard,
}: {
  readonly card: CardState;
  readonly isByHand: boolean;
  readonly onDiscard: () => void;
}) {
  const t = useT();
  const isOnline = useIsOnline();
  const { diff, isDone } = card;
  const nothing = diff !== undefined && diff.added + diff.changed + diff.removed === 0;
  const reason = () => {
    if (!isOnline) return t("offline.bar");
    if (diff === undefined) return t("state.loading");
    if (diff.problems.length > 0) return t("cards.fixFirst", { n: diff.problems.length });
    return nothing ? t("cards.nothing") : refusedText(t, diff);
  };
  if (isDone) return <DoneActs card={card} onDiscard={onDiscard} />;
  const needs = diff?.needs_confirm === true;
  return (
    <>
      <span className={needs ? "brass" : undefined}>
        {needs ? t("cards.needsConfirm") : t("cards.wholeOrNothing")}
      </span>
      <span className="c-act-end">
        <ConsoleButton size="large" onPress={onDiscard} keyCap="Esc">
          {t(isByHand ? "hand.back" : "cards.discard")}
        </ConsoleButton>
        <ConsoleButton
          size="large"
          kind="primary"
          busy={card.bringIn.busy}
          reason={reason()}
          onPress={() => void card.bringIn.run(needs)}
        >
          {t(needs ? "cards.confirm" : "cards.import")}
        </ConsoleButton>
      </span>
    </>
  );
}

function DoneActs(props: { readonly card: CardState; readonly onDiscard: () => void }): ReactNode {
  const t = useT();
  const { card, onDiscard } = props;
  return (
    <>
      <span className="turf">{t("cards.isIn")}</span>
      <span className="c-act-end">
        <ConsoleButton size="large" onPress={onDiscard}>
          {t("cards.another")}
        </ConsoleButton>
        <ConsoleButton
          size="large"
          kind="primary"
          busy={card.openAll.busy}
          onPress={() => void card.openAll.run()}
        >
          {t("cards.openAll")}
        </ConsoleButton>
      </span>
    </>
  );
}

/** Lets an old card be run again at another time. */
function RetimePanel(props: { readonly file: CardFile; readonly card: CardState }): ReactNode {
  const t = useT();
  const { file, card } = props;
  return (
    <Panel title={t("cards.retime")} padded>
      <div className="form">
        <ConsoleField
          label={t("cards.firstRace")}
          type="datetime-local"
          value={card.first}
          onChange={card.setFirst}
          hint={t("cards.firstRaceHint", { zone: clubZone() })}
        />
        <div className="acts">
          <ConsoleButton
            icon="refresh"
            busy={card.tryOut.busy}
            onPress={() => void card.tryOut.run(file)}
          >
            {t("cards.again")}
          </ConsoleButton>
        </div>
      </div>
    </Panel>
  );
}
