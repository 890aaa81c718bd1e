import type { DeskEvent } from "@club/contract";
import { hasTwoSides, LANGUAGES, type Language } from "@club/i18n";
import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, ConsoleSelect, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { changeEvent } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";

const OVER: readonly string[] = ["final", "settled", "void"];

/** The names of the sides in the other languages; their next events reuse them automatically. */
export function EventNames({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  const [language, setLanguage] = useState<Language>("zh-Hant");
  const mayTrade = useMay("POST /api/operator/sports/events/:event_id/change");
  if (!mayTrade || OVER.includes(event.status)) return null;
  return (
    <Panel title={t("desk.names")} padded>
      <div className="form">
        <ConsoleSelect
          label={t("content.language")}
          value={language}
          onChange={(id) => setLanguage(id as Language)}
          options={LANGUAGES.map(({ id, name }) => ({ id, label: name }))}
        />
        <Sides key={language} event={event} language={language} />
      </div>
    </Panel>
  );
}

function Sides(props: { readonly event: DeskEvent; readonly language: Language }): ReactNode {
  const t = useT();
  const { event, language } = props;
  const [home, setHome] = useState(event.home_names[language] ?? "");
  const [away, setAway] = useState(event.away_names[language] ?? "");
  const act = useAct(
    async () => {
      await changeEvent({
        event_id: event.event_id,
        home_names: namesWith(event.home_names, language, home),
        away_names: namesWith(event.away_names, language, away),
      });
      showToast(t("desk.namesSaved"));
    },
    { toast: true },
  );
  const save = () => void act.run();
  return (
    <>
      <ConsoleField
        label={t("desk.nameOf", { name: event.home })}
        value={home}
        onChange={setHome}
        placeholder={event.home}
        onEnter={save}
      />
      {hasTwoSides(event) && (
        <ConsoleField
          label={t("desk.nameOf", { name: event.away })}
          value={away}
          onChange={setAway}
          placeholder={event.away}
          hint={t("desk.namesHint")}
          onEnter={save}
        />
      )}
      <div className="acts">
        <ConsoleButton busy={act.busy} onPress={save}>
          {t("act.save")}
        </ConsoleButton>
      </div>
    </>
  );
}

/** A side's names with one language's replaced; an empty name is removed. */
export function namesWith(
  names: Readonly<Record<string, string>>,
  language: string,
  typed: string,
): Record<string, string> {
  const { [language]: _, ...others } = names;
  const name = typed.trim();
  return name === "" ? others : { ...others, [language]: name };
}
