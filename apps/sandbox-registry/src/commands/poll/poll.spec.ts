import { Life, authInfo, pollRequest, transfer } from '../../../test/life'
import { command, createDomain, expectGolden, resultCode } from '../../../test/sandbox'

let life: Life
beforeAll(async () => {
  life = await Life.open()
})
afterAll(() => life.close())

describe('the messages of the registry', () => {
  beforeEach(() => life.beginAgain())

  it('has nothing to say', async () => {
    expectGolden('poll-empty', await life.client.ask(pollRequest))
  })

  it('keeps a message until it is acknowledged by the registrar it is for', async () => {
    await life.client.ask(createDomain('example.com'))
    await life.rival.ask(transfer('request', 'example.com', authInfo()))
    const [first, again] = [await life.client.ask(pollRequest), await life.client.ask(pollRequest)]
    const id = (answer: string) => /id="(\d+)"/.exec(answer)?.[1] ?? ''
    expect(id(again)).toBe(id(first))
    const ack = command(`<poll op="ack" msgID="${id(first)}"/>`)
    expect(resultCode(await life.rival.ask(ack))).toBe(2303)
    expectGolden('poll-ack', await life.client.ask(ack))
    expect(resultCode(await life.client.ask(ack))).toBe(2303)
  })
})

/** Nothing of this changes the one registry it is asked of. */
describe('polls that are refused', () => {
  beforeAll(async () => {
    await life.beginAgain()
  })

  it.each([
    ['without an operation', command('<poll/>'), 2001],
    ['of another operation', command('<poll op="peek"/>'), 2001],
    ['without its message', command('<poll op="ack"/>'), 2003],
    ['of a message that is no number', command('<poll op="ack" msgID="x"/>'), 2303],
    ['with content', command('<poll op="req">now</poll>'), 2001],
    ['with another attribute', command('<poll op="req" count="2"/>'), 2001],
  ])('poll: %s', async (_name, message, refused) => {
    expect(resultCode(await life.client.ask(message))).toBe(refused)
  })
})
