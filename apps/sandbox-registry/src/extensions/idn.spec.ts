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

describe('internationalized names', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    await client.ask(createContact('holder'))
  })
  afterAll(() => sandbox.close())

  const idn = (table: string, uname?: string) =>
    `<i:data xmlns:i="urn:ietf:params:xml:ns:idn-1.0"><i:table>${table}</i:table>${
      uname === undefined ? '' : `<i:uname>${uname}</i:uname>`
    }</i:data>`
  const create = async (name: string, extension?: string) => {
    const message = createDomain(name)
    return resultCode(await client.ask(extension === undefined ? message : extended(message, extension)))
  }

  it('are created with the IDN table of the command, which info shows', async () => {
    expect(await create('xn--mnchen-3ya.org', idn('de', 'münchen.org'))).toBe(1000)
    expectGolden('domain-info-idn', await client.ask(domainCommand('info', '<d:name>xn--mnchen-3ya.org</d:name>')))
  })

  it('are created with the first fitting table when the command has none', async () => {
    expect(await create('xn--espaa-rta.info')).toBe(1000)
    expect(await client.ask(domainCommand('info', '<d:name>xn--espaa-rta.info</d:name>'))).toContain('<idn:table>es<')
    expect(await create('xn--e1afmkfd.info')).toBe(1000)
    expect(await client.ask(domainCommand('info', '<d:name>xn--e1afmkfd.info</d:name>'))).toContain('<idn:table>cyrl<')
  })

  it.each([
    ['a label of another table', 'xn--espaa-rta.org', idn('de'), 2306],
    ['an unknown table', 'xn--mnchen-3ya.info', idn('klingon'), 2306],
    ['the wrong Unicode name', 'xn--mnchen-3ya.info', idn('de', 'munchen.info'), 2306],
    ['a label of no table', 'xn--mgbh0fb.org', undefined, 2306],
    ['Latin where the table has none', 'plain.org', idn('cyrl'), 2306],
    ['another element', 'plain.org', idn('de').replaceAll('i:data', 'i:datum'), 2001],
    ['a TLD without the extension', 'xn--mnchen-3ya.instant', idn('de'), 2103],
  ])('are refused with %s', async (_name, name, extension, code) => {
    expect(await create(name, extension)).toBe(code)
  })

  it('are unavailable in a check when no table fits', async () => {
    const names = ['xn--mgbh0fb.org', 'xn--mgbh0fb.instant', 'xn--bcher-kva.org']
    const checked = await client.ask(domainCommand('check', names.map((name) => `<d:name>${name}</d:name>`).join('')))
    expect(checked.match(/avail="\d"/g)).toEqual(['avail="0"', 'avail="1"', 'avail="1"'])
  })

  it('need no table in a TLD without tables', async () => {
    expect(await create('xn--mgbh0fb.instant')).toBe(1000)
  })
})
