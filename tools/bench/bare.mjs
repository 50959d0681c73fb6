/** The minimum that a Node process does for a read: Fastify, a pool as large as the services', one prepared statement. */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })
const http = Fastify()
const find = {
  name: 'customer',
  text: 'select * from customers.customer where handle = $1 and deleted_at is null',
}

http.get('/v1/customers/:handle', async (request, reply) => {
  const { rows } = await pool.query({ ...find, values: [request.params.handle] })
  if (rows.length === 0) return reply.code(404).send({ desc: 'not found', code: 193, data: '' })
  return { code: 0, data: rows[0], desc: '', maintenance: false, warnings: [] }
})

await http.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
console.log('ready')
process.once('SIGTERM', () => process.exit())
