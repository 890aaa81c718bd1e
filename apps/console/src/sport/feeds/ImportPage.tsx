import { Notice, showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, DropZone, Panel, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { importFeed, type FeedDiff } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { instantOfInput } from "../../core/typed.ts";
import { AskLimits } from "../book/BookLimitsDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { FeedDiffPanel } from "./FeedDiffPanel.tsx";
import { FeedSources } from "./FeedSources.tsx";
import { readFeedFile, type FeedFile } from "./read-feed.ts";

/** Odds and scores from a file: choose it, see its changes, take it. Route: /sports/import */
export function ImportPage(): ReactNode {
  const t = useT();
  const feed = useFeed();
  useKeys({ Escape: feed.discard });
  return (
    <ConsoleFrame
      title={t("route.sportImport")}
      meta={feed.file === undefined ? undefined : `${feed.file.name} · ${feed.file.format}`}
      act={feed.file === undefined ? undefined : <Acts feed={feed} />}
    >
      <AskLimits />
      {(feed.fault ?? feed.error) !== undefined && (
        <Notice tone="loss" alert>
          {feed.fault === undefined ? feed.error : t(`cardFault.${feed.fault}`)}
        </Notice>
      )}
      {feed.file === undefined ? (
        <>
          <DropZone
            title={t("desk.drop")}
            hint={t("desk.dropHint")}
            accept=".json,.csv,application/json,text/csv"
            onFile={(chosen) => void feed.take(chosen)}
          />
          <FeedSources />
        </>
      ) : (
        <div className="columns-card">
          <Settings feed={feed} />
          <FeedDiffPanel diff={feed.diff} />
        </div>
      )}
    </ConsoleFrame>
  );
}

interface Wish {
  readonly margin: string;
  readonly bookmaker: string;
  readonly first: string;
}
const NO_WISH: Wish = { margin: "", bookmaker: "", first: "" };

function useFeed() {
  const t = useT();
  const [file, setFile] = useState<FeedFile | undefined>(undefined);
  const [fault, setFault] = useState<"too-large" | "unreadable" | "unknown-format" | undefined>();
  const [wish, setWish] = useState(NO_WISH);
  const [diff, setDiff] = useState<FeedDiff | undefined>(undefined);
  const [isDone, setIsDone] = useState(false);
  const send = (chosen: FeedFile, how: { readonly dry_run: boolean; readonly publish: boolean }) =>
    importFeed({ format: chosen.format, payload: chosen.payload, ...fieldsOf(wish), ...how });
  const tryOut = useAct(async (chosen: FeedFile) => {
    setDiff(await send(chosen, { dry_run: true, publish: false }));
    setIsDone(false);
  });
  const bringIn = useAct(async (publish: boolean) => {
    if (file === undefined) return;
    setDiff(await send(file, { dry_run: false, publish }));
    setIsDone(true);
    showToast(t("desk.imported"));
  });
  return {
    file,
    fault,
    wish,
    setWish,
    diff,
    isDone,
    tryOut,
    bringIn,
    error: tryOut.error ?? bringIn.error,
    discard: () => {
      setFile(undefined);
      setDiff(undefined);
      setWish(NO_WISH);
      tryOut.clear();
      bringIn.clear();
    },
    take: async (chosen: File) => {
      const read = await readFeedFile(chosen);
      setFault(typeof read === "string" ? read : undefined);
      setDiff(undefined);
      setFile(typeof read === "string" ? undefined : read);
      if (typeof read !== "string") void tryOut.run(read);
    },
  };
}

type Feed = ReturnType<typeof useFeed>;

function fieldsOf({ margin, bookmaker, first }: Wish) {
  const percent = Number(margin.replace(",", "."));
  const start = instantOfInput(first);
  return {
    ...(margin.trim() !== "" &&
      Number.isFinite(percent) && { margin_bps: Math.round(percent * 100) }),
    ...(bookmaker.trim() !== "" && { bookmaker: bookmaker.trim() }),
    ...(start !== undefined && { first_start_at: start }),
  };
}

function Settings({ feed }: { readonly feed: Feed }): ReactNode {
  const t = useT();
  const { wish, setWish, file, tryOut } = feed;
  return (
    <Panel title={t("desk.settings")} padded>
      <div className="form">
        <ConsoleField
          label={t("desk.marginTool")}
          value={wish.margin}
          onChange={(margin) => setWish({ ...wish, margin })}
          hint={t("desk.marginAsFed")}
        />
        <ConsoleField
          label={t("desk.bookmaker")}
          value={wish.bookmaker}
          onChange={(bookmaker) => setWish({ ...wish, bookmaker })}
          hint={t("desk.bookmakerHint")}
        />
        <ConsoleField
          label={t("desk.firstStart")}
          type="datetime-local"
          value={wish.first}
          onChange={(first) => setWish({ ...wish, first })}
          hint={t("desk.firstStartHint")}
        />
        <div className="acts">
          <ConsoleButton
            icon="refresh"
            busy={tryOut.busy}
            onPress={() => file !== undefined && void tryOut.run(file)}
          >
            {t("cards.again")}
          </ConsoleButton>
        </div>
      </div>
    </Panel>
  );
}

function Acts({ feed }: { readonly feed: Feed }): ReactNode {
  const t = useT();
  const { diff, isDone, bringIn } = feed;
  const reason = diff === undefined ? t("state.loading") : isDone ? t("desk.imported") : undefined;
  return (
    <>
      <span className={isDone ? "turf" : undefined}>
        {isDone ? t("desk.imported") : t("desk.resultsNote")}
      </span>
      <span className="c-act-end">
        <ConsoleButton size="large" keyCap="Esc" onPress={feed.discard}>
          {t(isDone ? "cards.another" : "cards.discard")}
        </ConsoleButton>
        <ConsoleButton
          size="large"
          busy={bringIn.busy}
          reason={reason}
          onPress={() => void bringIn.run(false)}
        >
          {t("desk.importDraft")}
        </ConsoleButton>
        <ConsoleButton
          size="large"
          kind="primary"
          busy={bringIn.busy}
          reason={reason}
          onPress={() => void bringIn.run(true)}
        >
          {t("desk.importPublish")}
        </ConsoleButton>
      </span>
    </>
  );
}
