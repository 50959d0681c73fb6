import { X509Certificate } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { showRegistryAccount } from '@nameyard/contracts/registry/show-account'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Drivers } from '../operations/drivers'
import { Registries } from '../registries/registries'
import { speaksEpp, type Registry } from '../registries/registry'
import { AccountStates } from './account-states'

type Settings = NonNullable<Result<typeof showRegistryAccount>['settings']>

/** Slots of sessions are numbered; other leases of an account have names. */
const ACTIVITY = statement<{ account: string }, { sessions: number; lastMessageAt: Date | null }>(
  'accounts.activity',
  ({ account }) => sql`
    select (select count(*)::int from worker_lease
        where key like ${account}::text || '/%' and key ~ '/[0-9]+$' and held_until > clock_timestamp()) as sessions,
      (select max(received_at) from poll_message where account = ${account}) as "lastMessageAt"`,
)

/** Shows an account with its settings, without its secrets. */
@Controller()
export class ShowAccount {
  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly states: AccountStates,
    private readonly drivers: Drivers,
  ) {}

  @Handles(showRegistryAccount)
  async execute({ account }: Input<typeof showRegistryAccount>): Promise<Result<typeof showRegistryAccount>> {
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    const registry = this.registries.named(account)
    const [state, [activity], own] = await Promise.all([
      this.states.of(registry),
      this.database.read(ACTIVITY, { account }),
      this.drivers.of(registry).settings?.(registry),
    ])
    const { sessions, lastMessageAt } = activity!
    return {
      ...state,
      driver: registry.driver,
      ...(speaksEpp(registry) && { settings: settingsOf(registry) }),
      ...own,
      sessions,
      ...(lastMessageAt && { lastMessageAt: lastMessageAt.toISOString() }),
    }
  }
}

function settingsOf(registry: Registry): Settings {
  const { connection, keepaliveMs, lifetimeMs, pollMs, checkBatch, sessions } = registry
  const { servername, cert } = connection.tls
  const certificate = cert === undefined ? undefined : new X509Certificate(cert)
  return {
    host: connection.host,
    port: connection.port,
    environment: registry.isTestEnvironment ? 'test' : 'production',
    ...(connection.localAddress !== undefined && { localAddress: connection.localAddress }),
    ...(servername !== undefined && { servername }),
    clientId: connection.clientId,
    ...(certificate && {
      certificate: {
        subject: certificate.subject.replaceAll('\n', ', '),
        validUntil: new Date(certificate.validTo).toISOString(),
      },
    }),
    hasNextPassword: registry.passwords().next !== undefined,
    maxSessions: sessions,
    keepaliveSeconds: keepaliveMs / 1_000,
    lifetimeSeconds: lifetimeMs / 1_000,
    ...(pollMs !== undefined && { pollSeconds: pollMs / 1_000 }),
    pollSession: registry.pollsInPool ? 'pooled' : 'dedicated',
    checkNames: checkBatch,
    objects: [...connection.objURIs],
    eppExtensions: [...connection.extURIs],
  }
}
