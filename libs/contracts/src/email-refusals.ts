/** Refusals about the words of mails: a part of the catalogue (`refusals.ts`). */
export const emailRefusals = {
  email_template_invalid: { code: 806, http: 400, desc: '{field}, line {line}: {problem}.' },
  email_type_unknown: { code: 806, http: 400, desc: '{field}: {problem}.' },
  email_template_not_found: { code: 98, http: 404, desc: 'Mail template {id} is not in your account.' },
  email_template_limit: { code: 399, http: 422, desc: 'You have {limit} mail templates, the most allowed.' },
  email_branding_invalid: { code: 806, http: 400, desc: '{field}: {problem}.' },
} as const
