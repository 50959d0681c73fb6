import type { EppClient } from '../../test/epp-client'
import {
  command,
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  extended,
  hostCommand,
  resultCode,
  Sandbox,
} from '../../test/sandbox'

describe('pending processing', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    await client.ask(createContact('holder'))
    await client.ask(hostCommand('create', '<h:name>ns1.hoster.example</h:name>'))
  })
  afterAll(() => sandbox.close())

  const info = (name: string) => domainCommand('info', `<d:name>${name}</d:name>`)
  const statuses = async (name: string) =>
    [...(await client.ask(info(name))).matchAll(/<domain:status s="(\w+)"/g)].map(([, status]) => status)
  const pass = (seconds: number) => sandbox.control('POST', '/clock/advance', { seconds })
  const take = async () => {
    const message = await client.ask(command('<poll op="req"/>'))
    const id = /<msgQ count="\d+" id="(\d+)"/.exec(message)?.[1]
    if (id !== undefined) await client.ask(command(`<poll op="ack" msgID="${id}"/>`))
    return message
  }
  const delegate = (name: string, extra = '') =>
    domainCommand(
      'update',
      `<d:name>${name}</d:name><d:add><d:ns><d:hostObj>ns1.hoster.example</d:hostObj></d:ns>${extra}</d:add>`,
      'UPDATE-1',
    )
  const charges = async (domain: string) => {
    const { body } = await sandbox.control('GET', `/charges?domain=${domain}`)
    return (body as unknown as { charges: { cents: string }[] }).charges.map(({ cents }) => Number(cents))
  }

  it('creates a domain later and informs the sender by poll', async () => {
    expectGolden('domain-create-pending', await client.ask(createDomain('slow.async', { clTRID: 'CREATE-1' })))
    expect(await statuses('slow.async')).toEqual(['pendingCreate', 'inactive'])
    expect(resultCode(await client.ask(createDomain('slow.async')))).toBe(2302)
    expect(resultCode(await client.ask(delegate('slow.async')))).toBe(2304)
    await pass(59)
    expect(resultCode(await take())).toBe(1300)
    await pass(1)
    expectGolden('poll-create-done', await take())
    expect(await statuses('slow.async')).toEqual(['inactive'])
    expect(await charges('slow.async')).toEqual([800])
  })

  it('purges and refunds a domain whose create is refused', async () => {
    await client.ask(createDomain('unwanted.async'))
    const { body } = await sandbox.control('POST', '/domains/unwanted.async/decide', { isApproved: false })
    expect(body).toEqual({ domain: 'unwanted.async', isApproved: false })
    expect(await take()).toContain('<domain:name paResult="0">unwanted.async<')
    expect(resultCode(await client.ask(info('unwanted.async')))).toBe(2303)
    expect(await charges('unwanted.async')).toEqual([800, -800])
    expect((await sandbox.control('POST', '/domains/unwanted.async/decide', { isApproved: false })).status).toBe(404)
  })

  it('updates a domain later with the whole command', async () => {
    const ds =
      '<s:dsData><s:keyTag>1</s:keyTag><s:alg>8</s:alg><s:digestType>1</s:digestType><s:digest>49FD46E6C4B45C55D4AC49FD46E6C4B45C55D4AC</s:digest></s:dsData>'
    const secDns = `<s:update xmlns:s="urn:ietf:params:xml:ns:secDNS-1.1"><s:add>${ds}</s:add></s:update>`
    expect(resultCode(await client.ask(extended(delegate('slow.async'), secDns)))).toBe(1001)
    expect(await statuses('slow.async')).toEqual(['pendingUpdate', 'inactive'])
    expect(await client.ask(info('slow.async'))).not.toContain('<secDNS:')
    expect(resultCode(await client.ask(delegate('slow.async')))).toBe(2304)
    await pass(60)
    expectGolden('poll-update-done', await take())
    const shown = await client.ask(info('slow.async'))
    expect(shown).toContain('<domain:status s="ok"/>')
    expect(shown).toContain('<domain:hostObj>ns1.hoster.example</domain:hostObj>')
    expect(shown).toContain('<secDNS:keyTag>1</secDNS:keyTag>')
  })

  it('refuses at once what it can, and later what no longer fits', async () => {
    await client.ask(createDomain('late.async'))
    await pass(60)
    await take()
    expect(resultCode(await client.ask(delegate('late.async').replace('ns1', 'ns7')))).toBe(2303)
    expect(await statuses('late.async')).toEqual(['inactive'])

    await client.ask(hostCommand('create', '<h:name>ns2.hoster.example</h:name>'))
    expect(resultCode(await client.ask(delegate('late.async').replace('ns1', 'ns2')))).toBe(1001)
    await client.ask(hostCommand('delete', '<h:name>ns2.hoster.example</h:name>'))
    await pass(60)
    expect(await take()).toContain('<domain:name paResult="0">late.async<')
    expect(await statuses('late.async')).toEqual(['inactive'])
  })
})
