/** Descriptions of fields that customers, contacts and accounts share. */
export const descriptions = {
  companyName: 'Name of the company; empty for a private person.',
  comments: 'Your own note; not sent to any registry.',
  facts: 'Data that registries ask for, for all extensions; see customer-requirements.list.',
  factsOfExtensions: 'Data that single extensions ask for, one entry for each extension.',
  fax: 'Fax number in its three parts.',
  inn: 'Russian taxpayer number (INN): 10 digits for a company, 12 for a person.',
  kpp: 'Russian registration reason code (KPP): 9 digits.',
  locale: 'Language and country for mails, such as en_GB or nl_NL.',
  mailLanguage: 'Language of the mail, such as nl or nl_NL; the language of the customer by default.',
  registrantEmail:
    'E-mail address of the customer. Registries may publish and use it; registrants may have to confirm it.',
  resellerId: 'Number of the account.',
  vat: 'VAT number with the country prefix, such as NL123456782B12; empty without one.',
} as const
