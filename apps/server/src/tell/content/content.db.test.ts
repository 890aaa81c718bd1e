import { isSafeLink, isSafeMarkdown, readMarkdown } from "@club/i18n/markdown";
import { PLAYER_LANGUAGES } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub } from "../../test/club.ts";
import { SHIPPED_PAGES } from "./shipped-pages.ts";

let club: TestClub;
let token = "";
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  token = (await club.operator("support")).token;
});
afterAll(async () => await club.close());

const read = async (area: string, lang: string) =>
  (await club.call("GET", `/api/content/${area}?lang=${lang}`)).body;
const page = "/api/operator/content/pages/rules/pools/fr";
async function save(title: string, body: string, based_on: number): Promise<Answer> {
  return await club.call("PUT", page, { token, body: { title, body, based_on } });
}
const publish = async (version: number): Promise<Answer> =>
  await club.call("POST", `${page}/publish`, { token, body: { version } });
const pools = async () =>
  (await read("rules", "fr")).list.find((each: { slug: string }) => each.slug === "pools");

describe("the shipped pages", () => {
  test.each(PLAYER_LANGUAGES)(
    "%s: all there, safe, and every link leads somewhere",
    async (lang) => {
      const shipped = SHIPPED_PAGES[lang];
      expect(shipped.length).toBe(SHIPPED_PAGES.en.length);
      for (const { title, body, slug } of shipped) {
        expect(title.length, slug).toBeGreaterThan(0);
        expect(isSafeMarkdown(body), slug).toBe(true);
        const json = JSON.stringify(readMarkdown(body));
        expect(json, slug).not.toContain("](");
        for (const [, href] of json.matchAll(/"href":"([^"]*)"/g)) {
          expect(isSafeLink(href ?? ""), href).toBe(true);
        }
      }
      const { list } = await read("rules", lang);
      expect(list.map((each: { slug: string }) => each.slug)).toEqual(
        shipped.filter(({ area }) => area === "rules").map(({ slug }) => slug),
      );
      expect((await read("help", lang)).data.body).toMatch(/\(tel:\d+\)/);
      expect((await read("about", lang)).data.language).toBe(lang);
    },
  );

  /** Help lines and registers as facts, per language: a changed digit is seen here (promise G15). */
  const REGISTERS: Readonly<Record<string, readonly string[]>> = {
    en: ["www.betstop.gov.au", "www.gamstop.co.uk"],
    es: ["www.ordenacionjuego.es", "www.betstop.gov.au"],
    fr: ["interdictiondejeux.anj.fr", "www.betstop.gov.au"],
    "zh-Hans": ["www.betstop.gov.au", "www.gamstop.co.uk"],
    "zh-Hant": ["www.betstop.gov.au", "www.gamstop.co.uk"],
  };

  test.each(PLAYER_LANGUAGES)(
    "%s: a call goes to the number that is shown, a link to its site",
    (lang) => {
      const body = SHIPPED_PAGES[lang].find(({ slug }) => slug === "help")?.body ?? "";
      const calls = [...body.matchAll(/\[([^\]]+)\]\(tel:(\d+)\)/g)];
      expect(calls.length).toBeGreaterThanOrEqual(2);
      for (const [, shown = "", dialled = ""] of calls) {
        expect(shown).toMatch(/^\d[\d -]{5,15}\d$/);
        expect(dialled).toBe(shown.replaceAll(/\D/g, ""));
        expect(dialled.length).toBeGreaterThanOrEqual(7);
      }
      const sites = [...body.matchAll(/\[([^\]]+)\]\((https?:[^)]+)\)/g)];
      const hosts = sites.map(([, shown = "", href = ""]) => {
        const { protocol, host, pathname } = new URL(href);
        expect([protocol, pathname]).toEqual(["https:", "/"]);
        if (shown.includes(".")) expect(host.replace(/^www\./, "")).toBe(shown);
        return host;
      });
      expect(hosts).toEqual(expect.arrayContaining([...(REGISTERS[lang] ?? ["none"])]));
      expect(body).toContain("(#/pages/protection/protection)");
    },
  );

  test("the same numbers in every language", () => {
    const numbersOf = (body: string): string[] =>
      (body.match(/\d+[.,]\d+/g) ?? []).map((each) => each.replace(",", ".")).toSorted();
    for (const slug of ["pools", "scratchings"]) {
      const [first, ...others] = PLAYER_LANGUAGES.map((lang) =>
        numbersOf(SHIPPED_PAGES[lang].find((each) => each.slug === slug)?.body ?? ""),
      );
      for (const other of others) expect(other).toEqual(first);
    }
  });

  test("without a language the browser's, then English", async () => {
    const { body } = await club.call("GET", "/api/content/help", {
      headers: { "accept-language": "fr-CH, en;q=0.5" },
    });
    expect(body.data.language).toBe("fr");
    expect((await read("help", "tlh")).data.language).toBe("en");
  });
});

