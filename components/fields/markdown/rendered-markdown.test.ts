import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RenderedMarkdown } from "./rendered-markdown";

test("a table is a region that the keys scroll, and its short rows are filled up", () => {
  const made = rendered("| a | b |\n| - | - |\n| 1 |");
  expect(made).toContain('<figure aria-label="Table" tabindex="0"');
  expect(made.match(/<td/g)).toHaveLength(2);
});

test("a wide head above many short rows stays a small table", () => {
  const head = ["|a".repeat(300), "|-".repeat(300)];
  const made = rendered([...head, ...Array(300).fill("a")].join("\n"));
  expect(made.match(/<td/g)).toHaveLength(300);
});

test("a text that would stop the page for seconds is shown as it is written", () => {
  const nested = `${"- ".repeat(990)}a\n${" \n".repeat(4_000)}`;
  expect(rendered(nested)).not.toContain("<li");
  expect(rendered("a\n=\n".repeat(10_000))).not.toContain("<h3");
  expect(rendered("- an entry of a long template, *12:05*\n".repeat(1_000))).toContain("<li");
});

function rendered(text: string): string {
  return renderToStaticMarkup(createElement(RenderedMarkdown, { text }));
}
