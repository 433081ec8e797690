import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver } from "react-hook-form";
import { z } from "zod";
import {
  changedColumns,
  type FormValue,
  type FormValues,
  formColumns,
  inputError,
  isEmpty,
  toApiValue,
} from "@/components/fields/form-values";
import { isBlank } from "@/components/fields/is-blank";
import { errorSentence } from "@/components/resource/saving/field-errors";
import type { JsonValue } from "@/lib/schema/json";
import { recordSchema, type Writing } from "@/lib/schema/record/record-schema";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

// The content security policy forbids code from strings, which zod otherwise tries for speed.
z.config({ jitless: true });

/** The values that react-hook-form holds, by column name. */
export type Inputs = Record<string, unknown>;

/** Returns the data to send: on create every input with a value, on update the changed inputs. */
export function dataToSend(
  resource: Resource,
  writing: Writing,
  first: FormValues,
  now: FormValues,
): Record<string, JsonValue> {
  const columns =
    writing === "create"
      ? formColumns(resource).filter((column) => !isUnfilled(column, now))
      : changedColumns(resource, first, now);
  return Object.fromEntries(
    columns.map(({ name, field }) => [name, toApiValue(field, now[name] ?? null)]),
  );
}

/**
 * Validates a form with the schema that the server uses for the request. Error messages begin with
 * the field's title. On update only changed fields are validated.
 */
export function formResolver(
  resource: Resource,
  writing: Writing,
  project: string,
  first: () => FormValues,
): Resolver<Inputs> {
  const checkAll = zodResolver<Inputs, unknown, Inputs>(schemaFor(resource, writing));
  return async (inputs, context, options) => {
    const now = inputs as FormValues;
    const data = dataToSend(resource, writing, first(), now);
    const scope =
      writing === "create" && resource.scope === "project" ? { projectId: project } : {};
    const checked = await checkAll({ ...scope, ...data }, context, {
      ...options,
      shouldUseNativeValidation: false,
    });
    const errors = Object.fromEntries(
      formColumns(resource).flatMap((column) => {
        const found = unparsedError(column, now) ?? problemIn(checked.errors, column.name);
        if (found === undefined) return [];
        const problem = isUnfilled(column, now) ? "is required" : found;
        return [[column.name, { type: "value", message: errorSentence(column, problem) }]];
      }),
    );
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: inputs, errors: {} };
  };
}

function schemaFor(resource: Resource, writing: Writing): z.ZodType<Inputs, Inputs> {
  return recordSchema(resource, writing) as unknown as z.ZodType<Inputs, Inputs>;
}

function isUnfilled({ name, field }: Column, now: FormValues): boolean {
  return isEmpty(now[name]) || isBlank(field, now[name]);
}

function unparsedError({ name, field }: Column, now: FormValues): string | undefined {
  const value: FormValue = now[name] ?? null;
  return isEmpty(value) ? undefined : inputError(field, value);
}

/** Returns the first message under a field. An error in a list belongs to one of its entries. */
function problemIn(errors: FieldErrors<Inputs>, name: string): string | undefined {
  const at: unknown = errors[name];
  const found = [at, ...(Array.isArray(at) ? at : []), ...partsOf(at)].find(hasMessage);
  return found?.message;
}

function partsOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function hasMessage(value: unknown): value is { message: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "message" in value &&
    typeof value.message === "string"
  );
}
