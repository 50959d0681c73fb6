import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { login } from '@nameyard/contracts/access/login'
import { service as customers } from '@nameyard/customers/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Misuse, runCommand, Unavailable } from '../src/command-line'

const data = mkdtempSync(join(tmpdir(), 'admin-'))
afterAll(() => rmSync(data, { recursive: true }))

async function run(command: string, AMQP_URL?: string): Promise<string[]> {
  const lines: string[] = []
  await runCommand(command.split(' ').filter(Boolean), { AMQP_URL, NAMEYARD_DATA: data, SUDO_USER: 'maria' }, (line) =>
    lines.push(line),
  )
  return lines
}

const complete = 'create-reseller --company Example --username ada --email ada@example.com'

it.each(['', '--help', 'help', 'contacts --help', 'help tokens', 'addresses set --help'])(
  'prints its usage: %s',
  async (command) => expect((await run(command))[0]).toMatch(/^Usage: admin/),
)

it('lists every command without arguments', async () => {
  const [text] = await run('')
  const commands = [
    'create-reseller',
    'contacts',
    'api-access',
    'addresses',
    'password',
    'tokens',
    'auto-renewal',
    'request-limit',
    'policy-mails',
    'audit',
  ]
  for (const command of [...commands, 'dead-letters', 'keys', 'ledger', 'prices', 'privacy'])
    expect(text).toContain(`  ${command} `)
})

it.each([
  ['remove-everything', "unknown command 'remove-everything'"],
  ['audit list --colour red', "unknown option '--colour'"],
  ['create-reseller --company Example --email ada@example.com', "required option '--username <name>' not specified"],
  ['contacts', 'Give a command; --help lists them.'],
  ['privacy erase', 'Give --customer or --contact.'],
  ['privacy export --customer AB1-NL --contact ada', 'cannot be used with option'],
  ['api-access ada sideways', 'Allowed choices are on, off.'],
  [
    'contacts create --reseller x --username a --email b',
    'It must be a whole number of at most nine digits, such as 1002.',
  ],
  ['dead-letters list gateway', 'Allowed choices are customers'],
])('refuses %s', async (command, sentence) => {
  const refused = run(command, 'amqp://nowhere.invalid')
  await expect(refused).rejects.toThrow(sentence)
  await expect(refused).rejects.toBeInstanceOf(Misuse)
})

it('says that AMQP_URL is missing, or which broker does not answer', async () => {
  await expect(run(complete)).rejects.toThrow('AMQP_URL is not set')
  const away = run(complete, 'amqp://127.0.0.1:1')
  await expect(away).rejects.toThrow('The platform does not answer at 127.0.0.1:1.')
  await expect(away).rejects.toBeInstanceOf(Unavailable)
})

it('uses the platform that npm start runs here when AMQP_URL is not set', async () => {
  writeFileSync(join(data, 'platform.json'), JSON.stringify({ amqpUrl: 'amqp://127.0.0.1:2' }))
  await expect(run(complete)).rejects.toThrow('The platform does not answer at 127.0.0.1:2.')
  rmSync(join(data, 'platform.json'))
})

it('prints a new secret without a platform', async () => {
  const secret = /^LINK_SECRET=[\w-]{43}$/
  const [one, other] = [await run('keys new-link-secret'), await run('keys new-link-secret')]
  expect(one).toEqual([expect.stringMatching(secret)])
  expect(other).not.toEqual(one)
  expect(await run('keys new-repeat-secret')).toEqual([expect.stringMatching(/^GATEWAY_REPEAT_SECRET=[\w-]{43}$/)])
  expect(await run('keys new-dnssec-secret')).toEqual([expect.stringMatching(/^DNSSEC_KEY_SECRET=[\w-]{43}$/)])
})

