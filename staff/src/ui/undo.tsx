import { useCallback } from "react";
import { useNotify } from "ra-core";
import { Button } from "@mui/material";
import { m } from "../messages.ts";
import { Icon } from "./icon.tsx";

const undoMs = 8000;

function UndoWords({ message, onUndo }: { message: string; onUndo(): void }) {
  return (
    <span className="toast">
      {message}
      <Button
        size="small"
        color="inherit"
        startIcon={<Icon name="undo-2" size={16} mirrors />}
        onClick={() => onUndo()}
      >
        {m.staff_ra_action_undo()}
      </Button>
    </span>
  );
}

/** Says what was done and offers to take it back for 8 s: for what can be taken back, instead of a question before. */
export function useUndo(): (message: string, undo: () => void) => void {
  const notify = useNotify();
  return useCallback(
    (message, undo) => {
      let isUndone = false;
      const once = () => {
        if (isUndone) return;
        isUndone = true;
        undo();
      };
      notify(<UndoWords message={message} onUndo={once} />, { autoHideDuration: undoMs });
    },
    [notify],
  );
}
