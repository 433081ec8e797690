let pageUser: string | undefined;

/**
 * Returns true if the page belongs to this user. The first user for whom it is rendered owns it
 * until the browser loads a page again, because its inputs hold what this user typed. The server
 * renders documents of all users and remembers none.
 */
export function claimPage(user: string): boolean {
  if (typeof window === "undefined") return true;
  pageUser ??= user;
  return pageUser === user;
}

/**
 * Returns the header by which the server refuses the request if another user has signed in in
 * another tab. Every request with the session cookie carries it; empty before the user is known.
 */
export function expectedUser(): Readonly<Record<string, string>> {
  return pageUser === undefined ? {} : { "X-Expected-User": pageUser };
}
