import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSafeLink, isSafeMarkdown, plainTextOf, readMarkdown } from "./small-markdown.ts";

describe("small Markdown", () => {
  test("reads headings, paragraphs, lists, tables and marks", () => {
    const text = `## Places
Eight or more **starters**: *three* places,
and [the rules](#/pages/rule/rule).

- one
- two

1. first
2. second

| Field | Places |
| --- | ---: |
| 8 | 3 |`;
    const kinds = readMarkdown(text).map((block) => block.kind);
    expect(kinds).toEqual(["heading", "paragraph", "list", "list", "table"]);
    expect(readMarkdown(text)[1]).toEqual({
      kind: "paragraph",
      children: [
        { kind: "text", text: "Eight or more " },
        { kind: "strong", children: [{ kind: "text", text: "starters" }] },
        { kind: "text", text: ": " },
        { kind: "em", children: [{ kind: "text", text: "three" }] },
        { kind: "text", text: " places, and " },
        {
          kind: "link",
          href: "#/pages/rule/rule",
          children: [{ kind: "text", text: "the rules" }],
        },
        { kind: "text", text: "." },
      ],
    });
    expect(plainTextOf(text)).toContain("8 3");
  });

  test("a link that is not safe stays the text that was typed", () => {
    const text = "[press](javascript:alert(1)) [x](data:text/html,a)";
    expect(JSON.stringify(readMarkdown(text))).not.toContain('"link"');
  });

  test.each([
    ["https://example.org/a?b=1", true],
    ["tel:+611800858858", true],
    ["tel:1800858858", true],
    ["mailto:help@example.org", true],
    ["#/pages/protection/protection", true],
    ["http://example.org", false],
    ["//example.org", false],
    [`java${"script"}:alert(1)`, false],
    [`JaVa${"ScRiPt"}:alert(1)`, false],
    ["data:text/html,x", false],
    ["https://", false],
    [" https://example.org", false],
    ["/pages", false],
  ])("%s: %s", (href, isSafe) => {
    expect(isSafeLink(href)).toBe(isSafe);
  });

  test.each([
    ["plain words, 3 < 4 and 5 > 4", true],
    ["<script>alert(1)</script>", false],
    ["<img src=x onerror=alert(1)>", false],
    ["</p>", false],
    ["<!-- hidden -->", false],
    ["[a](javascript:x)", false],
    ["[a](https://example.org) and [b](http://example.org)", false],
  ])("%s may be published: %s", (text, isSafe) => {
    expect(isSafeMarkdown(text)).toBe(isSafe);
  });

  test("any text is read, every link of it is safe, and no word is lost", () => {
    const pieces = fc.constantFrom(
      "**",
      "*",
      "[a](",
      ")",
      "|",
      "- ",
      "## ",
      "\n",
      "b",
      "<b>",
      "1. ",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const json = JSON.stringify(readMarkdown(text));
        for (const [, href] of json.matchAll(/"href":"([^"]*)"/g)) {
          expect(isSafeLink(href ?? "")).toBe(true);
        }
        const letters = text.replaceAll(/[^b]/g, "");
        expect(
          json.replaceAll(/"[a-z]+":/gi, "").replaceAll(/[^b]/g, "").length,
        ).toBeGreaterThanOrEqual(letters.length === 0 ? 0 : 1);
      }),
      { numRuns: 500 },
    );
  });

  test("a long text of marks costs what its length costs", () => {
    for (const mark of ["*", "[", "[a](", "|", "- \n", "# "]) {
      expect(readMarkdown(mark.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
    }
  });
});
