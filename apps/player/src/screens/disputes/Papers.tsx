import type { DocumentKind, IdentityDocument } from "@club/contract";
import { formatDay } from "@club/i18n";
import { ListRow, Notice, Section, SelectField, showToast, Tag, type TagTone } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useSendPaper, type useMyPapers } from "../../api/disputes.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { PictureField } from "../../shell/PictureField.tsx";
import { deviceZone } from "../../device/zone.ts";

const KINDS: readonly DocumentKind[] = [
  "passport",
  "identity_card",
  "driving_licence",
  "proof_of_address",
];
const TONES: Readonly<Record<IdentityDocument["status"], TagTone>> = {
  waiting: "brass",
  accepted: "turf",
  refused: "loss",
};

/** Papers that the club asked for: sent as a picture, and what became of each. */
export function Papers({ query }: { readonly query: ReturnType<typeof useMyPapers> }): ReactNode {
  const t = useT();
  const { data } = query;
  if (data === undefined) return null;
  return (
    <Section title={t("papers.title")}>
      {data.data.identity_checked_at !== null && (
        <p>
          <Tag tone="turf" icon="check">
            {t("papers.checked")}
          </Tag>
        </p>
      )}
      <div className="case-rows">
        {data.list.map((paper) => (
          <ListRow
            key={paper.document_id}
            icon="camera"
            title={t(`papers.kind.${paper.kind}`)}
            meta={paper.reason ?? formatDay(paper.created_at, deviceZone(), t.language)}
            end={<Tag tone={TONES[paper.status]}>{t(`papers.state.${paper.status}`)}</Tag>}
          />
        ))}
      </div>
      <AddPaper />
    </Section>
  );
}

function AddPaper(): ReactNode {
  const t = useT();
  const [kind, setKind] = useState<DocumentKind>("passport");
  const send = useSendPaper();
  return (
    <div className="form case-form">
      <p className="mute">{t("papers.why")}</p>
      <SelectField
        label={t("papers.kind")}
        name="paper-kind"
        value={kind}
        onChange={(value) => setKind(value as DocumentKind)}
        options={KINDS.map((each) => ({ id: each, label: t(`papers.kind.${each}`) }))}
      />
      <PictureField
        label={t("papers.add")}
        note={t("papers.addNote")}
        busyLabel={t("papers.sending")}
        isSending={send.isPending}
        onPicture={(picture) =>
          send.mutate({ kind, picture }, { onSuccess: () => showToast(t("papers.sent")) })
        }
      />
      {send.isError && <Notice tone="loss" title={errorText(t, send.error)} alert />}
    </div>
  );
}
