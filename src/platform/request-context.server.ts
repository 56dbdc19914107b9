import { createContext } from "react-router";
import type { Ctx } from "./context.server.ts";

export const requestContext = createContext<Ctx>();
/** The unexpected error that a loader of the page threw; null without one. */
export const pageFailure = createContext<unknown>(null);
