import type { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { heldPhases, type Phase } from '../domain/model/lifecycle'

/** A domain that an account holds: the registry has it in our name. */
export interface Holder extends Record<string, unknown> {
  readonly id: number
  readonly name: string
  readonly resellerId: number
  readonly phase: Phase
}

/** names → the live domains among them */
const holders = statement(
  'hosts.holders',
  `select id, name, reseller_id as "resellerId", phase from domain
   where name = any($1::text[]) and deleted_at is null and phase <> 'failed'`,
)

/** A host name and the names above it that can be domains, the longest first. */
export function namesAbove(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Whether a host lies below a domain, or has its name (RFC 5732 section 1.1). */
export function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/**
 * The domains of this platform that hosts lie below, by the name of the host; of nested ones the nearest. An order that
 * has not succeeded does not count.
 */
export async function holdersOf(database: Database, hosts: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
  const names = [...new Set(hosts.flatMap(namesAbove))]
  const rows = names.length === 0 ? [] : await database.read<Holder>(holders, [names])
  const held = new Map(rows.filter(({ phase }) => heldPhases.has(phase)).map((row) => [row.name, row]))
  return new Map(
    hosts.flatMap((host) => {
      const nearest = namesAbove(host).find((name) => held.has(name))
      return nearest === undefined ? [] : [[host, held.get(nearest)!] as const]
    }),
  )
}
