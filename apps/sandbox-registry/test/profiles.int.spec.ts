import {
  command,
  contactCommand,
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  extended,
  hostCommand,
  login,
  loginAs,
  resultCode,
  Sandbox,
} from './sandbox'

const info = (name: string, clTRID?: string) => domainCommand('info', `<d:name>${name}</d:name>`, clTRID)
const update = (name: string, inner: string, clTRID?: string) =>
  domainCommand('update', `<d:name>${name}</d:name>${inner}`, clTRID)

describe('the endpoint of a profile', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await Sandbox.open()
  })
  afterAll(() => sandbox.close())

  it.each(['gtld', 'thin', 'cctld-instant', 'strict'])(
    'greets with the objects and extensions of %s',
    async (profile) => {
      const client = await sandbox.connect(undefined, profile)
      expectGolden(`greeting-${profile}`, client.greeting)
    },
  )

  it('serves only the names of its profile', async () => {
    const client = await sandbox.session('nameyard', 'cctld-instant')
    expect(resultCode(await client.ask(info('taken.instant')))).toBe(1000)
    expect(resultCode(await client.ask(info('taken.org')))).toBe(2303)
    expect(resultCode(await client.ask(createContact('holder')))).toBe(1000)
    expect(resultCode(await client.ask(createDomain('example.org')))).toBe(2306)
    const checked = await client.ask(domainCommand('check', '<d:name>a.instant</d:name><d:name>a.org</d:name>'))
    expect(checked.match(/avail="\d"/g)).toEqual(['avail="1"', 'avail="0"'])
  })

  it.each(['denic', undefined])('serves no .de by EPP, whose registry speaks RRI (%s)', async (profile) => {
    const client = await sandbox.session('nameyard', profile)
    for (const command of [info('taken.de'), createDomain('example.de'), update('taken.de', '<d:chg/>')])
      expect(await client.ask(command)).toMatch(/code="2306"[^]*speaks RRI, not EPP/)
  })

  it('refuses kinds of objects that the profile does not have', async () => {
    const thin = await sandbox.connect(undefined, 'thin')
    expect(resultCode(await thin.ask(login('nameyard', 'nameyard-pw')))).toBe(2307)
    const session = await sandbox.session('nameyard', 'thin')
    expect(resultCode(await session.ask(contactCommand('info', '<c:id>rival-holder</c:id>')))).toBe(2002)
    const country = await sandbox.session('nameyard', 'cctld-instant')
    expect(resultCode(await country.ask(hostCommand('check', '<h:name>ns1.x.example</h:name>')))).toBe(2002)
  })

  it('accepts the extensions that both login and profile have', async () => {
    const rgp = '<rgp:update xmlns:rgp="urn:ietf:params:xml:ns:rgp-1.0"><rgp:restore op="request"/></rgp:update>'
    const client = await sandbox.connect()
    await client.ask(login('nameyard', 'nameyard-pw'))
    expect(resultCode(await client.ask(extended(update('taken.org', '<d:chg/>'), rgp)))).toBe(2103)
    const other = await sandbox.session()
    const secDns = '<s:create xmlns:s="urn:ietf:params:xml:ns:secDNS-1.1"/>'
    expect(resultCode(await other.ask(extended(info('taken.org'), secDns)))).toBe(2103)
    const fee = '<f:create xmlns:f="urn:ietf:params:xml:ns:epp:fee-1.0"><f:fee>8.00</f:fee></f:create>'
    expect(resultCode(await other.ask(extended(createDomain('example.instant'), fee)))).toBe(2103)
  })

  it('cannot be opened for an unknown profile', async () => {
    expect((await sandbox.control('PATCH', '/policy/none', { maxSessions: 1 })).status).toBe(404)
    expect((await sandbox.control('PATCH', '/policy/strict', { maxSessions: 1 })).status).toBe(200)
  })
})

