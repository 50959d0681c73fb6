import { z } from 'zod'
import { operation } from '../operation'
import { resourceId, textUpTo } from '../primitives/scalars'

/** Lists who may approve a certificate for a name by mail. */
export const listApproverEmails = operation({
  id: 'approver-emails.list',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/approver-emails',
  summary: 'List who may approve a certificate',
  description: 'Use before an order that is proven by mail: one of these addresses is its approver_email.',
  query: z.object({ product_id: resourceId.optional(), domain: textUpTo(255) }),
  result: z.object({ results: z.array(z.string()) }),
  errors: ['ssl_product_invalid', 'common_name_invalid'],
})
