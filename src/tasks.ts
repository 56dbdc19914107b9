/** TABLE OF CONTENTS 6: every kind of long work → the feature that does it. Exports among them are started by `POST exports`. */
import type { AnyTaskKind } from "#features/tasks/define.server.ts";

export const tasks: readonly AnyTaskKind[] = [];
