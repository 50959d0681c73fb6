import { listTranscripts } from '@nameyard/contracts/registry/list-transcripts'
import { OperatedPlatform } from './operated-platform'

const operated = new OperatedPlatform()

it('returns the transcripts of a domain to the account of its orders', async () => {
  await operated.start({})
  const operationId = await operated.platform.submit('transcribed.com')
  await operated.platform.ended(operationId)
  const domains = [
    { name: 'transcribed.com', resellerId: 1 },
    { name: 'transcribed.com', resellerId: 2 },
    { name: 'transcribed.com', resellerId: 1, from: new Date(operated.platform.clock.epochMs() + 1).toISOString() },
  ]
  const { transcripts } = await operated.platform.domains.rpc.call(listTranscripts, { domains }, operated.call())
  expect(transcripts.map((each) => each.length > 0)).toEqual([true, false, false])
  expect(transcripts[0]!.find(({ command }) => command === 'domain:create')).toMatchObject({
    operationId,
    code: 1000,
    sent: expect.stringContaining('transcribed.com'),
    received: expect.stringContaining('1000'),
  })
  expect(JSON.stringify(transcripts)).not.toContain('aB3#')
})
