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
        columns={(column) => [
          column.strong(
            "asked",
            t("evidence.asked"),
            (check) => `${whenText(t, check.asked_at)} · ${check.provider}`,
          ),
          column.text("answer", t("evidence.answer"), ({ status, failure }) => (
            <Said tone={TONES[status]} text={t(`evidence.status.${status}`)} failure={failure} />
          )),
          column.mute("answered", t("evidence.answered"), ({ answered_at: at }) =>
            at === null ? "–" : whenText(t, at),
          ),
          column.text("number", t("evidence.number"), (check) => check.check_id ?? "–"),
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
        columns={(column) => [
          column.strong(
            "asked",
            t("evidence.asked"),
            (answer) => `${whenText(t, answer.at)} · ${answer.provider}`,
          ),
          column.text("occasion", t("evidence.occasion"), ({ occasion }) =>
            t(`evidence.at.${occasion}`),
          ),
          column.text("answer", t("evidence.answer"), ({ answer, failure }) => (
            <Said tone={TONES[answer]} text={t(`evidence.answer.${answer}`)} failure={failure} />
          )),
          column.text("number", t("evidence.number"), (answer) => answer.provider_id ?? "–"),
        ]}
      />
    </Panel>
  );
}
