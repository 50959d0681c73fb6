import { eventually } from '@nameyard/testing/eventually'
import { Misuse } from '../src/command-line'
import { startRegistryPlatform, type RegistryPlatform } from './registry-platform'

let platform: RegistryPlatform
beforeAll(async () => {
  platform = await startRegistryPlatform()
  await platform.startWorker()
})
afterAll(() => platform?.close())
afterEach(() => platform.clearFaults())

const why = '--reason "case 7"'
const creates = (object: string, code?: string) =>
  platform.audit({ command: 'domain:create', object, ...(code !== undefined && { code }) })
const stateOf = async (object: string) =>
  (await platform.facts(`registry operations --object ${object}`)).operations[0]?.state

/** Orders a domain whose create is lost on the way there or back, at a registry that does not answer questions about it. */
async function lost(name: string, kind: 'drop-response' | 'drop-request') {
  await platform.fault({ command: 'domain:create', object: name, kind })
  await platform.fault({ command: 'domain:info', object: name, kind: 'inject-code', code: 2400, times: 500 })
  const operationId = await platform.submit(name)
  await eventually(async () => (await stateOf(name)) === 'unknown', `an unknown outcome of ${name}`)
  return operationId
}
const inFiveMinutes = () => platform.advance(301)

it('registry operations --stuck: says since when an operation waits, why, and what to do', async () => {
  const operationId = await lost('stuck.thin', 'drop-response')
  expect((await platform.facts('registry operations')).operations).toMatchObject([{ operationId, state: 'unknown' }])
  expect(await platform.done('registry operations --stuck')).toEqual(['0 operations are stuck'])
  const looks = async () => (await platform.audit({ command: 'domain:info', object: 'stuck.thin' })).length
  const before = await looks()
  await inFiveMinutes()
  // The look of the worker itself is over before the operator retries.
  await eventually(
    async () => (await looks()) > before && (await stateOf('stuck.thin')) === 'unknown',
    'a look that the registry did not answer either',
  )
  const lines = await eventually(async () => {
    const shown = await platform.done('registry operations --stuck --account example-registry')
    return shown.length > 1 && shown
  }, 'a stuck operation')
  expect(lines).toEqual([
    `${operationId}  domain.create of stuck.thin at example-registry`,
    expect.stringMatching(/^ {2}since \d{4}-/),
    expect.stringContaining('its outcome is unknown'),
    expect.stringContaining("'registry retry'"),
    '1 operations are stuck',
  ])

  // Retried: the registry is asked, and shows the domain.
  await platform.clearFaults()
  await expect(platform.done(`registry retry ${operationId}`)).rejects.toBeInstanceOf(Misuse)
  expect(await platform.done(`registry retry ${operationId} ${why}`)).toEqual([
    'the operation on stuck.thin at example-registry continues',
  ])
  expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
  expect(await creates('stuck.thin')).toHaveLength(1)
  await expect(platform.done(`registry retry ${operationId} ${why}`)).rejects.toThrow('has ended (done)')
  await eventually(
    () => platform.audited.find(({ event }) => event === 'registry.retry-operation'),
    'an entry of the audit trail',
  ).then((entry) =>
    expect(entry).toMatchObject({ actor: { name: platform.operator() }, changes: { reason: { to: 'case 7' } } }),
  )
})

it('registry fail: ends an operation that was carried out as done, and sends nothing for one that was not', async () => {
  const done = await lost('carried-out.thin', 'drop-response')
  const never = await lost('never-arrived.thin', 'drop-request')
  for (const operationId of [done, never]) {
    const [line] = await platform.done(`registry fail ${operationId} ${why}`)
    expect(line).toContain('fails unless the registry shows that it was carried out')
  }
  await platform.clearFaults()
  await inFiveMinutes()
  expect(await platform.ended(done)).toMatchObject({ outcome: 'done' })
  expect(await platform.ended(never)).toMatchObject({
    outcome: 'failed',
    reason: { text: 'ended by an operator: case 7' },
  })
  expect(await creates('carried-out.thin')).toHaveLength(1)
  // Sent once, lost, and not sent again.
  expect(await creates('never-arrived.thin')).toHaveLength(1)
  expect(await creates('never-arrived.thin', '1000')).toHaveLength(0)
})

it('registry fail: ends an operation at once when nothing was sent for it', async () => {
  await platform.done('registry suspend example-registry --reason maintenance')
  const operationId = await platform.submit('unsent.thin')
  await eventually(async () => (await stateOf('unsent.thin')) === 'queued', 'a queued operation')
  expect(await platform.facts(`registry fail ${operationId} ${why}`)).toMatchObject({ hasFailed: true })
  expect(await platform.ended(operationId)).toMatchObject({ outcome: 'failed' })
  await platform.done('registry resume example-registry')
  await expect(platform.done(`registry fail ${operationId} ${why}`)).rejects.toThrow('has ended (failed)')
  const nothing = '00000000-0000-4000-8000-000000000000'
  await expect(platform.done(`registry fail ${nothing} ${why}`)).rejects.toThrow(`no registry operation ${nothing}`)
})

it('registry fail --unasked: ends an operation with an unknown outcome at once', async () => {
  const operationId = await lost('silent.thin', 'drop-response')
  // Between two checks: an operation that is executing is refused.
  await eventually(
    () => platform.done(`registry fail ${operationId} ${why} --unasked`).catch(() => undefined),
    'an end between two checks',
  )
  expect(await platform.ended(operationId)).toMatchObject({ outcome: 'failed' })
  expect(await creates('silent.thin')).toHaveLength(1)
})

it('registry transcripts: prints commands and answers of an object or an operation, secrets masked', async () => {
  const operationId = await platform.submit('shown.thin')
  await platform.ended(operationId)
  const lines = await platform.done('registry transcripts shown.thin')
  expect(lines[0]).toMatch(/domain:create shown\.thin at example-registry: answered 1000$/)
  expect(lines.join()).toContain('<domain:name>shown.thin</domain:name>')
  expect(lines.join()).not.toContain('aB3#')
  const { transcripts } = await platform.facts(`registry transcripts --operation ${operationId}`)
  expect(transcripts).toMatchObject([{ operationId, command: 'domain:create', code: 1000 }])
  expect(await platform.done('registry transcripts nothing.thin')).toEqual(['nothing was sent'])
  await expect(platform.done('registry transcripts')).rejects.toThrow('or operationId is needed')
})
