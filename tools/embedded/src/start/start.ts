import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { openMailSite } from '../mails/mail-site'
import type { ApplicationName } from '../platform/applications'
import { newSecrets, readSecrets } from '../platform/secrets'
import type { Separation } from './applications'
import { CannotStart } from './cannot-start'
import { openDataFolder, type DataFolder } from './data-folder'
import { greeting } from './greeting'
import { Lifetime } from './lifetime'
import { healthPortOf, mailPagePortOf, portsOf } from './ports'
import { openServers } from './servers'
import { showMails } from './show-mails'

export type { Separation }

interface StartOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Each application is a separate process. Absent: all run in this process. */
  readonly separation?: Separation
  /** Prints one line of progress. */
  readonly say: (line: string) => void
}

/** Starts the servers and the platform, and prints the greeting. When a part cannot start, the others are stopped again. */
export async function start(options: StartOptions): Promise<Lifetime> {
  const lifetime = new Lifetime()
  try {
    await open(options, lifetime)
    return lifetime
  } catch (error) {
    await lifetime.stop()
    throw error
  }
}

async function open({ environment, separation, say }: StartOptions, lifetime: Lifetime): Promise<void> {
  const [ports, healthPort] = await Promise.all([portsOf(environment), healthPortOf(environment)])
  const data = openDataFolder(resolve(environment.NAMEYARD_DATA || '.data'))
  const secrets = secretsOf(data)
  const logFile = join(data.path, 'platform.log')
  const log = showMails(createWriteStream(logFile, { flags: 'a', mode: 0o600 }), say)
  if (separation?.log) log.pipe(separation.log)

  const opening = openServers(environment, data, log, lifetime)
  // The applications load for about a second while the servers start.
  opening.catch(() => undefined)
  const [{ Clock }, { certificatesIn }, { openApplications }, { demoAccount }, { settingsGiven }] = await Promise.all([
    import('@nameyard/runtime/clock'),
    import('../platform/certificates.js'),
    import('./applications.js'),
    import('../platform/demo-account.js'),
    import('./settings.js'),
  ])
  const servers = await opening
  const given = settingsGiven(environment)
  if (!environment.DATABASE_URL || !environment.AMQP_URL) say('database and broker are up')

  const certificates = await certificatesIn(data.certificates, new Clock().now())
  const mails = join(data.path, 'mail')
  const overrides = {
    ...given,
    gateway: {
      // In one process standard output is the terminal, which shows the greeting and the progress.
      ...(!separation && { GATEWAY_ACCESS_LOG: join(data.path, 'access.log') }),
      ...given.gateway,
    },
    'registry-worker': {
      // A port that is opened is used.
      ...(environment.SANDBOX_PROFILE_PORTS && { REGISTRY_SANDBOX_PROFILE_PORTS: environment.SANDBOX_PROFILE_PORTS }),
      ...given['registry-worker'],
    },
  }
  const { environmentOf = () => ({}) } = separation ?? {}
  const names = Object.keys(given) as ApplicationName[]
  const added = Object.fromEntries(names.map((name) => [name, { ...environmentOf(name), ...overrides[name] }]))
  const hasSandbox = environment.SANDBOX !== 'false'
  const hasSandboxClock = environment.SANDBOX_CLOCK === 'true'
  // With real registries there are real resellers, so there is no demo account.
  const topUpHint = environment.REGISTRY_ACCOUNTS_FILE ? '' : 'Top up: npm run admin -- ledger'
  const place = {
    ...servers,
    ports,
    certificates,
    secrets,
    mails,
    hasSandbox,
    hasSandboxClock,
    topUpHint,
    overrides: added,
  }
  const hasOwnDatabase = !environment.DATABASE_URL
  await openApplications(place, { separation, log, say, healthPort, hasOwnDatabase }, lifetime)
  const keeper = { read: () => data.read('demo.json'), write: (kept: object) => data.write('demo.json', kept) }
  const account = await demoAccount(servers.amqpUrl, keeper, separation && false).catch((error: Error) => {
    throw new CannotStart(`The platform does not answer at ${new URL(servers.amqpUrl).host}: ${error.message}`)
  })
  const shown = await openMails(environment, environment.MAIL_FOLDER || mails, secrets.linkSecret, lifetime)
  const url = `https://localhost:${ports.https}`
  const where = { url, authority: certificates.authority, dns: `127.0.0.1:${ports.dns}` }
  // For try.mjs and for the operator's command line.
  data.write('platform.json', { ...where, amqpUrl: servers.amqpUrl, control: ports.control })
  say('the platform answers')
  console.log(greeting({ ...where, account, mails: shown, log: logFile }))
}

/** Shows the mails in a folder on pages, unless a mail server sends them. */
async function openMails(
  environment: StartOptions['environment'],
  folder: string,
  secret: string,
  lifetime: Lifetime,
): Promise<{ page: string; folder: string } | undefined> {
  if (environment.MAIL_SMTP_URL || environment.MAIL_SMTP_URL_FILE) return undefined
  const site = await openMailSite({ folder, secret, port: await mailPagePortOf(environment) })
  lifetime.onStop(() => site.close())
  return { page: site.url, folder }
}

function secretsOf(data: DataFolder) {
  const kept = data.read('secrets.json')
  const secrets = kept === undefined ? newSecrets() : readSecrets(kept)
  if (!secrets)
    throw new CannotStart(
      `The data folder is broken: ${data.path}/secrets.json was changed: restore it, or remove the folder to start empty.`,
    )
  data.write('secrets.json', secrets)
  return secrets
}
