import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inWords, verifyExport } from '../verify-audit-export.cjs'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** Builds the lines of a trail as the platform does, with an implementation of its own. */
function trail(subjects: readonly string[]) {
  let hash = Buffer.alloc(32)
  const digest = createHash('sha256').update(Buffer.from('00ff', 'hex')).update('ada').digest('hex')
  return subjects.map((subject, index) => {
    const body = JSON.stringify({ account: 1002, seq: index + 1, subject, name: `sha256:${digest}`, address: null })
    hash = createHash('sha256').update(hash).update(body).digest()
    return { type: 'entry', body, hash: hash.toString('hex'), personal: { name: { salt: '00ff', value: 'ada' } } }
  })
}
type Line = ReturnType<typeof trail>[number]

function head(lines: readonly Line[], seq: number, key: KeyObject = privateKey, open: KeyObject = publicKey) {
  const text = JSON.stringify({
    format: 'nameyard-audit-head-1',
    account: 1002,
    seq,
    hash: lines[seq - 1]!.hash,
    at: '2027-01-01T00:00:00.000Z',
  })
  return {
    type: 'head',
    head: text,
    public_key: open.export({ type: 'spki', format: 'der' }).toString('base64'),
    signature: sign(null, Buffer.from(text), key).toString('base64'),
  }
}
const texts = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line))
const honest = trail(['a', 'b', 'c'])

/** The line of an export for an archived month. */
const month = (first: number, last: number) => ({
  type: 'archived',
  account: 1002,
  month: first === 1 ? '2026-10' : '2026-11',
  first_seq: first,
  last_seq: last,
  first_hash: honest[first - 2]?.hash ?? '00'.repeat(32),
  last_hash: honest[last - 1]!.hash,
  entries: last - first + 1,
})
const months = [month(1, 1), month(2, 3)]

it('accepts a trail that was not altered, and counts the heads that match', () => {
  const lines = texts([head(honest, 3), ...honest, { type: 'next', after: 3 }])
  const verified = verifyExport(lines, { heads: texts([head(honest, 2)]), keys: [pem] })
  expect(verified).toEqual({
    account: 1002,
    first: 1,
    last: 3,
    entries: 3,
    heads: 2,
    erased: 0,
    archived: { months: 0, verified: 0 },
    problems: [],
  })
  expect(inWords(verified).at(-1)).toContain('since the heads that you kept were signed')
})

it('accepts erased names, which do not break the chain', () => {
  const erased = honest.map((line) => ({ ...line, personal: {} }))
  expect(verifyExport(texts([head(honest, 3), ...erased]))).toMatchObject({ erased: 3, problems: [] })
})

it.each<[string, (lines: Line[]) => Line[], string]>([
  ['a changed entry', ([a, b, c]) => [a!, { ...b!, body: b!.body.replace('"b"', '"x"') }, c!], 'entry 2 does not have'],
  ['a removed entry', ([a, , c]) => [a!, c!], 'entry 3 follows entry 1'],
  ['entries in another order', ([a, b, c]) => [a!, c!, b!], 'entry 3 follows entry 1'],
  [
    'another name',
    ([a, ...rest]) => [{ ...a!, personal: { name: { salt: '00ff', value: 'eve' } } }, ...rest],
    'the name of entry 1 is not the recorded one',
  ],
])('finds %s', (_, alter, problem) => {
  expect(verifyExport(texts(alter([...honest]))).problems.join('; ')).toContain(problem)
})

it('finds a trail that was written anew, by a head that others hold', () => {
  const rewritten = trail(['a', 'x', 'c'])
  const lines = texts([head(rewritten, 3), ...rewritten])
  expect(verifyExport(lines).problems).toEqual([])
  expect(verifyExport(lines, { heads: texts([head(honest, 2)]) }).problems).toEqual([
    'entry 2 is not the one that the head of 2027-01-01T00:00:00.000Z in the kept heads was signed for',
  ])
})

it('finds that the newest entries are missing, by a head that others hold', () => {
  const verified = verifyExport(texts(honest.slice(0, 2)), { heads: texts([head(honest, 3)]) })
  expect(verified.problems.join()).toContain('entries up to 3 are missing')
})

