import { z } from 'zod'
import { operation } from '../operation'
import { everyRight } from '../rights'
import { resellerId } from './reseller-id'

/** Returns the account, the contact person and the rights of the request's token. */
export const readToken = operation({
  id: 'access.read-token',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/auth/token',
  isForPeople: true,
  admitsLimitedKeys: true,
  summary: 'Read the token in use',
  description:
    'Use to see for which account and contact your token acts, and which rights it has, before you try an operation. Free of charge.',
  result: z.object({
    reseller_id: resellerId,
    contact_id: z.int().describe('Number of the contact who logged in; see contacts.get.'),
    username: z.string().describe('User name of the contact.'),
    scope: z
      .array(z.enum(everyRight))
      .describe('Rights of the token: `read`, `write`, `purchase` and `transfer-codes`, as in access.login.'),
  }),
})
