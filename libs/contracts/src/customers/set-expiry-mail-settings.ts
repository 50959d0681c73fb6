import { z } from 'zod'
import { operation } from '../operation'
import { expiryMailChoice, expiryMailSettings } from './expiry-mail-settings'

/** Decides who is mailed about the expiry of the account's domains. */
export const setExpiryMailSettings = operation({
  id: 'expiry-mails.set-settings',
  service: 'customers',
  effect: 'write',
  roles: ['admin', 'billing'],
  isForPeople: true,
  method: 'PUT',
  path: '/v1/expiry-mails/settings',
  summary: 'Decide who is mailed before domains expire',
  description:
    'Mails go out 30 days, 7 days and 1 day before a domain expires, and when it has expired. Absent settings stay as they are. Registrants of gTLDs are always mailed. Free of charge. Undo with another call.',
  body: z.object(expiryMailChoice),
  result: expiryMailSettings,
  errors: [],
  example: { to_administrators: true },
})
