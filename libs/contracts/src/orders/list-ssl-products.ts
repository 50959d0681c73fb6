import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, orderedBy } from '../primitives/scalars'
import { sslProduct } from './ssl-product'

/** Lists the certificate products. */
export const listSslProducts = operation({
  id: 'ssl-products.list',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/products',
  summary: 'List certificate products',
  description: 'Use before an order to find the product_id, the conditions and, with with_price, the prices.',
  query: z.object({
    ...page(),
    with_price: flag.prefault(false).describe('Also show prices; false by default.'),
    with_supported_software: flag.prefault(false).describe('Also show the values for software_id; false by default.'),
    with_description: flag.prefault(false).describe('Also show descriptions; false by default.'),
    order_by: orderedBy('name', 'brand_name', 'category', 'sub_category', 'brand_seqno', 'product_seqno').optional(),
  }),
  result: results(sslProduct),
  schemas: { response: 'productListProductsResponse' },
})
