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

it('accepts a trail that was not altered, and counts the heads that match', () => {
  const lines = texts([head(honest, 3), ...honest, { type: 'next', after: 3 }])
  const verified = verifyExport(lines, { heads: texts([head(honest, 2)]), keys: [pem] })
  expect(verified).toEqual({ account: 1002, first: 1, last: 3, entries: 3, heads: 2, erased: 0, problems: [] })
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
  const archived = { type: 'archived', account: 1002, last_seq: 1, last_hash: honest[0]!.hash }
  const lines = texts([archived, ...honest.slice(1)])
  expect(verifyExport(lines, { heads: texts([head(honest, 1)]) })).toMatchObject({ first: 2, heads: 1, problems: [] })
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
