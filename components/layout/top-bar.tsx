import { Mark } from "./mark";

/** The bar of the pages outside the console: the name, and where the contract can be read. `wide` as the docs are. */
export function TopBar({ wide = false }: { wide?: boolean }) {
  return (
    <header className="border-line border-b">
      <div
        className={`mx-auto flex h-11 items-center justify-between gap-6 px-5 ${wide ? "max-w-6xl" : "max-w-4xl"}`}
      >
        <a href="/" className="flex items-center gap-2 font-semibold text-ink-strong">
          <Mark />
          Tocsin
        </a>
        <nav aria-label="This deployment" className="flex gap-5 text-13">
          {links.map(({ href, name }) => (
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
  { href: "/sign-in", name: "Sign in" },
];
