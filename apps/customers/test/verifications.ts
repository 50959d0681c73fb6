import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Controller } from '@nestjs/common'
import { confirmEmailVerification } from '@nameyard/contracts/customers/confirm-email-verification'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { findEmailVerification } from '@nameyard/contracts/customers/find-email-verification'
import { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import { restartEmailVerification } from '@nameyard/contracts/customers/restart-email-verification'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { suspensionChanged } from '@nameyard/contracts/customers/suspension-changed'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import type { InputGiven } from '@nameyard/contracts/operation'
import { Consumes } from '@nameyard/messaging/consumes'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { runningService, type Account, type RunningService } from './running-service'

export const DAY = 86_400_000
/** The printed form of dates that are not set. */
export const UNSET = '0000-00-00 00:00:00'

/** The events that the domains service received. */
export const suspensions: Payload<typeof suspensionChanged>[] = []

@Controller()
class DomainsStandIn {
  @Consumes(suspensionChanged)
  async on(suspension: Payload<typeof suspensionChanged>) {
    suspensions.push(suspension)
  }
}

export let running: RunningService
export let domains: TestParty
let folder: string

export async function beginVerifications(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'nameyard-mail-'))
  running = await runningService({
    MAIL_FOLDER: folder,
    MAIL_FROM: 'Names <names@example.net>',
    PUBLIC_URL: 'https://names.example.net',
    EMAIL_VERIFICATION_SWEEP_SECONDS: '0.05',
  })
  domains = await testParty('domains', { url: running.amqpUrl, clock: running.clock, controllers: [DomainsStandIn] })
}

export async function endVerifications(): Promise<void> {
  await domains?.close()
  await running?.close()
  await rm(folder, { recursive: true, force: true })
}

let addresses = 0
let domainId = 0

/** Creates a customer with a new e-mail address. */
export async function customer({ call }: Account, email = `Anna${++addresses}@example.com`) {
  const given: InputGiven<typeof createCustomer> = {
    name: { first_name: 'Anna', last_name: 'Tester' },
    address: { street: 'Main Street', number: '1', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
    email,
  }
  const { handle } = await running.rpc.call(createCustomer, given, call())
  return { email, handle: handle! }
}

/** Publishes an event about a domain; by default about a new one. Returns the id of the domain. */
export async function publishDomain(
  { resellerId }: Account,
  { id = ++domainId, ...change }: Partial<Payload<typeof domainChanged>> & { name: string; ownerHandle: string },
): Promise<number> {
  const changedAt = running.clock.now().toISOString()
  const payload = { id, resellerId, status: 'ACT', isHeld: true, version: 1, changedAt, ...change }
  const message = { message: domainChanged, payload, messageId: randomUUID() }
  await domains.publisher.publish([{ ...message, correlationId: running.anonymous().correlationId }])
  return id
}

/** Publishes a new domain, and waits until the customers service has stored it. */
export async function register(own: Account, name: string, ownerHandle: string): Promise<number> {
  const id = await publishDomain(own, { name, ownerHandle })
  await eventually(async () => (await list(own, { domain_id: id })).total === 1, `the row of ${name}`)
  return id
}

export const start = ({ call }: Account, input: InputGiven<typeof startEmailVerification>) =>
  running.rpc.call(startEmailVerification, input, call())
export const restart = ({ call }: Account, input: InputGiven<typeof restartEmailVerification>) =>
  running.rpc.call(restartEmailVerification, input, call())
export const list = ({ call }: Account, query: InputGiven<typeof listEmailVerifications> = {}) =>
  running.rpc.call(listEmailVerifications, query, call())
export const confirm = (token: string) => running.rpc.call(confirmEmailVerification, { token }, running.anonymous())
export const find = (token: string) => running.rpc.call(findEmailVerification, { token }, running.anonymous())

/** Returns the mails to an address, in any order. */
export async function mailsTo(email: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return mails.filter((mail) => mail.includes(`\r\nTo: ${email}\r\n`))
}

/** Unfolds quoted-printable text (RFC 2045 section 6.7). */
export const readable = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')

/** Returns the tokens mailed to an address, when there are this many mails. */
export async function tokensTo(email: string, mails = 1): Promise<string[]> {
  const found = await eventually(async () => {
    const found = await mailsTo(email)
    return found.length === mails && found
  }, `${mails} mails to ${email}`)
  return found.map((mail) => {
    return /https:\/\/names\.example\.net\/verify\/([\w-]+)/.exec(readable(mail))![1]!
  })
}

/** Returns the token of the newest mail to an address, given the older tokens. */
export async function newestToken(email: string, before: readonly string[]): Promise<string> {
  return (await tokensTo(email, before.length + 1)).find((token) => !before.includes(token))!
}
