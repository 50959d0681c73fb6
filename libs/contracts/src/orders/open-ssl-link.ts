import { z } from 'zod'
import { internalOperation } from '../operation'
import { sslOrder } from './ssl-order'

/** Returns the certificate order of a link, for the page behind the link. */
export const openSslLink = internalOperation({
  id: 'ssl-links.open',
  service: 'orders',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  isAudited: true,
  summary: 'Read the order behind a link',
  body: z.object({ token: z.string().max(64) }),
  result: sslOrder,
  errors: ['ssl_order_not_found'],
})
