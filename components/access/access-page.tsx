"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useEffect } from "react";
import { PageBody } from "@/components/page/page-body";
import { PageHeading } from "@/components/page/page-heading";
import { Select } from "@/components/ui/form/select";
import { sentenceCase } from "@/components/words/sentence-case";
import { useProject } from "@/lib/client/project/project";
import { resourceAt, resources } from "@/lib/resources/index";
import { wholeDeployment } from "@/lib/schema/permission-titles";
import { everyOperation, type Operation } from "@/lib/schema/resource";
import { AccessAnswerView } from "./access-answer";
import { useSubjects } from "./use-subjects";

/**
 * Explains why an operation is or is not permitted. The subject, resource and operation are in the
 * URL, which makes the result a link to share.
 */
export function AccessPage() {
  const [asked, ask] = useQueryStates(parsers, { history: "replace" });
  const { me } = useProject();
  const own = `user:${me._id}`;
  const who = asked.who === "me" ? own : asked.who;
  // Otherwise the address would show other users the result for themselves.
  useEffect(() => {
    if (asked.who === "me") void ask({ who: own });
  }, [asked.who, own, ask]);
  const subjects = useSubjects(who);
  const isThere = asked.resource === wholeDeployment || resourceAt(asked.resource) !== undefined;
  const path = isThere ? asked.resource : "incident";
  return (
    <PageBody>
      <div className="grid gap-8">
        <PageHeading
          title="Explain access"
          about="Choose a user or API key, a resource and an operation. The result shows whether the operation is allowed and which permission decides. Copy the address of this page to share the result."
        />
        <form
          aria-label="Access query"
          className="grid gap-4 sm:grid-cols-3"
          onSubmit={(event) => event.preventDefault()}
        >
          <Select
            label="User or API key"
            choices={subjects.choices}
            value={who}
            onChange={(who) => void ask({ who })}
            {...(subjects.note !== undefined && { description: subjects.note })}
          />
          <Select
            label="Resource"
            choices={everyResource}
            value={path}
            onChange={(path) => void ask({ resource: path })}
          />
          <Select
            label="Operation"
            choices={operations}
            value={asked.operation}
            onChange={(operation) => void ask({ operation })}
          />
        </form>
        <AccessAnswerView
          who={who === own ? "me" : who}
          path={path}
          operation={asked.operation}
          people={subjects}
        />
      </div>
    </PageBody>
  );
}

const parsers = {
  who: parseAsString.withDefault("me"),
  resource: parseAsString.withDefault("incident"),
  operation: parseAsStringLiteral(everyOperation).withDefault("list"),
};

const everyResource = [
  ...[...resources.values()]
    .map(({ path, plural }) => ({ value: path, text: sentenceCase(plural) }))
    .sort((one, other) => one.text.localeCompare(other.text, "en")),
  { value: wholeDeployment, text: "The whole deployment" },
];

const operationNames: Readonly<Record<Operation, string>> = {
  list: "List records",
  get: "Read a record",
  count: "Count records",
  create: "Create a record",
  update: "Edit a record",
  delete: "Delete a record",
};

const operations = everyOperation.map((value) => ({ value, text: operationNames[value] }));
