import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { domainId, sameDomain, orderedDomain } from './domain-fields'

/** Sends the transfer authorization mail again. */
export const sendFoa = operation({
  id: 'domains.send-foa',
  service: 'domains',
  effect: 'write',
  method: 'POST',
  path: '/v1/domains/:id/transfer/send-foa1',
  admitsLimitedKeys: true,
  summary: 'Send the authorization mail of a transfer again',
  description: 'Sends the mail that asks the registrant to authorize a transfer again. Free of charge.',
  params: z.object({ id: domainId }),
  body: z.object({ domain: sameDomain }),
  result: success,
  errors: ['domain_not_found', 'transfer_not_pending', 'rate_limited'],
  example: { domain: orderedDomain },
  schemas: { request: 'domainSendFoa1Request', response: 'responseBoolResponse' },
})
