import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NOTHING_CHECKED, run } from '../src/run'

/** A run of `npm run prove` that is too short to prove anything: it shows that the program works. Not every order happens in it. */
it('all invariants hold after a few seconds of disturbances', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-prove-'))
  const results = await run({ seed: 'spec', forMs: 8_000, folder, lastDays: 2, say: () => undefined })
  const broken = results.flatMap(({ checked }) => checked.broken).filter((line) => line !== NOTHING_CHECKED)
  expect(broken).toEqual([])
  expect(results.find(({ invariant }) => invariant.name === 'the ledger adds up')!.checked.count).toBeGreaterThan(0)
  rmSync(folder, { recursive: true })
}, 900_000)
