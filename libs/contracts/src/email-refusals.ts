/** Refusals about the words of mails: a part of the catalogue (`refusals.ts`). */
export const emailRefusals = {
  email_template_invalid: { code: 806, http: 400, desc: '{field}, line {line}: {problem}.' },
  email_type_unknown: { code: 806, http: 400, desc: '{field}: {problem}.' },
  email_template_not_found: { code: 98, http: 404, desc: 'Mail template {id} is not in your account.' },
  email_template_limit: { code: 399, http: 422, desc: 'You have {limit} mail templates, the most allowed.' },
  email_test_without_address: {
    code: 399,
    http: 422,
    desc: 'Your contact has no e-mail address. Set one, then send the test again.',
  },
  email_test_code_wrong: {
    code: 806,
    http: 400,
    desc: 'code: is not the one mailed to {email}. Leave it out to get it.',
  },
  email_test_limit: {
    code: 50,
    http: 429,
    desc: 'The account has sent {limit} of these mails in an hour. Try again later.',
  },
  email_recipients_demanded: {
    code: 399,
    http: 422,
    desc: 'recipients: must be registrant or both, as the {policy} policy demands.',
  },
  email_recipients_unavailable: { code: 806, http: 400, desc: '{field}: {problem}.' },
  email_branding_invalid: { code: 806, http: 400, desc: '{field}: {problem}.' },
} as const
