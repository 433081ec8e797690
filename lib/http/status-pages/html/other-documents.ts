import { type Html, html } from "./markup";
import { type Document, document } from "./page-html";

/** The document for an address without a page. It is the same for a page that is not published. */
export const notFoundDocument: Document = document({
  title: "No status page here",
  body: frame(html`<h1>There is no status page here</h1><p>Check the address.</p>`),
});

/**
 * Returns the form in which a visitor of a private page signs in, with the e-mail that was typed. It
 * says nothing of the page.
 */
export function signInDocument(base: string, problem?: string, email = ""): Document {
  const error = problem === undefined ? "" : html`<p class="error" role="alert">${problem}</p>`;
  const body = html`<h1>This status page is private</h1><p>Sign in with the e-mail and password that you got for it.</p>
<form method="post" action="${base}/sign-in">${error}<label>E-mail<input name="email" type="email" autocomplete="username" value="${email}" required></label><label>Password<input name="password" type="password" autocomplete="current-password" required></label><button>Sign in</button></form>`;
  return document({ title: "Private status page", body: frame(body) });
}

function frame(content: Html): Html {
  return html`<main class="alone">${content}</main>`;
}
