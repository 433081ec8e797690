"use client";

import { Switch } from "@/components/ui/form/switch";

/** For owners of the deployment: whether a new key is for this project or for all projects. */
export function ScopeField(props: {
  readonly isEverywhere: boolean;
  readonly onChange: (isEverywhere: boolean) => void;
}) {
  return (
    <Switch
      label="Works in every project of the deployment"
      description="Off, it is for this project alone. It cannot be changed later."
      checked={props.isEverywhere}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  );
}