describe('with the customers service', () => {
  let database: TestDatabase
  let broker: TestBroker
  let running: Running
  let edge: TestParty
  beforeAll(async () => {
    ;[database, broker] = await Promise.all([testDatabase(customers), testBroker()])
    const config = loadConfig(customers.config, { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings })
    const clock = new Clock()
    running = await customers.start(config, { clock, log: createLog('test', 'silent') })
    edge = await testParty('gateway', { url: broker.url, clock })
  })
  afterAll(async () => {
    await edge?.close()
    await running?.close()
    await Promise.all([database?.drop(), broker?.drop()])
  })

  const done = (command: string) => run(command, broker.url)
  const operatorName = () => new URL(broker.url).username
  const facts = async (command: string) => JSON.parse((await done(`${command} --json`)).join('\n'))
  const logIn = (username: string, password: string) => edge.rpc.call(login, { username, password }, edge.call())
  const verdict = (token: string, address: string) => {
    const tokenHash = createHash('sha256').update(token).digest('hex')
    return edge.rpc.call(authenticate, { audience: 'customers', tokenHash, address }, edge.call())
  }

  let accounts = 0
  const account = async () => {
    const username = `boss${++accounts}`
    const opened = await facts(`create-reseller --company Example --username ${username} --email a@example.com`)
    return { username, password: String(opened.password), resellerId: Number(opened.resellerId) }
  }

  it('create-reseller: shows a generated password once, and no given password', async () => {
    const shown = await done(complete)
    expect(shown).toEqual([
      expect.stringMatching(/^reseller \d+, contact \d+, username ada$/),
      expect.stringMatching(/^password [\w-]{20}$/),
    ])
    await expect(logIn('ada', shown[1]!.slice('password '.length))).resolves.toMatchObject({
      token: expect.any(String),
    })
    const other = `${complete.replace('username ada', 'username bob')} --password correct-horse-battery`
    expect(await done(other)).toHaveLength(1)
    await expect(done(complete)).rejects.toThrow('Username ada is unavailable.')
  })

  it('contacts: adds a person, disables and enables them', async () => {
    const { resellerId } = await account()
    const created = await facts(
      `contacts create --reseller ${resellerId} --username second --email b@example.com --role admin --api-access`,
    )
    await expect(logIn('second', created.password)).resolves.toMatchObject({ reseller_id: resellerId })
    expect(await done('contacts disable second')).toEqual(['second can no longer log in'])
    expect(await done('contacts disable second')).toEqual(['second has these settings already'])
    await expect(logIn('second', created.password)).rejects.toMatchObject({ refusal: 'access_denied' })
    expect(await done('contacts enable second')).toEqual(['second can log in'])
    await expect(logIn('second', created.password)).resolves.toMatchObject({ reseller_id: resellerId })
    await expect(done('contacts disable ada')).rejects.toThrow('at least one active administrator')
    await expect(done('contacts disable nobody')).rejects.toThrow('There is no contact person nobody.')
  })

  it('changes API access, address lists and passwords of a person', async () => {
    const { username, password } = await account()
    const { token } = await logIn(username, password)
    await done(`addresses set ${username} --allow 192.0.2.0/24,2001:db8::/32 --deny 192.0.2.7`)
    await expect(verdict(token, '192.0.2.8')).resolves.toMatchObject({ username })
    await expect(verdict(token, '192.0.2.7')).rejects.toMatchObject({ refusal: 'access_denied' })
    await expect(done(`addresses set ${username} --allow here`)).rejects.toThrow('here is not an IP address or range.')
    await runCommand(['addresses', 'set', username, '--allow', '', '--deny', ''], { AMQP_URL: broker.url }, () => {})
    await expect(verdict(token, '192.0.2.7')).resolves.toMatchObject({ username })
    expect(await done(`api-access ${username} off`)).toEqual([`${username} has API access off`])
    await expect(verdict(token, '192.0.2.8')).rejects.toMatchObject({ refusal: 'authentication_failed' })
    await done(`api-access ${username} on`)
    const reset = await facts(`password reset ${username}`)
    await expect(logIn(username, reset.password)).resolves.toMatchObject({ token: expect.any(String) })
    await expect(logIn(username, password)).rejects.toMatchObject({ refusal: 'authentication_failed' })
  })

  it('tokens: lists and revokes the tokens of a person', async () => {
    const { username, password } = await account()
    await logIn(username, password)
    const { token } = await logIn(username, password)
    const { tokens } = await facts(`tokens list ${username}`)
    expect(tokens).toHaveLength(2)
    const lines = await done(`tokens list ${username}`)
    expect(lines[0]).toMatch(/^token +since +until +from +scope$/)
    expect(lines[1]).toMatch(/^[\da-f]{12} .* anywhere +read,write,purchase,transfer-codes$/)
    expect(await done(`tokens revoke ${username} --id ${tokens[0].id}`)).toEqual(['1 revoked'])
    expect(await done(`tokens revoke ${username}`)).toEqual(['1 revoked'])
    await expect(verdict(token, '192.0.2.8')).rejects.toMatchObject({ refusal: 'authentication_failed' })
    await expect(done(`tokens revoke ${username} --id x`)).rejects.toBeInstanceOf(Misuse)
  })

  it('auto-renewal: sets whether domains renew by default, and records it in the audit log', async () => {
    const { resellerId } = await account()
    expect(await done(`auto-renewal off ${resellerId}`)).toEqual([
      `reseller ${resellerId} lets its domains expire by default`,
    ])
    expect(await done(`auto-renewal off ${resellerId}`)).toEqual([`reseller ${resellerId} has this setting already`])
    const { entries } = await facts(`audit list --reseller ${resellerId} --limit 1`)
    expect(entries).toMatchObject([
      { operation: 'access.set-auto-renewal', changes: { is_auto_renew_enabled: { from: true, to: false } } },
    ])
    await expect(done('auto-renewal on 999999')).rejects.toThrow('999999')
  })

  it('policy-mails: records who sends the mails of a policy, in the audit log', async () => {
    const { resellerId } = await account()
    const said = `reseller ${resellerId} sends the mails of the transfer policy itself`
    expect(await done(`policy-mails reseller ${resellerId} transfer`)).toEqual([said])
    expect(await done(`policy-mails reseller ${resellerId} transfer`)).toEqual([
      `reseller ${resellerId} has this record already`,
    ])
    await done(`policy-mails platform ${resellerId} transfer`)
    const { entries } = await facts(`audit list --reseller ${resellerId} --event emails.set-policy-mails`)
    expect(entries).toMatchObject([
      { who: operatorName(), changes: { sender: { from: 'reseller', to: 'platform' } } },
      { changes: { sender: { from: 'platform', to: 'reseller' } } },
    ])
    await expect(done('policy-mails reseller 999999 transfer')).rejects.toThrow('999999')
    await expect(done(`policy-mails reseller ${resellerId} birthday`)).rejects.toBeInstanceOf(Misuse)
  })

  it('request-limit: sets the limit of one account, and records it in the audit log', async () => {
    const [limited, other] = [await account(), await account()]
    const allowance = async ({ username, password }: typeof limited) =>
      (await verdict((await logIn(username, password)).token, '192.0.2.8')).allowance
    const usual = (await allowance(other)).burst
    const set = `request-limit set ${limited.resellerId} --per-second 0.5 --burst 30`
    expect(await done(set)).toEqual([`reseller ${limited.resellerId} may make 0.5 requests a second`])
    expect(await done(set)).toEqual([`reseller ${limited.resellerId} has this limit already`])
    expect(await allowance(limited)).toEqual({ remaining: 30, perSecond: 0.5, burst: 30 })
    expect(await allowance(other)).toMatchObject({ burst: usual })
    await done(`request-limit reset ${limited.resellerId}`)
    expect(await allowance(limited)).toMatchObject({ perSecond: 100, burst: usual })
    const { entries } = await facts(`audit list --reseller ${limited.resellerId} --event access.set-request-limit`)
    expect(entries).toMatchObject([
      { who: operatorName(), changes: { requests_burst: { from: 30, to: null } } },
      { operation: 'access.set-request-limit', changes: { requests_per_second: { from: null, to: 0.5 } } },
    ])
    await expect(done('request-limit reset 999999')).rejects.toThrow('999999')
    await expect(done(`request-limit set ${limited.resellerId} --per-second 0 --burst 1`)).rejects.toBeInstanceOf(
      Misuse,
    )
  })

  it('privacy erase: deletes a person and erases the data, and records it in the audit log', async () => {
    const { username, resellerId } = await account()
    await expect(done(`privacy erase --contact ${username}`)).rejects.toThrow('administrator')
    const leaving = `leaving-${username}`
    const { contactId } = await facts(
      `contacts create --reseller ${resellerId} --username ${leaving} --email b@example.com`,
    )
    expect(await done(`privacy erase --contact ${leaving}`)).toEqual(['the data are erased'])
    await expect(done(`privacy erase --contact ${leaving}`)).rejects.toThrow(leaving)
    const { entries } = await facts(`audit list --reseller ${resellerId} --limit 1`)
    expect(entries).toMatchObject([
      { who: operatorName(), operation: 'privacy.erase', subject: `contact ${contactId}` },
    ])
    await expect(done('privacy erase --customer XX1-NL')).rejects.toThrow('XX1-NL')
  })

  it('audit list: shows who authenticated and changed what, newest first, whatever --as says', async () => {
    const { username, resellerId } = await account()
    await done(`api-access ${username} off`)
    await done(`api-access ${username} on --as joris`)
    const { entries } = await facts(`audit list --reseller ${resellerId}`)
    expect(entries).toMatchObject([
      {
        who: operatorName(),
        operation: 'access.change-rights',
        changes: { api_access_enabled: { from: false, to: true } },
      },
      {
        who: operatorName(),
        operation: 'access.change-rights',
        changes: { api_access_enabled: { from: true, to: false } },
      },
      { who: operatorName(), operation: 'access.create-reseller', subject: `reseller ${resellerId}` },
    ])
    const lines = await done(`audit list --reseller ${resellerId} --limit 1`)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`operator ${operatorName()}`)
    const page = await facts(`audit list --reseller ${resellerId} --before ${entries[1].id}`)
    expect(page.entries).toHaveLength(1)
  })

  it('audit export and verify: compare the trail of an account with heads that others hold', async () => {
    const { resellerId, username } = await account()
    await done(`api-access ${username} off`)
    await facts(`audit list --reseller ${resellerId}`)
    const exported = await done(`audit export --reseller ${resellerId}`)
    expect(exported.filter((line) => line.includes('"type":"entry"'))).toHaveLength(2)
    const held = join(mkdtempSync(join(tmpdir(), 'nameyard-heads-')), 'heads.ndjson')
    writeFileSync(held, exported.join('\n'))
    const verified = await done(`audit verify --heads ${held}`)
    expect(verified[0]).toContain(`trail of account ${resellerId}: entries 1 to 2`)
    expect(verified).toContain('nothing was altered')
    expect(verified.at(-1)).toContain('It does not show that an event was recorded truly')

    const sql = new Client({ connectionString: database.url })
    await sql.connect()
    await sql.query('alter table customers.audit_entry disable trigger user')
    await sql.query("update customers.audit_entry set body = replace(body, 'access.', 'axcess.') where account = $1", [
      resellerId,
    ])
    await sql.query('alter table customers.audit_entry enable trigger user')
    await sql.end()
    await expect(done(`audit verify --heads ${held}`)).rejects.toThrow('1 of 1 trails were altered.')
    rmSync(dirname(held), { recursive: true })
  })

  it('dead-letters: lists a message that a service could not handle, and redrives it', async () => {
    const message = { kind: 'command', id: 'customers.send-verification-email', service: 'customers' } as const
    const messageId = '00000000-0000-4000-8000-00000000000a'
    await edge.publisher.publish([{ message, body: '{"not":"readable"}', messageId, correlationId: messageId }])
    const lines = await eventually(async () => {
      const listed = await done('dead-letters list customers')
      return listed.length > 1 && listed
    }, 'a dead letter')
    expect(lines[1]).toMatch(new RegExp(`^${messageId} +customers.send-verification-email `))
    expect(await done('dead-letters redrive customers --id other')).toEqual(['0 redriven'])
    expect(await facts('dead-letters redrive customers')).toEqual({ redriven: 1 })
    expect(await facts('dead-letters list orders')).toEqual({ deadLetters: [] })
  })
})
