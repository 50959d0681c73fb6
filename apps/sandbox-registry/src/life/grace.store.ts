import type { ClientBase } from 'pg'

/** The periods of RFC 3915 section 3.1 in which a delete is refunded. */
export type GraceKind = 'addPeriod' | 'renewPeriod' | 'autoRenewPeriod' | 'transferPeriod'

/** A period that a charge opens. */
export interface GracePeriod {
  readonly kind: GraceKind
  readonly endsAt: Date
}

/** A period that runs, the charge it would give back, and the years that charge bought. */
export interface Grace {
  readonly kind: GraceKind
  readonly charge: string
  readonly years: number
}

/** Those that have not ended. */
export async function findGraces(db: ClientBase, domain: string, now: Date): Promise<Grace[]> {
  const { rows } = await db.query<Grace>(
    `select g.kind, g.charge, c.years from sandbox_registry.grace g join sandbox_registry.charge c on c.id = g.charge
     where g.domain = $1 and g.ends_at > $2 order by g.charge`,
    [domain, now],
  )
  return rows
}

/** Ends every period of a domain: nothing of what came before is refunded any more. */
export async function endGraces(db: ClientBase, domain: string): Promise<void> {
  await db.query('delete from sandbox_registry.grace where domain = $1', [domain])
}
