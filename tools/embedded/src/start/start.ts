import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { newSecrets, readSecrets } from '../platform/secrets'
import { CannotStart } from './cannot-start'
import { openDataFolder, type DataFolder } from './data-folder'
import { greeting } from './greeting'
import { Lifetime } from './lifetime'
import { portsOf } from './ports'
import { openServers } from './servers'
import { tellMails } from './tell-mails'

interface StartOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Every application as a process of its own, on servers that the environment names. */
  readonly distributed: boolean
  /** One line of progress. */
  readonly say: (line: string) => void
}

/** Starts the platform with all it needs and greets; what has started is stopped again when a part cannot start. */
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

async function open({ environment, distributed, say }: StartOptions, lifetime: Lifetime): Promise<void> {
  if (distributed && !(environment.DATABASE_URL && environment.AMQP_URL)) {
    throw new CannotStart('Separate processes need DATABASE_URL and AMQP_URL: set both, or run npm start.')
  }
  const ports = await portsOf(environment)
  const data = openDataFolder(resolve(environment.NAMEYARD_DATA || '.data'))
  const secrets = secretsOf(data)
  const logFile = join(data.path, 'platform.log')
  const log = tellMails(createWriteStream(logFile, { flags: 'a', mode: 0o600 }), say)

  const opening = openServers(environment, data, log, lifetime)
  // The applications take a second to load, which the servers use to start.
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
    'registry-worker': {
      // Doors that are opened are used.
      ...(environment.SANDBOX_PROFILE_PORTS && { REGISTRY_SANDBOX_PROFILE_PORTS: environment.SANDBOX_PROFILE_PORTS }),
      ...given['registry-worker'],
    },
  }
  const hasSandboxClock = environment.SANDBOX_CLOCK === 'true'
  // Real registries make real resellers, who have no command line here.
  const topUpHint = environment.REGISTRY_ACCOUNTS_FILE ? '' : 'Top up: npm run admin -- ledger'
  const place = { ...servers, ports, certificates, secrets, mails, hasSandboxClock, topUpHint, overrides }
  await openApplications(place, { distributed, log, say }, lifetime)
  const account = await demoAccount(servers.amqpUrl, {
    read: () => data.read('demo.json'),
    write: (kept) => data.write('demo.json', kept),
  }).catch((error: Error) => {
    throw new CannotStart(`The platform does not answer at ${new URL(servers.amqpUrl).host}: ${error.message}`)
  })
  const url = `https://localhost:${ports.https}`
  const where = { url, authority: certificates.authority, dns: `127.0.0.1:${ports.dns}` }
  // For the client that tries the platform out, and for the operator's command line.
  data.write('platform.json', { ...where, amqpUrl: servers.amqpUrl })
  say('the platform answers')
  console.log(greeting({ ...where, account, mails: environment.MAIL_FOLDER || mails, log: logFile }))
}

function secretsOf(data: DataFolder) {
  const kept = data.read('secrets.json')
  const secrets = kept === undefined ? newSecrets() : readSecrets(kept)
  if (!secrets) throw new CannotStart(`The data folder is broken: ${data.path}/secrets.json is not what it was.`)
  data.write('secrets.json', secrets)
  return secrets
}
