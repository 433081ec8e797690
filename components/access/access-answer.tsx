import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, CircleCheck, CircleX } from "lucide-react";
import { ErrorMessage } from "@/components/errors/error-message";
import { RefusedNote } from "@/components/page/refused-page";
import { PermissionList } from "@/components/permissions/permission-list";
import { SkeletonLines } from "@/components/ui/skeleton";
import { classes } from "@/components/ui/styles";
import { accessQuery, mayAskAbout } from "@/lib/client/project/explain-access";
import { useProject } from "@/lib/client/project/project";
import type { AccessAnswer, SentAccessQuery } from "@/lib/contract/access";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import { wholeDeployment } from "@/lib/schema/permission-titles";
import type { Operation } from "@/lib/schema/resource";
import { Granters } from "./granters";
import type { Subjects } from "./use-subjects";

interface Props {
  /** "me", "user:<id>" or "key:<id>". */
  readonly who: string;
  /** The path of a resource, or "deployment". */
  readonly path: string;
  readonly operation: Operation;
  readonly people: Subjects;
}

/**
 * Shows the response of the API: whether the operation is permitted, by which permission, and the
 * missing permission.
 */
export function AccessAnswerView(props: Props) {
  const context = useProject();
  const [type, id = ""] = props.who.split(":");
  const about = parseSubject(type, id);
  if (about.whom !== undefined && !mayAskAbout(context, about.whom)) {
    return (
      <div role="alert">
        <RefusedNote
          resource={about.whom === "keys" ? apiKey : member}
          operation="update"
          what={`check the access of other ${about.whom}`}
        />
      </div>
    );
  }
  return <AnswerFromApi {...props} about={about} />;
}

interface Subject {
  /** Tells apart other users and keys. Absent for the current user. */
  readonly whom?: "people" | "keys";
  readonly ask: Pick<SentAccessQuery, "user" | "key">;
}

function parseSubject(type: string | undefined, id: string): Subject {
  if (type === "user") return { whom: "people", ask: { user: id } };
  return type === "key" ? { whom: "keys", ask: { key: id } } : { ask: {} };
}

function AnswerFromApi({ path, operation, people, about }: Props & { readonly about: Subject }) {
  const context = useProject();
  const ask = {
    ...{ projectId: context.project._id, resource: path, operation },
    ...about.ask,
  };
  const { data, error, isPlaceholderData } = useQuery({
    ...accessQuery(context, ask, about.whom === undefined || people.isKnown),
    placeholderData: keepPreviousData,
  });
  if (error) {
    return (
      <div role="alert" className="grid gap-1 border-danger border-l-2 pl-3">
        <p className="font-medium text-ink-strong">Access could not be checked</p>
        <p className="text-13">
          <ErrorMessage error={error} />
        </p>
      </div>
    );
  }
  if (!data) return <SkeletonLines />;
  return (
    <section
      aria-label="Answer"
      aria-busy={isPlaceholderData}
      className="grid gap-6 aria-busy:opacity-60"
    >
      <Verdict answer={data} />
      <dl className="grid gap-x-6 gap-y-4 text-13 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <dt className="text-ink-muted">Any one of these allows it</dt>
        <dd>
          <Sufficient answer={data} />
        </dd>
        <dt className="text-ink-muted">
          {about.whom === undefined
            ? "Your permissions in this project"
            : "Permissions in this project"}
        </dt>
        <dd>
          {data.held.length > 0 ? (
            <PermissionList permissions={data.held} />
          ) : (
            "No permissions in this project."
          )}
        </dd>
        {data.missing !== null && (
          <>
            <dt className="text-ink-muted">Can be granted by</dt>
            <dd>
              {path === wholeDeployment ? (
                "The operator of the server. No project can grant it."
              ) : (
                <Granters
                  missing={data.missing}
                  isForKey={about.whom === "keys"}
                  except={about.whom === undefined ? context.me._id : about.ask.user}
                  people={people.people}
                />
              )}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Verdict({ answer }: { readonly answer: AccessAnswer }) {
  const { allowed, reason } = answer;
  const Icon = allowed ? CircleCheck : CircleX;
  return (
    <div
      role="status"
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 border-line border-y py-4"
    >
      <Icon
        size={24}
        aria-hidden
        className={classes("mt-0.5", allowed ? "text-ok" : "text-danger")}
      />
      <div>
        <p className="font-semibold text-16 text-ink-strong">{allowed ? "Allowed" : "Denied"}</p>
        <p className="wrap-anywhere">{reason}</p>
      </div>
    </div>
  );
}

function Sufficient({ answer: { sufficient, held } }: { readonly answer: AccessAnswer }) {
  if (sufficient.length === 0) return "No permission is required, or no permission grants it.";
  return (
    <ul className="grid gap-1">
      {sufficient.map((title) => {
        const isHeld = held.includes(title);
        return (
          <li key={title} className="flex items-center gap-2">
            {isHeld ? (
              <Check size={14} aria-hidden className="text-ok" />
            ) : (
              <span aria-hidden className="w-3.5 text-center text-ink-muted">
                –
              </span>
            )}
            <span className={isHeld ? "font-medium text-ink-strong" : "text-ink-muted"}>
              {title}
            </span>
            <span className="sr-only">{isHeld ? ", held" : ", not held"}</span>
          </li>
        );
      })}
    </ul>
  );
}
