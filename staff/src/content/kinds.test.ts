import { describe, expect, it } from "vitest";
import { entities } from "../../../src/features/editing/entities/table.server.ts";
import { entityNames } from "../../../src/features/editing/revision-entities.ts";
import { kinds } from "./kinds.ts";
import { slugOf } from "./new-item-button.tsx";

describe("the forms of content", () => {
  it.each(entityNames)("%s: every field of the form is the server's, and as long as it may be", async (entity) => {
    const { sections, aside } = kinds[entity];
    const fields = [...sections.flatMap(({ fields }) => fields), ...aside];
    const problemsOf = async (data: object) => {
      const { error } = await entities[entity].schema.draft.safeParseAsync(data);
      return (error?.issues ?? []).map((issue) =>
        issue.code === "unrecognized_keys" ? issue.keys.join() : String(issue.path[0]),
      );
    };
    const known = await entities[entity].schema.draft.parseAsync(entity === "page" ? { slug: "mission" } : {});
    for (const field of fields) {
      const isPair = field.type === "text" || field.type === "html";
      const keys = isPair ? [`${field.name}_eng`, `${field.name}_ar`] : [field.name];
      for (const key of keys) {
        expect(Object.keys(known), key).toContain(key);
        if (field.type !== "text") continue;
        const withLength = (length: number) => ({ ...known, [key]: "x".repeat(length) });
        expect([await problemsOf(withLength(field.most)), await problemsOf(withLength(field.most + 1))], key).toEqual([
          [],
          [key],
        ]);
      }
    }
    const named = new Set(fields.map(({ name }) => name));
    const left = Object.keys(known).filter((key) => !named.has(key.replace(/_(?:eng|ar)$/, "")));
    // Chosen when it is made, and fixed from then on.
    expect(left.filter((key) => !["slug", "type"].includes(key))).toEqual([]);
  });

  it("an address is made of a title", () => {
    expect(slugOf("Safe handover: from shift to shift!")).toBe("safe-handover-from-shift-to-shift");
    expect(slugOf("تسليم")).toBe("");
  });
});
