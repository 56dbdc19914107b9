import { m } from "#messages";
import type { GridModule } from "../digital/module-grid.tsx";

export const hospitalModules = (): GridModule[] => [
  { id: "patients", icon: "id-card", name: m.site_hospital_patients(), text: m.site_hospital_patients_text() },
  { id: "clinics", icon: "stethoscope", name: m.site_hospital_clinics(), text: m.site_hospital_clinics_text() },
  { id: "orders", icon: "flask-conical", name: m.site_hospital_orders(), text: m.site_hospital_orders_text() },
  { id: "pharmacy", icon: "pill", name: m.site_hospital_pharmacy(), text: m.site_hospital_pharmacy_text() },
  { id: "nursing", icon: "clipboard-list", name: m.site_hospital_nursing(), text: m.site_hospital_nursing_text() },
  { id: "theatre", icon: "scissors", name: m.site_hospital_theatre(), text: m.site_hospital_theatre_text() },
  { id: "billing", icon: "receipt-text", name: m.site_hospital_billing(), text: m.site_hospital_billing_text() },
  {
    id: "management",
    icon: "chart-column",
    name: m.site_hospital_management(),
    text: m.site_hospital_management_text(),
  },
];
