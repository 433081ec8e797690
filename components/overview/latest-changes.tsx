import { DateCell } from "@/components/fields/date/cell";
import { RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { recordName } from "@/components/fields/relation/record-name";
import { actorOf } from "@/components/resource/record/history/field-changes";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import type { Latest } from "@/lib/contract/summary";
import { changeLog } from "@/lib/resources/system/change-log";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { changeWords } from "./change-words";
import { OverviewSection } from "./section";

/** Lists the latest changes and the users who made them. */
export function LatestChanges({ latest }: { readonly latest: Latest }) {
  return (
    <OverviewSection
      title="Latest changes"
      more={{ path: "change-log", name: "Change log" }}
      className="max-lg:order-4"
    >
      {latest.data.length === 0 && (
        <p className="text-13 text-ink-muted">Nothing has changed yet.</p>
      )}
      <RecordLabels ask={referencedIds(changeLog, latest.data)}>
        <ul className="grid">
          {latest.data.map((row) => (
            <Change key={String(row._id)} row={row} />
          ))}
        </ul>
      </RecordLabels>
    </OverviewSection>
  );
}

function Change({ row }: { readonly row: Row }) {
  const { base } = useProject();
  const path = String(row.resource);
  const { verb, kind, recordId } = changeWords(row);
  const label = useLabel(path, recordId ?? "");
  const name =
    label && label !== "missing"
      ? recordName(path, label.label)
      : bidiIsolate(nameIn(row.after ?? row.before ?? null));
  const actor = actorOf(row);
  const field = shapeOf(changeLog).byColumn.get("at")?.field;
  return (
    <li className="flex min-w-0 items-baseline gap-2 border-line border-b py-1.5 text-13">
      <span className="min-w-0 flex-1 truncate">
        {actor.before}
        <span className="text-ink-strong">{actor.name}</span>{" "}
        {recordId === undefined ? (
          <a href={`${base}/${changeLog.path}/${row._id}`} className={linkLook}>
            {verb} {kind}
          </a>
        ) : (
          <>
            {verb} <span className="text-ink-muted">{kind}</span>{" "}
            {label === "missing" ? (
              <span>{name}</span>
            ) : (
              <a href={`${base}/${path}/${recordId}`} className={linkLook}>
                {name === "" ? "…" : name}
              </a>
            )}
          </>
        )}
      </span>
      <span className="shrink-0 text-12 text-ink-muted">
        {field && <DateCell value={row.at ?? null} field={field} />}
      </span>
    </li>
  );
}

const linkLook = "font-medium text-ink-strong hover:underline";

/** Returns the name of a deleted record, from the snapshot in the change log. */
function nameIn(snapshot: JsonValue): string {
  const held = isJsonObject(snapshot) ? snapshot : {};
  const name = held.title ?? held.name ?? held.email;
  return typeof name === "string" ? name : "";
}
