"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, CircleCheck, CircleX } from "lucide-react";
import { PermissionsShown } from "@/components/people/permissions-shown";
import { SkeletonLines } from "@/components/ui/skeleton";
import { classes } from "@/components/ui/styles";
import { type AccessAnswer, accessQuery } from "@/lib/client/access";
import { usePlace } from "@/lib/client/project";
import type { Operation, Resource } from "@/lib/schema/resource";
import { Explained } from "./explained";
import { Granters } from "./granters";
import type { Subjects } from "./subjects";

interface Props {
  /** "me", "user:<id>" or "key:<id>". */
  readonly who: string;
  readonly resource: Resource;
  readonly operation: Operation;
  readonly people: Subjects;
}

/** The answer of the API: whether it is permitted, by what, and what is missing. */
export function Answer({ who, resource, operation, people }: Props) {
  const { project, me } = usePlace();
  const [type, id] = who.split(":");
  const { data, error, isPlaceholderData } = useQuery({
    ...accessQuery({
      ...{ projectId: project._id, resource: resource.path, operation },
      ...(type === "user" && { user: id ?? "" }),
      ...(type === "key" && { key: id ?? "" }),
    }),
    placeholderData: keepPreviousData,
  });
  if (error) {
    return (
      <div role="alert" className="grid gap-1 border-danger border-l-2 pl-3">
        <p className="font-medium text-ink-strong">This cannot be answered</p>
        <p className="text-13">
          <Explained error={error} />
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
        <dt className="text-ink-muted">One of these is enough</dt>
        <dd>
          <Sufficient answer={data} />
        </dd>
        <dt className="text-ink-muted">{who === "me" ? "You hold here" : "Held here"}</dt>
        <dd>
          {data.held.length > 0 ? (
            <PermissionsShown permissions={data.held} />
          ) : (
            "Nothing in this project."
          )}
        </dd>
        {data.missing !== null && (
          <>
            <dt className="text-ink-muted">Who can grant it</dt>
            <dd>
              <Granters
                missing={data.missing}
                isForKey={type === "key"}
                except={type === "me" ? me._id : id}
                people={people.people}
              />
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
        <p className="font-semibold text-16 text-ink-strong">{allowed ? "Allowed" : "Refused"}</p>
        <p className="wrap-anywhere">{reason}</p>
      </div>
    </div>
  );
}

function Sufficient({ answer: { sufficient, held } }: { readonly answer: AccessAnswer }) {
  if (sufficient.length === 0) return "No permission or role is needed, or none would do.";
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
