/**
 * The minimum that a Node process does for a request: Fastify, a pool as large as the services', prepared statements. It
 * checks nothing.
 *
 * DATABASE_URL, PORT
 * STATEMENTS   a file with the statements of a write
 * The header `x-account` says whose customers are listed, with the statements of the service.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Fastify from 'fastify'
import pg from 'pg'
import { findByHandle } from './bare-statements.mjs'
import { newValues } from './recorded.mjs'

const { CustomerList } = createRequire(import.meta.url)('../../apps/customers/dist/customers/customer-list.js')

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 8,
  options: '-c search_path=customers',
})
const http = Fastify()
const answer = (data) => ({ code: 0, data, desc: '', maintenance: false, warnings: [] })

http.get('/v1/customers/:handle', async (request, reply) => {
  const { rows } = await pool.query({ ...findByHandle, values: [request.params.handle] })
  if (rows.length === 0) return reply.code(404).send({ desc: 'not found', code: 193, data: '' })
  return answer(rows[0])
})

http.get('/v1/customers', async (request) => {
  const account = Number(request.headers['x-account'])
  const list = new CustomerList(account, { limit: 100, offset: 0, with_additional_data: false })
  const query = async ({ text, values }) => (await pool.query(text, values)).rows
  const first = await query(list.first())
  if (first.length > 0) return answer({ results: first, total: first[0].total })
  const [counts] = await query(list.counts())
  return answer({ results: await query(list.page(counts)), total: counts.total })
})

/** The statements of one recorded request, see `recorded.mjs`. */
const recorded = process.env.STATEMENTS ? JSON.parse(readFileSync(process.env.STATEMENTS, 'utf8')) : []
http.post('/v1/customers', async () => {
  const fresh = newValues()
  const client = await pool.connect()
  try {
    for (const [index, { text, values }] of recorded.entries()) {
      await client.query({ name: `statement ${index}`, text, values: values.map(fresh) })
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return answer({ handle: 'AL100000-GB' })
})

await http.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
console.log('ready')
process.once('SIGTERM', () => process.exit())
