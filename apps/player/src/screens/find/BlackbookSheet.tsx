import type { FollowKind, FollowLine, SearchHit } from "@club/contract";
import { Button, EmptyState, ErrorState, Sheet, Skeleton } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useFollows } from "../../api/follows.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { reportOf } from "../../core/texts.ts";
import { FindSheet } from "./FindSheet.tsx";
import { FollowStar } from "../../shell/FollowStar.tsx";
import { FoundRow } from "./FoundRow.tsx";
import "./find.css";

const KINDS: readonly FollowKind[] = ["runner", "jockey", "trainer", "team"];

/** Whom the player follows, with what they have next. */
export function BlackbookSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const [isFinding, setFinding] = useState(false);
  const { data } = useFollows();
  const find = () => setFinding(true);
  return (
    <Sheet
      open
      full
      onClose={onClose}
      title={t("follow.title")}
      ground="page"
      foot={
        data !== undefined &&
        data.length > 0 && (
          <div className="acts">
            <Button icon="search" wide onPress={find}>
              {t("follow.find")}
            </Button>
          </div>
        )
      }
    >
      <Followed onFind={find} onChosen={onClose} />
      {isFinding && <FindSheet onClose={() => setFinding(false)} />}
    </Sheet>
  );
}

function Followed(props: {
  readonly onFind: () => void;
  readonly onChosen: () => void;
}): ReactNode {
  const t = useT();
  const { onFind, onChosen } = props;
  const isOnline = useIsOnline();
  const { data, isError, error, refetch } = useFollows();
  if (data === undefined && isError) {
    return (
      <ErrorState
        title={t("follow.failed")}
        onRetry={() => void refetch()}
        reference={reportOf(t, error)}
      />
    );
  }
  if (data === undefined) {
    return isOnline ? <Skeleton kind="row" rows={5} /> : <EmptyState title={t("follow.offline")} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title={t("follow.none")}
        text={t("follow.noneText")}
        act={{ label: t("follow.find"), onPress: onFind }}
      />
    );
  }
  return (
    <div className="find">
      <p className="find-count">{t("follow.told")}</p>
      {KINDS.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          lines={data.filter((line) => line.kind === kind)}
          onChosen={onChosen}
        />
      ))}
    </div>
  );
}

function Kind(props: {
  readonly kind: FollowKind;
  readonly lines: readonly FollowLine[];
  readonly onChosen: () => void;
}): ReactNode {
  const t = useT();
  const { kind, lines, onChosen } = props;
  if (lines.length === 0) return null;
  return (
    <section className="list-group find-kind" aria-label={t(`find.kind.${kind}`)}>
      <h2>
        {t(`find.kind.${kind}`)} <span className="fig">{lines.length}</span>
      </h2>
      <ul>
        {lines.map((line) => (
          <FoundRow
            key={`${line.scope} ${line.name}`}
            hit={line.next ?? offTheCard(line)}
            onChosen={onChosen}
          >
            <FollowStar one={line} />
          </FoundRow>
        ))}
      </ul>
    </section>
  );
}

/** Nothing to lead to yet. */
function offTheCard({ kind, scope, name }: FollowLine): SearchHit {
  return { kind, scope, name, names: {}, count: 0, horse: null, race: null, match: null };
}
