import type { Metadata } from "next";
import { PublicHeader } from "@/components/layout/shell/public-header";
import { hasSession } from "./has-session";

export const metadata: Metadata = { title: "Not found" };

export default async function NotFound() {
  return (
    <>
      <PublicHeader isSignedIn={await hasSession()} />
      <main className="mx-auto grid max-w-4xl gap-3 px-5 pt-12">
        <h1 className="font-semibold text-28 text-ink-strong tracking-tight">Page not found</h1>
        <p className="text-16">
          There is no page at this address. Check the address. The page may have been deleted.
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
