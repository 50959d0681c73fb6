/** A script or language that internationalized labels of an extension can have, by its value in orders. */
export interface IdnScript {
  readonly value: string
  readonly description: string
  /** Its Unicode scripts, by ISO 15924 code. A label is written in one of them, or in the East Asian ones together. */
  readonly scripts: readonly string[]
  /** Name of the registry's IDN table for such labels; without one the registry chooses. */
  readonly table?: string
}

const script = (value: string, description: string, scripts: string, table?: string): IdnScript => ({
  value,
  description,
  scripts: scripts.split(' '),
  ...(table !== undefined && { table }),
})

export const latin = script('latn', 'Latin', 'Latn')
export const greek = script('grek', 'Greek', 'Grek')
export const cyrillic = script('cyrl', 'Cyrillic', 'Cyrl')

/** Scripts that are mixed with each other and with Latin letters (Unicode Technical Standard 39, section 5.2). */
const together = new Set(['Hani', 'Hira', 'Kana', 'Hang'])

/** Cached patterns of labels, by their scripts. */
const spelled = new Map<string, RegExp>()

/** Whether a U-label has letters of one script alone. Digits and hyphens belong to every script. */
export function fitsScript(label: string, { scripts }: Pick<IdnScript, 'scripts'>): boolean {
  const [first = ''] = scripts
  const alternatives = together.has(first) ? [[...scripts, 'Latn']] : scripts.map((each) => [each])
  return alternatives.some((letters) => lettersOf(letters).test(label))
}

function lettersOf(scripts: readonly string[]): RegExp {
  const key = scripts.join()
  const letters = scripts.map((each) => `\\p{Script_Extensions=${each}}`).join('')
  const known = spelled.get(key) ?? new RegExp(`^[${letters}\\p{Script=Inherited}0-9-]+$`, 'u')
  spelled.set(key, known)
  return known
}

const read = (lines: string, tables: Readonly<Record<string, string>>): readonly IdnScript[] =>
  lines
    .trim()
    .split(/\s*;\s*/)
    .map((line) => {
      const [, value, description, scripts] = /^(\S+) (.+?) ((?:[A-Z][a-z]{3} ?)+)$/.exec(line.trim())!
      return script(value!, description!, scripts!, tables[value!])
    })

/** The languages of .com and .net with their scripts. The registry has tables for three of them. */
export const languagesOfCom = read(
  `AFR Afrikaans Latn; ALB Albanian Latn; ARA Arabic Arab; ARG Aragonese Latn; ARM Armenian Armn; ASM Assamese Beng;
   AST Asturian Latn; AVE Avestan Avst; AWA Awadhi Deva; AZE Azerbaijani Latn Cyrl; BAN Balinese Latn Bali;
   BAL Baluchi Arab; BAS Basa Latn; BAK Bashkir Cyrl; BAQ Basque Latn; BEL Belarusian Cyrl; BEN Bengali Beng;
   BHO Bhojpuri Deva; BOS Bosnian Latn Cyrl; BUL Bulgarian Cyrl; BUR Burmese Mymr; CAR Carib Latn; CAT Catalan Latn;
   CHE Chechen Cyrl; CHI Chinese Hani; CHV Chuvash Cyrl; COP Coptic Copt; COS Corsican Latn; SCR Croatian Latn;
   CZE Czech Latn; DAN Danish Latn; DIV Divehi Thaa; DOI Dogri Deva; DUT Dutch Latn; ENG English Latn;
   EST Estonian Latn; FAO Faroese Latn; FIJ Fijian Latn; FIN Finnish Latn; FRE French Latn; FRI Frisian Latn;
   GLA Scottish Gaelic Latn; GEO Georgian Geor; GER German Latn; GON Gondi Deva Telu; GRE Greek Grek;
   GUJ Gujarati Gujr; HEB Hebrew Hebr; HIN Hindi Deva; HUN Hungarian Latn; ICE Icelandic Latn; INC Indic Deva;
   IND Indonesian Latn; INH Ingush Cyrl; GLE Irish Latn; ITA Italian Latn; JPN Japanese Hani Hira Kana;
   JAV Javanese Latn Java; KAS Kashmiri Arab Deva; KAZ Kazakh Cyrl; KHM Khmer Khmr; KIR Kirghiz Cyrl;
   KOR Korean Hang Hani; KUR Kurdish Latn Arab; LAO Lao Laoo; LAV Latvian Latn; LIT Lithuanian Latn;
   LTZ Luxembourgish Latn; MAC Macedonian Cyrl; MAL Malayalam Mlym; MAY Malay Latn; MLT Maltese Latn; MAO Maori Latn;
   MOL Moldavian Latn Cyrl; MON Mongolian Cyrl; NEP Nepali Deva; NOR Norwegian Latn; ORI Oriya Orya;
   OSS Ossetian Cyrl; PAN Punjabi Guru; PER Persian Arab; POL Polish Latn; POR Portuguese Latn; PUS Pushto Arab;
   RAJ Rajasthani Deva; RUM Romanian Latn; RUS Russian Cyrl; SMO Samoan Latn; SAN Sanskrit Deva; SRD Sardinian Latn;
   SCC Serbian Cyrl; SND Sindhi Arab; SIN Sinhalese Sinh; SLO Slovak Latn; SLV Slovenian Latn; SOM Somali Latn;
   SPA Spanish Latn; SWA Swahili Latn; SWE Swedish Latn; SYR Syriac Syrc; TGK Tajik Cyrl; TAM Tamil Taml;
   TEL Telugu Telu; THA Thai Thai; TIB Tibetan Tibt; TUR Turkish Latn; UKR Ukrainian Cyrl; URD Urdu Arab;
   UZB Uzbek Latn Cyrl; VIE Vietnamese Latn; WEL Welsh Latn; YID Yiddish Hebr`,
  { GER: 'de', SPA: 'es', RUS: 'cyrl' },
)

/** The languages of .org. */
export const languagesOfOrg = read(
  `ZH-TW Traditional Chinese Hani; ZH-CN Simplified Chinese Hani; DA Danish Latn; DE German Latn; HU Hungarian Latn;
   IS Icelandic Latn; KO Korean Hang Hani; LV Latvian Latn; LT Lithuanian Latn; PL Polish Latn; ES Spanish Latn;
   SV Swedish Latn; BS Bosnian Latn; BG Bulgarian Cyrl; BE Belarusian Cyrl; MK Macedonian Cyrl; RU Russian Cyrl;
   SR Serbian Cyrl; UK Ukrainian Cyrl`,
  { DE: 'de', ES: 'es', RU: 'cyrl' },
)

/** The languages of .info. */
export const languagesOfInfo = languagesOfOrg.filter(({ scripts }) => scripts.includes('Latn'))

/** The tables of the sandbox registry, by their own names. */
export const tablesOfSandbox = read('es Spanish Latn; de German Latn; cyrl Cyrillic Cyrl', {
  es: 'es',
  de: 'de',
  cyrl: 'cyrl',
})
