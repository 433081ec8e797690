import type { ValueProps } from "@/components/fields/props/value-props";

/** Shows one text a line. */
export function TextListValue({ value }: ValueProps) {
  const items = Array.isArray(value) ? value.map(String) : [];
  return (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
