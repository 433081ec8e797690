import type { Metadata } from "next";
import { PublicHeader } from "@/components/layout/shell/public-header";
import { hasSession } from "./has-session";

export const metadata: Metadata = { title: "Not found" };

export default async function NotFound() {
  return (
    <>
      <PublicHeader isSignedIn={await hasSession()} />
      <main className="mx-auto grid max-w-4xl gap-3 px-5 pt-12">
        <h1 className="font-semibold text-28 text-ink-strong tracking-tight">Nothing is here</h1>
        <p className="text-16">
          This address leads to no page. It may have been mistyped, or what it led to was deleted.
        </p>
        <p>
          <a href="/" className="text-accent underline underline-offset-3">
            Go to the start page
          </a>
        </p>
      </main>
    </>
  );
}
