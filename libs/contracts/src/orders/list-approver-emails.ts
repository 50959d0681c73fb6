import { z } from 'zod'
import { operation } from '../operation'
import { resourceId, textUpTo } from '../primitives/scalars'

/** Lists the addresses that can approve a certificate for a name by mail. */
export const listApproverEmails = operation({
  id: 'approver-emails.list',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/approver-emails',
  summary: 'List the addresses that can approve a certificate',
  description: 'Use before an order with validation by mail: approver_email must be one of these addresses.',
  query: z.object({
    product_id: resourceId.optional().describe('Number of the product to order; does not change the answer.'),
    domain: textUpTo(255).describe('Name that the certificate is for, such as example.com.'),
  }),
  result: z.object({ results: z.array(z.string()).describe('Addresses that can approve the certificate.') }),
  errors: ['ssl_product_invalid', 'common_name_invalid'],
  schemas: { response: 'approveremailListApproverEmailsResponse' },
})
