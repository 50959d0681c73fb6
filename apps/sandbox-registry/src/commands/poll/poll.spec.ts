import { LifecycleSandbox, authInfo, pollRequest, transfer } from '../../../test/lifecycle-sandbox'
import { command, createDomain, expectGolden, resultCode } from '../../../test/sandbox'

let registry: LifecycleSandbox
beforeAll(async () => {
  registry = await LifecycleSandbox.open()
})
afterAll(() => registry.close())

describe('poll', () => {
  beforeEach(() => registry.reset())

  it('answers 1300 when the queue is empty', async () => {
    expectGolden('poll-empty', await registry.client.ask(pollRequest))
  })

  it('keeps a message until its registrar acknowledges it', async () => {
    await registry.client.ask(createDomain('example.org'))
    await registry.rival.ask(transfer('request', 'example.org', authInfo()))
    const [first, again] = [await registry.client.ask(pollRequest), await registry.client.ask(pollRequest)]
    const id = (answer: string) => /id="(\d+)"/.exec(answer)?.[1] ?? ''
    expect(id(again)).toBe(id(first))
    const ack = command(`<poll op="ack" msgID="${id(first)}"/>`)
    expect(resultCode(await registry.rival.ask(ack))).toBe(2303)
    expectGolden('poll-ack', await registry.client.ask(ack))
    expect(resultCode(await registry.client.ask(ack))).toBe(2303)
  })
})

/** These commands change nothing, so one registry serves all of them. */
describe('refused polls', () => {
  beforeAll(async () => {
    await registry.reset()
  })

  it.each([
    ['without an operation', command('<poll/>'), 2001],
    ['of another operation', command('<poll op="peek"/>'), 2001],
    ['without a message identifier', command('<poll op="ack"/>'), 2003],
    ['of an invalid message identifier', command('<poll op="ack" msgID="x"/>'), 2303],
    ['with content', command('<poll op="req">now</poll>'), 2001],
    ['with another attribute', command('<poll op="req" count="2"/>'), 2001],
  ])('refuses to poll: %s', async (_name, message, refused) => {
    expect(resultCode(await registry.client.ask(message))).toBe(refused)
  })
})
