import type { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { isLive } from '../lifecycle/domain.store'
import { heldPhases, type Phase } from '../lifecycle/model/lifecycle'

/** A domain that an account has and the platform's registrar sponsors. */
export interface Holder {
  readonly id: number
  readonly name: string
  readonly resellerId: number
  readonly phase: Phase
}

const holders = statement<{ readonly names: readonly string[] }, Holder>(
  'domains.holders-of-hosts',
  ({ names }) => sql`
    select id, name, reseller_id as "resellerId", phase from domain where name = any(${names}::text[]) and ${isLive}`,
)

/** A host name and the names above it that can be domains, longest first. */
export function namesAbove(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Whether a host is below a domain, or has its name (RFC 5732 section 1.1). */
export function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** The domains of the platform above some hosts, by host name: the nearest one for each. Orders in progress do not count. */
export async function holdersOf(database: Database, hosts: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
  const names = [...new Set(hosts.flatMap(namesAbove))]
  const rows = names.length === 0 ? [] : await database.read(holders, { names })
  const held = new Map(rows.filter(({ phase }) => heldPhases.has(phase)).map((row) => [row.name, row]))
  return new Map(
    hosts.flatMap((host) => {
      const nearest = namesAbove(host).find((name) => held.has(name))
      return nearest === undefined ? [] : [[host, held.get(nearest)!] as const]
    }),
  )
}
