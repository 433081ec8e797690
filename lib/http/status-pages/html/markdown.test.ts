import fc from "fast-check";
import { expect, test } from "vitest";
import { fromMarkdown } from "./markdown";

test("tables, task lists, strikethrough and plain links are shown as GitHub shows them", () => {
  const { text } = fromMarkdown(
    [
      ...["| Region | Requests |", "| :-- | --: |", "| Frankfurt | 1 |", "| Dublin |", ""],
      ...["- [x] Failed over", "- [ ] Told the partners", ""],
      ...["~~All~~ most, see https://example.com/a and www.example.com or ops@example.com"],
    ].join("\n"),
  );
  expect(text).toContain('<th align="right">Requests</th>');
  expect(text).toContain('<td align="right">1</td>');
  expect(text).toContain("☑ Failed over");
  expect(text).toContain("☐ Told the partners");
  expect(text).toContain("<del>All</del>");
  expect([...text.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
    ...["https://example.com/a", "http://www.example.com", "mailto:ops@example.com"],
  ]);
});

test("links lead to http, https and mailto only", () => {
  const { text } = fromMarkdown(
    [
      ...["[a](irc://irc.example/a)", "[b](IRCS://irc.example/b)", "[c](xmpp:c@example.com)"],
      ...["[d](javascript:alert(1))", "[e](&#106;avascript:e)", "<irc://irc.example/f>"],
      ...["<xmpp:g@example.com>", '[h](irc:h "The title")', "[i]()", "[j](data:text/html,j)"],
    ].join("\n\n"),
  );
  expect(text).not.toContain("href");
  expect(text).toContain('<a title="The title">h</a>');
  const links = ["http://a.example", "HTTPS://b.example", "mailto:c@example.com", "/d", "e?f:g"];
  const kept = fromMarkdown(links.map((link) => `[x](${link})`).join("\n\n")).text;
  expect([...kept.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual(links);
});

test("headings of a text are below the heading of its record", () => {
  expect(fromMarkdown("# One\n\n## Two\n\n###### Six").text).toBe(
    "<h3>One</h3>\n<h4>Two</h4>\n<h6>Six</h6>",
  );
});

test("a wide head above many short rows stays a small text", () => {
  const head = ["|a".repeat(100), "|-".repeat(100)];
  const { text } = fromMarkdown([...head, ...Array(1_000).fill("a")].join("\n"));
  expect(text.match(/<tr>/g)?.length).toBe(1_001);
  expect(text.length).toBeLessThan(30_000);
});

const words = [
  ...["|", "|-|-|\n", "| :-: |", "\n", "\n\n", "    ", "> ", "- ", "1. ", "# ", "[x] ", "[ ] "],
  ...["~", "~~", "*", "_", "`", "```\n", "\\", "<", ">", '"', "'", "&", "&lt;", "&#106;", "!", "["],
  ...["]", "(", ")", "](", "[a]: ", "![a](/b)", "http://", "https://", "www.", "@", ".com", ":"],
  ...[
    "javascript:",
    "JaVaScript:alert(1)",
    "data:text/html,",
    "vbscript:",
    "xmpp:",
    "irc:",
    "a",
    "é",
    "\0",
  ],
  ...[
    "<script>",
    "</script>",
    "<img src=x onerror=a>",
    "<!--",
    "-->",
    "<a href=",
    "<table>",
    "<pre>",
  ],
  ...["<h1>", "</h1>", "<svg onload=a>", "onclick=a", "<![CDATA[", "<?", "<a@b.c>", "<http://a.b>"],
];

test("whatever a text holds, only the renderer's own tags come of it", () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(texts, (parts) => {
      const { text } = fromMarkdown(parts.join(""));
      expect(text.replace(tag, "")).not.toMatch(/[<>]/);
    }),
    { numRuns: 500 },
  );
});

const link =
  /(?: rel="nofollow noopener" href="(?:(?:https?|mailto):[^"<>]*|[^":<>]+|[^":<>]*[/?#][^"<>]*)")?/;
const tag = new RegExp(
  [
    "</?(?:p|strong|em|del|code|pre|blockquote|ul|ol|li|h[3-6]|table|thead|tbody|tr|th|td|figure|a)>",
    "<[bh]r />",
    '<ol start="\\d+">',
    '<pre tabindex="0">',
    '<code class="language-[^"<>]*">',
    '<t[hd] align="(?:left|right|center)">',
    '<figure class="scroll" aria-label="Table" tabindex="0">',
    `<a${link.source}(?: title="[^"<>]*")?>`,
  ].join("|"),
  "g",
);
