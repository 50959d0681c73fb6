import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { refusedAs } from '../primitives/refused-as'
import { flag, handle, textUpTo, unlessBlank, word } from '../primitives/scalars'

/** Where an order stands: kept as a paid draft, sent to the CA, issued, rejected, failed or cancelled, expired. */
export const sslOrderStatuses = ['PAI', 'REQ', 'ACT', 'REJ', 'FAI', 'EXP'] as const
export const sslOrderStatus = z.enum(sslOrderStatuses)

/** How control of a name is proven. */
export const validationMethods = ['dns', 'email', 'http', 'https'] as const

/** How control of each name is to be proven. */
export const domainValidationMethods = z.array(
  z.object({ host_name: textUpTo(255), method: word(...validationMethods) }).meta({ id: 'DomainValidationMethod' }),
)

/** What may be said about a certificate, whenever it is asked for. */
export const certificateAsked = {
  approver_email: unlessBlank.meta({ description: 'Who is asked by mail; see approver-emails.list.' }),
  domain_validation_methods: domainValidationMethods
    .optional()
    .meta({ description: 'By name; what is not named is proven by mail when approver_email is given, else by DNS.' }),
  enable_dns_automation: flag
    .optional()
    .meta({ description: 'Place the proof records in zones of the account that are hosted here.' }),
  host_names: z
    .array(textUpTo(255))
    .optional()
    .meta({ description: 'Names of a multi-domain certificate; they stand for those of the CSR.' }),
  signature_hash_algorithm: refusedAs(word('sha2', 'sha1'), { wrong: 'ssl_signature_invalid' }).optional(),
  software_id: refusedAs(word('linux', 'windows'), { wrong: 'ssl_software_invalid' }).optional(),
}

/** A certificate request in PEM. */
export const csrGiven = refusedAs(textUpTo(32_768).meta({ description: 'PKCS #10 in PEM.' }), {
  missing: 'csr_invalid',
  wrong: 'csr_invalid',
})

/** The record, or the file, that proves control of a name. */
const proof = z
  .object({
    domain: z.string(),
    dns_record: z.string().optional().meta({ description: 'Name of the TXT record to make.' }),
    dns_value: z.string().optional(),
    file_location: z.string().optional().meta({ description: 'Where the file is looked for, without http://.' }),
    file_contents: z.string().optional(),
    md5: z.string().meta({ description: 'Digest of the CSR, like the next two.' }),
    sha1: z.string(),
    sha256: z.string(),
  })
  .meta({ id: 'SslProof' })

/** An order of a certificate. */
export const sslOrder = z
  .object({
    id: z.int(),
    product_id: z.int(),
    product_name: z.string(),
    brand_name: z.string(),
    validation_method: z.enum(['domain', 'organization', 'extended']),
    status: sslOrderStatus,
    common_name: z.string(),
    host_names: z.array(z.string()),
    csr: z.string(),
    period: z.int(),
    autorenew: z.enum(['on', 'off']),
    software: z.string(),
    organization_handle: handle,
    technical_handle: z.string(),
    administrative_handle: z.string(),
    billing_handle: z.string(),
    email_approver: z.string(),
    email_reissue: z.string(),
    domain_validation_methods: z.array(z.object({ host_name: z.string(), method: z.enum(validationMethods) })),
    domain_validation_statuses: z.object({
      status: z.enum(['open', 'closed']),
      ca_operation: z.string(),
      ca_order_status: z.string(),
      ca_status: z.string().meta({ description: 'What the CA says; of a rejected order, why.' }),
    }),
    additional_data: z.array(proof).meta({ description: 'The proofs that are looked for; none once they were seen.' }),
    order_date: wireDate,
    active_date: wireDate,
    expiration_date: wireDate,
    order_ends_at: wireDate.meta({ description: 'Until when it is paid.' }),
    reissue_at: wireDate,
    certificate: z.string().meta({ description: 'PEM; empty until it is issued.' }),
    intermediate_certificate: z.string(),
    root_certificate: z.string(),
    features: z.string(),
    options: z.object({ features: z.string() }),
    sslinhva_order_id: z.string(),
    vendor_order_id: z.string(),
    vendor_reference_id: z.string(),
  })
  .meta({ id: 'SslOrder' })

/** The answer of everything that is done to an order. */
export const sslOrderId = z.object({ id: z.int() })
