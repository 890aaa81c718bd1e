import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { ROOT } from "./steps.ts";

const PACKAGE = join(ROOT, "node_modules/@sparticuz/chromium");
const CACHE = join(ROOT, "node_modules/.cache/club");
/** Noto Sans SC in parts, as in the server's papers: covers all Chinese that is tested or shown. */
const CHINESE = join(ROOT, "apps/server/assets/noto-sans-sc");
/** Increase it when something else is unpacked. */
const CONTENTS = 2;
const RUN_BY_ALL = 0o755;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const decompress = promisify(brotliDecompress);

interface Chromium {
  path: string;
  env: Record<string, string>;
}

/**
 * Starts a browser for tests and pictures: the Chromium from a registry package, so that the
 * machine needs none and fonts are the same everywhere. CHROMIUM_PATH takes another browser,
 * FONTCONFIG_FILE other fonts. The caller closes it.
 */
export async function startBrowser(extraFlags: readonly string[] = []): Promise<Browser> {
  const found = await chromiumOfOurs();
  return await chromium.launch({
    executablePath: found.path,
    headless: true,
    args: [...FLAGS, ...extraFlags],
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
}

/** Where the browser is, and the environment it needs. */
export async function chromiumOfOurs(): Promise<Chromium> {
  const own = process.env["CHROMIUM_PATH"];
  return own === undefined || own === "" ? await unpackChromium() : { path: own, env: {} };
}

/** Unpacks the browser once per version. A system without the libraries gets the package's. */
async function unpackChromium(): Promise<Chromium> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(CACHE, `chromium-${version}.${CONTENTS}`);
  if (!existsSync(folder)) await unpackInto(folder);
  const path = join(folder, "chromium");
  const fonts = {
    FONTCONFIG_FILE: process.env["FONTCONFIG_FILE"] ?? join(folder, "fonts/fonts.conf"),
  };
  const plain: Chromium = { path, env: fonts };
  if (starts(plain)) return plain;
  const libraries: Chromium = {
    path,
    env: { ...fonts, LD_LIBRARY_PATH: join(folder, "al2023/lib") },
  };
  if (starts(libraries)) return libraries;
  throw new Error(
    "The Chromium of @sparticuz/chromium does not start on this system: set CHROMIUM_PATH to one that does.",
  );
}

async function unpackInto(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const half = await mkdtemp(`${folder}-`);
  await chmod(half, RUN_BY_ALL);
  await writeFile(join(half, "chromium"), await readBrotli("chromium.br"), { mode: RUN_BY_ALL });
  for (const name of ["al2023", "fonts"]) await unpackTar(name, half);
  await unpackChinese(join(half, "fonts/fonts/noto-sans-sc"));
  await writeFile(join(half, "fonts/fonts.conf"), fontConfig(folder));
  // Another process may have been quicker; then its copy is used.
  await rename(half, folder).catch(() => rm(half, { recursive: true, force: true }));
}

async function unpackChinese(folder: string): Promise<void> {
  await mkdir(folder);
  const names = (await readdir(CHINESE)).filter((name) => name.endsWith(".ttf.br"));
  for (const name of names) {
    const font = await decompress(await readFile(join(CHINESE, name)));
    await writeFile(join(folder, name.slice(0, -".br".length)), font);
  }
}

/** The package's own file names folders that do not exist here, and maps no generic family. */
function fontConfig(folder: string): string {
  const dir = `<dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts/cache</cachedir>`;
  const aliases = ["sans-serif", "serif", "monospace", "system-ui"].map(
    (name) =>
      `<alias><family>${name}</family><prefer><family>Open Sans</family><family>Noto Sans SC</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?>\n<fontconfig>${dir}${aliases.join("")}</fontconfig>\n`;
}

async function unpackTar(name: string, folder: string): Promise<void> {
  const target = join(folder, name);
  await mkdir(target);
  spawnSync("tar", ["-x", "-C", target], { input: await readBrotli(`${name}.tar.br`) });
}

async function readBrotli(name: string): Promise<Buffer> {
  return await decompress(await readFile(join(PACKAGE, "bin", name)));
}

function starts({ path, env }: Chromium): boolean {
  return spawnSync(path, ["--version"], { env: { ...process.env, ...env } }).status === 0;
}
