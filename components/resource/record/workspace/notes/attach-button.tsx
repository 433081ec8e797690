import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";

/** Opens the browser's choice of files. */
export function AttachButton(props: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files to attach"
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          props.onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <IconButton label="Attach files" onPress={() => input.current?.click()}>
        <Paperclip size={16} aria-hidden />
      </IconButton>
    </>
  );
}
