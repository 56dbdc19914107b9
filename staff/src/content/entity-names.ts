import { kinds } from "./kinds.ts";
import type { EntityName } from "../../../src/features/content/entities/revision-entities.ts";

export const entityNames = Object.keys(kinds) as EntityName[];
