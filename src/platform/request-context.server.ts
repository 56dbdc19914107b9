import { createContext } from "react-router";
import type { Ctx } from "./context.server.ts";

export const requestContext = createContext<Ctx>();
/** What a loader of the page threw, when it was a failure. */
export const pageFailure = createContext<unknown>(null);
