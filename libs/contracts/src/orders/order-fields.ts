import { z } from 'zod'
import { resourceId } from '../primitives/scalars'

/** Number of a certificate order, in paths. */
export const sslOrderNumber = resourceId.describe(
  'Number of the certificate order, as returned by ssl-orders.create and ssl-orders.list.',
)

/** The number of the order again, as existing clients repeat it in the body. */
export const sameSslOrder = resourceId.optional().describe('Repeats the number of the order; the path decides.')

/** Identifies a link to a certificate order: the first digits of its hash. */
export const sslLinkId = z
  .string()
  .regex(/^[\da-f]{12}$/)
  .meta({
    description: 'Identifier of a link, as ssl-orders.list-otp-tokens shows it. It does not open the page.',
    examples: ['0123456789ab'],
  })

/** Identifies a link to an e-mail DMARC order: the first digits of its hash. */
export const dmarcLinkId = z
  .string()
  .regex(/^[\da-f]{12}$/)
  .meta({
    description: 'Identifier of a link, as dmarc-orders.list-links shows it. It does not open the page.',
    examples: ['0123456789ab'],
  })

/** Number of an e-mail DMARC order, in paths. */
export const dmarcOrderNumber = resourceId.describe(
  'Number of the e-mail DMARC order, as returned by dmarc-orders.create and dmarc-orders.list.',
)

/** Descriptions of fields that requests and certificate orders share. */
export const descriptions = {
  autorenew: 'Whether the order renews automatically before it ends: `on` or `off`.',
  commonName: 'Main name of the certificate, such as example.com or *.example.com.',
  organizationHandle: 'Handle of the customer that the certificate is for, such as AT123456-NL.',
  technicalHandle: 'Handle of the technical contact; the organization_handle when empty.',
} as const

/** A certificate request for example.com and www.example.com, for the examples. Its private key was deleted. */
export const csrExample = `-----BEGIN CERTIFICATE REQUEST-----
MIIBLjCB1AIBADA4MQswCQYDVQQGEwJOTDETMBEGA1UECgwKRXhhbXBsZSBCVjEU
MBIGA1UEAwwLZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT4
pV4Ecg0sE8lj5RBW8RCkaiFxmikinbLbtQA3AbSvs4xamsj2/2D+uNNPm+UsglGA
shAhQlcZ1bia2tSr4RK+oDowOAYJKoZIhvcNAQkOMSswKTAnBgNVHREEIDAeggtl
eGFtcGxlLmNvbYIPd3d3LmV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0kAMEYCIQC+
zXDjqOzmGZUL1lGlWYT84n1CJSoOhwds6pqiw5Ud0wIhANCXpO9/qLijLeI8HPuu
WupT/Mmm4INHKw2O1x3wemRM
-----END CERTIFICATE REQUEST-----
`
