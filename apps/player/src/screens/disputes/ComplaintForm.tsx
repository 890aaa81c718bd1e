import type { ComplaintTopic } from "@club/contract";
import { Button, Notice, Section, SelectField, showToast } from "@club/ui";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { useComplain } from "../../api/disputes.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";

const TOPICS: readonly ComplaintTopic[] = ["bet", "money", "account", "protection", "other"];
const MOST = 4000;

/** A few words to the club, and the date by which it answers. */
export function ComplaintForm(): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const [topic, setTopic] = useState<ComplaintTopic>("bet");
  const [text, setText] = useState("");
  const complain = useComplain();
  const isMissing = text.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMissing || !isOnline || complain.isPending) return;
    complain.mutate(
      { topic, text: text.trim() },
      {
        onSuccess: () => {
          setText("");
          showToast(t("cases.sent"));
        },
      },
    );
  };
  const reason = isMissing ? t("cases.textMissing") : undefined;
  return (
    <Section title={t("cases.new")}>
      <form className="form case-form" onSubmit={submit} noValidate>
        <p className="mute">{t("cases.promise")}</p>
        <SelectField
          label={t("cases.topic")}
          name="topic"
          value={topic}
          onChange={(value) => setTopic(value as ComplaintTopic)}
          options={TOPICS.map((each) => ({ id: each, label: t(`cases.topic.${each}`) }))}
        />
        <Words text={text} onChange={setText} />
        {complain.isError && <Notice tone="loss" title={errorText(t, complain.error)} alert />}
        <div>
          <Button
            kind="primary"
            size="large"
            type="submit"
            busy={complain.isPending}
            busyText={t("state.sending")}
            reason={isOnline ? reason : t("offline.toast")}
          >
            {t("cases.send")}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Words(props: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const t = useT();
  const id = useId();
  return (
    <div className="field">
      <label className="field-box case-box" htmlFor={id}>
        <span className="field-label">{t("cases.text")}</span>
        <textarea
          id={id}
          name="text"
          rows={5}
          maxLength={MOST}
          value={props.text}
          aria-describedby={`${id}-note`}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </label>
      <p className="field-note" id={`${id}-note`}>
        {t("cases.textHint")}
      </p>
    </div>
  );
}
