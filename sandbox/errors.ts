import type { Settings } from "./settings.ts";

export type FieldErrors = Record<string, string[]>;

/** An error response in the provider's format: an HTTP status and `{type, message, errors}`. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly type: string;
  readonly errors: Record<string, string[] | string> | string | null;
  constructor(status: number, type: string, message: string, errors: ApiError["errors"] = null) {
    super(message);
    this.status = status;
    this.type = type;
    this.errors = errors;
  }
  get body() {
    return { type: this.type, message: this.message, errors: this.errors };
  }
}

/** 400 with errors per field, in the format that the settings select. */
export function invalidFields(settings: Settings, fields: FieldErrors): ApiError {
  const message = settings.validationType === "validation_error" ? "Data validation failed" : "Validation Failed";
  const errors =
    settings.fieldErrors === "list"
      ? fields
      : Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, messages.join(" ")]));
  return new ApiError(400, settings.validationType, message, errors);
}

/** 400: the payment's state or the combination of options does not allow the request. */
export const refused = (message: string, errors: string | null = null): ApiError =>
  new ApiError(400, "invalid_request_error", message, errors);

export const usedGivenId = (): ApiError =>
  new ApiError(400, "used_given_id", "The given_id provided has been already used with a different payment.");

export const unauthorized = (): ApiError =>
  new ApiError(401, "authentication_error", "Invalid authorization credentials");

export const forbidden = (settings: Settings): ApiError =>
  new ApiError(403, settings.forbiddenType, "User not authorized");

export const inactiveAccount = (): ApiError =>
  new ApiError(405, "account_inactive_error", "The merchant account is not activated for live payments.");

export const notFound = (settings: Settings): ApiError => new ApiError(404, settings.notFoundType, "Object not found");
