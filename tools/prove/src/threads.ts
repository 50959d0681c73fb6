import { openAccount } from '@nameyard/e2e/operator'
import { person } from '@nameyard/e2e/reseller'
import { ClockDisturbance } from './disturbances/clock'
import { LinkDisturbance } from './disturbances/links'
import { PartDisturbance } from './disturbances/parts'
import { RegistryDisturbance } from './disturbances/registry'
import type { Installation } from './installation/installation'
import { Outages } from './installation/outages'
import { QuietTime } from './quiet-time'
import { Random } from './random'
import { CertificateThread } from './resellers/certificates'
import { Client, type Account } from './resellers/client'
import type { ClientLog } from './resellers/client-log'
import { CustomerThread } from './resellers/customers'
import { DomainThread } from './resellers/domains'
import { PaymentThread } from './resellers/payments'
import type { Reseller } from './resellers/reseller'
import { ZoneThread } from './resellers/zones'

/** A source of events that follow one another. */
export interface Thread {
  readonly name: string
  /** The longest pause between two events; milliseconds. */
  readonly longestMs: number
  step(): Promise<string>
}

/** The threads of a run. */
export interface Threads {
  readonly all: readonly Thread[]
  /** Answers the mails that ask resellers for an approval. Returns whether all have arrived. */
  approve(): Promise<boolean>
}

interface Around {
  readonly seed: string
  readonly installation: Installation
  readonly accounts: readonly Account[]
  readonly clientLog: ClientLog
  /** Returns whether clients give up. */
  readonly isOver: () => boolean
}

/** The threads of each account, with the longest pause of each. */
const resellers = {
  d1: { longestMs: 500, make: (reseller: Reseller) => new DomainThread(reseller) },
  d2: { longestMs: 500, make: (reseller: Reseller) => new DomainThread(reseller) },
  d3: { longestMs: 500, make: (reseller: Reseller) => new DomainThread(reseller) },
  z1: { longestMs: 500, make: (reseller: Reseller) => new ZoneThread(reseller) },
  c1: { longestMs: 1_500, make: (reseller: Reseller) => new CustomerThread(reseller) },
  s1: { longestMs: 1_000, make: (reseller: Reseller) => new CertificateThread(reseller) },
}

/** Opens the accounts of a run. */
export async function openAccounts({ operator }: Installation, credit: number): Promise<readonly Account[]> {
  const accounts: Account[] = []
  for (const marker of ['north-q7', 'south-x3', 'west-k9']) {
    const account = { username: marker, password: 'correct horse battery', marker }
    const resellerId = await openAccount(operator, account, (credit / 100).toFixed(2))
    accounts.push({ ...account, resellerId })
  }
  return accounts
}

/** Makes the threads of resellers, of the operator and of the disturbances. */
export async function makeThreads({ seed, installation, accounts, clientLog, isOver }: Around): Promise<Threads> {
  const { operator, sandbox, gatewayUrls } = installation
  const [outages, quietTime] = [new Outages(), new QuietTime()]
  const markers = accounts.map(({ marker }) => marker)
  const around = { gatewayUrls, outages, clientLog, markers, isOver }
  const all: Thread[] = []
  const certificates: CertificateThread[] = []
  const add = (name: string, longestMs: number, thread: { step(): Promise<string> }) =>
    all.push({ name, longestMs, step: () => quietTime.outside(() => thread.step()) })
  const random = (name: string) => new Random(seed, name)

  for (const account of accounts) {
    const client = (name: string) => new Client(account, name, random(`client of ${name}`), around)
    const last_name = `${account.marker}-holder`
    const holder = { ...person, name: { first_name: 'Ada', last_name } }
    const { data } = await client(`${account.marker} set-up`).ask('POST', '/v1/customers', holder)
    const { resellerId } = account
    clientLog.customers.set(data.handle, { account: resellerId, street: person.address.street })
    for (const [thread, { longestMs, make }] of Object.entries(resellers)) {
      const name = `${account.marker} ${thread}`
      const own = client(name)
      const made = make({
        client: own,
        thread,
        random: random(name),
        clientLog,
        installation,
        handle: data.handle,
      })
      if (made instanceof CertificateThread) {
        await made.prepare()
        certificates.push(made)
      }
      add(name, longestMs, { step: async () => `${await made.step()}: ${own.last}` })
    }
  }
  add('payments', 1_000, new PaymentThread(operator, accounts, random('payments'), clientLog, isOver))
  const parts = new PartDisturbance(installation, outages, random('parts'))
  add('parts', 8_000, parts)
  add('links', 6_000, new LinkDisturbance(installation, random('links')))
  add('registry', 2_000, new RegistryDisturbance(sandbox, random('registry')))
  const clock = new ClockDisturbance(installation, outages, random('clock'), quietTime, parts)
  all.push({ name: 'clock', longestMs: 40_000, step: () => clock.step() })
  return {
    all,
    approve: async () => {
      const answers = await Promise.all(certificates.map((thread) => thread.approve()))
      return answers.every(Boolean)
    },
  }
}
