import type { Locale } from "#i18n/locale.ts";

/** An invented person of the demo's history. Their address is invented, too. */
export interface DemoPerson {
  key: string;
  nameEng: string;
  nameAr: string;
  profession: string;
  workplace: string;
  locale: Locale;
}

/** `workplace` is an index of `workplaces`; `locale` is the language in which the person uses the site. */
const rows: [key: string, nameEng: string, nameAr: string, profession: string, workplace: number, locale: Locale][] = [
  ["noura", "Noura Al-Otaibi", "نورة العتيبي", "Nurse", 0, "ar"],
  ["abdullah", "Abdullah Al-Qahtani", "عبدالله القحطاني", "Doctor", 1, "ar"],
  ["faisal", "Faisal Al-Dosari", "فيصل الدوسري", "Pharmacist", 2, "ar"],
  ["hessa", "Hessa Al-Mutairi", "حصة المطيري", "Medical Science Specialist", 0, "ar"],
  ["saud", "Saud Al-Shammari", "سعود الشمري", "Nurse", 0, "ar"],
  ["lamia", "Lamia Al-Ghamdi", "لمياء الغامدي", "Nurse", 0, "en"],
  ["turki", "Turki Al-Zahrani", "تركي الزهراني", "Doctor", 0, "ar"],
  ["amani", "Amani Al-Subaie", "أماني السبيعي", "Medical Science Specialist", 3, "ar"],
  ["khalid", "Khalid Al-Anazi", "خالد العنزي", "Doctor", 4, "en"],
  ["mashael", "Mashael Al-Rashid", "مشاعل الرشيد", "Doctor", 1, "ar"],
  ["bandar", "Bandar Al-Juhani", "بندر الجهني", "Medical Science Specialist", 5, "ar"],
  ["wafa", "Wafa Al-Shahri", "وفاء الشهري", "Nurse", 5, "ar"],
  ["yazeed", "Yazeed Al-Hazmi", "يزيد الحازمي", "Doctor", 5, "ar"],
  ["ghadah", "Ghadah Al-Saleh", "غادة الصالح", "Pharmacist", 3, "ar"],
  ["nawaf", "Nawaf Al-Asiri", "نواف العسيري", "Doctor", 4, "ar"],
  ["shahad", "Shahad Al-Balawi", "شهد البلوي", "Medical Science Specialist", 2, "ar"],
  ["mansour", "Mansour Al-Yami", "منصور اليامي", "Doctor", 2, "ar"],
  ["dalal", "Dalal Al-Thubaiti", "دلال الثبيتي", "Nurse", 2, "ar"],
  ["rakan", "Rakan Al-Omari", "راكان العمري", "Technician", 4, "ar"],
  ["afnan", "Afnan Bakr", "أفنان بكر", "Medical Science Specialist", 6, "ar"],
  ["hamad", "Hamad Al-Marri", "حمد المري", "Technician", 6, "ar"],
  ["jawaher", "Jawaher Al-Tamimi", "جواهر التميمي", "Technician", 6, "ar"],
  ["ziyad", "Ziyad Al-Harthi", "زياد الحارثي", "Doctor", 6, "ar"],
  ["basmah", "Basmah Felemban", "بسمة فلمبان", "Nurse", 1, "ar"],
  ["sultan", "Sultan Al-Khaldi", "سلطان الخالدي", "Nurse", 1, "ar"],
  ["areej", "Areej Al-Hindi", "أريج الهندي", "Pharmacist", 3, "ar"],
  ["meshari", "Meshari Al-Ajmi", "مشاري العجمي", "Doctor", 0, "ar"],
  ["lujain", "Lujain Al-Faraj", "لجين الفرج", "Medical Science Specialist", 0, "ar"],
  ["ibrahim", "Ibrahim Al-Nasser", "إبراهيم الناصر", "Doctor", 4, "ar"],
  ["samar", "Samar Al-Jaber", "سمر الجابر", "Nurse", 3, "ar"],
  ["majed", "Majed Al-Bishi", "ماجد البيشي", "Medical Science Specialist", 7, "ar"],
  ["raghad", "Raghad Al-Sahli", "رغد السهلي", "Technician", 7, "ar"],
  ["waleed", "Waleed Al-Johar", "وليد الجوهر", "Technician", 7, "ar"],
  ["hind", "Hind Al-Mansouri", "هند المنصوري", "Doctor", 7, "ar"],
  ["osama", "Osama Khayat", "أسامة خياط", "Doctor", 1, "ar"],
  ["tahani", "Tahani Al-Enezi", "تهاني العنزي", "Nurse", 3, "ar"],
  ["anas", "Anas Al-Ruwaili", "أنس الرويلي", "Doctor", 4, "en"],
  ["sarah", "Sarah Al-Mousa", "سارة الموسى", "Nurse", 4, "en"],
  ["yousef", "Yousef Al-Rabiah", "يوسف الربيعة", "Doctor", 1, "ar"],
  ["haifa", "Haifa Al-Turki", "هيفاء التركي", "Medical Science Specialist", 2, "ar"],
  ["nayef", "Nayef Al-Sharif", "نايف الشريف", "Doctor", 2, "ar"],
  ["maria", "Maria Santos", "ماريا سانتوس", "Nurse", 3, "en"],
  ["joseph", "Joseph Reyes", "جوزيف رييس", "Nurse", 3, "en"],
  ["priya", "Priya Nair", "بريا ناير", "Nurse", 0, "en"],
  ["aisha", "Aisha Khan", "عائشة خان", "Doctor", 0, "en"],
  ["ahmed", "Ahmed Hassan", "أحمد حسن", "Doctor", 4, "ar"],
  ["grace", "Grace Okafor", "غريس أوكافور", "Nurse", 5, "en"],
  ["mathew", "Mathew Thomas", "ماثيو توماس", "Technician", 6, "en"],
  ["rania", "Rania Haddad", "رانيا حداد", "Doctor", 1, "en"],
  ["tamer", "Tamer Fathy", "تامر فتحي", "Doctor", 1, "ar"],
  ["liezel", "Liezel Cruz", "ليزل كروز", "Nurse", 3, "en"],
  ["ruben", "Ruben dela Cruz", "روبن ديلا كروز", "Nurse", 3, "en"],
  ["bilal", "Bilal Siddiqui", "بلال صديقي", "Doctor", 4, "en"],
  ["anjali", "Anjali Menon", "أنجالي مينون", "Pharmacist", 2, "en"],
  ["hanan", "Hanan Osman", "حنان عثمان", "Doctor", 4, "ar"],
  ["david", "David Thompson", "ديفيد تومسون", "Doctor", 1, "en"],
  ["fatima", "Fatima Yusuf", "فاطمة يوسف", "Nurse", 6, "en"],
  ["samuel", "Samuel Tesfaye", "صموئيل تسفاي", "Technician", 6, "en"],
  ["nadine", "Nadine Khoury", "نادين خوري", "Medical Science Specialist", 1, "en"],
  ["arif", "Arif Rahman", "عارف رحمن", "Nurse", 4, "en"],
  ["jennifer", "Jennifer Walsh", "جنيفر والش", "Medical Science Specialist", 1, "en"],
  ["mohsin", "Mohsin Ali", "محسن علي", "Pharmacist", 4, "en"],
  ["sunita", "Sunita Sharma", "سونيتا شارما", "Nurse", 5, "en"],
  ["karim", "Karim Benali", "كريم بن علي", "Doctor", 1, "en"],
  ["elena", "Elena Petrova", "إيلينا بيتروفا", "Doctor", 1, "en"],
];

