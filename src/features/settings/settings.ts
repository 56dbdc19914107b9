/** The settings of the site: one row each in site_setting, under these keys. */
import type { MessageSet } from "#i18n/label.tsx";

export interface SocialLink {
  network: "linkedin" | "x" | "youtube" | "instagram" | "facebook";
  url: string;
}

/** Who issues the tax invoices. */
export interface SellerSettings {
  nameEng: string;
  nameAr: string;
  addressEng: string;
  addressAr: string;
  /** 15 digits, first and last 3. */
  vatNumber: string;
  /** Commercial registration, 10 digits. */
  registrationNumber: string;
}

/** What only the company knows of its legal pages. */
export interface LegalSettings {
  /** Who answers for data protection: a person or a function, as named within a sentence. */
  dataProtectionContactEng: string;
  dataProtectionContactAr: string;
  dataProtectionEmail: string;
  taxRecordYears: number;
  attendanceRecordYears: number;
  /** Sentences: who processes personal data for us, in which country, and the safeguard for each transfer abroad. */
  processorsEng: string;
  processorsAr: string;
  /** Number of the training licence; may be empty. */
  trainingLicence: string;
}

export interface SiteSettings {
  addressEng: string;
  addressAr: string;
  phone: string;
  email: string;
  socialLinks: SocialLink[];
  /** Safe HTML of the contact page: opening hours, who answers what. */
  contactInfoEng: string;
  contactInfoAr: string;
  /** Which Arabic words the interface uses (decisions §1). */
  messageSet: MessageSet;
  /** Of the cart only (decisions §4). */
  currencySymbol: string;
  /** VAT in percent, at most two decimals. */
  taxPercent: number;
  seller: SellerSettings;
  legal: LegalSettings;
}
export type SettingKey = keyof SiteSettings;

/** What every page may show. */
export type PublicSettings = Omit<SiteSettings, "seller" | "legal" | "contactInfoEng" | "contactInfoAr">;

/** What holds until a person sets it. */
export const defaultSettings: SiteSettings = {
  addressEng: "Riyadh, Saudi Arabia",
  addressAr: "الرياض، المملكة العربية السعودية",
  phone: "+966 11 000 0000",
  email: "hello@example.com",
  socialLinks: [],
  contactInfoEng: "<p>Write or call us: somebody from the right team will answer.</p>",
  contactInfoAr: "<p>راسلنا أو اتصل بنا، وسيجيبك المختص من فريقنا.</p>",
  messageSet: "complete",
  currencySymbol: "$",
  taxPercent: 15,
  seller: { nameEng: "Nama Health", nameAr: "نماء الصحية", addressEng: "Riyadh, Saudi Arabia", addressAr: "الرياض، المملكة العربية السعودية", vatNumber: "300000000000003", registrationNumber: "1010000000" },
  legal: {
    dataProtectionContactEng: "our data protection officer",
    dataProtectionContactAr: "مسؤول حماية البيانات",
    dataProtectionEmail: "privacy@example.com",
    taxRecordYears: 6,
    attendanceRecordYears: 5,
    processorsEng: "These are, in this example, Example Payments, Example Hosting and Example Mail, all in Saudi Arabia; no data leaves the Kingdom.",
    processorsAr: "وهي في هذا المثال: المثال للمدفوعات والمثال للاستضافة والمثال للبريد، وجميعها في المملكة العربية السعودية، ولا تُنقل البيانات إلى خارجها.",
    trainingLicence: "",
  },
};
