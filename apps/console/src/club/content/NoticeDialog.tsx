import type { EditedNotice } from "@club/contract";
import { LANGUAGES, type Language } from "@club/i18n";
import { Markdown } from "@club/ui";
import {
  ConsoleButton,
  ConsoleDialog,
  ConsoleField,
  ConsoleSelect,
  Segmented,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { createNotice, saveNotice } from "../../api/content.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { instantOfInput, localInput } from "../../core/typed.ts";

const LINES = 4;

/** Kind and time, as the fields hold them. */
interface Times {
  readonly tone: EditedNotice["tone"];
  readonly from: string;
  readonly to: string;
}

type Drafts = Readonly<
  Partial<Record<Language, { readonly title: string; readonly body: string }>>
>;

/** A notice in five languages, with its kind, its time and how players will see it. */
export function NoticeDialog(props: {
  readonly notice: EditedNotice | null;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { notice, onClose } = props;
  const [form, setForm] = useState<Times>({
    tone: notice?.tone ?? "info",
    from: localInput(notice?.starts_at),
    to: localInput(notice?.ends_at),
  });
  const [drafts, setDrafts] = useState<Drafts>(notice?.texts ?? {});
  const texts = textsOf(drafts);
  const keep = useAct(async () => {
    const { tone, from, to } = form;
    const times = { starts_at: instantOfInput(from) ?? null, ends_at: instantOfInput(to) ?? null };
    const fields = { tone, texts, ...times };
    if (notice === null) await createNotice(fields);
    else {
      const { notice_id, version } = notice;
      await saveNotice({ notice_id, version, ...fields });
    }
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
      acts={<Acts busy={keep.busy} isEmpty={isEmpty} onClose={onClose} />}
    >
      <div className="form">
        <TimeFields form={form} onChange={setForm} />
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

function Acts(props: {
  readonly busy: boolean;
  readonly isEmpty: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <ConsoleButton onPress={props.onClose}>{t("act.cancel")}</ConsoleButton>
      <ConsoleButton
        kind="primary"
        type="submit"
        busy={props.busy}
        reason={props.isEmpty ? t("notice.needsText") : undefined}
      >
        {t("act.save")}
      </ConsoleButton>
    </>
  );
}

function TimeFields(props: {
  readonly form: Times;
  readonly onChange: (form: Times) => void;
}): ReactNode {
  const t = useT();
  const { form, onChange } = props;
  return (
    <div className="notice-times">
      <ConsoleSelect
        label={t("notice.tone")}
        value={form.tone}
        options={(["info", "warning"] as const).map((id) => ({
          id,
          label: t(`notice.tone.${id}`),
        }))}
        onChange={(id) => onChange({ ...form, tone: id === "warning" ? "warning" : "info" })}
      />
      <ConsoleField
        label={t("notice.from")}
        type="datetime-local"
        value={form.from}
        onChange={(from) => onChange({ ...form, from })}
      />
      <ConsoleField
        label={t("notice.to")}
        type="datetime-local"
        value={form.to}
        onChange={(to) => onChange({ ...form, to })}
      />
    </div>
  );
}

function Texts(props: {
  readonly drafts: Drafts;
  readonly onChange: (drafts: Drafts) => void;
}): ReactNode {
  const t = useT();
  const { drafts, onChange } = props;
  const [language, setLanguage] = useState<Language>("en");
  const { title = "", body = "" } = drafts[language] ?? {};
  const write = (text: { title: string; body: string }) =>
    onChange({ ...drafts, [language]: text });
  return (
    <>
      <Segmented
        label={t("content.language")}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map(({ id, name }) => ({ id, label: name }))}
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

/** The languages that are written; one without a title is not. */
export function textsOf(drafts: Drafts): EditedNotice["texts"] {
  const written = LANGUAGES.flatMap(({ id: language }) => {
    const { title = "", body = "" } = drafts[language] ?? {};
    if (title.trim() === "") return [];
    return [[language, { title: title.trim(), body: body.trim() }] as const];
  });
  return Object.fromEntries(written);
}
