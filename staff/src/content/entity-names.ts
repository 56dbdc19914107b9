import { kinds } from "./kinds.ts";
import type { EntityName } from "../../../src/features/content/editing/revision-entities.ts";

export const entityNames = Object.keys(kinds) as EntityName[];
