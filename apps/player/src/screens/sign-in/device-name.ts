import { useT } from "../../core/lang.ts";

/** In this order: Edge and Opera also call themselves Chrome, and Chrome Safari. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Windows/, "Windows"],
  [/Linux/, "Linux"],
];

type Table = readonly (readonly [mark: RegExp, name: string])[];

/** A browser's description of itself, as people call it. Nothing depends on it. */
export function readDevice(agent: string): { readonly browser?: string; readonly system?: string } {
  const find = (table: Table) => table.find(([mark]) => mark.test(agent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  return { ...(browser !== undefined && { browser }), ...(system !== undefined && { system }) };
}

/** "Chrome on Android". */
export function useDeviceName(): (agent: string | null) => string {
  const t = useT();
  return (agent) => {
    const { browser, system } = readDevice(agent ?? "");
    if (browser !== undefined && system !== undefined) {
      return t("account.deviceOn", { browser, system });
    }
    return browser ?? system ?? t("account.device");
  };
}
