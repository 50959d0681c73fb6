import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { sslOrder } from '@nameyard/contracts/orders/ssl-order'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { provenName } from '../model/names'
import { BRAND, productOf } from '../model/product'
import { FILE_PATH, recordNameOf } from '../model/validation'
import type { SslOrder } from './ssl-order.store'

type WireOrder = z.input<typeof sslOrder>

/** The wire form of the operation at the CA. */
const caOperations = { nothing: '', issue: 'request', renew: 'renew', reissue: 'reissue', revoke: 'revoke' } as const

/** The wire form of an order. */
export function sslOrderOnWire(order: SslOrder): WireOrder {
  const product = productOf(order.productId)
  const isOpen = order.status === 'REQ'
  return {
    id: order.id,
    product_id: order.productId,
    product_name: product?.name ?? '',
    brand_name: BRAND,
    validation_method: 'domain',
    status: order.status,
    common_name: order.commonName,
    host_names: [...order.names],
    csr: order.csr,
    period: order.period,
    autorenew: order.autorenew,
    software: order.software,
    organization_handle: order.organizationHandle,
    technical_handle: order.technicalHandle,
    administrative_handle: order.organizationHandle,
    billing_handle: order.organizationHandle,
    email_approver: order.approverEmail,
    email_reissue: order.approverEmail,
    domain_validation_methods: order.validations.map(({ hostName, method }) => ({ host_name: hostName, method })),
    domain_validation_statuses: {
      status: isOpen ? 'open' : 'closed',
      ca_operation: caOperations[order.work],
      ca_order_status: isOpen ? 'in_progress' : order.status === 'PAI' ? '' : 'completed',
      ca_status: caStatusOf(order),
    },
    additional_data: isOpen ? proofsOf(order) : [],
    order_date: printDate(order.orderedAt),
    active_date: printDate(order.activatedAt),
    expiration_date: printDate(order.expiresAt),
    order_ends_at: printDate(order.paidUntil),
    reissue_at: printDate(undefined),
    certificate: order.certificate,
    intermediate_certificate: order.intermediateCertificate,
    root_certificate: order.rootCertificate,
    features: '',
    options: { features: '' },
    sslinhva_order_id: order.panelId,
    vendor_order_id: String(order.id),
    vendor_reference_id: order.serial,
  }
}

/** Returns the latest problem or state. For an open order it is that of the first unproven name. */
function caStatusOf({ status, work, problem, validations }: SslOrder): string {
  if (problem !== '') return problem
  if (status === 'REQ') return validations.find(({ isProven }) => !isProven)?.problem || 'requested'
  return work === 'nothing' && status === 'ACT' ? 'issued' : ''
}

/** Returns the missing proofs, one for each name and method. */
function proofsOf({ csr, token, validations }: SslOrder): WireOrder['additional_data'] {
  const der = Buffer.from(csr.replaceAll(/-----[^-]+-----/g, ''), 'base64')
  const digest = (algorithm: string) => createHash(algorithm).update(der).digest('hex')
  const digests = { md5: digest('md5'), sha1: digest('sha1'), sha256: digest('sha256') }
  const seen = new Set<string>()
  return validations.flatMap(({ hostName, method, isProven }): WireOrder['additional_data'] => {
    const domain = provenName(hostName)
    const key = `${method} ${domain}`
    if (isProven || method === 'email' || seen.has(key)) return []
    seen.add(key)
    return method === 'dns'
      ? [{ domain, dns_record: recordNameOf(domain), dns_value: token, ...digests }]
      : [{ domain, file_location: `${domain}${FILE_PATH}`, file_contents: token, ...digests }]
  })
}
