/**
 * The router allows only one navigation blocker, which is here. Everything that may hold the page, such as an open
 * dialog or unsaved changes, registers a guard. Among the guards that want to hold the page, the last one decides.
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
    const blockingGuard = [...guards].findLast(([, shouldBlock]) => shouldBlock(navigation));
    setHolder(blockingGuard?.[0]);
    return blockingGuard !== undefined;
  });
  const context = useMemo(() => ({ guards, holder, blocker }), [guards, holder, blocker]);
  return <LeaveContext value={context}>{children}</LeaveContext>;
}

/** Registers a guard. Returns its blocker, which is idle while another guard holds the page. */
export function useLeaveGuard(shouldBlock: BlockerFunction): Blocker {
  const { guards, holder, blocker } = use(LeaveContext);
  const key = useId();
  useEffect(() => {
    // Setting a key of a Map again keeps its position, so the order of the guards does not change.
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
