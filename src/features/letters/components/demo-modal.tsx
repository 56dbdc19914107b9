import { Label } from "#i18n/label.tsx";
import { m } from "#messages";
import { Modal } from "#ui/modal.tsx";
import { DemoForm } from "./demo-form.tsx";

/** Loaded on demand. Closing clears the fields. */
export default function DemoModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={<Label name="demo">{m.enquiries_demo()}</Label>}
      closeLabel={m.enquiries_demo_close()}
    >
      <DemoForm onClose={onClose} />
    </Modal>
  );
}
