import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { explain, isProblem } from "@/lib/client/http/problem";
import type { Me } from "@/lib/client/session/me";
import { Button } from "./button";
import { Logo } from "./logo";
import { Skeleton } from "./skeleton";

/** Skeleton of the frame until the current user is known. */
export function FrameSkeleton() {
  return (
    <div className="grid min-h-dvh md:grid-cols-[14rem_1fr]" aria-busy="true">
      <span role="status" className="sr-only">
        Loading
      </span>
      <div className="hidden content-start gap-3 border-line border-r bg-surface-sunken p-4 md:grid">
        {["w-20", "w-28", "w-24", "w-32", "w-16", "w-36"].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
      <div className="h-11 border-line border-b" />
    </div>
  );
}

interface Props {
  readonly error?: unknown;
  /** Set when the user is known, but the project of the URL is not one of theirs. */
  readonly me?: Me;
  readonly onRetry: () => void;
}

/** Replaces the frame after an error. A user who is not signed in is redirected to sign in. */
export function FrameError({ error, me, onRetry }: Props) {
  if (isProblem(error, "unauthenticated")) return <RedirectToSignIn />;
  return (
    <main className="mx-auto grid w-full max-w-md content-start gap-4 px-5 pt-[min(18vh,9rem)] pb-16">
      <p className="flex items-center gap-2 font-semibold text-ink-strong">
        <Logo />
        Tocsin
      </p>
      <h1 className="font-semibold text-20 text-ink-strong">
        {me ? "Project not found" : "The console could not be loaded"}
      </h1>
      <p>
        {me
          ? "This project does not exist, or you are not a member. Ask the sender of the link for an invitation."
          : explain(error)}
      </p>
      {me ? (
        <ul aria-label="Your projects" className="grid border-line pt-4 not-empty:border-t">
          {me.projects.map(({ _id, name, slug }) => (
            <li key={_id}>
              <a
                href={`/p/${slug}`}
                className="inline-block py-1 text-accent underline underline-offset-3 pointer-coarse:py-3"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <Button onPress={onRetry} className="w-fit">
          Try again
        </Button>
      )}
    </main>
  );
}

/** Redirects to the sign-in page, and from there back to this page. */
export function RedirectToSignIn() {
  const path = usePathname();
  const search = useSearchParams().toString();
  const here = search === "" ? path : `${path}?${search}`;
  // The navigation is a full page load, outside of React. It also clears data in memory.
  useEffect(() => {
    window.location.replace(`/sign-in?next=${encodeURIComponent(here)}`);
  }, [here]);
  return <FrameSkeleton />;
}
