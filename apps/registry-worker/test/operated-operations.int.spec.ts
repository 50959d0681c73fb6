import { randomUUID } from 'node:crypto'
import { failRegistryOperation } from '@nameyard/contracts/registry/fail-operation'
import { inspectRegistryOperations } from '@nameyard/contracts/registry/inspect-operations'
import { inspectTranscripts } from '@nameyard/contracts/registry/inspect-transcripts'
import { retryRegistryOperation } from '@nameyard/contracts/registry/retry-operation'
import { eventually } from '@nameyard/testing/eventually'
import { OperatedPlatform } from './operated-platform'

const operated = new OperatedPlatform()
const reason = 'case 7'

const rpc = () => operated.platform.domains.rpc
const retry = (operationId: string) => rpc().call(retryRegistryOperation, { operationId, reason }, operated.call())
const fail = (operationId: string, isUnasked = false) =>
  rpc().call(failRegistryOperation, { operationId, reason, isUnasked }, operated.call())
const inspected = async (input: { object?: string; request?: string; isStuck?: boolean }) =>
  (await rpc().call(inspectRegistryOperations, input, operated.call())).operations
const isUnknown = (operationId: string) =>
  eventually(async () => (await operated.platform.operation(operationId))?.state === 'unknown', 'an unknown outcome')

it('any number of retries of a lost create send it once while the registry does not show the name', async () => {
  await operated.start({ REGISTRY_ABSENCE_PAUSES_MS: '60000,60000' })
  const object = 'retried.com'
  await operated.platform.fault({ command: 'domain:create', object, kind: 'drop-response' })
  await operated.platform.fault({ command: 'domain:info', object, kind: 'inject-code', code: 2303, times: 500 })
  const operationId = await operated.platform.submit(object)
  for (let n = 0; n < 6; n++) {
    await isUnknown(operationId)
    await retry(operationId)
  }
  await operated.platform.clearFaults()
  expect(await operated.platform.ended(operationId)).toMatchObject({ outcome: 'done' })
  expect(await operated.platform.audit({ command: 'domain:create', object })).toHaveLength(1)
  await expect(retry(operationId)).rejects.toMatchObject({ refusal: 'invalid_input' })
  await expect(retry(randomUUID())).rejects.toMatchObject({ refusal: 'registry_operation_not_found' })
})

it('a failed create is not sent again, and one with a lost answer ends as done', async () => {
  await operated.start({ REGISTRY_ABSENCE_PAUSES_MS: '1000' })
  const sent = new Map<string, string>()
  for (const kind of ['drop-request', 'drop-response']) {
    const object = `${kind}.com`
    await operated.platform.fault({ command: 'domain:create', object, kind })
    await operated.platform.fault({ command: 'domain:info', object, kind: 'inject-code', code: 2400, times: 2 })
    sent.set(kind, await operated.platform.submit(object))
    await isUnknown(sent.get(kind)!)
    expect(await fail(sent.get(kind)!)).toMatchObject({ hasFailed: false })
  }
  expect(await operated.platform.ended(sent.get('drop-request')!)).toMatchObject({
    outcome: 'failed',
    reason: { text: `ended by an operator: ${reason}` },
  })
  expect(await operated.platform.ended(sent.get('drop-response')!)).toMatchObject({ outcome: 'done' })
  for (const object of ['drop-request.com', 'drop-response.com'])
    expect(await operated.platform.audit({ command: 'domain:create', object })).toHaveLength(1)
})

it('an operation whose registry cannot be asked fails at once without asking, and settles once', async () => {
  await operated.start({ REGISTRY_POLL_MS: '3600000' })
  const object = 'unasked.com'
  await operated.platform.fault({ command: 'domain:create', object, kind: 'drop-response' })
  await operated.platform.fault({ command: 'domain:info', object, kind: 'inject-code', code: 2400, times: 100 })
  const operationId = await operated.platform.submit(object)
  await isUnknown(operationId)
  expect(await fail(operationId, true)).toMatchObject({ hasFailed: true, object })
  expect(await operated.platform.ended(operationId)).toMatchObject({ outcome: 'failed' })
  await expect(fail(operationId, true)).rejects.toMatchObject({ refusal: 'invalid_input' })
  expect(operated.platform.settledOf(operationId)).toHaveLength(1)
  await operated.platform.clearFaults()
})

it('an operation that waits for money is stuck with what to do, and fails at once since it was refused', async () => {
  await operated.start({ REGISTRY_MONEY_PAUSE_MS: '3600000' })
  await operated.platform.fault({ command: 'domain:create', object: 'poor.com', kind: 'inject-code', code: 2104 })
  const poor = await operated.platform.submit('poor.com')
  const stuck = await eventually(async () => {
    const [found] = await inspected({ isStuck: true })
    return found
  }, 'a stuck operation')
  expect(stuck).toMatchObject({ operationId: poor, stuck: { cause: 'money', todo: expect.stringContaining('resume') } })
  expect(await inspected({ object: 'poor.com' })).toMatchObject([{ operationId: poor, state: 'queued', attempts: 1 }])
  expect(await fail(poor)).toMatchObject({ hasFailed: true })
  expect(await operated.platform.ended(poor)).toMatchObject({ outcome: 'failed' })
  const [listed] = await inspected({ object: 'poor.com' })
  expect(await inspected({ request: listed!.request })).toEqual([listed])
  const { transcripts } = await rpc().call(inspectTranscripts, { operationId: poor }, operated.call())
  expect(transcripts.map(({ command, code }) => `${command} ${code}`)).toContain('domain:create 2104')
  await expect(rpc().call(inspectTranscripts, {}, operated.call())).rejects.toMatchObject({ refusal: 'invalid_input' })
})
