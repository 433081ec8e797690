import { Button } from "@/components/ui/button";

/** Replaces a page that could not be shown. The rest of the console stays. */
export function ErrorPage({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <section className="mx-auto grid max-w-prose gap-3 px-5 py-12">
      <h1 className="font-semibold text-20 text-ink-strong">This page could not be loaded</h1>
      <p role="alert" className="text-14">
        An error occurred on this page. Your records are not affected. Try again, or reload the
        page. Text typed into a form is kept as a draft.
      </p>
      <p className="flex gap-2">
        <Button look="primary" onPress={onRetry}>
          Try again
        </Button>
        <Button onPress={() => window.location.reload()}>Reload</Button>
      </p>
    </section>
  );
}
