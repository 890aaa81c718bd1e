import { newKey } from "@club/client";
import { isLanguage, LANGUAGES, type Language } from "@club/i18n";
import { paragraphsOf } from "@club/i18n/mail-page";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { sendMailing, useSegmentPlayers, type AskedRules } from "../../api/segments.ts";
import { useT, type T } from "../../core/lang.ts";
import { AskDialog, AskForm } from "../../shell/AskDialog.tsx";

const LONGEST_SUBJECT = 120;
const LONGEST_TEXT = 4000;
const LINES = 8;

interface Text {
  readonly subject: string;
  readonly text: string;
}
type Texts = Partial<Record<Language, Text>>;

const isBlank = (text: string): boolean => text.trim() === "";
const NONE: Text = { subject: "", text: "" };
const IDLE = { busy: false, error: undefined };

/** Writes to the players of the rules: first the texts, then what they will read and how many they are. */
export function MailingDialog(props: {
  readonly rules: AskedRules;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const [texts, setTexts] = useState<Texts>({});
  const [language, setLanguage] = useState<Language>(t.language);
  const [isWritten, setIsWritten] = useState(false);
  const readers = useReaders(props.rules);
  if (isWritten) {
    const back = () => setIsWritten(false);
    return <SendDialog {...props} {...{ readers, onBack: back }} texts={written(texts)} />;
  }
  return (
    <AskForm
      title={t("mailing.title")}
      text={readersText(t, readers)}
      label={t("mailing.read")}
      reason="none"
      missing={missingOf(t, texts, readers)}
      act={IDLE}
      onSubmit={() => setIsWritten(true)}
      onClose={props.onClose}
    >
      <TextFields {...{ texts, language }} onWrite={setTexts} onChoose={setLanguage} />
    </AskForm>
  );
}

function TextFields(props: {
  readonly texts: Texts;
  readonly language: Language;
  readonly onWrite: (texts: Texts) => void;
  readonly onChoose: (language: Language) => void;
}): ReactNode {
  const t = useT();
  const { texts, language } = props;
  const { subject, text } = texts[language] ?? NONE;
  const write = (change: Partial<Text>) =>
    props.onWrite({ ...texts, [language]: { subject, text, ...change } });
  return (
    <>
      <ConsoleSelect
        label={t("messages.language")}
        value={language}
        options={LANGUAGES.map(({ id, name }) => ({
          id,
          label: texts[id] !== undefined && isWhole(texts[id]) ? `${name} ✓` : name,
        }))}
        onChange={(id) => isLanguage(id) && props.onChoose(id)}
      />
      <ConsoleField
        label={t("messages.subject")}
        value={subject}
        onChange={(typed) => write({ subject: typed.slice(0, LONGEST_SUBJECT) })}
      />
      <ConsoleField
        label={t("mailing.text")}
        value={text}
        lines={LINES}
        hint={t("mailing.textHint")}
        onChange={(typed) => write({ text: typed.slice(0, LONGEST_TEXT) })}
      />
    </>
  );
}

/** How many will be written to; undefined: not known yet. */
function useReaders(rules: AskedRules): number | undefined {
  const { agrees = "yes", standing = "plays" } = rules;
  const query = useSegmentPlayers({ ...rules, agrees, standing }, "-since", true);
  return agrees === "no" || standing !== "plays" ? 0 : query.data?.players;
}

const readersText = (t: T, readers: number | undefined): string | undefined =>
  readers === undefined ? undefined : t("mailing.readers", { n: readers });

const isWhole = ({ subject, text }: Text): boolean => !isBlank(subject) && !isBlank(text);

/** The texts that say something. */
function written(texts: Texts): Texts {
  const said = LANGUAGES.flatMap(({ id }) => {
    const text = texts[id];
    return text !== undefined && isWhole(text) ? [[id, text] as const] : [];
  });
  return Object.fromEntries(said);
}

function missingOf(t: T, texts: Texts, readers: number | undefined): string | undefined {
  if (readers === 0) return t("mailing.nobody");
  const all = Object.values(texts).filter((each) => !isBlank(each.subject + each.text));
  return all.length === 0 || !all.every(isWhole) ? t("mailing.textMissing") : undefined;
}

function SendDialog(props: {
  readonly rules: AskedRules;
  readonly texts: Texts;
  readonly readers: number | undefined;
  readonly onBack: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { rules, texts, readers } = props;
  const [key] = useState(() => newKey());
  const run = async () => {
    await sendMailing({ rules, texts }, { idempotencyKey: key });
    // Sent, it leaves the text as well; given up, it goes back to it.
    props.onClose();
    return t("mailing.begun");
  };
  return (
    <AskDialog
      title={t("mailing.sendTitle")}
      text={readersText(t, readers)}
      label={t("mailing.send")}
      reason="none"
      run={run}
      onClose={props.onBack}
    >
      {LANGUAGES.map(({ id, name }) => {
        const said = texts[id];
        return (
          said !== undefined && (
            <article key={id} className="mailing-text" lang={id}>
              <h3>{said.subject}</h3>
              <p>{paragraphsOf(said.text).join("\n\n")}</p>
              <p className="mute small">{name}</p>
            </article>
          )
        );
      })}
    </AskDialog>
  );
}
