import { z } from 'zod'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { flag, integer, neededHandle, resourceId, unlessBlank, word } from '../primitives/scalars'
import { certificateAsked, csrGiven, sslOrderId } from './ssl-order'
import { certificateRefusals } from './ssl-refusals'
import { about } from './about-orders'

/** Orders a certificate; with `start_provision` it is asked for at once, else the order is a paid draft. */
export const createSslOrder = operation({
  id: 'ssl-orders.create',
  service: 'orders',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/ssl/orders',
  summary: 'Order a certificate',
  description:
    'Orders a certificate for the names of a CSR. Reserves its price; the account is charged when it is issued. Give start_provision: without it the order is a draft that no CA hears of. With enable_dns_automation and names in hosted zones nothing else is to be done.',
  body: z.object({
    ...certificateAsked,
    product_id: refusedAs(resourceId, { missing: 'ssl_product_invalid', wrong: 'ssl_product_invalid' }).describe(
      'Number of the product, as ssl-products.list answers it.',
    ),
    csr: csrGiven,
    period: refusedAs(integer(), { missing: 'ssl_period_invalid', wrong: 'ssl_period_invalid' }).describe(
      'Number of years to order for; the product tells the maximum (max_period).',
    ),
    organization_handle: refusedAs(neededHandle, { missing: 'ssl_handle_missing' }).describe(about.organizationHandle),
    technical_handle: unlessBlank.describe(about.technicalHandle),
    autorenew: word('on', 'off').prefault('off').describe(about.autorenew),
    start_provision: flag
      .prefault(false)
      .describe('Ask the certificate authority for it now; false by default, which keeps a paid draft.'),
    domain_amount: integer({ min: 1 })
      .optional()
      .describe('Number of names to pay for, of a multi-domain product; those of the request when absent.'),
    wildcard_domain_amount: integer({ min: 0 })
      .optional()
      .describe('Number of wildcard names to pay for, of a multi-domain product; those of the request when absent.'),
  }),
  result: sslOrderId,
  errors: [
    'ssl_product_invalid',
    'ssl_period_invalid',
    'not_sold_certificate',
    'credit_too_low',
    ...certificateRefusals,
  ],
})
