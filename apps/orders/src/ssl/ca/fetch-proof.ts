import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { FILE_PATH } from '../model/validation'

/** Maximum octets that are read from a file. A proof has 40. */
const MAX_OCTETS = 4096

/** The location of a proof file. */
export interface ProofLocation {
  readonly scheme: 'http' | 'https'
  readonly host: string
  readonly address: string
  readonly port: number
  readonly timeoutMs: number
}

/**
 * Fetches the proof file of a host from one of its addresses. Returns the problem when there is no such file. It follows no
 * redirects, and over https it accepts any certificate, because the host may not have a valid one yet.
 */
export function fetchProof({ scheme, host, address, port, timeoutMs }: ProofLocation): Promise<FetchedProof> {
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
        end(`the host answered with status ${answer.statusCode}`)
        return
      }
      let text = ''
      answer.setEncoding('latin1')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > MAX_OCTETS) answer.destroy(new Error('the file is too long'))
      })
      answer.on('end', () => resolve({ text }))
      answer.on('error', ({ message }) => end(message))
    })
    asked.on('error', ({ message }) => end(message))
    asked.end()
  })
}

type FetchedProof = { readonly text: string } | { readonly problem: string }
