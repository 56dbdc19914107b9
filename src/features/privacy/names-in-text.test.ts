import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapTexts, buildNameTest, redactPerson, redactFullName } from "./names-in-text.ts";

const sara = { name: "Sara Al-Nasser", contactNumber: "+966500000182", address: "sara.n@example.com" };
const named = (name: string) => ({ name, contactNumber: "", address: null });

/** Returns a value as JSON with every text in it emptied: keys, numbers and structure, which have to stay. */
const toShape = (value: unknown) => JSON.stringify(mapTexts(value, () => ""));

describe("redacting a person in texts about others", () => {
  it("A-04 redacts address, number and full name as whole words only", () => {
    const redact = redactFullName(sara);
    expect(redact("Sara Al-Nasser (SARA.N@example.com, +966500000182) asked.")).toBe("– (–, –) asked.");
    for (const other of [
      "Sara Al-Nasseri",
      "MySara Al-Nasser",
      "x.sara.n@example.com",
      "sara.n@example.com.sa",
      "sara.n@example.community",
      "+9665000001820",
      "Sara",
    ])
      expect(redact(other)).toBe(other);
    expect(redact("Write to sara.n@example.com.")).toBe("Write to –.");
    expect(redactFullName(named("سارة ناصر"))("مقعد سارة ناصر")).toBe("مقعد –");
    expect(redactFullName(named("سارة"))("السارة")).toBe("السارة");
  });

  it("A-04 redacts each longer word of the name in texts about the person; keeps the site's codes", () => {
    expect(redactPerson(sara)("Sara asked, then Al-Nasser; the Saraj hotel")).toBe("– asked, then –; the Saraj hotel");
    expect(redactPerson(named("Sold Out Superseded"))("sold-out")).toBe("sold-out");
    expect(redactPerson(named("Superseded"))("superseded")).toBe("superseded");
  });

  it.each(["1", ":", ",", "{", "100", "[1001", "–", "(.*)", "", " "])("A-04 never searches for %j alone", (name) => {
    if (/\p{L}/u.test(name)) throw new Error("has a letter");
    expect(buildNameTest(named(name))(`a 1 : , { 100 [1001 – (.*) "" ${name}`)).toBe(false);
  });

  it("A-04 changes only texts for any name; keys, numbers and structure stay", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom("e", "Mat Eng", "[1001", "format"),
    );
    fc.assert(
      fc.property(word, fc.jsonValue({ maxDepth: 3 }), (name, value) => {
        for (const redact of [redactFullName(named(name)), redactPerson(named(name))])
          expect(toShape(mapTexts(value, redact))).toBe(toShape(value));
      }),
    );
  });
});
