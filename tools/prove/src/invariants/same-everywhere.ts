import type { Invariant } from './invariant'

/** Domains are the same in the database and at the registry: the sponsor, the name servers, the date of expiry. */
export const sameEverywhere: Invariant = {
  name: 'database and registry agree',
  async check({ sql, installation }) {
    const { rows } = await sql.query<{ name: string; phase: string; servers: string[]; expires: Date | null }>(
      `select name, phase, registry_expires_at as expires,
         array(select server ->> 'name' from jsonb_array_elements(name_servers) server order by 1) as servers
       from domains.domain d where deleted_at is null and phase = 'active'
         and not exists (select from domains.registry_operation o where o.domain_id = d.id and o.settled_at is null)`,
    )
    const broken: string[] = []
    for (const { name, servers, expires } of rows) {
      const found = (await installation.sandbox.domain(name)) as
        { sponsor: string; hosts: string[]; hostAttributes: { name: string }[]; expiresAt: string } | undefined
      if (!found) {
        broken.push(`${name} is active, but the registry does not have it`)
        continue
      }
      if (found.sponsor !== 'nameyard') broken.push(`${name} is active, but belongs to ${found.sponsor}`)
      const hosts = [...found.hosts, ...found.hostAttributes.map(({ name }) => name)].toSorted().join()
      if (hosts !== servers.join()) broken.push(`${name} has ${servers.join()}, but ${hosts} at the registry`)
      if (expires && Date.parse(found.expiresAt) !== expires.getTime())
        broken.push(`${name} expires ${expires.toISOString()}, but ${found.expiresAt} at the registry`)
    }
    return { count: rows.length, broken }
  },
}
