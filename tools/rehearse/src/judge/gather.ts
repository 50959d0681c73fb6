import { Client } from 'pg'
import { services } from '@nameyard/contracts/operation'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { eventually } from '@nameyard/testing/eventually'
import type { ClientLog } from '../load/client-log'
import type { Stage } from '../stage/stage'
import type { Evidence } from './judge'

/** Milliseconds in which all work ends after the load. */
const QUIET_MS = 180_000

const schemaOf = (service: string) => service.replace('-', '_')

/** Waits until no work is left, then reads what is stored. */
export async function gather(stage: Stage, clientLog: ClientLog): Promise<Evidence> {
  const sql = new Client({ connectionString: stage.database.url })
  await sql.connect()
  try {
    const left = () => unfinished(sql)
    await eventually(async () => (await left()).length === 0, 'the end of all work', QUIET_MS).catch(() => undefined)
    const operator = await stage.operator()
    const verified = await eventually(
      () => operator.ask(verifyLedger, { all: true }),
      'the result of the ledger verification',
    )
    return {
      clientLog,
      unfinished: await left(),
      effects: await counted(
        sql,
        `select split_part(command, ':', 2) || ' ' || objects[1] as what, count(*)::int as times
         from sandbox_registry.audit
         where registrar = 'nameyard' and code in (1000, 1001) and command in ('domain:create', 'domain:renew')
         group by 1`,
      ),
      charges: await counted(
        sql,
        `select r.action || ' ' || r.subject as what, count(*)::int as times from orders.reservation r
         where r.state = 'captured' group by 1`,
      ),
      zones: await stored(sql),
      deadLetters: (await Promise.all(services.map((service) => operator.deadLetters.list(service))))
        .flat()
        .map(({ message, reason }) => `${message}: ${reason}`),
      errors: stage.errors,
      ledger: [
        ...verified.findings.map(({ rule, subject, detail }) => `${rule}: ${subject} ${detail}`),
        ...verified.unasked.map((owner) => `${owner} did not answer`),
      ],
      transactions: verified.counted.transactions,
      lost: stage.lost,
    }
  } finally {
    await sql.end()
  }
}

async function counted(sql: Client, query: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ what: string; times: number }>(query)
  return new Map(rows.map(({ what, times }) => [what, times]))
}

async function stored(sql: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ zone: string; address: string }>(
    `select z.name as zone, r.value as address from dns.zone z join dns.record r on r.zone_id = z.id
     where z.deleted_at is null and r.type = 'A' and r.owner = 'www.' || z.name`,
  )
  return new Map(rows.map(({ zone, address }) => [zone, address]))
}

async function unfinished(sql: Client): Promise<readonly string[]> {
  const { rows } = await sql.query<{ what: string }>(
    `select o.purpose || ' of ' || d.name || ' is ' || o.state as what from domains.registry_operation o
       join domains.domain d on d.id = o.domain_id where o.settled_at is null
     union all select kind || ' of ' || object || ' is ' || state from registry_worker.operation where settled_at is null
     union all select 'the payment of ' || action || ' of ' || subject || ' is ' || state from orders.reservation
       where state in ('open', 'confirmed')
     union all select 'the zone ' || name || ' is not published' from dns.zone where published_version < version
     ${services.map((service) => `union all select 'unpublished by ${service}: ' || message from ${schemaOf(service)}.outbox`).join(' ')}`,
  )
  return rows.map(({ what }) => what)
}
