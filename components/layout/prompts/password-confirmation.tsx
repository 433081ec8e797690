import { usePathname } from "next/navigation";
import { Suspense } from "react";
import { confirmation } from "@/lib/client/http/confirmation";
import { lazyQuestion, useBlockingQuestion } from "./use-blocking-question";

const ConfirmDialog = lazyQuestion(async () => (await import("./password-dialog")).ConfirmDialog);

/**
 * Asks for the password over the page when a request needs it. The input behind it stays as it is.
 * The request is canceled when the browser leaves the page, because another page would not show the
 * secret of a new key.
 */
export function PasswordConfirmation() {
  return <ConfirmationForPage key={usePathname()} />;
}

function ConfirmationForPage() {
  const { isWaiting, settle } = useBlockingQuestion(confirmation.offer);
  if (!isWaiting) return null;
  return (
    <Suspense>
      <ConfirmDialog onConfirmed={() => settle(true)} onCancel={() => settle(false)} />
    </Suspense>
  );
}
