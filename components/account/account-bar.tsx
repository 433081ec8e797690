import { Button } from "@/components/ui/button";
import { Logo } from "@/components/ui/logo";
import { notify } from "@/components/ui/toast/toast";
import { explain } from "@/lib/client/http/problem";
import type { Me } from "@/lib/client/session/me";
import { signOut } from "@/lib/client/session/session";

/** Bar with links to the user's projects and the sign-out button. */
export function AccountBar({ me }: { readonly me: Me | undefined }) {
  const leave = async () => {
    try {
      await signOut();
      window.location.assign("/sign-in");
    } catch (error) {
      notify({ title: "Sign-out failed", detail: explain(error), tone: "danger" });
    }
  };
  return (
    <header className="border-line border-b">
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
          <Button look="quiet" size="small" onPress={() => void leave()}>
            Sign out
          </Button>
        </nav>
      </div>
    </header>
  );
}
