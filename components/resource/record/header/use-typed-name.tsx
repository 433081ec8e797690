"use client";

import { type ReactNode, useState } from "react";
import { TextField } from "@/components/ui/form/text-field";
import type { Resource } from "@/lib/schema/resource";

/**
 * Returns a field in which the user types a project's name before the project is deleted with all
 * its records, and whether the name matches. Other records need none.
 */
export function useTypedName({ scope }: Resource, name: string): NameConfirmation {
  const [typed, setTyped] = useState("");
  if (scope !== "self") return { isRight: true, field: null };
  const field = (
    <TextField
      label={`Type “${name}” to confirm`}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  return { isRight: typed.trim() === name.trim(), field };
}

interface NameConfirmation {
  readonly isRight: boolean;
  readonly field: ReactNode;
}
