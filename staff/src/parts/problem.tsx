import type { ReactNode } from "react";
import { Alert } from "../../../src/ui/alert.tsx";

/** What has just gone wrong, read out at once; nothing without it. */
export function Problem({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Alert tone="danger" isUrgent>
      {children}
    </Alert>
  );
}
