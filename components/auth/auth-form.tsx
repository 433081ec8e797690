"use client";

import type { ReactNode } from "react";
import {
  type Control,
  type DeepPartialSkipArrayKey,
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
  useWatch,
} from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { TextField } from "@/components/ui/form/text-field";
import { explain, isProblem } from "@/lib/client/http/problem";
import { useSubmitOnce } from "@/lib/client/saving/submit-once";
import type { Fault } from "@/lib/errors";

/** One line to fill in. `Values` names it as the API does, so that its faults find it. */
export interface AuthField<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
  readonly type?: "email" | "password" | "text";
  readonly autoComplete: string;
  readonly description?: string;
  /** It is shown and sent, and stays as it is. */
  readonly isFixed?: boolean;
  readonly takesFocus?: boolean;
  /** Said when nothing is filled in. */
  readonly missing: string;
  /** What stands under the field, from what is typed in the form. */
  readonly below?: Below<Values>;
}

type Below<Values> = (typed: DeepPartialSkipArrayKey<Values>) => ReactNode;

interface Props<Values extends FieldValues> {
  readonly fields: readonly AuthField<Values>[];
  readonly values: DefaultValues<Values>;
  /** What the button says. */
  readonly verb: string;
  /** Rejects with an `ApiProblem`, whose faults are shown at their fields. */
  readonly onSubmit: (values: Values) => Promise<void>;
  readonly look?: "primary" | "normal";
  /** What else can be done, beside the button. */
  readonly beside?: ReactNode;
}

/** A short form: its fields, one button, and what went wrong above it. */
export function AuthForm<Values extends FieldValues>(props: Props<Values>) {
  const { fields, values, verb, onSubmit, look = "primary" } = props;
  const { register, handleSubmit, setError, formState, control } = useForm<Values>({
    defaultValues: values,
  });
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async (sent) => {
    try {
      await onSubmit(sent);
    } catch (error) {
      const faults = isProblem(error) ? error.faults : [];
      const known = fields.flatMap(({ name, label }) => {
        const fault = faults.find(({ field }) => field === name);
        return fault ? [{ name, message: withLabel(label, fault) }] : [];
      });
      for (const { name, message } of known) setError(name, { message });
      if (known.length === 0) setError("root", { message: explain(error) });
    }
  });
  const submit = useSubmitOnce(send);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormError message={errors.root?.message} />
      {fields.map(
        ({ name, label, type = "text", autoComplete, description, missing, below, ...how }) => (
          <div key={name} className="grid grid-cols-1 gap-1.5">
            <TextField
              {...{ label, type, autoComplete, description }}
              isRequired
              readOnly={how.isFixed}
              autoFocus={how.takesFocus}
              className={how.isFixed ? "border-line bg-surface-sunken" : undefined}
              error={messageOf(errors[name])}
              {...register(name, { required: missing })}
            />
            {below && <WatchedHint control={control} show={below} />}
          </div>
        ),
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={look} isPending={isSubmitting}>
          {verb}
        </Button>
        {props.beside}
      </div>
    </form>
  );
}

/** Redraws this part alone while the person types. */
function WatchedHint<Values extends FieldValues>(props: {
  readonly control: Control<Values>;
  readonly show: Below<Values>;
}) {
  return props.show(useWatch({ control: props.control }));
}

/** The API calls a field by its name, people know it by its label. */
function withLabel(label: string, { field, message }: Fault): string {
  return message.startsWith(`${field} `) ? label + message.slice(field.length) : message;
}

function messageOf(error: { readonly message?: unknown } | undefined): string | undefined {
  return typeof error?.message === "string" ? error.message : undefined;
}
