import { useEffect, useRef } from "react";
import { passwordField } from "@/components/auth/auth-fields";
import { AuthForm } from "@/components/auth/auth-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { request } from "@/lib/client/http/request";

export interface ConfirmDialogProps {
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

/**
 * Asks for the password before an operation that grants access. A wrong password is an error under
 * the field.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" width="small" title="Confirm your password" onClose={props.onCancel}>
      <ConfirmForm {...props} />
    </Dialog>
  );
}

function ConfirmForm({ onConfirmed, onCancel }: ConfirmDialogProps) {
  const form = useRef<HTMLDivElement>(null);
  // A dialog behind this one takes the focus back from a newly rendered field. React Aria treats
  // this dialog as the topmost one only after a timeout.
  useEffect(() => {
    const timer = setTimeout(() => form.current?.querySelector("input")?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={form} className="grid gap-4 pb-1">
      <p>
        This action affects API keys, users or all data, so it needs your password. You are not
        asked again for ten minutes.
      </p>
      <AuthForm
        verb="Confirm"
        values={{ password: "" }}
        fields={fields}
        onSubmit={(body) => request("POST /api/auth/confirm", { body })}
        onDone={onConfirmed}
        beside={<Button onPress={onCancel}>Cancel</Button>}
      />
    </div>
  );
}

const fields = [{ ...passwordField, takesFocus: true }] as const;
