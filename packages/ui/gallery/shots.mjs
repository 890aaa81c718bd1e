// Pictures of the gallery: node shots.mjs OUT_FOLDER [page ...]. Build the gallery first.
import { createServer } from "node:http";
import { mkdir, readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const [out = "shots", ...wanted] = process.argv.slice(2);
const root = join(import.meta.dirname, "dist");
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};
const server = createServer(async (request, reply) => {
  const path = normalize(new URL(request.url, "http://x").pathname);
  const file = join(root, path === "/" ? "index.html" : path);
  const body = await readFile(file).catch(() => undefined);
  reply
    .writeHead(body ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "text/plain" })
    .end(body);
}).listen(0);
const PHONE = { width: 375, height: 812 };
const PAGES =
  "home race result slip grid keypad receipt orders statement account topup login forms states".split(
    " ",
  );
const shots = [
  ...PAGES.flatMap((page) => [
    { name: page, query: `page=${page}`, size: PHONE },
    { name: `${page}-dark`, query: `page=${page}&theme=dark`, size: PHONE },
  ]),
  { name: "home-zh", query: "page=home&lang=zh-Hant", size: PHONE },
  { name: "grid4", query: "page=grid&columns=4", size: PHONE },
  { name: "console", query: "page=console", size: { width: 1440, height: 900 } },
  { name: "console-dark", query: "page=console&theme=dark", size: { width: 1440, height: 900 } },
  { name: "console-result", query: "page=console&view=result", size: { width: 1280, height: 900 } },
].filter((shot) => wanted.length === 0 || wanted.includes(shot.name));
await mkdir(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const shot of shots) {
  const isPhone = shot.size === PHONE;
  const page = await browser.newPage({
    viewport: shot.size,
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  page.on(
    "console",
    (message) => message.type() === "error" && console.log(shot.name, message.text()),
  );
  page.on("pageerror", (error) => console.log(shot.name, error.message));
  await page.goto(`http://localhost:${server.address().port}/?${shot.query}`);
  await page.waitForTimeout(900);
  await page.screenshot({
    path: join(out, `${shot.name}.png`),
    fullPage: shot.name.startsWith("states"),
  });
  await page.close();
}
await browser.close();
server.close();
