import { parseArgs } from 'node:util'
import { startBroker } from './broker'

/**
 * The broker as a process of its own: prints one JSON line with its url, port and pid when it is ready, and ends
 * cleanly on SIGTERM or SIGINT. With `--with-parent` it also ends when its standard input does, that is, when
 * whoever started it is gone.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      data: { type: 'string' },
      user: { type: 'string' },
      password: { type: 'string' },
      'memory-limit': { type: 'string' },
      'with-parent': { type: 'boolean' },
    },
  })
  const broker = await startBroker({
    host: values.host,
    port: number('port', values.port),
    dataFolder: values.data,
    user: values.user,
    password: values.password,
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
  console.log(JSON.stringify({ url: broker.url, port: broker.port, pid: process.pid }))
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
