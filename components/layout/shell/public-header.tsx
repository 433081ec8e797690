import { Logo } from "@/components/ui/logo";

interface Props {
  /** As wide as the docs are. */
  readonly wide?: boolean;
  readonly isSignedIn: boolean;
}

/**
 * The bar of the pages outside the console: the product's name, the API documentation, and a link
 * to the console.
 */
export function PublicHeader({ wide = false, isSignedIn }: Props) {
  return (
    <header className="border-line border-b">
      <div
        className={`mx-auto flex h-11 items-center justify-between gap-6 px-5 ${wide ? "max-w-6xl" : "max-w-4xl"}`}
      >
        <a href="/" className="flex items-center gap-2 font-semibold text-ink-strong">
          <Logo />
          Tocsin
        </a>
        <nav aria-label="This deployment" className="flex gap-5 text-13">
          {[...links, isSignedIn ? inside : signIn].map(({ href, name }) => (
            <a key={href} href={href} className="text-ink-muted hover:text-ink-strong">
              {name}
            </a>
          ))}
        </nav>
      </div>
    </header>
  );
}

const links = [
  { href: "/docs", name: "Docs" },
  { href: "/api/openapi.json", name: "OpenAPI" },
];

const signIn = { href: "/sign-in", name: "Sign in" };
const inside = { href: "/p", name: "Console" };
