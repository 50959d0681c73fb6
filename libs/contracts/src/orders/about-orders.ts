import { resourceId } from '../primitives/scalars'

/** Number of a certificate order, as paths name it. */
export const sslOrderNumber = resourceId.describe(
  'Number of the certificate order, as ssl-orders.create and ssl-orders.list answer it.',
)

/** The number of the order again, as existing clients repeat it in the body. */
export const sameSslOrder = resourceId.optional().describe('Number of the order again; the path decides.')

/** Number of an e-mail DMARC order, as paths name it. */
export const dmarcOrderNumber = resourceId.describe(
  'Number of the e-mail DMARC order, as dmarc-orders.create and dmarc-orders.list answer it.',
)

/** What the fields of certificates mean, for their descriptions: requests and orders have the same. */
export const about = {
  autorenew: 'Whether the order renews by itself before it ends: `on` or `off`.',
  commonName: 'Main name of the certificate, such as example.com or *.example.com.',
  organizationHandle: 'Handle of the customer that the certificate is for, such as AT123456-NL.',
  technicalHandle: 'Handle of the technical contact; the customer when empty.',
} as const
