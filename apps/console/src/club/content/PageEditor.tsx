import type { EditedPage } from "@club/contract";
import { Markdown, showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, ConsoleSelect, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { nameOf, publishVersion, saveDraft, useVersions } from "../../api/content.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";

const LINES = 18;

/** One page in one language: the text, how players will see it, its versions. */
export function PageEditor({ page }: { readonly page: EditedPage }): ReactNode {
  const t = useT();
  const start = page.draft ?? page.live;
  const [title, setTitle] = useState(start.title);
  const [body, setBody] = useState(start.body);
  const isChanged = title !== start.title || body !== start.body;
  const load = (version: { title: string; body: string }) => {
    setTitle(version.title);
    setBody(version.body);
  };
  return (
    <div className="content-editor">
      <Panel title={t("content.page")} padded end={<Versions page={page} onLoad={load} />}>
        <div className="form">
          <ConsoleField label={t("content.title")} value={title} onChange={setTitle} />
          <ConsoleField
            label={t("content.body")}
            value={body}
            onChange={setBody}
            lines={LINES}
            hint={t("content.markdown")}
          />
          <Acts page={page} draft={{ title, body }} isChanged={isChanged} />
        </div>
      </Panel>
      <Panel title={t("content.preview")} padded>
        <div className="content-preview" lang={page.language}>
          <h2>{title}</h2>
          <Markdown text={body} />
        </div>
      </Panel>
    </div>
  );
}

function Acts(props: {
  readonly page: EditedPage;
  readonly draft: { readonly title: string; readonly body: string };
  readonly isChanged: boolean;
}): ReactNode {
  const t = useT();
  const { page, draft, isChanged } = props;
  const name = nameOf(page);
  const save = useAct(
    async () => await saveDraft({ ...name, ...draft, based_on: page.newest_version }),
  );
  const publish = useAct(async (version: number) => await publishVersion({ ...name, version }));
  const waiting = page.draft?.version;
  const onSave = async () => {
    if (await save.run()) showToast(t("content.saved"));
  };
  const onPublish = async () => {
    if (waiting !== undefined && (await publish.run(waiting))) showToast(t("content.published"));
  };
  const noDraft = waiting === undefined ? t("content.noDraft") : undefined;
  return (
    <>
      {(save.error ?? publish.error) !== undefined && (
        <p className="loss" role="alert">
          {save.error ?? publish.error}
        </p>
      )}
      <div className="words">
        <ConsoleButton
          busy={save.busy}
          reason={isChanged ? undefined : t("content.unchanged")}
          onPress={() => void onSave()}
        >
          {t("content.save")}
        </ConsoleButton>
        <ConsoleButton
          kind="primary"
          busy={publish.busy}
          reason={isChanged ? t("content.saveFirst") : noDraft}
          onPress={() => void onPublish()}
        >
          {t("content.publish")}
        </ConsoleButton>
      </div>
    </>
  );
}

/** Loads an older or the shipped version into the editor; saving and publishing make it live. */
function Versions(props: {
  readonly page: EditedPage;
  readonly onLoad: (version: { title: string; body: string }) => void;
}): ReactNode {
  const t = useT();
  const { page, onLoad } = props;
  const { data = [] } = useVersions(page, page.newest_version);
  const [chosen, setChosen] = useState(String((page.draft ?? page.live).version));
  if (data.length < 2) return null;
  return (
    <ConsoleSelect
      label={t("content.versions")}
      value={chosen}
      options={data.map(({ version, changed_by: who }) => ({
        id: String(version),
        label:
          version === 0
            ? t("content.shipped")
            : t("content.version", { n: version, who: who ?? "–" }),
      }))}
      onChange={(id) => {
        setChosen(id);
        const version = data.find((each) => String(each.version) === id);
        if (version !== undefined) onLoad(version);
      }}
    />
  );
}
