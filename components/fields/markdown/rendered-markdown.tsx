import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { markdownWork } from "@/lib/schema/markdown/work";

/** Most work of a text, in units of `markdownWork`: about a second for long usual texts. */
const mostWork = 10_000;

/**
 * Renders Markdown with tables and task lists. HTML in it stays text. Links lead only to http,
 * https and mailto, and the opened page has no access to this one. Images are shown by name and not
 * fetched. A text that takes too long to parse is shown as it is written.
 */
export function RenderedMarkdown({ text }: { readonly text: string }) {
  if (markdownWork(text) > mostWork) {
    return <div className="wrap-anywhere max-w-prose whitespace-pre-wrap text-14">{text}</div>;
  }
  return (
    <div className="wrap-anywhere grid max-w-prose gap-3 text-14 [&_:is(p,li,h3,h4,h5,h6,td,th)]:[unicode-bidi:plaintext] [&_blockquote]:border-line-strong [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-ink-muted [&_code]:rounded-sm [&_code]:bg-surface-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-13 [&_:is(h3,h4,h5,h6)]:font-semibold [&_:is(h3,h4,h5,h6)]:text-ink-strong [&_h3]:text-16 [&_h4]:text-14 [&_:is(h5,h6)]:text-13 [&_hr]:border-line [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_pre]:rounded-sm [&_pre]:bg-surface-sunken [&_pre]:p-3 [&_pre_code]:p-0 [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-5">
      <ReactMarkdown
        remarkPlugins={[remarkGfm, shortRows]}
        rehypePlugins={[htmlAsText, [rehypeSanitize, schema]]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

interface Node {
  type: string;
  children?: Node[];
  /** Of a table: the alignment of each column. */
  align?: unknown;
}

/**
 * Leaves short rows of tables short. Filling them up would make millions of cells of a small text
 * with a wide head above many rows.
 */
function shortRows() {
  return (tree: Node): void => {
    for (const node of tree.children ?? []) {
      if (node.type === "table" && cellsOf(node) > mostCells) delete node.align;
      shortRows()(node);
    }
  };
}

const mostCells = 5_000;

function cellsOf({ children = [] }: Node): number {
  return children.length * (children[0]?.children?.length ?? 0);
}

/** Turns HTML within Markdown into text, so that the reader sees all of the source. */
function htmlAsText() {
  return (tree: Node): void => {
    for (const node of tree.children ?? []) {
      if (node.type === "raw") node.type = "text";
      htmlAsText()(node);
    }
  };
}

const schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"] },
};

const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) =>
    href ? (
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent underline underline-offset-2"
      >
        {children}
      </a>
    ) : (
      children
    ),
  // A wide table or a long line of code scrolls, also with the keys.
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keys.
    <figure aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table className="wrap-break-word">{children}</table>
    </figure>
  ),
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keys.
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  img: ({ alt, src }) => (
    <span className="text-ink-muted">[picture: {alt || String(src ?? "without description")}]</span>
  ),
};
