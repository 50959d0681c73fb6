import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIPv6 } from 'node:net'
import { FILE_PATH } from '../model/validation'

/** Octets of a file that are read; a proof has forty. */
const MOST_OCTETS = 4096

/** Networks in which no host of the world is (RFC 6890): whoever orders could have our own machines asked. */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** Whether an address is one of the public internet. An IPv4 address in the clothes of IPv6 counts as what it is. */
export function isPublic(address: string): boolean {
  return !notPublic.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Where a file is looked for. */
export interface FileAsked {
  readonly scheme: 'http' | 'https'
  readonly host: string
  readonly address: string
  readonly port: number
  readonly timeoutMs: number
}

/**
 * Fetches the file that proves control of a host from one of its addresses; the problem where there is none. Redirects
 * are not followed, and over https any certificate will do: there may be none yet.
 */
export function fetchProof({ scheme, host, address, port, timeoutMs }: FileAsked): Promise<FileFound> {
  const ask = scheme === 'http' ? overHttp : overHttps
  const options = {
    host: address,
    port,
    path: FILE_PATH,
    headers: { host, 'user-agent': 'nameyard-validation' },
    servername: host,
    rejectUnauthorized: false,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
  } as const
  return new Promise((resolve) => {
    const end = (problem: string) => resolve({ problem })
    const asked = ask(options, (answer) => {
      if (answer.statusCode !== 200) {
        answer.destroy()
        end(`the host answers ${answer.statusCode}`)
        return
      }
      let text = ''
      answer.setEncoding('latin1')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > MOST_OCTETS) answer.destroy(new Error('the file is too long'))
      })
      answer.on('end', () => resolve({ text }))
      answer.on('error', ({ message }) => end(message))
    })
    asked.on('error', ({ message }) => end(message))
    asked.end()
  })
}

type FileFound = { readonly text: string } | { readonly problem: string }
