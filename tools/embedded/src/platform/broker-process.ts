import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The embedded broker as a process of its own. */
export interface BrokerProcess {
  readonly url: string
  readonly port: number
  /** Resolves when the process has ended, whoever ended it. */
  readonly ended: Promise<void>
  /** Ends it at once, as `kill -9` does. */
  kill(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the broker on a data folder; it ends with this process, however that ends. Throws the sentence the broker
 * says when it cannot start.
 */
export async function startBrokerProcess(dataFolder: string, port = 0): Promise<BrokerProcess> {
  const main = join(__dirname, '../../dist/broker/main.js')
  const child = spawn(process.execPath, [main, '--data', dataFolder, '--port', String(port), '--with-parent'], {
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C at a terminal reaches a whole process group; the broker is told last.
    detached: true,
  })
  const ended = once(child, 'close').then(() => undefined)
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(0, 2000)))
  const lines = createInterface(child.stdout)
  const line = await Promise.race([once(lines, 'line').then(([first]) => first as string), ended])
  if (line === undefined) throw new Error(complaint.trim().split('\n')[0] || 'The embedded broker did not start.')
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  const { url, port: taken } = JSON.parse(line) as { url: string; port: number }
  return { url, port: taken, ended, kill: () => end('SIGKILL'), close: () => end('SIGTERM') }
}
