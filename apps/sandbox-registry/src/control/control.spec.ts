import { eventually } from '@nameyard/testing/eventually'
import type { EppClient } from '../../test/epp-client'
import { command, createContact, createDomain, domainCommand, login, resultCode, Sandbox } from '../../test/sandbox'

/** The rules of a new TLD. */
const ruled = {
  hosts: 'objects',
  maxHosts: 3,
  contacts: 'required',
  minPeriodYears: 1,
  defaultPeriodYears: 1,
  maxPeriodYears: 2,
  renewal: 'by-command',
  transfer: 'instant',
  transferDays: 0,
  transferYears: 0,
  addGraceDays: 0,
  renewGraceDays: 0,
  transferGraceDays: 0,
  autoRenewGraceDays: 0,
  redemptionDays: 10,
  pendingDeleteDays: 0,
  restore: 'immediate',
  secDns: 'key',
  maxSecDns: 2,
  extensions: ['rgp'],
  idnTables: [],
  launchPhase: 'open',
}
const pw = '<d:authInfo><d:pw>2fooBAR</d:pw></d:authInfo>'

describe('the control port', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    await (await sandbox.session()).ask(createContact('holder'))
  })
  beforeEach(async () => {
    client = await sandbox.session()
  })
  afterEach(async () => {
    client.destroy()
    await sandbox.control('DELETE', '/faults')
  })
  afterAll(() => sandbox.close())

  const ask = async (frame: string) => resultCode(await client.ask(frame))
  const check = (clTRID?: string) => domainCommand('check', '<d:name>free.org</d:name>', clTRID)
  const creates = async (name: string) =>
    (await sandbox.control('GET', `/audit?object=${name}&command=domain:create&code=1000`)).body.entries.length

  it('serves a new TLD of several labels at once, by its rules', async () => {
    const rules = {
      ...ruled,
      hosts: 'attributes',
      contacts: 'prohibited',
      idnTables: ['de', 'of-another-registry'],
    }
    const bare = (name: string) => domainCommand('create', `<d:name>${name}</d:name>${pw}`)
    expect(resultCode(await client.ask(bare('first.co.acme')))).toBe(2306)
    const { status, body } = await sandbox.control('PUT', '/tlds/co.acme', rules)
    expect([status, body]).toEqual([200, expect.objectContaining({ idnTables: ['de'] })])
    expect(resultCode(await client.ask(bare('first.co.acme')))).toBe(1000)
    expect(resultCode(await client.ask(createDomain('second.co.acme')))).toBe(2306)
    for (const wrong of [{ hosts: 'none' }, { minPeriodYears: 3 }, { colour: 'red' }, { dialect: 'klingon' }])
      expect((await sandbox.control('PUT', '/tlds/co.acme', { ...rules, ...wrong })).status).toBe(400)
    expect((await sandbox.control('PUT', '/tlds/.acme', rules)).status).toBe(400)
  })

  it('refuses creates and updates with too few or too many contacts of a role', async () => {
    const one = { min: 1, max: 1 }
    const none = { min: 0, max: 0 }
    const contactCounts = { create: { tech: one, billing: none }, update: { owner: none, admin: one, tech: one } }
    await sandbox.control('PUT', '/tlds/counted', { ...ruled, contactCounts })
    const contacts = (...types: string[]) =>
      [
        '<d:registrant>holder</d:registrant>',
        ...types.map((type) => `<d:contact type="${type}">holder</d:contact>`),
      ].join('')
    const create = (name: string, ...types: string[]) =>
      ask(domainCommand('create', `<d:name>${name}</d:name>${contacts(...types)}${pw}`))
    expect(await create('few.counted', 'admin')).toBe(2003)
    expect(await create('many.counted', 'tech', 'billing')).toBe(2306)
    expect(await create('fit.counted', 'admin', 'tech')).toBe(1000)
    await client.ask(createContact('heir'))
    const update = (inner: string) => ask(domainCommand('update', `<d:name>fit.counted</d:name>${inner}`))
    const of = (type: string, id: string) => `<d:contact type="${type}">${id}</d:contact>`
    expect(await update('<d:chg><d:registrant>heir</d:registrant></d:chg>')).toBe(2306)
    expect(await update(`<d:add>${of('tech', 'heir')}</d:add>`)).toBe(2306)
    expect(await update(`<d:rem>${of('admin', 'holder')}</d:rem>`)).toBe(2003)
    expect(await update(`<d:add>${of('tech', 'heir')}</d:add><d:rem>${of('tech', 'holder')}</d:rem>`)).toBe(1000)
  })

  it('accepts the lengths of a TLD alone, in its units', async () => {
    const [months, year] = [
      { unit: 'm', min: 12, max: 24 },
      { unit: 'y', min: 1, max: 1 },
    ] as const
    await sandbox.control('PUT', '/tlds/long', { ...ruled, periods: { create: [months], renew: [year] } })
    const period = (value: number, unit: string) => `<d:period unit="${unit}">${value}</d:period>`
    const create = (name: string, given: string) => ask(createDomain(name, { period: given }))
    expect(await create('years.long', period(1, 'y'))).toBe(2306)
    expect(await create('short.long', period(11, 'm'))).toBe(2004)
    expect(await create('odd.long', period(18, 'm'))).toBe(2306)
    expect(await create('fit.long', period(24, 'm'))).toBe(1000)
    expect((await sandbox.control('GET', '/domains/fit.long')).body).toMatchObject({
      expiresAt: '2029-03-01T12:00:00.000Z',
    })
    const renew = (given: string) =>
      ask(domainCommand('renew', `<d:name>fit.long</d:name><d:curExpDate>2029-03-01</d:curExpDate>${given}`))
    expect(await renew(period(12, 'm'))).toBe(2306)
    expect(
      (await sandbox.control('PUT', '/tlds/long', { ...ruled, periods: { create: [{ unit: 'q' }] } })).status,
    ).toBe(400)
  })

  it('shows a domain without its authInfo', async () => {
    await client.ask(createDomain('shown.org', { clTRID: 'SHOWN' }))
    const { status, body } = await sandbox.control('GET', '/domains/Shown.org')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'shown.org',
      sponsor: 'nameyard',
      registrant: 'holder',
      contacts: [
        { type: 'admin', contact: 'holder' },
        { type: 'tech', contact: 'holder' },
      ],
      statuses: ['inactive'],
      expiresAt: '2028-03-01T12:00:00.000Z',
    })
    expect(JSON.stringify(body)).not.toContain('2fooBAR')
    expect((await sandbox.control('GET', '/domains/hidden.org')).status).toBe(404)
  })

  it('lists the names of a registrar page by page', async () => {
    for (const name of ['list-2.org', 'list-1.org', 'list-3.org']) await client.ask(createDomain(name))
    const { names } = (await sandbox.control('GET', '/domains?sponsor=nameyard&after=list-1.org&limit=2')).body
    expect(names).toEqual(['list-2.org', 'list-3.org'])
    expect((await sandbox.control('GET', '/domains?sponsor=rival&after=list-1.org')).body.names).not.toContain(
      'list-2.org',
    )
    expect((await sandbox.control('GET', '/domains')).status).toBe(400)
  })

  it('registers a name for another registrar, and transfers it as the TLD does', async () => {
    const put = (name: string) =>
      sandbox.control('PUT', `/domains/${name}`, { registrar: 'bystander', authInfo: 'Other-1' })
    expect(await put('Elsewhere.org')).toMatchObject({ status: 200, body: { domain: 'elsewhere.org' } })
    expect((await put('elsewhere.org')).status).toBe(409)
    expect((await put('elsewhere.nowhere')).status).toBe(404)
    await put('elsewhere.instant')
    const transfer = async (name: string) =>
      (await sandbox.control('POST', `/domains/${name}/transfer`, { registrar: 'bypasser' })).body
    expect(await transfer('elsewhere.org')).toMatchObject({ status: 'pending' })
    expect(await transfer('elsewhere.instant')).toMatchObject({ status: 'serverApproved' })
    expect((await sandbox.control('GET', '/domains/elsewhere.instant')).body).toMatchObject({ sponsor: 'bypasser' })
    expect(
      (await sandbox.control('POST', '/domains/elsewhere.instant/transfer', { registrar: 'bypasser' })).status,
    ).toBe(409)
    expect((await sandbox.control('POST', '/domains/none.instant/transfer', { registrar: 'rival' })).status).toBe(404)
    const putCode = (name: string) => sandbox.control('PUT', `/domains/${name}/auth-info`, { authInfo: 'Other-2' })
    expect((await putCode('none.instant')).status).toBe(404)
    expect((await putCode('elsewhere.instant')).status).toBe(200)
    const request = `<transfer op="request"><d:transfer xmlns:d="urn:ietf:params:xml:ns:domain-1.0">
      <d:name>elsewhere.instant</d:name><d:authInfo><d:pw>Other-2</d:pw></d:authInfo></d:transfer></transfer>`
    expect(resultCode(await client.ask(command(request)))).toBe(1000)
  })

  it('keeps the TXT records of name servers elsewhere', async () => {
    expect((await sandbox.control('GET', '/texts/none.org')).body).toEqual({ texts: [] })
    await sandbox.control('PUT', '/texts/_Proof.org', { texts: ['one', 'two'] })
    expect((await sandbox.control('GET', '/texts/_proof.ORG')).body).toEqual({ texts: ['one', 'two'] })
    await sandbox.control('PUT', '/texts/_proof.org', { texts: [] })
    expect((await sandbox.control('GET', '/texts/_proof.org')).body).toEqual({ texts: [] })
    expect((await sandbox.control('PUT', '/texts/_proof.org', { texts: 'one' })).status).toBe(400)
  })

  it('refuses more commands in a second than the policy allows, and reports the load', async () => {
    const sandbox = await Sandbox.open()
    await sandbox.control('PATCH', '/policy', { commandsPerSecond: 4, maxSessions: 1 })
    const client = await sandbox.session()
    const second = await sandbox.connect()
    expect(resultCode(await second.ask(login('nameyard', 'nameyard-pw')))).toBe(2502)
    const codes: number[] = []
    for (const clTRID of ['S-1', 'S-2', 'S-3']) codes.push(resultCode(await client.ask(check(clTRID))))
    expect(codes).toEqual([1000, 1000, 2400])
    sandbox.passRealTime(999)
    expect(resultCode(await client.ask(check('S-4')))).toBe(2400)
    sandbox.passRealTime(1)
    expect(resultCode(await client.ask(check('S-5')))).toBe(1000)
    const { load } = (await sandbox.control('GET', '/registrars/nameyard/load')).body
    expect(load).toContainEqual({
      endpoint: 'common',
      sessions: { most: 1, refused: 1 },
      commands: { mostInASecond: 6, refused: 2 },
    })
    await sandbox.close()
  })

  it('finds every message in the audit by clTRID, object, command and code', async () => {
    await client.ask(createDomain('audited.org', { clTRID: 'AUDIT-1' }))
    await client.ask(createDomain('audited.org', { clTRID: 'AUDIT-2' }))
    const entries = (await sandbox.control('GET', '/audit?object=audited.org')).body.entries
    expect(entries).toMatchObject([
      {
        clTRID: 'AUDIT-1',
        command: 'domain:create',
        registrar: 'nameyard',
        code: 1000,
        at: '2027-03-01T12:00:00.000Z',
      },
      { clTRID: 'AUDIT-2', command: 'domain:create', registrar: 'nameyard', code: 2302 },
    ])
    expect(entries[0]?.response).toContain(entries[0]?.svTRID)
    expect(await creates('audited.org')).toBe(1)
    expect((await sandbox.control('GET', '/audit?clTRID=AUDIT-2')).body.entries).toHaveLength(1)
  })

  it('masks secrets in the audit, in refused messages too', async () => {
    await client.ask(createDomain('secret.org'))
    await client.ask(domainCommand('info', '<d:name>secret.org</d:name>'))
    const other = await sandbox.connect()
    await other.ask(login('rival', 'wrong-secret', '<newPW>other-secret</newPW>'))
    await other.ask(login('rival', '<![CDATA[cd-secret]]>'))
    await other.ask('<login><pw\n>broken-<!-- -->secret')
    await other.ask(login('rival', 'rival-pw'))
    const audit = JSON.stringify((await sandbox.control('GET', '/audit')).body)
    expect(audit).toContain('<pw\\n>***')
    for (const secret of [
      '2fooBAR',
      'nameyard-pw',
      'rival-pw',
      'wrong-secret',
      'other-secret',
      'cd-secret',
      'broken',
    ]) {
      expect(audit).not.toContain(secret)
    }
  })

  it.each([
    ['an unknown resource', 'GET', '/nothing', undefined, 404],
    ['another method', 'GET', '/clock/advance', undefined, 405],
    ['a body that is not JSON', 'POST', '/faults', '{', 400],
    ['an unknown fault', 'POST', '/faults', { command: 'domain:create', kind: 'explode' }, 400],
    ['a fault without its code', 'POST', '/faults', { command: 'domain:create', kind: 'inject-code' }, 400],
    ['an invalid code', 'POST', '/faults', { command: 'domain:create', kind: 'inject-code', code: 999 }, 400],
    ['a lost message of one object', 'POST', '/faults', { object: 'a.org', kind: 'suppress-poll' }, 400],
    ['an unknown query parameter', 'GET', '/audit?colour=blue', undefined, 400],
  ])('refuses %s', async (_name, method, target, body, status) => {
    expect((await sandbox.control(method, target, body)).status).toBe(status)
  })

  describe('faults', () => {
    const plant = (fault: object) => sandbox.control('POST', '/faults', { command: 'domain:create', ...fault })

    it('drop-response: creates the domain and sends no answer', async () => {
      await plant({ kind: 'drop-response', object: 'lost.org' })
      client.send(createDomain('lost.org', { clTRID: 'LOST-1' }))
      expect(await client.ask(check('NEXT-1'))).toContain('<clTRID>NEXT-1</clTRID>')
      expect(await creates('lost.org')).toBe(1)
      expect(resultCode(await client.ask(createDomain('lost.org', { clTRID: 'LOST-2' })))).toBe(2302)
    })

    it('drop-request: changes nothing and sends no answer', async () => {
      await plant({ kind: 'drop-request' })
      client.send(createDomain('unheard.org', { clTRID: 'UNHEARD-1' }))
      expect(await client.ask(check('NEXT-2'))).toContain('<clTRID>NEXT-2</clTRID>')
      expect((await sandbox.control('GET', '/domains/unheard.org')).status).toBe(404)
      const { entries } = (await sandbox.control('GET', '/audit?clTRID=UNHEARD-1')).body
      expect(entries).toMatchObject([{ fault: 'drop-request', code: null, response: null }])
    })

    it('close-before-answer: carries the command out and closes the connection', async () => {
      await plant({ kind: 'close-before-answer' })
      await expect(client.ask(createDomain('cut-off.org'))).rejects.toThrow('closed')
      expect(await creates('cut-off.org')).toBe(1)
    })

    it('garbage: answers with invalid XML', async () => {
      await plant({ kind: 'garbage' })
      const answer = await client.ask(createDomain('garbled.org'))
      expect(answer).not.toContain('</epp>')
      expect(await creates('garbled.org')).toBe(1)
    })

    it('wrong-trid: answers with another clTRID', async () => {
      await plant({ kind: 'wrong-trid' })
      expect(await client.ask(createDomain('mixed-up.org'))).not.toContain('<clTRID>TEST-1</clTRID>')
    })

    it('inject-code: answers the code as often as planted and changes nothing', async () => {
      await plant({ kind: 'inject-code', code: 2400, times: 2 })
      const codes = []
      for (let n = 0; n < 3; n++) codes.push(resultCode(await client.ask(createDomain('flaky.org'))))
      expect(codes).toEqual([2400, 2400, 1000])
    })

    it('inject-code: closes the connection after a code that ends the session', async () => {
      await plant({ kind: 'inject-code', code: 2500 })
      expect(resultCode(await client.ask(createDomain('ended.org')))).toBe(2500)
      await client.closed
    })

    it('delay: delays the answer', async () => {
      await plant({ kind: 'delay', ms: 20 })
      expect(resultCode(await client.ask(createDomain('slow.org')))).toBe(1000)
    })

    it('delay: sends the answer when the faults are removed', async () => {
      await plant({ kind: 'delay', ms: 600_000 })
      const answer = client.ask(createDomain('held.org'))
      await eventually(async () => (await creates('held.org')) === 1, 'the create, whose answer waits')
      await sandbox.control('DELETE', '/faults')
      expect(resultCode(await answer)).toBe(1000)
    })

    it('applies only to the planted object and command, and not after removal', async () => {
      await plant({ kind: 'inject-code', code: 2400, object: 'other.org' })
      expect(resultCode(await client.ask(createDomain('this.org')))).toBe(1000)
      expect(resultCode(await client.ask(check()))).toBe(1000)
      expect((await sandbox.control('DELETE', '/faults')).body).toEqual({ removed: 1 })
      expect(resultCode(await client.ask(createDomain('other.org')))).toBe(1000)
    })

    it('partial: sends half of the answer and closes the connection', async () => {
      await plant({ kind: 'partial' })
      const octets: number[] = []
      client.socket.on('data', (chunk: Buffer) => octets.push(chunk.length))
      await expect(client.ask(createDomain('half.org'))).rejects.toThrow('closed')
      expect(octets.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(100)
      expect(await creates('half.org')).toBe(1)
    })

    it('out-of-order: answers pipelined commands in another order', async () => {
      await plant({ kind: 'out-of-order' })
      client.send(createDomain('behind.org', { clTRID: 'FIRST-1' }))
      client.send(check('SECOND-1'))
      const order = [await client.read(), await client.read()].map((answer) => /<clTRID>(.*)</.exec(answer)?.[1])
      expect(order).toEqual(['SECOND-1', 'FIRST-1'])
    })

    it('end-session: ends the login; the client may log in again', async () => {
      await plant({ kind: 'end-session' })
      expect(resultCode(await client.ask(createDomain('logged-out.org')))).toBe(2002)
      expect((await sandbox.control('GET', '/domains/logged-out.org')).status).toBe(404)
      expect(resultCode(await client.ask(login('nameyard', 'nameyard-pw')))).toBe(1000)
    })

    it('suppress-poll: adds no message to the queue of the registrar', async () => {
      await sandbox.control('POST', '/faults', { kind: 'suppress-poll', registrar: 'rival' })
      const request = (name: string) =>
        domainCommand(
          'transfer',
          `<d:name>${name}</d:name><d:authInfo><d:pw>Rival-0ne-Code</d:pw></d:authInfo>`,
        ).replace('<transfer>', '<transfer op="request">')
      const rival = await sandbox.session('rival')
      expect(resultCode(await client.ask(request('taken.info')))).toBe(1001)
      expect(resultCode(await rival.ask(command('<poll op="req"/>')))).toBe(1300)
      expect(resultCode(await client.ask(request('taken.org')))).toBe(1001)
      expect(await rival.ask(command('<poll op="req"/>'))).toContain('<domain:name>taken.org<')
    })

    it('applies to any command of one registrar', async () => {
      await sandbox.control('POST', '/faults', { kind: 'inject-code', code: 2400, registrar: 'rival' })
      const rival = await sandbox.session('rival')
      expect(resultCode(await client.ask(check()))).toBe(1000)
      expect(resultCode(await rival.ask(check()))).toBe(2400)
    })

    it('applies to logins too', async () => {
      await plant({ kind: 'inject-code', code: 2502, command: 'login' })
      const other = await sandbox.connect()
      expect(resultCode(await other.ask(login('rival', 'rival-pw')))).toBe(2502)
      await other.closed
      expect(resultCode(await client.ask(command('<logout/>')))).toBe(1500)
    })
  })

  // Last, because the clock of this registry stays ahead.
  it('advances the clock and never sets it back', async () => {
    expect((await sandbox.control('POST', '/clock/advance', { seconds: 3600 })).body).toMatchObject({
      now: '2027-03-01T13:00:00.000Z',
    })
    expect(await client.ask(createDomain('later.org'))).toContain('<domain:crDate>2027-03-01T13:00:00.000Z<')
    expect((await sandbox.control('POST', '/clock/advance', { seconds: -1 })).status).toBe(400)
  })
})
