import { z } from 'zod'
import { operation } from '../operation'
import { branding, brandingGiven } from './branding'

/** Sets how the mails of the account look. */
export const setEmailBranding = operation({
  id: 'emails.set-branding',
  service: 'customers',
  effect: 'write',
  roles: ['admin', 'billing'],
  isForPeople: true,
  method: 'PUT',
  path: '/v1/emails/branding',
  summary: 'Set how mails look',
  description:
    'Use to put your own sender, logo, color and footer on mails to your customers. Absent fields stay as they are; an empty text sets nothing. Free of charge. Can be changed back.',
  body: z.object(brandingGiven),
  result: branding,
  errors: ['email_branding_invalid'],
  example: { name: 'Example Names', reply_to: 'help@names.example', color: '#1a5fb4' },
})
