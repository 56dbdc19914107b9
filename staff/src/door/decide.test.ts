import { expect, it } from "vitest";
import { findScannedRow } from "./decide.ts";
import type { DoorList, DoorRow } from "./door-store.ts";

it("T-02 finds a person by a code typed with Arabic digits, in lower case or with another dash", async () => {
  const row = { code: "4F2C-8KQ7", ticketHash: "0".repeat(32) } as DoorRow;
  const list = { rows: [row] } as unknown as DoorList;
  for (const typed of ["4F2C-8KQ7", "٤f٢c ٨kq٧", "\u200f4F2C–8KQ7"])
    expect(await findScannedRow(list, typed)).toBe(row);
  for (const typed of ["", "4F2C-8KQ", "4F2C-8KQ77"]) expect(await findScannedRow(list, typed)).toBeUndefined();
});
