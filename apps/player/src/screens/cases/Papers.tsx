import type { DocumentKind, IdentityDocument } from "@club/contract";
import { formatDay } from "@club/i18n";
import {
  Icon,
  ListRow,
  Notice,
  Section,
  SelectField,
  showToast,
  Tag,
  type TagTone,
} from "@club/ui";
import { useState, type ChangeEvent, type ReactNode } from "react";
import { useSendPaper, type useMyPapers } from "../../api/cases.ts";
import { useIsOnline } from "../../connection.ts";
import { useT } from "../../lang.ts";
import { errorText } from "../../shell/error-text.ts";
import { deviceZone } from "../../shell/zone.ts";
import { shrinkPicture } from "../top-up/shrink-picture.ts";

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
  const isOnline = useIsOnline();
  const [kind, setKind] = useState<DocumentKind>("passport");
  const [isReading, setReading] = useState(false);
  const send = useSendPaper();
  const isBusy = isReading || send.isPending;
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after a failure.
    event.target.value = "";
    if (file === undefined || isBusy) return;
    setReading(true);
    const picture = await shrinkPicture(file);
    setReading(false);
    send.mutate({ kind, picture }, { onSuccess: () => showToast(t("papers.sent")) });
  };
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
      <label className="receipt-add" data-locked={!isOnline || isBusy || undefined}>
        <Icon name="camera" />
        <span className="row-text">
          <b>{isBusy ? t("papers.sending") : t("papers.add")}</b>
          <span className="mute">{t("papers.addNote")}</span>
        </span>
        <Icon name="chevron-right" className="list-row-chevron" />
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={t("papers.add")}
          disabled={!isOnline || isBusy}
          onChange={(event) => void choose(event)}
        />
      </label>
      {send.isError && <Notice tone="loss" title={errorText(t, send.error)} alert />}
    </div>
  );
}
