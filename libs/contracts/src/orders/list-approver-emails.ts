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
  query: z.object({
    product_id: resourceId
      .optional()
      .describe('Number of the product that is to be ordered; without effect on the answer.'),
    domain: textUpTo(255).describe('Name that the certificate is for, such as example.com.'),
  }),
  result: z.object({ results: z.array(z.string()).describe('Addresses of which one may approve the certificate.') }),
  errors: ['ssl_product_invalid', 'common_name_invalid'],
})
