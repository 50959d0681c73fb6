import { z } from 'zod'
import { operation } from '../operation'
import { resourceId } from '../primitives/scalars'
import { sslProduct } from './ssl-product'

/** Reads one certificate product with all its details. */
export const getSslProduct = operation({
  id: 'ssl-products.get',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/products/:id',
  summary: 'Read a certificate product',
  description: 'Use when you know the number of the product. Also returns its prices for the account.',
  params: z.object({ id: resourceId.describe('Number of the product, as returned by ssl-products.list.') }),
  result: sslProduct,
  errors: ['ssl_product_not_found'],
  schemas: { response: 'productGetProductResponse' },
})
