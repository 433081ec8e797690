import { type ComponentPropsWithRef, useId } from "react";
import { classes, styles } from "@/components/ui/styles";
import { controlAttributes, FieldFrame, type FieldTexts } from "./field-frame";

type Props = FieldTexts &
  Omit<ComponentPropsWithRef<"input">, "id" | "children"> & {
    /** Class names of the element around label, input and error. */
    readonly frameClass?: string;
  };

/**
 * Input for one line of text, under its label. Takes the props of `register` of react-hook-form.
 *
 * @example <TextField label="Name" error={errors.name?.message} {...register("name")} />
 */
export function TextField(props: Props) {
  const { label, labelHidden, description, error, describedBy, isRequired, className, ...rest } =
    props;
  const { frameClass, ...input } = rest;
  const id = useId();
  const texts = { label, labelHidden, description, error, describedBy, isRequired };
  return (
    <FieldFrame id={id} texts={texts} {...(frameClass !== undefined && { className: frameClass })}>
      <input
        type="text"
        autoComplete="off"
        {...input}
        {...controlAttributes(id, texts)}
        className={classes(
          styles.input,
          "h-8 pointer-coarse:h-11 pointer-coarse:text-16",
          className,
        )}
      />
    </FieldFrame>
  );
}
