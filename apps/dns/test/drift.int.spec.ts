import { eventually } from '@nameyard/testing/eventually'
import { startPlatform } from './platform'

/** More than two pages of the sweep. */
const ZONES = 2_100

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  // The comparison of whole zones is another sweep: it finds none to compare.
  await platform.sql.query(
    `insert into zone (reseller_id, name, type, provider, version, published_version, attempts, next_attempt_at,
       created_at, updated_at, compared_at)
     select 1, 'z' || lpad(n::text, 5, '0') || '.com', 'master', 'openprovider', 1, 1, 0, now(), now(), now(), 'infinity'
     from generate_series(1, $1::int) n`,
    [ZONES],
  )
  await platform.sql.query(
    `insert into published_zone (name, version, records, published_at) select name, 1, '', now() from zone`,
  )
})
afterAll(() => platform?.close())

const nameOf = (number: number) => `z${String(number).padStart(5, '0')}.com`
/** The zones that have another version than at first. */
const repaired = async () => {
  const { rows } = await platform.sql.query<{ name: string }>(`select name from zone where version > 1 order by name`)
  return rows.map(({ name }) => name)
}

it('finds the zones that differ on every page of the zones, and no others', async () => {
  const differing = [1, 999, 1_000, 1_001, 2_000, 2_001, ZONES].map(nameOf)
  const [deleted, newer] = [nameOf(1_500), nameOf(1_501)]
  await platform.sql.query('delete from published_zone where name = any($1)', [differing])
  await platform.sql.query('update published_zone set version = 7 where name = $1', [newer])
  await platform.sql.query('update zone set deleted_at = now() where name = $1', [deleted])
  await platform.replica()
  const expected = [...differing, deleted, newer].sort()
  await eventually(async () => (await repaired()).length >= expected.length, 'the repairs')
  expect(await repaired()).toEqual(expected)
  const { rows } = await platform.sql.query<{ version: string }>('select version from zone where name = $1', [newer])
  expect(Number(rows[0]!.version)).toBeGreaterThan(7)
})
