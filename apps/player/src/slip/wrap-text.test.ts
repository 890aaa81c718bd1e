import { expect, test } from "vitest";
import { wrapText } from "./wrap-text.ts";

const within = (most: number) => (line: string) => Array.from(line).length <= most;

test.each([
  ["Ellerby Town", 20, ["Ellerby Town"]],
  ["Ellerby Town v Castle Moor", 14, ["Ellerby Town v", "Castle Moor"]],
  ["  two   spaces ", 20, ["two   spaces"]],
  ["Llanfairpwllgwyngyll FC", 10, ["Llanfairpw", "llgwyngyll", "FC"]],
  ["北方聯隊對城堡沼澤隊", 4, ["北方聯隊", "對城堡沼", "澤隊"]],
  ["FC 北方聯隊", 5, ["FC 北方", "聯隊"]],
  ["", 5, []],
])("%s in lines of %i", (text, most, lines) => {
  expect(wrapText(text, within(most))).toEqual(lines);
});

test("no letter is lost, and no line is longer than it may be", () => {
  const text = "Real Sociedad de Fútbol 皇家社會 v Club Atlético Osasuna, más/menos 2.5";
  for (let most = 3; most < 40; most += 1) {
    const lines = wrapText(text, within(most));
    expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    expect(lines.filter((line) => !within(most)(line))).toEqual([]);
  }
});
