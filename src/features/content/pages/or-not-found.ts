import { data } from "react-router";
import { NotFound } from "#platform/errors.ts";

/** Turns NotFound into the site's 404 page. */
export async function orNotFound<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof NotFound) throw data(null, { status: 404 });
    throw error;
  }
}
