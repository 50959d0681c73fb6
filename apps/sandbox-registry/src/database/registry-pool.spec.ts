import { Socket } from 'node:net'
import { registryPool } from './registry-pool'
import { inTransaction, together } from './transaction'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

describe('registryPool', () => {
  it('sends the statements of one event loop turn in one write', async () => {
    const pool = registryPool({ connectionString: server, max: 1 })
    const number = (value: number) => ({ name: `number-${value}`, text: `select ${value} as value` })
    await pool.query(number(0))
    const writes = (['_write', '_writev'] as const).map((way) => jest.spyOn(Socket.prototype as Required<Socket>, way))
    // The output of the test run may be a socket too; ignore it.
    const written = () => writes.flatMap(({ mock }) => mock.contexts).filter(({ remotePort }) => remotePort).length
    const values = await inTransaction(
      pool,
      async (db) => {
        const [one, two] = await together([db.query(number(1)), db.query(number(2))])
        expect(written()).toBe(1)
        return [one, two].map(({ rows }) => (rows[0] as { value: number }).value)
      },
      async (db) => void (await db.query(number(3))),
    )
    expect(values).toEqual([1, 2])
    expect(written()).toBe(2)
    for (const write of writes) write.mockRestore()
    await pool.end()
  })
})
