import { useSignOut } from "@/components/auth/use-sign-out";
import { SessionEnded } from "@/components/layout/prompts/session-ended";
import { Button } from "@/components/ui/button";
import { Logo } from "@/components/ui/logo";
import type { Me } from "@/lib/client/session/me";

/** Bar with links to the user's projects and the sign-out button. Asks for a lost session. */
export function AccountBar({ me }: { readonly me: Me | undefined }) {
  const signOut = useSignOut();
  return (
    <header className="border-line border-b">
      {me && <SessionEnded me={me} />}
      <div className="mx-auto flex h-11 max-w-2xl items-center justify-between gap-6 px-5">
        <a href="/" className="flex items-center gap-2 font-semibold text-ink-strong">
          <Logo />
          Tocsin
        </a>
        <nav aria-label="Projects" className="flex min-w-0 items-center gap-4 text-13">
          {me?.projects.slice(0, 3).map(({ _id, slug, name }) => (
            <a
              key={_id}
              href={`/p/${slug}`}
              className="truncate text-ink-muted hover:text-ink-strong"
            >
              <bdi>{name}</bdi>
            </a>
          ))}
          <Button look="quiet" size="small" onPress={signOut}>
            Sign out
          </Button>
        </nav>
      </div>
    </header>
  );
}
