import { createContext } from "react-router";
import type { Ctx } from "./context.server.ts";

/** Where a page's loader finds the request's context. */
export const requestContext = createContext<Ctx>();
