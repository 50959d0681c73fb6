import fc from 'fast-check'
import { mutated, propertySettings } from '@nameyard/testing/property'
import type { EppClient } from '../../test/epp-client'
import {
  command,
  contactCommand,
  createContact,
  createDomain,
  domainCommand,
  epp,
  hostCommand,
  loginAs,
  resultCode,
  Sandbox,
} from '../../test/sandbox'

let sandbox: Sandbox
let client: EppClient
const errors: unknown[] = []
beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation((...logged) => void errors.push(logged))
  sandbox = await Sandbox.open()
  client = await sandbox.session()
})
afterAll(() => sandbox?.close())

const messages = [
  epp('<hello/>'),
  command('<poll op="req"/>'),
  command('<poll op="ack" msgID="1"/>'),
  domainCommand('check', '<d:name>free.org</d:name><d:name>taken.org</d:name>'),
  domainCommand('info', '<d:name hosts="all">taken.org</d:name>'),
  domainCommand(
    'renew',
    '<d:name>taken.org</d:name><d:curExpDate>2027-03-01</d:curExpDate><d:period unit="y">1</d:period>',
  ),
  domainCommand('update', '<d:name>taken.org</d:name><d:add><d:status s="clientHold"/></d:add>'),
  domainCommand('delete', '<d:name>none.org</d:name>'),
  hostCommand('create', '<h:name>ns1.elsewhere.info</h:name>'),
  contactCommand('info', '<c:id>holder</c:id>'),
  createContact('c-1'),
  createDomain('new.org', { period: '<d:period unit="y">2</d:period>' }),
].map((message) => Buffer.from(message))

const words = [
  'urn:ietf:params:xml:ns:domain-1.0',
  'constructor',
  '__proto__',
  'toString',
  '&#0;',
  '&#xd800;',
  '<!DOCTYPE a>',
  '<![CDATA[',
  ']]>',
  '\0',
  '9'.repeat(30),
  '-1',
  '9999-12-31',
  '0000-00-00',
  'x'.repeat(70_000),
  '<d:name>a.org</d:name>'.repeat(500),
  '<a>'.repeat(100),
  '\u202e',
  'ß.org',
  'xn--',
  '%',
  "'",
]

/** Answers that the registry may give; 2400 would be a failure of the registry itself. */
async function asked(message: Buffer): Promise<void> {
  if (client.socket.destroyed) client = await sandbox.session()
  const answer = await client.ask(message).catch((error: Error) => {
    // An invalid frame, or more failures than allowed: the registry closes the connection.
    if (error.message === 'closed') return undefined
    throw error
  })
  if (answer === undefined || answer.includes('<greeting>')) return
  expect(resultCode(answer)).not.toBe(2400)
}

describe('messages of a hostile registrar', () => {
  it('get a response with a result code, never 2400, or the connection is closed', async () => {
    await fc.assert(fc.asyncProperty(mutated(messages, words), asked), propertySettings(600))
  })

  it('in a login get a response with a result code', async () => {
    const logins = [Buffer.from(loginAs('nameyard', client.greeting))]
    await fc.assert(
      fc.asyncProperty(mutated(logins, words), async (message) => {
        const other = await sandbox.connect()
        const answer = await other.ask(message).catch(() => undefined)
        other.destroy()
        if (answer !== undefined && !answer.includes('<greeting>')) expect(resultCode(answer)).not.toBe(2500)
      }),
      propertySettings(60),
    )
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'with the namespace %s are refused as another kind of object',
    async (ns) => {
      client = await sandbox.session()
      expect(
        resultCode(await client.ask(command(`<info><x:info xmlns:x="${ns}"><x:name>a.org</x:name></x:info></info>`))),
      ).toBe(2307)
    },
  )

  it('leave a registry that answers, and has logged no errors', async () => {
    client = await sandbox.session()
    expect(resultCode(await client.ask(domainCommand('check', '<d:name>free.org</d:name>')))).toBe(1000)
    expect(errors).toEqual([])
  })
})
