import type { Command } from '@nameyard/epp/command'
import type { Response } from '@nameyard/epp/response'
import { Examination } from './examination'
import { PollSteps } from './poll-steps'
import type { Registrar } from './registrar'

type Said = readonly [code: number, id?: string]

/** Runs the steps against a registry that gives these answers. Returns its commands, and the verdict of each step. */
async function run(domain: string | undefined, ...answers: readonly Said[]) {
  const exam = new Examination()
  const sent: string[] = []
  const send = async ({ name }: Command<unknown>) => {
    const [code, id] = answers[sent.push(name) - 1]!
    const news = { kind: 'transfer', object: { id: 'given.example' } }
    const outcome = code >= 2000 ? 'refused' : 'done'
    const results = [{ code, msg: 'said', values: [] }]
    return {
      code,
      outcome,
      results,
      resData: [],
      extension: [],
      data: id && { id, news },
    } as unknown as Response<unknown>
  }
  const first = { registry: { dialects: [] }, send } as unknown as Registrar
  const course = { exam, first } as unknown as Parameters<PollSteps['run']>[0]
  await new PollSteps({ keep: async () => undefined }).run(course, domain)
  return { sent, steps: exam.steps.map(({ name, verdict }) => `${name} ${verdict}`) }
}

describe('the message queue in an acceptance test', () => {
  it('goes on when the poll of the worker has acknowledged a message before it', async () => {
    const { sent, steps } = await run(undefined, [1301, '7'], [2303], [1301, '8'], [1000])
    expect(sent).toEqual(['poll:req', 'poll:ack', 'poll:req', 'poll:ack'])
    expect(steps).toEqual(['poll request passed', 'poll ack passed', 'poll request passed', 'poll ack passed'])
  })

  it('ends with the message about its domain, whoever has acknowledged it', async () => {
    const { steps } = await run('given.example', [1301, '7'], [2303])
    expect(steps).toEqual(['poll request passed', 'poll ack passed'])
  })

  it('fails when a message stays that the registry does not let it acknowledge', async () => {
    const { steps } = await run(undefined, [1301, '7'], [2303], [1301, '7'], [2303])
    expect(steps.at(-1)).toBe('poll ack failed')
  })
})
