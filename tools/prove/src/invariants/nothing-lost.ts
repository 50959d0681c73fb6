import type { Invariant } from './invariant'

/** What was acknowledged last is stored: customers, records, name servers, domains. */
export const nothingLost: Invariant = {
  name: 'nothing acknowledged is lost',
  async check({ sql, clientLog }) {
    const broken: string[] = []
    const customers = await sql.query<{ handle: string; account: number; street: string }>(
      `select handle, reseller_id as account, street from customers.customer where deleted_at is null`,
    )
    for (const [handle, { account, street }] of clientLog.customers) {
      const found = customers.rows.find((row) => row.handle === handle)
      if (found?.street !== street || found.account !== account)
        broken.push(
          `customer ${handle} lives in ${street} of ${account}, but the database has ${JSON.stringify(found)}`,
        )
    }
    const records = await sql.query<{ zone: string; found: string[] }>(
      `select z.name as zone, array(select r.owner || ' ' || r.value from dns.record r
         where r.zone_id = z.id and r.type = 'A' order by 1) as found from dns.zone z where z.deleted_at is null`,
    )
    for (const [zone, acknowledged] of clientLog.zones) {
      const found = records.rows.find((row) => row.zone === zone)?.found
      const wanted = acknowledged && [...acknowledged].map(([host, address]) => `${host}.${zone} ${address}`).toSorted()
      if (found?.join() !== wanted?.join())
        broken.push(`zone ${zone} has ${wanted?.join() ?? 'been deleted'}, but the database has ${found?.join()}`)
    }
    const domains = await sql.query<{ name: string; servers: string[]; hasFailed: boolean }>(
      `select name, array(select server ->> 'name' from jsonb_array_elements(name_servers) server order by 1) as servers,
         exists (select from domains.registry_operation o where o.domain_id = d.id and o.purpose = 'update'
           and o.state in ('refused', 'failed')) as "hasFailed"
       from domains.domain d order by id`,
    )
    const stored = new Map(domains.rows.map((row) => [row.name, row]))
    for (const { kind, name, isAccepted } of clientLog.orders)
      if (kind === 'create' && isAccepted && !stored.has(name)) broken.push(`${name} was ordered, but is not stored`)
    for (const [name, servers] of clientLog.nameServers) {
      const found = stored.get(name)
      // A refused update restores the name servers from before.
      if (found && !found.hasFailed && found.servers.join() !== servers.toSorted().join())
        broken.push(`${name} has ${servers.join()}, but the database has ${found.servers.join()}`)
    }
    return { count: clientLog.customers.size + clientLog.zones.size + clientLog.orders.length, broken }
  },
}
