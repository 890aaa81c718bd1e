import type { EditedNotice } from "@club/contract";
import { Markdown } from "@club/ui";
import {
  ConsoleButton,
  ConsoleDialog,
  ConsoleField,
  ConsoleSelect,
  Segmented,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { keepNotice } from "../api/content.ts";
import { useAct } from "../api/use-act.ts";
import { useT } from "../lang.ts";
import { LANGUAGE_NAMES, LANGUAGES, type ContentLanguage } from "./languages.ts";
import { instantOf, localOf, textsOf, type Drafts } from "./notice-form.ts";

const LINES = 4;

/** A notice in five languages, with its kind, its time and how players will see it. */
export function NoticeDialog(props: {
  readonly notice: EditedNotice | null;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { notice, onClose } = props;
  const [tone, setTone] = useState<EditedNotice["tone"]>(notice?.tone ?? "info");
  const [from, setFrom] = useState(localOf(notice?.starts_at));
  const [to, setTo] = useState(localOf(notice?.ends_at));
  const [drafts, setDrafts] = useState<Drafts>(notice?.texts ?? {});
  const texts = textsOf(drafts);
  const keep = useAct(async () => {
    const form = { tone, texts, starts_at: instantOf(from), ends_at: instantOf(to) };
    await keepNotice(form, notice);
  });
  const isEmpty = Object.keys(texts).length === 0;
  const submit = async () => {
    if (!isEmpty && (await keep.run())) onClose();
  };
  return (
    <ConsoleDialog
      title={notice === null ? t("notice.new") : t("content.notices")}
      size="wide"
      onClose={onClose}
      onSubmit={() => void submit()}
      acts={
        <>
          <ConsoleButton onPress={onClose}>{t("act.cancel")}</ConsoleButton>
          <ConsoleButton
            kind="primary"
            type="submit"
            busy={keep.busy}
            reason={isEmpty ? t("notice.needsText") : undefined}
          >
            {t("act.save")}
          </ConsoleButton>
        </>
      }
    >
      <div className="form">
        <div className="notice-times">
          <ConsoleSelect
            label={t("notice.tone")}
            value={tone}
            options={(["info", "warning"] as const).map((id) => ({
              id,
              label: t(`notice.tone.${id}`),
            }))}
            onChange={(id) => setTone(id === "warning" ? "warning" : "info")}
          />
          <ConsoleField
            label={t("notice.from")}
            type="datetime-local"
            value={from}
            onChange={setFrom}
          />
          <ConsoleField label={t("notice.to")} type="datetime-local" value={to} onChange={setTo} />
        </div>
        <Texts drafts={drafts} onChange={setDrafts} />
        {keep.error !== undefined && (
          <p className="loss" role="alert">
            {keep.error}
          </p>
        )}
      </div>
    </ConsoleDialog>
  );
}

function Texts(props: {
  readonly drafts: Drafts;
  readonly onChange: (drafts: Drafts) => void;
}): ReactNode {
  const t = useT();
  const { drafts, onChange } = props;
  const [language, setLanguage] = useState<ContentLanguage>("en");
  const { title = "", body = "" } = drafts[language] ?? {};
  const write = (text: { title: string; body: string }) =>
    onChange({ ...drafts, [language]: text });
  return (
    <>
      <Segmented
        label={t("content.language")}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
      />
      <ConsoleField
        label={t("content.title")}
        value={title}
        onChange={(next) => write({ title: next, body })}
      />
      <ConsoleField
        label={t("content.body")}
        value={body}
        lines={LINES}
        onChange={(next) => write({ title, body: next })}
        hint={t("notice.fallback")}
      />
      <div className="content-preview" lang={language} aria-label={t("content.preview")}>
        <b>{title}</b>
        <Markdown text={body} />
      </div>
    </>
  );
}
