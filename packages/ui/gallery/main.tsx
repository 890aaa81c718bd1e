import { createT, commonEn, type Language } from "@club/i18n";
import { loadPlayerMessages } from "@club/i18n/player";
import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { TextProvider } from "../src/index.ts";
import { ConsolePage } from "./console.tsx";
import { HomePage } from "./home.tsx";
import {
  AccountPage,
  FormsPage,
  LoginPage,
  OrdersPage,
  StatementPage,
  TopUpPage,
} from "./lists.tsx";
import { RacePage, ResultPage } from "./race.tsx";
import { GridSheet, KeypadSheet, ReceiptSheet, SlipSheet } from "./slip.tsx";
import {
  DateFieldPage,
  PickerDatePage,
  PickerDateTimePage,
  PickerMonthPage,
  PickerRangePage,
  PickerTimePage,
  PickerYearPage,
} from "./pickers.tsx";
import { PartsPage } from "./parts.tsx";
import { StatesPage } from "./states.tsx";

const PAGES: Readonly<Record<string, () => ReactNode>> = {
  home: HomePage,
  race: RacePage,
  result: ResultPage,
  slip: SlipSheet,
  grid: GridSheet,
  keypad: KeypadSheet,
  receipt: ReceiptSheet,
  orders: OrdersPage,
  statement: StatementPage,
  account: AccountPage,
  topup: TopUpPage,
  login: LoginPage,
  forms: FormsPage,
  states: StatesPage,
  parts: PartsPage,
  console: ConsolePage,
  "picker-date": PickerDatePage,
  "picker-month": PickerMonthPage,
  "picker-year": PickerYearPage,
  "picker-time": PickerTimePage,
  "picker-datetime": PickerDateTimePage,
  "picker-range": PickerRangePage,
  "date-field": DateFieldPage,
};

/** `?page=home&theme=dark&lang=zh-Hant` */
async function start(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const page = query.get("page") ?? "home";
  const language = (query.get("lang") ?? "en") as Language;
  document.documentElement.dataset["theme"] = query.get("theme") ?? "light";
  document.documentElement.lang = language;
  if (page === "console") await import("../src/console.css");
  else await import("../src/base.css");
  const messages = await loadPlayerMessages(language);
  const t = createT(language, { ...commonEn, ...messages });
  const Page = PAGES[page] ?? HomePage;
  createRoot(document.getElementById("root") ?? document.body).render(
    <StrictMode>
      <TextProvider t={t}>
        <Page />
      </TextProvider>
    </StrictMode>,
  );
}

void start();
