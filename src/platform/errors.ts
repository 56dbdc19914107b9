/** Errors that `errorResponse` (platform/http/api.server.ts) turns into replies. */

/** The messages of each field, in order: the body of a 422. */
export type FieldMap = Record<string, string[]>;

export abstract class HttpError extends Error {
  abstract readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;
  /** `message` is in the reader's language. */
  body(): object {
    return { message: this.message };
  }
}

export class BadRequest extends HttpError {
  override name = "BadRequest";
  readonly status = 400;
}
export class Unauthenticated extends HttpError {
  override name = "Unauthenticated";
  readonly status = 401;
}
export class Forbidden extends HttpError {
  override name = "Forbidden";
  readonly status = 403;
}
/**
 * The action is allowed once the second factor has been proved again. `reason` tells the portal to ask for a code and
 * to repeat the request.
 */
export class FreshSignInRequired extends HttpError {
  override name = "FreshSignInRequired";
  readonly status = 403;
  override body() {
    return { message: this.message, reason: "fresh-sign-in" };
  }
}
/** The action is allowed once the account's address is confirmed. `reason` lets a client offer a new link. */
export class ConfirmedAddressRequired extends HttpError {
  override name = "ConfirmedAddressRequired";
  readonly status = 403;
  override body() {
    return { message: this.message, reason: "confirm-address" };
  }
}
export class NotFound extends HttpError {
  override name = "NotFound";
  readonly status = 404;
  readonly extra: object;
  constructor(message: string, extra: object = {}) {
    super(message);
    this.extra = extra;
  }
  override body() {
    return { ...this.extra, message: this.message };
  }
}
export class Conflict extends HttpError {
  override name = "Conflict";
  readonly status = 409;
}
/** Someone else has saved the record since it was read. `current` is the record now, `yours` what was to be saved. */
export class EditConflict extends Conflict {
  override name = "EditConflict";
  readonly texts: { current: object; yours: object };
  constructor(message: string, texts: { current: object; yours: object }) {
    super(message);
    this.texts = texts;
  }
  override body() {
    return { message: this.message, ...this.texts };
  }
}
export class TooLarge extends HttpError {
  override name = "TooLarge";
  readonly status = 413;
}
export class UnsupportedMediaType extends HttpError {
  override name = "UnsupportedMediaType";
  readonly status = 415;
}
export class ValidationError extends HttpError {
  override name = "ValidationError";
  readonly status = 422;
  readonly fields: FieldMap;
  constructor(fields: FieldMap) {
    super(`Invalid fields: ${Object.keys(fields).join(", ")}`);
    this.fields = fields;
  }
  override body() {
    return this.fields;
  }
}
export class RateLimited extends HttpError {
  override name = "RateLimited";
  readonly status = 429;
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
export class Unavailable extends HttpError {
  override name = "Unavailable";
  readonly status = 503;
}
