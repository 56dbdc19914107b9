import { createContext } from "react-router";
import type { Ctx } from "./context.server.ts";

export const requestContext = createContext<Ctx>();
