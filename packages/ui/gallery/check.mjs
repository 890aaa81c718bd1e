// Accessibility of the gallery: axe in both themes, every tap target against 44 px, nothing wider
// than the phone. Build the gallery first: node check.mjs
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const root = join(import.meta.dirname, "dist");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const server = createServer(async (request, reply) => {
  const path = new URL(request.url, "http://x").pathname;
  const file = join(root, path === "/" ? "index.html" : path);
  const body = await readFile(file).catch(() => undefined);
  reply.writeHead(body ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "" }).end(body);
}).listen(0);
const pages =
  "home race result slip grid keypad receipt orders statement account topup login forms states console".split(
    " ",
  );
const langs = (process.env.LANGS ?? "en").split(",");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
let faults = 0;
for (const name of pages)
  for (const theme of ["light", "dark"])
    for (const lang of langs) {
      const size = name === "console" ? { width: 1280, height: 900 } : { width: 375, height: 812 };
      const page = await browser.newPage({ viewport: size });
      await page.goto(
        `http://localhost:${server.address().port}/?page=${name}&theme=${theme}&lang=${lang}`,
      );
      await page.waitForTimeout(700);
      await page.evaluate(axe);
      const found = await page.evaluate(async (isPhone) => {
        const result = await window.axe.run(document, {
          rules: { "page-has-heading-one": { enabled: false } },
        });
        const lines = result.violations.flatMap((violation) =>
          violation.nodes.map(
            (node) =>
              `${violation.id}: ${node.target.join(" ")} ${node.any[0]?.message ?? node.all[0]?.message ?? ""}`,
          ),
        );
        const scope = document.querySelector("dialog[open]") ?? document;
        const small = [...scope.querySelectorAll("a[href],button,input,select")].flatMap(
          (element) => {
            const box = (element.closest("label") ?? element).getBoundingClientRect();
            const own = element.getBoundingClientRect();
            const high = Math.max(box.height, own.height),
              wide = Math.max(box.width, own.width);
            const isShown = wide > 1 && getComputedStyle(element).clipPath === "none";
            return isPhone && isShown && (high < 43.5 || wide < 43.5)
              ? [
                  `small: ${element.className || element.tagName} ${element.textContent.slice(0, 20)} ${Math.round(wide)}x${Math.round(high)}`,
                ]
              : [];
          },
        );
        const wide =
          isPhone && document.documentElement.scrollWidth > innerWidth
            ? [`wide: ${document.documentElement.scrollWidth}`]
            : [];
        const cut = isPhone
          ? [...scope.querySelectorAll("*")]
              .filter(
                (element) =>
                  element.children.length === 0 &&
                  element.getBoundingClientRect().right > innerWidth + 1 &&
                  !element.closest(
                    ".meeting-races,.race-strip,.pool-strip,.type-bar,.filter-chips,.stake-chips,svg",
                  ),
              )
              .map((element) => `cut: ${element.className} ${element.textContent.slice(0, 30)}`)
          : [];
        return [...lines, ...small, ...wide, ...cut];
      }, name !== "console");
      for (const line of found) console.log(`${name} ${theme} ${lang}: ${line}`);
      faults += found.length;
      await page.close();
    }
console.log(`${faults} faults`);
await browser.close();
server.close();
