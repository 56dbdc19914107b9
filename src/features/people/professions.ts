/** The professions of specification §3, as stored and sent. Their labels are messages. */
export const professions = [
  "Doctor",
  "Dentist",
  "Pharmacist",
  "Nurse",
  "Medical Science Specialist",
  "Technician",
] as const;
export type Profession = (typeof professions)[number];
