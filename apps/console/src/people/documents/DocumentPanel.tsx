import type { OperatorDocument } from "@club/contract";
import { formatDate } from "@club/i18n";
import { classes, showToast } from "@club/ui";
import { ConsoleButton, FactList, Panel, PanelState, ScrollFrame, useKeys } from "@club/ui/console";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { acceptPaper, refusePaper, usePaperPicture } from "../../api/complaints.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { PaperTag } from "./DocumentTag.tsx";
import { whenText } from "../../core/time.ts";

/** A paper beside what the player told: does it fit? */
export function PaperPanel({ paper }: { readonly paper: OperatorDocument }): ReactNode {
  const t = useT();
  const [isLarge, setLarge] = useState(false);
  useKeys({ z: () => setLarge((before) => !before) });
  const born = paper.date_of_birth;
  return (
    <Panel
      title={t(`paper.kind.${paper.kind}`)}
      meta={<PaperTag status={paper.status} />}
      end={
        <ConsoleButton keyCap="Z" onPress={() => setLarge(!isLarge)}>
          {t(isLarge ? "paper.smaller" : "paper.larger")}
        </ConsoleButton>
      }
    >
      <Picture documentId={paper.document_id} isLarge={isLarge} />
      <FactList
        facts={[
          { label: t("player.fullName"), value: paper.full_name ?? t("paper.untold") },
          {
            label: t("paper.born"),
            value: born === null ? t("paper.untold") : formatDate(born, "UTC", t.language),
          },
          { label: t("paper.sent"), value: whenText(t, paper.created_at) },
        ]}
      />
      {paper.reason !== null && <p className="case-text loss">{paper.reason}</p>}
      {paper.status === "waiting" && <Acts paper={paper} />}
    </Panel>
  );
}

function Picture(props: { readonly documentId: string; readonly isLarge: boolean }): ReactNode {
  const t = useT();
  const query = usePaperPicture(props.documentId);
  const { data } = query;
  const url = useMemo(() => (data === undefined ? undefined : URL.createObjectURL(data)), [data]);
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  if (query.isError) {
    return (
      <PanelState state="failed" text={t("paper.failed")} onRetry={() => void query.refetch()} />
    );
  }
  if (url === undefined) return <PanelState state="loading" rows={6} />;
  return (
    <ScrollFrame
      className={classes("case-picture", props.isLarge && "case-picture-large")}
      label={t("paper.kind")}
    >
      <img src={url} alt={t("paper.kind")} />
    </ScrollFrame>
  );
}

function Acts({ paper }: { readonly paper: OperatorDocument }): ReactNode {
  const t = useT();
  const may = useMay("risk", "support");
  const [asking, setAsking] = useState<"accept" | "refuse" | null>(null);
  useKeys({ a: () => may && setAsking("accept"), r: () => may && setAsking("refuse") });
  const reason = may ? undefined : t("role.needed", { role: t("role.support") });
  return (
    <div className="case-acts">
      <ConsoleButton kind="primary" keyCap="A" reason={reason} onPress={() => setAsking("accept")}>
        {t("paper.accept")}
      </ConsoleButton>
      <ConsoleButton kind="danger" keyCap="R" reason={reason} onPress={() => setAsking("refuse")}>
        {t("paper.refuse")}
      </ConsoleButton>
      {asking !== null && <Ask what={asking} paper={paper} onClose={() => setAsking(null)} />}
    </div>
  );
}

function Ask(props: {
  readonly what: "accept" | "refuse";
  readonly paper: OperatorDocument;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { what, paper, onClose } = props;
  const isAccepting = what === "accept";
  const act = useAct(async (reason: string) => {
    if (isAccepting) await acceptPaper(paper.document_id);
    else await refusePaper(paper.document_id, reason);
    showToast(t(isAccepting ? "paper.accepted" : "paper.refused"));
    onClose();
  });
  const isAddress = paper.kind === "proof_of_address";
  const acceptText = t(isAddress ? "paper.acceptAddress" : "paper.acceptText");
  return (
    <AskDialog
      title={`${t(isAccepting ? "paper.accept" : "paper.refuse")}: ${paper.user_name}`}
      text={isAccepting ? acceptText : t("paper.refuseText")}
      label={t(isAccepting ? "paper.accept" : "paper.refuse")}
      danger={!isAccepting}
      reason={isAccepting ? "none" : "needed"}
      busy={act.busy}
      error={act.error}
      onSubmit={(reason) => void act.run(reason)}
      onClose={onClose}
    />
  );
}
