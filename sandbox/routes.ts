import { cancel, capture, create, fetchOne, list, refund, update, webhooks } from "./api.ts";
import type { Box } from "./box.ts";
import type { RouteName } from "./faults.ts";
import type { Call, Reply } from "./http.ts";
import { acsReturn, prepare, setAuthResult } from "./three-ds.ts";

export interface Route {
  name: RouteName;
  id: string;
  run(box: Box, call: Call): Reply;
}
type Handler = Pick<Route, "name" | "run">;

/** Every address of the fake provider below /v1: `METHOD pattern`, `:` standing for an id. */
const table: Record<string, Handler> = {
  "POST payments": { name: "create", run: create },
  "GET payments": { name: "list", run: list },
  "GET payments/:": { name: "fetch", run: fetchOne },
  "PUT payments/:": { name: "update", run: update },
  "POST payments/:/refund": { name: "refund", run: refund },
  "POST payments/:/capture": { name: "capture", run: capture },
  "POST payments/:/void": { name: "void", run: cancel },
  "POST webhooks": { name: "webhooks", run: webhooks },
  "GET webhooks": { name: "webhooks", run: webhooks },
  "GET webhooks/:": { name: "webhooks", run: webhooks },
  "GET card_auth/:/prepare": { name: "prepare", run: prepare },
  "POST card_auth/:/set_auth_result": { name: "set_auth_result", run: setAuthResult },
  "GET card_auth/:/acs_return": { name: "acs_return", run: acsReturn },
};

function patternOf(path: string): { pattern: string; id: string } | null {
  const [, v1, collection, id, action, ...more] = path.split("/");
  if (v1 !== "v1" || collection === undefined || more.length > 0 || id === "" || action === "") return null;
  return {
    pattern: collection + (id === undefined ? "" : "/:") + (action === undefined ? "" : `/${action}`),
    id: id ?? "",
  };
}

export function findRoute(method: string, path: string): Route | null {
  const found = patternOf(path);
  const handler =
    found && Object.hasOwn(table, `${method} ${found.pattern}`) ? table[`${method} ${found.pattern}`] : undefined;
  return found && handler ? { ...handler, id: found.id } : null;
}

/** Methods a known address answers to; empty for an unknown one. */
export function allowedMethods(path: string): string[] {
  const found = patternOf(path);
  return Object.keys(table).flatMap((key) => {
    const [method = "", pattern] = key.split(" ");
    return found !== null && pattern === found.pattern ? [method] : [];
  });
}
