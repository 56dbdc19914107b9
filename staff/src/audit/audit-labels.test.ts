import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tasks } from "../../../src/tasks.ts";
import arabic from "../../../messages/ar/staff/audit.json" with { type: "json" };
import english from "../../../messages/en/staff/audit.json" with { type: "json" };
import { entityNames } from "../../../src/features/content/entities/revision-entities.ts";
import { loadPageTexts, m, setLocale, toSnakeCase } from "../messages.ts";
import { auditAreas, canOpenTask, getRecordLabel, getRecordPath } from "./audit-labels.ts";
import type { AuditEvent } from "./audit-labels.ts";

describe("the records of the audit log", () => {
  const formats = {
    localized: (english: string | null | undefined, arabic: string | null | undefined) => english || arabic || "",
    days: (from: string, to: string) => `${from} – ${to}`,
    joinWithCommas: (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(", "),
  };
  const label = (entity: string, entity_id: string, record: AuditEvent["record"] = null) =>
    getRecordLabel({ entity, entity_id, record, before: null, after: null }, formats);

  it("B6: names a record by its name or a public number, never by an internal id", async () => {
    const run = { eng: "Patient safety", ar: "سلامة المرضى", startDate: "2026-12-08", endDate: "2026-12-10" };
    expect(label("run", "2", run)).toBe("Patient safety, 2026-12-08 – 2026-12-10");
    expect(label("newsletter", "1", { eng: "", ar: "دورات", startDate: null, endDate: null })).toBe("دورات");
    expect([label("order", "1001"), label("month", "2026-11")]).toEqual(["1001", "2026-11"]);
    expect([label("run", "2"), label("task", "3"), label("mail", "7"), label("staff", "x")]).toEqual(["", "", "", ""]);
    await setLocale("en");
    await loadPageTexts();
    expect(label("setting", "refunds")).toBe(m.staff_settings_refunds_title());
  });

  it("CT-21 names a planned setting, even if the plan was cancelled", async () => {
    await setLocale("en");
    await loadPageTexts();
    const plan = { entity: "setting-period", entity_id: "4", record: null };
    const texts = [
      getRecordLabel({ ...plan, before: null, after: { setting: "tax" } }, formats),
      getRecordLabel({ ...plan, before: { setting: "company" }, after: null }, formats),
    ];
    expect(texts).toEqual([m.staff_settings_tax_title(), m.staff_settings_company_title()]);
  });

  it("B6: every kind of content and record has a label in both languages", () => {
    const kinds = [...Object.values(auditAreas).flat(), ...entityNames].filter(
      (kind) => !["content", "roster"].includes(kind),
    );
    for (const texts of [english, arabic])
      for (const kind of kinds) expect(Object.keys(texts)).toContain(`staff_audit_entities_${toSnakeCase(kind)}`);
  });
});

describe("the actions of the audit log", () => {
  it("every action that the code writes has a label in both languages", () => {
    const files = globSync("src/**/*.server.ts", { cwd: import.meta.dirname + "/../../.." });
    const actions = new Set(
      files.flatMap((file) => {
        const code = readFileSync(`${import.meta.dirname}/../../../${file}`, "utf8");
        return [...code.matchAll(/\baction: "([a-z-]+\.[a-z-]+)"/g)].map(([, action]) => action ?? "");
      }),
    );
    expect(actions.size).toBeGreaterThan(100);
    for (const texts of [english, arabic])
      for (const action of actions)
        expect(Object.keys(texts)).toContain(`staff_audit_actions_${action.replaceAll(/[.-]/g, "_")}`);
  });
});

describe("tasks in the audit log", () => {
  it("P-19 every kind has a name in both languages, and an area", () => {
    for (const { kind } of tasks)
      for (const texts of [english, arabic])
        expect(Object.keys(texts)).toContain(`staff_audit_tasks_${toSnakeCase(kind)}`);
    expect(auditAreas.work).toEqual(["task"]);
    const prefix = "staff_audit_areas_";
    const areas = Object.keys(english).filter((key) => key.startsWith(prefix));
    expect(areas.toSorted()).toEqual(
      Object.keys(auditAreas)
        .map((area) => prefix + area)
        .toSorted(),
    );
  });

  it("P-19 P-04 links to a task for its starter and for owners, while it is kept", () => {
    const day = 86_400_000;
    const event = (days: number) => ({ at: new Date(Date.now() - days * day).toISOString(), actor: { id: "lina" } });
    expect(getRecordPath("task", "7")).toBe("/tasks/7");
    expect(canOpenTask(event(1), "lina", false)).toBe(true);
    expect(canOpenTask(event(1), "huda", true)).toBe(true);
    expect(canOpenTask(event(1), "auditor", false)).toBe(false);
    expect(canOpenTask(event(31), "lina", true)).toBe(false);
  });
});
