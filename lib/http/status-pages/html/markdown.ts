import { micromark, type Options } from "micromark";
import {
  gfmAutolinkLiteral,
  gfmAutolinkLiteralHtml,
} from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough, gfmStrikethroughHtml } from "micromark-extension-gfm-strikethrough";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { escapeMarkup, Html } from "./markup";

/**
 * Returns Markdown (CommonMark with the tables, task lists, strikethrough and plain links of GitHub)
 * as HTML. Raw HTML in it is shown as text, links lead to http, https and mailto only, and there are
 * no images, which would tell other servers who reads the page. A table scrolls in its own region.
 */
export function fromMarkdown(text: string): Html {
  // Markup in the text is escaped, so these tags are those of the renderer.
  const made = micromark(text, options)
    .replace(destinations, (_, href: string) =>
      isFollowed(href) ? `<a rel="nofollow noopener" href="${href}"` : "<a",
    )
    .replaceAll("<table>", '<figure class="scroll" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></figure>")
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replace(headings, (_, end: string, level: string) => `<${end}h${Math.min(6, +level + 2)}>`);
  return new Html(made);
}

const destinations = /<a href="([^"]*)"/g;

/** The renderer also lets `irc:` and `xmpp:` through, and empties the others. */
function isFollowed(href: string): boolean {
  return href !== "" && /^(?:(?:https?|mailto):|[^:]*(?:[/?#]|$))/i.test(href);
}

/** Returns a text as HTML that shows it as it is written: lines in paragraphs, without markup. */
export function withoutMarkdown(text: string): Html {
  const paragraphs = text
    .split(/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)/)
    .filter((one) => one.trim() !== "");
  return new Html(
    paragraphs.map((one) => `<p>${escapeMarkup(one).replace(lineEnd, "<br />\n")}</p>`).join("\n"),
  );
}

const lineEnd = /\r\n|\r|\n/g;

/** Headings of a text are below the heading of its record. */
const headings = /<(\/?)h([1-6])>/g;

const ownHtml: NonNullable<Options["htmlExtensions"]>[number] = {
  exit: {
    // Checkboxes would be controls without a label.
    taskListCheckValueChecked() {
      this.raw("☑");
    },
    taskListCheckValueUnchecked() {
      this.raw("☐");
    },
    // The extension fills short rows with empty cells: a wide head above many short rows would make
    // a large page of a small text.
    tableRow() {
      this.lineEndingIfNeeded();
      this.tag("</tr>");
    },
  },
};

const options: Options = {
  allowDangerousHtml: false,
  allowDangerousProtocol: false,
  extensions: [
    ...[gfmTable(), gfmTaskListItem(), gfmStrikethrough(), gfmAutolinkLiteral()],
    { disable: { null: ["labelStartImage"] } },
  ],
  htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml(), gfmAutolinkLiteralHtml(), ownHtml],
};
