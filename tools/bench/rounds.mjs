/** Rounds of a measurement: the contenders take turns, and the order changes from round to round. */
import { median } from './report/figures.mjs'
import { startChild, withCpu } from './processes.mjs'

/** Calls `measure` for every contender in every round; returns the results by contender, in the order of the rounds. */
export async function inTurn(rounds, contenders, measure) {
  const found = Object.fromEntries(contenders.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const start = round % contenders.length
    const order = [...contenders.slice(start), ...contenders.slice(0, start)]
    for (const name of order) found[name].push(await measure(name, round))
  }
  return found
}

/** The same value of each result, by contender. */
export const valuesOf = (found, pick) =>
  Object.fromEntries(Object.entries(found).map(([name, results]) => [name, results.map(pick)]))

/**
 * Starts a load generator. The function that it returns sends a job to it and returns its figures, with the CPU
 * microseconds of each process per request. It throws when requests failed.
 */
export function loadOf(onClose, file = 'load.mjs', environment = {}) {
  const child = startChild(file, environment, { ipc: true })
  onClose(() => child.stop())
  return async (processes, job) => {
    const { result, cpu } = await withCpu(processes, () => child.ask(job))
    if (result.failures > 0 || result.requests === 0)
      throw new Error(
        `${result.failures} of ${result.requests} requests of ${file} failed, the first with: ${result.failure}`,
      )
    const perRequest = Object.entries(cpu).map(([name, seconds]) => [name, (seconds / result.requests) * 1e6])
    return { ...result, cpu: Object.fromEntries(perRequest) }
  }
}

/** The CPU microseconds of a request by process: the medians of some results. */
export const cpuOf = (results) =>
  Object.fromEntries(Object.keys(results[0].cpu).map((name) => [name, median(results.map(({ cpu }) => cpu[name]))]))

/** The points of a plot over the levels of load: median, smallest and largest of the rounds at each. */
export function pointsOf(levels, samplesAt) {
  return levels
    .map((level) => [level, samplesAt(level)])
    .filter(([, samples]) => samples?.length > 0)
    .map(([level, samples]) => {
      const sorted = [...samples].sort((a, b) => a - b)
      return [level, sorted[sorted.length >> 1], sorted[0], sorted.at(-1)]
    })
}
