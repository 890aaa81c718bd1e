import type { EditedPage } from "@club/contract";
import { LANGUAGES, type Language } from "@club/i18n";
import { ConsoleSelect, DataTable, Panel, Segmented, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useContentPages } from "../../api/content.ts";
import { useT } from "../../core/lang.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { NoticesPanel } from "./NoticesPanel.tsx";
import { PageEditor } from "./PageEditor.tsx";
import "./content.css";

type View = "pages" | "notices";

/** What players read, written here: rules, help and notices. Route: /content */
export function ContentPage(): ReactNode {
  const t = useT();
  const [view, setView] = useState<View>("pages");
  return (
    <ConsoleFrame
      title={t("route.content")}
      meta={t("content.meta")}
      headEnd={
        <Segmented
          label={t("content.view")}
          value={view}
          onChange={setView}
          options={[
            { id: "pages", label: t("content.pages") },
            { id: "notices", label: t("content.notices") },
          ]}
        />
      }
    >
      {view === "pages" ? <Pages /> : <NoticesPanel />}
    </ConsoleFrame>
  );
}

function Pages(): ReactNode {
  const t = useT();
  const query = useContentPages();
  const [language, setLanguage] = useState<Language>("en");
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const pages = (query.data ?? []).filter((page) => page.language === language);
  const page = pages?.find((each) => nameOf(each) === chosen);
  return (
    <div className="content-columns">
      <Panel
        title={t("content.pages")}
        end={
          <ConsoleSelect
            label={t("content.language")}
            value={language}
            options={LANGUAGES.map(({ id, name }) => ({ id, label: name }))}
            onChange={(id) => setLanguage(id as Language)}
          />
        }
      >
        <Listing query={query} rows={14}>
          {() => <PageTable pages={pages} chosen={chosen} onChoose={setChosen} />}
        </Listing>
      </Panel>
      {page === undefined ? (
        <Panel label={t("content.page")} padded>
          <p className="mute">{t("content.none")}</p>
        </Panel>
      ) : (
        <PageEditor key={`${language} ${nameOf(page)} ${page.newest_version}`} page={page} />
      )}
    </div>
  );
}

const nameOf = (page: EditedPage): string => `${page.area}/${page.slug}`;

function PageTable(props: {
  readonly pages: readonly EditedPage[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("content.pages")}
      rows={props.pages}
      rowId={nameOf}
      selectedId={props.chosen}
      onSelect={props.onChoose}
      globalKeys
      columns={(column) => [
        column.strong(
          "title",
          t("content.page"),
          (page) => page.live.title,
          (page) => page.live.title,
        ),
        column.mute(
          "area",
          t("content.area"),
          (page) => t(`content.area.${page.area}`),
          (page) => t(`content.area.${page.area}`),
        ),
        column.end("state", t("content.state"), (page) => <State page={page} />),
      ]}
    />
  );
}

function State({ page }: { readonly page: EditedPage }): ReactNode {
  const t = useT();
  if (page.draft !== null) {
    return <Tag tone="brass">{t("content.draft", { n: page.draft.version })}</Tag>;
  }
  if (page.live.version === 0) return <Tag>{t("content.shipped")}</Tag>;
  return <Tag tone="turf">{t("content.live", { n: page.live.version })}</Tag>;
}
