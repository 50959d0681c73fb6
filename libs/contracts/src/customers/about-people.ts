/** What the details of people mean, for their descriptions: customers, contacts and the account have the same. */
export const about = {
  companyName: 'Name of the company; empty for a private person.',
  comments: 'Note of your own; not sent to any registry.',
  facts: 'Facts that registries ask for, whatever the extension; customer-requirements.list tells which are needed.',
  factsOfExtensions: 'Facts that single extensions ask for, one entry for each extension.',
  fax: 'Fax number in its three parts.',
  inn: 'Russian taxpayer number (INN): 10 digits for a company, 12 for a person.',
  kpp: 'Russian registration reason code (KPP): 9 digits.',
  locale: 'Language and country for mails, such as en_GB or nl_NL.',
  mailLanguage: 'Language of the mail, such as nl or nl_NL; that of the customer when absent.',
  registrantEmail:
    'Address for mail to the customer. Registries publish or use it; registrants may have to confirm it.',
  resellerId: 'Number of the account.',
  vat: 'VAT number with the country prefix, such as NL123456782B12; empty without one.',
} as const