const workplaces = [
  "Wadi Hanifa Hospital (example)",
  "University Hospital (example)",
  "Najd Family Clinics (example)",
  "Palm Grove Medical Centre (example)",
  "King Fahd Road Polyclinic (example)",
  "Red Sea Care Group (example)",
  "Tuwaiq Diagnostics (example)",
  "Hijaz Rehabilitation Centre (example)",
];

const toPerson = ([key, nameEng, nameAr, profession, workplace, locale]: (typeof rows)[number]): DemoPerson => ({
  key,
  nameEng,
  nameAr,
  profession,
  workplace: workplaces[workplace] ?? "",
  locale,
});

export const demoPeople: readonly DemoPerson[] = rows.map(toPerson);

/** The name that the person entered in the form, in their language. */
export const getPersonName = ({ locale, nameEng, nameAr }: DemoPerson): string => (locale === "ar" ? nameAr : nameEng);

export const getPersonEmail = ({ nameEng }: DemoPerson): string =>
  `${nameEng.toLowerCase().replaceAll(" ", ".").replaceAll("-", "")}@example.com`;

/** The details of an attendee that the seat forms require. */
export const toAttendee = (person: DemoPerson) => ({
  name: getPersonName(person),
  email: getPersonEmail(person),
  scfhs_number: "",
});

/** Companies that buy seats for their staff, with invented VAT numbers. */
export const demoCompanies = {
  wadi: {
    name: "Wadi Hanifa Hospital (example)",
    vat_number: "310000000100003",
    address: "King Khalid Road 12, Riyadh 12345",
  },
  najd: {
    name: "عيادات نجد للأسرة (مثال)",
    vat_number: "310000000200003",
    address: "شارع العليا 45، الرياض 12345",
  },
  redsea: {
    name: "Red Sea Care Group (example)",
    vat_number: "310000000300003",
    address: "Corniche Road 7, Jeddah 23456",
  },
  tuwaiq: {
    name: "مختبرات طويق التشخيصية (مثال)",
    vat_number: "310000000400003",
    address: "طريق الملك عبدالعزيز 3، الرياض 12345",
  },
  hijaz: {
    name: "Hijaz Rehabilitation Centre (example)",
    vat_number: "310000000500003",
    address: "Madinah Road 88, Jeddah 23456",
  },
};
export type CompanyKey = keyof typeof demoCompanies;

/** Keys of the people who join a waitlist. */
export const waitingPeople: readonly string[] = ["osama", "basmah", "nadine", "majed"];
