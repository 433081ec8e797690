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
      description="If off, the key works only in this project. You cannot change this later."
      checked={props.isEverywhere}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  );
}
