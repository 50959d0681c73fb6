import { createZone } from '@nameyard/contracts/dns/create-zone'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>
let zone: number

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
  const records = [
    { type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 },
    { type: 'CNAME', name: 'ftp', value: 'a.example.net', ttl: 900 },
    { type: 'DNAME', name: 'sub', value: 'a.example.net', ttl: 900 },
  ]
  const domain = { name: 'held', extension: 'com' }
  await platform.rpc.call(createZone, { domain, type: 'master', records }, platform.call(1))
  const { rows } = await platform.sql.query<{ id: number }>(`select id from zone where name = 'held.com'`)
  zone = rows[0]!.id
})
afterAll(() => platform?.close())

const insert = (owner: string, type: string, rdata = '\\x00', zoneId = zone) =>
  platform.sql.query(
    `insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
     values ($1, $2, $3, 60, 0, '', $4, now(), now())`,
    [zoneId, owner, type, rdata],
  )

/** Constraints that hold for every writer. */
describe('the database', () => {
  it.each([
    ['cname_stands_alone', 'www.held.com', 'CNAME'],
    ['cname_stands_alone', 'ftp.held.com', 'TXT'],
    ['cname_stands_alone', 'held.com', 'CNAME'],
    ['one_cname_per_owner', 'ftp.held.com', 'CNAME'],
    ['one_dname_per_owner', 'sub.held.com', 'DNAME'],
    ['one_record_per_meaning', 'www.held.com', 'A', '\\xc0000201'],
  ])('enforces %s at %s for type %s', async (constraint, owner, type, rdata = '\\x00') => {
    await expect(insert(owner, type, rdata)).rejects.toMatchObject({ constraint })
  })

  it('refuses an update to a conflicting record', async () => {
    const moved = `update record set owner = 'ftp.held.com' where zone_id = $1 and owner = 'www.held.com'`
    await expect(platform.sql.query(moved, [zone])).rejects.toMatchObject({ constraint: 'cname_stands_alone' })
  })

  it('refuses to move a record to another zone', async () => {
    const constraint = 'record_zone'
    await expect(insert('www.none.com', 'A', '\\x00', 1)).rejects.toMatchObject({ constraint })
    const moved = `update record set zone_id = 1 where zone_id = $1 and owner = 'www.held.com'`
    await expect(platform.sql.query(moved, [zone])).rejects.toMatchObject({ constraint })
    await expect(platform.sql.query('delete from zone where id = $1', [zone])).rejects.toMatchObject({ constraint })
  })

  it('allows an alias and other records at different names', async () => {
    await insert('new.held.com', 'CNAME')
    await insert('other.held.com', 'TXT')
  })
})
