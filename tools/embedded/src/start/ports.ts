import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { Ports } from '../platform/settings'
import { CannotStart } from './cannot-start'

/** The ports of a platform on this machine: the setting of each, and its default. */
const settings = {
  https: { name: 'GATEWAY_HTTPS_PORT', usual: 8443 },
  dns: { name: 'DNS_PORT', usual: 5300 },
  epp: { name: 'SANDBOX_EPP_PORT', usual: 7000 },
  control: { name: 'SANDBOX_CONTROL_PORT', usual: 7001 },
  rri: { name: 'SANDBOX_RRI_PORT', usual: 7002 },
} as const

const HOST = '127.0.0.1'

const USUAL_MAIL_PAGE = 8025

/** Reads the ports from the environment; refuses a value that is not a port and a port in use. */
export async function portsOf(environment: Readonly<Record<string, string | undefined>>): Promise<Ports> {
  const asked = Object.entries(settings).map(async ([use, { name, usual }]) => [
    use,
    await freePort(name, environment[name] || usual, use === 'dns'),
  ])
  return Object.fromEntries(await Promise.all(asked)) as Record<keyof typeof settings, number>
}

/** Reads the port for health and metrics of the whole platform, which are only served if it is set. */
export async function healthPortOf({
  HEALTH_PORT: text,
}: Readonly<Record<string, string | undefined>>): Promise<number | undefined> {
  return text ? freePort('HEALTH_PORT', text, false) : undefined
}

/** Reads the port of the pages with mails. By default the usual one, or any port (0) where that is in use. */
export async function mailPagePortOf({
  MAIL_PAGE_PORT: text,
}: Readonly<Record<string, string | undefined>>): Promise<number> {
  if (text) return freePort('MAIL_PAGE_PORT', text, false)
  return (await listenTcp(USUAL_MAIL_PAGE)) === undefined ? USUAL_MAIL_PAGE : 0
}

async function freePort(name: string, given: number | string, hasUdp: boolean): Promise<number> {
  const port = Number(given)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CannotStart(`${name} is ${given}: set it to a port from 1 to 65535.`)
  const failures = await Promise.all([listenTcp(port), hasUdp ? listenUdp(port) : undefined])
  const failure = failures.find((code) => code !== undefined)
  if (failure === 'EADDRINUSE') {
    throw new CannotStart(
      `Port ${port} on ${HOST} is in use: stop the program that listens there, or set ${name} to a free port.`,
    )
  }
  if (failure)
    throw new CannotStart(`Port ${port} on ${HOST} cannot be used (${failure}): set ${name} to another port.`)
  return port
}

/** Returns the error code of listening on a port, or undefined when it works. */
function listenTcp(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'error'))
    server.listen(port, HOST, () => server.close(() => resolve(undefined)))
  })
}

function listenUdp(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'error'))
    socket.bind(port, HOST, () => socket.close(() => resolve(undefined)))
  })
}
