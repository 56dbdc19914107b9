import { useState } from "react";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { m, type NameIn } from "../messages.ts";
import type { ItemLine } from "../../../src/features/content/editing/item-types.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { useCan } from "../frame/session.ts";
import { publishPermission } from "./kinds.ts";
import { countIncompleteArabic, useBulk } from "./use-bulk.ts";
import { Button } from "../../../src/ui/button.tsx";

/** Bulk actions for the selected rows: publish, unpublish and, for courses, feature on the home page. */
export function BulkButtons({ chosen, unselect }: { chosen: ItemLine[]; unselect(): void }) {
  const can = useCan();
  const lines = chosen.filter(({ entity }) => can(publishPermission(entity)));
  const { isPending, publish, unpublish, feature } = useBulk(lines, unselect);
  const [isUnpublishing, setIsUnpublishing] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const incompleteCount = countIncompleteArabic(lines);
  const areCourses = lines.length > 0 && lines.every(({ entity }) => entity === "course");
  const renderButton = (name: NameIn<"content_bulk">, icon: IconName, run: () => unknown) => (
    <Button
      key={name}
      size="sm"
      variant="outlined"
      disabled={isPending || lines.length === 0}
      icon={icon}
      onClick={() => void run()}
    >
      {m[`staff_content_bulk_${name}`]()}
    </Button>
  );
  return (
    <>
      {renderButton("publish", "zap", () => (incompleteCount > 0 ? setIsConfirming(true) : publish()))}
      {areCourses && renderButton("feature", "star", feature)}
      {renderButton("take_off", "eye-off", () => (areCourses ? setIsUnpublishing(true) : unpublish()))}
      <ConfirmDialog
        isOpen={isConfirming}
        size="sm"
        title={m.staff_content_publish_arabic_title()}
        actionLabel={m.staff_content_publish_arabic_do()}
        onClose={() => setIsConfirming(false)}
        onConfirm={publish}
      >
        <p>{m.staff_content_bulk_arabic({ count: incompleteCount })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isUnpublishing}
        isDangerous
        title={m.staff_content_take_off_ask_many()}
        actionLabel={m.staff_content_bulk_take_off()}
        onClose={() => setIsUnpublishing(false)}
        onConfirm={unpublish}
      >
        <p>{m.staff_content_take_off_text()}</p>
      </ConfirmDialog>
    </>
  );
}
