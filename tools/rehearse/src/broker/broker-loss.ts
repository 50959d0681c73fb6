import { setTimeout as pause } from 'node:timers/promises'
import { migratePlatform } from '@nameyard/e2e/platform-database'
import { eventually } from '@nameyard/testing/eventually'
import { head } from '../checkout/checkout'
import { gather } from '../judge/gather'
import { judge, type Verdict } from '../judge/judge'
import { startLoad } from '../load/load'
import { openAccount } from '../load/open-account'
import { rabbitmqNode } from '../stage/rabbitmq-node'
import { openStage } from '../stage/stage'

/** Milliseconds of load before and after the loss. */
const LOAD_MS = 8_000

/** Milliseconds for which there is no broker. */
const AWAY_MS = 3_000

/** The queue whose service is stopped, so that messages wait in it when the disk is lost. */
const STOPPED = { name: 'domains', queue: 'domains.events' } as const

/** Loses the broker and its disk under load, with messages that it has confirmed. Returns what was proved. */
export async function rehearseBrokerLoss(folder: string, say: (line: string) => void): Promise<readonly Verdict[]> {
  let node!: Awaited<ReturnType<typeof rabbitmqNode>>
  const stage = await openStage(folder, async (place) => (node = await rabbitmqNode(place)))
  try {
    await migratePlatform(stage.database.url)
    await stage.start('sandbox-registry', head)
    const names = ['customers', 'events', 'orders', 'registry-worker', 'domains', 'dns', 'gateway'] as const
    const parts = await Promise.all(names.map((name) => stage.start(name, head)))
    const part = (name: string) => parts.find(({ application }) => application === name)!
    await openAccount(await stage.operator())
    const load = await startLoad(() => [part('gateway').url])
    await pause(LOAD_MS)
    await part(STOPPED.name).stop()
    const waiting = async () => (await node.queues()).find(({ name }) => name === STOPPED.queue)?.messages ?? 0
    const lost = await eventually(async () => (await waiting()) || undefined, 'messages that wait').catch(() => 0)
    const before = await node.queues()
    await node.kill()
    node.loseDisk()
    say(`the broker and its disk are lost, with ${lost} events: ${load.clientLog.requests} requests before`)
    await pause(AWAY_MS)
    await node.start()
    say('an empty broker has started')
    await stage.start(STOPPED.name, head)
    const missing = async () => {
      const now = new Set((await node.queues()).map(({ name }) => name))
      return before.map(({ name }) => name).filter((name) => !now.has(name))
    }
    await eventually(async () => (await missing()).length === 0, 'all queues').catch(() => undefined)
    await pause(LOAD_MS)
    await load.end()
    const evidence = await gather(stage, load.clientLog)
    return [
      ...judge(evidence),
      { rule: 'all queues are there again', count: before.length, broken: await missing() },
      { rule: 'confirmed events were lost', count: lost, broken: lost > 0 ? [] : ['none waited for its consumer'] },
    ]
  } finally {
    await stage.close()
  }
}
