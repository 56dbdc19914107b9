import { Button } from "../../../src/ui/button.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";

/** A button in the head of the editor. On a phone it shows only its icon. */
export function HeadButton({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <Button variant="secondary" icon={icon} className="max-md:w-target" onClick={onClick}>
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}
