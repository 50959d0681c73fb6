import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { refusedAs } from '../primitives/refused-as'
import { flag, handle, textUpTo, unlessBlank, word } from '../primitives/scalars'
import { descriptions } from './order-fields'

/** Status of an order: paid draft, sent to the CA, issued, rejected, failed or cancelled, expired. */
export const sslOrderStatuses = ['PAI', 'REQ', 'ACT', 'REJ', 'FAI', 'EXP'] as const
export const sslOrderStatus = z
  .enum(sslOrderStatuses)
  .describe(
    '`PAI`: paid draft, not sent to the CA. `REQ`: requested from the CA. `ACT`: issued. `REJ`: rejected. `FAI`: failed or cancelled. `EXP`: expired.',
  )

/** Methods to prove control of a name. */
export const validationMethods = ['dns', 'email', 'http', 'https'] as const

/** Validation method of each name. */
export const domainValidationMethods = z.array(
  z
    .object({
      host_name: textUpTo(255).describe('Name of the certificate, such as www.example.com.'),
      method: word(...validationMethods).describe(
        'How control of the name is proven: by a DNS record, by a mail to the approver, or by a file over http or https.',
      ),
    })
    .meta({ id: 'DomainValidationMethod' }),
)

/** Fields of every certificate request: order, update, renewal, reissue. */
export const certificateAsked = {
  approver_email: unlessBlank.describe('Address that gets the approval mail; one of approver-emails.list.'),
  domain_validation_methods: domainValidationMethods
    .optional()
    .describe(
      'How control of each name is proven. A name that is not listed is proven by mail if approver_email is given, otherwise by DNS.',
    ),
  enable_dns_automation: flag
    .optional()
    .describe('Set the proof records in zones of the account that are hosted here; false by default.'),
  host_names: z
    .array(textUpTo(255))
    .optional()
    .describe('Names of a multi-domain certificate; they replace those of the CSR.'),
  signature_hash_algorithm: refusedAs(word('sha2', 'sha1'), { wrong: 'ssl_signature_invalid' })
    .optional()
    .describe('`sha2`; `sha1` is refused.'),
  software_id: refusedAs(word('linux', 'windows'), { wrong: 'ssl_software_invalid' })
    .optional()
    .describe('Server software that will use the certificate: linux or windows; for your information.'),
}

/** A certificate request in PEM. */
export const csrGiven = refusedAs(
  textUpTo(32_768).describe('Certificate request (PKCS #10) in PEM; csr.create makes one.'),
  { missing: 'csr_invalid', wrong: 'csr_invalid' },
)

/** The DNS record or the file that proves control of a name. */
const proof = z
  .object({
    domain: z.string().describe('Name whose control is proven.'),
    dns_record: z.string().optional().describe('Owner name of the TXT record to set.'),
    dns_value: z.string().optional().describe('Data of the TXT record to set.'),
    file_location: z.string().optional().describe('Location of the file, without http://.'),
    file_contents: z.string().optional().describe('Required content of the file.'),
    md5: z.string().describe('MD5 digest of the CSR in hexadecimal.'),
    sha1: z.string().describe('SHA-1 digest of the CSR in hexadecimal.'),
    sha256: z.string().describe('SHA-256 digest of the CSR in hexadecimal.'),
  })
  .meta({ id: 'SslProof', description: 'The record or the file that proves control of a name.' })

/** A certificate order. */
export const sslOrder = z
  .object({
    id: z.int().describe('Number of the order.'),
    product_id: z.int().describe('Number of the product that was ordered, as returned by ssl-products.list.'),
    product_name: z.string().describe('Name of the product that was ordered.'),
    brand_name: z.string().describe('Name of the certificate authority.'),
    validation_method: z
      .enum(['domain', 'organization', 'extended'])
      .describe('What is verified: control of the domain, the organization, or extended.'),
    status: sslOrderStatus,
    common_name: z.string().describe(descriptions.commonName),
    host_names: z.array(z.string()).describe('All names of the certificate.'),
    csr: z.string().describe('The certificate request (PKCS #10) in PEM.'),
    period: z.int().describe('Number of paid years.'),
    autorenew: z.enum(['on', 'off']).describe(descriptions.autorenew),
    software: z.string().describe('Server software that will use the certificate: linux or windows.'),
    organization_handle: handle.describe(descriptions.organizationHandle),
    technical_handle: z.string().describe(descriptions.technicalHandle),
    administrative_handle: z
      .string()
      .describe('Handle of the administrative contact; the same as organization_handle.'),
    billing_handle: z.string().describe('Handle of the billing contact; the same as organization_handle.'),
    email_approver: z.string().describe('Address that was asked for approval by mail; empty without one.'),
    email_reissue: z.string().describe('Address that is asked for approval of a reissue; the same as email_approver.'),
    domain_validation_methods: z
      .array(
        z.object({
          host_name: z.string().describe('Name of the certificate, such as www.example.com.'),
          method: z.enum(validationMethods).describe('How control of the name is proven: dns, email, http or https.'),
        }),
      )
      .describe('How control of each name is proven.'),
    domain_validation_statuses: z
      .object({
        status: z.enum(['open', 'closed']).describe('Whether the proofs are still being checked: `open` or `closed`.'),
        ca_operation: z
          .string()
          .describe('Current work of the certificate authority: request, renew, reissue or revoke; empty without any.'),
        ca_order_status: z.string().describe('`in_progress` or `completed`; empty for a draft.'),
        ca_status: z.string().describe('Last message of the certificate authority; for a rejected order, the reason.'),
      })
      .describe('State of the domain validation.'),
    additional_data: z.array(proof).describe('Proofs that are still missing.'),
    order_date: wireDate.describe('When the certificate was ordered.'),
    active_date: wireDate.describe('When the certificate was issued.'),
    expiration_date: wireDate.describe('When the latest certificate expires.'),
    order_ends_at: wireDate.describe('Until when the order is paid.'),
    reissue_at: wireDate.describe('Always unset: reissues are not scheduled here.'),
    certificate: z.string().describe('The certificate in PEM; empty until it is issued.'),
    intermediate_certificate: z
      .string()
      .describe('Certificate of the issuing authority in PEM; empty until it is issued.'),
    root_certificate: z.string().describe('Certificate of the root authority in PEM; empty until it is issued.'),
    features: z.string().describe('Always empty: there are no further features here.'),
    options: z
      .object({ features: z.string().describe('Always empty: there are no further features here.') })
      .describe('Options of the order; none here.'),
    sslinhva_order_id: z.string().describe('Number of the order in the panel of the end user.'),
    vendor_order_id: z.string().describe('Number of the order at the certificate authority.'),
    vendor_reference_id: z.string().describe('Serial number of the certificate; empty until it is issued.'),
  })
  .meta({ id: 'SslOrder', description: 'A certificate order.' })

/** The result of all changes of an order. */
export const sslOrderId = z.object({ id: z.int().describe('Number of the certificate order.') })
