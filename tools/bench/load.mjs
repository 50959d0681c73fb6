/**
 * Creates load: keep-alive connections over plain sockets, each sending the next request after each response. It uses no
 * HTTP client, because on a small machine its CPU time would be missing for the measured processes.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

const END_OF_HEADER = Buffer.from('\r\n\r\n')

process.on('message', async (job) => process.send(await run(job)))
process.once('disconnect', () => process.exit())

async function run({ port, connections, seconds, token, handles }) {
  const requests = handles.map((handle) =>
    Buffer.from(`GET /v1/customers/${handle} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )
  const latencies = []
  let failures = 0
  const until = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let asked = 0
      let held
      const ask = () => {
        asked = performance.now()
        if (asked >= until) socket.end()
        else socket.write(requests[Math.floor(Math.random() * requests.length)])
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
        if (bytes[9] !== 0x32) failures++ // not 2xx
        latencies.push(performance.now() - asked)
        ask()
      })
      socket.on('error', () => failures++)
      return once(socket, 'close')
    }),
  )
  latencies.sort((a, b) => a - b)
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN
  return { requests: latencies.length, failures, p50: at(0.5), p99: at(0.99) }
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
