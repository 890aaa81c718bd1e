/** Every page of the console and its path, with at most one id at its end. */
export const PATHS = {
  sheet: "/",
  races: "/races",
  race: "/race/:id",
  cards: "/cards",
  incidents: "/incidents",
  sports: "/sports",
  sportNew: "/sports/new",
  sportImport: "/sports/import",
  sportReport: "/sports/report",
  sport: "/sport/:id",
  approvals: "/approvals",
  ledger: "/ledger",
  bank: "/bank",
  payments: "/payments",
  club: "/club",
  reports: "/reports",
  players: "/players",
  player: "/player/:id",
  segments: "/segments",
  cases: "/cases",
  invitations: "/invitations",
  channels: "/channels",
  shop: "/shop",
  content: "/content",
  rules: "/rules",
  operators: "/operators",
  roles: "/roles",
  doors: "/doors",
  connections: "/connections",
  clubSettings: "/club-settings",
  alerts: "/alerts",
  jobs: "/jobs",
  outbox: "/outbox",
  audit: "/audit",
  goingLive: "/going-live",
  settings: "/settings",
} as const;

export type PageName = keyof typeof PATHS;

export interface PageAddress {
  readonly page: PageName;
  /** The id at the end of the path; "" where there is none. */
  readonly id: string;
}

/** The page of a path, with the id in it. */
export function findPage(path: string): PageAddress | undefined {
  for (const page of Object.keys(PATHS) as PageName[]) {
    const stem = PATHS[page].replace(/:id$/, "");
    if (stem === PATHS[page]) {
      if (path === stem) return { page, id: "" };
    } else if (path.startsWith(stem) && path.length > stem.length) {
      return { page, id: decodeURIComponent(path.slice(stem.length)) };
    }
  }
  return undefined;
}

export function pathOf(page: PageName, id = ""): string {
  return PATHS[page].replace(":id", encodeURIComponent(id));
}

export function hrefOf(page: PageName, id = ""): string {
  return `#${pathOf(page, id)}`;
}
