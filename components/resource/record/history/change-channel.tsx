"use client";

import { RecordReference } from "@/components/fields/relation/record-reference";
import { inSentence } from "@/components/words/sentence-case";
import { withArticle } from "@/components/words/with-article";
import { useLabel } from "@/lib/client/queries/labels";
import { resourceAt } from "@/lib/resources/index";
import type { Row } from "@/lib/schema/row";
import { channelText, gerundOf } from "./field-changes";

/**
 * Shows the channel of a change; for a change by a rule also the action that caused it, if known.
 */
export function ChangeChannel({
  entry,
  cause,
}: {
  readonly entry: Row;
  readonly cause?: Row | undefined;
}) {
  const path = String(cause?.resource);
  const id = String(cause?.recordId);
  const label = useLabel(path, id);
  const name = resourceAt(path)?.name;
  const doing = gerundOf(cause?.operation);
  if (!cause || name === undefined || doing === undefined) return channelText(entry.channel);
  const isThere = label !== undefined && label !== "missing";
  return (
    <>
      by {doing} {isThere ? `the ${inSentence(name)}` : withArticle(name)}{" "}
      {isThere && <RecordReference path={path} id={id} />} {channelText(cause.channel)}
    </>
  );
}
