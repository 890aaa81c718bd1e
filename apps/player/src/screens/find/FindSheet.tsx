import type { SearchHit, SearchKind } from "@club/contract";
import { EmptyState, ErrorState, Icon, Sheet, Skeleton } from "@club/ui";
import { useEffect, useState, type KeyboardEvent, type ReactNode } from "react";
import { usePath } from "../../core/address.ts";
import { isQuestion, useSearch } from "../../api/search.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { reportOf } from "../../core/texts.ts";
import { FollowStar } from "../../shell/FollowStar.tsx";
import { FoundRow } from "./FoundRow.tsx";
import "./find.css";

const TYPING_MS = 200;
const KINDS: readonly SearchKind[] = ["runner", "jockey", "trainer", "meeting", "team"];

/** One search over runners, people, meetings and teams of the card; each leads to its race or match. */
export function FindSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState("");
  const asked = useRested(typed).trim();
  useClosedElsewhere(onClose);
  return (
    <Sheet open full onClose={onClose} title={t("find.title")} ground="page">
      {/* Arrow keys go along the results, as in any list of suggestions. */}
      <section className="find" aria-label={t("act.search")} onKeyDown={moveAlong}>
        <label className="find-field">
          <Icon name="search" />
          <input
            data-start
            type="search"
            aria-label={t("find.label")}
            placeholder={t("find.label")}
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Results asked={asked} onChosen={onClose} />
      </section>
    </Sheet>
  );
}

/** A star that asks for a sign-in leads away. */
function useClosedElsewhere(onClose: () => void): void {
  const path = usePath();
  const [from] = useState(path);
  useEffect(() => {
    if (path !== from) onClose();
  }, [path, from, onClose]);
}

/** A text once typing has paused. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function Results(props: {
  readonly asked: string;
  readonly onChosen: () => void;
}): ReactNode {
  const t = useT();
  const { asked, onChosen } = props;
  const isOnline = useIsOnline();
  const { data, error, isError, isPlaceholderData, refetch } = useSearch(asked);
  if (!isQuestion(asked)) {
    return <EmptyState title={t("find.startTitle")} text={t("find.startText")} />;
  }
  if (isError) {
    return (
      <ErrorState
        title={t("find.failed")}
        onRetry={() => void refetch()}
        reference={reportOf(t, error)}
      />
    );
  }
  if (!isOnline && (data === undefined || isPlaceholderData)) {
    return <EmptyState title={t("find.offline")} text={t("find.offlineText")} />;
  }
  if (data === undefined) return <Skeleton kind="row" rows={5} />;
  const { found } = data.data;
  const all = Object.values(found).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <p className="find-count" role="status">
        {all > 0 && t("find.found", { n: all })}
      </p>
      {all === 0 && <EmptyState title={t("find.none", { q: asked })} text={t("find.noneText")} />}
      {KINDS.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          all={found[kind] ?? 0}
          hits={data.list.filter((hit) => hit.kind === kind)}
          onChosen={onChosen}
        />
      ))}
    </>
  );
}

function Kind(props: {
  readonly kind: SearchKind;
  readonly all: number;
  readonly hits: readonly SearchHit[];
  readonly onChosen: () => void;
}): ReactNode {
  const t = useT();
  const { kind, all, hits, onChosen } = props;
  if (hits.length === 0) return null;
  return (
    <section className="list-group find-kind" aria-label={t(`find.kind.${kind}`)}>
      <h2>
        {t(`find.kind.${kind}`)} <span className="fig">{all}</span>
      </h2>
      <ul>
        {hits.map((hit) => (
          <FoundRow
            key={`${hit.scope} ${hit.name} ${hit.race?.race_id ?? hit.match?.event_id}`}
            hit={hit}
            onChosen={onChosen}
          >
            {hit.kind !== "meeting" && (
              <FollowStar one={{ kind: hit.kind, scope: hit.scope, name: hit.name }} />
            )}
          </FoundRow>
        ))}
      </ul>
      {all > hits.length && (
        <p className="find-more mute">{t("find.more", { n: all - hits.length })}</p>
      )}
    </section>
  );
}

/** From the field down to the results and back; Enter in the field opens the first. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const field = event.currentTarget.querySelector("input");
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("a.find-row")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (event.key === "Enter" && event.target === field) rows[0]?.click();
  else if (event.key === "ArrowDown") (rows[at + 1] ?? rows.at(-1))?.focus();
  else if (event.key === "ArrowUp") (at > 0 ? rows[at - 1] : field)?.focus();
  else return;
  event.preventDefault();
}
