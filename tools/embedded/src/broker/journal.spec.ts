import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Journal } from './journal'
import { decodeRecords, encodeRecord, type JournalRecord } from './journal-record'

const message = {
  exchange: 'events',
  routingKey: 'domains.domain.renewed.v1',
  properties: Buffer.from([0, 0]),
  body: Buffer.from('{"é":1}'),
}
const records: JournalRecord[] = [
  { kind: 'exchange-declared', vhost: '/', name: 'events', type: 'topic', autoDelete: false },
  { kind: 'queue-declared', vhost: '/', name: 'q', id: 1, autoDelete: false, arguments: 'AAAAAA==' },
  { kind: 'bound', vhost: '/', exchange: 'events', id: 1, routingKey: '#', arguments: 'AAAAAA==' },
  { kind: 'message', id: 2 ** 40, enqueuedAt: 1_700_000_000_123, queues: [1, 2], message },
  { kind: 'settled', id: 2 ** 40, queue: 1 },
]

describe('journal', () => {
  let folder: string
  const file = (): string => join(folder, 'journal')
  const fail = (error: Error): void => {
    throw error
  }
  const synced = (journal: Journal): Promise<void> => new Promise((resolve) => journal.whenSynced(resolve))

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'journal-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('reads the compacted records, then the appended ones', async () => {
    const journal = new Journal(folder, () => records.slice(0, 1), fail)
    expect(journal.read()).toEqual([])
    journal.compact()
    for (const record of records.slice(1)) journal.append(record)
    await synced(journal)
    expect(new Journal(folder, () => [], fail).read()).toEqual(records)
    await journal.close()
  })

  it('reports a group when it is on disk, and writes later records as the next group', async () => {
    const journal = new Journal(folder, () => [], fail)
    journal.compact()
    const first = journal.groupNumber
    journal.append(records[0]!)
    const told: string[] = []
    journal.whenSynced(() => told.push('one'))
    journal.append(records[1]!)
    journal.whenSynced(() => told.push('two'))
    expect(journal.groupNumber).toBe(first)
    await synced(journal)
    expect(told).toEqual(['one', 'two'])
    expect(journal.groupNumber).toBeGreaterThan(first)
    await journal.close()
  })

  it('writes all records to disk when it closes', async () => {
    const journal = new Journal(folder, () => [], fail)
    journal.compact()
    for (let n = 0; n < 1000; n++) journal.append(records[3]!)
    await journal.close()
    expect(new Journal(folder, () => [], fail).read()).toHaveLength(1000)
  })

  it('ignores an incomplete last record', () => {
    const bytes = Buffer.concat(records.map(encodeRecord))
    for (let cut = 1; cut < encodeRecord(records[4]!).length; cut++) {
      const { records: read, isTorn } = decodeRecords(bytes.subarray(0, bytes.length - cut))
      expect(read).toEqual(records.slice(0, 4))
      expect(isTorn).toBe(true)
    }
  })

  it('sets a damaged file aside and uses the records before the damage', () => {
    const bytes = Buffer.concat(records.map(encodeRecord))
    bytes[encodeRecord(records[0]!).length + 10]! ^= 1
    writeFileSync(file(), bytes)
    const journal = new Journal(folder, () => records.slice(0, 1), fail)
    expect(journal.read()).toEqual(records.slice(0, 1))
    journal.compact()
    expect(readFileSync(`${file()}.damaged`).equals(bytes)).toBe(true)
    expect(statSync(file()).size).toBe(encodeRecord(records[0]!).length)
  })

  it('ignores the file of an interrupted compaction', () => {
    writeFileSync(`${file()}.next`, 'half')
    const journal = new Journal(folder, () => records, fail)
    journal.read()
    journal.compact()
    expect(existsSync(`${file()}.next`)).toBe(false)
    appendFileSync(file(), 'x')
    expect(journal.read()).toEqual(records)
    truncateSync(file(), 0)
    expect(journal.read()).toEqual([])
  })

  it('reports a failed write and confirms nothing from then on', async () => {
    const failed = jest.fn()
    const journal = new Journal(join(folder, 'gone'), () => [], failed)
    let confirmed = false
    journal.append(records[0]!)
    journal.whenSynced(() => (confirmed = true))
    await journal.close()
    expect(failed).toHaveBeenCalledTimes(1)
    expect(confirmed).toBe(false)
  })
})
