/**
 * The router allows one navigation blocker: this one. Everything that may hold the page, such as an open dialog or
 * unsaved changes, registers a guard here. The last guard that wants to hold it decides.
 */
import { createContext, use, useEffect, useId, useMemo, useState, type ReactNode } from "react";
import { useBlocker, type Blocker, type BlockerFunction } from "react-router";

interface LeaveContextValue {
  guards: Map<string, BlockerFunction>;
  /** Key of the guard that holds the page. */
  holder: string | undefined;
  blocker: Blocker;
}

const idle: Blocker = { state: "unblocked", reset: undefined, proceed: undefined, location: undefined };
const LeaveContext = createContext<LeaveContextValue>({ guards: new Map(), holder: undefined, blocker: idle });

export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const [guards] = useState(() => new Map<string, BlockerFunction>());
  const [holder, setHolder] = useState<string>();
  const blocker = useBlocker((navigation) => {
    const blocking = [...guards].findLast(([, shouldBlock]) => shouldBlock(navigation));
    setHolder(blocking?.[0]);
    return blocking !== undefined;
  });
  const context = useMemo(() => ({ guards, holder, blocker }), [guards, holder, blocker]);
  return <LeaveContext value={context}>{children}</LeaveContext>;
}

/** Registers a guard. Returns its blocker, which is idle while another guard holds the page. */
export function useLeaveGuard(shouldBlock: BlockerFunction): Blocker {
  const { guards, holder, blocker } = use(LeaveContext);
  const key = useId();
  useEffect(() => {
    // Setting a key again keeps its position.
    guards.set(key, shouldBlock);
  }, [guards, key, shouldBlock]);
  useEffect(() => () => void guards.delete(key), [guards, key]);
  return holder === key ? blocker : idle;
}

/** While mounted, Back calls `onBack` and the page stays. */
export function useBack(onBack: () => void): void {
  const back = useLeaveGuard(({ historyAction }) => historyAction === "POP");
  useEffect(() => {
    if (back.state !== "blocked") return;
    back.reset();
    onBack();
  }, [back, onBack]);
}
