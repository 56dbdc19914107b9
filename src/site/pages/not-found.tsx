import { data } from "react-router";
import { errorMeta } from "../error-meta.ts";
import { ErrorPage } from "../error-page.tsx";

export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return <ErrorPage status={404} />;
}

export const meta = () => errorMeta(404);
