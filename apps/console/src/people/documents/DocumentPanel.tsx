import type { OperatorDocument, IdentityDocument } from "@club/contract";
import { formatDate } from "@club/i18n";
import { ConsoleButton, FactList, Panel, useKeys, Tag } from "@club/ui/console";
import type { TagTone } from "@club/ui/console";
import { useState } from "react";
import type { ReactNode } from "react";
import { accept, refuse } from "../../api/complaints.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { FilePicture } from "../../shell/FilePicture.tsx";

/** A document beside what the player stated, to compare. */
export function DocumentPanel({ paper }: { readonly paper: OperatorDocument }): ReactNode {
  const t = useT();
  const [isLarge, setLarge] = useState(false);
  useKeys({ z: () => setLarge((before) => !before) });
  const born = paper.date_of_birth;
  return (
    <Panel
      title={t(`paper.kind.${paper.kind}`)}
      meta={<DocumentTag status={paper.status} />}
      end={
        <ConsoleButton keyCap="Z" onPress={() => setLarge(!isLarge)}>
          {t(isLarge ? "paper.smaller" : "paper.larger")}
        </ConsoleButton>
      }
    >
      <FilePicture
        path={`/api/operator/documents/${paper.document_id}/picture`}
        label={t("paper.kind")}
        failedText={t("paper.failed")}
        isLarge={isLarge}
      />
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

function Acts({ paper }: { readonly paper: OperatorDocument }): ReactNode {
  const t = useT();
  const may = useMay(
    "POST /api/operator/documents/:document_id/accept",
    "POST /api/operator/documents/:document_id/refuse",
  );
  const [asking, setAsking] = useState<"accept" | "refuse" | null>(null);
  useKeys({ a: () => may && setAsking("accept"), r: () => may && setAsking("refuse") });
  const reason = roleNeeded(t, may, "support");
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
  // As it stood when this was asked: what is read anew behind the question was not looked at.
  const [shown] = useState({ full_name: paper.full_name, date_of_birth: paper.date_of_birth });
  const run = async (reason: string) => {
    if (isAccepting) await accept({ document_id: paper.document_id, shown });
    else await refuse({ document_id: paper.document_id, reason });
    return t(isAccepting ? "paper.accepted" : "paper.refused");
  };
  const isAddress = paper.kind === "proof_of_address";
  const acceptText = t(isAddress ? "paper.acceptAddress" : "paper.acceptText");
  return (
    <AskDialog
      title={`${t(isAccepting ? "paper.accept" : "paper.refuse")}: ${paper.user_name}`}
      text={isAccepting ? acceptText : t("paper.refuseText")}
      label={t(isAccepting ? "paper.accept" : "paper.refuse")}
      danger={!isAccepting}
      reason={isAccepting ? "none" : "needed"}
      run={run}
      onClose={onClose}
    />
  );
}

const TONES: Readonly<Record<IdentityDocument["status"], TagTone>> = {
  waiting: "brass",
  accepted: "turf",
  refused: "plain",
};

export function DocumentTag({
  status,
}: {
  readonly status: IdentityDocument["status"];
}): ReactNode {
  const t = useT();
  return <Tag tone={TONES[status]}>{t(`paper.status.${status}`)}</Tag>;
}
