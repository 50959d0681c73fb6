import { z } from 'zod'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { flag, integer, neededHandle, resourceId, unlessBlank, word } from '../primitives/scalars'
import { descriptions, csrExample } from './order-fields'
import { certificateAsked, csrGiven, sslOrderId } from './ssl-order'
import { certificateRefusals } from './ssl-refusals'

/** Orders a certificate. With `start_provision` it is requested at once; otherwise the order is a paid draft. */
export const createSslOrder = operation({
  id: 'ssl-orders.create',
  service: 'orders',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/ssl/orders',
  summary: 'Order a certificate',
  description:
    'Orders a certificate for the names of a CSR. The price is reserved now and charged when the certificate is issued. Set start_provision: without it the order is a draft that is not sent to the CA. With enable_dns_automation and names in zones hosted here, no further step is needed.',
  body: z.object({
    ...certificateAsked,
    product_id: refusedAs(resourceId, { missing: 'ssl_product_invalid', wrong: 'ssl_product_invalid' }).describe(
      'Number of the product, as returned by ssl-products.list.',
    ),
    csr: csrGiven,
    period: refusedAs(integer(), { missing: 'ssl_period_invalid', wrong: 'ssl_period_invalid' }).describe(
      'Number of years; at most max_period of the product.',
    ),
    organization_handle: refusedAs(neededHandle, { missing: 'ssl_handle_missing' }).describe(
      descriptions.organizationHandle,
    ),
    technical_handle: unlessBlank.describe(descriptions.technicalHandle),
    autorenew: word('on', 'off').prefault('off').describe(descriptions.autorenew),
    start_provision: flag
      .prefault(false)
      .describe(
        'Request the certificate from the certificate authority now. False by default: the order is a paid draft.',
      ),
    domain_amount: integer({ min: 1 })
      .optional()
      .describe('Number of paid names of a multi-domain product; the number in the request by default.'),
    wildcard_domain_amount: integer({ min: 0 })
      .optional()
      .describe('Number of paid wildcard names of a multi-domain product; the number in the request by default.'),
  }),
  result: sslOrderId,
  errors: [
    'ssl_product_invalid',
    'ssl_period_invalid',
    'not_sold_certificate',
    'credit_too_low',
    'key_spend_limit',
    ...certificateRefusals,
  ],
  example: {
    product_id: 5,
    period: 1,
    csr: csrExample,
    organization_handle: 'AJ100001-NL',
    software_id: 'linux',
    enable_dns_automation: true,
    start_provision: true,
  },
  schemas: { request: 'orderCreateOrderRequest', response: 'orderCreateOrderResponse' },
})
