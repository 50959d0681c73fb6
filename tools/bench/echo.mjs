/**
 * The limit of a request through the broker: plain `amqplib` with direct reply-to, and the bare query. It parses, checks
 * and authenticates nothing.
 *
 * `echo.mjs serve` receives handles and replies with the customers as JSON. `echo.mjs` sends them; a job is `{ connections,
 * seconds, handles }`: as many requests at once as another contender has connections.
 *
 * AMQP_URL, DATABASE_URL
 */
import amqplib from 'amqplib'
import pg from 'pg'
import { findByHandle } from './bare-statements.mjs'
import { quantilesOf } from './report/figures.mjs'

const QUEUE = 'bench.echo'
const DIRECT_REPLY_TO = 'amq.rabbitmq.reply-to'

const channel = await (await amqplib.connect(process.env.AMQP_URL, { noDelay: true })).createChannel()

async function serve() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })
  await channel.assertQueue(QUEUE, { durable: false, exclusive: true })
  await channel.consume(
    QUEUE,
    async ({ content, properties: { replyTo, correlationId } }) => {
      const { rows } = await pool.query({ ...findByHandle, values: [content.toString()] })
      channel.sendToQueue(replyTo, Buffer.from(JSON.stringify(rows[0])), { correlationId })
    },
    { noAck: true },
  )
}

/** The callers that wait for a reply, by correlation id. */
const waiting = new Map()
let sequence = 0

async function run({ connections, seconds, handles }) {
  const latencies = []
  const until = performance.now() + seconds * 1000
  const begun = performance.now()
  const caller = async () => {
    for (;;) {
      const asked = performance.now()
      if (asked >= until) return
      const handle = handles[Math.floor(Math.random() * handles.length)]
      const correlationId = String(sequence++)
      const reply = new Promise((resolve) => waiting.set(correlationId, resolve))
      channel.sendToQueue(QUEUE, Buffer.from(handle), { replyTo: DIRECT_REPLY_TO, correlationId })
      await reply
      latencies.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const rate = latencies.length / ((performance.now() - begun) / 1000)
  return { requests: latencies.length, failures: 0, rate, quantiles: quantilesOf(latencies) }
}

if (process.argv[2] === 'serve') {
  await serve()
} else {
  await channel.consume(
    DIRECT_REPLY_TO,
    ({ properties: { correlationId } }) => {
      waiting.get(correlationId)()
      waiting.delete(correlationId)
    },
    { noAck: true },
  )
  process.on('message', async (job) => process.send(await run(job)))
  process.once('disconnect', () => process.exit())
}
console.log('ready')
process.once('SIGTERM', () => process.exit())
