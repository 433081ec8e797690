import { AppError } from "@/lib/errors";

/** The conflict of a value that must be unique, from the names of the columns of the index that refused it. */
export function uniqueViolation(columns: readonly string[]): AppError {
  const names = columns.map((column) => column.replace(/__lower$/, ""));
  const own = names.filter((name) => name !== "projectId");
  const fields = own.length > 0 ? own : names;
  const detail = `${fields.join(" and ")} ${fields.length > 1 ? "are" : "is"} taken: choose another.`;
  return new AppError("conflict", detail, {
    faults: fields.map((field) => ({ pointer: `/data/${field}`, field, message: detail })),
  });
}
