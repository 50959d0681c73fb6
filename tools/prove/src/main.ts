import 'reflect-metadata'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions, usage, type Options } from './options'
import type { Planted } from './planted/planted'
import { run } from './run'

/** Most violations of one invariant that are printed. */
const SHOWN = 10

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(usage)
  const options = readOptions(args)
  const isRight = options.bugs.length > 0 ? await findBugs(options) : await proveSeeds(options)
  if (!isRight) process.exitCode = 1
}

/** Runs one seed after the other, up to the first that breaks an invariant. Returns whether all hold. */
async function proveSeeds({ seeds, minutes }: Options): Promise<boolean> {
  for (const [at, seed] of seeds.entries()) {
    const { broken, forget } = await runAndPrint(seed, minutes)
    if (broken.length > 0) {
      console.log(`seed ${seed} broke an invariant. Run it again: npm run prove -- --seed ${seed} --minutes ${minutes}`)
      return false
    }
    console.log(`seed ${seed} holds, ${at + 1} of ${seeds.length}`)
    forget()
  }
  return true
}

/** Runs every seed with each planted bug. Returns whether each run has found its bug. */
async function findBugs({ seeds, minutes, bugs }: Options): Promise<boolean> {
  const lines: string[] = []
  let areFound = true
  for (const bug of bugs)
    for (const seed of seeds) {
      const { broken, forget } = await runAndPrint(seed, minutes, bug)
      const isFound = broken.includes(bug.breaks)
      areFound &&= isFound
      lines.push(`${isFound ? 'found    ' : 'NOT found'}  ${bug.name} with seed ${seed}: it breaks "${bug.breaks}"`)
      console.log(lines.at(-1))
      forget()
    }
  if (lines.length > 1) console.log(lines.join('\n'))
  return areFound
}

/** Runs a seed and prints its results. Returns the names of the broken invariants, and a function that deletes its files. */
async function runAndPrint(seed: string, minutes: number, planted?: Planted) {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-prove-'))
  const results = await run({ seed, forMs: minutes * 60_000, folder, say: console.log, ...(planted && { planted }) })
  for (const { invariant, checked } of results) {
    console.log(`${checked.broken.length === 0 ? 'holds ' : 'BROKEN'}  ${invariant.name}: ${checked.count}`)
    for (const line of checked.broken.slice(0, SHOWN)) console.log(`        ${line}`)
  }
  return {
    broken: results.filter(({ checked }) => checked.broken.length > 0).map(({ invariant }) => invariant.name),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  }
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})
