import type { EppClient } from '../../test/epp-client'
import {
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  extended,
  resultCode,
  Sandbox,
} from '../../test/sandbox'

describe('allocation tokens', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    await client.ask(createContact('holder'))
  })
  afterAll(() => sandbox.close())

  const namespace = 'xmlns:t="urn:ietf:params:xml:ns:allocationToken-1.0"'
  const token = (text: string) => `<t:allocationToken ${namespace}>${text}</t:allocationToken>`
  const info = (name: string) => extended(domainCommand('info', `<d:name>${name}</d:name>`), `<t:info ${namespace}/>`)

  it('open a reserved name to the right token', async () => {
    expect(resultCode(await client.ask(createDomain('reserved.org')))).toBe(2306)
    expect(resultCode(await client.ask(extended(createDomain('reserved.org'), token('wrong'))))).toBe(2201)
    expect(resultCode(await client.ask(extended(createDomain('reserved.org'), token('Reserved-0ne-Token'))))).toBe(1000)
    expectGolden('domain-info-token', await client.ask(info('reserved.org')))
  })

  it('refuse a token for a name that is not reserved', async () => {
    expect(resultCode(await client.ask(extended(createDomain('plain.org'), token('Reserved-0ne-Token'))))).toBe(2201)
    await client.ask(createDomain('plain.org'))
    expect(resultCode(await client.ask(info('plain.org')))).toBe(2303)
    expect(resultCode(await client.ask(info('taken.org')))).toBe(2201)
  })

  it('make only their own name available in a check', async () => {
    const names = ['reserved.info', 'free.info', 'taken.info'].map((name) => `<d:name>${name}</d:name>`).join('')
    const check = domainCommand('check', names)
    expectGolden('domain-check-token', await client.ask(extended(check, token('Reserved-0ne-Token'))))
    expect((await client.ask(check)).match(/avail="\d"/g)).toEqual(['avail="0"', 'avail="1"', 'avail="0"'])
  })

  it('are masked in the audit', async () => {
    await client.ask(extended(createDomain('reserved.info'), token('Secret-Token')))
    expect(JSON.stringify((await sandbox.control('GET', '/audit')).body)).not.toMatch(/Secret-Token|Reserved-0ne/)
  })
})
