import { expect, it } from "vitest";
import { StaffApiError } from "../api.ts";
import { getUnshownMessage } from "./use-form.ts";

const createError = (fields: Record<string, string[]>) => new StaffApiError("Check the marked fields.", 422, fields);

it("getUnshownMessage is null if a field shows the message", () => {
  expect(getUnshownMessage(createError({ email: ["Is no address."] }), ["name", "email"])).toBeNull();
  expect(getUnshownMessage(createError({ "billing.city": ["Is required."] }), ["billing"])).toBeNull();
});

it("getUnshownMessage returns the message of a field that is not shown", () => {
  const error = createError({ email: ["Is no address."], version: ["Is required."] });
  expect(getUnshownMessage(error, ["email"])).toBe("Is required.");
  expect(getUnshownMessage(createError({ billing_note: ["Is too long."] }), ["billing"])).toBe("Is too long.");
});

it("getUnshownMessage returns the error's own message if it has no fields", () => {
  expect(getUnshownMessage(new StaffApiError("No connection.", 0, {}), ["email"])).toBe("No connection.");
  expect(getUnshownMessage(createError({}), ["email"])).toBe("Check the marked fields.");
  expect(getUnshownMessage(new StaffApiError("Was changed meanwhile.", 409, { current: {} }), ["current"])).toBe(
    "Was changed meanwhile.",
  );
});
