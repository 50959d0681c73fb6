import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatedPlatform } from './operated-platform'

const operated = new OperatedPlatform()
const folder = join(mkdtempSync(join(tmpdir(), 'nameyard-journal-')), 'journal')
const lines = () =>
  readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))

it('archives what a registry has carried out, a line for each operation, with two workers', async () => {
  await operated.start({ JOURNAL_FOLDER: folder }, { JOURNAL_FOLDER: folder })
  const names = Array.from({ length: 6 }, (_, index) => `archived-${index}.com`)
  const ids = await Promise.all(names.map((name) => operated.platform.submit(name)))
  await Promise.all(ids.map((id) => operated.platform.ended(id)))
  // taken.com is of another registrar: nothing was carried out.
  await operated.platform.ended(await operated.platform.submit('taken.com'))
  const head = 'id,account,name,operation,at,years,reseller'
  expect(lines()[0]).toBe(head)
  // Two workers that begin a day at the same time may both write the header; readers skip it.
  const written = lines().filter((line) => line !== head)
  expect(written.map((line) => line.split(',').slice(1, 4).join()).sort()).toEqual(
    names.map((name) => `sandbox,${name},create`),
  )
  expect(new Set(written.map((line) => line.split(',')[0]))).toHaveProperty('size', names.length)
  expect(readdirSync(folder)).toEqual([`${written[0]!.split(',')[4]!.slice(0, 10)}.csv`])
})

it('stops no operation when the folder cannot be written to', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'nameyard-journal-')), 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  await operated.start({ JOURNAL_FOLDER: file })
  const end = await operated.platform.ended(await operated.platform.submit('not-archived.com'))
  expect(end).toMatchObject({ outcome: 'done' })
})
