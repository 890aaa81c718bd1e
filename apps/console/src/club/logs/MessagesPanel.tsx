import { LANGUAGES, isLanguage } from "@club/i18n";
import type { Language } from "@club/i18n";
import { ConsoleButton, ConsoleSelect, DataTable, Panel, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useMessagePreviews, type MessagePreview } from "../../api/logs.ts";
import { useT } from "../../core/lang.ts";
import { Listing } from "../../shell/Listing.tsx";
import { MailPreview } from "./MailPreview.tsx";

/** What players are told, in a language, as text message and as mail. */
export function MessagesPanel(): ReactNode {
  const t = useT();
  const [language, setLanguage] = useState<Language>(t.language);
  const query = useMessagePreviews(language);
  return (
    <Panel title={t("messages.title")}>
      <div className="c-panel-body">
        <ConsoleSelect
          label={t("messages.language")}
          value={language}
          options={LANGUAGES.map(({ id, name }) => ({ id, label: name }))}
          onChange={(id) => isLanguage(id) && setLanguage(id)}
        />
      </div>
      <Listing query={query}>{(list) => <PreviewTable list={list} language={language} />}</Listing>
    </Panel>
  );
}

interface PreviewTableProps {
  readonly list: readonly MessagePreview[];
  readonly language: Language;
}

function PreviewTable({ list, language }: PreviewTableProps): ReactNode {
  const t = useT();
  const [shown, setShown] = useState<MessagePreview | null>(null);
  return (
    <>
      <DataTable
        label={t("messages.title")}
        rows={list}
        rowId={(message) => message.kind}
        empty={t("outbox.none")}
        columns={[
          {
            id: "subject",
            label: t("messages.subject"),
            kind: "strong",
            cell: (message) => <span lang={language}>{message.subject}</span>,
          },
          {
            id: "askedBy",
            label: t("messages.askedBy"),
            cell: (message) => <Tag>{t(`messages.askedBy.${message.asked_by}`)}</Tag>,
          },
          {
            id: "text",
            label: t("outbox.text"),
            cell: (message) => <span lang={language}>{message.short}</span>,
          },
          {
            id: "page",
            label: t("messages.page"),
            kind: "end",
            cell: (message) => (
              <ConsoleButton kind="text" onPress={() => setShown(message)}>
                {t("messages.preview")}
              </ConsoleButton>
            ),
          },
        ]}
      />
      {shown !== null && <MailPreview message={shown} onClose={() => setShown(null)} />}
    </>
  );
}
