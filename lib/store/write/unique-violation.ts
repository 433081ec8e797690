import { AppError } from "@/lib/errors";

/** Returns the conflict of a unique violation, from the column names of the violated index. */
export function uniqueViolation(columns: readonly string[]): AppError {
  const names = columns.map((column) => column.replace(/__lower$/, ""));
  const own = names.filter((name) => name !== "projectId");
  const fields = own.length > 0 ? own : names;
  const detail = `${fields.join(" and ")} ${fields.length > 1 ? "are" : "is"} taken: choose another.`;
  return new AppError("conflict", detail, {
    faults: fields.map((field) => ({ pointer: `/data/${field}`, field, message: detail })),
  });
}
