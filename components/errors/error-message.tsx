import { isProblem } from "@/lib/client/http/problem";
import { useProjectIfAny } from "@/lib/client/project/project";
import { isRole } from "@/lib/schema/permission-titles";
import { refusalPath } from "./explain-access-path";
import { useErrorWords } from "./use-error-words";

/**
 * Shows an error as text, followed by its cause. For a denied request, also names the users who can
 * grant the permission, and links to the page that explains the denial, with the request filled in.
 *
 * @example <p role="alert"><ErrorMessage error={query.error} /></p>
 */
export function ErrorMessage({ error }: { readonly error: unknown }) {
  // A toast may be read on a page outside of any project.
  const context = useProjectIfAny();
  const words = useErrorWords(error);
  if (error instanceof Error && error.cause !== undefined) {
    return (
      <>
        {words} <ErrorMessage error={error.cause} />
      </>
    );
  }
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

/** The users who can grant a permission, as a sentence. */
export const whoCanGrant = "An owner or administrator of this project can grant it.";

/** Link to the page that explains why a request was denied. */
export function ExplainLink({ href }: { readonly href: string }) {
  return (
    <a href={href} className="whitespace-nowrap text-accent underline underline-offset-3">
      Why was this denied?
    </a>
  );
}