describe('a registry that renews automatically', () => {
  it('answers 2101 to a renew command', async () => {
    const sandbox = await Sandbox.open()
    try {
      const client = await sandbox.session()
      const renew = domainCommand('renew', '<d:name>taken.instant</d:name><d:curExpDate>2028-03-01</d:curExpDate>')
      expect(resultCode(await client.ask(renew))).toBe(2101)
    } finally {
      await sandbox.close()
    }
  })
})

describe('a thin registry', () => {
  it('refuses contacts and creates domains without them', async () => {
    const sandbox = await Sandbox.open()
    try {
      const client = await sandbox.session()
      await client.ask(createContact('holder'))
      expect(resultCode(await client.ask(createDomain('example.thin')))).toBe(2306)
      const bare = createDomain('example.thin').replace(/<d:(registrant|contact)[^]*<\/d:contact>/, '')
      expect(resultCode(await client.ask(bare))).toBe(1000)
    } finally {
      await sandbox.close()
    }
  })
})

describe('a strict registry', () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await Sandbox.open()
  })
  afterEach(() => sandbox.close())

  it('allows one session for each registrar, and each clTRID once', async () => {
    await sandbox.control('PATCH', '/policy/strict', { errorPenaltyMs: 0 })
    const client = await sandbox.session('nameyard', 'strict')
    const second = await sandbox.connect(undefined, 'strict')
    expect(resultCode(await second.ask(loginAs('nameyard', second.greeting)))).toBe(2502)
    await second.closed
    expect(resultCode(await client.ask(info('taken.strict', 'ONCE')))).toBe(1000)
    expect(resultCode(await client.ask(info('taken.strict', 'ONCE')))).toBe(2306)
  })

  it('refuses empty containers, also at the common endpoint', async () => {
    await sandbox.control('PATCH', '/policy/strict', { errorPenaltyMs: 0 })
    const client = await sandbox.session('nameyard', 'strict')
    expect(resultCode(await client.ask(update('taken.strict', '<d:rem/>', 'E-1')))).toBe(2003)
    const host = hostCommand('update', '<h:name>ns1.x.example</h:name><h:add/>', 'E-2')
    expect(resultCode(await client.ask(host))).toBe(2003)
    const common = await sandbox.session()
    const hold = '<d:add><d:status s="clientHold"/></d:add><d:rem/>'
    expect(resultCode(await common.ask(update('taken.strict', hold)))).toBe(2003)
    expect(resultCode(await common.ask(update('taken.org', hold)))).toBe(2201)
  })

  it('delays refusals', async () => {
    await sandbox.control('PATCH', '/policy/strict', { errorPenaltyMs: 1_500 })
    const [client, other] = [await sandbox.session('nameyard', 'strict'), await sandbox.session('rival', 'strict')]
    const answered: string[] = []
    const before = performance.now()
    await Promise.all([
      client.ask(info('nowhere.strict', 'P-1')).then(() => answered.push('refused')),
      other.ask(info('taken.strict', 'P-2')).then(() => answered.push('done')),
    ])
    expect(performance.now() - before).toBeGreaterThan(1_450)
    expect(answered).toEqual(['done', 'refused'])
  })

  it('limits the commands in any minute', async () => {
    await sandbox.control('PATCH', '/policy/strict', { commandsPerMinute: 3, errorPenaltyMs: 0 })
    const client = await sandbox.session('nameyard', 'strict')
    const codes: number[] = []
    for (const n of [1, 2, 3, 4]) codes.push(resultCode(await client.ask(info('taken.strict', `R-${n}`))))
    expect(codes).toEqual([1000, 1000, 1000, 2400])
    expect(resultCode(await client.ask(command('<logout/>', 'R-5')))).toBe(1500)
    sandbox.passRealTime(60_000)
    const next = await sandbox.session('nameyard', 'strict')
    expect(resultCode(await next.ask(info('taken.strict', 'R-6')))).toBe(1000)
  })
})
