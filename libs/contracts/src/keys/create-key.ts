import { z } from 'zod'
import { scope } from '../access/login'
import { operation } from '../operation'
import { approvalSettings } from '../primitives/approval-settings'
import { optionalDay } from '../primitives/dates'
import { amount, integer, neededText, word } from '../primitives/scalars'
import { administrators } from '../roles'
import { newKey } from './key'

/** Names of objects. An empty list is refused: it would be no limit where its author meant one. */
const names = z.array(neededText(255)).min(1).max(100)

/** Creates an API key that acts as its creator, with no more rights than the credential in use. */
export const createKey = operation({
  id: 'keys.create',
  service: 'customers',
  effect: 'write',
  isSecret: true,
  // An ignored limit would make a key that can do more than its creator meant.
  isStrict: true,
  roles: administrators,
  method: 'POST',
  path: '/v1/keys',
  isForPeople: true,
  summary: 'Create an API key',
  description:
    'Use to give a program a credential of its own instead of a password. The key works like a token of access.login, without a login and without an end unless you set one. It acts as the contact who creates it, and has no more rights than the token in use. Only administrators of the account may manage keys, and no key that has limits itself. An unknown field is refused. The key is shown only once. Free of charge. Undo with keys.revoke.',
  body: z.object({
    name: neededText(255).describe('Your name for the program that uses the key, such as `billing export`.'),
    scope: z
      .array(scope)
      .min(1)
      .describe(
        'Rights of the key: `read`, `write`, `purchase` and `transfer-codes`, as in access.login. Give only what the program needs.',
      ),
    allow: z
      .array(z.string().max(64))
      .max(100)
      .optional()
      .describe('Addresses and CIDR ranges from which the key works, such as 192.0.2.0/24; all by default.'),
    expires_at: optionalDay.describe('When the key stops working, in UTC; never by default.'),
    unused_days: integer({ min: 0, max: 3650 })
      .optional()
      .describe('Days without a request after which the key stops working; 0, the default, for no such limit.'),
    domains: names
      .optional()
      .describe('Domains that the key is limited to, such as example.com. It sees and changes no other one.'),
    zones: names
      .optional()
      .describe(
        'DNS zones that the key is limited to, such as example.com. It sees no other zone, and changes only records.',
      ),
    record_names: z
      .array(neededText(255))
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Owner names, relative to the zone, that the key is limited to, such as _acme-challenge; `@` is the zone itself, and `*` stands for any characters. Needs zones.',
      ),
    record_types: z
      .array(neededText(20))
      .min(1)
      .max(100)
      .optional()
      .describe('Types of records that the key is limited to, such as TXT. Needs zones.'),
    spend_per_day: amount
      .optional()
      .describe('What the orders of the key may cost on one day in UTC, in the currency of the account.'),
    spend_per_month: amount
      .optional()
      .describe('What the orders of the key may cost in one month in UTC, in the currency of the account.'),
    approval: word(...approvalSettings)
      .optional()
      .describe(
        'Which calls of the key a person must approve: `purchases` for orders that cost money, `purchases-and-destructive` also for what cannot be undone; `none` by default. Such a key never does what is only for people.',
      ),
  }),
  result: newKey,
  refusesLimitedKeys: true,
  errors: ['key_limited', 'key_beyond_address', 'address_list_invalid'],
  example: { name: 'billing export', scope: ['read'], allow: ['192.0.2.0/24'], unused_days: 90 },
})
