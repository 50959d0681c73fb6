import { parseArgs } from 'node:util'
import { startBroker } from './broker'

/**
 * Runs the broker as a separate process. Prints one JSON line with url, port and pid when it is ready, and ends cleanly
 * on SIGTERM or SIGINT. With `--data` the URL has no password, because it would stand in a log: the password is in the
 * file `password` of that folder. With `--with-parent` it also ends when its standard input closes, which happens when its parent
 * process ends.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      data: { type: 'string' },
      'memory-limit': { type: 'string' },
      'with-parent': { type: 'boolean' },
    },
  })
  const broker = await startBroker({
    host: values.host,
    port: number('port', values.port),
    dataFolder: values.data,
    memoryLimit: number('memory-limit', values['memory-limit']),
    onFailure: (error) => {
      console.error(`The journal cannot be written: ${error.message}`)
      process.exitCode = 1
      setTimeout(() => process.exit(), 500)
    },
  })
  const stop = (): void => void broker.close().then(() => process.exit())
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (values['with-parent']) process.stdin.resume().once('end', stop).once('error', stop)
  const url = new URL(broker.url)
  if (values.data !== undefined) url.password = ''
  console.log(JSON.stringify({ url: url.href, port: broker.port, pid: process.pid }))
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not '${text}'.`)
  return Number(text)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
