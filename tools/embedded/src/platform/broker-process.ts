import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { startProcess, type SupervisedProcess } from '../processes'

/** The embedded broker as a process of its own. */
export interface BrokerProcess extends SupervisedProcess {
  readonly url: string
  readonly port: number
}

/** Starts the broker on a data folder; it ends with this process, however that ends. */
export async function startBrokerProcess(
  dataFolder: string,
  { port = 0, log }: { readonly port?: number; readonly log: Writable },
): Promise<BrokerProcess> {
  const broker = startProcess({
    name: 'broker',
    script: join(__dirname, '../../dist/broker/main.js'),
    args: ['--data', dataFolder, '--port', String(port), '--with-parent'],
    log,
  })
  const where = JSON.parse(await broker.says(/^\{/)) as { url: string; port: number }
  return { ...broker, ...where }
}
