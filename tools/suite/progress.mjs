const started = performance.now()

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

/** One line of progress, with the time since the start. */
export function say(line) {
  console.log(`[${seconds(performance.now() - started).padStart(7)}] ${line}`)
}

/** A failure that one sentence explains; shown without a stack. */
export class Stop extends Error {}
