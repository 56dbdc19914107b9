/** TABLE OF CONTENTS 6: every kind of long work → the feature that does it. Exports among them are started by `POST exports`. */
import type { AnyTaskKind } from "#features/tasks/define.server.ts";

import { subscribersExport } from "#features/newsletter-issues/subscribers.server.ts";

export const tasks: readonly AnyTaskKind[] = [subscribersExport];
