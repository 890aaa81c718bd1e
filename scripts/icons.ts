import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { iconPath } from "../packages/ui/src/icons.ts";
import { MORE_ICONS } from "../packages/ui/src/more-icons.ts";
import { startBrowser } from "./lib/browser.ts";
import { ROOT } from "./lib/steps.ts";

/**
 * `npm run icons`: draws the icons of the installed app from the club's mark and its line drawings,
 * so that none is made by hand: the app's own in every size, those that a system cuts to its own
 * shape (the mark within the inner 80 %), those of the shortcuts.
 */

const FOLDER = join(ROOT, "apps/player/public");
const GROUND = "#0D3B2E";
const POST = "#FF8F7A";

/** The saddle cloth with the winning post and the rail, on a field of 20 x 24. */
const MARK = `<g fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="M2.600 1h14.800A1.600 1.600 0 0 1 19 2.600V19a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V2.600A1.600 1.600 0 0 1 2.600 1z"/><path d="M10 9.500V23M3.800 13.800h3.600M12.600 13.800h3.600M3.800 18.300h3.600M12.600 18.300h3.600"/><circle cx="10" cy="7.200" r="2.700" fill="${POST}" stroke="none"/></g>`;

interface Drawing {
  readonly name: string;
  readonly px: number;
  readonly svg: string;
}

/** The mark on its green ground; `share` is how much of the height it takes. */
function club(share: number, radius: number): string {
  const scale = (48 * share) / 24;
  const [x, y] = [(48 - 20 * scale) / 2, (48 - 24 * scale) / 2];
  const mark = `<g transform="translate(${x.toFixed(3)} ${y.toFixed(3)}) scale(${scale.toFixed(3)})">${MARK}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="${radius}" fill="${GROUND}"/>${mark}</svg>`;
}

function shortcut(path: string): string {
  const line = `<path d="${path}" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" transform="translate(12 12)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="24" fill="${GROUND}"/>${line}</svg>`;
}

const ROUNDED = club(0.725, 10);
const WHOLE = club(0.56, 0);

const DRAWINGS: readonly Drawing[] = [
  { name: "icon-192", px: 192, svg: ROUNDED },
  { name: "icon-512", px: 512, svg: ROUNDED },
  // iOS rounds the corners itself.
  { name: "icon-180", px: 180, svg: club(0.66, 0) },
  { name: "icon-maskable-192", px: 192, svg: WHOLE },
  { name: "icon-maskable-512", px: 512, svg: WHOLE },
  { name: "shortcut-race", px: 96, svg: shortcut(iconPath("races") ?? "") },
  { name: "shortcut-bets", px: 96, svg: shortcut(iconPath("bets") ?? "") },
  { name: "shortcut-top-up", px: 96, svg: shortcut(MORE_ICONS.bank) },
];

async function draw(browser: Browser, { name, px, svg }: Drawing): Promise<void> {
  const page = await browser.newPage({ viewport: { width: px, height: px } });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:${px}px;height:${px}px}</style>${svg}`,
  );
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, omitBackground: true });
  await page.close();
  console.log(path);
}

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, "icon.svg"), `${ROUNDED}\n`);
const browser = await startBrowser();
try {
  for (const drawing of DRAWINGS) await draw(browser, drawing);
} finally {
  await browser.close();
}
