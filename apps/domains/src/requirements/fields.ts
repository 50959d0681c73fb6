import { languagesOfInfo, tablesOfSandbox, type IdnScript } from '../tlds/idn-scripts'

/** A field that an extension requires beyond the common data. */
export interface Field {
  readonly name: string
  /** Whether it belongs to the domain or to its registrant. */
  readonly of: 'customer' | 'domain'
  readonly description: string
  readonly isRequired?: boolean
  /** The values to choose from; absent where any text is allowed. */
  readonly values?: readonly string[]
}

/** Extensions with the same fields. */
export interface FieldGroup {
  readonly extensions: readonly string[]
  readonly fields: readonly Field[]
}

const values = (scripts: readonly IdnScript[]) => scripts.map(({ value }) => value)

const words = (list: string): readonly string[] => list.split(' ')

/** The fields of extensions, sold or not. Codes are those of the registries. */
export const fieldGroups: readonly FieldGroup[] = [
  {
    extensions: words('us'),
    fields: [
      { name: 'nexus_category', of: 'customer', description: 'Nexus category', values: words('C11 C12 C21 C31 C32') },
      { name: 'applicant_purpose', of: 'customer', description: 'Applicant purpose', values: words('P1 P2 P3 P5') },
    ],
  },
  {
    extensions: words('travel'),
    fields: [{ name: 'uin', of: 'customer', description: 'UIN', isRequired: true }],
  },
  {
    extensions: words('xxx'),
    fields: [
      { name: 'community_id', of: 'customer', description: 'Community ID' },
      { name: 'defensive', of: 'customer', description: 'Defensive', values: ['1', '0'] },
    ],
  },
  {
    extensions: words('jobs'),
    fields: [
      { name: 'website', of: 'customer', description: 'Website', isRequired: true },
      {
        name: 'industry_class',
        of: 'customer',
        description: 'Industry class',
        isRequired: true,
        values: words('2 3 21 5 4 12 6 7 13 19 10 11 15 16 17 18 20 9 26 22 14 23 8 24 25'),
      },
      { name: 'admin_type', of: 'customer', description: 'Admin type', isRequired: true, values: ['1', '0'] },
      { name: 'contact_title', of: 'customer', description: 'Contact title' },
      { name: 'hr_member', of: 'customer', description: 'HR member', values: ['1', '0'] },
    ],
  },
  {
    extensions: words('aero'),
    fields: [
      { name: 'ens_auth_id', of: 'customer', description: 'ENS auth ID', isRequired: true },
      { name: 'ens_key', of: 'customer', description: 'ENS key', isRequired: true },
    ],
  },
  {
    extensions: words('pt'),
    fields: [
      { name: 'vat', of: 'customer', description: 'VAT number, or the social security number' },
      { name: 'social_security_number', of: 'customer', description: 'Social security number, or the VAT number' },
    ],
  },
  {
    extensions: words('it'),
    fields: [
      { name: 'vat', of: 'customer', description: 'VAT number' },
      { name: 'social_security_number', of: 'customer', description: 'Social security number' },
    ],
  },
  {
    extensions: words('ru xn--p1ai'),
    fields: [
      {
        name: 'mobile_phone_number_country_code',
        of: 'customer',
        description: 'Mobile phone number country code',
        isRequired: true,
      },
      { name: 'mobile_phone_number', of: 'customer', description: 'Mobile phone number', isRequired: true },
      { name: 'postal_address_city', of: 'customer', description: 'Postal address city', isRequired: true },
      { name: 'postal_address_street', of: 'customer', description: 'Postal address street' },
      { name: 'postal_address_region', of: 'customer', description: 'Postal address region' },
      { name: 'postal_address_area', of: 'customer', description: 'Postal address area' },
      { name: 'postal_address_house', of: 'customer', description: 'Postal address house' },
      { name: 'postal_address_building', of: 'customer', description: 'Postal address building' },
      { name: 'first_name_cyrillic', of: 'customer', description: 'First name cyrillic' },
      { name: 'middle_name_cyrillic', of: 'customer', description: 'Middle name cyrillic' },
      { name: 'last_name_cyrillic', of: 'customer', description: 'Last name cyrillic' },
      { name: 'first_name_latin', of: 'customer', description: 'First name latin' },
      { name: 'middle_name_latin', of: 'customer', description: 'Middle name latin' },
      { name: 'last_name_latin', of: 'customer', description: 'Last name latin' },
      { name: 'passport_series', of: 'customer', description: 'Passport series' },
      { name: 'passport_number', of: 'customer', description: 'Passport number' },
      { name: 'passport_issuer', of: 'customer', description: 'Passport issuer' },
      { name: 'passport_issue_date', of: 'customer', description: 'Passport issue date' },
      { name: 'passport_issue_id', of: 'customer', description: 'Passport issue ID' },
      { name: 'passport_expiry_date', of: 'customer', description: 'Passport expiry date' },
      { name: 'birth_date', of: 'customer', description: 'Birth date' },
      { name: 'tax_payer_number', of: 'customer', description: 'Tax payer number' },
      { name: 'company_name_cyrillic', of: 'customer', description: 'Company name cyrillic' },
      { name: 'company_name_latin', of: 'customer', description: 'Company name latin' },
      { name: 'legal_address_country_code', of: 'customer', description: 'Legal address country code' },
      { name: 'legal_address_postal_code', of: 'customer', description: 'Legal address postal code' },
      { name: 'legal_address_city', of: 'customer', description: 'Legal address city' },
      { name: 'legal_address_region', of: 'customer', description: 'Legal address region' },
      { name: 'legal_address_area', of: 'customer', description: 'Legal address area' },
      { name: 'legal_address_street', of: 'customer', description: 'Legal address street' },
      { name: 'legal_address_house', of: 'customer', description: 'Legal address house' },
      { name: 'legal_address_building', of: 'customer', description: 'Legal address building' },
    ],
  },
  {
    extensions: words('ro no'),
    fields: [
      { name: 'company_registration_number', of: 'customer', description: 'Company registration number' },
      { name: 'social_security_number', of: 'customer', description: 'Social security number' },
    ],
  },
  {
    extensions: words('es com.es nom.es edu.es org.es'),
    fields: [
      { name: 'passport_number', of: 'customer', description: 'Passport number, or the company registration number' },
      {
        name: 'company_registration_number',
        of: 'customer',
        description: 'Company registration number, or the passport number',
      },
      { name: 'es_annex_acceptance', of: 'domain', description: 'Es annex acceptance', values: ['1', '0'] },
    ],
  },
  {
    extensions: words('ae'),
    fields: [
      { name: 'ae_acceptance', of: 'domain', description: 'Ae acceptance', isRequired: true, values: ['1', '0'] },
    ],
  },
  {
    extensions: words('se'),
    fields: [
      {
        name: 'social_security_number',
        of: 'customer',
        description: 'Social security number, or the company registration number',
      },
      {
        name: 'company_registration_number',
        of: 'customer',
        description: 'Company registration number, or the social security number',
      },
      { name: 'iisse_acceptance', of: 'domain', description: 'Iisse acceptance', isRequired: true, values: ['1', '0'] },
    ],
  },
  {
    extensions: words('sg com.sg'),
    fields: [{ name: 'company_registration_number', of: 'customer', description: 'Company registration number' }],
  },
  {
    extensions: words('hu'),
    fields: [
      { name: 'vat', of: 'customer', description: 'VAT number' },
      { name: 'passport_number', of: 'customer', description: 'Passport number' },
    ],
  },
  {
    extensions: words('id.au com.au org.au net.au'),
    fields: [
      {
        name: 'eligibility_type_relationship',
        of: 'domain',
        description: 'Eligibility type relationship',
        isRequired: true,
        values: ['1', '2'],
      },
      {
        name: 'eligibility_type',
        of: 'domain',
        description: 'Eligibility type',
        isRequired: true,
        values: words(
          'Company RegisteredBusiness SoleTrader Partnership TrademarkOwner PendingTMOwner CitizenResident IncorporatedAssociation Club NonProfitOrganisation Charity TradeUnion IndustryBody CommercialStatutoryBody PoliticalParty Other Non-profit Organisation Citizen/Resident',
        ),
      },
    ],
  },
  {
    extensions: words('ca'),
    fields: [
      {
        name: 'legal_type',
        of: 'domain',
        description: 'Legal type',
        isRequired: true,
        values: words('ABO ASS CCO CCT EDU GOV HOP INB LAM LGR MAJ OMK PLT PRT RES TDM TRD TRS'),
      },
    ],
  },
  {
    extensions: words('com net'),
    fields: [
      {
        name: 'idn_script',
        of: 'domain',
        description: 'IDN script',
        values: words(
          'AFR ALB ARA ARG ARM ASM AST AVE AWA AZE BAN BAL BAS BAK BAQ BEL BEN BHO BOS BUL BUR CAR CAT CHE CHI CHV COP COS SCR CZE DAN DIV DOI DUT ENG EST FAO FIJ FIN FRE FRI GLA GEO GER GON GRE GUJ HEB HIN HUN ICE INC IND INH GLE ITA JPN JAV KAS KAZ KHM KIR KOR KUR LAO LAV LIT LTZ MAC MAL MAY MLT MAO MOL MON NEP NOR ORI OSS PAN PER POL POR PUS RAJ RUM RUS SMO SAN SRD SCC SND SIN SLO SLV SOM SPA SWA SWE SYR TGK TAM TEL THA TIB TUR UKR URD UZB VIE WEL YID',
        ),
      },
    ],
  },
  {
    extensions: words('org'),
    fields: [
      {
        name: 'idn_script',
        of: 'domain',
        description: 'IDN script',
        values: words('ZH-TW ZH-CN DA DE HU IS KO LV LT PL ES SV BS BG BE MK RU SR UK'),
      },
    ],
  },
  {
    extensions: words('info'),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', values: values(languagesOfInfo) }],
  },
  {
    extensions: words('sandbox launch'),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', values: values(tablesOfSandbox) }],
  },
  {
    extensions: words('voto'),
    fields: [
      { name: 'voto_acceptance', of: 'domain', description: 'Voto acceptance', isRequired: true, values: ['1', '0'] },
    ],
  },
  {
    extensions: words('vote'),
    fields: [
      { name: 'vote_acceptance', of: 'domain', description: 'Vote acceptance', isRequired: true, values: ['1', '0'] },
    ],
  },
  {
    extensions: words('scot eus gal cat barcelona'),
    fields: [
      { name: 'intended_use', of: 'domain', description: 'Intended use', isRequired: true },
      { name: 'idn_script', of: 'domain', description: 'IDN script', values: ['Latn'] },
      { name: 'domain_name_variants', of: 'domain', description: 'Domain name variants' },
    ],
  },
  {
    extensions: words('pl'),
    fields: [{ name: 'intended_use', of: 'domain', description: 'Intended use' }],
  },
  {
    extensions: words('xn--ngbc5azd xn--4gbrim xn--80aswg xn--80asehdb'),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', isRequired: true, values: ['ar'] }],
  },
  {
    extensions: words(
      'democrat dance ninja social futbol reviews pub moda consulting rocks actor republican attorney lawyer airforce vet army navy mortgage market engineer software auction dentist rehab gives degree forsale rip band',
    ),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', values: ['fr', 'es'] }],
  },
  {
    extensions: words('immobilien kaufen haus'),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', values: ['fr', 'es', 'de'] }],
  },
  {
    extensions: words('nrw'),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', values: ['de'] }],
  },
  {
    extensions: words('xn--c1avg'),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', isRequired: true, values: ['de'] }],
  },
  {
    extensions: words('xn--nqv7f'),
    fields: [
      { name: 'idn_script', of: 'domain', description: 'IDN script', isRequired: true, values: ['ZH-TW', 'ZH-CN'] },
    ],
  },
  {
    extensions: words('xn--i1b6b1a6a2e'),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', isRequired: true, values: ['hin-deva'] }],
  },
  {
    extensions: words('swiss radio'),
    fields: [{ name: 'intended_use', of: 'domain', description: 'Intended use', isRequired: true }],
  },
  {
    extensions: words('law'),
    fields: [
      { name: 'accreditation_id', of: 'domain', description: 'Accreditation ID', isRequired: true },
      { name: 'accreditation_body', of: 'domain', description: 'Accreditation body', isRequired: true },
      { name: 'accreditation_year', of: 'domain', description: 'Accreditation year', isRequired: true },
      { name: 'jurisdiction_cc', of: 'domain', description: 'Jurisdiction cc', isRequired: true },
      { name: 'jurisdiction_sp', of: 'domain', description: 'Jurisdiction sp', isRequired: true },
      { name: 'law_acceptance', of: 'domain', description: 'Law acceptance', isRequired: true, values: ['1', '0'] },
    ],
  },
  {
    extensions: words('fi'),
    fields: [
      {
        name: 'org_type',
        of: 'customer',
        description: 'Kind of organization',
        isRequired: true,
        values: words('0 1 2 3 4 5 6 7'),
      },
      { name: 'company_registration_number', of: 'customer', description: 'Company registration number' },
      { name: 'passport_number', of: 'customer', description: 'Passport number' },
      { name: 'social_security_number', of: 'customer', description: 'Social security number' },
      { name: 'birth_date', of: 'customer', description: 'Birth date' },
    ],
  },
  {
    extensions: words('nu'),
    fields: [
      {
        name: 'social_security_number',
        of: 'customer',
        description: 'Social security number, or the company registration number',
      },
      {
        name: 'company_registration_number',
        of: 'customer',
        description: 'Company registration number, or the social security number',
      },
      { name: 'iisse_acceptance', of: 'domain', description: 'Iisse acceptance', isRequired: true, values: ['1', '0'] },
    ],
  },
  {
    extensions: words('top'),
    fields: [{ name: 'idn_script', of: 'domain', description: 'IDN script', values: words('AR ZH FR DE JA RU ES') }],
  },
  {
    extensions: words('eu'),
    fields: [
      {
        name: 'country_of_citizenship',
        of: 'customer',
        description: 'Country of citizenship',
        values: words(
          'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX GF GP MQ RE',
        ),
      },
    ],
  },
  {
    extensions: words('dk'),
    fields: [
      { name: 'dk_acceptance', of: 'domain', description: 'Dk acceptance', isRequired: true, values: ['1', '0'] },
    ],
  },
  {
    extensions: words(
      'in co.in net.in org.in gen.in firm.in ind.in 5g.in 6g.in ahmdabad.in ai.in am.in bihar.in biz.in business.in ca.in cn.in com.in coop.in cs.in delhi.in dr.in er.in gujarat.in info.in int.in internet.in io.in me.in pg.in post.in pro.in travel.in tv.in uk.in up.in us.in xn--2scrj9c xn--3hcrj9c xn--45br5cyl xn--45brj9c xn--d9b2bf3g1k.xn--s9brj9c xn--fhbed7t1n.xn--mgbbh1a71e xn--fpcrj9c3d xn--gecrj9c xn--goc1b4ch5i8a.xn--fpcrj9c3d xn--h2breg3eve xn--h2brj9c xn--h2brj9c8c xn--hdc1b4ch5i.xn--gecrj9c xn--i1b1b4ch5i.xn--h2brj9c xn--mgbbh1a xn--mgbbh1a71e xn--mgbgu82a xn--p5b2bfp5fh3fra.xn--45brj9c xn--rvc1e0am3e xn--s9brj9c xn--vlccpku2dp3h.xn--xkc2dl3a5ee0h xn--xkc2dl3a5ee0h xn--11b2bfp5fn6er.xn--h2brj9c8c xn--p5b2bfp5fn6er.xn--45br5cyl xn--hhbcm0s3h.xn--mgbgu82a',
    ),
    fields: [
      {
        name: 'in_nexus_declaration_attestation',
        of: 'customer',
        description: 'In nexus declaration attestation',
        values: ['YES', 'NO'],
      },
      {
        name: 'in_nexus_connection_to_india',
        of: 'customer',
        description: 'In nexus connection to india',
        isRequired: true,
        values: words('ENTITY COMM MKTG CONTENT EDU CULTURE OTHER'),
      },
    ],
  },
  {
    extensions: words('com info net org'),
    fields: [
      {
        name: 'consent_for_publishing',
        of: 'domain',
        description: 'Consent to publish the data of the contacts',
        values: ['1', '0'],
      },
    ],
  },
]
