import { expect, it } from "vitest";
import { StaffApiError } from "../api.ts";
import { getUnshownMessage } from "./use-form.ts";

const wrong = (fields: Record<string, string[]>) => new StaffApiError("Check the marked fields.", 422, fields);

it("a message shown at a field is not repeated as the problem", () => {
  expect(getUnshownMessage(wrong({ email: ["Is no address."] }), ["name", "email"])).toBeNull();
  expect(getUnshownMessage(wrong({ "billing.city": ["Is required."] }), ["billing"])).toBeNull();
});

it("a message that no field shows is not lost", () => {
  const error = wrong({ email: ["Is no address."], version: ["Is required."] });
  expect(getUnshownMessage(error, ["email"])).toBe("Is required.");
  expect(getUnshownMessage(wrong({ billing_note: ["Is too long."] }), ["billing"])).toBe("Is too long.");
});

it("an error without fields is the problem of the form", () => {
  expect(getUnshownMessage(new StaffApiError("No connection.", 0, {}), ["email"])).toBe("No connection.");
  expect(getUnshownMessage(wrong({}), ["email"])).toBe("Check the marked fields.");
  expect(getUnshownMessage(new StaffApiError("Was changed meanwhile.", 409, { current: {} }), ["current"])).toBe(
    "Was changed meanwhile.",
  );
});
