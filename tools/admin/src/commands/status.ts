import type { Command } from 'commander'
import { Refusal } from '@nameyard/contracts/errors'
import { services } from '@nameyard/contracts/operation'
import { readStatus } from '@nameyard/contracts/operators/read-status'
import { loadConfig, serviceConfig } from '@nameyard/runtime/load-config'
import { archiveOf, baseBackupIn, type BackupState } from '../status/backups'
import type { Figure } from '../status/checks'
import { reportOf, type ListenerState, type ServiceState } from '../status/report'
import type { Terminal } from '../terminal'

/** Milliseconds within which a service or a listener must answer: each of its gauges may take one second. */
const ANSWER_MS = 5_000

const settings = serviceConfig.pick({ DATABASE_URL: true }).partial()

interface Options {
  readonly health?: readonly string[]
  readonly backups?: string
}

/** Says whether all is well, and what to do if not. */
export function statusCommands(
  program: Command,
  terminal: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  program
    .command('status')
    .description('say whether all is well, and what to do if not')
    .option('--health <url...>', 'health listeners to ask too, such as http://gateway:8080')
    .option('--backups <folder>', 'a folder with the base backups of pg_basebackup, to say how old the last one is')
    .action(({ health = [], backups }: Options) =>
      terminal.run(async (platform) => {
        let silent: Refusal | undefined
        const states = await Promise.all(
          services.map(async (service): Promise<ServiceState> => {
            try {
              return { service, answer: await platform.ask(readStatus(service), {}, ANSWER_MS) }
            } catch (error) {
              if (!(error instanceof Refusal) || error.refusal !== 'service_unavailable') throw error
              silent = error
              return { service }
            }
          }),
        )
        if (silent && states.every(({ answer }) => answer === undefined)) throw silent
        return reportOf(
          states,
          await Promise.all(health.map(listenerAt)),
          await backupStates(loadConfig(settings, environment).DATABASE_URL, backups),
        )
      }),
    )
}

/** What the database and the folder say of backups; of what is not named, that it is not known. */
const backupStates = async (databaseUrl: string | undefined, folder: string | undefined): Promise<BackupState[]> => [
  databaseUrl === undefined
    ? { what: 'archived log', state: 'not known: DATABASE_URL is not set' }
    : await archiveOf(databaseUrl),
  folder === undefined
    ? { what: 'base backup', state: 'not known: name their folder with --backups' }
    : baseBackupIn(folder, performance.timeOrigin + performance.now()),
]

/** The figures of the gateway in a text of metrics. Those of other services come over the broker. */
const edgeGauges = (text: string): Figure[] =>
  [...text.matchAll(/^(gateway_\w+) (\S+)$/gm)].map(([, name, value]) => ({
    name: name!,
    labels: {},
    value: Number.isFinite(Number(value)) ? Number(value) : null,
  }))

/** Asks a health listener whether its process is ready, and for the figures of the gateway. */
async function listenerAt(url: string): Promise<ListenerState> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(ANSWER_MS) })
    const text = await response.text()
    const metrics = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(ANSWER_MS) })
    const gauges = edgeGauges(await metrics.text())
    return response.ok ? { url, gauges } : { url, missing: `is not ready: ${text.slice(0, 80)}`, gauges }
  } catch {
    return { url, missing: 'does not answer' }
  }
}
