/** What went wrong with a form as a whole; announced when it appears. */
export function FormProblem({ message }: { readonly message: string | undefined }) {
  return (
    <div role="alert" className={message === undefined ? "sr-only" : ""}>
      {message !== undefined && (
        <p className="border-danger border-l-2 pl-3 text-13 text-ink-strong">{message}</p>
      )}
    </div>
  );
}
