import type { ClientBase } from 'pg'

/** What became of a transfer (RFC 5730 section 2.9.3.4). */
export type TransferStatus =
  'pending' | 'clientApproved' | 'clientRejected' | 'clientCancelled' | 'serverApproved' | 'serverCancelled'

export interface Transfer {
  readonly domain: string
  readonly status: TransferStatus
  readonly requestedBy: string
  readonly requestedAt: Date
  /** Who must act by `actsAt`, or has acted then. */
  readonly acting: string
  readonly actsAt: Date
  /** What the domain expires at once the transfer is done; null when it came to nothing. */
  readonly expiresAt: Date | null
}

/** The last transfer of a domain. */
export async function findTransfer(db: ClientBase, domain: string): Promise<Transfer | undefined> {
  const { rows } = await db.query<Transfer>(
    `select domain, status, requested_by as "requestedBy", requested_at as "requestedAt", acting, acts_at as "actsAt",
       expires_at as "expiresAt"
     from sandbox_registry.transfer where domain = $1`,
    [domain],
  )
  return rows[0]
}

export async function putTransfer(db: ClientBase, transfer: Transfer): Promise<void> {
  await db.query(
    `insert into sandbox_registry.transfer
       (domain, status, requested_by, requested_at, acting, acts_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (domain) do update set status = excluded.status, requested_by = excluded.requested_by,
       requested_at = excluded.requested_at, acting = excluded.acting, acts_at = excluded.acts_at,
       expires_at = excluded.expires_at`,
    [
      transfer.domain,
      transfer.status,
      transfer.requestedBy,
      transfer.requestedAt,
      transfer.acting,
      transfer.actsAt,
      transfer.expiresAt,
    ],
  )
}
