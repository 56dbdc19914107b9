import type { ReactNode } from "react";
import { Alert } from "../../../src/ui/alert.tsx";

/** An error message that screen readers announce immediately. Renders nothing without children. */
export function Problem({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Alert tone="danger" isUrgent>
      {children}
    </Alert>
  );
}
