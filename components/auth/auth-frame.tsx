import type { ReactNode } from "react";
import { Logo } from "@/components/ui/logo";

/** Small text below a form, separated by a line: another way on. */
export function FootNote({ children }: { readonly children: ReactNode }) {
  return <p className="border-line border-t pt-4 text-13 text-ink-muted">{children}</p>;
}

/** Link to the sign-in page, for pages where nothing else can be done. */
export function SignInLink({ text }: { readonly text: string }) {
  return (
    <FootNote>
      {text}{" "}
      <a href="/sign-in" className="text-accent underline underline-offset-3">
        sign in
      </a>
      .
    </FootNote>
  );
}

interface Props {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** Page for one small task outside the console: the product's name, a title, and the form. */
export function AuthFrame({ title, lead, children }: Props) {
  return (
    <main className="mx-auto grid w-full max-w-88 content-start gap-6 px-5 pt-[min(18vh,9rem)] pb-16">
      <div className="grid gap-4">
        <p className="flex items-center gap-2 font-semibold text-ink-strong">
          <Logo />
          Tocsin
        </p>
        <h1 className="font-semibold text-20 text-balance text-ink-strong tracking-tight">
          {title}
        </h1>
        {lead !== undefined && <p className="-mt-2 text-ink-muted">{lead}</p>}
      </div>
      {children}
    </main>
  );
}
