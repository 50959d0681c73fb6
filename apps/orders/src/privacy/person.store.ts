import { sql, statement } from '@nameyard/persistence/statement'

interface OfCustomer {
  readonly resellerId: number
  readonly handle: string
}

/**
 * Removes the request and the address of the approver from ended certificate orders of a deleted customer. The certificate
 * itself is public, and has the names of hosts only.
 */
export const eraseFromCertificates = statement<OfCustomer>(
  'privacy.erase-from-certificates',
  ({ resellerId, handle }) => sql`
    update ssl_order set csr = '', approver_email = ''
    where reseller_id = ${resellerId} and ${handle} in (organization_handle, technical_handle)
      and status in ('REJ', 'FAI', 'EXP')`,
)

/** The certificate orders that name a customer. */
export const certificatesOf = statement<OfCustomer, { found: object }>(
  'privacy.certificates-of-customer',
  ({ resellerId, handle }) => sql`
    select json_build_object('id', id, 'common_name', common_name, 'names', names, 'status', status, 'csr', csr,
      'organization_handle', organization_handle, 'technical_handle', technical_handle,
      'approver_email', approver_email, 'ordered_at', ordered_at, 'activated_at', activated_at,
      'expires_at', expires_at, 'certificate', certificate) as found
    from ssl_order
    where reseller_id = ${resellerId} and ${handle} in (organization_handle, technical_handle) order by id`,
)

/** The orders for e-mail DMARC of a customer. */
export const dmarcOrdersOf = statement<OfCustomer, { found: object }>(
  'privacy.dmarc-orders-of-customer',
  ({ resellerId, handle }) => sql`
    select json_build_object('id', id, 'domain', name, 'status', status, 'owner_handle', owner_handle,
      'ordered_at', ordered_at, 'activated_at', activated_at, 'expires_at', expires_at) as found
    from dmarc_order where reseller_id = ${resellerId} and owner_handle = ${handle} order by id`,
)
