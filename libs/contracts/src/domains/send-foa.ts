import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { domainId, sameDomain } from './about-domains'

/** Sends the form of authorization of a transfer again. */
export const sendFoa = operation({
  id: 'domains.send-foa',
  service: 'domains',
  effect: 'write',
  method: 'POST',
  path: '/v1/domains/:id/transfer/send-foa1',
  summary: 'Send the authorization mail of a transfer again',
  description: 'Sends the mail again that asks for the authorization of a transfer. Costs nothing.',
  params: z.object({ id: domainId }),
  body: z.object({ domain: sameDomain }),
  result: success,
  errors: ['domain_not_found', 'transfer_not_pending', 'rate_limited'],
})
