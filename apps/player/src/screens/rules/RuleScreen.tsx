import type { ContentPage } from "@club/contract";
import { isBetTypeIndex } from "@club/domain";
import {
  Button,
  EmptyState,
  ErrorState,
  Field,
  FilterChips,
  ListGroup,
  ListRow,
  Markdown,
  Section,
  Skeleton,
} from "@club/ui";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { go, useQueryOfAddress } from "../../core/address.ts";
import { useRules } from "../../api/content.ts";
import { useNextRaces } from "../../api/races.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf, pathOf } from "../../core/routes.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { BetExample } from "./BetExample.tsx";
import { Calculator } from "./Calculator.tsx";
import { searchPages } from "./search.ts";
import "../../shell/pages.css";
import "./rules.css";

/** The rules, from what the club publishes. Route: /pages/rule/rule?page=bet-6 */
export function RuleScreen(): ReactNode {
  const t = useT();
  const asked = useQueryOfAddress().get("page");
  const query = useRules();
  const page = query.data?.find(({ slug }) => slug === asked);
  if (query.data !== undefined && page !== undefined) {
    return <RulePage key={page.slug} page={page} pages={query.data} />;
  }
  return (
    <Screen id="rules" updatedAt={query.dataUpdatedAt}>
      {query.isPending && <Skeleton kind="row" rows={10} />}
      {query.isError && query.data === undefined && (
        <ErrorState
          title={t("rules.failed")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {query.data !== undefined && <Contents pages={query.data} />}
    </Screen>
  );
}

function Contents({ pages }: { readonly pages: readonly ContentPage[] }): ReactNode {
  const t = useT();
  const [text, setText] = useState("");
  const found = searchPages(pages, text);
  return (
    <>
      <div className="rules-search">
        <Field
          label={t("rules.search")}
          name="search"
          type="search"
          value={text}
          onChange={setText}
        />
      </div>
      {text.trim() === "" ? (
        <>
          <PageRows
            title={t("rules.pages")}
            pages={pages.filter((each) => numberOfPage(each) === null)}
          />
          <PageRows
            title={t("rules.types")}
            pages={pages.filter((each) => numberOfPage(each) !== null)}
          />
        </>
      ) : (
        <div role="status">
          {found.length === 0 && <EmptyState title={t("rules.none", { text: text.trim() })} />}
          {found.length > 0 && (
            <ListGroup>
              {found.map(({ page, piece }) => (
                <ListRow
                  key={page.slug}
                  title={titleOf(page)}
                  meta={piece}
                  href={hrefOf("rules", { page: page.slug })}
                />
              ))}
            </ListGroup>
          )}
        </div>
      )}
    </>
  );
}

function PageRows(props: {
  readonly title: string;
  readonly pages: readonly ContentPage[];
}): ReactNode {
  return (
    <ListGroup title={props.title}>
      {props.pages.map((page) => (
        <ListRow
          key={page.slug}
          title={titleOf(page)}
          href={hrefOf("rules", { page: page.slug })}
        />
      ))}
    </ListGroup>
  );
}

function RulePage(props: {
  readonly page: ContentPage;
  readonly pages: readonly ContentPage[];
}): ReactNode {
  const t = useT();
  const { page, pages } = props;
  const number = numberOfPage(page);
  const betType = number !== null && isBetTypeIndex(number) ? number : null;
  return (
    <Screen
      id="rules"
      title={page.title}
      actions={[
        {
          icon: "search",
          label: t("rules.search"),
          onPress: () => go(pathOf("rules"), { replace: true }),
        },
      ]}
      foot={number !== null && <TryIt />}
    >
      <Siblings page={page} pages={pages} />
      <Section>
        <Markdown text={page.body} />
      </Section>
      {betType !== null && (
        <>
          <BetExample betType={betType} />
          <Calculator betType={betType} />
        </>
      )}
      {number === null && (
        <div className="pad">
          <Button wide href={hrefOf("rules")}>
            {t("rules.all")}
          </Button>
        </div>
      )}
    </Screen>
  );
}

/** The other pages of the kind; the open one is scrolled to. */
function Siblings(props: {
  readonly page: ContentPage;
  readonly pages: readonly ContentPage[];
}): ReactNode {
  const t = useT();
  const { page, pages } = props;
  const isBetType = numberOfPage(page) !== null;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector('[aria-pressed="true"]');
    chosen?.scrollIntoView({ inline: "center", block: "nearest" });
  }, []);
  const siblings = pages.filter((each) => (numberOfPage(each) !== null) === isBetType);
  return (
    <div ref={row}>
      <FilterChips
        label={isBetType ? t("rules.types") : t("rules.pages")}
        chips={siblings.map((each) => ({ id: each.slug, label: titleOf(each) }))}
        selectedId={page.slug}
        onSelect={(slug) => go(pathOf("rules", { page: slug }), { replace: true })}
      />
    </div>
  );
}

/** The next race to jump, where the bet can be tried. */
function TryIt(): ReactNode {
  const t = useT();
  const [next] = useNextRaces().list ?? [];
  if (next === undefined) return null;
  const race = `${next.meetings} R${next.raceNo}`;
  return (
    <div className="acts">
      <Button kind="primary" size="large" href={hrefOf("detail", { race: next.race_id })}>
        {t("rules.try", { race })}
      </Button>
    </div>
  );
}

/** The number of the page's bet type, also of an All Up, which is no bet of one pool. */
function numberOfPage({ slug }: ContentPage): number | null {
  const number = /^bet-(\d{1,2})$/.exec(slug)?.[1];
  return number === undefined ? null : Number(number);
}

/** "6 Trifecta": the number is that of the specification. */
function titleOf(page: ContentPage): string {
  const number = numberOfPage(page);
  return number === null ? page.title : `${number} ${page.title}`;
}
