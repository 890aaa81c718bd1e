/** The console's icons beyond the player's. */
export const CONSOLE_ICONS = {
  activity: "M3 12h4l3 8 4-16 3 8h4",
  ban: "M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19zM5.3 5.3l13.4 13.4",
  "card-file":
    "M6 2.5h8.5L19 7v13a1.5 1.5 0 0 1-1.5 1.500h-11A1.5 1.5 0 0 1 5 20V4a1.5 1.5 0 0 1 1-1.500zM14 2.500V7.500h5M12 11v6M9 14l3-3 3 3",
  chart: "M4 4v16h16M8.5 16v-5M12.5 16V8M16.5 16v-3",
  expand: "M14.5 4H20v5.500M20 4l-6.5 6.500M9.5 20H4v-5.500M4 20l6.5-6.5",
  flag: "M5 21V4M5 4.500c4-2 7 2 14 0v9.500c-7 2-10-2-14 0",
  grid: "M4 4h6.500v6.500H4zM13.5 4H20v6.500h-6.500zM4 13.500h6.500V20H4zM13.5 13.500H20V20h-6.500z",
  inbox:
    "M3 13.5 6 5h12l3 8.500V19a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3 13.500h5l1.5 2.500h5l1.5-2.500h5",
  invite:
    "M4 6h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM3.5 7 12 13l8.5-6",
  menu: "M4 6.500h16M4 12h16M4 17.500h16",
  scales:
    "M12 3.500v17M7 20.500h10M5 6.500h14M5 6.5 2 13.500h6zM19 6.500l-3 7h6zM2 13.500a3 3 0 0 0 6 0M16 13.500a3 3 0 0 0 6 0",
  sliders:
    "M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  trend: "M3 17l6-6 4 4 8-8.500M15.5 6.500H21V12",
} as const;

export type ConsoleIconName = keyof typeof CONSOLE_ICONS;
