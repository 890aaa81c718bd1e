import type { MORE_ICONS } from "./more-icons.ts";

/*
 * The icons of the first page and of every page's frame; the others load with the first page that
 * needs them (more-icons.ts). One path each on a 24 x 24 field, drawn with a round line.
 */
const FIRST_ICONS = {
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6",
  alert: "M12 4 2.8 20h18.400zM12 10v4.500M12 17.300v.1",
  back: "m14.5 6-6 6 6 6",
  ball: "M12 21.500a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19zM12 7.500l4.3 3.1-1.6 5H9.300l-1.6-5zM12 7.500v-5M16.3 10.6 21 9M14.7 15.600l2.9 4M9.3 15.600l-2.9 4M7.7 10.6 3 9",
  bell: "M6 16.500V11a6 6 0 0 1 12 0v5.500l1.5 1.500h-15zM10 20.800a2.2 2.2 0 0 0 4 0",
  bets: "M6 3h12v18l-2-1.6-2 1.6-2-1.6-2 1.6-2-1.600L6 21zM9.5 8h5M9.5 11.500h5M9.5 15h3",
  calendar:
    "M5 5.500h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.500a1 1 0 0 1 1-1zM4 10h16M8.5 3v4M15.5 3v4",
  check: "m4.5 12.5 5 5 10-11",
  "chevron-down": "m6 9 6 6 6-6",
  "chevron-right": "m9.5 6 6 6-6 6",
  close: "M6 6l12 12M18 6 6 18",
  info: "M12 21.500a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19zM12 11v5.500M12 7.600v.1",
  lock: "M6 11h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM8 11V7.500a4 4 0 0 1 8 0V11",
  offline:
    "M3 3l18 18M5 12.500c1.5-1.4 3.2-2.3 5-2.700M2.5 8.700c1.3-1.2 2.8-2.1 4.4-2.700M10.5 5.100c4-.4 7.9.8 11 3.600M15 10.400c1.5.5 2.8 1.2 4 2.100M8.5 16a5 5 0 0 1 6.5-.3M12 19.500v.1",
  races:
    "M12 9.200a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.200zM12 9.200V21M2.5 14.500h6M15.5 14.500h6M2.5 18.500h6M15.5 18.500h6",
  refresh:
    "M20 11a8 8 0 0 0-14.3-4.300L3.5 9M3.5 4.500V9H8M4 13a8 8 0 0 0 14.3 4.300l2.2-2.300M20.5 19.500V15H16",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16.2 16.2 21 21",
  star: "m12 3.5 2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z",
} as const;

type MoreIconName = keyof typeof MORE_ICONS;
export type IconName = keyof typeof FIRST_ICONS | MoreIconName;

const known: Partial<Record<string, string>> = { ...FIRST_ICONS };

/** The path of an icon; undefined while the others are loading. */
export const iconPath = (name: string): string | undefined => known[name];

let loading: Promise<void> | null = null;

/** The other icons. Pages wait for them, so that none is drawn late. */
export function loadIcons(): Promise<void> {
  loading ??= import("./more-icons.ts").then(
    (module) => void Object.assign(known, module.MORE_ICONS),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
