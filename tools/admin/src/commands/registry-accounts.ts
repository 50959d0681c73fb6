import type { Command } from 'commander'
import type { Result } from '@nameyard/contracts/operation'
import { addRegistryAccount } from '@nameyard/contracts/registry/add-account'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { rotateRegistryPassword } from '@nameyard/contracts/registry/rotate-password'
import { showRegistryAccount } from '@nameyard/contracts/registry/show-account'
import { suspendRegistryAccount } from '@nameyard/contracts/registry/suspend-account'
import { testRegistryAccount } from '@nameyard/contracts/registry/test-account'
import { recordFile, type Fields } from '../extension-file'
import type { Operator } from '../operator'
import { table, type Terminal } from '../terminal'
import { registryCertificationCommand } from './registry-certification'
import { registryOperationCommands } from './registry-operations'
import { registryOwnCommands } from './registry-own-commands'

const ACCOUNT = 'name of the account in the settings of the registry worker'
/** A test connects, logs in and out; each step may take as long as the registry's time-outs allow. */
const TEST_MS = 60_000

type Account = Result<typeof listRegistryAccounts>['accounts'][number]

/** Accounts at registries. */
export function registryAccountCommands(program: Command, terminal: Terminal): void {
  const registry = program.command('registry').description('accounts at registries, and the operations there')

  registry
    .command('list')
    .description('list the accounts, and whether each works')
    .action(() =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(listRegistryAccounts, {})
        const rows = facts.accounts.map((account) => [
          account.account,
          String(account.extensions.length),
          ...Object.values(countsOf(account)).map(String),
          String(account.alarms.length),
          stateOf(account),
        ])
        const head = ['account', 'extensions', 'queued', 'executing', 'waiting', 'unknown', 'alarms', 'state']
        return { facts, lines: table(head, rows) }
      }),
    )

  registry
    .command('show')
    .description('show an account: its state, settings and alarms')
    .argument('<account>', ACCOUNT)
    .action((account: string) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(showRegistryAccount, { account })
        return { facts, lines: linesOf(facts) }
      }),
    )

  registry
    .command('test')
    .description('connect, log in, compare the services with what the account needs, log out; says what would not work')
    .argument('<account>', ACCOUNT)
    .action((account: string) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(testRegistryAccount, { account }, TEST_MS)
        const { obstacles, server, isLoggedIn, warnings, upstream } = facts
        return {
          facts,
          lines: [
            ...(server ? [`${server.name}, its clock is ${server.clockAheadMs / 1_000} s ahead of ours`] : []),
            ...(upstream ? upstreamLines(upstream) : [isLoggedIn ? 'logged in and out' : 'not logged in']),
            ...warnings.map((warning) => `the registry warns: ${warning}`),
            ...obstacles.slice(1).map(({ text }) => text),
            ...(obstacles.length === 0 ? [`${account} works`] : []),
          ],
          ...(obstacles[0] && { failure: obstacles[0].text }),
        }
      }),
    )

  registry
    .command('add')
    .description('add an account from a file, in every worker and without a restart; secrets are files of the worker')
    .argument('<file>', 'the settings of one account, in JSON or YAML', recordFile)
    .option('--dry-run', 'only validate')
    .action((file: Fields, { dryRun: isDryRun }: { dryRun?: boolean }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(addRegistryAccount, { settings: JSON.stringify(file), isDryRun })
        const works = `${facts.account} is added: test it`
        return { facts, lines: [isDryRun ? `the settings of ${facts.account} are valid` : works] }
      }),
    )

  registry
    .command('suspend')
    .description('send nothing more for an account; its operations wait until it is resumed')
    .argument('<account>', ACCOUNT)
    .requiredOption('--reason <text>', 'why; shown in the list and recorded in the audit log')
    .action((account: string, { reason }: { reason: string }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(suspendRegistryAccount, { account, reason })
        return { facts, lines: [`${account} is suspended; ${facts.waiting} operations wait`] }
      }),
    )

  registry
    .command('resume')
    .description('resume an account after its problem is solved; clears its alarms')
    .argument('<account>', ACCOUNT)
    .action((account: string) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(resumeRegistryAccount, { operator, account })
        return { facts, lines: [`${account} works again; its operations continue`] }
      }),
    )

  registry
    .command('rotate-password')
    .description('change the password at the registry to the next one of the settings')
    .argument('<account>', ACCOUNT)
    .action((account: string) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(rotateRegistryPassword, { operator, account }, TEST_MS)
        const next = 'Put the next password in place of the old one in the settings, and remove the next one.'
        return { facts, lines: [`${account} has its next password. ${next}`] }
      }),
    )

  registry
    .command('alarms')
    .description('list the problems that an operator must look at; resuming the account clears them')
    .argument('[account]', ACCOUNT)
    .action((only: string | undefined) =>
      terminal.run(async (platform) => {
        const accounts = await accountsNamed(platform, only)
        const alarms = accounts.flatMap(({ account, alarms }) => alarms.map((alarm) => ({ account, ...alarm })))
        const rows = alarms.map(({ account, kind, firstAt, lastAt, times, text }) => [
          account,
          kind,
          firstAt,
          lastAt,
          String(times),
          text,
        ])
        const lines = rows.length === 0 ? ['no alarm'] : table(['account', 'kind', 'since', 'last', 'times', ''], rows)
        return { facts: { alarms }, lines }
      }),
    )

  registry
    .command('balance')
    .description('show our balance at each registry as it answered it last, and whether paid commands wait')
    .argument('[account]', ACCOUNT)
    .action((only: string | undefined) =>
      terminal.run(async (platform) => {
        const accounts = await accountsNamed(platform, only)
        const balances = accounts.map(({ account, balance, unpaidUntil }) => ({ account, balance, unpaidUntil }))
        const rows = balances.map(({ account, balance, unpaidUntil }) => [
          account,
          balance?.amount ?? 'not answered',
          balance?.creditLimit ?? '',
          balance?.currency ?? '',
          balance?.seenAt ?? '',
          unpaidUntil === undefined ? '' : `paid commands wait until ${unpaidUntil}`,
        ])
        return { facts: { balances }, lines: table(['account', 'balance', 'credit limit', '', 'seen', ''], rows) }
      }),
    )

  registryCertificationCommand(registry, terminal)
  registryOperationCommands(registry, terminal)
  registryOwnCommands(registry, terminal)
}

