import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { checkOut, head, type Checkout } from '../checkout/checkout'
import { gather } from '../judge/gather'
import { judge, type Verdict } from '../judge/judge'
import { startLoad } from '../load/load'
import { openAccount } from '../load/open-account'
import { openStage, type Part, type Stage, type StageBroker } from '../stage/stage'

export interface UpgradeOptions {
  /** The version to upgrade from, as git knows it. */
  readonly from: string
  /** An empty folder. */
  readonly folder: string
  readonly openBroker: (folder: string) => Promise<StageBroker>
  /** Prints one line of progress. */
  readonly say: (line: string) => void
}

/** Milliseconds for which old and new processes serve together, for each service. */
const TOGETHER_MS = 4_000

/** In the order of docs/operate/upgrade.md. */
const services = ['customers', 'events', 'orders', 'registry-worker', 'domains', 'dns'] as const

const GATEWAYS = 2

/** Upgrades a platform under load: the migrations, then each process by a new one. Returns what was proved. */
export async function rehearseUpgrade({ from, folder, openBroker, say }: UpgradeOptions): Promise<readonly Verdict[]> {
  const old = await checkOut(from, join(folder, 'old'))
  say(`${from} is compiled`)
  const stage = await openStage(folder, openBroker)
  try {
    await migrate(old, stage)
    // The registry is not part of an upgrade.
    await stage.start('sandbox-registry', old)
    const known = services.filter((name) => existsSync(join(old.folder, 'apps', name)))
    let parts = await Promise.all(known.map((name) => stage.start(name, old)))
    let gateways = await startGateways(stage, old)
    await openAccount(await stage.operator())
    const load = await startLoad(() => gateways.map(({ url }) => url))
    say('the old version serves')
    await pause(TOGETHER_MS)

    const migrations = await migrate(head, stage)
    say(`the migrations have run: ${migrations.at(-1)}`)
    await pause(TOGETHER_MS)
    for (const name of services) {
      const replacement = await stage.start(name, head)
      await pause(TOGETHER_MS)
      await parts.find(({ application }) => application === name)?.stop()
      parts = [...parts.filter(({ application }) => application !== name), replacement]
      say(`${name} is replaced: ${load.clientLog.requests} requests, ${load.clientLog.retried} times 503`)
    }
    const former = gateways
    gateways = [...former, ...(await startGateways(stage, head))]
    await pause(TOGETHER_MS)
    // A balancer sends a gateway no more requests some seconds before it ends: `preStop` in the chart.
    gateways = gateways.slice(GATEWAYS)
    await pause(TOGETHER_MS)
    for (const gateway of former) await gateway.stop()
    say('the gateways are replaced')
    await pause(TOGETHER_MS)
    await load.end()
    return judge(await gather(stage, load.clientLog))
  } finally {
    await stage.close()
  }
}

const startGateways = (stage: Stage, version: Checkout): Promise<Part[]> =>
  Promise.all(Array.from({ length: GATEWAYS }, () => stage.start('gateway', version)))

/** Runs the program of a version that migrates. Returns the lines that it prints. */
async function migrate({ folder }: Checkout, { database }: Stage): Promise<readonly string[]> {
  const env = { ...process.env, DATABASE_URL: database.url, DATABASE_PASSWORDS: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'tools/db/dist/migrate.js')], { env })
  return stdout.trim().split('\n')
}
