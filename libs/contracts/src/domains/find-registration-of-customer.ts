import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns when the last domain of a customer ended, as its registrant. Registrars must show who that was for some time. */
export const findRegistrationOfCustomer = internalOperation({
  id: 'domains.registration-of-customer',
  service: 'domains',
  audience: 'service',
  callers: ['customers'],
  effect: 'read',
  summary: 'Check when the last domain of a customer ended',
  body: z.object({ resellerId: z.int(), handle: z.string() }),
  result: z.object({ endedAt: z.iso.datetime().nullable() }),
  errors: [],
})
