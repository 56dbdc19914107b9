import ChartColumn from "lucide-react/icons/chart-column";
import ClipboardList from "lucide-react/icons/clipboard-list";
import FlaskConical from "lucide-react/icons/flask-conical";
import IdCard from "lucide-react/icons/id-card";
import Pill from "lucide-react/icons/pill";
import ReceiptText from "lucide-react/icons/receipt-text";
import Scissors from "lucide-react/icons/scissors";
import Stethoscope from "lucide-react/icons/stethoscope";
import { m } from "#messages";
import type { GridModule } from "../digital/module-grid.tsx";

/** The eight modules of the hospital information system, as its brochure names them. */
export const hospitalModules = (): GridModule[] => [
  { id: "patients", icon: IdCard, name: m.site_hospital_patients(), text: m.site_hospital_patients_text() },
  { id: "clinics", icon: Stethoscope, name: m.site_hospital_clinics(), text: m.site_hospital_clinics_text() },
  { id: "orders", icon: FlaskConical, name: m.site_hospital_orders(), text: m.site_hospital_orders_text() },
  { id: "pharmacy", icon: Pill, name: m.site_hospital_pharmacy(), text: m.site_hospital_pharmacy_text() },
  { id: "nursing", icon: ClipboardList, name: m.site_hospital_nursing(), text: m.site_hospital_nursing_text() },
  { id: "theatre", icon: Scissors, name: m.site_hospital_theatre(), text: m.site_hospital_theatre_text() },
  { id: "billing", icon: ReceiptText, name: m.site_hospital_billing(), text: m.site_hospital_billing_text() },
  { id: "management", icon: ChartColumn, name: m.site_hospital_management(), text: m.site_hospital_management_text() },
];
