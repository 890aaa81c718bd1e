import { DataTable, Panel, Tag, type TagTone } from "@club/ui/console";
import type { ReactNode } from "react";
import type { PlayerFile } from "../../api/players.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";

const TONES = {
  verified: "turf",
  no: "turf",
  previously: "turf",
  refused: "loss",
  yes: "loss",
  review: "brass",
  asking: "brass",
  none: "brass",
} as const;

/** What identity checkers and registers were asked about a player, and what they answered. */
export function EvidencePanel({ file }: { readonly file: PlayerFile }): ReactNode {
  return (
    <>
      <IdentityChecks file={file} />
      <RegisterAnswers file={file} />
    </>
  );
}

function Said(props: {
  readonly tone: TagTone | undefined;
  readonly text: string;
  readonly failure: string | null;
}): ReactNode {
  return (
    <Tag tone={props.tone}>
      {props.text}
      {props.failure !== null && ` (${props.failure})`}
    </Tag>
  );
}

function IdentityChecks({ file }: { readonly file: PlayerFile }): ReactNode {
  const t = useT();
  return (
    <Panel title={t("evidence.identity")}>
      <DataTable
        label={t("evidence.identity")}
        rows={file.identity_checks}
        rowId={(check) => check.asked_at}
        empty={t("evidence.none")}
        columns={[
          {
            id: "asked",
            label: t("evidence.asked"),
            kind: "strong",
            cell: (check) => `${whenText(t, check.asked_at)} · ${check.provider}`,
          },
          {
            id: "answer",
            label: t("evidence.answer"),
            cell: ({ status, failure }) => (
              <Said tone={TONES[status]} text={t(`evidence.status.${status}`)} failure={failure} />
            ),
          },
          {
            id: "answered",
            label: t("evidence.answered"),
            kind: "mute",
            cell: ({ answered_at: at }) => (at === null ? "–" : whenText(t, at)),
          },
          { id: "number", label: t("evidence.number"), cell: (check) => check.check_id ?? "–" },
        ]}
      />
    </Panel>
  );
}

function RegisterAnswers({ file }: { readonly file: PlayerFile }): ReactNode {
  const t = useT();
  return (
    <Panel title={t("evidence.register")}>
      <DataTable
        label={t("evidence.register")}
        rows={file.exclusion_answers}
        rowId={(answer) => answer.at}
        empty={t("evidence.none")}
        columns={[
          {
            id: "asked",
            label: t("evidence.asked"),
            kind: "strong",
            cell: (answer) => `${whenText(t, answer.at)} · ${answer.provider}`,
          },
          {
            id: "occasion",
            label: t("evidence.occasion"),
            cell: ({ occasion }) => t(`evidence.at.${occasion}`),
          },
          {
            id: "answer",
            label: t("evidence.answer"),
            cell: ({ answer, failure }) => (
              <Said tone={TONES[answer]} text={t(`evidence.answer.${answer}`)} failure={failure} />
            ),
          },
          {
            id: "number",
            label: t("evidence.number"),
            cell: (answer) => answer.provider_id ?? "–",
          },
        ]}
      />
    </Panel>
  );
}
