import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

/** The state of a transfer (RFC 5730 section 2.9.3.4). */
export type TransferStatus =
  'pending' | 'clientApproved' | 'clientRejected' | 'clientCancelled' | 'serverApproved' | 'serverCancelled'

export interface Transfer {
  readonly domain: string
  readonly status: TransferStatus
  readonly requestedBy: string
  readonly requestedAt: Date
  /** The registrar that must act by `actsAt`, or acted then. */
  readonly acting: string
  readonly actsAt: Date
  /** The expiry date after the transfer; null when it was rejected or cancelled. */
  readonly expiresAt: Date | null
}

const FIND = statement<{ domain: string }, Transfer>(
  'sandbox.find-transfer',
  ({ domain }) => sql`
    select domain, status, requested_by as "requestedBy", requested_at as "requestedAt", acting, acts_at as "actsAt",
      expires_at as "expiresAt"
    from sandbox_registry.transfer where domain = ${domain}`,
)

const PUT = statement<Transfer>(
  'sandbox.put-transfer',
  (transfer) => sql`
    insert into sandbox_registry.transfer (domain, status, requested_by, requested_at, acting, acts_at, expires_at)
    values (${transfer.domain}, ${transfer.status}, ${transfer.requestedBy}, ${transfer.requestedAt},
      ${transfer.acting}, ${transfer.actsAt}, ${transfer.expiresAt})
    on conflict (domain) do update set status = excluded.status, requested_by = excluded.requested_by,
      requested_at = excluded.requested_at, acting = excluded.acting, acts_at = excluded.acts_at,
      expires_at = excluded.expires_at`,
)

/** Returns the last transfer of a domain. */
export async function findTransfer(db: ClientBase, domain: string): Promise<Transfer | undefined> {
  const [transfer] = await read(db, FIND, { domain })
  return transfer
}

export async function putTransfer(db: ClientBase, transfer: Transfer): Promise<void> {
  await write(db, PUT, transfer)
}
