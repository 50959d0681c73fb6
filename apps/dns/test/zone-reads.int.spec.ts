import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
})
afterAll(() => platform?.close())

const a = (name: string, value: string) => ({ type: 'A', name, value, ttl: 900 })

function create(name: string, ...records: ReturnType<typeof a>[]) {
  return platform.rpc.call(
    createZone,
    { domain: { name, extension: 'com' }, type: 'master', records },
    platform.call(1),
  )
}

/** The A records of a zone, and the serial of its SOA record. */
async function read(name: string) {
  const { records = [] } = await platform.rpc.call(getZone, { name, with_records: true }, platform.call(1))
  const soa = records.find(({ type }) => type === 'SOA')!
  const values = records.filter(({ type }) => type === 'A').map(({ value }) => value)
  return { values, serial: Number(soa.value.split(' ')[2]) }
}

it('does not read the records of an unchanged zone again', async () => {
  await create('same', a('www', '192.0.2.1'))
  await read('same.com')
  // No process changes a record without a version: this shows where the answer comes from.
  await platform.sql.query("update record set value = '192.0.2.9' where owner = 'www.same.com'")
  expect(await read('same.com')).toEqual({ values: ['192.0.2.1'], serial: 1 })
  const { records } = await platform.rpc.call(getZone, { name: 'same.com' }, platform.call(1))
  expect(records).toBeUndefined()
})

it('returns each change to the next reader, whichever process has made it', async () => {
  await platform.replica()
  await create('changing', a('www', '192.0.2.1'))
  for (let at = 2; at < 8; at++) {
    const replace = [a('www', `192.0.2.${at}`)]
    await platform.rpc.call(updateZone, { name: 'changing.com', records: { replace } }, platform.call(1))
    const expected = { values: [`192.0.2.${at}`], serial: at }
    expect(await Promise.all(Array.from({ length: 4 }, () => read('changing.com')))).toEqual(Array(4).fill(expected))
  }
})

it('returns the records of a zone that was deleted and made again', async () => {
  await create('again', a('www', '192.0.2.1'))
  await read('again.com')
  await platform.rpc.call(deleteZone, { name: 'again.com' }, platform.call(1))
  await create('again', a('www', '192.0.2.2'))
  expect(await read('again.com')).toEqual({ values: ['192.0.2.2'], serial: 3 })
})

it('shows the records of one account to no other one', async () => {
  await create('own', a('www', '192.0.2.1'))
  await read('own.com')
  const asked = platform.rpc.call(getZone, { name: 'own.com', with_records: true }, platform.call(2))
  await expect(asked).rejects.toMatchObject({ refusal: 'zone_not_found' })
})
