import { z } from "zod";
import { line, optionalSearchText, searchText } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { create, getList, notFound } from "#platform/http/staff-resource.server.ts";
import { findLinkTargets, linkTarget } from "./link-targets.server.ts";
import { addRedirect, listRedirects, removeRedirect } from "./redirect-list.server.ts";

const redirectRow = z.object({ id: z.string(), to: z.string(), createdAt: z.string() });

export const redirects = getList({
  access: listRedirects.permission,
  summary: "Pages that have moved; `id` is the old path, without language",
  sorts: ["created_at", "id", "to"],
  filter: z.object({ q: searchText(100).optional().meta({ description: "Part of either path" }) }),
  row: redirectRow,
  list: listRedirects,
});

export const linkTargets = staffEndpoint({
  access: findLinkTargets.permission,
  summary: "Pages, courses, stories and documents that a text can link to",
  description: "`exists`: a text can link to `q` itself.",
  input: z.object({ q: optionalSearchText(300) }),
  reply: z.object({ data: z.array(linkTarget), exists: z.boolean() }),
  handle: findLinkTargets,
});

export const createRedirect = create({
  access: addRedirect.permission,
  summary: "Redirects an address without a page to another address of the site",
  input: z.object({ from: line(300), to: line(300) }),
  row: redirectRow,
  handle: addRedirect,
});

export const deleteRedirect = staffEndpoint({
  access: removeRedirect.permission,
  summary: "Removes a redirect",
  errors: notFound,
  input: z.object({ id: z.string().min(1).max(300) }),
  reply: z.object({ id: z.string() }),
  handle: async (ctx, { id }) => {
    await removeRedirect(ctx, { id });
    return { id };
  },
});