it('accepts no head of another key or with a false signature', () => {
  const foreign = head(honest, 3, other.privateKey, other.publicKey)
  expect(verifyExport(texts([foreign, ...honest]), { keys: [pem] }).problems.join()).toContain('another key')
  const forged = { ...foreign, public_key: head(honest, 3).public_key }
  expect(verifyExport(texts([forged, ...honest])).problems.join()).toContain('is not signed')
})

it('verifies the rest of a trail whose old months are archived', () => {
  const lines = texts([months[0]!, ...honest.slice(1)])
  expect(verifyExport(lines, { heads: texts([head(honest, 1)]) })).toMatchObject({ first: 2, heads: 1, problems: [] })
  const all = verifyExport(texts([...months, head(honest, 3)]))
  expect(all).toMatchObject({ entries: 0, last: 3, heads: 1, archived: { months: 2, verified: 0 }, problems: [] })
  expect(inWords(all)).toContain('2 older months are archived; the files of 0 were compared with their hashes')
})

it('verifies pages between which a month was archived', () => {
  const lines = texts([honest[0]!, { type: 'next', after: 1 }, { ...month(1, 2), month: '2026-12' }, honest[2]!])
  expect(verifyExport(lines)).toMatchObject({ last: 3, problems: [] })
})

it('compares files of archived months with the hashes at both ends, in any order', () => {
  const lines = texts(months)
  const given = { heads: texts([head(honest, 2)]), archives: texts([...honest.slice(1), honest[0]!]) }
  expect(verifyExport(lines, given)).toMatchObject({ heads: 1, archived: { months: 2, verified: 2 }, problems: [] })
  const some = verifyExport(lines, { archives: texts(honest.slice(1)) })
  expect(some).toMatchObject({ archived: { months: 2, verified: 1 }, problems: [] })
})

it.each<[string, (lines: Line[]) => Line[], string]>([
  ['a changed entry', ([a, b, c]) => [a!, { ...b!, body: b!.body.replace('"b"', '"x"') }, c!], 'entry 2 does not have'],
  ['a missing last entry', ([a, b]) => [a!, b!], 'the archive of 2026-11 ends with entry 2 instead of 3'],
  ['a missing first entry', ([a, , c]) => [a!, c!], 'the archive of 2026-11: entry 3 follows entry 1'],
  ['entries that were all written anew', () => trail(['a', 'x', 'c']), 'does not have the hash of entry 3'],
  ['an entry of no archived month', (all) => [...all, trail(['a', 'b', 'c', 'd'])[3]!], 'is in no archived month'],
])('finds %s in a file of an archived month', (_, alter, problem) => {
  expect(verifyExport(texts(months), { archives: texts(alter([...honest])) }).problems.join('; ')).toContain(problem)
})

it('finds archived months that do not follow each other', () => {
  const [first, second] = months
  expect(verifyExport(texts([second!])).problems).toEqual(['the archived month 2026-11 follows entry 0'])
  const altered = { ...second!, first_hash: '00'.repeat(32) }
  expect(verifyExport(texts([first!, altered])).problems).toEqual([
    'the archived month 2026-11 does not follow the hash of entry 1',
  ])
  expect(verifyExport(texts([{ ...first!, first_hash: '11'.repeat(32) }])).problems).toHaveLength(1)
})

it('runs alone on an export file, and says what it shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-audit-'))
  const run = (lines: readonly object[], ...words: string[]) => {
    writeFileSync(join(folder, 'audit.ndjson'), `${texts(lines).join('\n')}\n`)
    writeFileSync(join(folder, 'key.pem'), pem)
    const script = join(__dirname, '../verify-audit-export.cjs')
    const { status, stdout } = spawnSync(process.execPath, [script, 'audit.ndjson', ...words], { cwd: folder })
    return { status, said: stdout.toString() }
  }
  const good = run([head(honest, 3), ...honest], '--key', 'key.pem')
  expect(good).toMatchObject({ status: 0 })
  expect(good.said).toContain('trail of account 1002: entries 1 to 3, 1 heads match')
  expect(good.said).toContain('It does not show that an event was recorded truly')
  expect(run([head(honest, 3), ...honest.slice(1)])).toMatchObject({ status: 1 })
  rmSync(folder, { recursive: true })
})
