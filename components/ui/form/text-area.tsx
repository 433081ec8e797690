import { type ComponentPropsWithRef, useId } from "react";
import { classes, styles } from "@/components/ui/styles";
import { controlAttributes, FieldFrame, type FieldTexts } from "./field-frame";

type Props = FieldTexts & Omit<ComponentPropsWithRef<"textarea">, "id" | "children">;

/** Input for several lines of text. It grows with the text in browsers that support it. */
export function TextArea(props: Props) {
  const { label, labelHidden, description, error, describedBy, isRequired, className, ...input } =
    props;
  const id = useId();
  const texts = { label, labelHidden, description, error, describedBy, isRequired };
  return (
    <FieldFrame id={id} texts={texts}>
      <textarea
        rows={4}
        {...input}
        {...controlAttributes(id, texts)}
        className={classes(
          styles.input,
          "field-sizing-content max-h-[60vh] min-h-20 py-1.5 pointer-coarse:text-16",
          className,
        )}
      />
    </FieldFrame>
  );
}
