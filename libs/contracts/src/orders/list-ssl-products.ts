import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, orderedBy } from '../primitives/scalars'
import { sslProduct } from './ssl-product'

/** Lists the kinds of certificates. */
export const listSslProducts = operation({
  id: 'ssl-products.list',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/products',
  summary: 'List certificate products',
  description: 'Use before an order to find the product_id, what it takes and, with with_price, what it costs.',
  query: z.object({
    ...page(),
    with_price: flag.prefault(false).describe('Show prices, too; false by default.'),
    with_supported_software: flag
      .prefault(false)
      .describe('Show which server software can be named, too; false by default.'),
    with_description: flag.prefault(false).describe('Show descriptions, too; false by default.'),
    order_by: orderedBy('name', 'brand_name', 'category', 'sub_category', 'brand_seqno', 'product_seqno').optional(),
  }),
  result: results(sslProduct),
})
