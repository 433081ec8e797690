"use client";

import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { explain, isProblem } from "@/lib/client/problem";
import type { Fault } from "@/lib/errors";
import { FormProblem } from "./form-problem";

/** One line to fill in. `Values` names it as the API does, so that its faults find it. */
export interface AuthField<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
  readonly type?: "email" | "password" | "text";
  readonly autoComplete: string;
  readonly description?: string;
  /** Said when nothing is filled in. */
  readonly missing: string;
}

interface Props<Values extends FieldValues> {
  readonly fields: readonly AuthField<Values>[];
  readonly values: DefaultValues<Values>;
  /** What the button says. */
  readonly verb: string;
  /** Rejects with an `ApiProblem`, whose faults are shown at their fields. */
  readonly onSubmit: (values: Values) => Promise<void>;
  readonly look?: "primary" | "normal";
}

/** A short form: its fields, one button, and what went wrong above it. */
export function AuthForm<Values extends FieldValues>(props: Props<Values>) {
  const { fields, values, verb, onSubmit, look = "primary" } = props;
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: values,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (sent) => {
    try {
      await onSubmit(sent);
    } catch (error) {
      const faults = isProblem(error) ? error.faults : [];
      const known = fields.flatMap(({ name, label }) => {
        const fault = faults.find(({ field }) => field === name);
        return fault ? [{ name, message: inWordsOf(label, fault) }] : [];
      });
      for (const { name, message } of known) setError(name, { message });
      if (known.length === 0) setError("root", { message: explain(error) });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <FormProblem message={errors.root?.message} />
      {fields.map(({ name, label, type = "text", autoComplete, description, missing }) => (
        <TextField
          key={name}
          {...{ label, type, autoComplete, description }}
          isRequired
          error={messageOf(errors[name])}
          {...register(name, { required: missing })}
        />
      ))}
      <Button type="submit" look={look} isPending={isSubmitting} className="justify-self-start">
        {verb}
      </Button>
    </form>
  );
}

/** The API calls a field by its name, people know it by its label. */
function inWordsOf(label: string, { field, message }: Fault): string {
  return message.startsWith(`${field} `) ? label + message.slice(field.length) : message;
}

function messageOf(error: { readonly message?: unknown } | undefined): string | undefined {
  return typeof error?.message === "string" ? error.message : undefined;
}