/** The named account, or all of them. */
async function accountsNamed(platform: Operator, account: string | undefined): Promise<readonly Account[]> {
  if (account !== undefined) return [await platform.ask(showRegistryAccount, { account })]
  return (await platform.ask(listRegistryAccounts, {})).accounts
}

const countsOf = ({ operations: { queued, executing, waiting, unknown } }: Account) => ({
  queued,
  executing,
  waiting,
  unknown,
})

/** The state of an account in words: the reason that stops most comes first. */
function stateOf({ closedAt, closedReason, crowdedUntil, unpaidUntil, isPasswordInDoubt }: Account): string {
  if (closedAt !== undefined) return `closed since ${closedAt}: ${closedReason ?? 'no reason is known'}`
  if (unpaidUntil !== undefined) return `paid commands wait until ${unpaidUntil}: the balance is too low`
  if (crowdedUntil !== undefined) return `opens no session until ${crowdedUntil}: the registry refused one`
  return isPasswordInDoubt ? 'works; the next login finds out which password is valid' : 'works'
}

function linesOf(shown: Result<typeof showRegistryAccount>): string[] {
  const { lastMessageAt, extensions, alarms } = shown
  const rows = [
    ['state', stateOf(shown)],
    ...settingLines(shown),
    ['last message', lastMessageAt ?? 'none'],
    ['extensions', extensions.map((suffix) => `.${suffix}`).join(' ')],
    [
      'operations',
      Object.entries(countsOf(shown))
        .map(([state, count]) => `${count} ${state}`)
        .join(', '),
    ],
    ...alarms.map(({ kind, text, lastAt }) => [`alarm ${kind}`, `${lastAt} ${text}`]),
  ]
  return table([shown.account, ''], rows)
}

const queueOf = (seconds: number, session: string) => `polled every ${seconds} s, ${session} session`

/** The settings of an account, by what it speaks. */
function settingLines({
  settings,
  rri,
  upstream,
  sessions,
  clockAheadMs,
}: Result<typeof showRegistryAccount>): string[][] {
  if (upstream) {
    return [
      ['address', upstream.baseUrl],
      ['requests', `${upstream.maxRequests} at the same time, each at most ${upstream.answerSeconds} s`],
      ['domains', upstream.pollSeconds === undefined ? 'not compared' : `compared every ${upstream.pollSeconds} s`],
      ['names in a check', String(upstream.checkNames)],
      ['idempotency', upstream.idempotency],
    ]
  }
  if (rri) return rriLines(rri, sessions)
  if (!settings) return []
  const { certificate } = settings
  return [
    ['address', `${settings.host}:${settings.port}${settings.servername ? ` as ${settings.servername}` : ''}`],
    ['environment', settings.environment],
    ['our address', settings.localAddress ?? 'chosen by the machine'],
    ['our identifier', settings.clientId],
    ['next password', settings.hasNextPassword ? 'in the settings' : 'none'],
    ['certificate', certificate ? `${certificate.subject}, until ${certificate.validUntil}` : 'none'],
    ['sessions', `${sessions} of ${settings.maxSessions}`],
    ['kept alive', `every ${settings.keepaliveSeconds} s, replaced after ${settings.lifetimeSeconds} s`],
    [
      'message queue',
      settings.pollSeconds === undefined ? 'none' : queueOf(settings.pollSeconds, settings.pollSession),
    ],
    ['its clock', clockAheadMs === undefined ? 'not seen' : `${clockAheadMs / 1_000} s ahead of ours`],
    ['names in a check', String(settings.checkNames)],
    ['objects', settings.objects.join(' ')],
    ['EPP extensions', settings.eppExtensions.join(' ')],
  ]
}

function rriLines(settings: NonNullable<Result<typeof showRegistryAccount>['rri']>, sessions: number): string[][] {
  const { host, port, servername, registrarId, user, maxSessions, idleSeconds, pollSeconds } = settings
  return [
    ['address', `${host}:${port}${servername === undefined ? '' : ` as ${servername}`}`],
    ['our identifier', registrarId],
    ['user', user],
    ['sessions', `${sessions} of ${maxSessions}`],
    ['idle sessions', `ended by the registry after ${idleSeconds} s`],
    ['message queue', pollSeconds === undefined ? 'not read' : `polled every ${pollSeconds} s`],
    ['questions go to', settings.generalRequest ?? 'not set'],
    ['reports of abuse', settings.abuseContact ?? 'not set'],
  ]
}

/** What an upstream registrar shows to a test. */
function upstreamLines({
  username,
  scope,
  balance,
  currency,
  idempotency,
}: NonNullable<Result<typeof testRegistryAccount>['upstream']>): string[] {
  return [
    `the key of ${username} is accepted, with the rights ${scope.join(', ')}`,
    ...(balance === undefined ? [] : [`${balance} ${currency} can be spent`]),
    `idempotency is ${idempotency}`,
  ]
}
