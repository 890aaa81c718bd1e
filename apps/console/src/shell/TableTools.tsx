import { saveFile } from "@club/client";
import { clubNow, lazyPage, showToast } from "@club/ui";
import { ConsoleButton, TableHost, type HostedTable, type TableFacts } from "@club/ui/console";
import { dayAt } from "@club/i18n";
import {
  createContext,
  createElement,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { OpenPage } from "../core/address.ts";
import { useAct } from "../api/use-act.ts";
import { useT } from "../core/lang.ts";
import { useSession } from "../core/session.ts";
import { readLayout, writeLayout, type TableLayout } from "../core/table-layouts.ts";
import { clubZone } from "../core/time.ts";
import { csvOfTable } from "./table-csv.ts";

/** The pages of a list that are not loaded yet. */
export interface MorePages {
  readonly hasNextPage?: boolean | undefined;
  readonly isFetchingNextPage?: boolean | undefined;
  readonly fetchNextPage?:
    | (() => Promise<{ readonly isError: boolean; readonly error: unknown }>)
    | undefined;
}

const Pages = createContext<MorePages>({});
const HasOwnFile = createContext(false);
const loadDialog = async () => ({ default: (await import("./TableDialog.tsx")).TableDialog });

/** Tables within have their tools beneath: all rows as a file, the choice of columns, views. */
export function TableTools(props: {
  readonly pages: MorePages;
  readonly hasOwnFile: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <TableHost value={HOST}>
      <HasOwnFile value={props.hasOwnFile}>
        <Pages value={props.pages}>{props.children}</Pages>
      </HasOwnFile>
    </TableHost>
  );
}

const HOST = { useTable: useHostedTable };

function useHostedTable(facts: TableFacts): HostedTable {
  const t = useT();
  const [layout, setLayout] = useLayout(facts);
  const [isOpen, setOpen] = useState(false);
  const csv = useCsv(facts);
  const hasOwnFile = use(HasOwnFile);
  const hidden = useMemo(() => new Set(layout.hidden), [layout.hidden]);
  const isPlain = layout.hidden.length === 0 && layout.views.length === 0;
  const foot = (facts.rows > 0 || !isPlain) && (
    <div className="c-table-tools">
      {facts.rows > 0 && !hasOwnFile && (
        <ConsoleButton
          kind="text"
          busy={csv.busy}
          label={t("table.csvOf", { table: facts.label })}
          onPress={() => void csv.run()}
        >
          {t("reports.csv")}
        </ConsoleButton>
      )}
      <ConsoleButton
        kind="text"
        label={t("table.viewOf", { table: facts.label })}
        onPress={() => setOpen(true)}
      >
        {t("table.view")}
      </ConsoleButton>
      {isOpen &&
        createPortal(
          createElement(lazyPage(loadDialog), {
            facts,
            layout,
            onChange: setLayout,
            onClose: () => setOpen(false),
          }),
          document.body,
        )}
    </div>
  );
  const onSort = (by: string | undefined) => setLayout({ ...layout, by });
  return { hidden, foot, by: layout.by, onSort };
}

/** Each operator's own for each table, on this device. */
function useLayout({ columns }: TableFacts) {
  const operatorId = useSession()?.operatorId ?? "";
  const page = use(OpenPage)?.page ?? "";
  const id = `${page} ${columns.map((column) => column.id).join(",")}`;
  const [layout, setLayout] = useState(() => readLayout(operatorId, id));
  const keep = (next: TableLayout) => {
    writeLayout(operatorId, id, next);
    setLayout(next);
  };
  return [layout, keep] as const;
}

/** Longer lists are for the reports. */
const MOST_ROWS = 10_000;

/** Loads what is not there yet, page by page, and hands the table over when all of it is drawn. */
function useCsv({ label, element, rows }: TableFacts) {
  const t = useT();
  const pages = use(Pages);
  const drawn = useRef({ pages, rows });
  useLayoutEffect(() => {
    drawn.current = { pages, rows };
  });
  return useAct(
    async () => {
      while (await isMoreToLoad(drawn)) {
        const { isError, error } = await (drawn.current.pages.fetchNextPage?.() ?? NOTHING);
        if (isError) throw error;
      }
      if (element.current === null) return;
      const text = csvOfTable(element.current, t.language);
      const day = dayAt(clubNow(), clubZone());
      saveFile(new Blob([text], { type: "text/csv" }), `${fileName(label)} ${day}.csv`);
      const isCut = drawn.current.pages.hasNextPage === true;
      if (isCut) showToast(t("table.cut", { n: drawn.current.rows }));
    },
    { toast: true },
  );
}

const NOTHING = { isError: false, error: null };
const A_FRAME_MS = 16;

/** Waits until what was fetched is drawn. */
async function isMoreToLoad(drawn: {
  readonly current: { readonly pages: MorePages; readonly rows: number };
}): Promise<boolean> {
  do {
    await new Promise((resolve) => {
      setTimeout(resolve, A_FRAME_MS);
    });
  } while (drawn.current.pages.isFetchingNextPage === true);
  return drawn.current.pages.hasNextPage === true && drawn.current.rows < MOST_ROWS;
}

const fileName = (label: string): string => label.replace(/[\\/:*?"<>|]/g, " ").trim();
