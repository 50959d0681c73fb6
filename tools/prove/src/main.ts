import 'reflect-metadata'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions, usage } from './options'
import { run } from './run'

/** Most violations of one invariant that are printed. */
const SHOWN = 10

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(usage)
  const { seeds, minutes, planted } = readOptions(args)
  for (const seed of seeds) {
    const folder = mkdtempSync(join(tmpdir(), 'nameyard-prove-'))
    const results = await run({ seed, forMs: minutes * 60_000, folder, say: console.log, ...(planted && { planted }) })
    for (const { invariant, checked } of results) {
      console.log(`${checked.broken.length === 0 ? 'holds ' : 'BROKEN'}  ${invariant.name}: ${checked.count}`)
      for (const line of checked.broken.slice(0, SHOWN)) console.log(`        ${line}`)
    }
    const broken = results.filter(({ checked }) => checked.broken.length > 0).map(({ invariant }) => invariant.name)
    if (planted) {
      const isFound = broken.includes(planted.breaks)
      console.log(`${planted.name} was ${isFound ? 'found' : 'NOT found'}: it breaks "${planted.breaks}"`)
      if (!isFound) process.exitCode = 1
    } else if (broken.length > 0) {
      console.log(`seed ${seed} broke an invariant. Run it again: npm run prove -- --seed ${seed} --minutes ${minutes}`)
      process.exitCode = 1
      return
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})
