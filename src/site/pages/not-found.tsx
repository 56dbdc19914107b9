import { data } from "react-router";
import { errorMeta } from "../error-meta.ts";
import { ErrorPage } from "../error-page.tsx";

/** An address the site does not know: the answer says so too. */
export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return <ErrorPage status={404} />;
}

export const meta = () => errorMeta(404);
