import { describe, expect, it } from "vitest";
import { tasks } from "../../../src/tasks.ts";
import arabic from "../../messages/ar/audit.json" with { type: "json" };
import english from "../../messages/en/audit.json" with { type: "json" };
import { auditAreas, mayOpenWork, recordPath } from "./audit-labels.ts";

const textAt = (texts: object, path: string): unknown =>
  path.split(".").reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], texts);

describe("long work in the audit log", () => {
  it("P-19 every kind has a name in both languages, and an area", () => {
    for (const { kind } of tasks)
      for (const texts of [english, arabic]) expect(typeof textAt(texts.tasks, kind), kind).toBe("string");
    expect(textAt(english.tasks, "export.nothing")).toBeUndefined();
    expect(auditAreas.work).toEqual(["task"]);
    expect(Object.keys(english.areas).toSorted()).toEqual(Object.keys(auditAreas).toSorted());
  });

  it("P-19 P-04 leads to the work for its starter and for owners, as long as it is kept", () => {
    const day = 86_400_000;
    const event = (days: number) => ({ at: new Date(Date.now() - days * day).toISOString(), actor: { id: "lina" } });
    expect(recordPath("task", "7")).toBe("/tasks/7/show");
    expect(mayOpenWork(event(1), "lina", false)).toBe(true);
    expect(mayOpenWork(event(1), "huda", true)).toBe(true);
    expect(mayOpenWork(event(1), "auditor", false)).toBe(false);
    expect(mayOpenWork(event(31), "lina", true)).toBe(false);
  });
});
