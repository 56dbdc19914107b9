/** Named errors: what a verb may refuse with. One boundary (platform/http/reply.server.ts) turns them into an answer. */

/** Field → messages, first message first: the body of a 422. */
export type FieldMap = Record<string, string[]>;

export abstract class Refusal extends Error {
  abstract readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;
  /** The JSON body of the answer; `message` is in the reader's language. */
  body(): object {
    return { message: this.message };
  }
}

export class BadRequest extends Refusal {
  override name = "BadRequest";
  readonly status = 400;
}
export class NotLoggedIn extends Refusal {
  override name = "NotLoggedIn";
  readonly status = 401;
}
export class Forbidden extends Refusal {
  override name = "Forbidden";
  readonly status = 403;
}
export class NotFound extends Refusal {
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
export class Conflict extends Refusal {
  override name = "Conflict";
  readonly status = 409;
}
export class TooLarge extends Refusal {
  override name = "TooLarge";
  readonly status = 413;
}
export class WrongContentType extends Refusal {
  override name = "WrongContentType";
  readonly status = 415;
}
/** Wrong fields: the body is the field map itself. */
export class WrongFields extends Refusal {
  override name = "WrongFields";
  readonly status = 422;
  readonly fields: FieldMap;
  constructor(fields: FieldMap) {
    super(`Wrong fields: ${Object.keys(fields).join(", ")}`);
    this.fields = fields;
  }
  override body() {
    return this.fields;
  }
}
export class TooManyTries extends Refusal {
  override name = "TooManyTries";
  readonly status = 429;
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
export class Unavailable extends Refusal {
  override name = "Unavailable";
  readonly status = 503;
}
