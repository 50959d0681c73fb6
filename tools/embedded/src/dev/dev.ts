import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Refusal } from '@nameyard/contracts/errors'
import type { ApplicationName } from '../platform/applications'
import type { Processes } from '../platform/processes'
import type { Environment } from '../platform/settings'
import { seedDemo } from '../seed/demo'
import type { Lifetime } from '../start/lifetime'
import { start, type Separation } from '../start/start'
import { filterOf, LogLines } from './log-lines'
import { applicationsOf, watchSources } from './source-changes'

/** Port of the debugger of each application; on 127.0.0.1 only. `.vscode/launch.json` attaches to them. */
export const DEBUGGER_PORTS: Readonly<Record<ApplicationName, number>> = {
  gateway: 9230,
  customers: 9231,
  domains: 9232,
  dns: 9233,
  orders: 9234,
  'registry-worker': 9235,
  'sandbox-registry': 9236,
  events: 9237,
}

const names = Object.keys(DEBUGGER_PORTS) as ApplicationName[]

interface DevelopmentOptions {
  readonly root: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
}

/**
 * `npm run dev`: every application is a process with a debugger port; a change of a source file compiles its workspace
 * and restarts the applications that use it; all logs go to this terminal.
 *
 *   --only dns,gateway     show these services only
 *   --level debug          the least severe level to show; default info
 *   --grep text            show lines that contain a text
 *   --no-debugger          no debugger ports
 *   --seed demo            fill a new platform with sample data
 */
export async function startDevelopment({ root, args, environment, say }: DevelopmentOptions): Promise<Lifetime> {
  const filter = filterOf(args, names)
  const terminal = new LogLines(filter, process.stdout.isTTY && !environment.NO_COLOR)
  terminal.pipe(process.stdout)
  // At least info: the line that reports a ready service has this level.
  const log: Environment = { LOG_LEVEL: ['trace', 'debug'].includes(filter.level) ? filter.level : 'info' }
  let processes: Processes | undefined
  const separation: Separation = {
    environmentOf: (name) => ({
      ...log,
      ...(!args.includes('--no-debugger') && { NODE_OPTIONS: `--inspect=127.0.0.1:${DEBUGGER_PORTS[name]}` }),
    }),
    log: terminal,
    onStarted: (started) => (processes = started),
  }
  const lifetime = await start({ environment: { SANDBOX_CLOCK: 'true', ...environment }, separation, say })
  const stop = await watchSources(
    root,
    restarts(root, say, () => processes!),
  )
  lifetime.onStop(stop)
  say('watching apps/*/src and libs/*/src')
  if (args[args.indexOf('--seed') + 1] === 'demo') await seed(environment, say)
  return lifetime
}

/** Fills the platform with sample data; a platform that has sample data stays as it is. */
async function seed(environment: DevelopmentOptions['environment'], say: (line: string) => void): Promise<void> {
  const folder = resolve(environment.NAMEYARD_DATA || '.data')
  const kept = JSON.parse(readFileSync(join(folder, 'platform.json'), 'utf8')) as {
    url: string
    authority: string
    amqpUrl: string
    control: number
  }
  const platform = { ...kept, ca: readFileSync(kept.authority, 'utf8'), controlPort: kept.control }
  await seedDemo(platform, say).catch((error: Error) => {
    const isThere = error instanceof Refusal && error.refusal === 'username_unavailable'
    say(isThere ? 'seed: the sample data already exist' : `seed: ${error.message}`)
  })
}

/** Compiles and restarts, one change after the other. Changes that arrive meanwhile are compiled next. */
function restarts(root: string, say: (line: string) => void, processes: () => Processes) {
  let running = Promise.resolve()
  return (folders: readonly string[]): void => {
    running = running.then(async () => {
      const started = performance.now()
      const compiler = spawn(process.execPath, ['tools/build/build.cjs', ...folders], { cwd: root, stdio: 'inherit' })
      const [code] = (await once(compiler, 'exit')) as [number | null]
      if (code !== 0) return say(`${folders.join(', ')} cannot be compiled; the previous version keeps running`)
      const affected = new Set(folders.flatMap((folder) => applicationsOf(root, folder, names)))
      const outcomes = await Promise.allSettled([...affected].map((name) => processes().restart(name)))
      for (const outcome of outcomes) if (outcome.status === 'rejected') say((outcome.reason as Error).message)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      say(`${folders.join(', ')} changed: ${[...affected].join(', ') || 'no application'} restarted in ${seconds} s`)
    })
  }
}
