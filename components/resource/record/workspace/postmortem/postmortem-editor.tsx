import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { useSaveValue, valueIn } from "@/components/resource/inline-edit/use-save-value";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { Dialog } from "@/components/ui/overlay/dialog";
import { classes, styles } from "@/components/ui/styles";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { type DraftKey, readDraft } from "@/lib/client/device/drafts";
import { useLatest } from "@/lib/client/device/use-latest";
import { useProject } from "@/lib/client/project/project";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { refreshByStory } from "@/lib/client/queries/story";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { draftBase } from "./draft-base";
import { Clash, TemplateOffer } from "./notices";
import { Preview } from "./preview";
import { postmortemTemplate } from "./template";
import { keptText, useKeptText } from "./use-kept-text";
import { useSettled } from "./use-settled";

interface Props extends RecordProps {
  /** The name of the field. */
  readonly name: string;
  readonly onClose: () => void;
}

/**
 * The postmortem of a record in the whole window, once the record is read. An empty one begins with the
 * template.
 */
export function PostmortemEditor(props: Props) {
  const { resource, record, name, onClose } = props;
  const column = shapeOf(resource).byColumn.get(name);
  const read = useQuery({ ...recordQuery(resource, String(record._id)), staleTime: 0 });
  const isRead = read.data !== undefined && !read.isFetching;
  const [from, setFrom] = useState<RecordRead>();
  const { me, project } = useProject();
  const place = {
    ...{ person: me._id, project: project._id, resource },
    record: `postmortem:${record._id}`,
  };
  if (isRead && from === undefined) setFrom(draftBase(readDraft(place), read.data, name));
  const isEmpty = from !== undefined && String(from.record[name] ?? "").trim() === "";
  const template = useQuery({
    queryKey: ["postmortem-template", resource.path, record._id],
    queryFn: () => postmortemTemplate(resource, from?.record ?? record),
    ...{ enabled: isEmpty, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  if (!column) return null;
  if (!from || (isEmpty && template.isPending)) {
    return (
      <Dialog title="Postmortem" width="screen" isLoading error={read.error} onClose={onClose}>
        {null}
      </Dialog>
    );
  }
  return (
    <Editor
      {...props}
      {...{ column, from, place }}
      template={template.data ?? ""}
      onBase={setFrom}
    />
  );
}

interface EditorProps extends Props {
  readonly column: Column;
  readonly from: RecordRead;
  /** The key of the draft. */
  readonly place: DraftKey;
  /** The text that an empty postmortem begins with. */
  readonly template: string;
  readonly onBase: (from: RecordRead) => void;
}

function Editor(props: EditorProps) {
  const { resource, record, column, from, place, template, onBase, onClose } = props;
  const id = String(record._id);
  const saved = String(valueIn(resource, column, from) ?? "");
  const { text, type, forget } = useKeptText({ place, column, from, template, saved });
  const latest = useLatest(text);
  const filling = useRequest({ failed: "Timeline not inserted" });
  const drop = () => {
    forget();
    onClose();
  };
  const saving = useSaveValue({
    ...{ resource, column, id },
    isTypedOn: (sent) => latest.current !== sent,
    isHidden: () => false,
    onSaved: (next) => {
      if (!next) return drop();
      onBase(next);
      type(latest.current, next);
    },
    onWritten: (sent) => {
      // The user may have left the page meanwhile. The draft would hide later changes of others,
      // unless it has been changed in another editor since.
      if (latest.current === sent && keptText(place) === sent) forget();
    },
    refresh: (client) => refreshByStory(client, resource, id),
  });
  const { question, dismiss } = useDiscardGuard({
    title: "the postmortem",
    isDirty: text !== saved && text !== template,
    onClose: drop,
  });
  const fill = () =>
    void filling.send(
      () => postmortemTemplate(resource, from.record),
      (made) => type(made),
    );
  return (
    <Dialog
      title="Postmortem"
      width="screen"
      {...{ onClose: drop, isPending: saving.isPending }}
      onDismiss={dismiss}
      error={filling.error}
      action={{ text: "Save postmortem", onPress: () => saving.save(text, from) }}
    >
      {saving.problem !== undefined && <FormError message={saving.problem} />}
      {saving.clash && (
        <Clash
          {...{ resource, column, id, clash: saving.clash, isSaving: saving.isPending }}
          onSave={() => saving.save(text, from)}
          onClose={drop}
        />
      )}
      {text.trim() === "" && <TemplateOffer isPending={filling.isPending} onUse={fill} />}
      <TextWithPreview text={text} onChange={type} />
      {question}
    </Dialog>
  );
}

function TextWithPreview(props: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const { text, onChange } = props;
  const [isPreview, setPreview] = useState(false);
  const settled = useSettled(text);
  return (
    <div className="grid min-h-0 gap-4 md:grid-cols-2">
      <Button size="small" className="w-fit md:hidden" onPress={() => setPreview(!isPreview)}>
        {isPreview ? "Write" : "Preview"}
      </Button>
      <textarea
        aria-label="Text of the postmortem, in Markdown"
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to write in it.
        autoFocus
        value={text}
        onChange={({ target }) => onChange(target.value)}
        className={classes(
          styles.input,
          "min-h-[60dvh] resize-none py-2 font-mono pointer-coarse:text-16",
          isPreview && "max-md:hidden",
        )}
      />
      <section
        aria-label="Preview"
        className={classes(
          "min-w-0 border-line md:border-l md:pl-4",
          !isPreview && "max-md:hidden",
        )}
      >
        <Preview text={settled} />
      </section>
    </div>
  );
}
