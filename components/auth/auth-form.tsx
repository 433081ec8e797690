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
import { useErrorWords } from "@/components/errors/use-error-words";
import { useRequest } from "@/components/errors/use-request";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { setServerErrors } from "@/components/ui/form/set-server-errors";
import { TextField } from "@/components/ui/form/text-field";
import { classes } from "@/components/ui/styles";

/** One input. `Values` names it as the API does, so that validation errors find it. */
export interface AuthField<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
  readonly type?: "email" | "password" | "text";
  readonly autoComplete: string;
  readonly description?: string;
  /** The value is shown and sent, but cannot be edited. */
  readonly isFixed?: boolean;
  readonly takesFocus?: boolean;
  /** Error of an empty input. */
  readonly missing: string;
  /** Content below the input, from the form's current values. */
  readonly below?: Below<Values>;
}

type Below<Values> = (typed: DeepPartialSkipArrayKey<Values>) => ReactNode;

interface Props<Values extends FieldValues, Result> {
  readonly fields: readonly AuthField<Values>[];
  readonly values: DefaultValues<Values>;
  /** Label of the button. */
  readonly verb: string;
  /** Rejects with an `ApiProblem`, whose validation errors are shown at their fields. */
  readonly onSubmit: (values: Values) => Promise<Result>;
  /** Called with the result while the form is mounted. */
  readonly onDone?: (result: Result) => void;
  readonly look?: "primary" | "normal";
  /** Other actions, before the button, as at the end of a dialog. */
  readonly beside?: ReactNode;
}

/** A short form with its error above the inputs and one button. */
export function AuthForm<Values extends FieldValues, Result>(props: Props<Values, Result>) {
  const { fields, values, verb, onSubmit, look = "primary" } = props;
  const form = useForm<Values>({ defaultValues: values });
  const { register, handleSubmit, formState, control } = form;
  const { errors } = formState;
  const { send, isPending, error } = useRequest({
    failed: `${verb} failed`,
    onError: (failure) => setServerErrors(form, failure, fields),
  });
  const words = useErrorWords(error);
  const submit = handleSubmit((sent) => send(() => onSubmit(sent), props.onDone));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <FormError message={error === undefined ? null : words} />
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
      <div className={classes("flex flex-wrap gap-2", props.beside !== undefined && "justify-end")}>
        {props.beside}
        <Button type="submit" look={look} isPending={isPending}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

/** Rerenders only this part while the user types. */
function WatchedHint<Values extends FieldValues>(props: {
  readonly control: Control<Values>;
  readonly show: Below<Values>;
}) {
  return props.show(useWatch({ control: props.control }));
}

function messageOf(error: { readonly message?: unknown } | undefined): string | undefined {
  return typeof error?.message === "string" ? error.message : undefined;
}
