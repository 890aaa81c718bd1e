import { createT, LANGUAGES, type Language } from "@club/i18n";
import { loadPlayerMessages } from "@club/i18n/player";
import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { loadIcons } from "../src/icons.ts";
import { TextProvider } from "../src/index.ts";
import { InvitePage, ProductsPage } from "./club.tsx";
import { ConsolePage } from "./console.tsx";
import { DayPage, RacePage, ResultPage } from "./day.tsx";
import { FormsPage, MoneyPage, StatesPage } from "./money.tsx";
import { COMPOSITIONS, PIECES, type PageName } from "./pages.ts";
import { PiecePage, Shown } from "./piece.tsx";
import {
  BarsPage,
  CardPage,
  IconsPage,
  InstallPage,
  LatePage,
  LivePage,
  LoadingPage,
  LoadMorePage,
  PopupPage,
  PressPage,
  TabsPage,
  TransitionPage,
} from "./pieces.tsx";
import {
  DateFieldPage,
  PickerDatePage,
  PickerDateTimePage,
  PickerMonthPage,
  PickerRangePage,
  PickerTimePage,
  PickerYearPage,
} from "./pickers.tsx";
import { GridPage, KeypadPage, LegsPage, PartsPage, ReceiptPage, SlipPage } from "./slip.tsx";
import { OrderCardPage, SportOrderPage } from "./sport.tsx";
import "./gallery.css";

const PAGES: Readonly<Record<PageName, () => ReactNode>> = {
  loading: LoadingPage,
  "order-card": OrderCardPage,
  "sport-order-card": SportOrderPage,
  bars: BarsPage,
  "load-more": LoadMorePage,
  tabs: TabsPage,
  live: LivePage,
  install: InstallPage,
  popup: PopupPage,
  icons: IconsPage,
  card: CardPage,
  "picker-date": PickerDatePage,
  "picker-month": PickerMonthPage,
  "picker-year": PickerYearPage,
  "picker-time": PickerTimePage,
  "picker-datetime": PickerDateTimePage,
  "picker-range": PickerRangePage,
  "date-field": DateFieldPage,
  transition: TransitionPage,
  press: PressPage,
  late: LatePage,
  products: ProductsPage,
  invite: InvitePage,
  day: DayPage,
  race: RacePage,
  result: ResultPage,
  slip: SlipPage,
  grid: GridPage,
  keypad: KeypadPage,
  receipt: ReceiptPage,
  legs: LegsPage,
  parts: PartsPage,
  money: MoneyPage,
  forms: FormsPage,
  states: StatesPage,
  console: ConsolePage,
};

const query = new URLSearchParams(location.search);

/** The same page with something else chosen. */
function hrefWith(change: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams({ ...Object.fromEntries(query), ...change }).toString()}`;
}

/** Without `?page=`: the way to every page, in five languages and both themes. */
function IndexPage(): ReactNode {
  const links = (names: readonly string[]) => (
    <nav className="gallery-index" aria-label="Pages">
      {names.map((name) => (
        <a key={name} href={hrefWith({ page: name })}>
          {name}
        </a>
      ))}
    </nav>
  );
  const choice = (key: string, names: readonly string[]) => (
    <div className="gallery-index">
      {names.map((name, index) => (
        <a
          key={name}
          href={hrefWith({ [key]: name })}
          aria-current={(query.get(key) ?? names[0]) === name && index >= 0 ? "true" : undefined}
        >
          {name}
        </a>
      ))}
    </div>
  );
  return (
    <PiecePage title="Components">
      <Shown as="Language and theme">
        {choice(
          "lang",
          LANGUAGES.map(({ id }) => id),
        )}
        {choice("theme", ["light", "dark"])}
      </Shown>
      <Shown as="Pieces">{links(PIECES)}</Shown>
      <Shown as="Parts of screens">{links(COMPOSITIONS)}</Shown>
    </PiecePage>
  );
}

/** `?page=home&theme=dark&lang=zh-Hant` */
async function start(): Promise<void> {
  const page = query.get("page") ?? "";
  const language = (query.get("lang") ?? "en") as Language;
  document.documentElement.dataset["theme"] = query.get("theme") ?? "light";
  document.documentElement.lang = language;
  if (page === "console") await import("../src/console.css");
  else await import("../src/base.css");
  const [messages] = await Promise.all([loadPlayerMessages(language), loadIcons()]);
  const t = createT(language, messages);
  const Page = (PAGES as Readonly<Record<string, () => ReactNode>>)[page] ?? IndexPage;
  createRoot(document.getElementById("root") ?? document.body).render(
    <StrictMode>
      <TextProvider t={t}>
        <Page />
      </TextProvider>
    </StrictMode>,
  );
}

void start();
