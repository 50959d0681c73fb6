import { createZone } from '@nameyard/contracts/dns/create-zone'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { eventually } from '@nameyard/testing/eventually'
import { askUdp } from './dns-client'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>
let port: number

beforeAll(async () => {
  platform = await startPlatform()
  ;({ port } = await platform.replica())
  await platform.replica()
})
afterAll(() => platform?.close())

const a = (name: string, value = '192.0.2.1') => ({ type: 'A', name, value, ttl: 900 })
const create = (name: string) => {
  const domain = { name, extension: 'com' }
  return platform.rpc.call(createZone, { domain, type: 'master', records: [a('www')] }, platform.call(1))
}
const add = (name: string, record: ReturnType<typeof a>) =>
  platform.rpc.call(updateZone, { name, records: { add: [record] } }, platform.call(1))

const row = async (name: string) =>
  (await platform.sql.query('select version, published_version from zone where name = $1', [name])).rows[0]

async function names(zone: string) {
  const asked = { name: zone, type: 'A', limit: 500, offset: 0 }
  const { results } = await platform.rpc.call(listRecords, asked, platform.call(1))
  return results.map(({ name }) => name.slice(0, -zone.length - 1)).toSorted()
}

it('makes one version for each of 40 concurrent changes of a zone, on two replicas', async () => {
  await create('busy')
  const wanted = Array.from({ length: 40 }, (_, at) => `h${at}`)
  await Promise.all(wanted.map((name) => add('busy.com', a(name))))
  expect(await names('busy.com')).toEqual([...wanted, 'www'].toSorted())
  const { results } = await platform.rpc.call(listZoneVersions, { name: 'busy.com' }, platform.call(1))
  expect(results.map(({ version, added }) => [version, added])).toEqual(
    Array.from({ length: 41 }, (_, at) => [41 - at, 1]),
  )
})

it('publishes changes that arrive while the zone is being published, without waiting for the sweep', async () => {
  await create('steady')
  for (let at = 0; at < 10; at++) await add('steady.com', a(`h${at}`))
  await eventually(async () => (await row('steady.com')).published_version === '11', 'the last version is published')
  expect(await askUdp(port, 'h9.steady.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.1' }] })
})

it('refuses invalid changes without affecting concurrent valid ones', async () => {
  const zones = Array.from({ length: 12 }, (_, at) => `many${at}`)
  for (const zone of zones) await create(zone)
  const outcomes = await Promise.allSettled([
    ...zones.map((zone) => add(`${zone}.com`, a('new'))),
    add('none.com', a('new')),
    add('many3.com', { ...a('www'), type: 'CNAME', value: 'example.net' }),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([...zones.map(() => 'fulfilled'), 'rejected', 'rejected'])
  expect(outcomes.slice(-2)).toMatchObject([
    { reason: { refusal: 'zone_not_found' } },
    { reason: { refusal: 'rrset_conflict' } },
  ])
  for (const zone of zones) expect(await names(`${zone}.com`)).toEqual(['new', 'www'])
})

it('validates a change again when another process has changed the zone meanwhile', async () => {
  await create('raced')
  await platform.sql.query('begin')
  await platform.sql.query(`update zone set version = version + 1 where name = 'raced.com'`)
  await platform.sql.query(
    `insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
     select id, 'other.raced.com', 'A', 900, 0, '192.0.2.2', '\\xc0000202', now(), now() from zone where name = 'raced.com'`,
  )
  const [same, another] = [add('raced.com', a('other', '192.0.2.2')), add('raced.com', a('another'))]
  const outcome = Promise.allSettled([same, another])
  await eventually(async () => {
    // A transaction reads pg_stat_activity once. This clears the copy.
    await platform.sql.query('select pg_stat_clear_snapshot()')
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await platform.sql.query(waiting)).rowCount! > 0
  }, 'the change waits for the other one')
  await platform.sql.query('commit')
  expect(await outcome).toMatchObject([
    { status: 'rejected', reason: { refusal: 'record_duplicate' } },
    { status: 'fulfilled' },
  ])
  expect(await names('raced.com')).toEqual(['another', 'other', 'www'])
  expect((await row('raced.com')).version).toBe('3')
})

it('asks once for the publication of the versions of a zone that waits', async () => {
  await create('waiting')
  const isPublished = async () => (await row('waiting.com')).published_version === (await row('waiting.com')).version
  await eventually(isPublished, 'the zone is published')
  const lease = (until: string) =>
    platform.sql.query(`update zone set claimed_until = ${until} where name = 'waiting.com'`)
  await lease("created_at + interval '1 year'")
  for (let at = 0; at < 3; at++) await add('waiting.com', a(`h${at}`))
  const commands = `select payload::json ->> 'version' as version from (
      select message, payload from outbox union select message, payload from sent) messages
    where message = 'dns.publish-zone' and payload::json ->> 'name' = 'waiting.com' order by 1`
  expect((await platform.sql.query(commands)).rows).toEqual([{ version: '1' }, { version: '2' }])

  await lease('null')
  // As after the end of the process that was to publish it: the sweep finds the zone at the time of its first version.
  await platform.sql.query("update zone set next_attempt_at = created_at where name = 'waiting.com'")
  await eventually(isPublished, 'all versions are published together')
  expect(await askUdp(port, 'h2.waiting.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.1' }] })
})

it('asks again for the publication of a zone whose last attempt has failed', async () => {
  await create('failed')
  const isPublished = async () => (await row('failed.com')).published_version === (await row('failed.com')).version
  await eventually(isPublished, 'the zone is published')
  await platform.sql.query(`update zone set version = version + 1, behind_since = created_at, last_error = 'no answer',
    next_attempt_at = created_at + interval '1 year' where name = 'failed.com'`)
  await add('failed.com', a('new'))
  await eventually(isPublished, 'the zone is published')
})

it('stores a change and its event of the audit trail in one transaction', async () => {
  await create('audited')
  await eventually(async () => (await row('audited.com')).published_version === '1', 'the zone is published')
  await platform.sql.query(`
    create table written (tx bigint not null, what text not null);
    create function note_written() returns trigger language plpgsql security definer set search_path = dns as $$ begin
      insert into written values (pg_current_xact_id()::text::bigint,
        case tg_table_name when 'outbox' then to_jsonb(new) ->> 'message' else tg_table_name end);
      return null;
    end $$;
    create trigger note_written after insert on outbox for each row execute function note_written();
    create trigger note_written after insert on zone_change for each row execute function note_written();`)
  await Promise.all(['one', 'two', 'three'].map((name) => add('audited.com', a(name))))
  // A publication is an account event, in a transaction of its own.
  const { rows } = await platform.sql.query(
    `with changed as (select * from written where what <> 'events.record')
     select count(distinct tx)::int as transactions, count(*) filter (where what = 'zone_change')::int as changes,
       (select array_agg(distinct t.whats) from (
         select string_agg(what, ' ' order by what) as whats from changed group by tx) t) as whats
     from changed`,
  )
  const [{ whats, ...counts }] = rows as [{ whats: string[]; transactions: number; changes: number }]
  expect(counts).toEqual({ transactions: 3, changes: 3 })
  const withCommand = 'audit.record-event dns.publish-zone zone_change'
  expect(whats[0]).toBe(withCommand)
  // Later changes may arrive while the first is being published, which publishes them too.
  expect([withCommand, 'audit.record-event zone_change']).toEqual(expect.arrayContaining(whats))
})
