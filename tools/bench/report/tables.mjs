/** Tables of figures and verdicts, as Markdown. */
import { median, rounded, spread, verdictOf, withSpread } from './figures.mjs'

/** Returns rows as the lines of a Markdown table. All rows have the columns of the first. */
export function tableOf(rows) {
  const names = Object.keys(rows[0])
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name])))]
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i].length)))
  const print = (line) => `| ${line.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`
  return [print(lines[0]), print(widths.map((width) => '-'.repeat(width))), ...lines.slice(1).map(print)]
}

/** Prints rows as a Markdown table. */
export const printTable = (rows) => tableOf(rows).forEach((line) => console.log(line))

/** Tables of figures with the median and range of each contender: one for all figures with the same contenders. */
export function figureTables(figures) {
  const groups = new Map()
  for (const figure of figures) {
    const key = Object.keys(figure.samples).join()
    groups.set(key, [...(groups.get(key) ?? []), figure])
  }
  return [...groups.values()].map((group) =>
    tableOf(
      group.map(({ name, unit, samples }) => ({
        figure: name,
        unit,
        ...Object.fromEntries(
          Object.entries(samples).map(([each, found]) => [each, found.length > 0 ? withSpread(spread(found)) : '-']),
        ),
      })),
    ),
  )
}

/** A row for each target: the claim, what was found, and by how much it is met or missed. */
export function verdictRows(figures) {
  return figures.flatMap((figure) =>
    (figure.targets ?? []).map((target) => {
      const { claim, unit, found, outcome, margin } = verdictOf(figure, target)
      return {
        figure: figure.name,
        target: claim,
        found: found ? `${withSpread(found)} ${unit}` : '-',
        outcome: outcome === 'not measured' ? outcome : `${outcome} by ${rounded(Math.abs(margin) * 100)} %`,
      }
    }),
  )
}

/** A row for each group of figures: how many of its targets are met, and the slowest of the group. */
export function groupRows(figures) {
  const groups = new Map()
  for (const figure of figures)
    if (figure.group !== undefined) groups.set(figure.group, [...(groups.get(figure.group) ?? []), figure])
  return [...groups].map(([group, own]) => {
    const judged = own.flatMap((figure) => figure.targets.map((target) => verdictOf(figure, target)))
    const middle = ({ samples }) => median(samples.platform)
    const slowest = own.reduce((most, figure) => (middle(figure) > middle(most) ? figure : most))
    const { unit } = slowest
    return {
      group,
      target: judged[0].claim,
      met: `${judged.filter(({ outcome }) => outcome === 'met').length} of ${judged.length}`,
      median: `${rounded(median(own.map(middle)))} ${unit}`,
      slowest: `${withSpread(spread(slowest.samples.platform))} ${unit}`,
      'slowest one': `\`${slowest.name}\``,
    }
  })
}
