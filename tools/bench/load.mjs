/**
 * Creates load: keep-alive connections over plain sockets, each sending the next request after each response. It uses no
 * HTTP client, because on a small machine its CPU time would be missing for the measured processes.
 *
 * A job is `{ port, connections, seconds, token, requests }`. `requests` are `{ method, path, headers, body }`, sent in
 * random order. In headers and bodies, `@uuid@` stands for a new UUID.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { quantilesOf } from './report/figures.mjs'

const END_OF_HEADER = Buffer.from('\r\n\r\n')

process.on('message', async (job) => process.send(await run(job)))
process.once('disconnect', () => process.exit())

const textOf = (token, { method = 'GET', path, headers = {}, body }) => {
  const fields = { host: 'bench', ...(token && { authorization: `Bearer ${token}` }), ...headers }
  // A UUID has more characters than its mark.
  const length = body && body.length + 30 * (body.split('@uuid@').length - 1)
  if (body) Object.assign(fields, { 'content-type': 'application/json', 'content-length': length })
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

async function run({ port, connections, seconds, token, requests }) {
  const texts = requests.map((request) => textOf(token, request))
  const fixed = texts.map((text) => !text.includes('@uuid@') && Buffer.from(text))
  const next = () => {
    const index = Math.floor(Math.random() * texts.length)
    return fixed[index] || texts[index].replaceAll('@uuid@', () => randomUUID())
  }
  const latencies = []
  let failures = 0
  let failure
  let bytesReceived = 0
  const until = performance.now() + seconds * 1000
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let asked
      let held
      const ask = () => {
        const now = performance.now()
        // Each connection sends at least one request.
        if (asked !== undefined && now >= until) return socket.end()
        asked = now
        return socket.write(next())
      }
      socket.on('connect', ask)
      socket.on('data', (chunk) => {
        const bytes = held ? Buffer.concat([held, chunk]) : chunk
        const length = lengthOf(bytes)
        if (length === undefined || bytes.length < length) {
          held = bytes
          return
        }
        held = undefined
        bytesReceived += length
        // not 2xx
        if (bytes[9] !== 0x32) {
          failures++
          failure ??= bytes.toString('utf8', 0, length)
        }
        latencies.push(performance.now() - asked)
        ask()
      })
      socket.on('error', (error) => {
        failures++
        failure ??= error.message
      })
      return once(socket, 'close')
    }),
  )
  const elapsed = (performance.now() - begun) / 1000
  const requested = latencies.length
  return {
    requests: requested,
    failures,
    failure,
    rate: requested / elapsed,
    quantiles: quantilesOf(latencies),
    bytes: bytesReceived / requested,
  }
}

/** Returns the bytes of the response at this offset, or undefined while its header is incomplete. */
function lengthOf(bytes) {
  const end = bytes.indexOf(END_OF_HEADER)
  if (end === -1) return undefined
  const header = bytes.latin1Slice(0, end)
  const length = /content-length: *(\d+)/i.exec(header)
  if (!length) throw new Error(`A response without a length: ${header}`)
  return end + END_OF_HEADER.length + Number(length[1])
}
