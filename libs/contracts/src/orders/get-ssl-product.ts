import { z } from 'zod'
import { operation } from '../operation'
import { resourceId } from '../primitives/scalars'
import { sslProduct } from './ssl-product'

/** Reads one kind of certificate, with everything there is to say about it. */
export const getSslProduct = operation({
  id: 'ssl-products.get',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/products/:id',
  summary: 'Read a certificate product',
  description: 'Use when the number of the product is known. Answers its prices for the account, too.',
  params: z.object({ id: resourceId.describe('Number of the product, as ssl-products.list answers it.') }),
  result: sslProduct,
  errors: ['ssl_product_not_found'],
})