describe("editing a page", () => {
  test("a draft is not read until it is published; every version can come back", async () => {
    const shipped = await pools();
    const draft = ok(await save("Les masses", "Un **nouveau** texte.", 0));
    expect(draft).toMatchObject({ draft: { version: 1 }, live: { version: 0 }, newest_version: 1 });
    expect(await pools()).toEqual(shipped);
    expect(ok(await publish(1))).toMatchObject({ draft: null, live: { version: 1 } });
    expect(await pools()).toMatchObject({ version: 1, title: "Les masses" });
    ok(await save("Les masses", "Encore un autre.", 1));
    ok(await publish(0));
    expect(await pools()).toEqual(shipped);
    const { body } = await club.call("GET", `${page}/versions`, { token });
    expect(body.list.map((each: { version: number }) => each.version)).toEqual([2, 1, 0]);
  });

  test("two editors: the second is told, and nothing is lost", async () => {
    const newest = (await club.call("GET", `${page}/versions`, { token })).body.list[0].version;
    const answers = await Promise.all([
      save("Un", "Le texte de l’une.", newest),
      save("Deux", "Le texte de l’autre.", newest),
    ]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("content.stale");
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](http://example.org)",
  ])("%s is refused", async (body) => {
    const newest = (await club.call("GET", `${page}/versions`, { token })).body.list[0].version;
    const answer = await save("Titre", body, newest);
    expect([answer.status, answer.body.code]).toEqual([422, "content.unsafe"]);
  });

  test.each(["rules/nothing/fr", "rules/pools/xx", "other/pools/fr", "rules/../fr"])(
    "%s is no page",
    async (name) => {
      const path = `/api/operator/content/pages/${name}/versions`;
      expect([404, 422]).toContain((await club.call("GET", path, { token })).status);
    },
  );

  test("a version that nobody wrote is not published", async () => {
    expect((await publish(999)).status).toBe(404);
  });

  test("an auditor reads and does not write", async () => {
    const auditor = await club.operator("auditor");
    const path = "/api/operator/content/pages";
    expect((await club.call("GET", path, auditor)).status).toBe(200);
    const body = { version: 0 };
    const answer = await club.call("POST", `${page}/publish`, { token: auditor.token, body });
    expect([answer.status, answer.body.code]).toEqual([403, "operator.not_allowed"]);
  });
});

describe("notices", () => {
  const path = "/api/operator/content/notices";
  const form = {
    tone: "warning",
    texts: {
      en: { title: "Track work", body: "Race 3 starts **later**." },
      "zh-Hant": { title: "跑道維修", body: "第 3 場延遲開跑。" },
    },
  };
  const seen = async (lang: string): Promise<string[]> =>
    (await read("notices", lang)).list.map((each: { title: string }) => each.title);

  test("are seen once published, in the language or in English, until withdrawn", async () => {
    const { notice_id: id } = ok(await club.call("POST", path, { token, body: form }));
    expect(await seen("en")).toEqual([]);
    ok(await club.call("POST", `${path}/${id}/publish`, { token, body: {} }));
    expect(await seen("en")).toEqual(["Track work"]);
    expect(await seen("zh-Hant")).toEqual(["跑道維修"]);
    expect(await seen("fr")).toEqual(["Track work"]);
    const late = { ...form, version: 1 };
    expect((await club.call("PUT", `${path}/${id}`, { token, body: late })).body.code).toBe(
      "content.stale",
    );
    ok(await club.call("POST", `${path}/${id}/withdraw`, { token, body: {} }));
    expect(await seen("en")).toEqual([]);
  });

  test("not before their start and not after their end", async () => {
    const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
    for (const [from, to] of [
      [1, 2],
      [-2, -1],
    ] as const) {
      const body = { ...form, starts_at: at(from), ends_at: at(to) };
      const { notice_id: id } = ok(await club.call("POST", path, { token, body }));
      ok(await club.call("POST", `${path}/${id}/publish`, { token, body: {} }));
    }
    expect(await seen("en")).toEqual([]);
    // One without a start begins now.
    for (const starts of [{ starts_at: at(2) }, {}]) {
      const body = { ...form, ...starts, ends_at: at("starts_at" in starts ? 1 : -1) };
      const answer = await club.call("POST", path, { token, body });
      expect([answer.status, answer.body.params]).toEqual([422, { field: "ends_at" }]);
    }
  });

  test("HTML is refused, and no text at all", async () => {
    for (const texts of [{ en: { title: "x", body: "<b>x</b>" } }, {}]) {
      expect((await club.call("POST", path, { token, body: { tone: "info", texts } })).status).toBe(
        422,
      );
    }
  });
});
