/** Renders the results of the bench as `docs/performance.md` and the plots beside it. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as prettier from 'prettier'
import { verdictOf } from './figures.mjs'
import { installationOf } from './installation.mjs'
import { plotOf } from './plots.mjs'
import { figureTables, groupRows, tableOf, verdictRows } from './tables.mjs'

const INTRODUCTION = `# Performance

<!-- \`npm run bench -- --render\` writes this page from performance/results.json. -->

What the platform reaches on one machine, compared with a peer and with the limit of each path. [tools/bench](../tools/bench/README.md) measures it: \`npm run bench all\`.

## How to read it

- **platform** is the whole path of a request, authenticated, through separate processes and the broker. A **peer** is another program that does the same job. The **limit** is what the same machine reaches with the parts that no implementation can leave out: the message through the broker, the statement, the commit, the answer of the registry.
- All contenders of a part run in the same run, in turn, so that other load on the machine affects all of them. Compare the ratios of one run. Absolute figures of two machines or two runs say little.
- A figure is the median of its rounds, with the smallest and the largest in brackets. A ratio is computed for each round; its median decides whether a target is met. "By" is the distance from the target as a share of it.
- The load generator runs on the same cores as everything else.
`

const sectionOf = ([name, part], files) => {
  const single = part.figures.filter(({ group }) => group === undefined)
  const groups = groupRows(part.figures)
  const verdicts = verdictRows(single)
  const run = Object.entries(part.run).map(([what, value]) => `${what} ${value}`)
  return [
    `## ${part.title}`,
    `\`npm run bench ${name}\`. ${run.join(', ')}.`,
    part.notes.map((note) => `- ${note}`).join('\n'),
    verdicts.length > 0 ? tableOf(verdicts).join('\n') : '',
    ...figureTables(single).map((table) => table.join('\n')),
    groups.length > 0 ? tableOf(groups).join('\n') : '',
    ...part.series.map((series) => `![${series.title}](performance/${files.get(series)})`),
  ].filter(Boolean)
}

/** Returns the page and its plots, by file name. */
export function pageOf(results) {
  const parts = Object.entries(results.parts)
  const files = new Map(parts.flatMap(([name, { series }]) => series.map((each) => [each, `${name}-${each.name}.svg`])))
  const targets = parts.flatMap(([, { figures }]) =>
    figures.flatMap((figure) => (figure.targets ?? []).map((target) => verdictOf(figure, target).outcome)),
  )
  const count = (outcome) => targets.filter((each) => each === outcome).length
  const summary =
    parts.length === 0
      ? 'Nothing has been measured yet.'
      : `Of ${targets.length} targets, ${count('met')} are met and ${count('missed')} are missed; ${count('not measured')} were not measured.`
  return {
    page: [INTRODUCTION, summary, ...parts.flatMap((part) => sectionOf(part, files)), ...installationOf(results)].join(
      '\n\n',
    ),
    plots: new Map([...files].map(([series, file]) => [file, plotOf(series)])),
  }
}

/** Writes the page and its plots below a folder of documents, and removes plots of former results. */
export async function writePage(docs, results) {
  const { page, plots } = pageOf(results)
  const folder = join(docs, 'performance')
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(folder)) if (file.endsWith('.svg') && !plots.has(file)) rmSync(join(folder, file))
  for (const [file, drawn] of plots) writeFileSync(join(folder, file), drawn)
  writeFileSync(join(docs, 'performance.md'), await formatted(join(docs, 'performance.md'), page))
}

export async function formatted(file, content) {
  return prettier.format(content, { ...(await prettier.resolveConfig(file)), filepath: file })
}

/** The results in a file; none if there is no such file. */
export function resultsIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return { parts: {} }
  }
}
