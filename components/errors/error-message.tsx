import Link from "next/link";
import { explain, isProblem } from "@/lib/client/http/problem";
import { useProjectIfAny } from "@/lib/client/project/project";
import { isRole } from "@/lib/schema/access";
import { refusalPath } from "./explain-access-path";

/**
 * What went wrong, in words. Where it was refused, also who can change that, and the way to the page that says why,
 * with what was tried filled in.
 *
 * @example <p role="alert"><Explained error={query.error} /></p>
 */
export function ErrorMessage({ error }: { readonly error: unknown }) {
  // What is said in a note may be read on a page of no project.
  const context = useProjectIfAny();
  const words = explain(error);
  if (!context || !isProblem(error, "forbidden") || !error.refused) return words;
  const { missing } = error;
  const href = refusalPath(context, error.refused);
  return (
    <>
      {words} {missing !== undefined && !isRole(missing) && `${whoCanGrant} `}
      {href !== undefined && <ExplainLink href={href} />}
    </>
  );
}

/** Who to ask for a permission. */
export const whoCanGrant = "An owner or administrator of this project can grant it.";

/** Leads to the page that says why something is refused. */
export function ExplainLink({ href }: { readonly href: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="whitespace-nowrap text-accent underline underline-offset-3"
    >
      Why was this refused?
    </Link>
  );
}
