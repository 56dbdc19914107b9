import { data } from "react-router";
import { ErrorPage } from "../error-page.tsx";

/** An address the site does not know: the answer says so too. */
export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return <ErrorPage status={404} />;
}
