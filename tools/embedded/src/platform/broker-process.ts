import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { keptCredentials } from '../broker/authentication'
import { startProcess, type SupervisedProcess } from '../processes'

/** The embedded broker in a separate process. */
export interface BrokerProcess extends SupervisedProcess {
  /** With the password. */
  readonly url: string
  readonly port: number
}

/** Starts the broker on a data folder. It ends when this process ends, even by a kill. */
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
  const said = JSON.parse(await broker.says(/^\{/)) as { url: string; port: number }
  const url = new URL(said.url)
  url.password = keptCredentials(dataFolder).password
  return { ...broker, url: url.href, port: said.port }
}
