import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

/** The grace periods of RFC 3915 section 3.1, in which a delete is refunded. */
export type GraceKind = 'addPeriod' | 'renewPeriod' | 'autoRenewPeriod' | 'transferPeriod'

/** A grace period that a charge opens. */
export interface GracePeriod {
  readonly kind: GraceKind
  readonly endsAt: Date
}

/** A running grace period: the charge that a delete refunds, and the years that the charge bought. */
export interface Grace {
  readonly kind: GraceKind
  readonly charge: string
  readonly years: number
}

const FIND = statement<{ domain: string; now: Date }, Grace>(
  'sandbox.find-grace-periods',
  ({ domain, now }) => sql`
    select g.kind, g.charge, c.years from sandbox_registry.grace g join sandbox_registry.charge c on c.id = g.charge
    where g.domain = ${domain} and g.ends_at > ${now} order by g.charge`,
)

const END = statement<{ domain: string }>(
  'sandbox.end-grace-periods',
  ({ domain }) => sql`delete from sandbox_registry.grace where domain = ${domain}`,
)

/** Returns the running grace periods of a domain. */
export async function findGraces(db: ClientBase, domain: string, now: Date): Promise<Grace[]> {
  return read(db, FIND, { domain, now })
}

/** Ends every grace period of a domain: earlier charges are not refunded any more. */
export async function endGraces(db: ClientBase, domain: string): Promise<void> {
  await write(db, END, { domain })
}
