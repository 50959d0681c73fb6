import { setTimeout as pause } from 'node:timers/promises'
import { order, person } from '@nameyard/e2e/reseller'
import { Client, type Around } from './client'
import { ClientLog } from './client-log'

/** Milliseconds between two requests of a thread. */
const PAUSE_MS = 150

/** The threads of orders; one more changes zones, and one reads. */
const ORDERING = 3

export interface Load {
  readonly clientLog: ClientLog
  /** Stops to send new requests. Resolves when all have an answer, or when clients have given up. */
  end(): Promise<void>
}

interface Running extends Around {
  readonly isEnding: () => boolean
  readonly handle: string
}

/** Milliseconds after the end of the load in which every request must have its answer. */
const GIVE_UP_MS = 120_000

/** Uses a platform as resellers do until it is ended: registers and renews domains, changes zones, reads. */
export async function startLoad(gateways: () => readonly string[]): Promise<Load> {
  const clientLog = new ClientLog()
  let ending: number | undefined
  const around = {
    clientLog,
    gateways,
    isOver: () => ending !== undefined && performance.now() > ending + GIVE_UP_MS,
    isEnding: () => ending !== undefined,
  }
  const { data } = await new Client('holder', around).ask('POST', '/v1/customers', person)
  const running = { ...around, handle: data.handle as string }
  const threads = [
    ...Array.from({ length: ORDERING }, (_, at) => follow(running, orders(`n${at}`, running))),
    follow(running, zones(running)),
    follow(running, reads(running)),
  ]
  return {
    clientLog,
    async end() {
      ending = performance.now()
      await Promise.all(threads)
    },
  }
}

type Step = () => Promise<void>

async function follow({ isEnding, clientLog }: Running, step: Step): Promise<void> {
  while (!isEnding()) {
    await step().catch((error: Error) => {
      // The client has noted failures of requests; anything else is a fault of this program.
      if (!/was refused|no answer/.test(error.message)) clientLog.unclean.push(String(error))
    })
    await pause(PAUSE_MS)
  }
}

/** Registers a domain and, when it is active, renews it twice. */
function orders(thread: string, running: Running): Step {
  const client = new Client(thread, running)
  const { clientLog, handle, isEnding } = running
  let count = 0
  return async () => {
    const name = `rehearsal-${thread}-${++count}.com`
    const { data } = await client.ask('POST', '/v1/domains', order(name, handle))
    clientLog.orders.push({ action: 'create', name })
    let { status } = data as { status: string }
    while (status !== 'ACT' && !isEnding()) {
      await pause(PAUSE_MS)
      ;({ status } = (await client.ask('GET', `/v1/domains/${data.id}`)).data as { status: string })
    }
    for (let renewals = 0; renewals < 2 && !isEnding(); renewals++) {
      await client.ask('POST', `/v1/domains/${data.id}/renew`, { period: 1 })
      clientLog.orders.push({ action: 'renew', name })
    }
  }
}

/** Creates a zone, then changes it four times. */
function zones(running: Running): Step {
  const client = new Client('zones', running)
  const { clientLog } = running
  let count = 0
  return async () => {
    const [zone, change] = [Math.floor(count / 5), count++ % 5]
    const [name, address] = [`rehearsal-zone-${zone}`, `192.0.2.${count % 256}`]
    const records = [{ type: 'A', name: 'www', value: address, ttl: 600 }]
    if (change === 0)
      await client.ask('POST', '/v1/dns/zones', { domain: { name, extension: 'com' }, type: 'master', records })
    else await client.ask('PUT', `/v1/dns/zones/${name}.com`, { records: { replace: records } })
    clientLog.zones.set(`${name}.com`, address)
  }
}

/** Lists domains and customers, and reads a zone. */
function reads(running: Running): Step {
  const client = new Client('reads', running)
  const { clientLog } = running
  let count = 0
  return async () => {
    const zone = [...clientLog.zones.keys()].at(-1)
    const paths = ['/v1/domains?limit=100', '/v1/customers?limit=100', '/v1/resellers']
    await client.ask(
      'GET',
      [...paths, ...(zone ? [`/v1/dns/zones/${zone}?with_records=true`] : [])][count++ % 4] ?? paths[0]!,
    )
  }
}
