import { operation } from '../operation'
import { branding } from './branding'

/** Returns how the mails of the account look. */
export const getEmailBranding = operation({
  id: 'emails.get-branding',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/emails/branding',
  summary: 'See how mails look',
  description: 'Use to see the sender, the logo, the color and the footer of mails to your customers. Free of charge.',
  result: branding,
  errors: [],
})
