import { isRouteErrorResponse, type MetaDescriptor } from "react-router";
import { m } from "#messages";

const titles = { 404: m.site_error_404_title, 500: m.site_error_500_title, 503: m.site_error_503_title };

/** A status that has texts; 500 by default. */
export function errorStatus(error: unknown): keyof typeof titles {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return status === 404 || status === 503 ? status : 500;
}

export const errorTitle = (status: keyof typeof titles) => titles[status]();

export function errorMeta(status: keyof typeof titles): MetaDescriptor[] {
  return [{ title: `${errorTitle(status)} · ${m.site_name()}` }, { name: "robots", content: "noindex" }];
}
